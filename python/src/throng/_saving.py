# SPDX-License-Identifier: MIT
"""Saves and loads: bytes and binary files behind the writer and the reader of the C interface.

The library calls back into Python, which copies each block: no file gets hold of memory of the library's. An exception
of a file ends the call and is raised again.
"""

from __future__ import annotations

import errno
import io
from ctypes import CFUNCTYPE, addressof, c_int, c_size_t, c_void_p, memmove, string_at
from functools import partial
from typing import Any, Callable, Dict, List, Optional, Tuple, overload

from . import _declarations as c
from ._callbacks import calling_back
from ._errors import Corrupt, failed
from ._executors import interrupted
from ._library import lib
from ._space import Space

_Callback = CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t)

# What an object has that is neither saved nor copied: each has its own.
_OWN = frozenset(("_handle", "_space", "_guard", "_turns", "_moving"))


def _calling(struct: Any, block: Callable[[int, int], bool], call: Callable[[int], Any]) -> Any:
    """The status of call(address of a `struct`), which has its blocks taken or given by block(address, count)."""
    raised: List[BaseException] = []

    def one(_: Any, start: int, count: int) -> int:
        if raised:
            return 0
        try:
            return block(start, count)
        except BaseException as error:
            raised.append(error)
            return 0

    callback = _Callback(one)  # alive until the call has returned
    # Its address; ctypes.cast would leave a reference cycle, and with it the file until the next collection.
    given = struct(c_void_p.from_buffer(callback).value, None)
    return calling_back(one, raised, partial(call, addressof(given)))


def _blocked() -> BlockingIOError:
    return BlockingIOError(errno.EAGAIN, "The file would block: save and load take a file that blocks")


def _write(file: Any, data: bytes) -> None:
    """All of `data`, however little of it the file takes at once."""
    rest = data
    while rest:
        count = file.write(rest)
        if count is None:
            if isinstance(file, io.RawIOBase):
                raise _blocked()
            return  # a writer of the caller's that returns nothing takes everything
        if not 0 < count <= len(rest):
            raise OSError("write() of %s returned %r, of %d bytes" % (type(file).__name__, count, len(rest)))
        rest = rest[count:]


def save(call: Callable[[int], Any], file: Any) -> Optional[bytes]:
    """What call(writer) writes: as bytes, or into a file."""
    if file is not None and not hasattr(file, "write"):
        raise TypeError("file is a binary file, with write(), not %s" % type(file).__name__)
    blocks: List[bytes] = []

    def take(start: int, count: int) -> bool:
        data = string_at(start, count)
        if file is None:
            blocks.append(data)
        else:
            _write(file, data)
        return True

    status = _calling(c.Writer, take, call)
    if status.faults:
        failed(status, "save")
    return b"".join(blocks) if file is None else None


def _filled(read: Callable[[memoryview], Optional[int]], count: int) -> Optional[bytes]:
    """`count` bytes, or None where the file ends before."""
    buffer = bytearray(count)
    at = 0
    while at < count:
        got = read(memoryview(buffer)[at:])
        if got is None:
            raise _blocked()
        if not 0 <= got <= count - at:
            raise OSError("readinto() returned %r, of %d bytes" % (got, count - at))
        if got == 0:
            return None
        at += got
    return bytes(buffer)


def _read_into(file: Any) -> Callable[[memoryview], Optional[int]]:
    """readinto of a file that has read alone."""

    def into(buffer: memoryview) -> Optional[int]:
        data = file.read(len(buffer))
        if data is None:
            return None
        if isinstance(data, str):
            raise TypeError("read() of %s returns str: open the file in binary mode" % type(file).__name__)
        size = len(data)
        if size > len(buffer):
            raise OSError("read(%d) of %s returned %d bytes" % (len(buffer), type(file).__name__, size))
        buffer[:size] = data
        return size

    return into


def _blocks_of(source: Any) -> Callable[[int], Optional[bytes]]:
    """The next bytes of a source: read(count), None where there are too few."""
    if hasattr(source, "readinto"):
        return lambda count: _filled(source.readinto, count)
    if hasattr(source, "read"):
        return lambda count: _filled(_read_into(source), count)
    try:
        data = memoryview(source).cast("B")
    except TypeError:
        raise TypeError(
            "source is bytes, or a binary file with readinto() or read(), not %s" % type(source).__name__
        ) from None
    at = 0

    def next_of(count: int) -> Optional[bytes]:
        nonlocal at
        if count > len(data) - at:
            return None
        at += count
        return bytes(data[at - count : at])

    return next_of


def load(call: Callable[[int], Any], source: Any, kind: str) -> None:
    """Lets call(reader) read what a `kind` has saved from bytes or a file."""
    read = _blocks_of(source)
    ended = False

    def give(start: int, count: int) -> bool:
        nonlocal ended
        data = read(count)
        if data is None:
            ended = True
            return False
        memmove(start, data, count)
        return True

    status = _calling(c.Reader, give, call)
    if status.faults:
        interrupted()
    if status.faults == c.CORRUPT:
        why = "it ends before what was saved does" if ended else "it is other than what was saved"
        raise Corrupt("load: The %s holds no %s that was saved: %s." % (type(source).__name__, kind, why), c.CORRUPT)
    if status.faults:
        failed(status, "load")


def copied(kind: Any, data: bytes) -> Any:
    """What pickle and copy call: an object of `kind`, or of a class that is derived from it."""
    return kind._from_saved(data)


class Saved(Space):
    """What worlds, snapshots and static trees have besides: they are saved, pickled and copied."""

    _saves = ""  # the function of C

    @overload
    def save(self) -> bytes: ...

    @overload
    def save(self, file: Any) -> None: ...

    def save(self, file: Any = None) -> Optional[bytes]:
        """Saves the content: returns bytes, or writes them to a binary file, in blocks of up to 64 KiB.

        The bytes are the same on every machine, and equal contents give equal ones. Of a world it is the last commit
        with its handles; what is staged is not saved. pickle and copy do the same.

        Args:
            file: anything with write(bytes), which may take less than it is given and then returns how much. An
                exception that it raises ends the save and comes out.
        """
        handle = self._open()  # alive until the call returns
        function = getattr(lib, self._saves)
        told = save(lambda writer: function(handle.pointer, writer), file)
        del handle
        return told

    def __reduce__(self) -> Tuple[Any, ...]:
        handle = self._open()
        function = getattr(lib, self._saves)
        # Other threads' changes wait, or it waits for them: pickle does not know how to try again.
        data = save(lambda writer: self._in_turn(partial(function, handle.pointer, writer))[0], None)
        del handle
        state: Dict[str, Any] = {name: of for name, of in self.__dict__.items() if name not in _OWN}
        return (copied, (type(self), data), state)
