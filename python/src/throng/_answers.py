# SPDX-License-Identifier: MIT
"""Answers: arrays over the memory of the library, without a copy."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, List, NamedTuple, Tuple

import numpy as np

from . import _declarations as c
from ._errors import OutOfMemory
from ._library import lib

if TYPE_CHECKING:
    from numpy.typing import NDArray


def not_copied(what: str, instead: str = "") -> TypeError:
    """For pickle and copy: a second handle of one object would destroy it twice."""
    return TypeError("%s is neither pickled nor copied%s" % (what, instead and ": " + instead))


def refused(written: bool) -> Exception:
    """For the gate of an answer: why a reader, or a writer, may not enter."""
    if written:
        return BufferError("This answer is being written by another thread.")
    return BufferError("Arrays of this answer are still referenced: drop them, or leave out `out`.")


class Handle:
    """An object of the library, destroyed with the last reference to it."""

    __slots__ = ("pointer", "_destroy", "__weakref__")

    def __init__(self, pointer: int, destroy: Any) -> None:
        self._destroy = destroy
        self.pointer = pointer

    def __reduce__(self) -> Any:
        raise not_copied("What holds memory of the library")

    def __del__(self) -> None:
        pointer = getattr(self, "pointer", 0)  # none where KeyboardInterrupt came first
        if pointer:
            self._destroy(pointer)


_ORDER = "<" if sys.byteorder == "little" else ">"
UINT32, UINT64, FLOAT32 = _ORDER + "u4", _ORDER + "u8", _ORDER + "f4"


# Answers that are no longer used, for the next queries: their memory need not be taken, and cleared, again.
_spare: List[Tuple[int, int]] = []
_SPARES = 4
# Answers of more hits or pairs than this keep no memory beside their arrays.
LARGE = 1 << 22


class HitsHandle:
    """An answer of the library, and the most that it has held."""

    __slots__ = ("pointer", "most", "__weakref__")

    def __init__(self) -> None:
        self.most = 0
        self.pointer = 0
        try:
            self.pointer, self.most = _spare.pop()
        except IndexError:
            self.pointer = lib.throng_hits_create(None) or 0
            if not self.pointer:
                raise OutOfMemory("There is no memory for an answer.", c.OUT_OF_MEMORY) from None

    def __reduce__(self) -> Any:
        raise not_copied("What holds memory of the library")

    # Globals may be gone when the interpreter ends: these are bound.
    def __del__(
        self, spare: Any = _spare, most: Tuple[int, int] = (_SPARES, LARGE), destroy: Any = lib.throng_hits_destroy
    ) -> None:
        pointer = getattr(self, "pointer", 0)
        if not pointer:
            return
        if len(spare) < most[0] and self.most <= most[1]:
            spare.append((pointer, self.most))
        else:
            destroy(pointer)


class Events(NamedTuple):
    """Pairs that have begun or ended to overlap, by slots and by ids."""

    begun: "NDArray[np.uint32]"  #: uint32 (m, 2), a < b
    ended: "NDArray[np.uint32]"  #: uint32 (k, 2), a < b
    begun_ids: "NDArray[np.uint64]"  #: uint64 (m, 2)
    ended_ids: "NDArray[np.uint64]"  #: uint64 (k, 2), of elements that no longer exist too
