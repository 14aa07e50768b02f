# SPDX-License-Identifier: MIT
"""Random worlds and histories, against brute force (hypothesis)."""
import brute_force as brute
import numpy as np
import pytest
import throng

pytest.importorskip("hypothesis")
from hypothesis import given, strategies as st  # noqa: E402
from hypothesis.extra import numpy as arrays  # noqa: E402

coordinate = st.floats(-100, 100, width=32)
any_float = st.floats(width=32, allow_nan=True, allow_infinity=True)


def points(most=40, floats=coordinate):
    return arrays.arrays(np.float32, st.tuples(st.integers(0, most), st.just(2)), elements=floats)


@given(points(), points(8), st.floats(0, 50, width=32), st.floats(0, 5, width=32))
def test_any_points_are_found(at, places, radius, half):
    for kind in (throng.RowGrid, throng.LooseQuadtree, throng.StaticTree):
        index = kind()
        index.build(at, half)
        boxes = brute.corners(at, np.full(len(at), half))
        hits = index.within(places, radius)
        r = np.float32(radius)
        assert brute.sets(hits) == brute.rows(brute.squared_to_boxes(places, boxes) <= r * r)


@given(points(20, any_float), st.floats(0, 10, width=32))
def test_any_float_is_an_element_or_a_fault(at, half):
    with np.errstate(all="ignore"):
        boxes = brute.corners(at, np.full(len(at), half))
    good = np.isfinite(boxes).all(1)
    world = throng.World()
    try:
        ids = world.spawn(at, half)
    except throng.InvalidBounds as error:
        assert error.positions.tolist() == np.flatnonzero(~good).tolist()
        ids = error.result
    assert (ids != 0).tolist() == good.tolist()
    world.commit()
    assert len(world) == good.sum()


@given(
    arrays.arrays(np.float32, st.tuples(st.integers(0, 12), st.integers(2, 5)), elements=coordinate),
    st.integers(0, 3),
    st.sampled_from([1, 2, 3, -1, -2]),
    st.sampled_from([slice(0, 2), slice(None, None, -1), slice(1, None)]),
    st.booleans(),
)
def test_any_slice_is_read_as_its_copy(base, first, step, columns, turned):
    given_points = (np.asfortranarray(base) if turned else base)[first::step, columns][:, :2]
    if given_points.shape[1] != 2:
        return
    index = throng.LooseGrid()
    index.build(given_points, 1)

    assert np.array_equal(index.bounds(), brute.corners(given_points.copy(), np.ones(len(given_points))))
    expected = index.within(np.ascontiguousarray(given_points), 9).digest()
    assert index.within(given_points, 9).digest() == expected
    assert index.within((given_points[:, 0], given_points[:, 1]), 9).digest() == expected


class Model:
    def __init__(self):
        self.boxes = {}

    def rows(self, queries):
        keys = sorted(self.boxes)
        if not keys:
            return [set() for _ in queries]
        matrix = brute.overlaps(queries, np.array([self.boxes[k] for k in keys], np.float32))
        return [{keys[i] for i in np.flatnonzero(row)} for row in matrix]


@given(st.lists(st.tuples(st.sampled_from(["spawn", "static", "move", "despawn", "commit"]), points(6)), max_size=12))
def test_any_history_is_that_of_the_model(steps):
    world, staged, model = throng.World(), Model(), Model()
    live = {}  # slot: id
    queries = np.array([[-50, -50, 0, 0], [-1e3, -1e3, 1e3, 1e3], [10, 10, 40, 60]], np.float32)
    for what, at in [*steps, ("commit", None)]:
        if what in ("spawn", "static"):
            ids = world.spawn(at, 1.5, motion="static" if what == "static" else "dynamic")
            for id, box in zip(ids.tolist(), brute.corners(at, np.full(len(at), 1.5))):
                live[id & 0xFFFFFFFF] = id
                staged.boxes[id & 0xFFFFFFFF] = box
        elif what == "move":
            some = sorted(live)[: len(at)]
            world.move([live[s] for s in some] or np.empty(0, np.uint64), at[: len(some)], 2)
            for slot, box in zip(some, brute.corners(at[: len(some)], np.full(len(some), 2))):
                staged.boxes[slot] = box
        elif what == "despawn":
            some = sorted(live)[: len(at)]
            world.despawn(np.array([live[s] for s in some], np.uint64))
            for slot in some:
                del live[slot], staged.boxes[slot]
        else:
            world.commit()
            model.boxes = dict(staged.boxes)
        assert brute.sets(world.overlap(box=queries)) == model.rows(queries)


@st.composite
def histories(draw):
    """Steps of a world: each is the seed of what is spawned, moved and ended, or a way back to an earlier commit."""
    return draw(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 1000)), min_size=1, max_size=12))


def step(world, seed):
    random = np.random.default_rng(seed)
    live = world.ids_of(world.live_slots())
    count = int(random.integers(0, 12))
    at = random.uniform(0, 20, (count, 2)).astype(np.float32)
    motion = "static" if seed % 4 == 0 else "dynamic"
    ids = world.spawn(at, 0.5, motion=motion, categories=np.arange(count) + 1, layers=np.arange(count) % 3)
    world.despawn(live[random.random(len(live)) < 0.2])
    world.commit(random.uniform(0, 20, (world.slot_count, 2)).astype(np.float32), 0.5)
    return ids.tolist()


@given(histories())
def test_any_history_goes_back_and_is_saved(steps):
    world, joiner = throng.World(), throng.World()
    kept = []
    for choice, seed in steps:
        if choice == 0 and kept:
            snapshot, content = kept[seed % len(kept)]
            world.restore(throng.Snapshot.load(snapshot.save()) if seed % 2 else snapshot)
            assert world.hash() == content
        joiner.load(world.save())
        assert step(world, seed) == step(joiner, seed)
        kept.append((world.snapshot(), world.hash()))
        assert joiner.save() == world.save()
        assert np.array_equal(joiner.neighbors(2.0, order="by_slot").slots, world.neighbors(2.0, order="by_slot").slots)
    world.validate()
    joiner.validate()
    assert [content for _, content in kept] == [snapshot.hash() for snapshot, _ in kept]


@given(histories(), st.integers(0, 2**32), st.integers(1, 255))
def test_any_other_byte_is_corrupt_and_changes_nothing(steps, place, change):
    world = throng.World()
    for _, seed in steps:
        step(world, seed)
    data, content = world.save(), world.hash()
    changed = bytearray(data)
    changed[place % len(data)] ^= change
    # The version may be one of the future, which is told from other bytes.
    told = (throng.Corrupt, throng.InvalidArgument) if place % len(data) < 16 else throng.Corrupt

    for call in (world.load, throng.World.loaded, throng.Snapshot.load):
        with pytest.raises(told):
            call(changed)
        with pytest.raises(throng.Corrupt):
            call(data[: place % len(data)])
    assert world.hash() == content and world.save() == data
