# SPDX-License-Identifier: MIT
"""Finds libthrong, loads it and gives its functions their types.

ctypes lets go of the GIL during each call, so that threads that query run side by side.
"""

import ctypes
import glob
import os
import re
import sys
from typing import Any, Dict, List

from . import _declarations as c

# The minor version of the C interface that this package was written for.
INTERFACE = 1

_SCALARS: Dict[str, Any] = {
    "void": None,
    "int": ctypes.c_int,
    "float": ctypes.c_float,
    "size_t": ctypes.c_size_t,
    "uint16_t": ctypes.c_uint16,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "throng_slot": ctypes.c_uint32,
    "throng_id": c.Id,
    "const char*": ctypes.c_char_p,
    "throng_double_vec2": c.DoubleVec2,
    "throng_status": c.Status,
    "throng_executor": c.Executor,
}


def _names() -> List[str]:
    """Where the library may be, best first."""
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib")
    names = [os.path.join(here, name) for name in sorted(os.listdir(here))] if os.path.isdir(here) else []
    suffix = {"win32": "throng.dll", "darwin": "libthrong.0.1.dylib"}.get(sys.platform, "libthrong.so.0.1")
    return [name for name in names if "throng" in os.path.basename(name)] + [suffix]


def _load() -> ctypes.CDLL:
    chosen = os.environ.get("THRONG_LIBRARY")
    names = [chosen] if chosen else _names()
    told = []
    for name in names:
        try:
            # The oneTBB of the package, which the loader would not look for there, unless the process has one.
            for beside in [] if chosen else glob.glob(os.path.join(glob.escape(os.path.dirname(name)), "libtbb.so.*")):
                ctypes.CDLL(beside)
            return ctypes.CDLL(name)
        except OSError as error:
            told.append(str(error))
    raise ImportError(
        "The library of Throng was not found. Install it, or name the file in the environment variable "
        "THRONG_LIBRARY. Tried: " + "; ".join(told)
    )


def _type(text: str) -> Any:
    text = " ".join(text.split())
    return _SCALARS[text] if text in _SCALARS else ctypes.c_void_p


def _declare(library: ctypes.CDLL, declarations: str) -> None:
    """Gives each function its types: pointers are addresses, so that a call builds no pointer objects."""
    for declaration in declarations.split(";"):
        match = re.match(r"\s*(.*?[ *])(throng_\w+)\((.*)\)\s*$", declaration, re.S)
        if not match:
            continue
        result, name, parameters = match.groups()
        function = getattr(library, name)
        function.restype = _type(result)
        function.argtypes = [] if parameters == "void" else [_type(p) for p in parameters.split(",")]


lib = _load()
try:
    _declare(lib, c.DECLARATIONS)
except AttributeError as missing:
    raise ImportError("The library of Throng is older than this package: %s" % missing) from None
if lib.throng_version() // 100 != INTERFACE:
    raise ImportError(
        "The library of Throng has version %d, and this package needs 0.%d." % (lib.throng_version(), INTERFACE)
    )


def version() -> str:
    """The version of the library, such as "0.1.0"."""
    number = int(lib.throng_version())
    return "%d.%d.%d" % (number // 10000, number // 100 % 100, number % 100)


def active_isa() -> str:
    """The name of the instruction set in use, such as "avx2". The environment variable THRONG_ISA chooses it."""
    return str(lib.throng_active_isa().decode())


def available_isas() -> List[str]:
    """The names of the instruction sets that this machine can run, narrowest first."""
    names: List[str] = []
    while True:
        name = lib.throng_available_isa(len(names))
        if not name:
            return names
        names.append(name.decode())


def describe(faults: int) -> str:
    """One sentence about a fault: what happened and how to remove it."""
    return str(lib.throng_describe(faults).decode())


def describe_status(status: Any) -> str:
    """One sentence that names the argument and the rule that it broke."""
    return str(lib.throng_describe_status(status).decode())
