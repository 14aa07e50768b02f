# SPDX-License-Identifier: MIT
"""Answers: arrays over the memory of the library, without a copy."""

from __future__ import annotations

import sys
import threading
import weakref
from ctypes import addressof
from typing import TYPE_CHECKING, Any, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _declarations as c
from ._errors import OutOfMemory
from ._library import lib

if TYPE_CHECKING:
    from numpy.typing import NDArray


def not_copied(what: str, instead: str = "") -> TypeError:
    """For pickle and copy: a second handle of one object would destroy it twice."""
    return TypeError("%s is neither pickled nor copied%s" % (what, instead and ": " + instead))


class Handle:
    """An object of the library, destroyed with the last reference to it."""

    __slots__ = ("pointer", "_destroy", "__weakref__")

    def __init__(self, pointer: int, destroy: Any) -> None:
        self.pointer = pointer
        self._destroy = destroy

    def __reduce__(self) -> Any:
        raise not_copied("What holds memory of the library")

    def __del__(self) -> None:
        if self.pointer:
            self._destroy(self.pointer)


class _Memory:
    """What the arrays of one answer have in common: they keep it alive, and it keeps the object of the library."""

    __slots__ = ("handle", "__weakref__")

    def __init__(self, handle: Any) -> None:
        self.handle = handle

    def array(self, address: Optional[int], shape: Tuple[int, ...], kind: str) -> "NDArray[Any]":
        """A read-only array of `kind` ("<u4") at an address."""
        if not address or 0 in shape:
            return np.empty(shape, kind)
        array: "NDArray[Any]" = np.asarray(_Column(self, address, shape, kind))
        return array


class _Column:
    """The base of one array."""

    __slots__ = ("memory", "__array_interface__")

    def __init__(self, memory: _Memory, address: int, shape: Tuple[int, ...], kind: str) -> None:
        self.memory = memory
        self.__array_interface__ = {"data": (address, True), "shape": shape, "typestr": kind, "version": 3}


_ORDER = "<" if sys.byteorder == "little" else ">"
UINT32, UINT64, FLOAT32 = _ORDER + "u4", _ORDER + "u8", _ORDER + "f4"

# Answers that are no longer used, for the next queries: their memory need not be taken, and cleared, again.
_spare: List[Tuple[int, int]] = []
_SPARES = 4
# Answers of more hits or pairs than this keep no memory beside their arrays.
_LARGE = 1 << 22


class _HitsHandle:
    __slots__ = ("pointer", "most", "__weakref__")

    def __init__(self) -> None:
        self.most = 0
        self.pointer = 0
        try:
            self.pointer, self.most = _spare.pop()
        except IndexError:
            self.pointer = lib.throng_hits_create(None) or 0
            if not self.pointer:
                raise OutOfMemory("There is no memory for an answer.", c.OUT_OF_MEMORY) from None

    def __reduce__(self) -> Any:
        raise not_copied("What holds memory of the library")

    # Globals may be gone when the interpreter ends: these are bound.
    def __del__(
        self, spare: Any = _spare, most: Tuple[int, int] = (_SPARES, _LARGE), destroy: Any = lib.throng_hits_destroy
    ) -> None:
        if len(spare) < most[0] and self.most <= most[1] and self.pointer:
            spare.append((self.pointer, self.most))
        elif self.pointer:
            destroy(self.pointer)


