# SPDX-License-Identifier: MIT
"""One index for elements of any size and motion, addressed by id."""

from __future__ import annotations

from ctypes import addressof, byref, c_void_p, sizeof
from functools import partial
from typing import TYPE_CHECKING, Any, List, Optional, Tuple

import numpy as np

from . import _columns as columns
from . import _declarations as c
from . import _views as views
from ._answers import LARGE, Events, Handle
from ._errors import awaits_commit, failed
from ._executors import executor, interrupted
from ._index import bounds_of
from ._library import lib
from ._numbers import assign, choice, flag, reals
from ._pairs import Pairs
from ._saving import Saved, load
from ._snapshot import Capacity, Snapshot, Stats, slots_of
from ._world_space import WorldSpace

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._types import FloatOrArray, IntOrArray

_MOTIONS = {"static": 0, "dynamic": 1}


def _capacity(capacity: Any) -> Capacity:
    if isinstance(capacity, (tuple, list)) and len(capacity) <= 3:
        return Capacity(*capacity)
    raise TypeError("capacity is throng.Capacity(elements, static_elements, hits), not %r" % (capacity,))


def _hint_of(ids: "NDArray[np.uint64]") -> str:
    """For ids that look like slots: no id is below 2**32, as its upper half is a generation."""
    given = ids[ids != 0]
    slots = len(given) != 0 and int(given.max()) < 1 << 32
    return "These ids look like slots: world.ids_of(slots) has their ids" if slots else ""


