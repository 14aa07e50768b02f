# SPDX-License-Identifier: MIT
"""What a type checker has to accept in a program of a user, and what it has to refuse; it is never run."""
from typing import List, Tuple

import numpy as np
import throng
from numpy.typing import NDArray

at: NDArray[np.float32] = np.zeros((3, 2), np.float32)
world = throng.World()
ids: NDArray[np.uint64] = world.spawn(at, 0.5)
world.commit()

near = world.nearest(at, 3, only_dynamic=True)
mean: float = float(np.sqrt(near.distances).mean())
first: NDArray[np.uint32] = near[0]
some: List[NDArray[np.uint32]] = near[0:2]
hit: NDArray[np.float32] = world.cast(at, [1, 0], 9.0).distances
along: NDArray[np.float32] = world.along(at, [1, 0], 9.0).distances
rows: NDArray[np.uint32] = world.neighbors(2.0, limit=3, order="by_slot").slots
both: Tuple[NDArray[np.uint32], NDArray[np.float32]] = world.pairs(distance=1.0, return_squared_distances=True)
far: NDArray[np.float32] = world.neighbors(2.0, distances=True, limit=3).distances
around: NDArray[np.float32] = world.within(at, 2.0, distances=True).distances
again: NDArray[np.uint32] = world.pairs(out=throng.Pairs())
answer: int = world.query([throng.Query.within(at, 2.0), throng.Query.nearest(at, 2)]).hash()
world.within(at, [1, 2.5, 3], limit=np.arange(3), mask=[1, 2, 3], exclude=np.zeros(3, np.uint32), layers=(0, 2))
world.within((at[:, 0], at[:, 1]), np.ones(3), limit=3, mask=1, layers=np.zeros((3, 2), np.uint16))
world.neighbors(np.ones(3)).to_lists()
world.move(ids, at, np.ones((3, 2)))
world.despawn(ids[0])
throng.Query.nearest(at, [1, 2, 3], mask=np.ones(3, np.uint32))

world.within(at, 2.0, order="by_slots")  # type: ignore[call-overload]
world.within(at, 2.0, measure="centre")  # type: ignore[call-overload]
world.within(at, 2.0).distances.mean()  # type: ignore[union-attr]
world.within(at, None)  # type: ignore[call-overload]
world.within(at, 2.0, limit=None)  # type: ignore[call-overload]
world.neighbors(2.0, mask={1, 2})  # type: ignore[call-overload]
world.nearest(at, [1, 2, 3])  # type: ignore[arg-type]
world.nearest(at, 3, mask=None)  # type: ignore[arg-type]
world.pairs(limit=[1])  # type: ignore[call-overload]
world.despawn(None)  # type: ignore[arg-type]
throng.Query.within(at, {})  # type: ignore[arg-type]
