// SPDX-License-Identifier: MIT
#include "engine/src/c/input.hpp"

#include <new>

using namespace throng;
using namespace throng::c;

throng_status throng_world_create(const throng_world_desc* desc, throng_world** out) {
    if (!out) return to_c(invalid);
    *out = nullptr;
    throng_world_desc given = THRONG_WORLD_DESC_INIT;
    if (!read_versioned(desc, given) || given.reserved_too != 0 || given.reserved_three != 0) return to_c(invalid);
    WorldDesc opened;
    opened.bounds = to_cpp(given.bounds);
    opened.agent_half_extent = given.agent_half_extent;
    opened.prop_half_extent = given.prop_half_extent;
    opened.track_overlaps = given.track_overlaps != 0;
    opened.tracked = given.tracked;
    opened.tracked_against = given.tracked_against;
    opened.capacity = {given.capacity.elements, given.capacity.static_elements, given.capacity.hits};
    opened.memory = to_cpp(given.memory);
    opened.executor = to_cpp(given.executor);
    opened.track_across_layers = given.track_across_layers != 0;
    opened.origin = to_cpp(given.origin);
    opened.tag = given.tag;

    auto* const handle = new (std::nothrow) throng_world{};
    if (!handle) return to_c({Fault::OutOfMemory, no_slot, 0});
    const Status status = handle->world.open(opened);
    if (!status) {
        delete handle;
        return to_c(status);
    }
    handle->space = {SpaceKind::World, &handle->world};
    *out = handle;
    const bool tracks_nothing = opened.track_overlaps && (opened.tracked == 0 || opened.tracked_against == 0);
    return to_c({Fault::None, no_slot, 0, tracks_nothing ? Reason::TrackedNothing : Reason::None});
}

void throng_world_destroy(throng_world* world) { delete world; }

const throng_space* throng_world_space(const throng_world* world) { return world ? &world->space : nullptr; }

throng_status throng_world_spawn(throng_world* world, const throng_boxes* boxes, uint32_t motion, throng_id* ids,
                                 size_t size, const uint32_t* categories) {
    return throng_world_spawn_in_layers(world, boxes, motion, ids, size, categories, nullptr);
}

throng_status throng_world_spawn_in_layers(throng_world* world, const throng_boxes* boxes, uint32_t motion,
                                           throng_id* ids, size_t size, const uint32_t* categories,
                                           const uint16_t* layers) {
    BoxView view;
    if (!world || !read(boxes, view) || motion > THRONG_DYNAMIC || !holds(ids, size) || !aligned(categories) ||
        !aligned(layers))
        return to_c(invalid);
    const std::span<const std::uint32_t> category_of_each(categories, categories ? view.size() : 0);
    const std::span<const std::uint16_t> layer_of_each(layers, layers ? view.size() : 0);
    return to_c(world->world.spawn(view, static_cast<Motion>(motion), {reinterpret_cast<Id*>(ids), size},
                                   category_of_each, layer_of_each));
}

throng_status throng_world_move(throng_world* world, const throng_id* ids, size_t size, const throng_boxes* boxes) {
    BoxView view;
    if (!world || !holds(ids, size) || !read(boxes, view)) return to_c(invalid);
    return to_c(world->world.move(c::ids(ids, size), view));
}

throng_status throng_world_move_all(throng_world* world, const throng_boxes* by_slot) {
    BoxView view;
    if (!world || !read(by_slot, view)) return to_c(invalid);
    return to_c(world->world.move_all(view));
}

throng_status throng_world_categorize(throng_world* world, const throng_id* ids, size_t size,
                                      const uint32_t* categories) {
    if (!world || !holds(ids, size) || !holds(categories, size)) return to_c(invalid);
    return to_c(world->world.categorize(c::ids(ids, size), {categories, size}));
}

throng_status throng_world_set_layers(throng_world* world, const throng_id* ids, size_t size, const uint16_t* layers) {
    if (!world || !holds(ids, size) || !holds(layers, size)) return to_c(invalid);
    return to_c(world->world.set_layers(c::ids(ids, size), {layers, size}));
}

throng_status throng_world_despawn(throng_world* world, const throng_id* ids, size_t size) {
    if (!world || !holds(ids, size)) return to_c(invalid);
    return to_c(world->world.despawn(c::ids(ids, size)));
}

throng_status throng_world_commit(throng_world* world, const throng_executor* executor) {
    Executor e;
    if (!world || !read(executor, e)) return to_c(invalid);
    return to_c(world->world.commit(e));
}

throng_status throng_world_refit(throng_world* world, const throng_executor* executor) {
    Executor e;
    if (!world || !read(executor, e)) return to_c(invalid);
    return to_c(world->world.refit(e));
}

void throng_world_discard(throng_world* world) {
    if (world) world->world.discard();
}

throng_status throng_world_overlaps_changed(const throng_world* world, throng_pairs* begun, throng_pairs* ended,
                                            const throng_executor* executor) {
    Executor e;
    if (!world || !begun || !ended || !read(executor, e)) return to_c(invalid);
    return to_c(world->world.overlaps_changed(begun->pairs, ended->pairs, e));
}

void throng_world_read_stats(const throng_world* world, throng_world_stats* out) {
    if (!out) return;
    *out = {};
    if (!world) return;
    const WorldStats stats = world->world.stats();
    *out = {stats.row_grid, stats.loose_grid, stats.loose_quadtree, stats.static_tree, stats.bytes};
}

void throng_world_high_water(const throng_world* world, throng_capacity* out) {
    if (!out) return;
    *out = {};
    if (!world) return;
    const Capacity most = world->world.high_water();
    *out = {most.elements, most.static_elements, most.hits};
}

throng_status throng_snapshot_create(const throng_world* world, throng_snapshot** out) {
    if (!out) return to_c(invalid);
    *out = nullptr;
    if (!world) return to_c(invalid);
    auto* const handle = new (std::nothrow) throng_snapshot{{}, world->world.snapshot()};
    if (!handle) return to_c({Fault::OutOfMemory, no_slot, 0});
    handle->space = {SpaceKind::Snapshot, &handle->snapshot};
    *out = handle;
    return to_c(Status());
}

void throng_snapshot_destroy(throng_snapshot* snapshot) { delete snapshot; }

const throng_space* throng_snapshot_space(const throng_snapshot* snapshot) {
    return snapshot ? &snapshot->space : nullptr;
}
