# SPDX-License-Identifier: MIT
"""Changes of the indexes, and sets."""
import copy
import operator
import pickle

import numpy as np
import pytest
import throng

DYNAMIC = [throng.RowGrid, throng.LooseGrid, throng.Quadtree, throng.LooseQuadtree]


@pytest.mark.parametrize("kind", DYNAMIC)
def test_changes_are_those_of_the_slots(kind):
    index = kind()
    index.build([[0, 0], [2, 2], [4, 4]], 0.5)
    index.insert([5], [[9, 9]], 0.5)
    index.move([0, 2], box=[[7, 7, 8, 8], [1, 1, 2, 2]])
    index.erase([1])
    index.refit()

    assert len(index) == 3 and index.slot_count == 6
    assert index.bounds()[:, 0].tolist() == [7, 0, 1, 0, 0, 8.5]
    index.update(np.arange(12).reshape(6, 2), 0.5)
    assert index.bounds()[[0, 2, 5], 0].tolist() == [-0.5, 3.5, 9.5]
    index.clear()
    assert len(index) == 0 and index.slot_count == 0
    if hasattr(index, "cleanup"):
        index.cleanup()


def test_a_row_grid_of_points():
    grid = throng.RowGrid(max_half_extent=0.5, cell_size=2)
    grid.build_points([[0, 0], [3, 3]])
    grid.insert_points([4], [[6, 6]])
    grid.move_points([0], [[1, 1]])
    assert grid.bounds().tolist()[0] == [0.5, 0.5, 1.5, 1.5]
    grid.update_points(np.ones((5, 2)))
    assert sorted(grid.order().tolist()) == [0, 1, 4]
    with pytest.raises(throng.InvalidArgument, match="points and boxes"):
        grid.update(np.ones((5, 2)), 1)


def test_faults_of_items_are_told_by_their_positions():
    index = throng.LooseGrid()
    index.build([[0, 0], [1, 1]], 1)
    with pytest.raises(throng.InvalidArgument) as caught:
        index.insert([7, 1], [[0, 0], [1, 1]], 1)
    assert caught.value.first == 1 and caught.value.count == 1 and caught.value.positions.tolist() == [1]
    assert index.slot_count == 8
    grid = throng.RowGrid(max_half_extent=1)
    with pytest.raises(throng.TooLarge) as large:
        grid.build([[0, 0], [1, 1]], [1, 3])
    assert large.value.positions.tolist() == [1] and len(grid) == 1
    with pytest.raises(ValueError, match="2 slots and 1 items"):
        index.move([0, 1], [[0, 0]], 1)


def test_a_bad_description_is_refused():
    with pytest.raises(throng.InvalidArgument, match="RowGrid"):
        throng.RowGrid(cell_size=-1)
    with pytest.raises(throng.InvalidArgument, match="Quadtree"):
        throng.Quadtree(max_depth=16)
    with pytest.raises(throng.InvalidBounds):
        throng.World(bounds=(0, 0, float("nan"), 1))


def test_sets():
    some = throng.Bitset(100, [1, 5, 7])
    assert len(some) == 3 and 5 in some and 6 not in some and list(some) == [1, 5, 7] and some.size == 100
    other = throng.Bitset.from_mask(np.arange(100) % 5 == 0)
    both = some.copy()
    both &= other
    assert list(both) == [5]
    both |= some
    both -= other
    assert list(both) == [1, 7]
    assert not some.isdisjoint(other) and both.isdisjoint(other)
    both.discard(1)
    both.resize(200)
    both.add(np.array([150, 300]))
    assert both.slots.tolist() == [7, 150]
    both.clear()
    assert len(both) == 0
    with pytest.raises(throng.OutOfCapacity):
        throng.Bitset(2**33)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_cannot_be_copied_says_so_and_stays_whole(duplicate):
    places = np.arange(20, dtype=np.float32).reshape(10, 2)
    grid = throng.RowGrid()
    grid.build_points(places)
    hits = grid.within(places[:1], 100, order="by_slot")
    slots = hits.slots

    for each in (grid, hits, hits._handle, grid._handle):
        with pytest.raises(TypeError, match="neither pickled nor copied"):
            duplicate(each)

    grid.nearest(places[9:], 10)  # in memory of its own
    assert slots.tolist() == list(range(10))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_set_is_copied_with_its_members(duplicate):
    some = throng.Bitset(100, [3, 70])

    other = duplicate(some)
    some.add([5])

    assert list(other) == [3, 70] and other.size == 100


@pytest.mark.parametrize("call", [operator.ior, operator.iand, operator.isub, throng.Bitset.isdisjoint])
def test_a_set_meets_sets_alone(call):
    some = throng.Bitset(100, [3, 70])

    for other in (throng.RowGrid(), [3], None):
        with pytest.raises(TypeError):
            call(some, other)

    assert list(some) == [3, 70]


def test_a_limit_and_a_radius_for_each_row():
    rng = np.random.default_rng(5)
    at = rng.random((300, 2)) * 12
    grid = throng.RowGrid()
    grid.build(at, 0.05)
    limits = (np.arange(300) % 4).astype(np.uint32)
    radii = np.where(np.arange(300) % 2 == 0, 1.0, 2.5).astype(np.float32)
    each = grid.neighbors(2.5, limit=limits, distances=True)
    uncounted = grid.neighbors(2.5, limit=limits, count_found=False)
    for limit in (1, 2, 3):
        of_all = grid.neighbors(2.5, limit=limit, distances=True)
        for row in np.flatnonzero(limits == limit):
            assert each[row].tolist() == of_all[row].tolist() == uncounted[row].tolist()
            assert each.found[row] == of_all.found[row]
    own = grid.neighbors(radii, order="by_slot")
    for radius in (1.0, 2.5):
        of_all = grid.neighbors(radius, order="by_slot")
        for row in np.flatnonzero(radii == np.float32(radius)):
            assert own[row].tolist() == of_all[row].tolist()
    with pytest.raises(throng.InvalidArgument, match="radii must have exactly"):
        grid.neighbors(radii[:-1])
    with pytest.raises(ValueError, match="limit has an entry for each of 10"):
        grid.nearest(at[:10], 3, limit=limits[:9])
