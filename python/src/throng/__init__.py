# SPDX-License-Identifier: MIT
"""Throng: spatial queries over very many moving elements in the plane.

>>> import numpy as np, throng
>>> at = np.random.default_rng(1).uniform(0, 300, (100_000, 2)).astype(np.float32)
>>> world = throng.World()
>>> people = world.spawn(at, half_extent=0.25)  # uint64 ids
>>> world.commit()
>>> near = world.neighbors(2.0, limit=10, distances=True)
>>> near.slots, near.rows, near.distances  # the elements near each, the row of each, and how far

Space is float32, in the caller's units. Queries read float32 arrays in place, changes copy them once, and answers are
arrays over the library's own memory; float64 is converted, which copies it once. Slots are uint32 and index arrays of
the caller's.
"""

from ._answers import Events
from ._bitset import Bitset
from ._errors import (
    Busy,
    Cancelled,
    Corrupt,
    EmptyWarning,
    InvalidArgument,
    InvalidBounds,
    ItemWarning,
    OutOfCapacity,
    OutOfMemory,
    OutputTooSmall,
    StaleId,
    ThrongError,
    TooLarge,
    errstate,
    geterr,
)
from ._hits import Hits
from ._index import DynamicIndex, Index, LooseGrid, LooseQuadtree, Quadtree, RowGrid, StaticTree
from ._library import active_isa, available_isas, version
from ._pairs import Pairs
from ._query import Query, query_dtype
from ._reads import Node
from ._snapshot import Capacity, Snapshot, Stats, slots_of
from ._space import Space
from ._world import World

__version__ = version()

NO_SLOT = 0xFFFFFFFF  #: in `exclude`: leaves out no element

__all__ = [
    "NO_SLOT",
    "Bitset",
    "Busy",
    "Cancelled",
    "Capacity",
    "Corrupt",
    "DynamicIndex",
    "EmptyWarning",
    "Events",
    "Hits",
    "Index",
    "InvalidArgument",
    "InvalidBounds",
    "ItemWarning",
    "LooseGrid",
    "LooseQuadtree",
    "Node",
    "OutOfCapacity",
    "OutOfMemory",
    "OutputTooSmall",
    "Pairs",
    "Quadtree",
    "Query",
    "RowGrid",
    "Snapshot",
    "Space",
    "StaleId",
    "StaticTree",
    "Stats",
    "ThrongError",
    "TooLarge",
    "World",
    "active_isa",
    "available_isas",
    "errstate",
    "geterr",
    "query_dtype",
    "slots_of",
    "version",
]
