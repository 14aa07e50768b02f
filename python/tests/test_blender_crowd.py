# SPDX-License-Identifier: MIT
"""The crowd of examples/blender, which needs no Blender for its steps."""
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "blender" / "throng_crowd"))
import crowd as model  # noqa: E402
import search as by_throng  # noqa: E402

BOUNDS = (-10, -8, 10, 8)
WALLS = np.float32([[-3, -2, -2, 4], [2, 1, 6, 1.5], [5, -6, 7, -4], [-10, 3, -9.5, 6]])  # the last at the border


class BruteForce:
    """Every pair is looked at."""

    def __init__(self, walls):
        self.boxes = walls

    def neighbors(self, at, reach, most):
        distance = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
        np.fill_diagonal(distance, np.inf)
        order = np.argsort(distance, 1, kind="stable")[:, :most]
        rows, columns = np.nonzero(np.take_along_axis(distance, order, 1) <= reach)
        return rows, order[rows, columns]

    def walls(self, at, reach):
        points = np.clip(at[:, None], self.boxes[:, :2], self.boxes[:, 2:])
        distance = np.hypot(*(points - at[:, None]).transpose(2, 0, 1))
        nearest = distance.argmin(1)
        rows = np.flatnonzero(distance.min(1) <= reach)
        return rows, points[rows, nearest[rows]]

    def in_walls(self, at):
        low, high = self.boxes[:, :2], self.boxes[:, 2:]
        return np.flatnonzero(((at[:, None] >= low) & (at[:, None] <= high)).all(2).any(1))


def test_a_step_is_that_of_brute_force():
    one = model.Crowd(300, BOUNDS, by_throng.ThrongSearch(WALLS))
    other = model.Crowd(300, BOUNDS, BruteForce(WALLS))

    for _ in range(20):
        one.step(1 / 24)
        other.step(1 / 24)

        np.testing.assert_allclose(one.at, other.at, atol=1e-4)
        other.at[:], other.velocity[:] = one.at, one.velocity


@pytest.mark.parametrize("count", [1, 500])
def test_agents_stay_out_of_walls_and_in_their_bounds(count):
    crowd = model.Crowd(count, BOUNDS, by_throng.ThrongSearch(WALLS))
    brute = BruteForce(WALLS)

    for _ in range(100):
        crowd.step(1 / 24)

        assert not len(brute.in_walls(crowd.at))
        assert (crowd.at >= BOUNDS[:2]).all() and (crowd.at <= BOUNDS[2:]).all()


def test_both_streams_go_their_way():
    crowd = model.Crowd(400, BOUNDS, by_throng.ThrongSearch(WALLS))

    for _ in range(100):
        crowd.step(1 / 24)

    assert crowd.velocity[crowd.stream == 0].mean(0)[0] > 0.3
    assert crowd.velocity[crowd.stream == 1].mean(0)[1] > 0.3


def test_a_place_without_walls_is_a_place():
    crowd = model.Crowd(50, BOUNDS, by_throng.ThrongSearch([]))

    crowd.step(1 / 24)

    assert np.isfinite(crowd.at).all()


def test_walls_that_leave_no_place_are_told():
    with pytest.raises(ValueError, match="no place"):
        model.Crowd(10, BOUNDS, by_throng.ThrongSearch([[-20, -20, 20, 20]]))
