# SPDX-License-Identifier: MIT
"""numpy arrays as the library reads them, in place.

Read without a copy by queries: float32 arrays whose strides are multiples of 4 bytes, such as columns, (n, 2) arrays,
every k-th row, and fields of structured arrays. Copied once: other number types (float64, integers), negative strides,
strides that are no multiple of 4, and arrays that begin at no such address.

Calls that change a space have a copy in any case. They check arrays first and read them again: what another thread
writes in between would break the space, not only the answer.

Places of a world with an origin are float32 relative to it, or else absolute in float64, which is read in the same way
with strides that are multiples of 8.
"""

from __future__ import annotations

from ctypes import addressof
from typing import TYPE_CHECKING, Any, Optional, Tuple, Union

import numpy as np

from . import _declarations as c
from ._columns import address, side_by_side
from ._numbers import ALL, array_of, real

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_FLOAT = np.dtype(np.float32)
_DOUBLE = np.dtype(np.float64)

#: Where float32 places count from, of a world that has an origin.
Origin = Optional[Tuple[float, float]]


def _same(array: "NDArray[Any]", copy: bool) -> "NDArray[Any]":
    # More items than a call takes are refused by it: a broadcast array of them need have no memory.
    return array.copy() if copy and (array.ndim == 0 or len(array) <= ALL) else array


def floats(value: Any, name: str, copy: bool = False) -> "NDArray[np.float32]":
    """`value` as an array of native float32; the same array where it is one, unless `copy`."""
    array = array_of(value, name)
    if array.dtype == _FLOAT:
        return _same(array, copy)
    if array.dtype.kind not in "fiu":
        raise TypeError("%s has numbers, not %s" % (name, array.dtype if array.ndim else type(value).__name__))
    with np.errstate(over="ignore", invalid="ignore"):
        return array.astype(np.float32)  # too large: infinite, which the call reports


def places(value: Any, name: str, origin: Origin, copy: bool = False) -> "NDArray[Any]":
    """float32, or with an origin float64 unless `value` is float32 or narrower."""
    array = array_of(value, name)
    if origin is None or array.dtype.kind not in "fiu" or (array.dtype.kind == "f" and array.dtype.itemsize <= 4):
        return floats(array if array.ndim else value, name, copy)
    return _same(array, copy) if array.dtype == _DOUBLE else array.astype(np.float64)


def relative(places: "NDArray[Any]", origin: Origin) -> "NDArray[np.float32]":
    """What a world stores of places (n, 2)."""
    if places.dtype != _DOUBLE:
        return places
    with np.errstate(over="ignore", invalid="ignore"):
        stored: "NDArray[np.float32]" = (places - np.asarray(origin)).astype(np.float32)
    return stored


def _in_place(array: "NDArray[Any]", start: int) -> bool:
    item = array.dtype.itemsize
    return start % item == 0 and all(stride % item == 0 for stride in array.strides) and array.strides[0] >= 0


def one_kind(first: "Points", second: "Points", names: str) -> bool:
    """Whether both are in doubles."""
    if first.double != second.double:
        raise TypeError("%s are both relative to the origin (float32) or both absolute (float64)" % names)
    return first.double


