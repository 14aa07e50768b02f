# SPDX-License-Identifier: MIT
"""The options of queries, as structs of the C interface."""

from __future__ import annotations

from ctypes import addressof, sizeof
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import _declarations as c
from . import _views as views
from ._bitset import Bitset

_ORDERS = {"stable": 0, "by_slot": 1}
_MEASURES = {"box": 0, "center": 1}

_Key = Tuple[int, bool, str, str, int, int, bool]
# Structs without arrays, by what they hold: a program uses few, and each is built once.
_known: Dict[_Key, Tuple[Any, int]] = {}
_DEFAULT: _Key = (0, False, "stable", "box", c.ALL, 0, False)


def _choice(names: Dict[str, int], value: str, name: str) -> int:
    try:
        return names[value]
    except (KeyError, TypeError):
        raise ValueError("%s is %s, not %r" % (name, " or ".join('"%s"' % n for n in names), value)) from None


def _number(value: int, name: str) -> int:
    if not 0 <= value <= c.ALL:
        raise ValueError("%s is from 0 to 2**32 - 1, not %r" % (name, value))
    return value


def _build(key: _Key) -> c.QueryOptions:
    limit, distances, order, measure, mask, most_hits, only_dynamic = key
    options = c.QueryOptions()
    options.struct_size = sizeof(c.QueryOptions)
    options.mask = _number(mask, "mask")
    options.limit = _number(limit, "limit")
    options.distances = bool(distances)
    options.order = _choice(_ORDERS, order, "order")
    options.measure = _choice(_MEASURES, measure, "measure")
    options.most_hits = _number(most_hits, "most_hits")
    options.layers = c.ALL_LAYERS
    options.only_dynamic = only_dynamic
    return options


def among_pointer(among: Optional[Bitset]) -> Optional[int]:
    if among is None:
        return None
    if not isinstance(among, Bitset):
        raise TypeError("among is a throng.Bitset, not %s" % type(among).__name__)
    return among._handle.pointer


def query_options(
    limit: int,
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
) -> Tuple[Optional[int], Any]:
    """The address of a struct, and what must be kept until the call returns."""
    per_row = False
    if type(mask) is not int:
        per_row = np.ndim(mask) != 0
        mask = mask if per_row else int(mask)
    key = (limit, distances, order, measure, c.ALL if per_row else mask, most_hits, only_dynamic)
    if not per_row and exclude is None and among is None and layers is None and not across_layers:
        if key == _DEFAULT:
            return None, None
        known = _known.get(key)
        if known is None:
            options = _build(key)
            known = (options, addressof(options))
            if len(_known) < 1000:
                _known[key] = known
        return known[1], known[0]

    options = _build(key)
    kept: List[Any] = [options, among]
    options.among = among_pointer(among)
    if per_row:
        masks = views.masks(mask, rows, "mask")
        options.masks, options.mask_count = views.pointer(masks), len(masks)
        kept.append(masks)
    options.across_layers = bool(across_layers)
    if layers is not None:
        ranges = views.layer_ranges(layers)
        if ranges.ndim == 1:
            options.layers = c.LayerRange(int(ranges[0]), int(ranges[1]))
        else:
            if ranges.shape[1:] != (2,) or (rows is not None and len(ranges) != rows):
                raise ValueError("layers has one or two layers for each query, not shape %s" % (ranges.shape,))
            options.layers_by_query, options.layers_by_query_count = views.pointer(ranges), len(ranges)
            kept.append(ranges)
    if exclude is not None:
        slots = views.slots(exclude, "exclude")
        if rows is not None and len(slots) != rows:
            raise ValueError("exclude has a slot for each of %d rows, not %d" % (rows, len(slots)))
        options.exclude, options.exclude_count = views.pointer(slots), len(slots)
        kept.append(slots)
    return addressof(options), kept


def pair_options(
    order: str,
    among: Optional[Bitset],
    mask: int,
    collides_with: Any,
    static_static: bool,
    limit: int,
    layers: Any = None,
    across_layers: bool = False,
) -> Tuple[Optional[int], Any]:
    options = c.PairOptions()
    options.struct_size = sizeof(c.PairOptions)
    options.order = _choice(_ORDERS, order, "order")
    options.among = among_pointer(among)
    options.mask = _number(mask, "mask")
    options.static_static = bool(static_static)
    options.limit = _number(limit, "limit")
    options.layers = c.ALL_LAYERS
    kept: List[Any] = [options, among]
    options.across_layers = bool(across_layers)
    if layers is not None:
        ranges = views.layer_ranges(layers)
        if ranges.ndim != 1:
            raise ValueError("layers is one layer, or a tuple (first, last)")
        options.layers = c.LayerRange(int(ranges[0]), int(ranges[1]))
    if collides_with is not None:
        masks = views.masks(collides_with, None, "collides_with")
        options.collides_with, options.collides_with_count = views.pointer(masks), len(masks)
        kept.append(masks)
    return addressof(options), kept
