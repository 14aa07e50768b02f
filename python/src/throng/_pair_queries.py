# SPDX-License-Identifier: MIT
"""The query for pairs of elements."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Optional, Tuple, overload

from . import _declarations as c
from ._bitset import Bitset
from ._errors import awaits_commit, failed
from ._executors import executor, interrupted
from ._held import read_among
from ._library import lib
from ._options import Order, pair_options
from ._pairs import Pairs
from ._reads import Reads

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ._types import IntOrArray


class PairQueries(Reads):
    """pairs() of whatever can be queried."""

    @overload
    def pairs(
        self,
        *,
        order: Order = "stable",
        among: Optional[Bitset] = None,
        mask: int = c.ALL,
        collides_with: Optional[ArrayLike] = None,
        static_static: bool = False,
        limit: int = 0,
        layers: Optional[IntOrArray] = None,
        across_layers: bool = False,
        distance: Optional[float] = None,
        return_squared_distances: Literal[False] = False,
        workers: int = -1,
        out: Optional[Pairs] = None,
    ) -> "NDArray[np.uint32]": ...

    @overload
    def pairs(
        self,
        *,
        order: Order = "stable",
        among: Optional[Bitset] = None,
        mask: int = c.ALL,
        collides_with: Optional[ArrayLike] = None,
        static_static: bool = False,
        limit: int = 0,
        layers: Optional[IntOrArray] = None,
        across_layers: bool = False,
        distance: Optional[float] = None,
        return_squared_distances: Literal[True],
        workers: int = -1,
        out: Optional[Pairs] = None,
    ) -> Tuple["NDArray[np.uint32]", "NDArray[np.float32]"]: ...

    def pairs(
        self,
        *,
        order: Order = "stable",
        among: Optional[Bitset] = None,
        mask: int = c.ALL,
        collides_with: Optional[ArrayLike] = None,
        static_static: bool = False,
        limit: int = 0,
        layers: Optional[IntOrArray] = None,
        across_layers: bool = False,
        distance: Optional[float] = None,
        return_squared_distances: bool = False,
        workers: int = -1,
        out: Optional[Pairs] = None,
    ) -> Any:
        """uint32 (m, 2): every pair of elements, once, a < b. Over the answer's own memory.

        Args:
            distance: pairs of elements whose centres are at most so far apart. None: those whose boxes overlap.
            return_squared_distances: the answer is the tuple (pairs, squared distances), with float32 (m): those
                between the centres.
            order: "stable", or "by_slot" for pairs that ascend by (a, b).
            among: a Bitset; keeps pairs with both elements in it.
            mask: keeps pairs whose categories both share a bit with it. World only.
            collides_with: uint32 (slot_count), a mask for each slot; keeps pairs that accept each other's category.
                World only.
            static_static: also pairs of two static elements. World only.
            limit: more pairs are refused (OutOfCapacity). 0: no limit.
            layers: keeps pairs with both elements in these: one layer, or a tuple (first, last). World only.
            across_layers: also pairs of two elements in different layers. World only.
            out: a Pairs, whose memory the answer takes in place of new memory.
        """
        options = pair_options(
            order,
            among,
            mask,
            collides_with,
            static_static,
            limit,
            layers,
            across_layers,
            distance,
            return_squared_distances,
        )
        if out is not None and not isinstance(out, Pairs):
            raise TypeError("out is a throng.Pairs, not %s" % type(out).__name__)
        found = Pairs() if out is None else out
        handle = self._open()
        function = partial(lib.throng_overlapping_pairs, self._space)
        status = read_among(options, found._write, function, (options.pointer, executor(workers)))
        interrupted()
        if status.faults or awaits_commit(status):
            failed(status, "pairs")
        del handle
        with found._gate.reading():
            slots = found.slots
            return (slots, found.squared_distances) if return_squared_distances else slots
