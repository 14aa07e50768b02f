# SPDX-License-Identifier: MIT
"""Sets of slots, the filter `among` of queries."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Iterator, Tuple

import numpy as np

from . import _views as views
from ._answers import Handle
from ._errors import failed
from ._library import lib

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Bitset:
    """A set of slots below its size, that skips emptiness 64, 4096, ... members at a time.

    Not guarded: any number of threads may read it, or one change it.

    Args:
        size: one above the largest slot that can be a member.
        slots: the first members; slots at or beyond `size` are left out.

    >>> some = throng.Bitset(world.slot_count, slots=[1, 2, 3])
    >>> world.neighbors(2.0, among=some)
    """

    __slots__ = ("_handle",)

    def __init__(self, size: int, slots: Any = None) -> None:
        pointer = c_void_p()
        status = lib.throng_bitset_create(size, None, byref(pointer))
        if status.faults:
            failed(status, "Bitset")
        self._handle = Handle(pointer.value or 0, lib.throng_bitset_destroy)
        if slots is not None:
            self.add(slots)

    @classmethod
    def from_mask(cls, mask: Any) -> "Bitset":
        """The set of slots i where mask[i] is true."""
        array = np.asarray(mask, dtype=bool)
        return cls(len(array), np.flatnonzero(array))

    def add(self, slots: Any) -> None:
        """Makes each of `slots` a member."""
        array = views.slots(slots)
        status = lib.throng_bitset_set_slots(self._handle.pointer, views.pointer(array), len(array))
        if status.faults:
            failed(status, "Bitset.add")

    def discard(self, slot: int) -> None:
        """Makes one slot absent."""
        lib.throng_bitset_reset(self._handle.pointer, slot)

    def clear(self) -> None:
        """Makes every slot absent."""
        lib.throng_bitset_clear(self._handle.pointer)

    def resize(self, size: int) -> None:
        """Makes room for slots 0 .. size - 1; members beyond are removed."""
        status = lib.throng_bitset_resize(self._handle.pointer, size)
        if status.faults:
            failed(status, "Bitset.resize")

    def copy(self) -> "Bitset":
        """A new set with the same members."""
        other = Bitset(0)
        status = lib.throng_bitset_assign(other._handle.pointer, self._handle.pointer)
        if status.faults:
            failed(status, "Bitset.copy")
        return other

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.size, self.slots)

    @property
    def size(self) -> int:
        """One above the largest slot that can be a member."""
        return int(lib.throng_bitset_size(self._handle.pointer))

    @property
    def slots(self) -> "NDArray[np.uint32]":
        """uint32 (len): the members, ascending. A new array."""
        members = np.empty(len(self), np.uint32)
        status = lib.throng_bitset_slots(self._handle.pointer, views.pointer(members), len(members))
        if status.faults:
            failed(status, "Bitset.slots")
        return members

    def __ior__(self, other: "Bitset") -> "Bitset":
        return self._changed(lib.throng_bitset_unite, other)

    def __iand__(self, other: "Bitset") -> "Bitset":
        return self._changed(lib.throng_bitset_intersect, other)

    def __isub__(self, other: "Bitset") -> "Bitset":
        return self._changed(lib.throng_bitset_subtract, other)

    def _changed(self, function: Any, other: "Bitset") -> "Bitset":
        if not isinstance(other, Bitset):
            return NotImplemented  # a TypeError
        function(self._handle.pointer, other._handle.pointer)
        return self

    def isdisjoint(self, other: "Bitset") -> bool:
        """Whether no slot is a member of both."""
        if not isinstance(other, Bitset):
            raise TypeError("other is a throng.Bitset, not %s" % type(other).__name__)
        return not lib.throng_bitset_intersects(self._handle.pointer, other._handle.pointer)

    def __contains__(self, slot: int) -> bool:
        return 0 <= slot <= 0xFFFFFFFF and bool(lib.throng_bitset_test(self._handle.pointer, slot))

    def __len__(self) -> int:
        return int(lib.throng_bitset_count(self._handle.pointer))

    def __iter__(self) -> Iterator[int]:
        return iter(self.slots.tolist())

    def __repr__(self) -> str:
        return "<throng.Bitset of %d members below %d>" % (len(self), self.size)
