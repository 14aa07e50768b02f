# SPDX-License-Identifier: MIT
"""The state of a world after one commit, and what is told of it in numbers."""

from __future__ import annotations

from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _columns as columns
from ._answers import Handle
from ._errors import failed
from ._executors import executor, interrupted
from ._library import lib
from ._saving import Saved, load
from ._world_space import WorldSpace

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._world import World


class Stats(NamedTuple):
    """How many elements each structure stores, and all memory taken, in bytes."""

    row_grid: int
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
        if not isinstance(world, WorldSpace) or isinstance(world, Snapshot):
            raise TypeError("world is a throng.World, not %s" % type(world).__name__)
        handle = world._open()  # alive until the call returns
        pointer = c_void_p()
        # Another thread may rebase the world meanwhile: then the snapshot has an origin that is not 0.
        has_origin = world._has_origin
        status = lib.throng_snapshot_create(handle.pointer, byref(pointer))
        if status.faults:
            failed(status, "snapshot")
        self._hold(pointer)
        self._has_origin = has_origin or self.origin != (0, 0)
        del handle

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
        interrupted()
        snapshot._has_origin = snapshot.origin != (0, 0)
        return snapshot

    _from_saved = load


def slots_of(ids: ArrayLike) -> "NDArray[np.uint32]":
    """uint32 (n): the slots of ids, which index arrays of the caller's."""
    return (columns.ids(ids) & np.uint64(0xFFFFFFFF)).astype(np.uint32)
