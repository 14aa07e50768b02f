# SPDX-License-Identifier: MIT
"""What worlds have besides: ids, motion, categories, mixed batches, lines of sight, events, snapshots."""
import brute_force as brute
import numpy as np
import pytest
import throng


def test_ids_are_issued_at_once_and_alive_after_commit():
    world = throng.World()
    ids = world.spawn([[0, 0], [5, 5]], 1)
    assert ids.dtype == np.uint64 and ids.shape == (2,)
    assert not world.alive(ids).any() and len(world) == 0

    world.commit()

    assert world.alive(ids).all() and len(world) == 2
    assert throng.slots_of(ids).tolist() == [0, 1]
    assert world.ids().tolist() == ids.tolist() and world.ids([1]).tolist() == [ids[1]]
    world.despawn(ids[:1])
    world.commit()
    assert world.alive(ids).tolist() == [False, True]
    assert world.live_slots().tolist() == [1] and world.order().tolist() == [1]
    assert world.ids().tolist() == [0, ids[1]]
    assert world.route(ids[1]) != "none" and world.route(ids[0]) == "none"


def test_moves_are_staged_until_commit_or_discarded(crowd):
    world, ids, at, half = crowd
    world.move(ids[:2], [[1, 1], [2, 2]], 0.5)
    world.discard()
    world.commit()
    assert np.array_equal(world.bounds(), brute.corners(at, half))

    world.move(ids[:2], box=[[1, 1, 2, 2], [3, 3, 4, 4]])
    world.commit()
    assert world.bounds([0, 1]).tolist() == [[1, 1, 2, 2], [3, 3, 4, 4]]

    world.move_all(at + 1, half)
    world.commit()
    assert np.array_equal(world.bounds(), brute.corners(at + 1, half))


def test_move_all_may_leave_out_static_elements_at_the_end():
    world = throng.World()
    at = np.array([[0, 0], [1, 1]], np.float32)
    world.spawn(at, 0.25)
    world.spawn(box=[[3, 3, 4, 4]], motion="static")
    world.commit()

    world.move_all(at + 1, half_extent=0.25)
    world.commit()
    assert world.bounds()[:, 0].tolist() == [0.75, 1.75, 3]

    world.move_all(at + 2, half_extent=[0.5, 0.25])
    world.commit()
    assert world.bounds()[:, 0].tolist() == [1.5, 2.75, 3]
    world.spawn([[9, 9]], 1)
    world.commit()
    world.move_all(at, 0.25)
    with pytest.raises(throng.InvalidArgument, match="each of 4 slots"):
        world.commit()
    world.discard()


def test_static_elements_are_neighbors_where_asked_for():
    world = throng.World()
    walls = world.spawn(box=[[0, 0, 1, 1], [4, 4, 5, 5]], motion="static")
    people = world.spawn([[0.5, 0.6], [0.5, 0.7], [4.5, 4.4]], 0.1)
    world.commit()

    assert world.neighbors(1).to_lists() == [[], [], [3], [2], []]
    assert brute.sets(world.neighbors(1, static=True)) == [{2, 3}, {4}, {0, 3}, {0, 2}, {1}]
    index = throng.LooseGrid()
    index.build([[0, 0], [1, 0]], 1)
    assert brute.sets(index.neighbors(2)) == [{1}, {0}]
    for call in (lambda: index.neighbors(2, static=True), lambda: index.neighbors_of([0], 2, static=True)):
        with pytest.raises(TypeError, match="only a World has static elements"):
            call()
    assert brute.sets(world.neighbors_of([0, 2], 1)) == [{2, 3}, {3}]
    some = throng.Bitset(5, [2, 4])
    assert brute.sets(world.neighbors(1, among=some)) == [set(), set(), set(), {2}, set()]
    before = world.snapshot()
    world.despawn(walls[:1])
    world.commit()
    again = world.spawn([[0.5, 0.65]], 0.1)  # in the slot that a wall had
    world.commit()
    assert throng.slots_of(again).tolist() == [0] and len(people) == 3
    assert brute.sets(world.neighbors(1)) == [{2, 3}, set(), {0, 3}, {0, 2}, set()]
    assert before.neighbors(1).to_lists() == [[], [], [3], [2], []]


def test_categories_and_masks_select(crowd):
    world, ids, at, _ = crowd
    world.categorize(ids, np.arange(500) % 2 + 1)
    world.commit()

    odd = world.within(at[:20], 6, mask=2)
    assert len(odd.slots) and (odd.slots % 2 == 1).all()
    each = world.within(at[:20], 6, mask=np.arange(20) % 2 + 1)
    assert (each.slots % 2 == each.rows % 2).all()
    pairs = world.pairs(mask=2)
    assert len(pairs) and (pairs % 2 == 1).all()
    accepts = np.full(500, 1, np.uint32)
    assert not (world.pairs(collides_with=accepts) % 2).any()
    with pytest.raises(ValueError, match="entry for each of 20"):
        world.within(at[:20], 6, mask=[1, 2])


