# SPDX-License-Identifier: MIT
"""The types of arguments, for type checkers and help(): there is no need of them at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    #: One number for all, or one for each item. Arrays are of any numbers: see _views and _columns.
    FloatOrArray = Union[float, ArrayLike]
    IntOrArray = Union[int, ArrayLike]
