# SPDX-License-Identifier: MIT
"""Twenty thousand people cross a square, in Blender without a window; writes a picture, and prints the time of a frame.

    blender --background --factory-startup --python-exit-code 1 --python examples/blender/square.py --
        [--agents N] [--frames N] [--out FILE] [--size WIDTH HEIGHT] [--samples N] [--compare FRAMES]

--compare simulates some frames by mathutils' KDTree and BVHTree too, and compares how the agents go. Times are
medians; those of a simulated frame are without its file.
"""
import argparse
import math
import os
import statistics
import sys
import time

import bpy
import numpy as np
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mathutils_search
import throng_crowd


def arguments():
    parser = argparse.ArgumentParser(prog="square.py", description=__doc__.splitlines()[0])
    parser.add_argument("--agents", type=int, default=20_000)
    parser.add_argument("--frames", type=int, default=120)
    parser.add_argument("--out", default="out/blender/square.png")
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 720))
    parser.add_argument("--samples", type=int, default=24)
    parser.add_argument("--compare", type=int, default=0)
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])


def matte(name, colour):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = (*colour, 1)
    surface.inputs["Roughness"].default_value = 0.9
    return material


def build_square():
    """The scene without people: a square, walls as an artist would model them, sun and camera."""
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    walls = bpy.data.collections.new("Walls")
    bpy.context.scene.collection.children.link(walls)
    stone = matte("Stone", (0.50, 0.42, 0.32))

    def wall(make, **where):
        make(**where)
        made = bpy.context.object
        made.data.materials.append(stone)
        made.users_collection[0].objects.unlink(made)
        walls.objects.link(made)
        return made

    cube, cylinder = bpy.ops.mesh.primitive_cube_add, bpy.ops.mesh.primitive_cylinder_add
    for x, y, length, depth, degrees in ((-30, 18, 26, 1.2, 25), (26, 22, 1.2, 22, 0), (34, -24, 24, 1.2, -35),
                                         (-38, -30, 14, 10, 0), (-2, -8, 16, 1.2, 90)):
        made = wall(cube, size=1, location=(x, y, 1.5), rotation=(0, 0, math.radians(degrees)))
        made.scale = (length, depth, 3)
    for x, y, radius in ((4, 34, 4), (12, 4, 2.5), (-14, -42, 3)):
        wall(cylinder, radius=radius, depth=4, location=(x, y, 2), vertices=32)
    bpy.ops.mesh.primitive_plane_add(size=2000)
    bpy.context.object.data.materials.append(matte("Ground", (0.20, 0.20, 0.19)))

    bpy.ops.object.light_add(type="SUN", rotation=(math.radians(50), 0, math.radians(-40)))
    bpy.context.object.data.energy, bpy.context.object.data.angle = 3.0, 0.02
    world = bpy.context.scene.world or bpy.data.worlds.new("World")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.62, 0.74, 0.90, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.35
    bpy.ops.object.camera_add(location=(-44, -66, 20), rotation=(math.radians(69), 0, math.radians(-38)))
    bpy.context.object.data.lens = 32
    bpy.context.scene.camera = bpy.context.object
    return walls


class Timed:
    """A search that adds up its seconds."""

    def __init__(self, search):
        self.search, self.seconds = search, 0.0

    def __getattr__(self, name):
        def timed(*asked):
            start = time.perf_counter()
            answer = getattr(self.search, name)(*asked)
            self.seconds += time.perf_counter() - start
            return answer

        return timed


def compare(scene, frames, boxes):
    """The same crowd by each search: medians of a step's seconds, and how many agents they send elsewhere."""
    settings = scene.throng
    made = {"throng": throng_crowd.search.ThrongSearch(boxes), "mathutils": mathutils_search.MathutilsSearch(boxes)}
    crowds = [throng_crowd.crowd.Crowd(settings.count, throng_crowd.bounds(settings), Timed(search), settings.seed)
              for search in made.values()]
    whole, asking, elsewhere = ([], []), ([], []), 0
    for _ in range(frames):
        # Both begin each step with one state: rounding leads crowds apart that go on by themselves.
        crowds[1].at[:], crowds[1].velocity[:] = crowds[0].at, crowds[0].velocity
        for of, step, searched in zip(crowds, whole, asking):
            start, of.search.seconds = time.perf_counter(), 0.0
            of.step(scene.render.fps_base / scene.render.fps)
            step.append(time.perf_counter() - start)
            searched.append(of.search.seconds)
        elsewhere += int((np.hypot(*(crowds[0].velocity - crowds[1].velocity).T) > 1e-4).sum())
    for name, step, searched in zip(made, whole, asking):
        print("%s: %.4f s a frame, of which %.4f s are the search" %
              (name, statistics.median(step), statistics.median(searched)))
    # An eighth neighbour that is as far as the ninth, or a place on a wall's border, is chosen by rounding.
    print("%d of %d agents go elsewhere, by more than 0.1 mm/s" % (elsewhere, frames * settings.count))
    if elsewhere > 0.001 * frames * settings.count:
        sys.exit("The searches give different answers.")


def agents_in_walls(walls):
    """How many agents Blender itself finds below a wall's top, in the scene's frame."""
    found = 0
    places = [vertex.co for vertex in bpy.data.objects[throng_crowd.OBJECT].data.vertices]
    for wall in walls.objects:
        inverse = wall.matrix_world.inverted()
        down = inverse.to_3x3() @ Vector((0, 0, -1))
        found += sum(wall.ray_cast(inverse @ Vector((x, y, 100)), down)[0] for x, y, _ in places)
    return found


def main():
    told = arguments()
    throng_crowd.register()
    walls = build_square()
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, told.frames
    scene.throng.count, scene.throng.walls = told.agents, walls
    out = os.path.abspath(told.out)
    scene.throng.folder = os.path.join(os.path.dirname(out), "cache")
    bpy.context.view_layer.update()

    seconds = list(throng_crowd.simulate(scene))
    shown = []
    for frame in range(max(1, told.frames - 20), told.frames + 1):
        start = time.perf_counter()
        scene.frame_set(frame)
        shown.append(time.perf_counter() - start)
    print("%d agents: %.4f s to simulate a frame, %.4f s to show it from the cache" %
          (told.agents, statistics.median(seconds), statistics.median(shown)))
    if agents_in_walls(walls):
        sys.exit("%d agents stand in walls." % agents_in_walls(walls))
    if told.compare:
        compare(scene, told.compare, throng_crowd.walls.boxes_of(walls))

    scene.render.engine = "CYCLES"
    scene.cycles.samples = told.samples
    scene.cycles.use_denoising = False
    scene.view_settings.look = "Medium High Contrast"
    scene.render.resolution_x, scene.render.resolution_y = told.size
    scene.render.filepath = out
    start = time.perf_counter()
    bpy.ops.render.render(write_still=True)
    print("%.1f s to render %s" % (time.perf_counter() - start, out))


if __name__ == "__main__":
    main()
