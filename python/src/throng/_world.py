# SPDX-License-Identifier: MIT
"""One index for elements of any size and motion, addressed by id."""

from __future__ import annotations

from ctypes import addressof, byref, c_void_p, sizeof
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Tuple

import numpy as np

from . import _declarations as c
from . import _views as views
from ._answers import Events, Handle, new_pairs, pair_ids_array, pairs_array
from ._errors import failed
from ._library import executor, lib
from ._options import _number
from ._saving import Saved, load
from ._world_space import WorldSpace, _Moving

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOTIONS = {"static": 0, "dynamic": 1}


class Stats(NamedTuple):
    """How many elements each structure stores, and all memory taken, in bytes."""

    row_grid: int
    loose_grid: int
    loose_quadtree: int
    static_tree: int
    bytes: int


class Capacity(NamedTuple):
    """Limits, or the largest numbers so far. 0: no limit."""

    elements: int = 0
    static_elements: int = 0
    hits: int = 0


class Snapshot(WorldSpace, Saved):
    """The state of a World after one commit. It never changes, any thread may read it, and it may outlive its World.

    Made by World.snapshot(), and by Snapshot.load() of what was saved. Close it, or drop it, to give its memory back to
    the world.
    """

    _saves = "throng_snapshot_save"

    def __init__(self, world: "World") -> None:
        self._handle = None
        if not isinstance(world, World):
            raise TypeError("world is a throng.World, not %s" % type(world).__name__)
        # What Python keeps of a world is that of its content, unless another thread changes both: that may take its
        # time, in which a snapshot does not wait but learns it from its own content.
        still = world._guard.acquire(blocking=False)
        try:
            handle = world._open()  # alive until the call returns
            pointer = c_void_p()
            status = lib.throng_snapshot_create(handle.pointer, byref(pointer))
            dynamic, has_origin = world._dynamic, world._origin is not None
        finally:
            if still:
                world._guard.release()
        del handle
        if status.faults:
            failed(status, "snapshot")
        self._hold(pointer)
        if has_origin:
            self._origin = self.origin
        if still:
            self._dynamic = dynamic
        else:
            self._learn()

    def _hold(self, pointer: c_void_p) -> None:
        own = Handle(pointer.value or 0, lib.throng_snapshot_destroy)
        self._own(own, lib.throng_snapshot_space(own.pointer))

    @classmethod
    def load(cls, source: Any, *, workers: int = -1) -> "Snapshot":
        """A new snapshot of what a world or a snapshot has saved, for reading, or for World.restore.

        Args:
            source: bytes, or a binary file with readinto() or read(), which is read no further than what was saved.
                The content need not be trusted: Corrupt is for whatever no world has saved.
        """
        pointer = c_void_p()
        on = executor(workers)
        load(
            lambda reader: lib.throng_snapshot_create_loaded(reader, None, on, byref(pointer)), source, "World"
        )
        snapshot = cls.__new__(cls)
        snapshot._hold(pointer)
        snapshot._learn()
        return snapshot

    _from_saved = load


def slots_of(ids: Any) -> "NDArray[np.uint32]":
    """uint32 (n): the slots of ids, which index arrays of the caller's."""
    return (views.ids(ids) & np.uint64(0xFFFFFFFF)).astype(np.uint32)


