# SPDX-License-Identifier: MIT
"""Every space gives the answers of brute force."""
import copy

import brute_force as brute
import numpy as np
import pytest
import throng

KINDS = [throng.RowGrid, throng.LooseGrid, throng.Quadtree, throng.LooseQuadtree, throng.StaticTree]
KINDS += ["world", "snapshot"]


@pytest.fixture(params=KINDS, ids=lambda k: k if isinstance(k, str) else k.__name__)
def space(request, crowd):
    world, _, at, half = crowd
    if request.param == "world":
        return world
    if request.param == "snapshot":
        return world.snapshot()
    index = request.param()
    index.build(at, half)
    return index


@pytest.fixture
def boxes(crowd):
    return brute.corners(crowd[2], crowd[3])


@pytest.fixture
def places(rng):
    return rng.uniform(-2, 42, (80, 2)).astype(np.float32)


def test_overlap_is_exact(space, boxes, places):
    queries = np.hstack([places, places + np.float32(3)])
    expected = brute.rows(brute.overlaps(queries, boxes))

    assert brute.sets(space.overlap(box=queries)) == expected
    assert brute.sets(space.overlap(box=(places, places + np.float32(3)))) == expected
    assert space.count(box=queries).tolist() == [len(row) for row in expected]


def test_overlap_around_centers_is_exact(space, boxes, places):
    half = np.linspace(0, 4, len(places), dtype=np.float32)
    both = np.stack([half, half[::-1]], 1)

    assert brute.sets(space.overlap(places, half)) == brute.rows(brute.overlaps(brute.corners(places, half), boxes))
    assert brute.sets(space.overlap(places, both)) == brute.rows(brute.overlaps(brute.corners(places, both), boxes))
    one = np.broadcast_to(both[5], both.shape)
    expected = brute.rows(brute.overlaps(brute.corners(places, one), boxes))
    assert brute.sets(space.overlap(places, both[5:6])) == expected


@pytest.mark.parametrize("measure, squared", [("box", brute.squared_to_boxes), ("center", brute.squared_to_centers)])
def test_within_is_exact(space, boxes, places, measure, squared):
    radius = np.linspace(0, 6, len(places), dtype=np.float32)
    d2 = squared(places, boxes)

    hits = space.within(places, radius, measure=measure, distances=True)

    assert brute.sets(hits) == brute.rows(d2 <= (radius * radius)[:, None])
    assert np.array_equal(hits.distances, np.sqrt(d2[hits.rows, hits.slots]))
    assert space.count(places, radius=radius, measure=measure).tolist() == hits.counts.tolist()
    assert brute.sets(space.within(places, 2, measure=measure)) == brute.rows(d2 <= 4)


def test_nearest_is_exact(space, boxes, places):
    d2 = brute.squared_to_boxes(places, boxes)
    order = np.lexsort((np.broadcast_to(np.arange(len(boxes)), d2.shape), d2))[:, :7]

    hits = space.nearest(places, 7)

    assert hits.slots.reshape(-1, 7).tolist() == order.tolist()
    assert np.array_equal(hits.distances.reshape(-1, 7), np.sqrt(np.take_along_axis(d2, order, 1)))
    near = space.nearest(places, 7, max_distance=0.5)
    assert near.counts.tolist() == np.minimum((d2 <= 0.25).sum(1), 7).tolist()


def test_neighbors_are_exact(space, boxes):
    d2 = brute.squared_to_centers(brute.centers(boxes), boxes)
    close = d2 <= np.float32(2.5) * np.float32(2.5)
    np.fill_diagonal(close, False)

    hits = space.neighbors(2.5, distances=True)

    assert brute.sets(hits) == brute.rows(close)
    assert np.array_equal(hits.distances, np.sqrt(d2[hits.rows, hits.slots]))
    some = [3, 3, 499, 0]
    assert brute.sets(space.neighbors_of(some, 2.5)) == brute.rows(close[some])


def test_a_limit_keeps_the_nearest(space, boxes):
    d2 = brute.squared_to_centers(brute.centers(boxes), boxes)
    np.fill_diagonal(d2, np.inf)
    order = np.lexsort((np.broadcast_to(np.arange(len(boxes)), d2.shape), d2))
    within = (d2 <= 9).sum(1)

    hits = space.neighbors(3.0, limit=4)

    assert hits.to_lists() == [order[i, : min(4, within[i])].tolist() for i in range(len(boxes))]
    assert hits.found.tolist() == within.tolist()


