# SPDX-License-Identifier: MIT
"""What is near an agent, by a throng.World: agents that move, and walls that do not."""
import numpy as np
import throng

AGENT, WALL = 1, 2


class ThrongSearch:
    """`walls` is float32 (m, 4): boxes of min_x, min_y, max_x, max_y."""

    def __init__(self, walls, radius=0.25):
        self.radius = radius
        self.boxes = np.asarray(walls, np.float32).reshape(-1, 4)
        self.world = throng.World()
        self.near, self.nearest = throng.Hits(), throng.Hits()  # used again at each step

    def _place(self, at):
        """Agent i has slot i: agents come into the world before the walls."""
        if len(self.world):
            self.world.move_all(at, half_extent=self.radius)
        else:
            self.world.spawn(at, half_extent=self.radius, categories=AGENT)
            self.world.spawn(box=self.boxes, motion="static", categories=WALL)
        self.world.commit()

    def neighbors(self, at, reach, most):
        """(rows, slots): agent rows[i] has agent slots[i] beside it, the nearest ones of each within reach."""
        self._place(at)
        near = self.world.neighbors(reach, limit=most, out=self.near)
        return near.rows, near.slots

    def walls(self, at, reach):
        """(rows, points): the nearest point of the nearest wall, for each agent that has one within reach."""
        near = self.world.nearest(at, 1, max_distance=reach, mask=WALL, out=self.nearest)
        boxes = self.boxes[near.slots - len(at)]
        return near.rows, np.clip(at[near.rows], boxes[:, :2], boxes[:, 2:])

    def in_walls(self, at):
        """Indices of the agents whose centres are in a wall."""
        if not len(self.world):
            self._place(at)
        return np.flatnonzero(self.world.count(at, 0.0, mask=WALL))