class World(WorldSpace, Saved):
    """The index for most programs: spawn elements, move them every tick, commit, query.

    Elements have ids (uint64), which stay valid when their slot is used again. Slots are dense, the lowest free one
    first, so that they index arrays of the caller's; answers are slots. spawn, move, move_all, categorize and despawn
    stage changes, and commit applies all of them or none.

    Args:
        bounds: (min_x, min_y, max_x, max_y) of the world; learned by default. Never a limit.
        agent_half_extent, prop_half_extent: the sizes up to which the row grid and the loose grid store dynamic
            elements; 0: learned. They never change an answer.
        track_overlaps: whether overlaps_changed() is available.
        tracked, tracked_against: its pairs are those of an element whose category shares a bit with `tracked`, and
            another one whose category shares a bit with `tracked_against`.
        track_across_layers: its pairs are also those of elements in different layers.
        capacity: Capacity(elements, static_elements, hits) that calls may not exceed (OutOfCapacity).
        origin: (x, y) amid places that are far from zero, such as those of a map. With it, places that are not float32
            (float64, integers, lists) are absolute and stored as float32(place - origin), rounded once; float32 ones
            are relative to it, and so is what is returned. By default all are as they are.
        tag: tells worlds apart: the ids of worlds with different tags differ. Peers in lockstep use the same one.

    >>> world = throng.World()
    >>> people = world.spawn(at, half_extent=0.25)
    >>> world.commit()
    >>> near = world.neighbors(2.0, limit=10)
    """

    _saves = "throng_world_save"

    def __init__(
        self,
        *,
        bounds: Optional[Tuple[float, float, float, float]] = None,
        agent_half_extent: float = 0.0,
        prop_half_extent: float = 0.0,
        track_overlaps: bool = False,
        tracked: int = c.ALL,
        tracked_against: int = c.ALL,
        track_across_layers: bool = False,
        capacity: Tuple[int, int, int] = Capacity(),
        origin: Optional[Tuple[float, float]] = None,
        tag: int = 0,
    ) -> None:
        self._handle = None
        desc = c.WorldDesc()
        desc.struct_size = sizeof(c.WorldDesc)
        desc.track_overlaps = bool(track_overlaps)
        if bounds is not None:
            desc.bounds = c.Aabb(c.Vec2(bounds[0], bounds[1]), c.Vec2(bounds[2], bounds[3]))
        desc.agent_half_extent = agent_half_extent
        desc.prop_half_extent = prop_half_extent
        desc.tracked = tracked
        desc.tracked_against = tracked_against
        desc.track_across_layers = bool(track_across_layers)
        desc.capacity = c.Capacity(*capacity)
        if origin is not None:
            desc.origin = c.DoubleVec2(*origin)
        desc.tag = _number(tag, "tag")
        pointer = c_void_p()
        status = lib.throng_world_create(addressof(desc), byref(pointer))
        if status.faults:
            hint = "half extents are finite, not negative, and prop is not below agent; origin is finite"
            failed(status, "World", hint=hint)
        self._hold(pointer)
        self._origin = None if origin is None else self.origin

    def _hold(self, pointer: c_void_p) -> None:
        handle = Handle(pointer.value or 0, lib.throng_world_destroy)
        self._own(handle, lib.throng_world_space(handle.pointer))
        self._moving: Any = None  # the arrays of move_all, until commit has read them

    @classmethod
    def loaded(cls, source: Any, *, workers: int = -1) -> "World":
        """A new world of what a world or a snapshot has saved, with the arguments of the one that was saved.

        A late joiner: handles name the same elements, and the same calls give the same new handles. `source` is as for
        load.
        """
        pointer = c_void_p()
        on = executor(workers)
        load(lambda reader: lib.throng_world_create_loaded(reader, on, byref(pointer)), source, "World")
        world = cls.__new__(cls)
        world._hold(pointer)
        world._learn()
        return world

    _from_saved = loaded

    def load(self, source: Any, *, workers: int = -1) -> None:
        """Makes the world what was saved; it keeps its own arguments, but for the origin. What is staged is discarded.

        Handles name the same elements, and the next ones are the same. Another tag is InvalidArgument. After an
        exception the world and what is staged are as before. To get the arguments as well: World.loaded.

        Args:
            source: bytes, or a binary file with readinto() or read(), which is read no further than what was saved.
                The content need not be trusted: Corrupt is for whatever no world has saved.
        """
        with self._guard:
            handle = self._unvisited()
            on = executor(workers)
            load(lambda reader: lib.throng_world_load(handle.pointer, reader, on), source, "World")
            self._moving = None
            self._learn()

    def restore(self, snapshot: Snapshot) -> None:
        """Makes the world what it was at the commit of a snapshot, at once: a rollback. What is staged is discarded.

        From there the same calls give the same answers again, new handles and orders included. The snapshot may be of
        another world that was made with the same arguments, or loaded; else InvalidArgument.
        """
        if not isinstance(snapshot, Snapshot):
            raise TypeError("snapshot is a throng.Snapshot, not %s" % type(snapshot).__name__)
        held = snapshot._open()  # alive until the call returns
        with self._guard:
            handle = self._unvisited()
            status = lib.throng_world_restore(handle.pointer, held.pointer)
            if not status.faults:
                self._moving = None
                self._dynamic, self._origin = snapshot._dynamic, snapshot._origin
        del held
        if status.faults:
            failed(status, "restore", hint="the snapshot is of a world with the same arguments")

    def spawn(
        self,
        centers: Any = None,
        half_extent: Any = None,
        *,
        box: Any = None,
        motion: str = "dynamic",
        categories: Any = None,
        layers: Any = None,
    ) -> "NDArray[np.uint64]":
        """Stages new elements and returns their ids at once, uint64 (n). They are alive after commit.

        Args:
            centers, half_extent: boxes around points (n, 2); half_extent is one number, (n,), or (n, 2) for half
                widths and half heights.
            box: or boxes by their corners: (n, 4) of min_x, min_y, max_x, max_y, or a tuple of minima and maxima.
            motion: "dynamic" or "static": whether they are expected to move.
            categories: uint32, one for all or one each; by default all bits.
            layers: 0 to 65535, one for all or one each; by default 0. Elements of different layers are apart, wherever
                their boxes are: the floors of a building.

        A faulty box gets the id 0 (InvalidBounds; the ids are the `result` of the exception).
        """
        if motion not in _MOTIONS:
            raise ValueError('motion is "static" or "dynamic", not %r' % (motion,))
        view = views.Boxes(centers, half_extent, box, self._origin)
        found = np.zeros(view.size, np.uint64)
        of = None if categories is None else views.masks(categories, view.size, "categories")
        floors = None if layers is None else views.layers(layers, view.size)
        with self._guard:
            handle = self._open()
            status = (lib.throng_world_spawn_doubles if view.double else lib.throng_world_spawn_in_layers)(
                handle.pointer,
                view.pointer,
                _MOTIONS[motion],
                views.pointer(found),
                view.size,
                views.pointer(of),
                views.pointer(floors),
            )
            if motion == "static" or self._dynamic is not None:
                before = self._dynamic or _Moving(np.zeros(0, np.bool_))
                self._dynamic = before.spawned(slots_of(found[found != 0]), motion == "static")
        if status.faults:
            failed(status, "spawn", found, lambda: found == 0)
        return found

    def move(self, ids: Any, centers: Any = None, half_extent: Any = None, *, box: Any = None) -> None:
        """Stages new boxes for some elements: ids[i] gets box i. Boxes are as for spawn."""
        of = views.ids(ids)
        view = views.Boxes(centers, half_extent, box, self._origin)
        if len(of) != view.size:
            raise ValueError("%d ids and %d boxes" % (len(of), view.size))
        with self._guard:
            handle = self._open()
            function = lib.throng_world_move_doubles if view.double else lib.throng_world_move
            status = function(handle.pointer, views.pointer(of), len(of), view.pointer)
        if status.faults:
            # Boxes in doubles are no throng_boxes.
            both = (lambda: self._faulty(of) | view.faulty()) if view.double else lambda: self._faulty(of, view.pointer)
            failed(status, "move", None, both)

    def move_all(self, centers: Any = None, half_extent: Any = None, *, box: Any = None) -> None:
        """Stages box i for the live dynamic element of slot i: the call for a crowd. Boxes are as for spawn.

        There are at least slot_count boxes; where all slots from n on are of static elements, n boxes are enough, and
        are copied once. Else float32 arrays are read by commit, in place: leave them unchanged until then. The world
        keeps them alive. float64 arrays of a world with an origin are converted at once. commit reports faulty boxes,
        by slot.
        """
        view = self._by_slot(centers, half_extent, box)
        with self._guard:
            handle = self._open()
            function = lib.throng_world_move_all_doubles if view.double else lib.throng_world_move_all
            status = function(handle.pointer, view.pointer)
            if not status.faults:
                self._moving = view
        if status.faults:
            failed(status, "move_all")

    def _by_slot(self, centers: Any, half_extent: Any, box: Any) -> views.Boxes:
        """Boxes for all slots, but those of static elements at the end."""
        view = views.Boxes(centers, half_extent, box, self._origin)
        if self._dynamic is not None and self._dynamic.all_static_from(view.size):
            view = view.extended(len(self._dynamic.static))
        return view

    def _faulty(self, ids: Any, boxes: Any = None) -> Any:
        """Which ids cannot be staged, or have a faulty box."""
        at = np.empty(len(ids), np.uint32)
        faulty = np.zeros(len(ids), np.bool_)
        with self._guard:
            world = self._open()
            count = lib.throng_world_faulty_ids(
                world.pointer, views.pointer(ids), len(ids), boxes, views.pointer(at), len(at)
            )
        faulty[at[:count]] = True
        return faulty

    def categorize(self, ids: Any, categories: Any) -> None:
        """Stages categories, one for all or one each: queries find elements whose category shares a bit with theirs."""
        of = views.ids(ids)
        to = views.masks(categories, len(of), "categories")
        with self._guard:
            handle = self._open()
            status = lib.throng_world_categorize(handle.pointer, views.pointer(of), len(of), views.pointer(to))
        if status.faults:
            failed(status, "categorize", None, lambda: self._faulty(of))

    def set_layers(self, ids: Any, layers: Any) -> None:
        """Stages layers, one for all or one each."""
        of = views.ids(ids)
        to = views.layers(layers, len(of))
        with self._guard:
            handle = self._open()
            status = lib.throng_world_set_layers(handle.pointer, views.pointer(of), len(of), views.pointer(to))
        if status.faults:
            failed(status, "set_layers", None, lambda: self._faulty(of))

    def despawn(self, ids: Any) -> None:
        """Stages the end of elements. Their slots are free after commit."""
        of = views.ids(ids)
        with self._guard:
            handle = self._open()
            status = lib.throng_world_despawn(handle.pointer, views.pointer(of), len(of))
        if status.faults:
            failed(status, "despawn")

    def commit(
        self, centers: Any = None, half_extent: Any = None, *, box: Any = None, workers: int = -1
    ) -> None:
        """Applies everything staged, or nothing. Faulty items of move_all are reported by slot.

        Args:
            centers, half_extent, box: a tick in one call: the boxes of move_all, which end with the call. If it fails,
                only what was staged before is staged. Without them, commit alone.
        """
        view = None
        if centers is not None or half_extent is not None or box is not None:
            view = self._by_slot(centers, half_extent, box)
            if view.double:
                view = view.extended(view.size)  # as the world stores them
        with self._guard:
            handle = self._unvisited()
            if view is None:
                moved = self._moving
                status = lib.throng_world_commit(handle.pointer, executor(workers))
            else:
                moved = view
                status = lib.throng_world_commit_boxes(handle.pointer, view.pointer, executor(workers))
            applied = not status.faults or status.count != 0
            if applied and not status.faults & c.OUT_OF_CAPACITY:
                self._moving = None
        if status.faults:
            hint = "move_all needs a box for each of %d slots" % self.slot_count if moved is not None else ""
            failed(status, "commit", None, None if moved is None else moved.faulty, hint)

    def rebase(self, origin: Tuple[float, float], *, workers: int = -1) -> None:
        """Gives the world another origin, at once; elements stay where they are. Nothing may be staged.

        Boxes are shifted in float64 and rounded to float32 again. InvalidBounds: a box would not be finite, and nothing
        has happened. From then on the world has an origin as if it was made with one. Costs as much as a commit that
        spawns every element.
        """
        with self._guard:
            handle = self._unvisited()
            status = lib.throng_world_rebase(handle.pointer, c.DoubleVec2(*origin), executor(workers))
            if not status.faults:
                self._origin = self.origin
        if status.faults:
            failed(status, "rebase", hint="the origin is finite, and nothing is staged: commit or discard before")

    def discard(self) -> None:
        """Forgets what is staged; ids issued since the last commit become invalid."""
        with self._guard:
            handle = self._open()
            lib.throng_world_discard(handle.pointer)
            self._moving = None

    def overlaps_changed(self, *, workers: int = -1) -> Events:
        """The pairs that have begun and ended to overlap since the call before, at an earlier commit.

        Needs track_overlaps=True.
        """
        begun, ended = new_pairs(), new_pairs()
        handle = self._open()
        status = lib.throng_world_overlaps_changed(handle.pointer, begun.pointer, ended.pointer, executor(workers))
        if status.faults:
            failed(status, "overlaps_changed", hint="the world is made with track_overlaps=True")
        return Events(pairs_array(begun), pairs_array(ended), pair_ids_array(begun), pair_ids_array(ended))

    def snapshot(self) -> Snapshot:
        """The last commit, which stays readable while the next one is staged and applied."""
        return Snapshot(self)

    def stats(self) -> Stats:
        """How many elements each structure stores, and all memory taken."""
        stats = c.WorldStats()
        with self._guard:
            handle = self._open()
            lib.throng_world_read_stats(handle.pointer, addressof(stats))
        return Stats(stats.row_grid, stats.loose_grid, stats.loose_quadtree, stats.static_tree, stats.bytes)

    def high_water(self) -> Capacity:
        """The largest numbers of elements, static elements and hits so far."""
        most = c.Capacity()
        with self._guard:
            handle = self._open()
            lib.throng_world_high_water(handle.pointer, addressof(most))
        return Capacity(most.elements, most.static_elements, most.hits)
