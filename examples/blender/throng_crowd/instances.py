# SPDX-License-Identifier: MIT
"""Agents as instances of one figure, by geometry nodes over a mesh that has a vertex for each agent."""
import bmesh
import bpy
import numpy as np
from mathutils import Matrix

NODES = "Throng agents"
TINTS = np.float32([[0.90, 0.32, 0.08, 1], [0.06, 0.30, 0.75, 1]])  # of each stream


def make(name, stream):
    """An object that draws an agent for each entry of `stream`, in place of one of the same name."""
    former = bpy.data.meshes.get(name)
    if former:
        bpy.data.meshes.remove(former)  # and its object with it
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(stream))
    mesh.attributes.new("turn", "FLOAT_VECTOR", "POINT")
    shade = np.random.default_rng(2).uniform(0.55, 1.15, (len(stream), 1))
    tints = np.clip(TINTS[stream] * shade, 0, 1).astype(np.float32)
    mesh.attributes.new("tint", "FLOAT_COLOR", "POINT").data.foreach_set("color", tints.ravel())
    crowd = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(crowd)
    crowd.modifiers.new("Agents", "NODES").node_group = bpy.data.node_groups.get(NODES) or _nodes(_figure())
    return crowd


def place(crowd, at, velocity):
    """Moves the instances: float32 (n, 2) both."""
    mesh = crowd.data
    points = np.zeros((len(at), 3), np.float32)
    points[:, :2] = at
    mesh.vertices.foreach_set("co", points.ravel())
    turns = np.zeros((len(at), 3), np.float32)
    turns[:, 2] = np.arctan2(velocity[:, 1], velocity[:, 0])
    mesh.attributes["turn"].data.foreach_set("vector", turns.ravel())
    mesh.update()


def _figure():
    """A person of few faces that looks along x: legs, body, head. Instanced alone, so in no collection."""
    shape = bmesh.new()
    for radius_low, radius_high, low, high, wide in ((0.10, 0.15, 0.0, 0.85, 1.3), (0.17, 0.20, 0.8, 1.45, 1.2)):
        transform = Matrix.Translation((0, 0, (low + high) / 2)) @ Matrix.Diagonal((0.7, wide, 1, 1))
        bmesh.ops.create_cone(shape, cap_ends=True, segments=8, radius1=radius_low, radius2=radius_high,
                              depth=high - low, matrix=transform)
    bmesh.ops.create_icosphere(shape, subdivisions=1, radius=0.13, matrix=Matrix.Translation((0.03, 0, 1.62)))
    mesh = bpy.data.meshes.new("Agent")
    shape.to_mesh(mesh)
    shape.free()
    mesh.polygons.foreach_set("use_smooth", np.ones(len(mesh.polygons), bool))
    mesh.materials.append(_material())
    return bpy.data.objects.new("Agent", mesh)


def _material():
    """The tint of each agent, which is an attribute of its instance."""
    material = bpy.data.materials.new("Agent")
    material.use_nodes = True
    nodes = material.node_tree.nodes
    tint = nodes.new("ShaderNodeAttribute")
    tint.attribute_type, tint.attribute_name = "INSTANCER", "tint"
    material.node_tree.links.new(tint.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return material


def _nodes(figure):
    group = bpy.data.node_groups.new(NODES, "GeometryNodeTree")
    if hasattr(group, "interface"):  # Blender 4
        group.interface.new_socket("Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
        group.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    else:
        group.inputs.new("NodeSocketGeometry", "Geometry")
        group.outputs.new("NodeSocketGeometry", "Geometry")
    new, link = group.nodes.new, group.links.new
    points, drawn = new("NodeGroupInput"), new("NodeGroupOutput")
    instance, info, turn = new("GeometryNodeInstanceOnPoints"), new("GeometryNodeObjectInfo"), new(
        "GeometryNodeInputNamedAttribute")
    info.inputs["Object"].default_value = figure
    info.inputs["As Instance"].default_value = True
    turn.data_type = "FLOAT_VECTOR"
    turn.inputs["Name"].default_value = "turn"
    link(points.outputs[0], instance.inputs["Points"])
    link(info.outputs["Geometry"], instance.inputs["Instance"])
    link(turn.outputs["Attribute"], instance.inputs["Rotation"])
    link(instance.outputs["Instances"], drawn.inputs[0])
    return group
