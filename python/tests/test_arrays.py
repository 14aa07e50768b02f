# SPDX-License-Identifier: MIT
"""Arrays go in without copies and come out over the answer's memory, and no array ever dangles."""
import gc
import os
import subprocess
import sys
import weakref

import brute_force as brute
import numpy as np
import pytest
import throng
from throng import _views as views

AGENT = np.dtype([("name", "u4"), ("at", "2f4"), ("velocity", "2f4"), ("half", "f4")])


def forms(at):
    """The same points in every form that is read in place."""
    agents = np.zeros(len(at), AGENT)
    agents["at"] = at
    columns = np.ascontiguousarray(at.T)
    wide = np.zeros((len(at) * 3, 2), np.float32)
    wide[::3] = at
    swapped = np.ascontiguousarray(at[:, ::-1])
    return {
        "rows": at,
        "field": agents["at"],
        "transposed": columns.T,
        "columns": (columns[0], columns[1]),
        "strided": wide[::3],
        "strided columns": (wide[::3, 0], wide[::3, 1]),
        "swapped": swapped[:, ::-1],
        "read only": np.lib.stride_tricks.as_strided(at, writeable=False),
    }


@pytest.mark.parametrize("form", list(forms(np.zeros((2, 2), np.float32))))
def test_float32_is_read_in_place(form, crowd):
    world, _, at, _ = crowd
    given = forms(at)[form]

    view = views.Points(given, "points")

    arrays = view.kept if type(view.kept) is tuple else (view.kept,)
    sources = given if type(given) is tuple else (given,)
    assert all(np.shares_memory(a, b) for a, b in zip(arrays, sources))
    assert np.array_equal(view.array(), at)
    assert world.within(given, 2).digest() == world.within(at, 2).digest()


@pytest.mark.parametrize("dtype", [np.float64, np.float16, np.int32, ">f4", np.uint8])
def test_other_numbers_are_converted(dtype, crowd):
    world, _, at, _ = crowd
    given = np.floor(at).astype(dtype)

    assert world.within(given, 2).digest() == world.within(np.floor(at), 2).digest()


@pytest.mark.parametrize("fields", [[("flag", "u1"), ("at", "2f4")], [("at", "2f4"), ("flag", "u1")]])
def test_what_cannot_be_read_in_place_is_copied(fields, crowd):
    world, _, at, _ = crowd
    packed = np.zeros(len(at), np.dtype(fields))  # 9 bytes an item
    packed["at"] = at
    backwards = at[::-1]

    for given, expected in [(packed["at"], at), (backwards, backwards.copy()), (at.tolist(), at)]:
        view = views.Points(given, "points")
        assert not np.shares_memory(view.kept, given)
        assert view.struct.stride % 4 == 0 and view.struct.x % 4 == 0
        assert world.within(given, 2).digest() == world.within(expected, 2).digest()


def test_one_point_and_no_points():
    index = throng.StaticTree()
    index.build([[0, 0], [1, 1]], 0.5)
    assert index.within((0, 0), 0.1).to_lists() == [[0]]
    assert index.within([1.0, 1.0], 0.1).to_lists() == [[1]]
    for nothing in ([], np.empty((0, 2)), np.empty((0, 2), np.float32)):
        assert len(index.within(nothing, 1)) == 0
        assert index.count(nothing, radius=1).shape == (0,)
    index.build(box=[])
    assert len(index) == 0 and len(index.neighbors(1)) == 0 and index.pairs().shape == (0, 2)
    assert index.bounds().shape == (0, 4)
    assert index.overlap(box=[0, 0, 1, 1]).to_lists() == [[]]


@pytest.mark.parametrize(
    "bad, error",
    [
        (np.zeros((3, 3)), ValueError),
        (np.zeros(3), ValueError),
        (np.zeros((2, 2, 2)), ValueError),
        (np.float32(1), ValueError),
        ("text", TypeError),
        ([["a", "b"]], TypeError),
        (np.zeros((3, 2), complex), TypeError),
        (np.zeros((3, 2), bool), TypeError),
        (np.zeros((3, 2), object), TypeError),
        ((np.zeros(3), np.zeros(2)), ValueError),
        (None, TypeError),
    ],
)
def test_other_shapes_and_types_are_refused(bad, error):
    index = throng.LooseGrid()
    with pytest.raises(error):
        index.nearest(bad)
    with pytest.raises(error):
        index.build(bad, 1)


