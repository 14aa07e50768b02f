# SPDX-License-Identifier: MIT
"""Lists of pairs. Reads of one and a call that writes it again exclude each other."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Tuple

import numpy as np

from . import _declarations as c
from ._answers import FLOAT32, LARGE, UINT32, UINT64, Handle, not_copied, refused
from ._errors import OutOfMemory
from ._library import lib
from ._turns import Gate

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Pairs:
    """The memory of a list of pairs, for pairs(out=...): calls that find as many, up to 4 million, allocate nothing.

    Arrays are read-only views of it. Each stays valid as long as it is referenced; to write while an array of it is
    referenced elsewhere is a BufferError, as for Hits.

    >>> touching = throng.Pairs()
    >>> for tick in range(100):
    ...     people = world.pairs(out=touching)
    ...     del people  # before the next tick writes it
    """

    __slots__ = ("_handle", "_gate")

    def __init__(self) -> None:
        pointer = lib.throng_pairs_create(None)
        if not pointer:
            raise OutOfMemory("There is no memory for a list of pairs.", c.OUT_OF_MEMORY)
        self._handle = Handle(pointer, lib.throng_pairs_destroy)
        self._gate = Gate(refused)

    def __reduce__(self) -> Any:
        raise not_copied("Pairs", "copy its arrays")

    def _write(self, function: Any, after: Tuple[Any, ...]) -> Any:
        """What a function of C returns that writes the list, its argument before those of `after`."""
        pointer = self._handle.pointer
        status, count = self._gate.write(
            partial(function, pointer, *after), partial(lib.throng_pairs_count, pointer)
        )
        if count > LARGE:
            self._trim()
        return status

    def _trim(self) -> None:
        """Keeps no memory beside its arrays."""
        try:
            self._gate.write(partial(lib.throng_pairs_trim, self._handle.pointer))
        except BufferError:
            pass  # another thread reads the list already

    def __len__(self) -> int:
        with self._gate.reading():
            return int(lib.throng_pairs_count(self._handle.pointer))

    @property
    def slots(self) -> "NDArray[np.uint32]":
        """uint32 (m, 2): the slots of each pair, a < b."""
        return self._array(lib.throng_pairs_data, 2, UINT32)

    @property
    def ids(self) -> "NDArray[np.uint64]":
        """uint64 (m, 2): the ids of each pair, of a list of overlaps_changed."""
        return self._array(lib.throng_pairs_ids, 2, UINT64)

    @property
    def squared_distances(self) -> "NDArray[np.float32]":
        """float32 (m): between the centres, of a list with return_squared_distances=True; else empty."""
        return self._array(lib.throng_pairs_squared_distances, 1, FLOAT32)

    def _array(self, column: Any, width: int, kind: str) -> "NDArray[Any]":
        """An array over a column. It is a reader as long as it lives, from before the column is looked up."""
        held = self._gate.hold()
        pointer = self._handle.pointer
        address = column(pointer)
        count = lib.throng_pairs_count(pointer) if address else 0
        shape = (count, width) if width > 1 else (count,)
        if not count:
            return np.empty(shape, kind)
        interface = {"data": (address, True), "shape": shape, "typestr": kind, "version": 3}
        array: "NDArray[Any]" = np.asarray(
            SimpleNamespace(kept=(self._handle, held), __array_interface__=interface)
        )
        return array

    def __repr__(self) -> str:
        return "<throng.Pairs of %d pairs>" % len(self)
