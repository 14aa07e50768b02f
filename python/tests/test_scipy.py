# SPDX-License-Identifier: MIT
"""The answers of scipy's cKDTree, call by call as docs/scipy.md has them."""
import numpy as np
import pytest
import throng

spatial = pytest.importorskip("scipy.spatial")


@pytest.fixture
def at(rng):
    # Distances that float32 and float64 compute alike: multiples of 1/8.
    return np.unique(rng.integers(0, 400, (600, 2)), axis=0).astype(np.float32) / 8


@pytest.fixture
def grid(at):
    grid = throng.RowGrid()
    grid.build_points(at)
    return grid


def test_query_ball_point(at, grid):
    tree = spatial.cKDTree(at)
    expected = [sorted(row) for row in tree.query_ball_point(at[:50], 3)]
    assert grid.within(at[:50], 3, order="by_slot").to_lists() == expected


def test_query_pairs_by_neighbors(at, grid):
    tree = spatial.cKDTree(at)
    near = grid.neighbors(3)
    rows, slots = near.rows, near.slots
    pairs = np.stack([rows, slots], 1)[rows < slots]
    expected = tree.query_pairs(3, output_type="ndarray")
    assert sorted(map(tuple, pairs.tolist())) == sorted(map(tuple, expected.tolist()))


def test_query(at, grid):
    tree = spatial.cKDTree(at)
    distances, _ = tree.query(at, k=6)
    near = grid.nearest(at, 6)
    assert np.allclose(near.distances.reshape(-1, 6), distances, rtol=1e-6)
    counts = tree.query_ball_point(at, 3, return_length=True)
    assert grid.count(at, radius=3).tolist() == counts.tolist()


def test_sparse_distance_matrix(at, grid):
    tree = spatial.cKDTree(at)
    expected = tree.sparse_distance_matrix(tree, 3).toarray()
    hits = grid.neighbors(3, distances=True)
    before = hits.digest()
    matrix = hits.to_csr()
    matrix.sort_indices()
    matrix.data *= 2
    assert hits.digest() == before and matrix.sqrt().max() > 0
    matrix.data /= 2
    assert matrix.shape == (len(at), len(at))
    assert np.allclose(matrix.toarray(), expected, rtol=1e-6)
    ones = grid.within(at, 3).to_csr(columns=len(at))
    assert (ones.toarray() != 0).sum() == grid.count(at, radius=3).sum()


@pytest.fixture
def other(rng):
    return np.unique(rng.integers(0, 400, (200, 2)), axis=0).astype(np.float32) / 8


def rows_of(hits):
    return [sorted(row) for row in hits.to_lists()]


def test_sums_over_neighbors_are_products_without_a_copy(at, grid):
    mass = np.arange(1, len(at) + 1, dtype=np.float64)
    hits = grid.neighbors(3, distances=True)
    kernel = hits.to_csr(copy=False)
    assert np.shares_memory(kernel.data, hits.distances) and np.shares_memory(kernel.indices, hits.slots)
    kernel.data = (1 - (kernel.data / 3) ** 2) ** 3
    weight = (1 - (hits.distances / 3) ** 2) ** 3
    assert np.allclose(kernel @ mass, np.bincount(hits.rows, weight * mass[hits.slots], len(at)))
    with pytest.raises(ValueError, match="read-only"):
        kernel.indices.sort()
    with pytest.raises(TypeError, match="copy"):
        hits.to_csr(copy="no")


def test_query_ball_point_of_many_radii_and_of_squares(at, grid, rng):
    tree = spatial.cKDTree(at)
    radii = rng.integers(1, 40, 50).astype(np.float32) / 8

    assert rows_of(grid.within(at[:50], radii)) == [sorted(row) for row in tree.query_ball_point(at[:50], radii)]
    expected = [sorted(row) for row in tree.query_ball_point(at[:50], 2, p=np.inf)]
    assert rows_of(grid.overlap(at[:50], 2)) == expected