def test_rays_are_exact(space, boxes, rng):
    origins = rng.uniform(-5, 45, (60, 2)).astype(np.float32)
    directions = rng.normal(size=(60, 2)).astype(np.float32)
    directions[0] = (1, 0)
    expected = []
    for o, d in zip(origins, directions):
        t = brute.enters(o, d, 30, boxes)
        expected.append(sorted((t[slot], slot) for slot in np.flatnonzero(~np.isnan(t)).tolist()))

    along = space.along(origins, directions, 30)
    first = space.cast(origins, directions, 30)

    assert along.to_lists() == [[slot for _, slot in row] for row in expected]
    assert along.distances.tolist() == [t for row in expected for t, _ in row]
    assert first.to_lists() == [[slot for _, slot in row[:1]] for row in expected]
    same = space.along(origins, (1.0, 0.0), np.full(60, 30, np.float32))
    assert len(same) == 60


@pytest.mark.parametrize("order", ["stable", "by_slot"])
def test_pairs_are_exact(space, boxes, order):
    a, b = np.nonzero(np.triu(brute.overlaps(boxes, boxes), 1))

    pairs = space.pairs(order=order)

    assert pairs.dtype == np.uint32 and pairs.shape == (len(a), 2)
    if order == "by_slot":
        assert pairs.tolist() == np.stack([a, b], 1).tolist()
    assert set(map(tuple, pairs.tolist())) == set(zip(a.tolist(), b.tolist()))


@pytest.mark.parametrize("order", ["stable", "by_slot"])
def test_pairs_within_a_distance_are_exact(space, boxes, order):
    centers = (boxes[:, :2] * np.float32(0.5) + boxes[:, 2:] * np.float32(0.5)).astype(np.float32)
    square = np.square(centers[:, None] - centers[None]).sum(-1, dtype=np.float32)
    a, b = np.nonzero(np.triu(square <= 9, 1))

    pairs, squared = space.pairs(order=order, distance=3, return_squared_distances=True)

    assert len(a) > 100 and set(map(tuple, pairs.tolist())) == set(zip(a.tolist(), b.tolist()))
    assert squared.dtype == np.float32 and np.array_equal(squared, square[pairs[:, 0], pairs[:, 1]])
    assert np.array_equal(space.pairs(order=order, distance=3), pairs)
    with pytest.raises(throng.InvalidArgument):
        space.pairs(distance=-1)


def test_filters_are_exact(space, boxes, places):
    among = throng.Bitset(len(boxes), np.arange(0, 500, 3))
    exclude = np.arange(len(places), dtype=np.uint32)
    match = brute.squared_to_boxes(places, boxes) <= 25
    match[:, np.arange(500) % 3 != 0] = False
    match[np.arange(len(places)), exclude] = False

    hits = space.within(places, 5, among=among, exclude=exclude, order="by_slot")

    assert hits.to_lists() == [np.flatnonzero(row).tolist() for row in match]
    pairs = space.pairs(among=among)
    assert len(pairs) and not (pairs % 3).any()


def test_reads_are_those_of_the_elements(space, boxes):
    assert len(space) == 500 == space.slot_count
    assert np.array_equal(space.bounds(), boxes)
    assert np.array_equal(space.bounds([7, 3]), boxes[[7, 3]])
    assert space.nbytes > 500 * 8
    space.validate()
    assert "500 elements" in repr(space)
    nodes = []
    space.visit(nodes.append)
    assert nodes and sum(node.elements for node in nodes if node.leaf) >= 500


def test_answers_are_the_same_from_one_thread(space, places):
    assert space.within(places, 5, workers=1).digest() == space.within(places, 5).digest()


def test_pairs_are_written_again():
    world = throng.World()
    world.spawn([[0, 0], [1, 0], [5, 0]], 0.75)
    world.commit()
    touching = throng.Pairs()
    assert len(touching) == 0 and touching.slots.shape == (0, 2)
    for _ in range(3):
        pairs = world.pairs(out=touching)
        assert pairs.tolist() == [[0, 1]] and len(touching) == 1
        assert touching.squared_distances.shape == (0,) and touching.ids.shape == (0, 2)
        with pytest.raises(BufferError, match="referenced"):
            world.pairs(out=touching)
        assert pairs.tolist() == [[0, 1]]
        del pairs
    pairs, squared = world.pairs(out=touching, distance=4.0, return_squared_distances=True)
    assert pairs.tolist() == [[0, 1], [1, 2]] and squared.tolist() == [1, 16]
    assert (squared == touching.squared_distances).all()
    assert repr(touching) == "<throng.Pairs of 2 pairs>"
    with pytest.raises(TypeError, match="out is a throng.Pairs, not Hits"):
        world.pairs(out=throng.Hits())
    with pytest.raises(TypeError, match="copy its arrays"):
        copy.copy(touching)
