# SPDX-License-Identifier: MIT
"""Queries of a mixed batch: a structured array, one item a query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import _columns as columns
from . import _declarations as c
from . import _views as views
from ._numbers import array_of, integer, real, reals

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._types import FloatOrArray, IntOrArray

#: The fields of one query: kind, reserved (0), at (x, y), to (x, y), reach, cos_half_angle, k, mask, exclude,
#: layers (first, last; all: 0, 65535).
query_dtype = np.dtype(c.QUERY_FIELDS)


def _new(kind: int, at: Any, mask: Any, exclude: Any, origin: views.Origin) -> "NDArray[Any]":
    points = array_of(at, "places")
    points = points.reshape(-1, 2) if points.ndim == 1 and points.size in (0, 2) else points
    if points.ndim != 2 or points.shape[1] != 2:
        raise ValueError("places have shape (n, 2), not %s" % (points.shape,))
    queries = np.zeros(len(points), query_dtype)
    queries["kind"] = kind
    queries["at"] = _stored(points, origin)
    _give(queries, "mask", mask, longer=True)
    _give(queries, "exclude", c.NO_SLOT if exclude is None else exclude, longer=True)
    queries["layers"] = c.ALL_LAYERS
    return queries


def _give(queries: "NDArray[Any]", field: str, value: Any, name: str = "", longer: bool = False) -> None:
    """Gives the queries a number, or one each; what is beyond them is not read of arrays that may be longer."""
    name, one = name or field, np.ndim(value) == 0
    if queries.dtype[field].kind == "u":
        numbers: "NDArray[Any]" = columns.slots(integer(value, name) if one else value, name)
    else:
        numbers = views.floats([real(value, name)] if one else value, name)
    if longer and len(numbers) > 1:
        columns.enough(numbers, len(queries), name)
        numbers = numbers[: len(queries)]
    if numbers.shape not in ((1,), (len(queries),)):
        raise ValueError("%s is one number, or has shape (%d,), not %s" % (name, len(queries), numbers.shape))
    queries[field] = numbers


def _direct(queries: "NDArray[Any]", directions: Any) -> None:
    """Gives the queries a direction, or one each."""
    array = views.floats(directions, "directions")
    if array.shape not in ((2,), (1, 2), (len(queries), 2)):
        raise ValueError("directions has shape (2,) or (%d, 2), not %s" % (len(queries), array.shape))
    queries["to"] = array


def _stored(points: "NDArray[Any]", origin: views.Origin) -> "NDArray[Any]":
    if origin is None:
        return views.floats(points, "places")
    at = reals(origin, "origin", "x, y")
    return views.relative(views.places(points, "places", (at[0], at[1])), (at[0], at[1]))


class Query:
    """Makes the queries of a batch, which numpy.concatenate puts together.

    Each function returns an array of `query_dtype`, one item for each place. Other arguments are one number, or one for
    each place; those of `limit`, `mask` and `exclude` may be longer. `mask` keeps elements whose category shares a bit
    with it; `exclude` is one slot that is left out. With `origin=world.origin`, places in float64 are absolute, those
    in float32 relative to it.

    >>> batch = np.concatenate([throng.Query.within(at, 2.0), throng.Query.cast(eyes, look, 50.0)])
    >>> hits = world.query(batch)
    """

    @staticmethod
    def overlap(
        box: ArrayLike,
        *,
        limit: IntOrArray = 0,
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        origin: views.Origin = None,
    ) -> "NDArray[Any]":
        """The elements whose box overlaps `box` of shape (n, 4): min_x, min_y, max_x, max_y."""
        array = array_of(box, "box")
        array = array.reshape(-1, 4) if array.ndim == 1 and array.size in (0, 4) else array
        if array.ndim != 2 or array.shape[1] != 4:
            raise ValueError("box has shape (n, 4), not %s" % (array.shape,))
        queries = _new(0, array[:, :2], mask, exclude, origin)
        queries["to"] = _stored(array[:, 2:], origin)
        _give(queries, "k", limit, "limit", longer=True)
        return queries

    @staticmethod
    def within(
        centers: ArrayLike,
        radius: FloatOrArray,
        *,
        limit: IntOrArray = 0,
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        origin: views.Origin = None,
    ) -> "NDArray[Any]":
        """The elements within `radius` of each centre (n, 2)."""
        queries = _new(1, centers, mask, exclude, origin)
        _give(queries, "reach", radius, "radius")
        _give(queries, "k", limit, "limit", longer=True)
        return queries

    @staticmethod
    def nearest(
        points: ArrayLike,
        k: IntOrArray = 1,
        max_distance: FloatOrArray = np.inf,
        *,
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        origin: views.Origin = None,
    ) -> "NDArray[Any]":
        """The `k` elements nearest to each point (n, 2), none farther than `max_distance`."""
        queries = _new(2, points, mask, exclude, origin)
        _give(queries, "k", k)
        _give(queries, "reach", max_distance, "max_distance")
        return queries

    @staticmethod
    def cast(
        origins: ArrayLike,
        directions: ArrayLike,
        max_t: FloatOrArray = np.inf,
        *,
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        origin: views.Origin = None,
    ) -> "NDArray[Any]":
        """The first box that each ray enters; `max_t` counts lengths of the direction (n, 2)."""
        queries = _new(3, origins, mask, exclude, origin)
        _direct(queries, directions)
        _give(queries, "reach", max_t, "max_t")
        return queries

    @staticmethod
    def cone(
        apexes: ArrayLike,
        directions: ArrayLike,
        cos_half_angle: FloatOrArray,
        reach: FloatOrArray = np.inf,
        *,
        limit: IntOrArray = 0,
        mask: IntOrArray = c.ALL,
        exclude: Optional[IntOrArray] = None,
        origin: views.Origin = None,
    ) -> "NDArray[Any]":
        """The elements whose centre is no farther than `reach` and within the half angle around the direction."""
        queries = _new(4, apexes, mask, exclude, origin)
        _direct(queries, directions)
        _give(queries, "cos_half_angle", cos_half_angle)
        _give(queries, "reach", reach)
        _give(queries, "k", limit, "limit", longer=True)
        return queries