def test_mixed_batches_are_the_queries_one_by_one(crowd):
    world, _, at, half = crowd
    places, look = at[:30], np.array([[1, 0.5]], np.float32)
    batch = np.concatenate(
        [
            throng.Query.overlap(brute.corners(places, half[:30])),
            throng.Query.within(places, 2.0, exclude=np.arange(30)),
            throng.Query.nearest(places, 3, 10),
            throng.Query.cast(places, look, 20),
            throng.Query.cone(places, look, 0.9, 8),
        ]
    )

    hits = world.query(batch)

    got = brute.sets(hits)
    assert got[:30] == brute.sets(world.overlap(places, half[:30]))
    assert got[30:60] == brute.sets(world.within(places, 2, exclude=np.arange(30)))
    assert hits.to_lists()[60:90] == world.nearest(places, 3, 10).to_lists()
    assert got[90:120] == brute.sets(world.cast(places, look, 20))
    d = brute.centers(brute.corners(at, half))[None] - places[:, None]
    d2, dot = brute.squared(d), d[..., 0] * look[0, 0] + d[..., 1] * look[0, 1]
    in_cone = (d2 <= 64) & ((d2 == 0) | (dot >= np.float32(0.9) * np.sqrt(d2 * brute.squared(look)[0])))
    assert got[120:] == brute.rows(in_cone)
    with pytest.raises(TypeError, match="query_dtype"):
        world.query(places)


def test_walls_block_lines_of_sight():
    world = throng.World()
    world.spawn(box=[[4, 0, 5, 10]], motion="static", categories=2)
    world.spawn(box=[[1, 1, 2, 2]], categories=1)
    world.commit()

    assert world.visible([[0, 5], [0, 20], [0, 1.5]], [[9, 5], [9, 20], [3, 1.5]], 2).tolist() == [False, True, True]
    assert world.visible([[0, 1.5]], [[3, 1.5]]).tolist() == [False]


def test_events_are_the_difference_of_two_commits(crowd):
    world, ids, at, half = crowd
    before = set(map(tuple, world.pairs().tolist()))
    events = world.overlaps_changed()
    assert set(map(tuple, events.begun.tolist())) == before and not len(events.ended)

    world.move_all(at[::-1] * 1.5, half)
    world.despawn(ids[10:20])
    world.commit()
    events = world.overlaps_changed()

    after = set(map(tuple, world.pairs().tolist()))
    assert set(map(tuple, events.begun.tolist())) == after - before
    assert set(map(tuple, events.ended.tolist())) == before - after
    assert np.array_equal(throng.slots_of(events.ended_ids.ravel()).reshape(-1, 2), events.ended)
    assert np.array_equal(events.begun_ids, ids[events.begun])
    with pytest.raises(throng.InvalidArgument, match="track_overlaps=True"):
        throng.World().overlaps_changed()


def test_a_snapshot_stays_as_it_is(crowd):
    world, ids, at, _ = crowd
    with world.snapshot() as snapshot:
        before = snapshot.neighbors(2).digest()
        world.despawn(ids)
        world.commit()
        world.close()
        assert len(snapshot) == 500 and snapshot.neighbors(2).digest() == before
    with pytest.raises(ValueError, match="closed"):
        snapshot.neighbors(2)


def test_limits_are_kept():
    world = throng.World(capacity=throng.Capacity(elements=2))
    world.spawn([[0, 0], [1, 1], [2, 2]], 1)
    with pytest.raises(throng.OutOfCapacity):
        world.commit()
    world.discard()
    world.spawn([[0, 0], [1, 1]], 1)
    world.commit()
    assert world.high_water().elements == 2
    with pytest.raises(throng.OutOfCapacity, match="There are 4"):
        world.overlap([[0, 0], [1, 1]], 5, most_hits=3)
    assert world.stats().row_grid == 2


