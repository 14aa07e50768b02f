# SPDX-License-Identifier: MIT
"""The reads of a world, a snapshot and each index, declared once. They take turns with changes."""

from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, c_int, c_void_p
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _columns as columns
from . import _declarations as c
from ._callbacks import calling_back
from ._errors import failed
from ._held import Held
from ._library import lib

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

ROUTES = ("none", "row_grid", "loose_grid", "quadtree", "loose_quadtree", "static_tree")

_Visitor = CFUNCTYPE(c_int, c_void_p, POINTER(c.Node))


class Node(NamedTuple):
    """A part of an index, for drawing and study."""

    bounds: Tuple[float, float, float, float]  #: min_x, min_y, max_x, max_y
    depth: int
    elements: int
    leaf: bool  #: no parts below it
    route: str  #: the structure that it belongs to


class Reads(Held):
    """The reads of every space."""

    _EMPTY = "nothing was built"  # what repr says where there has been no element

    def bounds(self, slots: Optional[ArrayLike] = None) -> "NDArray[np.float32]":
        """float32 (n, 4): the boxes of elements as queries see them, min_x, min_y, max_x, max_y; zero where absent.

        Args:
            slots: (n,); by default all, from 0 to slot_count - 1.
        """
        return self._of_slots(lib.throng_bounds, slots, np.float32, 4)

    def _of_slots(self, function: Any, slots: Any, dtype: Any, *width: int) -> "NDArray[Any]":
        """What a function of C returns for slots, by default for 0 .. slot_count - 1."""
        handle = self._open()
        given = None if slots is None else columns.slots(slots)
        while True:
            of = np.arange(self.slot_count, dtype=np.uint32) if given is None else given
            found = np.zeros((len(of), *width), dtype)
            call = partial(function, self._space, columns.pointer(of), len(of), columns.pointer(found))
            status, count = self._in_turn(call, partial(lib.throng_slot_count, self._space))
            if given is not None or count == len(of):  # else another thread has changed it
                break
        del handle
        if status.faults:
            failed(status, function.__name__[7:])
        return found

    def _all_slots(self, function: Any) -> "NDArray[np.uint32]":
        """What a function of C writes for each element that is present."""
        handle = self._open()
        while True:
            found = np.empty(len(self), np.uint32)
            call = partial(function, self._space, columns.pointer(found), len(found))
            status, count = self._in_turn(call, partial(lib.throng_size, self._space))
            if count == len(found):  # else another thread has changed it
                break
        del handle
        if status.faults:
            failed(status, function.__name__[7:])
        return found

    def visit(self, visitor: Callable[[Node], Any]) -> None:
        """Calls visitor(node) for each part that holds elements, parents first. False skips the parts below it.

        An exception ends the visit and is raised again.
        """
        raised: List[BaseException] = []

        def one(_: Any, pointer: Any) -> int:
            if raised:
                return 0
            try:
                node = pointer.contents
                b = node.bounds
                bounds = (b.min.x, b.min.y, b.max.x, b.max.y)
                going = visitor(Node(bounds, node.depth, node.elements, bool(node.leaf), ROUTES[node.route]))
            except BaseException as error:
                raised.append(error)
                return 0
            return 0 if going is not None and not going else 1

        handle = self._open()
        visit = partial(self._in_turn, partial(lib.throng_visit, self._space, _Visitor(one), None))
        status = calling_back(one, raised, visit)[0]
        del handle
        if status.faults:
            failed(status, "visit")

    @property
    def slot_count(self) -> int:
        """The length of per-slot arrays: the last build's size, or the highest slot so far + 1."""
        return int(self._read(lib.throng_slot_count))

    def __len__(self) -> int:
        """How many elements are present."""
        return int(self._read(lib.throng_size))

    def __bool__(self) -> bool:
        return True

    @property
    def nbytes(self) -> int:
        """All memory that it has taken, in bytes."""
        return int(self._read(lib.throng_bytes))

    def validate(self) -> None:
        """Raises Corrupt where an invariant that queries rely on is broken."""
        handle = self._open()
        status = lib.throng_validate(self._space)
        if status.faults:
            failed(status, "validate")
        del handle

    def __repr__(self) -> str:
        name, handle = type(self).__name__, self._handle
        if handle is None:
            return "<throng.%s, closed>" % name
        size, slots, taken = self._in_turn(
            partial(lib.throng_size, self._space),
            partial(lib.throng_slot_count, self._space),
            partial(lib.throng_bytes, self._space),
        )
        del handle
        if slots == 0:
            return "<throng.%s, empty: %s>" % (name, self._EMPTY)
        return "<throng.%s of %d elements, %.3g MB>" % (name, size, taken / 1e6)
