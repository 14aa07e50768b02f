# SPDX-License-Identifier: MIT
"""Worlds in time: back to a snapshot, compared by a hash, told apart by a tag; a tick in one call, reads of slots."""
import threading
import weakref

import numpy as np
import pytest
import throng
from throng._library import lib


def some(count, seed, side=30):
    return np.random.default_rng(seed).uniform(0, side, (count, 2)).astype(np.float32)


def tick(world, number):
    """One tick of a game: what it sees follows from the world and the number alone."""
    ids = world.ids_of(world.live_slots())
    world.despawn(ids[number % 7 :: 40])
    more = world.spawn(some(9, number), 0.4, motion="static" if number % 3 == 0 else "dynamic", layers=number % 2)
    world.commit(some(world.slot_count, number + 100), 0.5)
    near = world.neighbors(2.0)
    return [world.hash(), more.tolist(), near.slots.tolist(), world.pairs().tolist()]


@pytest.mark.parametrize("origin", [None, (1000.0, 2000.0)])
def test_a_rollback_gives_the_same_ticks_again(crowd, origin):
    world = crowd[0] if origin is None else throng.World(origin=origin)
    world.spawn(some(200, 1), 0.5)
    world.spawn(some(20, 2), 1.0, motion="static")
    world.commit()
    tick(world, 3)
    before, content = world.snapshot(), world.hash()
    first = [tick(world, number) for number in range(4, 9)]
    if origin is not None:
        world.rebase((1100.0, 2000.0))

    world.spawn(some(3, 9), 0.5)
    world.move_all(some(world.slot_count, 9), 0.5)
    world.restore(before)

    assert world.hash() == content == before.hash() != first[0][0]
    assert world.origin == (origin or (0, 0))
    assert [tick(world, number) for number in range(4, 9)] == first
    world.validate()
    if origin is not None:  # places in float64 count from the origin that has come back
        world.commit(some(world.slot_count, 5).astype(np.float64) + origin, 0.5)
        other = throng.World.loaded(world.save())
        other.commit(some(world.slot_count, 5), 0.5)
        assert other.hash() == world.hash()


def test_restore_knows_which_elements_are_static():
    world = throng.World()
    world.spawn(some(30, 1, 5), 0.5)
    world.commit()
    without = world.snapshot()
    world.spawn(some(30, 2, 5), 0.5, motion="static")
    world.commit()
    walls, near = world.snapshot(), world.neighbors(2.0)

    world.restore(without)
    free = world.neighbors(2.0)
    world.spawn(some(30, 3, 5), 0.5)
    world.commit()
    crowded = world.neighbors(2.0)
    world.restore(walls)

    assert np.array_equal(free.slots, without.neighbors(2.0).slots)
    assert len(crowded.slots) > len(free.slots)
    assert np.array_equal(world.neighbors(2.0).slots, near.slots)
    assert np.array_equal(world.neighbors(2.0).offsets, near.offsets)
    world.commit(some(30, 1, 5), 0.5)  # walls at the end need no boxes
    assert world.hash() == walls.hash()


@pytest.mark.parametrize("other", [None, 5, throng.RowGrid(), throng.World().snapshot()])
def test_a_snapshot_is_of_a_world_alone(other):
    with pytest.raises(TypeError, match="world is a throng.World, not "):
        throng.Snapshot(other)


def test_a_snapshot_amid_a_load_knows_the_static_elements_of_its_own_content(monkeypatch):
    saved = throng.World()
    saved.spawn(some(30, 1), 0.5)
    saved.spawn(some(30, 2), 0.5, motion="static")
    saved.commit()
    world, taken = throng.World(), []

    loaded = lib.throng_world_load

    def take(*arguments):  # the content is that of the load, but Python knows no more yet than before
        status = loaded(*arguments)
        thread = threading.Thread(target=lambda: taken.append(world.snapshot()))
        thread.start()
        thread.join()
        return status

    monkeypatch.setattr(lib, "throng_world_load", take)
    world.load(saved.save())
    monkeypatch.undo()
    world.restore(taken[0])

    world.commit(some(30, 3), 0.5)  # walls at the end need no boxes
    assert len(world) == 60


def test_a_snapshot_of_another_world_needs_the_same_arguments():
    world, other, tagged = throng.World(), throng.World(), throng.World(tag=1)
    world.spawn(some(20, 1), 0.5)
    world.commit()
    snapshot = world.snapshot()

    other.restore(snapshot)

    assert other.hash() == world.hash() and len(other) == 20
    with pytest.raises(throng.InvalidArgument, match="same arguments"):
        tagged.restore(snapshot)
    with pytest.raises(TypeError, match="Snapshot"):
        other.restore(world)
    snapshot.close()
    with pytest.raises(ValueError, match="closed"):
        other.restore(snapshot)
    with pytest.raises(throng.Busy):
        other.visit(lambda node: other.restore(world.snapshot()))


