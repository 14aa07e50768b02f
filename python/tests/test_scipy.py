# SPDX-License-Identifier: MIT
"""The answers of scipy's cKDTree, call by call as docs/python.md has them."""
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
    matrix = grid.neighbors(3, distances=True).to_csr()
    assert matrix.shape == (len(at), len(at))
    assert np.allclose(matrix.toarray(), expected, rtol=1e-6)
    ones = grid.within(at, 3).to_csr(columns=len(at))
    assert (ones.toarray() != 0).sum() == grid.count(at, radius=3).sum()
