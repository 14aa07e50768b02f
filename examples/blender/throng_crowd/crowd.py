# SPDX-License-Identifier: MIT
"""A crowd of two streams that cross, in numpy alone: each agent keeps its distance from others and from walls.

Nothing here knows Blender, so that the file serves in Houdini, Maya or a notebook too. A `search`, such as that of
search.py, answers what is near an agent.
"""
import numpy as np

RADIUS = 0.25  # of a body, in metres
REACH = 2.0  # how far an agent looks for others
MOST = 8  # the nearest others that an agent heeds
WALL_REACH = 1.0
SPEED = 1.3  # metres per second when the way is free; at most half as much again
RELAXATION = 0.5  # seconds within which an agent takes up its own speed
PUSH, FALL = 4.0, 0.3  # of a neighbour that touches, in m/s^2, and the distance in metres over which that is a third
WALL_PUSH, WALL_FALL = 8.0, 0.2
DIRECTIONS = np.float32([[1, 0], [0, 1]])


class Crowd:
    """`at` and `velocity` are float32 (n, 2), `stream` is 0 or 1 for each agent."""

    def __init__(self, count, bounds, search, seed=1):
        low, high = np.float32(bounds[:2]), np.float32(bounds[2:])
        rng = np.random.default_rng(seed)
        self.low, self.size = low, high - low
        # One place of a lattice for each, shaken a little: no two begin on one spot.
        columns = int(np.ceil(np.sqrt(count * self.size[0] / self.size[1])))
        rows = -(-count // columns)
        places = rng.permutation(columns * rows)[:count]
        cell = self.size / np.float32([columns, rows])
        lattice = np.stack([places % columns, places // columns], 1) + rng.uniform(0.3, 0.7, (count, 2))
        self.at = (low + lattice * cell).astype(np.float32)
        self.stream = rng.integers(0, 2, count)
        self.speed = rng.normal(SPEED, 0.15, (count, 1)).astype(np.float32)
        self.velocity = self.speed * DIRECTIONS[self.stream]
        self.search = search
        self._leave_walls()

    def step(self, seconds):
        """Moves all agents by `seconds`."""
        rows, slots = self.search.neighbors(self.at, REACH, MOST)
        change = (self.speed * DIRECTIONS[self.stream] - self.velocity) / np.float32(RELAXATION)
        change += _pushes(self.at[rows] - self.at[slots], rows, len(self.at), 2 * RADIUS, PUSH, FALL)
        rows, points = self.search.walls(self.at, WALL_REACH)
        change += _pushes(self.at[rows] - points, rows, len(self.at), RADIUS, WALL_PUSH, WALL_FALL)
        self.velocity += np.float32(seconds) * change
        fast = np.hypot(*self.velocity.T)[:, None] / (1.5 * self.speed)
        self.velocity /= np.maximum(fast, 1)
        before = self.at.copy()
        self.at += np.float32(seconds) * self.velocity
        # An agent that leaves at one side comes back at the other.
        self.at = self.low + np.mod(self.at - self.low, self.size, dtype=np.float32)
        # A push that is too weak for a step may not carry an agent into a wall.
        inside = self.search.in_walls(self.at)
        self.at[inside] = before[inside]
        self.velocity[inside] *= -0.5

    def _leave_walls(self):
        """Agents that were put into a wall are moved along their way, until they are out."""
        for _ in range(1000):
            inside = self.search.in_walls(self.at)
            if not len(inside):
                return
            moved = self.at[inside] + 0.5 * DIRECTIONS[self.stream[inside]] - self.low
            self.at[inside] = self.low + np.mod(moved, self.size, dtype=np.float32)
        raise ValueError("The walls leave no place for the crowd.")


def _pushes(away, rows, count, touching, push, fall):
    """float32 (count, 2): for each row the sum of its pushes, which fall off with distance."""
    distance = np.hypot(away[:, 0], away[:, 1])
    force = push * np.exp((touching - distance) / fall) / np.maximum(distance, 1e-6)
    sums = [np.bincount(rows, force * away[:, axis], count) for axis in (0, 1)]
    return np.stack(sums, 1).astype(np.float32)