def test_arrays_are_views_of_the_answer(crowd):
    world, _, at, _ = crowd
    hits = world.neighbors(2.0, distances=True, limit=5)

    for array, dtype in [(hits.slots, "u4"), (hits.offsets, "u4"), (hits.distances, "f4"), (hits.found, "u4")]:
        assert array.dtype == dtype and not array.flags.writeable and not array.flags.owndata
        with pytest.raises(ValueError):
            array[0] = 1
    assert np.shares_memory(hits.slots, hits.slots)
    assert np.shares_memory(hits[3], hits.slots)
    assert hits.rows.tolist() == np.repeat(np.arange(len(hits)), hits.counts).tolist()
    assert [row.tolist() for row in hits] == hits.to_lists() == [hits[i].tolist() for i in range(len(hits))]
    assert hits[-1].tolist() == hits.to_lists()[-1]
    with pytest.raises(IndexError):
        hits[500]
    assert repr(hits) == "<throng.Hits of 500 rows, %d hits>" % len(hits.slots)
    assert world.neighbors(2.0).distances is None
    assert hits.candidates > len(hits.slots)


def test_an_array_outlives_its_answer_and_its_space(crowd):
    world, _, at, _ = crowd
    expected = world.neighbors(2.0).slots.copy()
    slots = world.neighbors(2.0).slots
    pairs = world.pairs()
    expected_pairs = pairs.tolist()
    part = world.neighbors(2.0).slots[5:50:3]
    world.close()
    del world
    gc.collect()
    for _ in range(20):  # whatever memory was given back is used again
        other = throng.World()
        other.spawn(at + 100, 1.0)
        other.commit()
        other.neighbors(2.0), other.pairs()

    assert np.array_equal(slots, expected)
    assert np.array_equal(part, expected[5:50:3])
    assert pairs.tolist() == expected_pairs


def test_an_answer_in_use_is_not_written_again(crowd):
    world, _, at, _ = crowd
    hits = throng.Hits()
    assert len(hits) == 0 and hits.to_lists() == []
    assert world.neighbors(2.0, out=hits) is hits
    first = hits.to_lists()
    slots = hits.slots
    part = slots[3:9]
    del slots

    with pytest.raises(BufferError):
        world.neighbors(3.0, out=hits)

    assert hits.to_lists() == first
    del part
    world.neighbors(3.0, out=hits)
    assert sum(map(len, hits.to_lists())) > sum(map(len, first))
    with pytest.raises(throng.InvalidArgument):
        world.neighbors(-1.0, out=hits)
    assert len(hits) == 0
    world.neighbors(2.0, out=hits)
    assert hits.to_lists() == first


def read_by_commit(world):
    """The copy of the centres that move_all has made."""
    return weakref.ref(world._moving[-1].kept.kept)


def test_what_commit_reads_is_kept_alive(crowd):
    world, _, at, half = crowd
    moved = at + np.float32(2)
    world.move_all(moved, 0.5)
    gone = read_by_commit(world)
    moved[:] = np.nan
    del moved
    gc.collect()
    assert gone() is not None
    [np.zeros((500, 2), np.float32) for _ in range(10)]

    world.commit()

    assert np.array_equal(world.bounds(), brute.corners(at + np.float32(2), np.full(500, 0.5)))
    assert gone() is None
    world.move_all(at, 0.5)
    gone = read_by_commit(world)
    world.discard()
    assert gone() is None


