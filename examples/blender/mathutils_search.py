# SPDX-License-Identifier: MIT
"""The questions of throng_crowd/search.py, answered by what Blender brings: mathutils' KDTree and BVHTree.

Both know one query per call, so that Python calls each of them once for each agent.
"""
import numpy as np
from mathutils.bvhtree import BVHTree
from mathutils.kdtree import KDTree


class MathutilsSearch:
    def __init__(self, walls):
        self.boxes = np.asarray(walls, np.float32).reshape(-1, 4)
        corners = self.boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
        corners = np.hstack([corners, np.zeros((len(corners), 1), np.float32)])
        self.tree = BVHTree.FromPolygons(corners.tolist(), np.arange(len(corners)).reshape(-1, 4).tolist())

    def neighbors(self, at, reach, most):
        places = np.hstack([at, np.zeros((len(at), 1), np.float32)]).tolist()
        tree = KDTree(len(places))
        for i, place in enumerate(places):
            tree.insert(place, i)
        tree.balance()
        rows, slots = [], []
        for i, place in enumerate(places):
            for _, slot, distance in tree.find_n(place, most + 1):  # itself is among them
                if slot != i and distance <= reach:
                    rows.append(i)
                    slots.append(slot)
        return np.asarray(rows, np.intp), np.asarray(slots, np.intp)

    def walls(self, at, reach):
        rows, points = [], []
        for i, (x, y) in enumerate(at.tolist()):
            point = self.tree.find_nearest((x, y, 0.0), reach)[0]
            if point is not None:
                rows.append(i)
                points.append(point[:2])
        return np.asarray(rows, np.intp), np.asarray(points, np.float32).reshape(-1, 2)

    def in_walls(self, at):
        nearest = self.tree.find_nearest
        return np.asarray([i for i, (x, y) in enumerate(at.tolist()) if nearest((x, y, 0.0), 1e-6)[0]], np.intp)
