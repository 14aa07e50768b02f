# SPDX-License-Identifier: MIT
"""What all spaces have in common: an object of the library, calls that take turns, and the way of a query."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any, List, Optional, Tuple

from . import _declarations as c
from . import _views as views
from ._answers import Handle, not_copied
from ._errors import Busy, awaits_commit, failed
from ._executors import executor, in_handler, interrupted
from ._hits import Hits, RankedHits
from ._options import Options
from ._turns import in_turn


class Held:
    """An object of the library, which calls keep alive although another thread closes it."""

    _handle: Optional[Handle] = None
    _space: int
    _origin: views.Origin = None
    _guard: Any
    _turns: Tuple[Any, Any]

    def _own(self, handle: Handle, space: int) -> None:
        self._handle = handle
        self._space = space
        # Reads that the library does not guard must not meet a change by another thread.
        self._guard = threading.RLock()
        self._turns = (partial(self._guard.acquire), partial(self._guard.release))

    def __reduce__(self) -> Tuple[Any, ...]:
        raise not_copied("A " + type(self).__name__, "build another one, of the same boxes or points")

    def _open(self) -> Handle:
        handle = self._handle
        if handle is None:
            raise ValueError("This %s is closed." % type(self).__name__)
        return handle

    def _unvisited(self) -> Handle:
        """The handle, for a change."""
        if self._guard._is_owned():  # only while a call of this thread calls back
            raise Busy("A callback of visit or load, or a signal handler, changes what is in use.", c.BUSY)
        return self._open()

    def _in_turn(self, *calls: Any) -> List[Any]:
        """Runs partial objects while no other thread does so. Returns what they return.

        The caller holds the handle until then.
        """
        if self._guard._is_owned() and in_handler():
            raise Busy("A signal handler uses what the call that it interrupts changes.", c.BUSY)
        return in_turn(*self._turns, *calls)

    def _read(self, function: Any, *arguments: Any) -> Any:
        """What a function of C returns that reads the space and reports no fault."""
        handle = self._open()  # alive until the call returns, even if another thread closes meanwhile
        result = self._in_turn(partial(function, self._space, *arguments))[0]
        del handle
        return result

    def close(self) -> None:
        """Frees the memory, now or when the calls of other threads have returned. Answers stay as they are."""
        self._handle = None

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(
        self,
        function: Any,
        arguments: Tuple[Any, ...],
        out: Optional[Hits],
        options: Options,
        workers: int,
        view: Any = None,
    ) -> RankedHits:
        handle = self._open()  # alive until the call returns
        if out is not None and not isinstance(out, Hits):
            raise TypeError("out is a throng.Hits, not %s" % type(out).__name__)
        before, after = (self._space, *arguments), (options.pointer, executor(workers))
        # Which columns it gets depends on the function, which callers know.
        answer: RankedHits = Hits.__new__(Hits) if out is None else out  # type: ignore[assignment]
        write = answer._begin if out is None else answer._write
        status = read_among(options, write, function, before, after)
        interrupted()
        if status.faults or awaits_commit(status):
            name = function.__name__[7:].replace("_doubles", "")
            failed(status, name, answer, view.faulty if view is not None else None)
        del handle
        return answer


def read_among(options: Options, call: Any, *arguments: Any) -> Any:
    """What a call returns that reads the set `among` of its options, if there is one."""
    if options.among is None:
        return call(*arguments)
    with options.among._gate.reading():
        return call(*arguments)
