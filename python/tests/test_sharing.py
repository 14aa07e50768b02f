# SPDX-License-Identifier: MIT
"""What threads share is whole or refused: answers, sets, and arrays that another thread writes during a call."""
import sys
import threading
import time

import numpy as np
import pytest
import throng
from throng._library import lib


def in_another_thread(call):
    """What a call returns or raises."""
    told = []

    def run():
        try:
            told.append(call())
        except Exception as error:
            told.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return told[0]


def during(monkeypatch, name, calls):
    """Runs calls in another thread when a function of C has begun. Returns where what they told will be."""
    function, told = getattr(lib, name), []

    def begun(*arguments):
        monkeypatch.setattr(lib, name, function)
        told.extend(in_another_thread(call) for call in calls)
        return function(*arguments)

    begun.__name__ = name
    monkeypatch.setattr(lib, name, begun)
    return told


READS = {
    "offsets": lambda hits: hits.offsets.tolist(),
    "slots": lambda hits: hits.slots.tolist(),
    "distances": lambda hits: hits.distances.tolist(),
    "found": lambda hits: hits.found.tolist(),
    "rows": lambda hits: hits.rows.tolist(),
    "counts": lambda hits: hits.counts.tolist(),
    "len": lambda hits: len(hits),
    "item": lambda hits: hits[3].tolist(),
    "slice": lambda hits: [row.tolist() for row in hits[3:9]],
    "iter": lambda hits: [row.tolist() for row in hits],
    "lists": lambda hits: hits.to_lists(),
    "digest": lambda hits: hits.digest(),
    "candidates": lambda hits: hits.candidates,
    "repr": lambda hits: repr(hits),
}


def query(world, radius, out):
    return world.neighbors(radius, limit=5, distances=True, out=out)


@pytest.mark.parametrize("name", READS)
def test_an_answer_is_not_read_while_it_is_written(name, crowd, monkeypatch):
    world, hits = crowd[0], throng.Hits()
    query(world, 1.0, hits)
    before = READS[name](hits)
    told = during(monkeypatch, "throng_neighbors", [lambda: READS[name](hits)])

    query(world, 4.0, hits)

    assert isinstance(told[0], BufferError) and "another thread" in str(told[0])
    assert READS[name](hits) == READS[name](query(world, 4.0, None))
    query(world, 1.0, hits)
    assert READS[name](hits) == before


def test_an_answer_has_one_writer(crowd, monkeypatch):
    world, hits = crowd[0], throng.Hits()
    told = during(monkeypatch, "throng_neighbors", [lambda: query(world, 1.0, hits)] * 2)

    query(world, 4.0, hits)

    assert [type(error) for error in told] == [BufferError] * 2 and "another thread" in str(told[0])
    assert hits.digest() == query(world, 4.0, None).digest()
    query(world, 1.0, hits)
    assert hits.digest() == query(world, 1.0, None).digest()


@pytest.mark.parametrize(
    "function, name",
    [
        ("throng_hits_rows_of_hits", "rows"),
        ("throng_hits_hash", "digest"),
        ("throng_hits_candidates", "candidates"),
    ],
)
def test_an_answer_is_not_written_while_it_is_read(function, name, crowd, monkeypatch):
    world = crowd[0]
    hits = query(world, 1.0, None)
    before = READS[name](hits)
    calls = [lambda: query(world, 4.0, hits), lambda: READS["lists"](hits)]
    told = during(monkeypatch, function, calls)

    assert READS[name](hits) == before
    assert isinstance(told[0], BufferError) and told[1] == hits.to_lists()
    query(world, 4.0, hits)


def test_every_array_of_an_answer_keeps_it_from_being_written(crowd):
    # Arrays that two threads made at the same time count both.
    world = crowd[0]
    hits = query(world, 1.0, None)
    for read in (lambda: hits.slots, lambda: hits.offsets, lambda: hits.distances, lambda: hits.found, lambda: hits[3]):
        arrays = [in_another_thread(read), in_another_thread(read)]
        while arrays:
            with pytest.raises(BufferError, match="drop them"):
                query(world, 2.0, hits)
            arrays.pop()
        query(world, 2.0, hits)
    empty = throng.World().neighbors(1.0, out=hits).slots  # has no memory of the answer
    query(world, 2.0, hits)
    assert len(empty) == 0


