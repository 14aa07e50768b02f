# SPDX-License-Identifier: MIT
"""The GIL is free during calls: two threads overlap, and what they share stays whole."""
import subprocess
import sys
import threading

import numpy as np
import pytest
import throng
from throng._library import lib


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


WORLD_CALLS = {
    "size": lambda world, ids: len(world),
    "slot_count": lambda world, ids: world.slot_count,
    "nbytes": lambda world, ids: world.nbytes,
    "origin": lambda world, ids: world.origin,
    "hash": lambda world, ids: world.hash(),
    "route": lambda world, ids: world.route(ids[0]),
    "bounds": lambda world, ids: world.bounds([0]),
    "ids": lambda world, ids: world.ids([0]),
    "alive": lambda world, ids: world.alive(ids),
    "stats": lambda world, ids: world.stats(),
    "high_water": lambda world, ids: world.high_water(),
    "validate": lambda world, ids: world.validate(),
    "save": lambda world, ids: world.save(),
    "snapshot": lambda world, ids: world.snapshot(),
    "neighbors": lambda world, ids: world.neighbors(1.0),
    "pairs": lambda world, ids: world.pairs(),
    "events": lambda world, ids: world.overlaps_changed(),
    "spawn": lambda world, ids: world.spawn([[0.0, 0.0]], 1.0),
    "move": lambda world, ids: world.move(ids[:1], [[0.0, 0.0]], 1.0),
    "discard": lambda world, ids: world.discard(),
    "commit": lambda world, ids: world.commit(),
}
TREE_CALLS = {
    "clear": lambda tree: tree.clear(),
    "cleanup": lambda tree: tree.cleanup(),
    "refit": lambda tree: tree.refit(),
    "erase": lambda tree: tree.erase([0]),
}


def calls_while_closing(space, call, monkeypatch):
    """What happens when the space is closed as soon as a call has begun: its functions of C, and "freed"."""
    happened = []
    opened, destroy, freed = space._open, space._handle._destroy, []
    space._handle._destroy = lambda pointer: (happened.append("freed"), freed.append(pointer))

    def closing():
        handle = opened()
        space._handle = None
        return handle

    def recorded(name, function):
        def record(*arguments):
            happened.append(name)
            return function(*arguments)

        record.__name__ = name
        return record

    # What a call returns has memory of its own, which is read and freed later.
    of_answers = ("throng_hits_", "throng_pairs_", "throng_snapshot_space", "throng_snapshot_destroy")
    for name, function in list(vars(lib).items()):
        if name.startswith("throng_") and not name.startswith(of_answers):
            monkeypatch.setattr(lib, name, recorded(name, function))
    monkeypatch.setattr(space, "_open", closing)
    call()
    monkeypatch.undo()
    for pointer in freed:
        destroy(pointer)
    return happened


@pytest.mark.parametrize("name", WORLD_CALLS)
def test_a_world_closed_by_another_thread_stays_until_the_call_returns(name, crowd, monkeypatch):
    world, ids, at, half = crowd
    happened = calls_while_closing(world, lambda: WORLD_CALLS[name](world, ids), monkeypatch)
    assert happened[-1] == "freed" and len(happened) > 1, happened


@pytest.mark.parametrize("name", TREE_CALLS)
def test_a_tree_closed_by_another_thread_stays_until_the_call_returns(name, rng, monkeypatch):
    tree = throng.Quadtree()
    tree.build(rng.uniform(0, 40, (100, 2)).astype(np.float32), 0.5)
    happened = calls_while_closing(tree, lambda: TREE_CALLS[name](tree), monkeypatch)
    assert happened[-1] == "freed" and len(happened) > 1, happened
