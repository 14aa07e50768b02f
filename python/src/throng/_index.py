# SPDX-License-Identifier: MIT
"""The five indexes: elements under slots of the caller's choosing."""

from __future__ import annotations

from ctypes import addressof, byref, c_void_p, sizeof
from functools import partial
from typing import TYPE_CHECKING, Any, Optional, Tuple

import numpy as np

from . import _columns as columns
from . import _declarations as c
from . import _views as views
from ._answers import Handle
from ._errors import failed
from ._executors import executor, interrupted
from ._library import lib
from ._numbers import assign, reals
from ._reads import ROUTES
from ._saving import Saved, load
from ._space import Space

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._types import FloatOrArray

Bounds = Optional[Tuple[float, float, float, float]]


def bounds_of(bounds: Any) -> Tuple[c.Vec2, c.Vec2]:
    x, y, to_x, to_y = reals(bounds, "bounds", "min_x, min_y, max_x, max_y")
    return c.Vec2(x, y), c.Vec2(to_x, to_y)


# A change has its arrays copied: see _views.
def _boxes(centers: Any, half_extent: Any, box: Any) -> views.Boxes:
    return views.Boxes(centers, half_extent, box, copy=True)


def _points(points: Any) -> views.Points:
    return views.Points(points, "points", copy=True)


class Index(Space):
    """An index: element i of a build has slot i. Boxes are as for World.spawn; changes copy their arrays, as there."""

    _kind = ""

    def _create(self, bounds: Bounds, **fields: Any) -> None:
        self._handle = None
        desc = c.IndexDesc()
        desc.struct_size = sizeof(c.IndexDesc)
        desc.kind = ROUTES.index(self._kind)
        if bounds is not None:
            desc.bounds = c.Aabb(*bounds_of(bounds))
        assign(desc, **fields)
        pointer = c_void_p()
        status = lib.throng_index_create(addressof(desc), byref(pointer))
        if status.faults:
            failed(status, type(self).__name__)
        handle = Handle(pointer.value or 0, lib.throng_index_destroy)
        self._own(handle, lib.throng_index_space(handle.pointer))

    def _change(self, function: Any, slots: Any, view: Any, workers: int) -> None:
        arguments: Tuple[Any, ...] = ()
        if slots is not None:
            arguments += (columns.pointer(slots), len(slots))
            if view is not None and len(slots) != view.size:
                raise ValueError("%d slots and %d items" % (len(slots), view.size))
        if view is not None:
            arguments += (view.pointer,)
        handle = self._unvisited()
        status = self._in_turn(partial(function, handle.pointer, *arguments, executor(workers)))[0]
        del handle
        interrupted()
        if status.faults:
            name = function.__name__[13:]
            hint = "points and boxes are not mixed"
            if name.startswith("update"):
                hint = "update has an item for each of %d slots; " % self.slot_count + hint
            failed(status, name, None, view.faulty if view is not None else None, hint)

    def build(
        self,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
        workers: int = -1,
    ) -> None:
        """Replaces everything: element i has box i and slot i. A faulty box leaves its slot absent."""
        self._change(lib.throng_index_build, None, _boxes(centers, half_extent, box), workers)


    def update(
        self,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
        workers: int = -1,
    ) -> None:
        """The call for each tick: item i is the new box of slot i, for each of slot_count."""
        self._change(lib.throng_index_update, None, _boxes(centers, half_extent, box), workers)

    def move(
        self,
        slots: ArrayLike,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
        workers: int = -1,
    ) -> None:
        """Moves some elements: slots[i] to box i."""
        self._change(lib.throng_index_move, columns.slots(slots, copy=True), _boxes(centers, half_extent, box), workers)


class DynamicIndex(Index):
    """An index whose elements come and go."""

    def insert(
        self,
        slots: ArrayLike,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
        workers: int = -1,
    ) -> None:
        """Adds elements: box i gets slots[i], which is absent."""
        self._change(
            lib.throng_index_insert, columns.slots(slots, copy=True), _boxes(centers, half_extent, box), workers
        )

    def erase(self, slots: ArrayLike, *, workers: int = -1) -> None:
        """Removes elements; their slots may be inserted again."""
        self._change(lib.throng_index_erase, columns.slots(slots, copy=True), None, workers)

    def refit(self, *, workers: int = -1) -> None:
        """Restores the best shape, at most once per frame. Answers are exact without it."""
        self._change(lib.throng_index_refit, None, None, workers)

    def _change_all(self, function: Any) -> None:
        handle = self._unvisited()
        status = self._in_turn(partial(function, handle.pointer))[0]
        del handle
        if status.faults:
            failed(status, function.__name__[13:])

    def clear(self) -> None:
        """Makes every slot absent."""
        self._change_all(lib.throng_index_clear)