class Points:
    """Points for one call: a struct with the arrays that it points into."""

    __slots__ = ("struct", "kept", "size", "origin", "double")

    def __init__(self, value: Any, name: str, origin: Origin = None, copy: bool = False) -> None:
        self.struct = c.Points()
        self.kept: Any = None
        self.size = 0
        self.origin = origin
        self.double = False
        self._read(value, name, copy)

    def _read(self, value: Any, name: str, copy: bool) -> None:
        struct = self.struct
        if type(value) is tuple and len(value) == 2 and getattr(value[0], "ndim", 0) == 1:
            self._read_columns(value, name, copy)
            return
        array = places(value, name, self.origin, copy)
        self.double = array.dtype == _DOUBLE
        if array.ndim == 1:
            array = array.reshape(-1, 2) if array.size in (0, 2) else array
        if array.ndim != 2 or array.shape[1] != 2:
            corners = name == "centers" and array.shape[-1:] == (4,)
            hint = "; boxes by their corners are given as box=" if corners else ""
            raise ValueError("%s has shape (n, 2), or is a tuple of two columns, not %s%s" % (name, array.shape, hint))
        start = address(array)
        if not _in_place(array, start):
            array = side_by_side(array)
            start = address(array)
        self.kept = array
        self.size = struct.size = array.shape[0]
        if self.size:
            step, to_y = array.strides
            struct.x = start
            struct.y = start + to_y
            struct.stride = step if self.size > 1 else 2 * array.itemsize

    def _read_columns(self, columns: Any, name: str, copy: bool) -> None:
        x, y = places(columns[0], name, self.origin, copy), places(columns[1], name, self.origin, copy)
        if x.dtype != y.dtype:
            raise TypeError("%s: columns x and y of one type, not %s and %s" % (name, x.dtype, y.dtype))
        self.double = x.dtype == _DOUBLE
        if y.ndim != 1 or len(x) != len(y):
            raise ValueError("%s: columns x and y of one length, not %s and %s" % (name, x.shape, y.shape))
        if x.strides != y.strides or not (_in_place(x, address(x)) and _in_place(y, address(y))):
            x, y = side_by_side(x), side_by_side(y)
        self.kept = (x, y)
        self.size = self.struct.size = len(x)
        if self.size:
            self.struct.x, self.struct.y = address(x), address(y)
            self.struct.stride = x.strides[0] if self.size > 1 else x.itemsize

    @property
    def pointer(self) -> int:
        return addressof(self.struct)

    def array(self) -> "NDArray[np.float32]":
        """The points as (n, 2), copied: as the world stores them."""
        array = np.stack(self.kept, 1) if type(self.kept) is tuple else np.array(self.kept)
        return relative(array, self.origin)

    def faulty(self) -> "NDArray[np.bool_]":
        faulty: "NDArray[np.bool_]" = np.any(~np.isfinite(self.array()), 1)
        return faulty


def _each(value: Any, size: int, name: str) -> "NDArray[np.float32]":
    """One number per item, side by side."""
    array = side_by_side(floats(value, name))
    if array.shape != (size,):
        raise ValueError("%s is one number, or has shape (%d,), not %s" % (name, size, array.shape))
    return array


def _is_scalar(value: Any) -> bool:
    return isinstance(value, (int, float)) or np.ndim(value) == 0


class Boxes:
    """Boxes for one call: around centres, or by corners."""

    __slots__ = ("struct", "kept", "size", "origin", "double")

    def __init__(self, centers: Any, half_extent: Any, box: Any, origin: Origin = None, copy: bool = False) -> None:
        self.struct = c.Boxes()
        self.kept: Any = None
        self.origin = origin
        if box is not None:
            if centers is not None or half_extent is not None:
                raise TypeError("boxes are given by centers and half_extent, or by box, not by both")
            self._read_corners(box, copy)
            return
        if centers is None:
            missing = "boxes are" if half_extent is None else "centers is"
            raise TypeError(missing + " missing: give centers and half_extent, or box")
        at = Points(centers, "centers", origin, copy)
        if half_extent is None:
            raise TypeError("half_extent is missing: give centers and half_extent, or box")
        self.size = at.size
        self.double = at.double
        self.struct.a = at.struct
        self.struct.around_centers = 1
        if _is_scalar(half_extent):
            self.struct.half_extent = real(half_extent, "half_extent")
            if not self.struct.half_extent >= 0:
                raise ValueError("half_extent is 0 or more, not %r" % (half_extent,))
            self.kept = at
            return
        self.struct.half_extent = -1
        half = floats(half_extent, "half_extent", copy)
        if half.ndim == 1:
            half = _each(half, at.size, "half_extent")
            half = np.broadcast_to(half[:, None], (at.size, 2))
        elif half.shape[:1] == (1,):
            half = np.broadcast_to(half, (at.size, 2))
        # Lengths do not count from the origin; the library takes those of places in doubles as doubles.
        extents = Points(half.astype(np.float64), "half_extent", (0, 0)) if at.double else Points(half, "half_extent")
        if extents.size != at.size:
            raise ValueError(
                "half_extent is one number, or has shape (n,) or (n, 2) with n = %d, not %s" % (at.size, half.shape)
            )
        self.struct.b = extents.struct
        self.kept = (at, extents)

    def _read_corners(self, box: Any, copy: bool) -> None:
        self.struct.half_extent = -1
        if type(box) is tuple and len(box) == 2:
            low, high = (Points(part, "box[%d]" % i, self.origin, copy) for i, part in enumerate(box))
            if low.size != high.size:
                raise ValueError("box: %d minima and %d maxima" % (low.size, high.size))
        else:
            array = places(box, "box", self.origin, copy)
            if array.ndim == 1 and array.size in (0, 4):
                array = array.reshape(-1, 4)
            if array.ndim != 2 or array.shape[1] != 4:
                raise ValueError(
                    "box has shape (n, 4): min_x, min_y, max_x, max_y; or is a tuple of minima and maxima of shape "
                    "(n, 2). Not %s" % (array.shape,)
                )
            low, high = Points(array[:, :2], "box", self.origin), Points(array[:, 2:], "box", self.origin)
        self.size = low.size
        self.double = one_kind(low, high, "minima and maxima")
        self.struct.a, self.struct.b = low.struct, high.struct
        self.kept = (low, high)

    @property
    def pointer(self) -> int:
        return addressof(self.struct)

    def extended(self, size: int) -> "Boxes":
        """The same boxes, copied, and more at the origin up to `size` of them."""
        low, high = self.corners()
        more = ((0, size - self.size), (0, 0))
        if self.struct.around_centers and self.struct.half_extent >= 0:
            return Boxes(np.pad(self.kept.array(), more), self.struct.half_extent, None)
        return Boxes(None, None, (np.pad(low, more), np.pad(high, more)))

    def corners(self) -> "Tuple[NDArray[np.float32], NDArray[np.float32]]":
        """Minima and maxima, as the library computes them."""
        if not self.struct.around_centers:
            return self.kept[0].array(), self.kept[1].array()
        at, extents = self.kept if type(self.kept) is tuple else (self.kept, None)
        half = extents.array() if extents is not None else np.float32(self.struct.half_extent)
        centers = at.array()
        with np.errstate(all="ignore"):
            return centers - half, centers + half

    def faulty(self) -> "NDArray[np.bool_]":
        low, high = self.corners()
        good: "NDArray[np.bool_]" = (np.isfinite(low) & np.isfinite(high) & (low <= high)).all(1)
        return ~good


