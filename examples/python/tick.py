# SPDX-License-Identifier: MIT
"""What README.md shows of Python: people walk, and each tick lists the neighbours of all."""
import numpy as np, throng
people = np.random.default_rng(1).uniform(0, 100, (10_000, 2)).astype(np.float32)
grid, near = throng.RowGrid(), throng.Hits()
grid.build_points(people)
for tick in range(100):
    people[:, 0] += 0.01
    grid.update_points(people)      # their new places
    grid.neighbors(2, out=near)     # near[i], or near.offsets and near.slots
assert len(near) == len(people) and len(near.slots)
