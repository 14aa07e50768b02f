# SPDX-License-Identifier: MIT
"""What docs/scipy.md shows: a program that used scipy's cKDTree."""
import numpy as np, throng

at = np.random.default_rng(1).uniform(0, 100, (10_000, 2)).astype(np.float32)
grid = throng.RowGrid()
grid.build_points(at)                       # tree = cKDTree(at)
for tick in range(100):
    near = grid.within(at, 2.0)             # tree.query_ball_point(at, 2.0, workers=-1)
    count = np.diff(near.offsets)           # list(map(len, near))
    middle = np.stack([np.bincount(near.rows, at[near.slots, axis]) / count for axis in (0, 1)], 1)
    at += (0.01 * (middle - at)).astype(np.float32)
    grid.update_points(at)                  # tree = cKDTree(at), again
print("%.1f others within 2 of each" % (len(grid.within(at, 2.0).slots) / len(at) - 1))