class RowGrid(DynamicIndex):
    """A grid whose rows own their lists, for very many elements of a common size that all move every tick.

    Elements are boxes, or points: the first build or insert decides. A point is the centre of a box of max_half_extent.

    Args:
        bounds: where cells are laid out; by default around the elements. Never a limit.
        max_half_extent: of points half the side of the square around each; of boxes the largest half extent (a larger
            box is TooLarge), 0: any.
        cell_size: 0: chosen.
    """

    _kind = "row_grid"

    def __init__(self, *, bounds: Bounds = None, max_half_extent: float = 0.0, cell_size: float = 0.0) -> None:
        self._create(bounds, max_half_extent=max_half_extent, cell_size=cell_size)

    def build_points(self, points: ArrayLike, *, workers: int = -1) -> None:
        """As build, with points (n, 2)."""
        self._change(lib.throng_index_build_points, None, _points(points), workers)

    def update_points(self, points: ArrayLike, *, workers: int = -1) -> None:
        """As update, with points (n, 2)."""
        self._change(lib.throng_index_update_points, None, _points(points), workers)

    def insert_points(self, slots: ArrayLike, points: ArrayLike, *, workers: int = -1) -> None:
        """As insert, with points (n, 2)."""
        self._change(
            lib.throng_index_insert_points, columns.slots(slots, copy=True), _points(points), workers
        )

    def move_points(self, slots: ArrayLike, points: ArrayLike, *, workers: int = -1) -> None:
        """As move, with points (n, 2)."""
        self._change(lib.throng_index_move_points, columns.slots(slots, copy=True), _points(points), workers)

    def order(self) -> "NDArray[np.uint32]":
        """uint32 (len): all present slots in memory order. Arrays sorted by it make updates cheap."""
        return self._all_slots(lib.throng_order)


class LooseGrid(DynamicIndex):
    """A double grid for moving elements of many sizes.

    Args:
        bounds: where cells are laid out; by default around the elements. Never a limit.
        loose_cell, tight_cell: sides of the finest cells; 0: chosen.
    """

    _kind = "loose_grid"

    def __init__(self, *, bounds: Bounds = None, loose_cell: float = 0.0, tight_cell: float = 0.0) -> None:
        self._create(bounds, cell_size=loose_cell, tight_cell_size=tight_cell)


class _Tree(DynamicIndex):
    def __init__(self, *, bounds: Bounds = None, max_per_leaf: int = 0, max_depth: int = 0) -> None:
        self._create(bounds, max_per_leaf=max_per_leaf, max_depth=max_depth)

    def cleanup(self) -> None:
        """One step of refit, for use once per frame."""
        self._change_all(lib.throng_index_cleanup)


class Quadtree(_Tree):
    """The classic quadtree with tight leaves, for comparison, drawing and study as much as for use.

    Args:
        bounds: the root is a square around them; by default around the elements. Never a limit.
        max_per_leaf: a leaf splits above this many elements; 0: above 8.
        max_depth: no leaf is deeper; at most 15; 0: 8.
    """

    _kind = "quadtree"


class LooseQuadtree(_Tree):
    """A quadtree for elements of any size that come, go, move and jump: each is in one leaf. Arguments as for Quadtree;
    max_per_leaf of 0 is 4, max_depth of 0 is 15."""

    _kind = "loose_quadtree"


class StaticTree(DynamicIndex, Saved):
    """A packed tree over boxes of any sizes at any density. They never move, or a little in each update, and seldom
    come or go."""

    _kind = "static_tree"
    _saves = "throng_index_save"

    def __init__(self) -> None:
        self._create(None)

    def load(self, source: Any, *, workers: int = -1) -> None:
        """Replaces everything by what a tree has saved; after an exception the tree is as before.

        Args:
            source: bytes, or a binary file with readinto() or read(), which is read no further than what was saved.
                The content need not be trusted: Corrupt is for whatever no tree has saved.
        """
        handle = self._unvisited()
        on = executor(workers)
        load(
            lambda reader: self._in_turn(partial(lib.throng_index_load, handle.pointer, reader, on))[0],
            source,
            "StaticTree",
        )
        del handle
        interrupted()

    @classmethod
    def _from_saved(cls, data: bytes) -> "StaticTree":
        tree = cls.__new__(cls)
        tree._create(None)
        tree.load(data)
        return tree