class Hits:
    """The answer to a batch of queries: row i lists the slots that answer query i (compressed sparse rows).

    Arrays are read-only views of the answer's own memory. Each stays valid as long as it is referenced. To use the
    memory again, pass the object as `out` to a query; while an array of it is referenced elsewhere that is a
    BufferError, as for bytearray.

    >>> near = world.neighbors(2.0, limit=10, distances=True)
    >>> near.slots[near.offsets[3]:near.offsets[4]]  # the neighbours of slot 3; the same as near[3]
    """

    __slots__ = ("_handle", "_lock", "_memory", "_columns")

    def __init__(self) -> None:
        self._handle = _HitsHandle()
        self._lock = threading.Lock()
        self._memory: "Optional[weakref.ref[_Memory]]" = None
        self._columns: Optional[c.HitsColumns] = None
        if self._handle.most:
            lib.throng_hits_reserve(self._handle.pointer, 0, 0)  # an old answer

    def __reduce__(self) -> Any:
        raise not_copied("Hits", "copy its arrays")

    # A query calls _begin, fills the handle, and calls _end.
    def _begin(self) -> int:
        self._acquire()
        if self._memory is not None and self._memory() is not None:
            self._lock.release()
            raise BufferError("Arrays of this answer are still referenced: drop them, or leave out `out`.")
        self._columns = None
        self._memory = None
        return self._handle.pointer

    def _end(self) -> None:
        self._lock.release()

    def _acquire(self) -> None:
        if not self._lock.acquire(False):
            raise BufferError("This answer is being written by another thread.")

    def _read(self) -> c.HitsColumns:
        columns = self._columns
        if columns is None:
            self._acquire()
            try:
                columns = c.HitsColumns()
                lib.throng_hits_read(self._handle.pointer, addressof(columns))
                if columns.slot_count > _LARGE:
                    lib.throng_hits_trim(self._handle.pointer)
                self._handle.most = max(self._handle.most, columns.slot_count, columns.offset_count)
                self._columns = columns
            finally:
                self._lock.release()
        return columns

    def _number(self, function: Any) -> int:
        self._acquire()
        try:
            return int(function(self._handle.pointer))
        finally:
            self._lock.release()

    def _array(self, address: Optional[int], size: int, kind: str) -> "NDArray[Any]":
        memory = self._memory() if self._memory is not None else None
        if memory is None:
            memory = _Memory(self._handle)
            self._memory = weakref.ref(memory)
        return memory.array(address, (size,), kind)

    @property
    def offsets(self) -> "NDArray[np.uint32]":
        """uint32 (rows + 1): row i is slots[offsets[i]:offsets[i + 1]]."""
        columns = self._read()
        return self._array(columns.offsets, columns.offset_count, UINT32)

    @property
    def slots(self) -> "NDArray[np.uint32]":
        """uint32 (hits): the slots of all rows, one row after the other."""
        columns = self._read()
        return self._array(columns.slots, columns.slot_count, UINT32)

    @property
    def distances(self) -> "Optional[NDArray[np.float32]]":
        """float32 (hits): a distance for each slot, in the caller's units; for rays t, in lengths of the direction.

        None where the query fills none: see its argument `distances`. A distance is a rounded square root: the radius
        that surely reaches it is numpy.nextafter(distance, numpy.float32(numpy.inf)).
        """
        columns = self._read()
        if columns.slot_count and not columns.distance_count:
            return None
        return self._array(columns.distances, columns.distance_count, FLOAT32)

    @property
    def found(self) -> "NDArray[np.uint32]":
        """uint32 (rows): how many matches each row had before a limit cut it."""
        columns = self._read()
        if not columns.found_count:
            return np.diff(self.offsets)
        return self._array(columns.found, columns.found_count, UINT32)

    @property
    def rows(self) -> "NDArray[np.uint32]":
        """uint32 (hits): the row of each hit, for np.bincount and ufunc.at. A new array."""
        columns = self._read()
        rows = np.empty(columns.slot_count, np.uint32)
        if len(rows):
            lib.throng_hits_rows_of_hits(self._handle.pointer, rows.ctypes.data, len(rows))
        return rows

    @property
    def counts(self) -> "NDArray[np.uint32]":
        """uint32 (rows): the length of each row. A new array."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return int(self._read().offset_count) - 1

    def __getitem__(self, row: int) -> "NDArray[np.uint32]":
        """The slots of one row."""
        size = len(self)
        index = row + size if row < 0 else row
        if not 0 <= index < size:
            raise IndexError("row %d of %d" % (row, size))
        offsets = self.offsets
        return self.slots[offsets[index] : offsets[index + 1]]

    def __iter__(self) -> "Iterator[NDArray[np.uint32]]":
        offsets, slots = self.offsets.tolist(), self.slots
        return (slots[offsets[i] : offsets[i + 1]] for i in range(len(offsets) - 1))

    def to_lists(self) -> List[List[int]]:
        """The rows as lists of Python integers, as scipy's query_ball_point returns them."""
        offsets, slots = self.offsets.tolist(), self.slots.tolist()
        return [slots[offsets[i] : offsets[i + 1]] for i in range(len(offsets) - 1)]

    def to_csr(self, columns: Optional[int] = None) -> Any:
        """A scipy.sparse.csr_matrix: its data are the distances, or ones where there are none.

        Args:
            columns: its width; by default the largest slot + 1, or the number of rows if that is more.
        """
        from scipy.sparse import csr_matrix

        slots = self.slots
        if columns is None:
            columns = max(len(self), int(slots.max()) + 1 if len(slots) else 0)
        distances = self.distances
        data = np.ones(len(slots), np.float32) if distances is None else distances
        return csr_matrix((data, slots.astype(np.int32), self.offsets.astype(np.int32)), (len(self), columns))

    @property
    def candidates(self) -> int:
        """How many boxes were tested."""
        return self._number(lib.throng_hits_candidates)

    def digest(self) -> int:
        """A number that is equal for equal answers, on every machine."""
        return self._number(lib.throng_hits_hash)

    def __repr__(self) -> str:
        columns = self._read()
        return "<throng.Hits of %d rows, %d hits>" % (columns.offset_count - 1, columns.slot_count)


class Events(NamedTuple):
    """Pairs that have begun or ended to overlap, by slots and by ids."""

    begun: "NDArray[np.uint32]"  #: uint32 (m, 2), a < b
    ended: "NDArray[np.uint32]"  #: uint32 (k, 2), a < b
    begun_ids: "NDArray[np.uint64]"  #: uint64 (m, 2)
    ended_ids: "NDArray[np.uint64]"  #: uint64 (k, 2), of elements that no longer exist too


def new_pairs() -> Handle:
    pointer = lib.throng_pairs_create(None)
    if not pointer:
        raise OutOfMemory("There is no memory for a list of pairs.", c.OUT_OF_MEMORY)
    return Handle(pointer, lib.throng_pairs_destroy)


def pairs_array(handle: Handle) -> "NDArray[np.uint32]":
    """(m, 2), over the memory of the list."""
    count = lib.throng_pairs_count(handle.pointer)
    if count > _LARGE:
        lib.throng_pairs_trim(handle.pointer)
    return _Memory(handle).array(lib.throng_pairs_data(handle.pointer), (count, 2), UINT32)


def pair_ids_array(handle: Handle) -> "NDArray[np.uint64]":
    count = lib.throng_pairs_count(handle.pointer)
    return _Memory(handle).array(lib.throng_pairs_ids(handle.pointer), (count, 2), UINT64)

