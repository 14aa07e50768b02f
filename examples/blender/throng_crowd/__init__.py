# SPDX-License-Identifier: MIT
"""An add-on for Blender: a crowd of two streams that cross, among the walls of the scene, by Throng.

Sidebar of the 3D view, tab "Throng". Mesh objects of the collection that is chosen there are walls. "Simulate" writes
every frame of the scene into a cache, and a change of frame shows what the cache has.
"""
import time

import bpy
from bpy.app.handlers import persistent

from . import cache, crowd, instances, search, walls

bl_info = {
    "name": "Throng crowd",
    "author": "The Throng authors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D view > Sidebar > Throng",
    "description": "A crowd of very many agents, by the library Throng",
    "category": "Animation",
}
OBJECT = "Throng crowd"


class ThrongSettings(bpy.types.PropertyGroup):
    count: bpy.props.IntProperty(name="Agents", default=20_000, min=1, max=1_000_000)
    width: bpy.props.FloatProperty(name="Width", default=160, min=1, subtype="DISTANCE")
    depth: bpy.props.FloatProperty(name="Depth", default=120, min=1, subtype="DISTANCE")
    seed: bpy.props.IntProperty(name="Seed", default=1, min=0)
    walls: bpy.props.PointerProperty(name="Walls", type=bpy.types.Collection)
    folder: bpy.props.StringProperty(name="Cache", default="//throng_cache", subtype="DIR_PATH")


def bounds(settings):
    """The place of the crowd: min_x, min_y, max_x, max_y, around the origin."""
    return -settings.width / 2, -settings.depth / 2, settings.width / 2, settings.depth / 2


def simulate(scene, make_search=search.ThrongSearch):
    """Writes each frame of the scene into the cache; yields the seconds of each, without those of the file."""
    settings = scene.throng
    boxes = walls.boxes_of(settings.walls) if settings.walls else []
    of = crowd.Crowd(settings.count, bounds(settings), make_search(boxes), settings.seed)
    files = cache.Cache(bpy.path.abspath(settings.folder))
    files.clear()
    instances.make(OBJECT, of.stream)
    for frame in range(scene.frame_start, scene.frame_end + 1):
        start = time.perf_counter()
        of.step(scene.render.fps_base / scene.render.fps)
        seconds = time.perf_counter() - start
        files.write(frame, of)
        yield seconds


@persistent
def show(scene, _=None):
    """Puts the agents where they are in the scene's frame."""
    drawn = bpy.data.objects.get(OBJECT)
    found = cache.Cache(bpy.path.abspath(scene.throng.folder)).read(scene.frame_current) if drawn else None
    if found is not None and len(found[0]) == len(drawn.data.vertices):
        instances.place(drawn, *found)


class THRONG_OT_simulate(bpy.types.Operator):
    """Simulates every frame of the scene and keeps them"""

    bl_idname = "throng.simulate"
    bl_label = "Simulate"

    def execute(self, context):
        try:
            seconds = sorted(simulate(context.scene))
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        show(context.scene)
        self.report({"INFO"}, "%d frames, %.0f ms each" % (len(seconds), 1e3 * seconds[len(seconds) // 2]))
        return {"FINISHED"}


class THRONG_PT_panel(bpy.types.Panel):
    bl_label = "Throng crowd"
    bl_space_type, bl_region_type, bl_category = "VIEW_3D", "UI", "Throng"

    def draw(self, context):
        for name in ("count", "width", "depth", "seed", "walls", "folder"):
            self.layout.prop(context.scene.throng, name)
        self.layout.operator(THRONG_OT_simulate.bl_idname)


CLASSES = (ThrongSettings, THRONG_OT_simulate, THRONG_PT_panel)


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.Scene.throng = bpy.props.PointerProperty(type=ThrongSettings)
    bpy.app.handlers.frame_change_pre.append(show)


def unregister():
    bpy.app.handlers.frame_change_pre.remove(show)
    del bpy.types.Scene.throng
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
