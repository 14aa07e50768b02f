# SPDX-License-Identifier: MIT
"""A crowd that makes room: a hundred ticks of a hundred thousand people beside a wall."""
import numpy as np, throng

rng = np.random.default_rng(1)
at = rng.uniform(0, 300, (100_000, 2)).astype(np.float32)
world = throng.World()
people = world.spawn(at, half_extent=0.25)          # uint64 handles
wall = world.spawn(box=[[90, 0, 91, 60]], motion="static")
world.commit()
for tick in range(100):
    near = world.neighbors(2.0, limit=10, distances=True)
    away = at[near.rows] - at[near.slots]            # near.rows: row of each hit, for numpy's ufunc.at and bincount
    push = np.stack([np.bincount(near.rows, away[:, k], len(at)) for k in (0, 1)], 1)
    at += 0.02 * push.astype(np.float32)
    world.move_all(at, half_extent=0.25)
    world.commit()
print(len(world.neighbors(2.0, limit=10).slots), "neighbours;", world.stats())
