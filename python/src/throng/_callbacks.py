# SPDX-License-Identifier: MIT
"""Functions of Python that the library calls back, and the exceptions that they raise.

A function catches what it raises itself, but a KeyboardInterrupt may come before its first byte code. ctypes then calls
sys.unraisablehook, returns any number to the library, and goes on: a save would lack a block. So the hook takes what
such a function has raised, and passes everything else on to the hook that was there.
"""

from __future__ import annotations

import sys
import threading
from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar

T = TypeVar("T")

# By the id of a function that may be called back now: the function, so that no other one gets its id, and its list.
_raised: Dict[int, Tuple[Callable[..., Any], List[BaseException]]] = {}
_before: Callable[[Any], Any] = sys.__unraisablehook__
_passing_on = threading.local()


def _raised_of(unraisable: Any) -> Optional[List[BaseException]]:
    """The list of the function that has raised, if it is called back now."""
    called = _raised.get(id(unraisable.object))
    if called is not None:
        return called[1]
    if unraisable.object is None and unraisable.err_msg:  # since 3.13, ctypes names the function in its message alone
        for function, raised in list(_raised.values()):
            if unraisable.err_msg.endswith(" ctypes callback function %r" % (function,)):
                return raised
    return None


def _hook(unraisable: Any) -> None:
    raised = _raised_of(unraisable)
    if raised is not None:
        raised.append(unraisable.exc_value or unraisable.exc_type())
    elif getattr(_passing_on, "now", False):  # a hook of the program's that calls this one
        sys.__unraisablehook__(unraisable)
    else:
        _passing_on.now = True
        try:
            _before(unraisable)
        finally:
            _passing_on.now = False


def put_hook() -> None:
    """There is no lock, as KeyboardInterrupt may come anywhere. The hook stays: taking it away would race with other
    threads."""
    global _before
    current = sys.unraisablehook
    if current is not _hook:
        _before = current
        sys.unraisablehook = _hook


def expect(function: Callable[..., Any], raised: List[BaseException]) -> None:
    """The library may call `function` at any time: `raised` gets what it could not catch itself."""
    _raised[id(function)] = function, raised


def calling_back(function: Callable[..., Any], raised: List[BaseException], call: Callable[[], T]) -> T:
    """call(), in which the library may call `function`. Raises the first exception of `raised`, which has those that
    `function` could not catch itself, too."""
    try:
        expect(function, raised)
        put_hook()
        told = call()
    finally:
        _raised.pop(id(function), None)
    if raised:
        error = raised[0]
        raised.clear()  # else the exception refers to itself, and keeps all that its frames refer to
        try:
            raise error
        finally:
            del error
    return told
