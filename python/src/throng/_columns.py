# SPDX-License-Identifier: MIT
"""Columns of integers as the library reads them: slots, ids, masks, layers. None is cut to the bits of its type.

They are read in place, or copied where they have another type or shape in memory, and for calls that change a space:
see _views.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._numbers import array_of, in_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LAYER = np.dtype(np.uint16)
_SLOT = np.dtype(np.uint32)
_ID = np.dtype(np.uint64)


def address(array: "NDArray[Any]") -> int:
    """Of the first item."""
    return int(array.__array_interface__["data"][0])


def pointer(array: "Optional[NDArray[Any]]") -> Optional[int]:
    return address(array) if array is not None and len(array) else None


def side_by_side(array: "NDArray[Any]", copy: bool = False) -> "NDArray[Any]":
    """The array, or a copy whose items are aligned and without gaps."""
    if copy or not (array.flags.c_contiguous and array.flags.aligned):
        return array.copy()
    return array


def _converted(value: Any, dtype: Any, name: str, copy: bool) -> "NDArray[Any]":
    array = array_of(value, name)
    if array.dtype != dtype:
        if array.dtype.kind not in "iu" and array.size:
            _refuse(array, dtype, name)
        # What another thread writes meanwhile is not to pass between the check and the conversion.
        array = array.copy() if copy else array
        if array.size and (int(array.min()) < 0 or int(array.max()) > np.iinfo(dtype).max):
            raise ValueError(_range_of(dtype, name))
        return array.astype(dtype)
    return side_by_side(array, copy)


def _range_of(dtype: Any, name: str) -> str:
    return "%s has numbers from 0 to %s" % (name, in_words(int(np.iinfo(dtype).max)))


def _refuse(array: "NDArray[Any]", dtype: Any, name: str) -> None:
    """numpy makes objects of integers that no type of its own holds, and floats of some."""
    if array.dtype.kind == "O":
        try:
            numbers = [index(number) for number in array.flat]
        except TypeError:
            pass
        else:
            if min(numbers) < 0 or max(numbers) > np.iinfo(dtype).max:
                raise ValueError(_range_of(dtype, name))
            return
    kind = array.dtype if array.dtype.kind != "O" else "objects"
    raise TypeError("%s has integers, not %s%s" % (name, kind, _hint_of_places(array, name)))


def _hint_of_places(array: "NDArray[Any]", name: str) -> str:
    """For places or boxes that are given in the place of ids or slots, which come first."""
    mixed_up = name in ("ids", "slots") and array.ndim == 2 and array.shape[1] in (2, 4)
    return "; these look like places or boxes, which are other arguments" if mixed_up else ""


def _column(value: Any, dtype: Any, name: str, copy: bool) -> "NDArray[Any]":
    array = _converted(value, dtype, name, copy)
    if array.ndim == 0:
        array = array.reshape(1)
    if array.ndim != 1:
        raise ValueError("%s has shape (n,), not %s%s" % (name, array.shape, _hint_of_places(array, name)))
    return array


def slots(value: Any, name: str = "slots", copy: bool = False) -> "NDArray[np.uint32]":
    return _column(value, _SLOT, name, copy)


def reals(value: Any, name: str) -> "NDArray[np.float32]":
    array = side_by_side(np.asarray(array_of(value, name), np.float32))
    if array.ndim != 1:
        raise ValueError("%s has shape (n,), not %s" % (name, array.shape))
    return array


def ids(value: Any, name: str = "ids", copy: bool = False) -> "NDArray[np.uint64]":
    return _column(value, _ID, name, copy)


def categories(value: Any, size: int) -> "NDArray[np.uint32]":
    """A category for each of `size`, or one for all, copied."""
    array = _column(value, _SLOT, "categories", True)
    if len(array) != size:
        if np.ndim(value) != 0:
            raise ValueError("categories has an entry for each of %d, not %d" % (size, len(array)))
        array = np.full(size, array[0], np.uint32)
    return array


def per_query(value: Any, queries: Optional[int], name: str) -> "NDArray[np.uint32]":
    """A number for each of `queries`, where their number is known: what is beyond them is not read."""
    array = slots(value, name)
    enough(array, queries, name)
    return array


def enough(array: "NDArray[Any]", queries: Optional[int], name: str) -> None:
    if queries is not None and len(array) < queries:
        raise ValueError("%s has an entry for each of %d queries, or more, not %d" % (name, queries, len(array)))


def layers(value: Any, size: int) -> "NDArray[np.uint16]":
    """A layer for each of `size`, or one for all, copied."""
    array = _converted(value, _LAYER, "layers", True)
    array = np.full(size, array, np.uint16) if array.ndim == 0 else array
    if array.shape != (size,):
        raise ValueError("layers is one number, or has shape (%d,), not %s" % (size, array.shape))
    return array


def layer_ranges(value: Any) -> "NDArray[np.uint16]":
    """First and last layer: (2,) for all queries, or (n, 2) for each."""
    if type(value) is tuple and len(value) != 2:
        raise ValueError("layers is one layer, a tuple (first, last), or an array of one or two for each query")
    array = _converted(value, _LAYER, "layers", False)
    if type(value) is tuple:
        return array
    if array.ndim == 0:
        return np.full(2, array, np.uint16)
    return np.stack([array, array], 1) if array.ndim == 1 else array