def test_points_that_have_moved_are_a_new_tree(at, grid):
    moved = at[::-1].copy()

    grid.update_points(moved)

    expected = [sorted(row) for row in spatial.cKDTree(moved).query_ball_point(at[:50], 3)]
    assert rows_of(grid.within(at[:50], 3)) == expected


def test_neighbors_are_query_ball_point_without_oneself(at, grid):
    expected = [sorted(set(row) - {i}) for i, row in enumerate(spatial.cKDTree(at).query_ball_point(at, 3))]
    assert rows_of(grid.neighbors(3)) == expected


def test_two_trees(at, other):
    tree, other_tree = spatial.cKDTree(at), spatial.cKDTree(other)
    other_grid = throng.RowGrid()
    other_grid.build_points(other)

    assert rows_of(other_grid.within(at, 3)) == [sorted(row) for row in tree.query_ball_tree(other_tree, 3)]
    assert other_grid.count(at, radius=3).sum() == tree.count_neighbors(other_tree, 3)


def test_query_of_one_and_with_a_bound(at, grid, other):
    tree = spatial.cKDTree(at)
    places, k, r = other, 5, 2.0

    assert np.allclose(grid.nearest(places, 1).distances, tree.query(places)[0], rtol=1e-6)

    hits = grid.nearest(places, k, max_distance=r)
    column = np.arange(len(hits.slots)) - hits.offsets[hits.rows]
    d, i = np.full((len(places), k), np.inf), np.full((len(places), k), len(at))
    d[hits.rows, column], i[hits.rows, column] = hits.distances, hits.slots

    # scipy's bound is open: a hair more is what is within r.
    expected, slots = tree.query(places, k, distance_upper_bound=r * (1 + 1e-9))
    assert np.allclose(d, expected, rtol=1e-6)
    assert ((i == len(at)) == (slots == len(at))).all()
    found = np.isfinite(d)
    assert np.allclose(np.hypot(*(places[np.nonzero(found)[0]] - at[i[found]]).T), d[found], rtol=1e-6)


def test_one_place(at, grid):
    tree, place = spatial.cKDTree(at), at[7] + 0.25

    assert sorted(grid.within(place, 3)[0].tolist()) == sorted(tree.query_ball_point(place, 3))
    hits = grid.nearest(place)
    d, i = tree.query(place)
    assert hits.distances[0] == pytest.approx(d)
    assert np.hypot(*(place - at[hits.slots[0]])) == pytest.approx(np.hypot(*(place - at[i])))


def test_only_the_kth_neighbor(at, grid, other):
    d, _ = spatial.cKDTree(at).query(other, [4])
    assert np.allclose(grid.nearest(other, 4).distances.reshape(-1, 4)[:, 3:], d, rtol=1e-6)


def test_a_matrix_of_two_trees(at, other):
    expected = spatial.cKDTree(at).sparse_distance_matrix(spatial.cKDTree(other), 3).toarray()
    other_grid = throng.RowGrid()
    other_grid.build_points(other)

    matrix = other_grid.within(at, 3, distances=True).to_csr(len(other_grid))

    assert matrix.shape == expected.shape and np.allclose(matrix.toarray(), expected, rtol=1e-6)


def test_places_far_from_zero_lose_no_digits_relative_to_one_in_their_midst(at, other):
    midst = np.array([500_000.3, 5_000_000.7])
    far, places = at + midst, other + midst  # float64
    grid = throng.RowGrid()
    grid.build_points(far - midst)

    expected = spatial.cKDTree(far).query_ball_point(places, 2.99)

    assert rows_of(grid.within(places - midst, 2.99)) == [sorted(row) for row in expected]


def test_points_in_one_place_are_neighbors_and_a_point_is_not_its_own():
    at = np.array([[1, 1], [1, 1], [5, 5]], np.float32)
    grid = throng.RowGrid()
    grid.build_points(at)

    assert rows_of(grid.neighbors(1)) == [[1], [0], []]
    assert rows_of(grid.within(at, 1)) == [sorted(row) for row in spatial.cKDTree(at).query_ball_point(at, 1)]
