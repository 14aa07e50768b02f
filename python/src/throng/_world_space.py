# SPDX-License-Identifier: MIT
"""The queries and reads that worlds and snapshots have besides those of every index."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, Tuple, Union

import numpy as np

from . import _columns as columns
from . import _declarations as c
from . import _views as views
from ._bitset import Bitset
from ._errors import awaits_commit, failed
from ._executors import executor, interrupted
from ._hits import Hits
from ._library import lib
from ._numbers import ALL_64, integer, unmasked
from ._options import Measure, Order, query_options
from ._query import query_dtype
from ._reads import ROUTES
from ._space import Space

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._types import IntOrArray


def _joined(queries: Any) -> "NDArray[Any]":
    """A batch, or a list of batches one after the other."""
    if isinstance(unmasked(queries, "queries"), (list, tuple)):
        if not all(getattr(part, "dtype", None) == query_dtype for part in queries):
            raise TypeError("queries is an array of throng.query_dtype, or a list of them: see throng.Query")
        return np.concatenate([np.atleast_1d(part) for part in queries]) if queries else np.empty(0, query_dtype)
    return np.asarray(queries)


class WorldSpace(Space):
    """The queries and reads that only worlds and snapshots have."""

    _EMPTY = "nothing was committed"
    _HAS_STATIC = True
    _has_origin = False  # whether places in float64 are absolute

    @property
    def _origin(self) -> views.Origin:  # type: ignore[override]
        return self.origin if self._has_origin else None

    def query(
        self,
        queries: Union["NDArray[Any]", Sequence["NDArray[Any]"]],
        *,
        limit: IntOrArray = 0,
        count_found: bool = True,
        distances: bool = False,
        order: Order = "stable",
        measure: Measure = "box",
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        among: Optional[Bitset] = None,
        layers: Optional[IntOrArray] = None,
        most_hits: int = 0,
        workers: int = -1,
        out: Optional[Hits] = None,
        only_dynamic: bool = False,
    ) -> Hits:
        """Row i is the answer to queries[i], of any kind: an array of query_dtype, see Query, or a list of arrays.

        Filters of a query and of the call both apply. Further arguments: see Space.
        """
        batch = _joined(queries)
        if batch.dtype != query_dtype:
            raise TypeError("queries has dtype throng.query_dtype, as the functions of throng.Query return it")
        if batch.ndim != 1:
            raise ValueError("queries has shape (n,), not %s" % (batch.shape,))
        batch = columns.side_by_side(batch, columns.address(batch) % 4 != 0)  # numpy would have it at any address
        options = query_options(
            limit, count_found, distances, order, measure, mask, most_hits, exclude, among, len(batch), layers,
            only_dynamic=only_dynamic,
        )
        return self._ask(lib.throng_query_batch, (columns.pointer(batch), len(batch)), out, options, workers)

    def visible(
        self,
        start: ArrayLike,
        end: ArrayLike,
        blockers: int = c.ALL,
        *,
        layers: Optional[IntOrArray] = None,
        workers: int = -1,
    ) -> "NDArray[np.bool_]":
        """bool (n): whether no element whose category shares a bit with `blockers` touches segment i.

        Args:
            start, end: the ends of the segments, (n, 2) each.
            layers: elements of these layers are in the way: one, a tuple (first, last), or one or two for each segment.
        """
        origin, target = views.Points(start, "start", self._origin), views.Points(end, "end", self._origin)
        if origin.size != target.size:
            raise ValueError("%d starts and %d ends" % (origin.size, target.size))
        seen = np.zeros(origin.size, np.uint8)
        ranges = columns.layer_ranges(c.ALL_LAYERS if layers is None else layers).reshape(-1, 2)
        double = views.one_kind(origin, target, "start and end")
        in_the_way = integer(blockers, "blockers")
        handle = self._open()
        status = (lib.throng_visible_doubles if double else lib.throng_visible_in_layers)(
            self._space,
            origin.pointer,
            target.pointer,
            in_the_way,
            columns.pointer(ranges),
            len(ranges),
            columns.pointer(seen),
            len(seen),
            executor(workers),
        )
        interrupted()
        if status.faults or awaits_commit(status):
            failed(status, "visible", seen.view(np.bool_), lambda: origin.faulty() | target.faulty())
        del handle
        return seen.view(np.bool_)

    @property
    def origin(self) -> Tuple[float, float]:
        """Where float32 coordinates count from, those of bounds() too: their sum in float64 is a place."""
        origin = self._read(lib.throng_origin)
        return (origin.x, origin.y)

    def order(self) -> "NDArray[np.uint32]":
        """uint32 (len): all live slots, elements that are near each other mostly near each other.

        Arrays sorted by it make updates and neighbors_of cheap.
        """
        return self._all_slots(lib.throng_order)

    def live_slots(self) -> "NDArray[np.uint32]":
        """uint32 (len): all live slots, ascending."""
        return self._all_slots(lib.throng_live_slots)

    def alive(self, ids: ArrayLike) -> "NDArray[np.bool_]":
        """bool (n): whether each id names an element of the last commit."""
        of = columns.ids(ids)
        told = np.zeros(len(of), np.uint8)
        handle = self._open()
        call = partial(lib.throng_alive_each, self._space, columns.pointer(of), len(of), columns.pointer(told))
        status = self._in_turn(call)[0]
        del handle
        if status.faults:
            failed(status, "alive")
        return told.view(np.bool_)

    def ids(self, slots: Optional[ArrayLike] = None) -> "NDArray[np.uint64]":
        """uint64 (n): the ids of slots, by default of 0 .. slot_count - 1; 0 for dead ones."""
        return self._of_slots(lib.throng_ids_of, slots, np.uint64)

    def ids_of(self, slots: ArrayLike) -> "NDArray[np.uint64]":
        """uint64 (n): the ids of slots; 0 for dead ones. slots_of is the other way."""
        return self.ids(slots)

    def layers(self, slots: Optional[ArrayLike] = None) -> "NDArray[np.uint16]":
        """uint16 (n): the layers of slots, by default of 0 .. slot_count - 1; 0 for dead ones."""
        return self._of_slots(lib.throng_layers_of, slots, np.uint16)

    def layers_of(self, slots: ArrayLike) -> "NDArray[np.uint16]":
        """uint16 (n): the layers of slots; 0 for dead ones."""
        return self.layers(slots)

    def categories_of(self, slots: ArrayLike) -> "NDArray[np.uint32]":
        """uint32 (n): the categories of slots; 0 for dead ones."""
        return self._of_slots(lib.throng_categories_of, slots, np.uint32)

    def motions_of(self, slots: ArrayLike) -> "NDArray[np.uint8]":
        """uint8 (n): 0 for the slots of static elements, 1 for dynamic ones and dead slots."""
        return self._of_slots(lib.throng_motions_of, slots, np.uint8)

    def hash(self) -> int:
        """A hash of the content: the id, box, category, motion and layer of each element, and the origin.

        Equal contents have equal hashes, whatever their history and on every machine, so that peers in lockstep find
        out that they differ. Not for untrusted input.
        """
        return int(self._read(lib.throng_hash))

    def _replace(self, change: Callable[[], Any]) -> Any:
        """What a change returns that may bring another origin.

        Until it is known, places are read as where there is one, which is right in both cases: an exception such as
        KeyboardInterrupt may come after the change.
        """
        before, self._has_origin = self._has_origin, True
        try:
            told = change()
        except Exception:
            self._has_origin = before
            raise
        self._has_origin = before or self.origin != (0, 0)
        return told

    def route(self, id: int) -> str:
        """The structure that stores an element: "row_grid", "loose_quadtree", "static_tree", "none"."""
        number = integer(id, "id", ALL_64)
        return ROUTES[self._read(lib.throng_route, c.Id(number & 0xFFFFFFFF, number >> 32))]
