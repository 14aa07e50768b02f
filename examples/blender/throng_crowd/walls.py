# SPDX-License-Identifier: MIT
"""Boxes of the mesh objects of a collection, as an agent meets them on the ground."""
import bpy
import numpy as np
from mathutils import Vector

CELL = 0.25  # metres: walls are as exact as this, whatever their direction
LOW, HIGH = 0.1, 2.0  # what lies lower or higher is in no agent's way


def boxes_of(collection):
    """float32 (m, 4): min_x, min_y, max_x, max_y of the rows of cells that the meshes cover."""
    found = [cells for o in collection.all_objects if o.type == "MESH" for cells in _covered(o)]
    cells = np.unique(np.concatenate([np.zeros((0, 2), np.int64), *found]), axis=0)  # by row, then by column
    if not len(cells):
        return np.zeros((0, 4), np.float32)
    y, x = cells.T
    first = np.ones(len(cells), bool)
    first[1:] = (np.diff(y) != 0) | (np.diff(x) != 1)
    begins = np.flatnonzero(first)
    ends = np.append(begins[1:], len(cells)) - 1
    boxes = np.stack([x[begins], y[begins], x[ends] + 1, y[begins] + 1], 1)
    return (boxes * CELL).astype(np.float32)


def _covered(wall):
    """Cells of the faces that are as high as an agent, and cells that lie within the solid between its faces."""
    wall = wall.evaluated_get(bpy.context.evaluated_depsgraph_get())
    inverse = wall.matrix_world.inverted()
    up = inverse.to_3x3() @ Vector((0, 0, 1))
    for corners in _triangles(wall):
        cells, height = _cells(corners), corners[:, 2]
        if height.min() < HIGH and height.max() > LOW:
            yield cells
        elif height.min() >= HIGH:
            yield cells[[_leaves(wall, inverse, up, row, column) for row, column in cells.tolist()]]


def _leaves(wall, inverse, up, row, column):
    """Whether a ray upwards from the middle of a cell, at an agent's height, is within the solid and leaves it."""
    origin = inverse @ Vector(((column + 0.5) * CELL, (row + 0.5) * CELL, HIGH))
    hit, _, normal, _ = wall.ray_cast(origin, up)
    return hit and normal.dot(up) > 0


def _triangles(wall):
    """float32 (n, 3, 3): the corners of the triangles, in the world."""
    mesh = wall.to_mesh()
    mesh.calc_loop_triangles()
    corners = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.vertices.foreach_get("co", corners)
    triangles = np.empty(len(mesh.loop_triangles) * 3, np.int32)
    mesh.loop_triangles.foreach_get("vertices", triangles)
    wall.to_mesh_clear()
    matrix = np.array(wall.matrix_world, np.float32)
    corners = corners.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    return corners[triangles].reshape(-1, 3, 3)


def _cells(corners):
    """Rows and columns of the cells that a triangle touches, seen from above; it may be as thin as a line."""
    corners = corners[:, :2].astype(np.float64) / CELL
    low, high = np.floor(corners.min(0)).astype(np.int64), np.floor(corners.max(0)).astype(np.int64)
    x, y = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
    touches = np.ones(x.shape, bool)
    for begin, end in zip(corners, np.roll(corners, -1, axis=0)):
        # Cell and triangle are apart along an edge's normal, or they touch.
        normal = np.array([begin[1] - end[1], end[0] - begin[0]])
        of_triangle, of_cell = corners @ normal, (x + 0.5) * normal[0] + (y + 0.5) * normal[1]
        half = 0.5 * np.abs(normal).sum() + 1e-9
        touches &= (of_cell + half >= of_triangle.min()) & (of_cell - half <= of_triangle.max())
    return np.stack([y[touches], x[touches]], 1)
