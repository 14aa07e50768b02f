# SPDX-License-Identifier: MIT
"""KeyboardInterrupt at any byte code of a call leaves nothing taken: the next calls go on, in every thread."""
import pickle
import signal
import sys
import threading
from ctypes import ArgumentError
from functools import partial

import numpy as np
import pytest
import throng
from throng import _executors as executors
from throng._executors import in_handler
from throng._turns import Gate


def interrupt(call, at):
    """Runs a call that KeyboardInterrupt ends before its byte code number `at`. Returns what came out, or None."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        if frame.f_code.co_name in ("__del__", "one"):  # what is raised by what C calls back is lost
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            count += 1
            if count == at:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    except KeyboardInterrupt as error:
        return error
    finally:
        sys.settrace(before)
    return None


def interrupt_everywhere(call, check, keep=True):
    """Interrupts a call at each of its byte codes, and checks each time. Returns how many there are.

    With `keep`, the exception is alive at the check, with its traceback and so the variables of each frame.
    """
    for at in range(1, 10**5):
        kept = [interrupt(call, at)]
        ended = kept[0] is None
        if not keep:
            kept.clear()
        check()
        if ended:
            return at - 1
    raise AssertionError("The call has no end.")


@pytest.fixture
def places(rng):
    return rng.uniform(0, 20, (60, 2)).astype(np.float32)


@pytest.fixture
def world(places):
    world = throng.World(track_overlaps=True)
    world.spawn(places, 0.4)
    world.commit()
    return world


@pytest.fixture
def other(places):
    other = throng.World(track_overlaps=True)
    other.spawn(places + 3, 0.4)
    other.commit()
    return other


WRITES = {
    "neighbors": lambda world, hits, among: world.neighbors(1.0, out=hits),
    "within": lambda world, hits, among: world.within([[3.0, 3.0]], 2.0, out=hits),
    "among": lambda world, hits, among: world.neighbors_of([1, 2], 2.0, among=among, out=hits),
    "refused": lambda world, hits, among: pytest.raises(ValueError, world.neighbors, -1.0, out=hits),
}


@pytest.mark.parametrize("name", WRITES)
def test_an_interrupted_query_leaves_its_answer_and_its_set_free(name, world):
    hits, among = throng.Hits(), throng.Bitset(60, range(50))

    def check():
        world.neighbors(1.0, out=hits)
        among.add([3])
        assert len(hits.to_lists()) == 60

    assert interrupt_everywhere(lambda: WRITES[name](world, hits, among), check) > 50


READS = {
    "offsets": lambda hits: hits.offsets,
    "slots": lambda hits: hits.slots,
    "distances": lambda hits: hits.distances,
    "found": lambda hits: hits.found,
    "rows": lambda hits: hits.rows,
    "counts": lambda hits: hits.counts,
    "len": lambda hits: len(hits),
    "item": lambda hits: hits[3],
    "slice": lambda hits: hits[3:5],
    "iter": lambda hits: list(hits),
    "lists": lambda hits: hits.to_lists(),
    "digest": lambda hits: hits.digest(),
    "candidates": lambda hits: hits.candidates,
    "repr": lambda hits: repr(hits),
}


@pytest.mark.parametrize("name", READS)
def test_an_interrupted_read_leaves_its_answer_free(name, world):
    hits = world.neighbors(2.0, limit=3, distances=True)

    def check():
        world.neighbors(2.0, limit=3, distances=True, out=hits)

    # An array of an interrupted frame is referenced as long as a traceback keeps the frame.
    assert interrupt_everywhere(lambda: READS[name](hits), check, keep=False) > 5


SETS = {
    "add": lambda one, other: one.add([5, 6]),
    "discard": lambda one, other: one.discard(5),
    "clear": lambda one, other: one.clear(),
    "resize": lambda one, other: one.resize(80),
    "copy": lambda one, other: one.copy(),
    "slots": lambda one, other: one.slots,
    "in": lambda one, other: 5 in one,
    "disjoint": lambda one, other: one.isdisjoint(other),
    "unite": lambda one, other: one.__ior__(other),
    "pickle": lambda one, other: pickle.dumps(one),
}


@pytest.mark.parametrize("name", SETS)
def test_an_interrupted_call_leaves_sets_free(name):
    one, other = throng.Bitset(60, [5]), throng.Bitset(60, [7])

    def check():
        one.add([1])
        other.add([2])

    assert interrupt_everywhere(lambda: SETS[name](one, other), check) > 5


CALLS = {
    "len": lambda world, other: len(world),
    "repr": lambda world, other: repr(world),
    "bounds": lambda world, other: world.bounds(),
    "order": lambda world, other: world.order(),
    "alive": lambda world, other: world.alive([1, 2]),
    "stats": lambda world, other: world.stats(),
    "snapshot": lambda world, other: world.snapshot(),
    "events": lambda world, other: world.overlaps_changed(),
    "visit": lambda world, other: world.visit(lambda node: None),
    "spawn": lambda world, other: world.spawn([[1.0, 2.0]], 0.5),
    "discard": lambda world, other: world.discard(),
    "commit": lambda world, other: world.commit(),
    "tick": lambda world, other: world.commit(np.ones((world.slot_count, 2)), 0.5),
    "save": lambda world, other: world.save(),
    "pickle": lambda world, other: pickle.dumps(world),
    "restore": lambda world, other: world.restore(other.snapshot()),
    "load": lambda world, other: world.load(SAVED),
}
SAVED = throng.World().save()


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupted_call_leaves_its_space_free(name, world, other):
    def check():
        assert not world._guard._is_owned() and not other._guard._is_owned()  # by this thread; no other one runs
        world.discard()
        world.commit()

    assert interrupt_everywhere(lambda: CALLS[name](world, other), check) > 5


@pytest.mark.parametrize("kind", [throng.RowGrid, throng.StaticTree])
def test_an_interrupted_build_leaves_its_index_free(kind, places):
    index = kind()

    def check():
        assert not index._guard._is_owned()
        index.build(places, 0.4)

    assert interrupt_everywhere(lambda: index.build(places, 0.5), check) > 50


def test_boxes_of_an_interrupted_move_all_are_kept_for_commit(world, places):
    """The library reads them in commit, where it has them, although no statement after the call was run."""
    where = [places]

    def check():
        poison = [np.full((60, 2), 1e6, np.float32) for _ in range(5)]
        world.commit()
        assert world.bounds()[:, 0].tolist() in [(at[:, 0] - np.float32(0.5)).tolist() for at in where + [places - 4]]
        del poison
        world.move_all(places - 4, 0.5)
        world.commit()
        assert world._moving == []

    def move():
        world.move_all(places + 2, 0.5)

    world.move_all(places, 0.5)
    world.commit()
    where.append(places + 2)
    assert interrupt_everywhere(move, check, keep=False) > 50


@pytest.mark.parametrize("how", ["rebase", "load", "restore"])
def test_places_are_right_after_an_interrupted_change_of_the_origin(how):
    far = throng.World()
    far.spawn([[1000.0, 0.0]], 0.5)
    far.commit()
    far.rebase((1000.0, 0.0))
    saved, snapshot = far.save(), far.snapshot()

    def begin():
        world = throng.World()
        world.spawn([[1000.0, 0.0]], 0.5)
        world.commit()
        return world

    worlds = [begin()]
    calls = {
        "rebase": lambda: worlds[0].rebase((1000.0, 0.0)),
        "load": lambda: worlds[0].load(saved),
        "restore": lambda: worlds[0].restore(snapshot),
    }

    def check():
        assert worlds[0].within(np.array([[1000.0, 0.0]]), 1.0).to_lists() == [[0]]
        worlds[0] = begin()

    assert interrupt_everywhere(calls[how], check) > 50


def test_a_call_without_stack_leaves_nothing_taken(world):
    """It fails between taking and giving back, but the exception is one that can be caught there."""
    hits, among = throng.Hits(), throng.Bitset(60, range(50))

    def at_depth(depth, call):
        return at_depth(depth - 1, call) if depth else call()

    failed = 0
    for call in (
        lambda: len(world),
        lambda: world.neighbors_of([1, 2], 1.0, among=among, out=hits),
        lambda: among.discard(3),
        lambda: world.commit(),
    ):
        for depth in range(sys.getrecursionlimit() - 70, sys.getrecursionlimit()):
            try:
                at_depth(depth, call)
            except (RecursionError, ArgumentError):  # ctypes wraps it
                failed += 1
            assert not world._guard._is_owned()
            world.neighbors(1.0, out=hits)
            among.add([3])
    assert failed > 40


def test_a_gate_lets_in_readers_or_one_writer():
    gate = Gate(lambda written: RuntimeError("written" if written else "read"))
    told = []

    def write():
        for call in (lambda: gate.write(), gate.hold, gate.reading):
            with pytest.raises(RuntimeError, match="written"):
                call()
        told.append(1)
        return 7

    assert gate.write(partial(write)) == [7] and told == [1]
    with gate.reading(), gate.reading():
        with pytest.raises(RuntimeError, match="read"):
            gate.write(partial(write))
    held = gate.hold()
    with pytest.raises(RuntimeError, match="read"):
        gate.write(partial(write))
    del held
    with pytest.raises(ZeroDivisionError):
        gate.write(partial(divmod, 1, 0))
    assert gate.write(partial(write)) == [7]


def storm(call, count=300):
    """Runs a call again and again while a timer interrupts it, each time a little later. Returns what came out."""
    told, armed = [], []

    def interrupt_if_armed(*_):
        if armed:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt_if_armed)
    for i in range(count):
        try:
            try:
                armed.append(True)
                signal.setitimer(signal.ITIMER_REAL, 2e-5 + i % 100 * 2e-6)
                told.append(call())
            finally:
                armed.clear()
        except KeyboardInterrupt:
            pass
    armed.clear()
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
    return told


def length_of_loaded(data):
    tree = throng.StaticTree()
    tree.load(data)
    return len(tree)


def tree_of(count):
    tree = throng.StaticTree()
    tree.build(np.random.default_rng(1).uniform(0, 40, (count, 2)), 0.25)
    return tree


# A signal that comes while the library runs is a KeyboardInterrupt before the first byte code of what it calls back.
def test_an_interrupted_save_gives_no_damaged_bytes():
    tree = tree_of(20_000)
    good = tree.save()
    assert all(data == good for data in storm(tree.save))


def test_an_interrupted_load_says_nothing_of_the_bytes():
    good = tree_of(2000).save()
    assert all(count == 2000 for count in storm(lambda: length_of_loaded(good)))


def test_an_interrupted_visit_leaves_no_part_out():
    tree = tree_of(500)

    def nodes():
        seen = []
        tree.visit(seen.append)
        return len(seen)

    assert set(storm(nodes)) <= {nodes()}


def test_other_exceptions_that_cannot_be_raised_reach_the_hook_of_the_program(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: told.append(unraisable.exc_type))

    class Bad:
        def __del__(self):
            raise LookupError

    tree = tree_of(10)
    tree.visit(lambda node: Bad() and None)
    assert told and set(told) == {LookupError}


class Stop(Exception):
    """What a signal handler raises here."""


class Alarm:
    """Alarms come again and again, until one finds the main thread within a call of the library: on_time() is called
    there. `within` tells how often that was."""

    def __init__(self, on_time):
        self.on_time, self.within, self.all = on_time, 0, 0

    def __call__(self, *_):
        self.all += 1
        if not in_handler():
            signal.setitimer(signal.ITIMER_REAL, 0.002 + self.all % 7 * 0.002)
            return
        self.within += 1
        self.on_time()


@pytest.fixture
def alarmed():
    """Sets the handler, and calls again and again until an alarm was on time. Returns what the last call returned."""
    before = signal.getsignal(signal.SIGALRM)

    def run(alarm, call):
        signal.signal(signal.SIGALRM, alarm)
        signal.setitimer(signal.ITIMER_REAL, 0.005)
        told = call()
        while not alarm.within and alarm.all < 5000:
            told = call()
        return told

    yield run
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def alarmed_when_asked():
    """The same for a call whose first loop is short beside the call, where a timer seldom meets it: the alarm comes
    as the library asks, and a call that does not ask, since the last one has within the same 50 ms, is made again."""
    before = signal.getsignal(signal.SIGALRM)

    def run(alarm, call):
        def trace(frame, event, _):
            if frame.f_code is not executors._asked.__code__:
                return None
            if event == "line" and not alarm.within:
                signal.raise_signal(signal.SIGALRM)
            return trace

        signal.signal(signal.SIGALRM, alarm)
        sys.settrace(trace)
        for _ in range(50):
            told = call()
            if alarm.within:
                return told
        raise AssertionError("The library never asks.")

    tracing = sys.gettrace()
    yield run
    sys.settrace(tracing)
    signal.signal(signal.SIGALRM, before)


def raise_stop():
    raise Stop


PLACES = np.random.default_rng(1).uniform(0, 300, (100_000, 2)).astype(np.float32)
MANY = np.tile(PLACES, (10, 1))


def grid_of_places():
    grid = throng.RowGrid()
    grid.build(PLACES, 0.2)
    return grid


# The library asks in the first loop of each. That of a query is so long that an alarm meets it soon.
LONG = {
    "query": ("alarmed", lambda grid: grid.nearest(MANY, 10)),
    "count": ("alarmed", lambda grid: grid.count(MANY, radius=20)),
    "pairs": ("alarmed", lambda grid: grid.pairs(distance=10)),
    "build": ("alarmed_when_asked", lambda grid: throng.StaticTree().build(MANY, 0.2)),
}


@pytest.mark.parametrize("name", LONG)
def test_a_handler_that_raises_ends_a_long_call(name, request):
    fixture, call = LONG[name]
    grid, alarm = grid_of_places(), Alarm(raise_stop)
    with pytest.raises(Stop):
        request.getfixturevalue(fixture)(alarm, lambda: call(grid))
    assert alarm.within == 1
    assert len(grid.neighbors(1).offsets) == len(PLACES) + 1  # the grid is free, and whole


def test_a_handler_that_returns_runs_within_a_long_call(alarmed):
    grid, alarm = grid_of_places(), Alarm(lambda: None)
    near = alarmed(alarm, lambda: grid.nearest(MANY, 10))
    assert alarm.within == 1
    assert near.digest() == grid.nearest(MANY, 10).digest()


def test_a_handler_may_query_and_must_not_read_what_changes(alarmed_when_asked):
    grid, other = grid_of_places(), grid_of_places()
    tree = throng.StaticTree()
    told = []

    def use():
        told.append(len(other.neighbors(1).offsets))
        told.append(len(other))
        for call in (tree.bounds, lambda: len(tree), lambda: tree.build(PLACES, 0.2), lambda: tree.neighbors(1)):
            try:
                call()
            except throng.Busy:
                told.append("busy")

    alarm = Alarm(use)
    alarmed_when_asked(alarm, lambda: tree.build(MANY, 0.2))
    assert told == [len(PLACES) + 1, len(PLACES), "busy", "busy", "busy", "busy"]
    assert len(tree) == len(MANY) and len(grid) == len(PLACES)


def test_what_one_call_has_left_does_not_end_the_next():
    grid = grid_of_places()
    executors._came.append(Stop())  # as where a second Ctrl-C ends a call before it has told of the first
    assert len(grid.neighbors(1).offsets) == len(PLACES) + 1
    assert not executors._came


def test_what_a_destructor_has_dropped_is_raised_by_the_next_call():
    grid = grid_of_places()
    grid.neighbors(1)
    destroyed = []

    def destroy(pointer):
        destroyed.append(pointer)
        raise Stop  # as a signal handler does within __del__

    doomed = type("Doomed", (), {"__del__": throng._answers.Handle.__del__})()
    doomed.pointer, doomed._destroy = 1, destroy
    del doomed
    assert destroyed == [1]
    with pytest.raises(Stop):
        grid.neighbors(1)
    assert len(grid.neighbors(1).offsets) == len(PLACES) + 1


def test_only_the_main_thread_is_interrupted(alarmed):
    grid, ended, told = grid_of_places(), threading.Event(), []

    def work():
        while not ended.is_set() or not told:
            told.append(grid.neighbors(1).digest())

    thread = threading.Thread(target=work)
    thread.start()
    with pytest.raises(Stop):
        alarmed(Alarm(raise_stop), lambda: grid.nearest(MANY, 10))
    ended.set()
    thread.join()
    assert set(told) == {grid.neighbors(1).digest()}
