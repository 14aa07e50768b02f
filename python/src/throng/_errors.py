# SPDX-License-Identifier: MIT
"""Faults as exceptions, and what becomes of faulty items."""

from __future__ import annotations

import contextvars
import re
import sys
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Type

import numpy as np

from . import _declarations as c
from ._library import describe, describe_status

if TYPE_CHECKING:
    from numpy.typing import NDArray

Positions = Callable[[], Any]


class ThrongError(Exception):
    """A call that could not be carried out, or not for all items.

    Attributes:
        faults: the bits of throng_status.faults.
        first: the smallest position of a faulty item, or None.
        count: how many items are faulty; 0: the whole call failed and changed nothing.
        positions: uint32 array of the positions of faulty items: all of them where they can be told from the
            arguments, else the first alone.
        result: what the call would have returned; faulty items have an empty row, a count of 0 or a null id in it.
            None if the whole call failed.
    """

    def __init__(
        self,
        message: str,
        faults: int = 0,
        first: Optional[int] = None,
        count: int = 0,
        positions: Optional["NDArray[np.uint32]"] = None,
        result: Any = None,
    ) -> None:
        super().__init__(message)
        self.faults = faults
        self.first = first
        self.count = count
        self.positions = np.empty(0, np.uint32) if positions is None else positions
        self.result = result


class StaleId(ThrongError, LookupError):
    """A null id, or one of an element that no longer exists."""


class InvalidBounds(ThrongError, ValueError):
    """A coordinate that is a NaN or infinite, or a box with min > max."""


class InvalidArgument(ThrongError, ValueError):
    """An argument outside its documented range, or that does not fit the others."""


class TooLarge(ThrongError, ValueError):
    """An element above the extent that a row grid was made for."""


class OutputTooSmall(ThrongError, ValueError):
    """An array that is shorter than the answer."""


class OutOfCapacity(ThrongError, OverflowError):
    """Beyond 2**32 - 1 items or hits, or beyond a limit of the caller's. `count` is the number of hits or pairs."""


class OutOfMemory(ThrongError, MemoryError):
    """No memory for the call, which changed nothing."""


class Busy(ThrongError, RuntimeError):
    """Another thread changes the object, or for a change: another thread uses it."""


class Cancelled(ThrongError, RuntimeError):
    """The host stopped before all work had run."""


class Corrupt(ThrongError, RuntimeError):
    """validate() found a broken invariant, or load() was given what was not saved."""


class ItemWarning(UserWarning):
    """Some items of a batch were faulty, under errstate(items="warn")."""


class EmptyWarning(UserWarning):
    """A world answers with nothing because what was spawned awaits its first commit."""


_CLASSES: Dict[int, Type[ThrongError]] = {
    c.STALE_ID: StaleId,
    c.INVALID_BOUNDS: InvalidBounds,
    c.INVALID_ARGUMENT: InvalidArgument,
    c.TOO_LARGE: TooLarge,
    c.OUTPUT_TOO_SMALL: OutputTooSmall,
    c.OUT_OF_CAPACITY: OutOfCapacity,
    c.OUT_OF_MEMORY: OutOfMemory,
    c.BUSY: Busy,
    c.CANCELLED: Cancelled,
    c.CORRUPT: Corrupt,
}

_items: "contextvars.ContextVar[str]" = contextvars.ContextVar("throng_items", default="raise")


class errstate:
    """Context manager: what becomes of calls some of whose items are faulty, as numpy.errstate has it.

    The other items of the batch are done in any case; an exception has the answer as `result`.

    >>> with throng.errstate(items="ignore"):
    ...     ids = world.spawn(centers, half_extent=0.5)  # faulty items get the id 0

    Args:
        items: "raise" (the default), "warn" or "ignore".
    """

    def __init__(self, *, items: str = "raise") -> None:
        if items not in ("raise", "warn", "ignore"):
            raise ValueError('items is "raise", "warn" or "ignore", not %r' % (items,))
        self._value = items
        self._tokens: "list[contextvars.Token[str]]" = []

    def __enter__(self) -> "errstate":
        self._tokens.append(_items.set(self._value))
        return self

    def __exit__(self, *_: object) -> None:
        _items.reset(self._tokens.pop())


def geterr() -> Dict[str, str]:
    """What becomes of faulty items at present: {"items": "raise"}."""
    return {"items": _items.get()}


# An argument of Python is a field of a class in the sentences of the library, such as WorldDesc::origin.
_CLASS = re.compile(r"\b(?:\w*Desc|\w*Options|DiscView|RayView)::")


def _sentence(status: Any) -> str:
    if status.reason:
        return _CLASS.sub("", describe_status(status))
    return _CLASS.sub("", " ".join(describe(bit) for bit in _CLASSES if status.faults & bit))


def awaits_commit(status: Any) -> bool:
    """Whether an answer is empty because what was spawned was not committed.

    Of the reasons that a status without a fault has, this one alone names commit().
    """
    return bool(status.reason) and not status.faults and "commit()" in _sentence(status)


def _level_of_caller() -> int:
    """The stacklevel, for a warning of the function that asks, of the first frame outside the package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("throng."):
        level, frame = level + 1, frame.f_back
    return level


def failed(status: Any, call: str, result: Any = None, positions: Optional[Positions] = None, hint: str = "") -> None:
    """Raises or warns about a status. Returns where there is no fault, or faulty items are to be passed over."""
    faults, count = int(status.faults), int(status.count)
    if not faults:
        warnings.warn("%s: %s" % (call, _sentence(status)), EmptyWarning, stacklevel=_level_of_caller())
        return
    first = None if status.first == c.NO_SLOT else int(status.first)
    applied = count != 0 and not faults & c.OUT_OF_CAPACITY
    how = _items.get() if applied else "raise"
    if how == "ignore":
        return
    if applied:
        where = "%s: %d faulty item%s, the first at %d. " % (call, count, "" if count == 1 else "s", first or 0)
        if hint and faults & c.STALE_ID:
            where += hint + ". "
    else:
        where = "%s: " % call
        if hint and faults & c.INVALID_ARGUMENT:
            where += hint + ". "
    sentence = _sentence(status)
    if faults & c.OUT_OF_CAPACITY and count:  # of a limit of the caller's
        what, option = ("pairs", "limit") if call == "pairs" else ("hits", "most_hits")
        sentence = (
            "There are %d %s, more than allowed: narrow the query, or raise %s and the capacity.hits of the World, "
            "where they are given." % (count, what, option)
        )
    message = where + sentence
    if how == "warn":
        warnings.warn(message, ItemWarning, stacklevel=_level_of_caller())
        return
    kind = _CLASSES[faults & -faults] if faults & -faults in _CLASSES else ThrongError
    found = None
    if applied:
        # Other faults than those that the arguments show leave the first position alone.
        found = np.flatnonzero(positions()).astype(np.uint32) if positions else np.empty(0, np.uint32)
        if len(found) != count:
            found = np.array([first], np.uint32)
    raise kind(message, faults, first, count, found, result if applied else None)
