# SPDX-License-Identifier: MIT
"""Boxes of the mesh objects of a collection, as an agent meets them on the ground."""
import bpy
import numpy as np

CELL = 0.25  # metres: walls are as exact as this, whatever their direction
LOW, HIGH = 0.1, 2.0  # what lies lower or higher is in no agent's way


def boxes_of(collection):
    """float32 (m, 4): min_x, min_y, max_x, max_y of the rows of cells that the meshes cover."""
    cells = [_cells(corners) for o in collection.all_objects if o.type == "MESH" for corners in _triangles(o)]
    if not cells:
        return np.zeros((0, 4), np.float32)
    cells = np.unique(np.concatenate(cells), axis=0)  # by row, then by column
    y, x = cells.T
    first = np.ones(len(cells), bool)
    first[1:] = (np.diff(y) != 0) | (np.diff(x) != 1)
    begins = np.flatnonzero(first)
    ends = np.append(begins[1:], len(cells)) - 1
    boxes = np.stack([x[begins], y[begins], x[ends] + 1, y[begins] + 1], 1)
    return (boxes * CELL).astype(np.float32)


def _triangles(wall):
    """(3, 3) corners in the world, of each triangle that reaches into an agent's height."""
    evaluated = wall.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    mesh.calc_loop_triangles()
    corners = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.vertices.foreach_get("co", corners)
    triangles = np.empty(len(mesh.loop_triangles) * 3, np.int32)
    mesh.loop_triangles.foreach_get("vertices", triangles)
    evaluated.to_mesh_clear()
    matrix = np.array(wall.matrix_world, np.float32)
    corners = corners.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    corners = corners[triangles].reshape(-1, 3, 3)
    height = corners[:, :, 2]
    return corners[(height.max(1) > LOW) & (height.min(1) < HIGH)]


def _cells(corners):
    """Rows and columns of the cells that a triangle covers, seen from above: of points less than a cell apart."""
    a, b, c = corners[:, :2]
    steps = int(max(np.hypot(*(b - a)), np.hypot(*(c - a)), np.hypot(*(c - b))) / (0.5 * CELL)) + 2
    u, v = np.meshgrid(np.linspace(0, 1, steps), np.linspace(0, 1, steps))
    kept = u + v <= 1 + 1e-9
    points = a + u[kept][:, None] * (b - a) + v[kept][:, None] * (c - a)
    return np.unique(np.floor(points[:, ::-1] / CELL).astype(np.int64), axis=0)
