# SPDX-License-Identifier: MIT
"""The options of queries, as structs of the C interface."""

from __future__ import annotations

from ctypes import addressof, sizeof
from typing import Any, Dict, List, Literal, NamedTuple, Optional, Tuple

import numpy as np

from . import _columns as columns
from . import _declarations as c
from ._bitset import Bitset
from ._numbers import choice, flag, integer, real, unmasked

Order = Literal["stable", "by_slot"]
Measure = Literal["box", "center"]
_ORDERS = {"stable": 0, "by_slot": 1}
_MEASURES = {"box": 0, "center": 1}


class Options(NamedTuple):
    """What a call needs of its options."""

    pointer: Optional[int]  # to a struct, or None for the defaults
    kept: Any = None  # until the call returns
    among: Optional[Bitset] = None  # a reader of it is needed while the call runs


_Key = Tuple[int, bool, bool, str, str, int, int, bool]
# Structs without arrays, by what they hold: a program uses few, and each is built once.
_known: Dict[_Key, Options] = {(0, True, False, "stable", "box", c.ALL, 0, False): Options(None)}


def _build(key: _Key) -> c.QueryOptions:
    limit, count_found, distances, order, measure, mask, most_hits, only_dynamic = key
    options = c.QueryOptions()
    options.struct_size = sizeof(c.QueryOptions)
    options.mask = integer(mask, "mask")
    options.limit = integer(limit, "limit")
    options.skip_found = not flag(count_found, "count_found")
    options.distances = flag(distances, "distances")
    options.order = choice(_ORDERS, order, "order")
    options.measure = choice(_MEASURES, measure, "measure")
    options.most_hits = integer(most_hits, "most_hits")
    options.layers = c.ALL_LAYERS
    options.only_dynamic = flag(only_dynamic, "only_dynamic")
    return options


def _known_or_built(key: _Key) -> Options:
    try:
        return _known[key]
    except KeyError:
        can_be_kept = len(_known) < 1000
    except TypeError:
        can_be_kept = False  # such as an array of one number
    options = _build(key)
    built = Options(addressof(options), options)
    if can_be_kept:
        _known[key] = built
    return built


def among_pointer(among: Optional[Bitset]) -> Optional[int]:
    if among is None:
        return None
    if not isinstance(among, Bitset):
        raise TypeError("among is a throng.Bitset, not %s" % type(among).__name__)
    return among._handle.pointer


def query_options(
    limit: Any,
    count_found: bool,
    distances: bool,
    order: str,
    measure: str,
    mask: Any,
    most_hits: int,
    exclude: Any,
    among: Optional[Bitset],
    rows: Optional[int],
    layers: Any = None,
    across_layers: bool = False,
    only_dynamic: bool = False,
) -> Options:
    per_row = type(mask) is not int and np.ndim(unmasked(mask, "mask")) != 0
    each_limit = type(limit) is not int and np.ndim(unmasked(limit, "limit")) != 0
    key = (
        0 if each_limit else limit,
        count_found,
        distances,
        order,
        measure,
        c.ALL if per_row else mask,
        most_hits,
        only_dynamic,
    )
    if not per_row and not each_limit and exclude is None and among is None and layers is None and not across_layers:
        return _known_or_built(key)

    options = _build(key)
    kept: List[Any] = [options]
    options.among = among_pointer(among)
    if per_row:
        masks = columns.per_query(mask, rows, "mask")
        options.masks, options.mask_count = columns.pointer(masks), len(masks)
        kept.append(masks)
    if each_limit:
        limits = columns.per_query(limit, rows, "limit")
        options.limits, options.limit_count = columns.pointer(limits), len(limits)
        kept.append(limits)
    options.across_layers = flag(across_layers, "across_layers")
    if layers is not None:
        ranges = columns.layer_ranges(layers)
        if ranges.ndim == 1:
            options.layers = c.LayerRange(int(ranges[0]), int(ranges[1]))
        else:
            if ranges.shape[1:] != (2,):
                raise ValueError("layers has one or two layers for each query, not shape %s" % (ranges.shape,))
            columns.enough(ranges, rows, "layers")
            options.layers_by_query, options.layers_by_query_count = columns.pointer(ranges), len(ranges)
            kept.append(ranges)
    if exclude is not None:
        slots = columns.per_query(exclude, rows, "exclude")
        options.exclude, options.exclude_count = columns.pointer(slots), len(slots)
        kept.append(slots)
    return Options(addressof(options), kept, among)


def pair_options(
    order: str,
    among: Optional[Bitset],
    mask: int,
    collides_with: Any,
    static_static: bool,
    limit: int,
    layers: Any = None,
    across_layers: bool = False,
    distance: Optional[float] = None,
    squared_distances: bool = False,
) -> Options:
    options = c.PairOptions()
    options.struct_size = sizeof(c.PairOptions)
    options.order = choice(_ORDERS, order, "order")
    options.among = among_pointer(among)
    options.mask = integer(mask, "mask")
    options.static_static = flag(static_static, "static_static")
    options.limit = integer(limit, "limit")
    options.layers = c.ALL_LAYERS
    kept: List[Any] = [options]
    options.across_layers = flag(across_layers, "across_layers")
    options.squared_distances = flag(squared_distances, "return_squared_distances")
    if distance is not None:
        options.by_distance, options.distance = 1, real(distance, "distance")
    if layers is not None:
        ranges = columns.layer_ranges(layers)
        if ranges.ndim != 1:
            raise ValueError("layers is one layer, or a tuple (first, last)")
        options.layers = c.LayerRange(int(ranges[0]), int(ranges[1]))
    if collides_with is not None:
        masks = columns.slots(collides_with, "collides_with")
        options.collides_with, options.collides_with_count = columns.pointer(masks), len(masks)
        kept.append(masks)
    return Options(addressof(options), kept, among)
