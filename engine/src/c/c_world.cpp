// SPDX-License-Identifier: MIT
// Worlds and snapshots, with places in floats and in doubles.
#include "engine/src/c/input.hpp"

namespace throng::c {
namespace {

template <class CBoxes>
throng_status spawn(throng_world* world, const CBoxes* boxes, std::uint32_t motion, throng_id* ids, std::size_t size,
                    const std::uint32_t* categories, const std::uint16_t* layers) noexcept {
    const bool valid = world && motion <= THRONG_DYNAMIC && holds(ids, size) && aligned(categories) && aligned(layers);
    return with(valid, boxes)([&](const auto& view) {
        const std::span<const std::uint32_t> category_of_each(categories, categories ? view.size() : 0);
        const std::span<const std::uint16_t> layer_of_each(layers, layers ? view.size() : 0);
        return world->world.spawn(view, static_cast<Motion>(motion), {reinterpret_cast<Id*>(ids), size},
                                  category_of_each, layer_of_each);
    });
}

} // namespace
} // namespace throng::c

using namespace throng;
using namespace throng::c;

throng_status throng_world_create(const throng_world_desc* desc, throng_world** out) {
    if (!out) return to_c(invalid);
    *out = nullptr;
    throng_world_desc given = THRONG_WORLD_DESC_INIT;
    WorldDesc opened;
    if (!read_versioned(desc, given) || given.reserved_too != 0 || given.reserved_three != 0 ||
        !read_flag(given.track_overlaps, opened.track_overlaps) ||
        !read_flag(given.track_across_layers, opened.track_across_layers))
        return to_c(invalid);
    opened.bounds = to_cpp(given.bounds);
    opened.agent_half_extent = given.agent_half_extent;
    opened.prop_half_extent = given.prop_half_extent;
    opened.tracked = given.tracked;
    opened.tracked_against = given.tracked_against;
    opened.capacity = {given.capacity.elements, given.capacity.static_elements, given.capacity.hits};
    opened.memory = to_cpp(given.memory);
    opened.executor = to_cpp(given.executor);
    opened.origin = to_cpp(given.origin);
    opened.tag = given.tag;
    const bool tracks_nothing = opened.track_overlaps && (opened.tracked == 0 || opened.tracked_against == 0);
    return to_c(make<throng_world>(*out, [&](throng_world& handle) {
        handle.space = {SpaceKind::World, &handle.world};
        Status status = handle.world.open(opened);
        if (status && tracks_nothing) status.reason = Reason::TrackedNothing;
        return status;
    }));
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
    return spawn(world, boxes, motion, ids, size, categories, layers);
}

throng_status throng_world_spawn_doubles(throng_world* world, const throng_double_boxes* boxes, uint32_t motion,
                                         throng_id* ids, size_t size, const uint32_t* categories,
                                         const uint16_t* layers) {
    return spawn(world, boxes, motion, ids, size, categories, layers);
}

throng_status throng_world_move(throng_world* world, const throng_id* ids, size_t size, const throng_boxes* boxes) {
    return with(world && holds(ids, size),
                boxes)([&](const BoxView& view) { return world->world.move(c::ids(ids, size), view); });
}

throng_status throng_world_move_doubles(throng_world* world, const throng_id* ids, size_t size,
                                        const throng_double_boxes* boxes) {
    return with(world && holds(ids, size),
                boxes)([&](const DoubleBoxView& view) { return world->world.move(c::ids(ids, size), view); });
}

throng_status throng_world_move_all(throng_world* world, const throng_boxes* by_slot) {
    return with(world, by_slot)([&](const BoxView& view) { return world->world.move_all(view); });
}

throng_status throng_world_move_all_doubles(throng_world* world, const throng_double_boxes* by_slot) {
    return with(world, by_slot)([&](const DoubleBoxView& view) { return world->world.move_all(view); });
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
    return with(world, executor)([&](Executor e) { return world->world.commit(e); });
}

throng_status throng_world_refit(throng_world* world, const throng_executor* executor) {
    return with(world, executor)([&](Executor e) { return world->world.refit(e); });
}

throng_status throng_world_rebase(throng_world* world, throng_double_vec2 origin, const throng_executor* executor) {
    return with(world, executor)([&](Executor e) { return world->world.rebase(to_cpp(origin), e); });
}

void throng_world_discard(throng_world* world) {
    if (world) world->world.discard();
}

throng_status throng_world_overlaps_changed(const throng_world* world, throng_pairs* begun, throng_pairs* ended,
                                            const throng_executor* executor) {
    return with(world && begun && ended,
                executor)([&](Executor e) { return world->world.overlaps_changed(begun->pairs, ended->pairs, e); });
}

void throng_world_read_stats(const throng_world* world, throng_world_stats* out) {
    if (!out) return;
    *out = {};
    if (!world) return;
    const WorldStats stats = world->world.stats();
    *out = {stats.row_grid, 0, stats.loose_quadtree, stats.static_tree, stats.bytes};
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
    return to_c(make<throng_snapshot>(*out, [&](throng_snapshot& handle) {
        handle.space = {SpaceKind::Snapshot, &handle.snapshot};
        handle.snapshot = world->world.snapshot();
        return Status();
    }));
}

void throng_snapshot_destroy(throng_snapshot* snapshot) { delete snapshot; }

const throng_space* throng_snapshot_space(const throng_snapshot* snapshot) {
    return snapshot ? &snapshot->space : nullptr;
}