def test_layers_are_apart():
    world = throng.World(track_overlaps=True, track_across_layers=True)
    at = [[0, 0], [0.5, 0], [0, 0.5], [0.5, 0.5]]
    ids = world.spawn(at, 1, layers=[0, 0, 1, 2])
    world.spawn(box=[[3, -1, 4, 1]], motion="static", layers=1)
    world.commit()

    assert world.layers().tolist() == [0, 0, 1, 2, 1] and world.layers([2]).tolist() == [1]
    assert world.neighbors(1).to_lists() == [[1], [0], [], [], []]
    assert brute.sets(world.neighbors(1, across_layers=True))[2] == {0, 1, 3}
    assert brute.sets(world.neighbors_of([2], 1, across_layers=True, layers=2)) == [{3}]
    assert brute.sets(world.within([[0, 0]], 3, layers=1)) == [{2, 4}]
    assert brute.sets(world.within([[0, 0]], 3, layers=(1, 2))) == [{2, 3, 4}]
    assert brute.sets(world.within([[0, 0], [9, 0]], 3, layers=1)) == [{2, 4}, set()]
    each = world.within([[0, 0], [0, 0], [0, 0]], 3, layers=np.array([0, 1, 2]))
    assert brute.sets(each) == [{0, 1}, {2, 4}, {3}]
    each = world.count([[0, 0], [0, 0]], radius=3, layers=np.array([[0, 1], [2, 9]]))
    assert each.tolist() == [4, 1]
    assert world.pairs().tolist() == [[0, 1]]
    assert len(world.pairs(across_layers=True)) == 6 and len(world.pairs(layers=(1, 2))) == 0
    assert len(world.overlaps_changed().begun) == 6
    assert world.visible([[2, 0]], [[9, 0]], layers=0).tolist() == [True]
    assert world.visible([[2, 0], [2, 0]], [[9, 0], [9, 0]], layers=np.array([1, 2])).tolist() == [False, True]
    batch = throng.Query.nearest([[0, 0]], 9)
    batch["layers"] = (1, 1)
    assert brute.sets(world.query(batch)) == [{2, 4}]
    assert brute.sets(world.query(throng.Query.nearest([[0, 0]], 9), layers=2)) == [{3}]

    world.set_layers(ids[2:], 0)
    world.commit()
    assert len(world.pairs()) == 6


@pytest.mark.parametrize("layers", [-1, 65536, (2, 1), (1, 2, 3), np.zeros((2, 3), int), np.zeros(1, int)])
def test_bad_layers_are_refused(crowd, layers):
    with pytest.raises(ValueError):
        crowd[0].within([[0, 0], [1, 1]], 1, layers=layers)


def test_indexes_have_no_layers():
    index = throng.LooseGrid()
    index.build([[0, 0]], 1)
    with pytest.raises(throng.InvalidArgument):
        index.within([[0, 0]], 1, layers=1)
    with pytest.raises(throng.InvalidArgument):
        index.pairs(across_layers=True)


def test_static_elements_are_left_out_of_every_query(crowd):
    world, ids, at, _ = crowd
    world.spawn(at[:10], 0.25, motion="static")
    world.commit()
    still = world.motions_of(np.arange(world.slot_count)) == 0
    assert still.sum() == 10
    answers = {
        "overlap": world.overlap(at, 2, only_dynamic=True),
        "within": world.within(at, 2, only_dynamic=True),
        "nearest": world.nearest(at, 12, only_dynamic=True),
        "along": world.along(at, [1, 0], 5, only_dynamic=True),
        "cast": world.cast(at, [1, 0], 5, only_dynamic=True),
        "query": world.query(throng.Query.within(at, 2), only_dynamic=True),
    }
    for name, hits in answers.items():
        assert len(hits.slots) and not still[hits.slots].any(), name
    world.spawn([[1000, 1000]], 0.25, motion="static")
    world.commit()
    ray = ([[999, 1000]], [1, 0], 5)
    assert world.cast(*ray).slots.tolist() == [world.slot_count - 1]
    assert len(world.cast(*ray, only_dynamic=True).slots) == 0
    assert (world.count(at, radius=2, only_dynamic=True) == answers["within"].counts).all()
    assert world.within(at, 2).hash() != answers["within"].hash() == answers["within"].digest()
    with pytest.raises(TypeError, match="only_dynamic"):
        world.within(at, 2, only_dynamic="yes")


def test_slots_that_are_given_for_ids_are_told_so(crowd):
    world, ids, _, _ = crowd
    with pytest.raises(throng.StaleId, match=r"world\.ids_of\(slots\)"):
        world.despawn([0, 1])
    with pytest.raises(throng.StaleId, match=r"world\.ids_of\(slots\)"):
        world.move([0, 1], [[0, 0], [1, 1]], 0.5)
    with pytest.raises(throng.StaleId) as told:
        world.despawn(ids[:1] + (1 << 40))
    assert "ids_of" not in str(told.value)


def test_a_space_without_content_says_so():
    world, grid = throng.World(), throng.RowGrid()
    world.spawn([[0, 0]], 1)
    assert repr(world) == "<throng.World, empty: nothing was committed>"
    assert repr(grid) == "<throng.RowGrid, empty: nothing was built>"
    world.commit()
    assert "of 1 elements" in repr(world)
