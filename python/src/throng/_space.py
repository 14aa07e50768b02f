# SPDX-License-Identifier: MIT
"""The queries of a world, a snapshot and each index, declared once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, overload

import numpy as np

from . import _columns as columns
from . import _declarations as c
from . import _views as views
from ._bitset import Bitset
from ._errors import awaits_commit, failed
from ._executors import executor, interrupted
from ._held import read_among
from ._hits import Hits, RankedHits
from ._library import lib
from ._numbers import flag, integer, real
from ._options import Measure, Order, query_options
from ._pair_queries import PairQueries

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._types import FloatOrArray, IntOrArray


class Space(PairQueries):
    """Whatever can be queried: a World, a Snapshot, or an index.

    Queries come in batches: row i of the answer belongs to query i. Any number of threads may query at once. These
    arguments are those of every query; arrays of `limit`, `mask`, `exclude` and `layers` may be longer than the batch,
    whose rest is not read, and shorter ones are a ValueError:

        limit: 0 for every match, else the nearest `limit` of them; one integer, or one for each query.
        count_found: False counts nothing beyond the limit, which is cheaper; Hits.found is the length of each row then.
        distances: True fills Hits.distances (nearest, cast and along always do).
        order: "stable", the fastest; or "by_slot", ascending, which depends on the content alone.
        measure: the target of a distance: "box", the nearest point of an element's box, or its "center".
        mask: keeps elements whose category shares a bit with it; one integer, or one for each query. World only.
        exclude: uint32 (queries), one slot for each query that it leaves out, such as that of its own element.
        among: a Bitset; keeps its members.
        layers: keeps elements of these layers: one, a tuple (first, last), or an array of one or two for each query;
            by default all. neighbors keep to the layer of each slot unless across_layers=True. World only.
        only_dynamic: True leaves out static elements; neighbors have `static` instead. World only.
        most_hits: an answer of more hits is refused (OutOfCapacity). 0: no limit.
        workers: -1 uses every thread, 1 the calling thread alone.
        out: a Hits to be written again, in place of a new one.
    """

    _HAS_STATIC = False

    @overload
    def overlap(
        self,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
        distances: Literal[True],
        **options: Any,
    ) -> RankedHits: ...

    @overload
    def overlap(
        self,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
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
    ) -> Hits: ...

    def overlap(  # type: ignore[misc]
        self,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        box: Optional[ArrayLike] = None,
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
        """Row i lists the elements whose box overlaps query box i; boxes that touch overlap.

        Args:
            centers, half_extent: boxes around points (n, 2); half_extent is one number, (n,), or (n, 2) for half
                widths and half heights.
            box: or boxes by their corners: (n, 4) of min_x, min_y, max_x, max_y, or a tuple of minima and maxima.

        Further arguments: see Space.
        """
        view = views.Boxes(centers, half_extent, box, self._origin)
        options = query_options(
            limit, count_found, distances, order, measure, mask, most_hits, exclude, among, view.size, layers,
            only_dynamic=only_dynamic,
        )
        return self._ask(_function("throng_overlap", view), (view.pointer,), out, options, workers, view)

    @overload
    def within(
        self,
        centers: ArrayLike,
        radius: FloatOrArray,
        *,
        distances: Literal[True],
        **options: Any,
    ) -> RankedHits: ...

    @overload
    def within(
        self,
        centers: ArrayLike,
        radius: FloatOrArray,
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
    ) -> Hits: ...

    def within(  # type: ignore[misc]
        self,
        centers: ArrayLike,
        radius: FloatOrArray,
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
        """Row i lists the elements at distance <= radius of centers[i].

        Args:
            centers: places (n, 2).
            radius: one number, or (n,); numpy.inf finds every element.

        Further arguments: see Space.
        """
        view = views.Discs(centers, radius, self._origin)
        options = query_options(
            limit, count_found, distances, order, measure, mask, most_hits, exclude, among, view.size, layers,
            only_dynamic=only_dynamic,
        )
        return self._ask(_function("throng_within", view), (view.pointer,), out, options, workers, view)

    def nearest(
        self,
        points: ArrayLike,
        k: int = 1,
        max_distance: float = np.inf,
        *,
        limit: IntOrArray = 0,
        count_found: bool = True,
        measure: Measure = "box",
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        among: Optional[Bitset] = None,
        layers: Optional[IntOrArray] = None,
        most_hits: int = 0,
        workers: int = -1,
        out: Optional[Hits] = None,
        only_dynamic: bool = False,
    ) -> RankedHits:
        """Row i lists the `k` elements nearest to points[i] (n, 2), none farther than max_distance.

        Rows ascend by (squared distance, slot) and have distances. A row is shorter than k where fewer elements are
        near enough. Further arguments: see Space.
        """
        view = views.Points(points, "points", self._origin)
        options = query_options(
            limit, count_found, False, "stable", measure, mask, most_hits, exclude, among, view.size, layers,
            only_dynamic=only_dynamic,
        )
        return self._ask(
            _function("throng_nearest", view),
            (view.pointer, integer(k, "k"), real(max_distance, "max_distance")),
            out,
            options,
            workers,
            view,
        )

    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_t: FloatOrArray = np.inf,
        half_extent: float = 0.0,
        *,
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        among: Optional[Bitset] = None,
        layers: Optional[IntOrArray] = None,
        most_hits: int = 0,
        workers: int = -1,
        out: Optional[Hits] = None,
        only_dynamic: bool = False,
    ) -> RankedHits:
        """Row i holds the first box that ray i enters, or nothing; its distance is t.

        Args:
            origins: (n, 2).
            directions: (n, 2), or one for all; of any length but 0. t counts lengths of it.
            max_t: one number, or (n,).
            half_extent: > 0 casts a square: boxes grow by it on every side.

        Further arguments: see Space.
        """
        view = views.Rays(origins, directions, max_t, half_extent, self._origin)
        options = query_options(
            0, True, False, "stable", "box", mask, most_hits, exclude, among, view.size, layers,
            only_dynamic=only_dynamic,
        )
        return self._ask(_function("throng_cast", view), (view.pointer,), out, options, workers, view)

    def along(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_t: FloatOrArray = np.inf,
        half_extent: float = 0.0,
        *,
        limit: IntOrArray = 0,
        count_found: bool = True,
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        among: Optional[Bitset] = None,
        layers: Optional[IntOrArray] = None,
        most_hits: int = 0,
        workers: int = -1,
        out: Optional[Hits] = None,
        only_dynamic: bool = False,
    ) -> RankedHits:
        """Row i lists every box that ray i touches, by ascending (t, slot), with t as its distance. As cast."""
        view = views.Rays(origins, directions, max_t, half_extent, self._origin)
        options = query_options(
            limit, count_found, False, "stable", "box", mask, most_hits, exclude, among, view.size, layers,
            only_dynamic=only_dynamic,
        )
        return self._ask(_function("throng_along", view), (view.pointer,), out, options, workers, view)

    @overload
    def neighbors(self, radius: FloatOrArray, *, distances: Literal[True], **options: Any) -> RankedHits: ...

    @overload
    def neighbors(
        self,
        radius: FloatOrArray,
        *,
        limit: IntOrArray = 0,
        count_found: bool = True,
        distances: bool = False,
        order: Order = "stable",
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        among: Optional[Bitset] = None,
        layers: Optional[IntOrArray] = None,
        most_hits: int = 0,
        workers: int = -1,
        out: Optional[Hits] = None,
        across_layers: bool = False,
        static: bool = False,
    ) -> Hits: ...

    def neighbors(  # type: ignore[misc]
        self,
        radius: FloatOrArray,
        *,
        limit: IntOrArray = 0,
        count_found: bool = True,
        distances: bool = False,
        order: Order = "stable",
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        among: Optional[Bitset] = None,
        layers: Optional[IntOrArray] = None,
        most_hits: int = 0,
        workers: int = -1,
        out: Optional[Hits] = None,
        across_layers: bool = False,
        static: bool = False,
    ) -> Hits:
        """Row s lists the elements whose centre is within `radius` of the centre of slot s, without s itself.

        `radius` is one number, or one for each slot. There is a row for each slot; absent slots get empty rows. With
        limit=10 the rows are the ten nearest of each element, by ascending distance.

        Args:
            static: also static elements. By default they are no neighbours and their rows are empty, as the centre of
                a wall says little about where it is; for walls see overlap, within and nearest. (C and C++ include
                them.) World only.

        Further arguments: limit, distances, order, mask, exclude, among, most_hits, workers, out; see Space.
        """
        options = query_options(
            limit, count_found, distances, order, "box", mask, most_hits, exclude, among, None, layers, across_layers,
            self._leaves_static_out(static),
        )
        if np.ndim(radius) == 0:
            return self._ask(lib.throng_neighbors, (real(radius, "radius"),), out, options, workers)
        radii = columns.reals(radius, "radius")
        return self._ask(lib.throng_neighbors_by_radii, (columns.pointer(radii), len(radii)), out, options, workers)

    @overload
    def neighbors_of(
        self,
        slots: ArrayLike,
        radius: float,
        *,
        distances: Literal[True],
        **options: Any,
    ) -> RankedHits: ...

    @overload
    def neighbors_of(
        self,
        slots: ArrayLike,
        radius: float,
        *,
        limit: IntOrArray = 0,
        count_found: bool = True,
        distances: bool = False,
        order: Order = "stable",
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        among: Optional[Bitset] = None,
        layers: Optional[IntOrArray] = None,
        most_hits: int = 0,
        workers: int = -1,
        out: Optional[Hits] = None,
        across_layers: bool = False,
        static: bool = False,
    ) -> Hits: ...

    def neighbors_of(  # type: ignore[misc]
        self,
        slots: ArrayLike,
        radius: float,
        *,
        limit: IntOrArray = 0,
        count_found: bool = True,
        distances: bool = False,
        order: Order = "stable",
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        among: Optional[Bitset] = None,
        layers: Optional[IntOrArray] = None,
        most_hits: int = 0,
        workers: int = -1,
        out: Optional[Hits] = None,
        across_layers: bool = False,
        static: bool = False,
    ) -> Hits:
        """Row i lists the neighbours of slots[i], which may be static. Slots may repeat; absent ones get empty rows.

        Further arguments: as for neighbors.
        """
        of = columns.slots(slots)
        options = query_options(
            limit, count_found, distances, order, "box", mask, most_hits, exclude, among, len(of), layers,
            across_layers, self._leaves_static_out(static),
        )
        return self._ask(
            lib.throng_neighbors_of, (columns.pointer(of), len(of), real(radius, "radius")), out, options, workers
        )

    def _leaves_static_out(self, static: bool) -> bool:
        """Whether neighbors are those among dynamic elements alone: in a world, by default."""
        wanted = flag(static, "static")
        if wanted and not self._HAS_STATIC:
            raise TypeError("static: only a World has static elements")
        return self._HAS_STATIC and not wanted

    def count(
        self,
        centers: Optional[ArrayLike] = None,
        half_extent: Optional[FloatOrArray] = None,
        *,
        radius: Optional[FloatOrArray] = None,
        box: Optional[ArrayLike] = None,
        measure: Measure = "box",
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        among: Optional[Bitset] = None,
        layers: Optional[IntOrArray] = None,
        workers: int = -1,
        only_dynamic: bool = False,
    ) -> "NDArray[np.uint32]":
        """uint32 (n): how many elements overlap() would list, or within() where `radius` is given."""
        view: Any
        if radius is not None:
            if half_extent is not None or box is not None:
                raise TypeError("count takes centers with radius, centers with half_extent, or box")
            view, name = views.Discs(centers, radius, self._origin), "throng_count_within"
        else:
            view, name = views.Boxes(centers, half_extent, box, self._origin), "throng_count_overlap"
        options = query_options(
            0, True, False, "stable", measure, mask, 0, exclude, among, view.size, layers,
            only_dynamic=only_dynamic,
        )
        counts = np.zeros(view.size, np.uint32)
        handle = self._open()
        arguments = (view.pointer, columns.pointer(counts), view.size, options.pointer, executor(workers))
        status = read_among(options, _function(name, view), self._space, *arguments)
        interrupted()
        if status.faults or awaits_commit(status):
            failed(status, "count", counts, view.faulty)
        del handle
        return counts


def _function(name: str, view: Any) -> Any:
    """The function of C for the places of a view: floats, or doubles."""
    return getattr(lib, name + "_doubles" if view.double else name)