@pytest.mark.parametrize("name", ["rows", "slots", "offsets", "lists"])
def test_reads_that_meet_queries_by_chance_are_of_one_answer(name, rng):
    small, large = throng.RowGrid(), throng.RowGrid()
    small.build_points(rng.uniform(0, 10, (50, 2)))
    large.build_points(rng.uniform(0, 40, (4000, 2)))
    expected = [READS[name](grid.neighbors(2.0, workers=1)) for grid in (small, large)]
    hits, ends, read_rows = small.neighbors(2.0, workers=1), time.monotonic() + 0.5, []

    def read():
        # Goes on until both sides have been served.
        while time.monotonic() < ends or not (read_rows and written):
            try:
                read_rows.append(READS[name](hits) in expected)
            except BufferError:
                pass
            except Exception as error:
                read_rows.append(error)
                break

    before, written = sys.getswitchinterval(), 0
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=read)
    thread.start()
    try:
        while thread.is_alive():
            for grid in (large, small):
                try:
                    grid.neighbors(2.0, workers=1, out=hits)
                    written += 1
                except BufferError:
                    pass
    finally:
        sys.setswitchinterval(before)
    assert read_rows and all(row is True for row in read_rows)


SET_READS = {
    "in": lambda one: 5 in one,
    "len": lambda one: len(one),
    "size": lambda one: one.size,
    "slots": lambda one: one.slots.tolist(),
    "copy": lambda one: one.copy().slots.tolist(),
    "disjoint": lambda one: one.isdisjoint(one),
    "repr": lambda one: repr(one),
    "reduce": lambda one: one.__reduce__()[1][0],
}
SET_CHANGES = {
    "add": lambda one: one.add([7]),
    "discard": lambda one: one.discard(5),
    "clear": lambda one: one.clear(),
    "resize": lambda one: one.resize(3),
    "unite": lambda one: one.__ior__(throng.Bitset(9, [8])),
    "itself": lambda one: one.__isub__(one),
}


def test_a_set_is_read_but_not_changed_while_a_query_reads_it(crowd, monkeypatch):
    world, among = crowd[0], throng.Bitset(500, range(0, 500, 2))
    for function, ask in {
        "throng_neighbors": lambda: world.neighbors(3.0, among=among).digest(),
        "throng_count_within": lambda: world.count([[20, 20]], radius=30, among=among).tolist(),
        "throng_overlapping_pairs": lambda: world.pairs(among=among).tolist(),
    }.items():
        expected, reads = ask(), [read(among) for read in SET_READS.values()]
        calls = [lambda read=read: read(among) for read in SET_READS.values()]
        told = during(monkeypatch, function, calls)
        assert ask() == expected and told == reads
        told = during(monkeypatch, function, [lambda change=change: change(among) for change in SET_CHANGES.values()])
        assert ask() == expected
        assert [type(error) for error in told] == [throng.Busy] * len(SET_CHANGES)


def test_a_set_that_another_thread_changes_is_busy(crowd, monkeypatch):
    one = throng.Bitset(500, [5])
    calls = [lambda call=call: call(one) for call in [*SET_READS.values(), *SET_CHANGES.values()]]
    calls += [lambda: crowd[0].neighbors(1.0, among=one), lambda: throng.Bitset(9).__ior__(one)]
    told = during(monkeypatch, "throng_bitset_set_slots", calls)

    one.add([9])

    assert [type(error) for error in told] == [throng.Busy] * len(calls)
    assert one.slots.tolist() == [5, 9]


