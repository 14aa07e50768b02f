# SPDX-License-Identifier: MIT
"""Places far from zero: float64 is absolute where the world has an origin, float32 relative to it."""
import numpy as np
import pytest
import throng

UTM = (500_000.0, 5_000_000.0)


def crowd(count, side, seed=1):
    return np.random.default_rng(seed).uniform(0, side, (count, 2)) + np.array(UTM)


def stored(places, origin=UTM):
    return (places - np.array(origin)).astype(np.float32)


def world_of(places, **options):
    world = throng.World(**options)
    ids = world.spawn(places, 0.5)
    world.commit()
    return world, ids


def same(a, b):
    return np.array_equal(a.offsets, b.offsets) and np.array_equal(a.slots, b.slots)


def pairs_in_doubles(at, half):
    near = (np.abs(at[:, None] - at[None]) <= 2 * half).all(2)
    return np.argwhere(np.triu(near, 1))


def test_pairs_far_away_are_right_with_an_origin_and_not_without():
    at = crowd(2000, 60)
    expected = pairs_in_doubles(at, 0.5)

    near, far = (world_of(at, origin=origin)[0].pairs(order="by_slot") for origin in (UTM, None))

    assert len(expected) > 1000
    assert np.array_equal(near, expected)
    assert len(far) > len(expected) + 100


def test_float64_is_absolute_and_float32_relative():
    at = crowd(500, 50)
    world, ids = world_of(at, origin=UTM)
    other, _ = world_of(stored(at), origin=UTM)
    plain, _ = world_of(stored(at))

    assert world.origin == UTM and plain.origin == (0, 0)
    assert np.array_equal(world.bounds(), plain.bounds()) and np.array_equal(other.bounds(), plain.bounds())
    np.testing.assert_allclose(world.bounds().astype(np.float64)[:, :2] + UTM, at - 0.5, atol=1e-5)
    for places in (at, at.tolist(), (at[:, 0], at[:, 1]), at[:, ::-1][:, ::-1]):
        world.move(ids, places, np.linspace(0.1, 0.5, 500))
        world.commit()
        plain.move_all(stored(at), np.linspace(0.1, 0.5, 500))
        plain.commit()
        assert np.array_equal(world.bounds(), plain.bounds())
    corners = np.hstack([at, at + 1])
    world.move_all(box=corners)
    corners[:] = np.nan  # converted at once
    world.commit()
    plain.move_all(box=(stored(at), stored(at + 1)))
    plain.commit()
    assert np.array_equal(world.bounds(), plain.bounds())
    assert np.array_equal(world_of(np.array([[500_001, 5_000_002]]), origin=UTM)[0].bounds()[0], [0.5, 1.5, 1.5, 2.5])


@pytest.mark.parametrize("of", ["world", "snapshot"])
def test_queries_of_float64_are_those_of_what_is_stored(of):
    at, ends = crowd(800, 60), crowd(800, 60, 2)
    world, _ = world_of(at, origin=UTM)
    space = world if of == "world" else world.snapshot()
    if of == "snapshot":
        world.rebase((0, 0))
    at32, ends32, look = stored(at), stored(ends), np.float32([[1, 0.5]])

    assert space.origin == UTM
    assert same(space.overlap(ends, 2.0), space.overlap(ends32, 2.0))
    assert same(space.overlap(box=(at, at + 1)), space.overlap(box=(at32, stored(at + 1))))
    assert same(space.within(ends, np.full(800, 3.0)), space.within(ends32, 3.0))
    assert same(space.nearest(ends, 3), space.nearest(ends32, 3))
    assert same(space.cast(ends, look), space.cast(ends32, look))
    assert same(space.along(ends, look, 9.0), space.along(ends32, look, 9.0))
    assert np.array_equal(space.count(ends, radius=3.0), space.count(ends32, radius=3.0))
    assert np.array_equal(space.count(ends, 2.0), space.count(ends32, 2.0))
    assert np.array_equal(space.visible(at, ends), space.visible(at32, ends32))
    batch = np.concatenate(
        [
            throng.Query.nearest(ends, 2, origin=space.origin),
            throng.Query.overlap(np.hstack([at, at + 1]), origin=space.origin),
        ]
    )
    same_batch = np.concatenate(
        [throng.Query.nearest(ends32, 2), throng.Query.overlap(np.hstack([at32, stored(at + 1)]))]
    )
    assert np.array_equal(batch, same_batch)
    assert same(space.query(batch), space.query(same_batch)) and len(space.query(batch).slots) > 1600


def test_rebase_leaves_elements_where_they_are():
    at = crowd(300, 50)
    world, ids = world_of(at, origin=UTM)
    before = world.bounds().astype(np.float64)
    snapshot = world.snapshot()

    world.rebase((UTM[0] + 96, UTM[1] - 32))

    assert world.origin == (UTM[0] + 96, UTM[1] - 32) and snapshot.origin == UTM
    shift = np.array([-96, 32, -96, 32])
    assert np.array_equal(world.bounds(), (before + shift).astype(np.float32))
    assert np.array_equal(snapshot.bounds(), before)
    assert world.alive(ids).all()
    near = world.nearest(at, 1, measure="center")
    assert np.array_equal(near.slots, np.arange(300))
    world.move(ids, at, 0.5)
    with pytest.raises(throng.InvalidArgument, match="staged"):
        world.rebase(UTM)
    world.discard()
    plain = throng.World()
    plain.rebase(UTM)  # from then on it has one
    plain.spawn(at, 0.5)
    plain.commit()
    assert np.array_equal(plain.bounds(), before.astype(np.float32))


def test_faults_are_reported_by_item():
    world, ids = world_of(crowd(4, 9), origin=UTM)
    bad = crowd(4, 9)
    bad[1, 0], bad[3, 1] = np.nan, 1e300

    for call in (
        lambda: world.spawn(bad, 1.0),
        lambda: world.move(ids, bad, 1.0),
        lambda: world.nearest(bad),
        lambda: world.within(bad, 1.0),
        lambda: world.cast(bad, np.float32([[1, 0]])),
        lambda: world.visible(bad, crowd(4, 9)),
        lambda: world.count(bad, 1.0),
    ):
        with pytest.raises(throng.InvalidBounds) as told:
            call()
        assert list(told.value.positions) == [1, 3]
    world.discard()
    world.move_all(bad, 1.0)
    with pytest.raises(throng.InvalidBounds) as told:
        world.commit()
    assert list(told.value.positions) == [1, 3]
    with pytest.raises(TypeError, match="origin"):
        world.overlap(box=(crowd(4, 9), np.zeros((4, 2), np.float32)))
    with pytest.raises(TypeError, match="origin"):
        world.visible(crowd(4, 9), np.zeros((4, 2), np.float32))
    for origin in ((np.nan, 0), (0, np.inf)):
        with pytest.raises(throng.InvalidArgument, match="origin"):
            throng.World(origin=origin)
        with pytest.raises(throng.InvalidArgument, match="origin"):
            world.rebase(origin)


def test_static_elements_are_behind_a_crowd_in_doubles():
    at = crowd(20, 30)
    world, _ = world_of(at, origin=UTM)
    world.spawn(at[:5], 1.0, motion="static")
    world.commit()

    world.move_all(at + 1, 0.5)
    world.commit()

    assert np.array_equal(world.bounds()[:20, :2], stored(at + 1) - np.float32(0.5))