def test_a_hash_depends_on_the_content_alone():
    worlds = throng.World(), throng.World(agent_half_extent=9)
    for world in worlds:
        world.spawn(some(50, 1), 0.5)
        world.commit()
    one, other = worlds
    ids = one.ids()
    empty = throng.World().hash()

    assert one.hash() == other.hash() == one.snapshot().hash() != empty
    assert 0 < one.hash() < 2**64
    one.move(ids[:1], [[1, 2]], 0.5)
    one.commit()
    assert one.hash() != other.hash()
    other.move(ids[:1], [[1, 2]], 0.5)
    other.commit()
    assert one.hash() == other.hash()
    other.categorize(ids[:1], 4)
    other.commit()
    assert one.hash() != other.hash()


def test_ids_of_worlds_with_other_tags_are_stale():
    plain, tagged = throng.World(), throng.World(tag=2**31)
    ids = plain.spawn(some(5, 1), 0.5)
    tagged.spawn(some(5, 1), 0.5)
    plain.commit()
    tagged.commit()

    assert plain.alive(ids).all() and not tagged.alive(ids).any()
    for tag in (-1, 2**32):
        with pytest.raises(ValueError, match="tag"):
            throng.World(tag=tag)


def test_reads_of_slots_are_those_of_each():
    world = throng.World()
    ids = world.spawn(some(40, 1), 0.5, categories=np.arange(40), layers=np.arange(40) % 3)
    walls = world.spawn(some(10, 2), 0.5, motion="static")
    world.commit()
    world.despawn(ids[5:6])
    world.commit()
    slots = np.array([7, 45, 5, 7, 4000, throng.NO_SLOT], np.uint32)

    for space in (world, world.snapshot()):
        assert space.ids_of(slots).tolist() == [ids[7], walls[5], 0, ids[7], 0, 0]
        assert space.categories_of(slots).tolist() == [7, 0xFFFFFFFF, 0, 7, 0, 0]
        assert space.motions_of(slots).tolist() == [1, 0, 1, 1, 1, 1]
        assert space.layers_of(slots).tolist() == [1, 0, 0, 1, 0, 0]
        assert np.array_equal(space.layers_of(np.arange(50)), space.layers())
        assert space.categories_of([]).dtype == np.uint32 and space.motions_of(3).dtype == np.uint8
        with pytest.raises(TypeError, match="slots"):
            space.motions_of([0.5])


@pytest.mark.parametrize("origin", [None, (5e5, 5e6)])
@pytest.mark.parametrize("kind", ["one", "each", "box"])
@pytest.mark.parametrize("walls", [0, 5])
def test_a_tick_in_one_call_is_move_all_and_commit(origin, kind, walls):
    worlds = throng.World(origin=origin), throng.World(origin=origin)
    at = some(60, 4).astype(np.float64) + (origin or (0, 0))
    half = np.linspace(0.1, 0.7, 60)
    boxes = {"one": (at, 0.3), "each": (at, half), "box": (None, None)}[kind]
    named = {"box": np.hstack([at, at + 0.7])} if kind == "box" else {}
    for world in worlds:
        world.spawn(some(60, 1), 0.5)
        world.spawn(some(walls, 2), 0.5, motion="static")
        world.commit()

    worlds[0].commit(*boxes, **named)
    worlds[1].move_all(*boxes, **named)
    worlds[1].commit()

    assert worlds[0].hash() == worlds[1].hash()
    assert np.array_equal(worlds[0].bounds(), worlds[1].bounds())


def test_a_tick_that_fails_leaves_what_was_staged_before():
    world = throng.World()
    world.spawn(some(10, 1), 0.5)
    world.commit()
    later = some(10, 2)
    world.move_all(later, 0.5)

    with pytest.raises(throng.InvalidArgument, match="10 slots"):
        world.commit(some(9, 3), 0.5)
    world.commit()
    assert np.array_equal(world.bounds()[:, 0], later[:, 0] - np.float32(0.5))
    bad = some(10, 4)
    bad[[2, 6]] = np.nan
    with pytest.raises(throng.InvalidBounds) as told:
        world.commit(bad, 0.5)

    assert told.value.positions.tolist() == [2, 6]
    assert np.array_equal(world.bounds()[2, 0], later[2, 0] - np.float32(0.5))
    assert np.array_equal(world.bounds()[3, 0], bad[3, 0] - np.float32(0.5))
    with pytest.raises(TypeError, match="half_extent"):
        world.commit(some(10, 1))


@pytest.mark.parametrize("how", ["commit", "restore", "load"])
def test_arrays_of_move_all_live_until_they_are_not_read_any_more(how):
    world = throng.World()
    world.spawn(some(10, 1), 0.5)
    world.commit()
    world.move_all(some(10, 2), 0.5)
    told = weakref.ref(world._moving[-1].kept.kept)  # what commit reads
    for fails in (
        lambda: world.commit(some(9, 3), 0.5),
        lambda: world.restore(throng.World(tag=1).snapshot()),
        lambda: world.load(b"other"),
    ):
        with pytest.raises(throng.ThrongError):
            fails()
        assert told() is not None

    if how == "commit":
        world.commit(some(10, 3), 0.5)
    elif how == "restore":
        world.restore(world.snapshot())
    else:
        world.load(world.save())

    assert told() is None
    world.commit()
