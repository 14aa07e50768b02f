# SPDX-License-Identifier: MIT
"""Numbers, choices and flags of the caller's, as functions and structs of C take them.

ctypes would cut integers to the bits of their field: each goes through here, and is what it was or is refused.
"""

from __future__ import annotations

from ctypes import Structure, c_double, c_float
from operator import index
from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence, Tuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALL = 0xFFFFFFFF
ALL_64 = 0xFFFFFFFFFFFFFFFF


def unmasked(value: Any, name: str) -> Any:
    """`value`, unless it is a masked array or has some: numpy would hand out what is masked like all the rest."""
    kinds = set(map(type, value)) if isinstance(value, (list, tuple)) else {type(value)}
    if any(issubclass(kind, np.ma.MaskedArray) for kind in kinds):
        rest = "numpy.ma.compress_rows(%s)" if np.ndim(value) == 2 else "%s.compressed()"
        raise TypeError(
            "%s is a masked array, whose mask would not be read: give %s.filled(value), or %s, which leaves out "
            "what is masked"
            % (name, name, rest % name)
        )
    return value


def array_of(value: Any, name: str) -> "NDArray[Any]":
    """`value` as an array, the same one where it is one."""
    return value if type(value) is np.ndarray else np.asarray(unmasked(value, name))


def integer(value: Any, name: str, most: int = ALL) -> int:
    """An integer from 0 to `most`; whole floats are integers too."""
    number = value if type(value) is int else whole(value, name)
    if not 0 <= number <= most:
        raise ValueError("%s is from 0 to %s, not %r" % (name, in_words(most), value))
    return number


def in_words(most: int) -> str:
    return "2**%d - 1" % most.bit_length() if most > 0xFFFF else str(most)


def whole(value: Any, name: str) -> int:
    """An integer of any size."""
    unmasked(value, name)
    try:
        return index(value)
    except TypeError:
        number = value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
        if isinstance(number, (float, np.floating)) and float(number).is_integer():
            return int(number)
    raise TypeError("%s is an integer, not %s" % (name, _told(value)))


def real(value: Any, name: str) -> float:
    """A number as a float."""
    if type(value) is float:
        return value
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError("%s is a number, not %s" % (name, _told(value)))
    if isinstance(value, np.ndarray):
        unmasked(value, name)
    try:
        return float(value.item() if isinstance(value, np.ndarray) and value.size == 1 else value)
    except TypeError:
        raise TypeError("%s is a number, not %s" % (name, _told(value))) from None
    except OverflowError:
        raise OverflowError("%s is larger than any float" % name) from None


def reals(values: Any, name: str, parts: str) -> Tuple[float, ...]:
    """As many numbers as `parts` names: "x, y"."""
    count = parts.count(",") + 1
    if isinstance(values, (str, bytes)) or not isinstance(values, (Sequence, np.ndarray)):
        raise TypeError("%s is (%s), not %s" % (name, parts, _told(values)))
    if len(unmasked(values, name)) != count:
        raise ValueError("%s is (%s), not of length %d" % (name, parts, len(values)))
    return tuple(real(value, name) for value in values)


def flag(value: Any, name: str) -> bool:
    if value is None or isinstance(value, (int, float, np.generic)):
        return bool(value)
    raise TypeError("%s is True or False, not %s" % (name, _told(value)))


def choice(names: Dict[str, int], value: Any, name: str) -> int:
    number: Optional[int] = names.get(value) if isinstance(value, str) else None
    if number is None:
        raise ValueError("%s is %s, not %r" % (name, " or ".join('"%s"' % n for n in names), value))
    return number


def assign(struct: Structure, of: str = "", **values: Any) -> None:
    """Gives fields of a struct of C their values: floats, doubles, and integers of 32 bits."""
    types = dict(field[:2] for field in struct._fields_)
    for name, value in values.items():
        check: Any = real if types[name] in (c_float, c_double) else integer
        setattr(struct, name, check(value, of + name))


def _told(value: Any) -> str:
    """A value in the sentence of an exception: itself if it is short, else its type."""
    text = repr(value)
    return text if len(text) <= 40 and "\n" not in text else type(value).__name__
