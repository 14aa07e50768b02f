# SPDX-License-Identifier: MIT
"""What is taken is given back, whenever Ctrl-C comes.

Python runs signal handlers between byte codes, so that KeyboardInterrupt may come out before or after any of them. What
one byte code takes and a later one guards stays taken for ever if the exception comes between the two. A context
manager that is written in Python has that gap, and so has `try: ... finally: lock.release()`; up to Python 3.9 even
`with lock:` has it, where its block has ended and __exit__ is not yet called. The two constructions here have none:

* `in_turn` takes, calls the library and gives back in one call of C, list.extend, which runs map, which runs each of
  them, all in C: there is no byte code between them. Where the library calls back into Python, ctypes lets no exception
  out of the callback. A thread that waits for a lock does run signal handlers, but then it has not taken the lock.
* `with gate.reading():` takes by making an object and gives back when the object dies. It is held by the stack of the
  running frame alone, by no variable: an exception clears that stack, even where a traceback keeps the frame.
"""

from __future__ import annotations

from ctypes import c_char
from functools import partial
from typing import Any, Callable, List, Tuple

_run = partial.__call__


def in_turn(take: Any, give: Any, *calls: Any) -> List[Any]:
    """Runs partial objects: `take`, `calls` and `give`. Returns what `calls` return."""
    ran: List[Any] = []
    try:
        ran.extend(map(_run, (take, *calls, give)))
    except Exception:
        # It is no KeyboardInterrupt: `take` has refused, or a call had no memory, or no stack, in this thread.
        if 0 < len(ran) <= len(calls):
            give()
        raise
    return ran[1:-1]


_OPEN = 8
_Open = c_char * _OPEN


class Gate:
    """Lets in any number of readers, or one writer. Neither waits: there is an exception instead.

    The gate is a bytearray. A reader holds its buffer, and a writer has taken its last byte: bytearray refuses that
    while its buffer is held, and a reader is refused while the buffer is too short. Both checks are atomic under the
    GIL, and neither changes where the bytes are, so that giving the byte back cannot fail.

    Args:
        refused: makes the exception, of whether there is a writer.
    """

    __slots__ = ("_bytes", "_refused", "_turn")

    def __init__(self, refused: Callable[[bool], Exception]) -> None:
        self._bytes = bytearray(_OPEN)
        self._refused = refused
        self._turn: Tuple[Any, ...] = ()

    def hold(self) -> Any:
        """An object: as long as it lives, there is a reader."""
        try:
            return _Open.from_buffer(self._bytes)
        except ValueError:
            raise self._refused(True) from None

    def reading(self) -> memoryview:
        """For `with`: there is a reader until its block has ended."""
        return memoryview(self.hold())

    def write(self, *calls: Any) -> List[Any]:
        """Runs partial objects as the only one inside. Returns what they return."""
        turn = self._turn
        if not turn:
            self._turn = turn = (partial(self._bytes.pop, _OPEN - 1), partial(self._bytes.append, 0))
        try:
            return in_turn(*turn, *calls)
        except IndexError:
            raise self._refused(True) from None
        except BufferError:
            raise self._refused(False) from None