class Discs:
    """Discs for one call."""

    __slots__ = ("struct", "kept", "size", "double")

    def __init__(self, centers: Any, radius: Any, origin: Origin = None) -> None:
        self.struct = c.Discs()
        at = Points(centers, "centers", origin)
        self.size = at.size
        self.double = at.double
        self.struct.centers = at.struct
        radii = None
        if _is_scalar(radius):
            self.struct.radius = real(radius, "radius")
        else:
            radii = _each(radius, at.size, "radius")
            self.struct.radii = address(radii) if at.size else None
        self.kept = (at, radii)

    @property
    def pointer(self) -> int:
        return addressof(self.struct)

    def faulty(self) -> "NDArray[np.bool_]":
        bad: "NDArray[np.bool_]" = self.kept[0].faulty()
        return bad if self.kept[1] is None else bad | ~(self.kept[1] >= 0)


class Rays:
    """Rays for one call."""

    __slots__ = ("struct", "kept", "size", "double")

    def __init__(self, origins: Any, directions: Any, max_t: Any, half_extent: float, origin: Origin = None) -> None:
        self.struct = c.Rays()
        start, along = Points(origins, "origins", origin), Points(directions, "directions")
        self.double = start.double
        if along.size == 1 and start.size != 1:
            along = Points(np.broadcast_to(along.array(), (start.size, 2)), "directions")
        if start.size != along.size:
            raise ValueError("%d origins and %d directions" % (start.size, along.size))
        self.size = start.size
        self.struct.origins, self.struct.directions = start.struct, along.struct
        self.struct.half_extent = real(half_extent, "half_extent")
        each = None
        if _is_scalar(max_t):
            self.struct.max_t = real(max_t, "max_t")
        else:
            each = _each(max_t, self.size, "max_t")
            self.struct.max_ts = address(each) if self.size else None
        self.kept = (start, along, each)

    @property
    def pointer(self) -> int:
        return addressof(self.struct)

    def faulty(self) -> "NDArray[np.bool_]":
        start, along, each = self.kept
        direction = along.array()
        bad: "NDArray[np.bool_]" = start.faulty() | along.faulty() | (direction == 0).all(1)
        return bad if each is None else bad | ~(each >= 0)