# Beside the answer, ten million pairs, are what tasks collect and the memory that the sort needs.
MEMORY_OF_A_LARGE_ANSWER = """
import os
import numpy as np
import throng

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

grid = throng.RowGrid()
grid.build(np.random.default_rng(1).uniform(0, 300, (400_000, 2)), 0.86)
grid.count([[0, 0]], 1)
before = resident()
pairs = grid.pairs(order="by_slot")
print(len(pairs), pairs.nbytes, resident() - before)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is told by Linux")
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the address sanitizer keeps what is freed")
def test_memory_of_a_large_answer_is_its_arrays():
    # An allocator that gives each large block back to the system at once, not when it likes.
    at_once = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "65536"}

    said = subprocess.run([sys.executable, "-c", MEMORY_OF_A_LARGE_ANSWER], env={**os.environ, **at_once},
                          capture_output=True, text=True, check=True).stdout

    count, size, taken = map(int, said.split())
    assert count > 10_000_000
    assert size < taken < 1.2 * size


@pytest.mark.parametrize("ids", [[1.5], ["a"], [-1], [2**64], [[1, 2]]])
def test_bad_ids_are_refused(crowd, ids):
    with pytest.raises((TypeError, ValueError, OverflowError)):
        crowd[0].alive(ids)


@pytest.mark.parametrize("slots", [[1.5], [-1], [2**32], [[1, 2]]])
def test_bad_slots_are_refused(crowd, slots):
    with pytest.raises((TypeError, ValueError)):
        crowd[0].neighbors_of(slots, 1)


def misaligned(array):
    """The same items at an odd address."""
    moved = np.frombuffer(b"\0" + array.tobytes(), array.dtype, offset=1).reshape(array.shape)
    assert views.address(moved) % 2 and moved.flags.c_contiguous and np.array_equal(moved, array)
    return moved


def test_misaligned_arrays_are_copied(crowd):
    _, _, at, half = crowd
    worlds = throng.World(origin=(1e5, 0)), throng.World(origin=(1e5, 0))
    for form, world in zip((misaligned, np.array), worlds):
        ids = world.spawn(form(at), form(half), categories=form(np.arange(500, dtype=np.uint32)))
        world.spawn(form(at.astype(np.float64)), 0.5, layers=form(np.arange(500, dtype=np.uint16) % 3))
        world.commit()
        world.move(form(ids), (form(at[:, 0].copy()), form(at[:, 1].copy())), form(np.stack([half, half], 1)))
        world.commit()
        world.commit(box=form(brute.corners(np.vstack([at, at]), np.full(1000, 0.5))))
    assert worlds[0].hash() == worlds[1].hash()

    told = []
    for form, world in zip((misaligned, np.array), worlds):
        hits = [
            world.within(form(at), form(half), exclude=form(np.arange(500, dtype=np.uint32))),
            world.overlap(form(at), form(half), mask=form(np.arange(500, dtype=np.uint32))),
            world.overlap(form(at), 1, layers=form(np.ones((500, 2), np.uint16))),
            world.along(form(at), form(at + 1), form(half)),
            world.neighbors_of(form(np.arange(500, dtype=np.uint32)), 2),
            world.query(form(throng.Query.within(at, 2))),
        ]
        told.append([each.digest() for each in hits])
        told[-1] += world.visible(form(at), form(at[::-1].copy())).tolist()
    assert told[0] == told[1]
    grid, other = throng.RowGrid(), throng.RowGrid()
    grid.build_points(misaligned(at))
    other.build_points(at)
    assert np.array_equal(grid.bounds(), other.bounds())


def test_misaligned_integers_are_copied(crowd):
    raw = np.frombuffer(b"\0" + np.arange(3, dtype=np.uint32).tobytes(), np.uint8)[1:]
    slots = raw.view(np.uint32)
    assert slots.tolist() == [0, 1, 2]
    assert len(crowd[0].neighbors_of(slots, 1)) == 3

def masked(value):
    array = np.asarray(value)
    return np.ma.array(array, mask=np.arange(array.size).reshape(array.shape) % 2 == 1)


MASKED_ARGUMENTS = {
    "centers": lambda w, m: w.within(m([[0.0, 0], [1, 1]]), 1),
    "box": lambda w, m: w.overlap(box=m([[0.0, 0, 1, 1]])),
    "box ": lambda w, m: w.overlap(box=(m([[0.0, 0]]), np.ones((1, 2)))),
    "half_extent": lambda w, m: w.spawn(np.zeros((2, 2)), m([1.0, 2])),
    "radius": lambda w, m: w.within([[0, 0], [1, 1]], m([1.0, 2])),
    "radius ": lambda w, m: w.neighbors(m(np.ones(w.slot_count))),
    "radius  ": lambda w, m: w.neighbors(m(1.0)),
    "radius   ": lambda w, m: w.neighbors(np.ma.masked),
    "max_t": lambda w, m: w.cast([[0, 0], [1, 1]], [1, 0], m([1.0, 2])),
    "directions": lambda w, m: w.cast([[0, 0]], m([[1.0, 0]])),
    "points": lambda w, m: w.nearest((m([0.0, 1]), m([0.0, 1]))),
    "points ": lambda w, m: w.nearest([m([0.0, 1]), m([0.0, 1])]),
    "start": lambda w, m: w.visible(m([[0.0, 0]]), [[1, 1]]),
    "mask": lambda w, m: w.within([[0, 0], [1, 1]], 1, mask=m([1, 2])),
    "limit": lambda w, m: w.within([[0, 0], [1, 1]], 1, limit=m([1, 2])),
    "limit ": lambda w, m: w.within([[0, 0]], 1, limit=np.ma.masked),
    "most_hits": lambda w, m: w.within([[0, 0]], 1, most_hits=np.ma.masked),
    "k": lambda w, m: w.nearest([[0, 0]], np.ma.masked),
    "exclude": lambda w, m: w.within([[0, 0], [1, 1]], 1, exclude=m([1, 2])),
    "layers": lambda w, m: w.within([[0, 0], [1, 1]], 1, layers=m([1, 2])),
    "layers ": lambda w, m: w.spawn([[0, 0], [1, 1]], 1, layers=m([1, 2])),
    "collides_with": lambda w, m: w.pairs(collides_with=m([1, 2])),
    "categories": lambda w, m: w.spawn([[0, 0], [1, 1]], 1, categories=m([1, 2])),
    "ids": lambda w, m: w.despawn(m(w.ids([0, 1]))),
    "slots": lambda w, m: w.neighbors_of(m([0, 1]), 1),
    "mask ": lambda w, m: throng.Bitset.from_mask(m([True, False])),
    "slots ": lambda w, m: throng.Bitset(9, m([1, 2])),
    "places": lambda w, m: throng.Query.within(m([[0.0, 0]]), 1),
    "box  ": lambda w, m: throng.Query.overlap(m([[0.0, 0, 1, 1]])),
    "cos_half_angle": lambda w, m: throng.Query.cone([[0, 0], [1, 1]], [1, 0], m([0.5, 0.5])),
    "queries": lambda w, m: w.query(np.ma.array(throng.Query.within([[0, 0]], 1))),
    "queries ": lambda w, m: w.query([np.ma.array(throng.Query.within([[0, 0]], 1))]),
    "bounds": lambda w, m: throng.World(bounds=m([0.0, 0, 1, 1])),
    "origin": lambda w, m: w.rebase(m([0.0, 1])),
}


@pytest.mark.parametrize("name", list(MASKED_ARGUMENTS))
def test_masked_arrays_are_refused_with_what_to_give(name, crowd):
    told = r"%s(\[0\])? is a masked array.*%s(\[0\])?\.filled\(value\)" % (name.strip(), name.strip())
    before = crowd[0].hash()
    with pytest.raises(TypeError, match=told):
        MASKED_ARGUMENTS[name](crowd[0], masked)
    crowd[0].commit()
    assert crowd[0].hash() == before


def test_what_is_not_masked_is_taken(crowd):
    world = crowd[0]
    at = masked([[0.0, 0], [5, 5], [9, 9]])
    told = r"numpy\.ma\.compress_rows\(centers\)"
    with pytest.raises(TypeError, match=told):
        world.within(at, 1)
    with pytest.raises(TypeError, match=r"radius\.compressed\(\)"):
        world.within(at.data, masked([1.0, 2, 3]))
    assert len(world.within(at.filled(0), 1)) == 3
    at.mask = [[False, False], [True, True], [False, False]]
    rows = np.ma.compress_rows(at)
    assert rows.tolist() == [[0, 0], [9, 9]]
    assert len(world.within(rows, masked([1.0, 2, 3]).compressed())) == 2
