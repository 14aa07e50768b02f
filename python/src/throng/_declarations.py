# SPDX-License-Identifier: MIT
"""The C interface as Python sees it: structs for ctypes, and the declarations of <throng/throng.h> as C text.

Tests compile both against the header: a function that is declared otherwise there, and a struct of another layout, do
not pass.
"""

from ctypes import Structure, c_double, c_float, c_size_t, c_uint16, c_uint32, c_void_p
from typing import Any, Dict, List, Tuple

NO_SLOT = 0xFFFFFFFF
ALL = 0xFFFFFFFF  # every bit of a mask

STALE_ID, INVALID_BOUNDS, INVALID_ARGUMENT, TOO_LARGE, OUTPUT_TOO_SMALL = 1, 2, 4, 8, 16
OUT_OF_CAPACITY, OUT_OF_MEMORY, BUSY, CANCELLED, CORRUPT = 32, 64, 128, 256, 512


class Status(Structure):
    _fields_ = [("faults", c_uint32), ("first", c_uint32), ("count", c_uint32), ("reason", c_uint32)]


class Id(Structure):
    _fields_ = [("slot", c_uint32), ("generation", c_uint32)]


class Memory(Structure):
    _fields_ = [("allocate", c_void_p), ("deallocate", c_void_p), ("self", c_void_p)]


class Executor(Structure):
    _fields_ = [("parallel_for", c_void_p), ("self", c_void_p)]


class Stopper(Structure):
    _fields_ = [("stop", c_void_p), ("self", c_void_p)]


class Vec2(Structure):
    _fields_ = [("x", c_float), ("y", c_float)]


class Aabb(Structure):
    _fields_ = [("min", Vec2), ("max", Vec2)]


class DoubleVec2(Structure):
    _fields_ = [("x", c_double), ("y", c_double)]


class Points(Structure):
    _fields_ = [("x", c_void_p), ("y", c_void_p), ("size", c_size_t), ("stride", c_size_t)]


class Boxes(Structure):
    _fields_ = [("a", Points), ("b", Points), ("half_extent", c_float), ("around_centers", c_uint32)]


class Discs(Structure):
    _fields_ = [("centers", Points), ("radii", c_void_p), ("radius", c_float), ("reserved", c_uint32)]


class Rays(Structure):
    _fields_ = [
        ("origins", Points),
        ("directions", Points),
        ("max_ts", c_void_p),
        ("max_t", c_float),
        ("half_extent", c_float),
    ]


class HitsColumns(Structure):
    _fields_ = [
        ("offsets", c_void_p),
        ("offset_count", c_size_t),
        ("slots", c_void_p),
        ("slot_count", c_size_t),
        ("distances", c_void_p),
        ("distance_count", c_size_t),
        ("found", c_void_p),
        ("found_count", c_size_t),
    ]


class LayerRange(Structure):
    _fields_ = [("first", c_uint16), ("last", c_uint16)]


class QueryOptions(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("mask", c_uint32),
        ("masks", c_void_p),
        ("mask_count", c_size_t),
        ("among", c_void_p),
        ("exclude", c_void_p),
        ("exclude_count", c_size_t),
        ("limit", c_uint32),
        ("measure", c_uint32),
        ("order", c_uint32),
        ("distances", c_uint32),
        ("most_hits", c_uint32),
        ("reserved", c_uint32),
        ("layers", LayerRange),
        ("across_layers", c_uint32),
        ("layers_by_query", c_void_p),
        ("layers_by_query_count", c_size_t),
        ("only_dynamic", c_uint32),
        ("skip_found", c_uint32),
        ("limits", c_void_p),
        ("limit_count", c_size_t),
    ]


class PairOptions(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("order", c_uint32),
        ("among", c_void_p),
        ("collides_with", c_void_p),
        ("collides_with_count", c_size_t),
        ("mask", c_uint32),
        ("static_static", c_uint32),
        ("limit", c_uint32),
        ("reserved", c_uint32),
        ("layers", LayerRange),
        ("across_layers", c_uint32),
        ("by_distance", c_uint32),
        ("distance", c_float),
        ("squared_distances", c_uint32),
        ("reserved_too", c_uint32),
    ]


class Node(Structure):
    _fields_ = [
        ("bounds", Aabb),
        ("depth", c_uint32),
        ("elements", c_uint32),
        ("leaf", c_uint32),
        ("route", c_uint32),
    ]


