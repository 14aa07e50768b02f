# SPDX-License-Identifier: MIT
"""The answer to a batch of queries. Reads of it and a query that writes it again exclude each other."""

from __future__ import annotations

from ctypes import addressof
from functools import partial
from operator import index
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Tuple, Union, overload

import numpy as np

from . import _declarations as c
from ._answers import FLOAT32, LARGE, UINT32, HitsHandle, not_copied, refused
from ._library import lib
from ._numbers import flag, integer
from ._turns import Gate

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Hits:
    """The answer to a batch of queries: row i lists the slots that answer query i (compressed sparse rows).

    Arrays are read-only views of the answer's own memory. Each stays valid as long as it is referenced. To use the
    memory again, pass the object as `out` to a query; while an array of it is referenced elsewhere that is a
    BufferError, as for bytearray. So is a read while a query of another thread writes it.

    >>> near = world.neighbors(2.0, limit=10, distances=True)
    >>> near.slots[near.offsets[3]:near.offsets[4]]  # the neighbours of slot 3; the same as near[3]
    """

    # The columns are of the last query: it writes them, as a reader must not find those of the query before.
    __slots__ = ("_handle", "_gate", "_columns")

    def __init__(self) -> None:
        self._begin(lib.throng_hits_reserve, (), (0, 0))  # empty, where the handle has an old answer

    def _begin(self, function: Any, before: Tuple[Any, ...], after: Tuple[Any, ...]) -> Any:
        """The first call of a new object, written by a function of C as in _write: no other thread knows it."""
        self._handle = handle = HitsHandle()
        self._gate = Gate(refused)
        self._columns = columns = c.HitsColumns()
        status = function(*before, handle.pointer, *after)
        lib.throng_hits_read(handle.pointer, addressof(columns))
        handle.most = max(handle.most, columns.slot_count, columns.offset_count)
        if columns.slot_count > LARGE:
            lib.throng_hits_trim(handle.pointer)
            lib.throng_hits_read(handle.pointer, addressof(columns))
        return status

    def __reduce__(self) -> Any:
        raise not_copied("Hits", "copy its arrays")

    def _write(self, function: Any, before: Tuple[Any, ...], after: Tuple[Any, ...]) -> Any:
        """What a function of C returns that writes the answer, its argument between those before and after it."""
        pointer, columns = self._handle.pointer, self._columns
        read = partial(lib.throng_hits_read, pointer, addressof(columns))
        status = self._gate.write(partial(function, *before, pointer, *after), read)[0]
        count = columns.slot_count
        self._handle.most = max(self._handle.most, count, columns.offset_count)
        if count > LARGE:
            try:
                self._gate.write(partial(lib.throng_hits_trim, pointer), read)
            except BufferError:
                pass  # another thread reads the answer already
        return status

    def _read(self, function: Any) -> int:
        with self._gate.reading():
            return int(function(self._handle.pointer))

    def _array(self, column: str, count: str, kind: str) -> "NDArray[Any]":
        """An array over a column. It is a reader as long as it lives, from before the column is looked up."""
        columns = self._columns
        array: "NDArray[Any]" = np.asarray(
            SimpleNamespace(
                kept=(self._handle, self._gate.hold()),
                __array_interface__={
                    "data": (getattr(columns, column) or addressof(columns), True),
                    "shape": (getattr(columns, count),),
                    "typestr": kind,
                    "version": 3,
                },
            )
        )
        return array if len(array) else np.empty(0, kind)

    @property
    def offsets(self) -> "NDArray[np.uint32]":
        """uint32 (rows + 1): row i is slots[offsets[i]:offsets[i + 1]]."""
        return self._array("offsets", "offset_count", UINT32)

    @property
    def slots(self) -> "NDArray[np.uint32]":
        """uint32 (hits): the slots of all rows, one row after the other."""
        return self._array("slots", "slot_count", UINT32)

    @property
    def distances(self) -> "Optional[NDArray[np.float32]]":
        """float32 (hits): a distance for each slot, in the caller's units; for rays t, in lengths of the direction.

        None where the query fills none: see its argument `distances`. A distance is a rounded square root: the radius
        that surely reaches it is numpy.nextafter(distance, numpy.float32(numpy.inf)).
        """
        with self._gate.reading():
            if self._columns.slot_count and not self._columns.distance_count:
                return None
            return self._array("distances", "distance_count", FLOAT32)

    @property
    def found(self) -> "NDArray[np.uint32]":
        """uint32 (rows): how many matches each row had before a limit cut it."""
        with self._gate.reading():
            if not self._columns.found_count:
                return np.diff(self.offsets)
            return self._array("found", "found_count", UINT32)

    @property
    def rows(self) -> "NDArray[np.uint32]":
        """uint32 (hits): the row of each hit, for np.bincount and ufunc.at. A new array."""
        with self._gate.reading():
            rows = np.empty(self._columns.slot_count, np.uint32)
            if len(rows):
                lib.throng_hits_rows_of_hits(self._handle.pointer, rows.ctypes.data, len(rows))
            return rows

    @property
    def counts(self) -> "NDArray[np.uint32]":
        """uint32 (rows): the length of each row. A new array."""
        return np.diff(self.offsets)

    def _offsets_and_slots(self) -> "Tuple[NDArray[np.uint32], NDArray[np.uint32]]":
        """Of one answer: offsets is never empty, and so keeps out a query until slots is read."""
        offsets = self.offsets
        return offsets, self.slots

    def __len__(self) -> int:
        with self._gate.reading():
            return int(self._columns.offset_count) - 1

    @overload
    def __getitem__(self, row: int) -> "NDArray[np.uint32]": ...

    @overload
    def __getitem__(self, row: slice) -> "List[NDArray[np.uint32]]": ...

    def __getitem__(self, row: Union[int, slice]) -> "Union[NDArray[np.uint32], List[NDArray[np.uint32]]]":
        """The slots of one row, or a list of those of several: hits[2:5]."""
        offsets, slots = self._offsets_and_slots()
        size = len(offsets) - 1
        if isinstance(row, slice):
            return [slots[offsets[i] : offsets[i + 1]] for i in range(size)[row]]
        try:
            number = index(row)
        except TypeError:
            raise TypeError("a row is an integer or a slice, not %s" % type(row).__name__) from None
        at = number + size if number < 0 else number
        if not 0 <= at < size:
            raise IndexError("row %d of %d" % (number, size))
        return slots[offsets[at] : offsets[at + 1]]

    def __iter__(self) -> "Iterator[NDArray[np.uint32]]":
        offsets, slots = self._offsets_and_slots()
        ends: Any = offsets.tolist()
        return (slots[ends[i] : ends[i + 1]] for i in range(len(ends) - 1))

    def to_lists(self) -> List[List[int]]:
        """The rows as lists of Python integers, as scipy's query_ball_point returns them."""
        columns: Any = [column.tolist() for column in self._offsets_and_slots()]
        offsets, slots = columns
        return [slots[offsets[i] : offsets[i + 1]] for i in range(len(offsets) - 1)]

    def to_csr(self, columns: Optional[int] = None, *, copy: bool = True) -> Any:
        """A scipy.sparse.csr_matrix: its data are the distances, or ones where there are none.

        Its product with an array sums over the hits of each row: with w = hits.to_csr(copy=False) and
        w.data = kernel(w.data), w @ mass is the density of particles.

        Args:
            columns: its width; by default the largest slot + 1, or the number of rows if that is more.
            copy: its arrays are its own, and may be changed. False: they are those of the answer, read-only, which is
                enough for products, sums and new `data`.
        """
        from scipy.sparse import csr_matrix

        with self._gate.reading():
            offsets, slots, distances = self.offsets, self.slots, self.distances
        size = len(offsets) - 1
        width = max(size, int(slots.max()) + 1 if len(slots) else 0) if columns is None else integer(columns, "columns")
        data = np.ones(len(slots), np.float32) if distances is None else distances
        arrays = (data, slots.view(np.int32), offsets.view(np.int32))
        return csr_matrix(arrays, (size, width), copy=flag(copy, "copy"))

    @property
    def candidates(self) -> int:
        """How many boxes were tested."""
        return self._read(lib.throng_hits_candidates)

    def digest(self) -> int:
        """A number that is equal for equal answers, on every machine."""
        return self._read(lib.throng_hits_hash)

    def hash(self) -> int:
        """The same as digest(): the name of C++, and of the hash of a World's content."""
        return self.digest()

    def __repr__(self) -> str:
        with self._gate.reading():
            return "<throng.Hits of %d rows, %d hits>" % (self._columns.offset_count - 1, self._columns.slot_count)


if TYPE_CHECKING:

    class RankedHits(Hits):
        """For type checkers: an answer that surely has distances."""

        @property
        def distances(self) -> "NDArray[np.float32]": ...

else:
    RankedHits = Hits