class World(WorldSpace, Saved):
    """The index for most programs: spawn elements, move them every tick, commit, query.

    Elements have ids (uint64), which stay valid when their slot is used again. Slots are dense, the lowest free one
    first, so that they index arrays of the caller's; answers are slots. spawn, move, move_all, categorize and despawn
    stage changes, and commit applies all of them or none. Changes copy the arrays given to them, which other threads
    may write.

    Args:
        bounds: (min_x, min_y, max_x, max_y) where elements are expected. Neither a limit nor a hint: the content
            decides.
        agent_half_extent: the size up to which the row grid stores dynamic elements, and a tree larger ones; 0:
            learned, but no more than prop_half_extent if that is given. They never change an answer.
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
        desc.track_overlaps = flag(track_overlaps, "track_overlaps")
        if bounds is not None:
            desc.bounds = c.Aabb(*bounds_of(bounds))
        assign(desc, agent_half_extent=agent_half_extent, prop_half_extent=prop_half_extent)
        assign(desc, tracked=tracked, tracked_against=tracked_against, tag=tag)
        desc.track_across_layers = flag(track_across_layers, "track_across_layers")
        assign(desc.capacity, "capacity.", **_capacity(capacity)._asdict())
        if origin is not None:
            desc.origin = c.DoubleVec2(*reals(origin, "origin", "x, y"))
        pointer = c_void_p()
        status = lib.throng_world_create(addressof(desc), byref(pointer))
        if status.faults:
            failed(status, "World")
        self._hold(pointer)
        self._has_origin = origin is not None

    def _hold(self, pointer: c_void_p) -> None:
        handle = Handle(pointer.value or 0, lib.throng_world_destroy)
        self._own(handle, lib.throng_world_space(handle.pointer))
        self._moving: List[views.Boxes] = []  # of move_all, the last one last, until commit has read them

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
        interrupted()
        world._has_origin = world.origin != (0, 0)
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
        handle = self._unvisited()
        on = executor(workers)
        moving: List[views.Boxes] = []

        def call(reader: int) -> Any:
            status, staged = self._in_turn(
                partial(lib.throng_world_load, handle.pointer, reader, on), partial(self._moving.copy)
            )
            moving.extend(staged)
            return status

        self._replace(lambda: load(call, source, "World"))
        self._forget(moving)
        interrupted()

    def restore(self, snapshot: Snapshot) -> None:
        """Makes the world what it was at the commit of a snapshot, at once: a rollback. What is staged is discarded.

        From there the same calls give the same answers again, new handles and orders included. The snapshot may be of
        another world that was made with the same arguments, or loaded; else InvalidArgument.
        """
        if not isinstance(snapshot, Snapshot):
            raise TypeError("snapshot is a throng.Snapshot, not %s" % type(snapshot).__name__)
        held, handle = snapshot._open(), self._unvisited()  # alive until the call returns

        def call() -> None:
            status, moving = self._in_turn(
                partial(lib.throng_world_restore, handle.pointer, held.pointer), partial(self._moving.copy)
            )
            if status.faults:
                failed(status, "restore", hint="the snapshot is of a world with the same arguments")
            self._forget(moving)

        self._replace(call)
        self._has_origin = snapshot._has_origin

    def spawn(
        self,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
        motion: str = "dynamic",
        categories: Optional[IntOrArray] = None,
        layers: Optional[IntOrArray] = None,
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
        moves = choice(_MOTIONS, motion, "motion")
        view = self._boxes(centers, half_extent, box)
        found = np.zeros(view.size, np.uint64)
        of = None if categories is None else columns.categories(categories, view.size)
        floors = None if layers is None else columns.layers(layers, view.size)
        status = self._call(
            lib.throng_world_spawn_doubles if view.double else lib.throng_world_spawn_in_layers,
            view.pointer,
            moves,
            columns.pointer(found),
            view.size,
            columns.pointer(of),
            columns.pointer(floors),
        )
        if status.faults:
            failed(status, "spawn", found, lambda: found == 0)
        return found

    def move(
        self,
        ids: ArrayLike,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
    ) -> None:
        """Stages new boxes for some elements: ids[i] gets box i. Boxes are as for spawn."""
        of = columns.ids(ids, copy=True)
        if centers is None and half_extent is None and box is None:
            hint = _hint_of(of)
            raise TypeError("boxes are missing: give centers and half_extent, or box" + (hint and ". " + hint))
        view = self._boxes(centers, half_extent, box)
        if len(of) != view.size:
            hint = _hint_of(of)
            raise ValueError("%d ids and %d boxes%s" % (len(of), view.size, hint and ". " + hint))
        function = lib.throng_world_move_doubles if view.double else lib.throng_world_move
        status = self._call(function, columns.pointer(of), len(of), view.pointer)
        if status.faults:
            # Boxes in doubles are no throng_boxes.
            both = (lambda: self._faulty(of) | view.faulty()) if view.double else lambda: self._faulty(of, view.pointer)
            failed(status, "move", None, both, _hint_of(of))

    def move_all(
        self,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
    ) -> None:
        """Stages box i for the live dynamic element of slot i, but not for elements spawned since the last commit.

        Those keep the box of spawn. The call for a crowd; boxes are as for spawn. There are at least slot_count boxes;
        where no slot from n on is of a dynamic element, n boxes are enough. commit reads the boxes, and reports faulty
        ones, by slot; they are copied until then.
        """
        view = self._by_slot(centers, half_extent, box)
        handle = self._open()
        function = lib.throng_world_move_all_doubles if view.double else lib.throng_world_move_all
        # An exception such as KeyboardInterrupt may come after the call: the boxes must be kept by then.
        status, moving = self._in_turn(
            partial(self._moving.append, view),
            partial(function, handle.pointer, view.pointer),
            partial(self._moving.copy),
        )[1:]
        del handle
        if status.faults:
            self._forget([view])
            failed(status, "move_all")
        self._forget(moving[:-1])

    def _forget(self, moving: "List[views.Boxes]") -> None:
        """Boxes of move_all that no commit reads any more."""
        for view in moving:
            try:
                self._moving.remove(view)
            except ValueError:  # another thread has forgotten it
                pass

    def _boxes(self, centers: Any, half_extent: Any, box: Any) -> views.Boxes:
        """Boxes for a change, copied: see views."""
        return views.Boxes(centers, half_extent, box, self._origin, copy=True)

    def _by_slot(self, centers: Any, half_extent: Any, box: Any) -> views.Boxes:
        """Boxes for all slots, but those at the end that no dynamic element has."""
        view = self._boxes(centers, half_extent, box)
        count = self.slot_count
        if view.size < count:
            rest = np.arange(view.size, count, dtype=np.uint32)
            if not (self.motions_of(rest) != 0)[self.ids(rest) != 0].any():
                view = view.extended(count)
        return view

    def _call(self, function: Any, *arguments: Any) -> Any:
        """What a function of C returns, in turn with those of other threads."""
        handle = self._open()  # alive until the call returns
        status = self._in_turn(partial(function, handle.pointer, *arguments))[0]
        del handle
        return status

    def _faulty(self, ids: Any, boxes: Any = None) -> Any:
        """Which ids cannot be staged, or have a faulty box."""
        at = np.empty(len(ids), np.uint32)
        faulty = np.zeros(len(ids), np.bool_)
        function = lib.throng_world_faulty_ids
        count = self._call(function, columns.pointer(ids), len(ids), boxes, columns.pointer(at), len(at))
        faulty[at[:count]] = True
        return faulty

    def categorize(self, ids: ArrayLike, categories: IntOrArray) -> None:
        """Stages categories, one for all or one each: queries find elements whose category shares a bit with theirs."""
        of = columns.ids(ids, copy=True)
        to = columns.categories(categories, len(of))
        status = self._call(lib.throng_world_categorize, columns.pointer(of), len(of), columns.pointer(to))
        if status.faults:
            failed(status, "categorize", None, lambda: self._faulty(of), _hint_of(of))

    def set_layers(self, ids: ArrayLike, layers: IntOrArray) -> None:
        """Stages layers, one for all or one each."""
        of = columns.ids(ids, copy=True)
        to = columns.layers(layers, len(of))
        status = self._call(lib.throng_world_set_layers, columns.pointer(of), len(of), columns.pointer(to))
        if status.faults:
            failed(status, "set_layers", None, lambda: self._faulty(of), _hint_of(of))

    def despawn(self, ids: ArrayLike) -> None:
        """Stages the end of elements. Their slots are free after commit."""
        of = columns.ids(ids, copy=True)
        status = self._call(lib.throng_world_despawn, columns.pointer(of), len(of))
        if status.faults:
            failed(status, "despawn", hint=_hint_of(of))

    def commit(
        self,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
        workers: int = -1,
    ) -> None:
        """Applies everything staged, or nothing. Faulty items of move_all are reported by slot.

        Args:
            centers, half_extent, box: a tick in one call: the boxes of move_all, which are for live elements and none
                that was spawned since the last commit. They end with the call: if it fails, only what was staged
                before is staged. Without them, commit alone.
        """
        view = None
        if centers is not None or half_extent is not None or box is not None:
            view = self._by_slot(centers, half_extent, box)
            if view.double:
                view = view.extended(view.size)  # as the world stores them
        handle, on = self._unvisited(), executor(workers)
        call = partial(lib.throng_world_commit, handle.pointer, on)
        if view is not None:
            call = partial(lib.throng_world_commit_boxes, handle.pointer, view.pointer, on)
        status, moving = self._in_turn(call, partial(self._moving.copy))
        del handle
        applied = not status.faults or status.count != 0
        if applied and not status.faults & c.OUT_OF_CAPACITY:
            self._forget(moving)
        interrupted()
        if status.faults:
            moved = view or (moving[-1] if moving else None)
            hint = "move_all needs a box for each of %d slots" % self.slot_count if moved is not None else ""
            failed(status, "commit", None, None if moved is None else moved.faulty, hint)

    def rebase(self, origin: Tuple[float, float], *, workers: int = -1) -> None:
        """Gives the world another origin, at once; elements stay where they are. Nothing may be staged.

        Boxes are shifted in float64 and rounded to float32 again. InvalidBounds: a box would not be finite, and nothing
        has happened. From then on the world has an origin as if it was made with one. Costs as much as a commit that
        spawns every element.
        """
        to, on = c.DoubleVec2(*reals(origin, "origin", "x, y")), executor(workers)
        handle = self._unvisited()

        def call() -> None:
            status = self._in_turn(partial(lib.throng_world_rebase, handle.pointer, to, on))[0]
            if status.faults:
                interrupted()
                failed(status, "rebase", hint="the origin is finite, and nothing is staged: commit or discard before")

        self._replace(call)
        interrupted()
        self._has_origin = True

    def refit(self, *, workers: int = -1) -> None:
        """Lays out all structures anew for the present content, at once. Nothing may be staged.

        For hosts that know of a better time than a commit, such as a loading screen. Answers keep their content. Costs
        as much as a commit that spawns every element.
        """
        handle, on = self._unvisited(), executor(workers)

        def call() -> None:
            status = self._in_turn(partial(lib.throng_world_refit, handle.pointer, on))[0]
            if status.faults:
                interrupted()
                failed(status, "refit", hint="nothing is staged: commit or discard before")

        self._replace(call)
        interrupted()

    def discard(self) -> None:
        """Forgets what is staged; ids issued since the last commit become invalid."""
        handle = self._open()
        moving = self._in_turn(partial(lib.throng_world_discard, handle.pointer), partial(self._moving.copy))[1]
        del handle
        self._forget(moving)

    def overlaps_changed(self, *, workers: int = -1) -> Events:
        """The pairs that have begun and ended to overlap since the call before, at an earlier commit.

        Needs track_overlaps=True.
        """
        begun, ended = Pairs(), Pairs()
        handle = self._open()
        function = partial(lib.throng_world_overlaps_changed, handle.pointer)
        status = begun._write(function, (ended._handle.pointer, executor(workers)))
        interrupted()
        if status.faults or awaits_commit(status):
            failed(status, "overlaps_changed", hint="the world is made with track_overlaps=True")
        if len(ended) > LARGE:
            ended._trim()
        return Events(begun.slots, ended.slots, begun.ids, ended.ids)

    def snapshot(self) -> Snapshot:
        """The last commit, which stays readable while the next one is staged and applied."""
        return Snapshot(self)

    def stats(self) -> Stats:
        """How many elements each structure stores, and all memory taken."""
        stats = c.WorldStats()
        self._call(lib.throng_world_read_stats, addressof(stats))
        return Stats(stats.row_grid, stats.loose_quadtree, stats.static_tree, stats.bytes)

    def high_water(self) -> Capacity:
        """The largest numbers of elements, static elements and hits so far."""
        most = c.Capacity()
        self._call(lib.throng_world_high_water, addressof(most))
        return Capacity(most.elements, most.static_elements, most.hits)