class IndexDesc(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("kind", c_uint32),
        ("bounds", Aabb),
        ("max_half_extent", c_float),
        ("cell_size", c_float),
        ("tight_cell_size", c_float),
        ("max_per_leaf", c_uint32),
        ("max_depth", c_uint32),
        ("reserved", c_uint32),
        ("memory", Memory),
        ("executor", Executor),
    ]


class Capacity(Structure):
    _fields_ = [("elements", c_uint32), ("static_elements", c_uint32), ("hits", c_uint32)]


class WorldDesc(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("track_overlaps", c_uint32),
        ("bounds", Aabb),
        ("agent_half_extent", c_float),
        ("prop_half_extent", c_float),
        ("tracked", c_uint32),
        ("tracked_against", c_uint32),
        ("capacity", Capacity),
        ("reserved", c_uint32),
        ("memory", Memory),
        ("executor", Executor),
        ("track_across_layers", c_uint32),
        ("reserved_too", c_uint32),
        ("origin", DoubleVec2),
        ("tag", c_uint32),
        ("reserved_three", c_uint32),
    ]


class Writer(Structure):
    _fields_ = [("write", c_void_p), ("self", c_void_p)]


class Reader(Structure):
    _fields_ = [("read", c_void_p), ("self", c_void_p)]


class WorldStats(Structure):
    _fields_ = [
        ("row_grid", c_uint32),
        ("loose_grid", c_uint32),
        ("loose_quadtree", c_uint32),
        ("static_tree", c_uint32),
        ("bytes", c_size_t),
    ]


# Each struct with its name in C.
STRUCTS: Dict[str, Any] = {
    "throng_status": Status,
    "throng_id": Id,
    "throng_memory": Memory,
    "throng_executor": Executor,
    "throng_stopper": Stopper,
    "throng_vec2": Vec2,
    "throng_aabb": Aabb,
    "throng_double_vec2": DoubleVec2,
    "throng_points": Points,
    "throng_boxes": Boxes,
    "throng_discs": Discs,
    "throng_rays": Rays,
    "throng_hits_columns": HitsColumns,
    "throng_layer_range": LayerRange,
    "throng_query_options": QueryOptions,
    "throng_pair_options": PairOptions,
    "throng_node": Node,
    "throng_index_desc": IndexDesc,
    "throng_capacity": Capacity,
    "throng_world_desc": WorldDesc,
    "throng_world_stats": WorldStats,
    "throng_writer": Writer,
    "throng_reader": Reader,
}

# The fields of throng_query, as numpy names them. The padding is a field too: numpy drops what has no name.
ALL_LAYERS = (0, 0xFFFF)
QUERY_FIELDS: List[Tuple[Any, ...]] = [
    ("kind", "u1"),
    ("reserved", "u1", (3,)),
    ("at", "f4", (2,)),
    ("to", "f4", (2,)),
    ("reach", "f4"),
    ("cos_half_angle", "f4"),
    ("k", "u4"),
    ("mask", "u4"),
    ("exclude", "u4"),
    ("layers", "u2", (2,)),
]