def spoiled(monkeypatch, arrays):
    """Writes into arrays, as another thread may, when a function of C has begun that changes a space."""
    names = [name for name in vars(lib) if name.startswith(("throng_index_", "throng_world_"))]

    def wrapped(function):
        def begun(*arguments):
            for array in arrays:
                array.view(np.uint8)[:] = 0xFF  # a NaN, and a slot or id that does not exist
            return function(*arguments)

        begun.__name__ = function.__name__
        return begun

    for name in names:
        monkeypatch.setattr(lib, name, wrapped(getattr(lib, name)))


INDEX_CHANGES = {
    "build": lambda index, at, half, slots: index.build(at, half),
    "build box": lambda index, at, half, slots: index.build(box=np.hstack([at, at])),
    "update": lambda index, at, half, slots: index.update(at, half),
    "columns": lambda index, at, half, slots: index.update((at[:, 0], at[:, 1]), half),
    "corners": lambda index, at, half, slots: index.update(box=(at, at)),
    "move": lambda index, at, half, slots: index.move(slots, at, half),
    "insert": lambda index, at, half, slots: index.insert(slots + np.uint32(20), at, half),
    "erase": lambda index, at, half, slots: index.erase(slots[:7]),
}
WORLD_CHANGES = {
    "spawn": lambda world, at, half, ids, numbers: world.spawn(at, half, categories=numbers, layers=numbers % 3),
    "spawn box": lambda world, at, half, ids, numbers: world.spawn(box=(at, at)),
    "move": lambda world, at, half, ids, numbers: world.move(ids, at, half),
    "move_all": lambda world, at, half, ids, numbers: world.move_all(at, half),
    "tick": lambda world, at, half, ids, numbers: world.commit(at, half),
    "categorize": lambda world, at, half, ids, numbers: world.categorize(ids, numbers),
    "set_layers": lambda world, at, half, ids, numbers: world.set_layers(ids, numbers.astype(np.uint16)),
    "despawn": lambda world, at, half, ids, numbers: world.despawn(ids[:7]),
}


@pytest.mark.parametrize("name", INDEX_CHANGES)
@pytest.mark.parametrize("kind", [throng.RowGrid, throng.LooseQuadtree])
def test_a_change_of_an_index_does_not_read_what_another_thread_writes(kind, name, rng, monkeypatch):
    at = rng.uniform(0, 9, (20, 2)).astype(np.float32)
    half, slots = np.full(20, 0.5, np.float32), np.arange(20, dtype=np.uint32)
    one, other = kind(), kind()
    for each in (one, other):
        each.build(at + 3, half)
    INDEX_CHANGES[name](one, at.copy(), half.copy(), slots.copy())
    spoiled(monkeypatch, [at, half, slots])

    INDEX_CHANGES[name](other, at, half, slots)

    assert np.array_equal(one.bounds(), other.bounds()) and len(one) == len(other)
    other.validate()
    assert np.isnan(at).all() and slots[0] == throng.NO_SLOT


@pytest.mark.parametrize("name", WORLD_CHANGES)
@pytest.mark.parametrize("origin", [None, (100.0, 100.0)])
def test_a_change_of_a_world_does_not_read_what_another_thread_writes(name, origin, rng, monkeypatch):
    at = (rng.uniform(0, 9, (20, 2)) + (origin or (0, 0))[0]).astype(np.float32 if origin is None else np.float64)
    half = np.full(20, 0.5, np.float32)
    worlds = throng.World(origin=origin), throng.World(origin=origin)
    ids = [world.spawn(at + 3, half) for world in worlds][0]
    numbers = np.arange(20, dtype=np.uint32)
    for world in worlds:
        world.commit()
    given = [at, half, ids, numbers]
    WORLD_CHANGES[name](worlds[0], *[array.copy() for array in given])
    worlds[0].commit()
    spoiled(monkeypatch, given)

    WORLD_CHANGES[name](worlds[1], *given)
    worlds[1].commit()

    assert worlds[0].hash() == worlds[1].hash() and len(worlds[0]) == len(worlds[1])
    worlds[1].validate()
    assert np.isnan(at).all()
