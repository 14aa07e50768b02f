# SPDX-License-Identifier: MIT
"""blender --background --python blender_walls.py -- FOLDER: which boxes examples/blender makes of meshes."""
import math
import sys

import bpy
import numpy as np

sys.path.insert(0, sys.argv[sys.argv.index("--") + 1])
from throng_crowd import walls


def boxes_of(low, high, size=(4, 1), degrees=0):
    """Those of one block, from one height to another."""
    collection = bpy.data.collections.new("Walls")
    bpy.context.scene.collection.children.link(collection)
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, (low + high) / 2), rotation=(0, 0, math.radians(degrees)))
    block = bpy.context.object
    block.scale = (*size, high - low)
    block.users_collection[0].objects.unlink(block)
    collection.objects.link(block)
    bpy.context.view_layer.update()
    boxes = walls.boxes_of(collection)
    bpy.data.objects.remove(block)
    bpy.data.collections.remove(collection)
    return boxes


def inside(boxes, x, y):
    return bool(((boxes[:, :2] <= (x, y)) & ((x, y) <= boxes[:, 2:])).all(1).any())


def area(boxes):
    return float(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1).sum())


def agents_pass_below_a_beam_and_over_a_kerb():
    assert len(boxes_of(2.5, 3)) == 0
    assert len(boxes_of(0, 0.05)) == 0


def a_wall_is_solid_whatever_its_height():
    for low, high in ((0, 3), (0, 1.5), (-5, 15), (1, 3)):
        boxes = boxes_of(low, high, size=(4.1, 2.1))
        assert all(inside(boxes, x, y) for x in (-2, -1, 0, 1, 2) for y in (-1, 0, 1)), (low, high)


def a_wall_that_stands_askew_covers_itself_and_little_more():
    boxes = boxes_of(0, 3, size=(8, 1), degrees=30)
    along = np.array([math.cos(math.radians(30)), math.sin(math.radians(30))])
    across = np.array([-along[1], along[0]])
    for u in np.linspace(-3.99, 3.99, 50):
        for v in (-0.49, 0, 0.49):
            assert inside(boxes, *(u * along + v * across))
        for v in (-0.95, 0.95):  # more than a cell's diagonal away
            assert not inside(boxes, *(u * along + v * across))
    assert 8 <= area(boxes) <= (8 + 0.75) * (1 + 0.75)


agents_pass_below_a_beam_and_over_a_kerb()
a_wall_is_solid_whatever_its_height()
a_wall_that_stands_askew_covers_itself_and_little_more()
print("All walls are as they should be.")