DECLARATIONS = """
const char* throng_describe(uint32_t);
const char* throng_describe_status(throng_status);
throng_executor throng_serial(void);
throng_executor throng_stoppable(const throng_stopper*);
uint32_t throng_version(void);
const char* throng_active_isa(void);
const char* throng_available_isa(size_t);

throng_status throng_bitset_create(size_t, const throng_memory*, throng_bitset**);
void throng_bitset_destroy(throng_bitset*);
throng_status throng_bitset_resize(throng_bitset*, size_t);
throng_status throng_bitset_assign(throng_bitset*, const throng_bitset*);
size_t throng_bitset_size(const throng_bitset*);
size_t throng_bitset_count(const throng_bitset*);
int throng_bitset_test(const throng_bitset*, throng_slot);
void throng_bitset_reset(throng_bitset*, throng_slot);
void throng_bitset_clear(throng_bitset*);
throng_status throng_bitset_set_slots(throng_bitset*, const throng_slot*, size_t);
throng_status throng_bitset_slots(const throng_bitset*, throng_slot*, size_t);
void throng_bitset_unite(throng_bitset*, const throng_bitset*);
void throng_bitset_intersect(throng_bitset*, const throng_bitset*);
void throng_bitset_subtract(throng_bitset*, const throng_bitset*);
int throng_bitset_intersects(const throng_bitset*, const throng_bitset*);

throng_hits* throng_hits_create(const throng_memory*);
void throng_hits_destroy(throng_hits*);
void throng_hits_read(const throng_hits*, throng_hits_columns*);
throng_status throng_hits_rows_of_hits(const throng_hits*, uint32_t*, size_t);
uint64_t throng_hits_candidates(const throng_hits*);
uint64_t throng_hits_hash(const throng_hits*);
throng_status throng_hits_reserve(throng_hits*, size_t, size_t);
void throng_hits_trim(throng_hits*);

throng_pairs* throng_pairs_create(const throng_memory*);
void throng_pairs_destroy(throng_pairs*);
size_t throng_pairs_count(const throng_pairs*);
const throng_pair* throng_pairs_data(const throng_pairs*);
const throng_id_pair* throng_pairs_ids(const throng_pairs*);
const float* throng_pairs_squared_distances(const throng_pairs*);
void throng_pairs_trim(throng_pairs*);

throng_status throng_overlap(const throng_space*, const throng_boxes*, throng_hits*, const throng_query_options*,
    const throng_executor*);
throng_status throng_within(const throng_space*, const throng_discs*, throng_hits*, const throng_query_options*,
    const throng_executor*);
throng_status throng_nearest(const throng_space*, const throng_points*, uint32_t, float, throng_hits*,
    const throng_query_options*, const throng_executor*);
throng_status throng_cast(const throng_space*, const throng_rays*, throng_hits*, const throng_query_options*,
    const throng_executor*);
throng_status throng_along(const throng_space*, const throng_rays*, throng_hits*, const throng_query_options*,
    const throng_executor*);
throng_status throng_count_overlap(const throng_space*, const throng_boxes*, uint32_t*, size_t,
    const throng_query_options*, const throng_executor*);
throng_status throng_count_within(const throng_space*, const throng_discs*, uint32_t*, size_t,
    const throng_query_options*, const throng_executor*);
throng_status throng_neighbors(const throng_space*, float, throng_hits*, const throng_query_options*,
    const throng_executor*);
throng_status throng_neighbors_by_radii(const throng_space*, const float*, size_t, throng_hits*,
                                        const throng_query_options*, const throng_executor*);
throng_status throng_neighbors_of(const throng_space*, const throng_slot*, size_t, float, throng_hits*,
    const throng_query_options*, const throng_executor*);
throng_status throng_overlapping_pairs(const throng_space*, throng_pairs*, const throng_pair_options*,
    const throng_executor*);
throng_status throng_query_batch(const throng_space*, const throng_query*, size_t, throng_hits*,
    const throng_query_options*, const throng_executor*);
throng_status throng_visible_in_layers(const throng_space*, const throng_points*, const throng_points*, uint32_t,
    const throng_layer_range*, size_t, uint8_t*, size_t, const throng_executor*);
throng_double_vec2 throng_origin(const throng_space*);
throng_status throng_overlap_doubles(const throng_space*, const throng_double_boxes*, throng_hits*,
    const throng_query_options*, const throng_executor*);
throng_status throng_within_doubles(const throng_space*, const throng_double_discs*, throng_hits*,
    const throng_query_options*, const throng_executor*);
throng_status throng_nearest_doubles(const throng_space*, const throng_double_points*, uint32_t, float, throng_hits*,
    const throng_query_options*, const throng_executor*);
throng_status throng_cast_doubles(const throng_space*, const throng_double_rays*, throng_hits*,
    const throng_query_options*, const throng_executor*);
throng_status throng_along_doubles(const throng_space*, const throng_double_rays*, throng_hits*,
    const throng_query_options*, const throng_executor*);
throng_status throng_count_overlap_doubles(const throng_space*, const throng_double_boxes*, uint32_t*, size_t,
    const throng_query_options*, const throng_executor*);
throng_status throng_count_within_doubles(const throng_space*, const throng_double_discs*, uint32_t*, size_t,
    const throng_query_options*, const throng_executor*);
throng_status throng_visible_doubles(const throng_space*, const throng_double_points*, const throng_double_points*,
    uint32_t, const throng_layer_range*, size_t, uint8_t*, size_t, const throng_executor*);
throng_status throng_layers_of(const throng_space*, const throng_slot*, size_t, uint16_t*);
throng_status throng_order(const throng_space*, throng_slot*, size_t);
throng_status throng_live_slots(const throng_space*, throng_slot*, size_t);
uint32_t throng_route(const throng_space*, throng_id);
throng_status throng_alive_each(const throng_space*, const throng_id*, size_t, uint8_t*);
throng_status throng_ids_of(const throng_space*, const throng_slot*, size_t, throng_id*);
throng_status throng_bounds(const throng_space*, const throng_slot*, size_t, throng_aabb*);
size_t throng_slot_count(const throng_space*);
size_t throng_size(const throng_space*);
size_t throng_bytes(const throng_space*);
throng_status throng_validate(const throng_space*);
throng_status throng_visit(const throng_space*, throng_visitor*, void*);

throng_status throng_index_create(const throng_index_desc*, throng_index**);
void throng_index_destroy(throng_index*);
const throng_space* throng_index_space(const throng_index*);
throng_status throng_index_build(throng_index*, const throng_boxes*, const throng_executor*);
throng_status throng_index_update(throng_index*, const throng_boxes*, const throng_executor*);
throng_status throng_index_insert(throng_index*, const throng_slot*, size_t, const throng_boxes*,
    const throng_executor*);
throng_status throng_index_move(throng_index*, const throng_slot*, size_t, const throng_boxes*,
    const throng_executor*);
throng_status throng_index_erase(throng_index*, const throng_slot*, size_t, const throng_executor*);
throng_status throng_index_refit(throng_index*, const throng_executor*);
throng_status throng_index_clear(throng_index*);
throng_status throng_index_cleanup(throng_index*);
throng_status throng_index_build_points(throng_index*, const throng_points*, const throng_executor*);
throng_status throng_index_update_points(throng_index*, const throng_points*, const throng_executor*);
throng_status throng_index_insert_points(throng_index*, const throng_slot*, size_t, const throng_points*,
    const throng_executor*);
throng_status throng_index_move_points(throng_index*, const throng_slot*, size_t, const throng_points*,
    const throng_executor*);

throng_status throng_world_create(const throng_world_desc*, throng_world**);
void throng_world_destroy(throng_world*);
const throng_space* throng_world_space(const throng_world*);
throng_status throng_world_spawn_in_layers(throng_world*, const throng_boxes*, uint32_t, throng_id*, size_t,
    const uint32_t*, const uint16_t*);
throng_status throng_world_set_layers(throng_world*, const throng_id*, size_t, const uint16_t*);
throng_status throng_world_move(throng_world*, const throng_id*, size_t, const throng_boxes*);
throng_status throng_world_move_all(throng_world*, const throng_boxes*);
throng_status throng_world_spawn_doubles(throng_world*, const throng_double_boxes*, uint32_t, throng_id*, size_t,
    const uint32_t*, const uint16_t*);
throng_status throng_world_move_doubles(throng_world*, const throng_id*, size_t, const throng_double_boxes*);
throng_status throng_world_move_all_doubles(throng_world*, const throng_double_boxes*);
throng_status throng_world_rebase(throng_world*, throng_double_vec2, const throng_executor*);
throng_status throng_world_categorize(throng_world*, const throng_id*, size_t, const uint32_t*);
throng_status throng_world_despawn(throng_world*, const throng_id*, size_t);
throng_status throng_world_commit(throng_world*, const throng_executor*);
throng_status throng_world_refit(throng_world*, const throng_executor*);
size_t throng_world_faulty_ids(const throng_world*, const throng_id*, size_t, const throng_boxes*, throng_slot*,
                               size_t);
void throng_world_discard(throng_world*);
throng_status throng_world_overlaps_changed(const throng_world*, throng_pairs*, throng_pairs*,
    const throng_executor*);
void throng_world_read_stats(const throng_world*, throng_world_stats*);
void throng_world_high_water(const throng_world*, throng_capacity*);
throng_status throng_snapshot_create(const throng_world*, throng_snapshot**);
void throng_snapshot_destroy(throng_snapshot*);
const throng_space* throng_snapshot_space(const throng_snapshot*);

throng_status throng_world_restore(throng_world*, const throng_snapshot*);
throng_status throng_world_commit_boxes(throng_world*, const throng_boxes*, const throng_executor*);
throng_status throng_world_save(const throng_world*, const throng_writer*);
throng_status throng_snapshot_save(const throng_snapshot*, const throng_writer*);
throng_status throng_index_save(const throng_index*, const throng_writer*);
throng_status throng_world_load(throng_world*, const throng_reader*, const throng_executor*);
throng_status throng_world_create_loaded(const throng_reader*, const throng_executor*, throng_world**);
throng_status throng_snapshot_create_loaded(const throng_reader*, const throng_memory*, const throng_executor*,
    throng_snapshot**);
throng_status throng_index_load(throng_index*, const throng_reader*, const throng_executor*);
uint64_t throng_hash(const throng_space*);
throng_status throng_categories_of(const throng_space*, const throng_slot*, size_t, uint32_t*);
throng_status throng_motions_of(const throng_space*, const throng_slot*, size_t, uint8_t*);
"""
