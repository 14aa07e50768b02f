# SPDX-License-Identifier: MIT
"""The GIL is free during calls: two threads overlap, and what they share stays whole."""
import subprocess
import sys
import threading

import numpy as np
import pytest
import throng


WAITS = """
import ctypes, sys, threading
import numpy as np
import throng
from throng import _declarations as c, _views
from throng._library import lib

at = np.zeros((50_000, 2), np.float32)
at[:, 0] = np.arange(50_000)
world = throng.World()
world.spawn(at, 0.1)
world.commit()
posix = ctypes.CDLL(None)
box = _views.Boxes(at, 0.1, None)


def ask(wait, on, told):
    # A query whose host waits in C, without the GIL, and then does nothing: the query is cancelled.
    host = c.Executor(ctypes.cast(getattr(posix, wait), ctypes.c_void_p).value, ctypes.addressof(on))
    hits = lib.throng_hits_create(None)
    status = lib.throng_overlap(world._space, box.pointer, hits, None, ctypes.addressof(host))
    lib.throng_hits_destroy(hits)
    told.append(status.faults)


told = []
on = ctypes.create_string_buffer(256)
if sys.argv[1] == "barrier":
    posix.pthread_barrier_init(on, None, 2)
    threads = [threading.Thread(target=ask, args=("pthread_barrier_wait", on, told)) for _ in range(2)]
    [thread.start() for thread in threads]
else:
    posix.sem_init(on, 0, 0)
    threads = [threading.Thread(target=ask, args=("sem_wait", on, told))]
    threads[0].start()
    sum(range(10**5))  # Python runs
    assert not told
    posix.sem_post(on)
[thread.join() for thread in threads]
assert told == [c.CANCELLED] * len(threads), told
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="waits by functions of POSIX")
@pytest.mark.parametrize("how", ["semaphore", "barrier"])
def test_the_gil_is_free_during_calls(how):
    # A thread waits within a query, in C, until Python posts its semaphore; or two threads until both are within one.
    # With the GIL kept during calls, neither would come to its end.
    done = subprocess.run([sys.executable, "-c", WAITS, how], timeout=120, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr


def test_queries_of_many_threads_give_the_same(crowd):
    world, _, at, _ = crowd
    expected = world.within(at, 3).digest()
    got = []

    def ask():
        for _ in range(30):
            got.append(world.within(at, 3).digest())

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [expected] * 120


def test_reads_and_closing_meet_changes_of_another_thread(crowd):
    world, ids, at, half = crowd
    failures = []

    def change():
        try:
            for step in range(40):
                world.move_all(at + np.float32(step), half)
                try:
                    world.commit()
                except throng.Busy:
                    pass
        except ValueError as error:  # closed
            failures.append(error)

    def read():
        try:
            for _ in range(100):
                len(world), world.bounds(), world.alive(ids), world.stats(), world.nbytes, repr(world)
                try:
                    world.neighbors(1.0)
                except throng.Busy:
                    pass
        except ValueError as error:
            failures.append(error)

    threads = [threading.Thread(target=target) for target in (change, read, read)]
    for thread in threads:
        thread.start()
    threads[0].join()
    world.close()
    for thread in threads:
        thread.join()
    assert all("closed" in str(error) for error in failures)


def test_an_answer_has_one_writer(crowd):
    world, _, at, _ = crowd
    hits = throng.Hits()
    hits._begin()  # as a query of another thread does
    with pytest.raises(BufferError, match="another thread"):
        world.neighbors(1.0, out=hits)
    with pytest.raises(BufferError, match="another thread"):
        hits.slots
    hits._end()
    world.neighbors(1.0, out=hits)
