# SPDX-License-Identifier: MIT
"""Where calls run, and how Ctrl-C ends a long one.

Signal handlers of Python run between byte codes of the main thread, and while that thread is inside the library there
are none. So the library asks a function of Python now and then whether to stop: handlers run within it. What one of
them raises cancels the call, and is raised again after it.
"""

from __future__ import annotations

import os
import sys
import threading
from ctypes import CFUNCTYPE, addressof, c_int, c_void_p
from types import FrameType
from typing import Any, List, Optional

from . import _callbacks as callbacks
from . import _declarations as c
from ._answers import Handle, HitsHandle
from ._library import lib

# What handlers have raised in the main thread while the library ran.
_came: List[BaseException] = []


def _asked(_: Any) -> int:
    try:
        return 1 if _came else 0
    except BaseException as error:  # of a signal handler
        _came.append(error)
        return 1


def in_handler() -> bool:
    """Whether a signal handler that interrupts a call is running, in this thread."""
    frame: Optional[FrameType] = sys._getframe()
    while frame is not None and frame.f_code is not _asked.__code__:
        frame = frame.f_back
    return frame is not None


# What handlers have raised within a destructor, where Python drops it: the next call raises it.
_owed: List[BaseException] = []

_function = CFUNCTYPE(c_int, c_void_p)(_asked)
_stopper = c.Stopper(c_void_p.from_buffer(_function).value, None)
_stoppable = lib.throng_stoppable(addressof(_stopper))
_serial = lib.throng_serial()
_executors = {-1: None, 1: addressof(_serial)}
_main = threading.main_thread().ident
callbacks.expect(_asked, _came)
callbacks.expect(Handle.__del__, _owed)
callbacks.expect(HitsHandle.__del__, _owed)


def _know_main() -> None:
    """After a fork by another thread, that one is the main thread of the child."""
    global _main
    _main = threading.get_ident()


os.register_at_fork(after_in_child=_know_main)


def executor(workers: int) -> Any:
    """The argument for `workers`: -1 is every thread, 1 the calling one. After the call: interrupted()."""
    try:
        chosen = _executors[workers]
    except (KeyError, TypeError):
        raise ValueError("workers is -1 (every thread) or 1 (the calling thread alone), not %r" % (workers,)) from None
    if chosen is not None or threading.get_ident() != _main:
        return chosen
    if _owed:
        raise _owed.pop(0)
    if _came and not in_handler():
        _came.clear()  # of a call that another exception has ended
    callbacks.put_hook()
    return addressof(_stoppable)


def interrupted() -> None:
    """Raises what a signal handler has raised while the library ran."""
    if _came and threading.get_ident() == _main and not in_handler():
        error = _came.pop(0)
        _came.clear()
        try:
            raise error
        finally:
            del error  # else it refers to itself, and keeps all that its frames refer to
