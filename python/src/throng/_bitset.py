# SPDX-License-Identifier: MIT
"""Sets of slots, the filter `among` of queries."""

from __future__ import annotations

from ctypes import byref, c_void_p
from functools import partial
from typing import TYPE_CHECKING, Any, Iterator, Optional, Tuple

import numpy as np

from . import _columns as columns
from . import _declarations as c
from ._answers import Handle
from ._errors import Busy, failed
from ._library import lib
from ._numbers import ALL, ALL_64, array_of, integer, whole
from ._turns import Gate

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def _refused(written: bool) -> Exception:
    if written:
        return Busy("Another thread changes this Bitset.", c.BUSY)
    return Busy("Another thread uses this Bitset, such as a query: change a copy of it.", c.BUSY)


class Bitset:
    """A set of slots below its size, that skips emptiness 64, 4096, ... members at a time.

    Any number of threads may read it, queries among them, or one change it; else Busy is raised.

    Args:
        size: one above the largest slot that can be a member.
        slots: the first members; slots at or beyond `size` are left out.

    >>> some = throng.Bitset(world.slot_count, slots=[1, 2, 3])
    >>> world.neighbors(2.0, among=some)
    """

    __slots__ = ("_handle", "_gate")

    def __init__(self, size: int, slots: Optional[ArrayLike] = None) -> None:
        pointer = c_void_p()
        status = lib.throng_bitset_create(integer(size, "size", ALL_64), None, byref(pointer))
        if status.faults:
            failed(status, "Bitset")
        self._handle = Handle(pointer.value or 0, lib.throng_bitset_destroy)
        self._gate = Gate(_refused)
        if slots is not None:
            self.add(slots)

    @classmethod
    def from_mask(cls, mask: ArrayLike) -> "Bitset":
        """The set of slots i where mask[i] is true."""
        array = np.asarray(array_of(mask, "mask"), dtype=bool)
        if array.ndim != 1:
            raise ValueError("mask has shape (n,), not %s" % (array.shape,))
        return cls(len(array), np.flatnonzero(array))

    def _read(self, function: Any, *arguments: Any) -> Any:
        with self._gate.reading():
            return function(self._handle.pointer, *arguments)

    def _change(self, function: Any, *arguments: Any) -> Any:
        return self._gate.write(partial(function, self._handle.pointer, *arguments))[0]

    def add(self, slots: ArrayLike) -> None:
        """Makes each of `slots` a member."""
        array = columns.slots(slots)
        status = self._change(lib.throng_bitset_set_slots, columns.pointer(array), len(array))
        if status.faults:
            failed(status, "Bitset.add")

    def discard(self, slot: int) -> None:
        """Makes one slot absent."""
        if _is_slot(slot):
            self._change(lib.throng_bitset_reset, whole(slot, "slot"))

    def clear(self) -> None:
        """Makes every slot absent."""
        self._change(lib.throng_bitset_clear)

    def resize(self, size: int) -> None:
        """Makes room for slots 0 .. size - 1; members beyond are removed."""
        status = self._change(lib.throng_bitset_resize, integer(size, "size", ALL_64))
        if status.faults:
            failed(status, "Bitset.resize")

    def copy(self) -> "Bitset":
        """A new set with the same members."""
        other = Bitset(0)
        with self._gate.reading():
            status = lib.throng_bitset_assign(other._handle.pointer, self._handle.pointer)
        if status.faults:
            failed(status, "Bitset.copy")
        return other

    def __reduce__(self) -> Tuple[Any, ...]:
        with self._gate.reading():
            return type(self), (self.size, self.slots)

    @property
    def size(self) -> int:
        """One above the largest slot that can be a member."""
        return int(self._read(lib.throng_bitset_size))

    @property
    def slots(self) -> "NDArray[np.uint32]":
        """uint32 (len): the members, ascending. A new array."""
        with self._gate.reading():
            members = np.empty(len(self), np.uint32)
            status = lib.throng_bitset_slots(self._handle.pointer, columns.pointer(members), len(members))
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
        if other is self:
            self._change(function, self._handle.pointer)
            return self
        with other._gate.reading():
            self._change(function, other._handle.pointer)
        return self

    def isdisjoint(self, other: "Bitset") -> bool:
        """Whether no slot is a member of both."""
        if not isinstance(other, Bitset):
            raise TypeError("other is a throng.Bitset, not %s" % type(other).__name__)
        with other._gate.reading():
            return not self._read(lib.throng_bitset_intersects, other._handle.pointer)

    def __contains__(self, slot: int) -> bool:
        return _is_slot(slot) and bool(self._read(lib.throng_bitset_test, whole(slot, "slot")))

    def __len__(self) -> int:
        return int(self._read(lib.throng_bitset_count))

    def __iter__(self) -> Iterator[int]:
        slots: Any = self.slots.tolist()
        return iter(slots)

    def __repr__(self) -> str:
        with self._gate.reading():
            return "<throng.Bitset of %d members below %d>" % (len(self), self.size)


def _is_slot(slot: Any) -> bool:
    """Whether an integer can be a slot at all; other integers are never members."""
    return 0 <= whole(slot, "slot") <= ALL
