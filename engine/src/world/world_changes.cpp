// SPDX-License-Identifier: MIT
#include "engine/src/world/world_changes.hpp"

#include "engine/src/base/allocation.hpp"

#include <algorithm>

namespace throng {
namespace {

// Where static elements belong if most of those in layer 0 come with this commit; else where they are.
CrowdPlan plan_of_statics(const WorldVersion& now, const StagedChanges& staged) noexcept {
    const auto comes = [](const Staged& item) {
        return item.has(Staged::Spawned) && item.has(Staged::Static) && !item.has(Staged::Ended) && item.layer == 0;
    };
    const auto coming = static_cast<std::size_t>(std::count_if(staged.items.begin(), staged.items.end(), comes));
    if (coming <= now.static_count()) return now.static_crowd.plan;
    return WorldRouting::plan_statics(coming, {.in_tree = true}, [&](auto&& take) {
        for (const Staged& item : staged.items)
            if (comes(item)) take([&] { return item.box; });
    });
}

} // namespace

std::size_t WorldChanges::bytes() const noexcept {
    std::size_t total = bytes_of(new_routes, row_grid_change, tree_scratch);
    for (const StructureChanges& changes : structures) total += changes.bytes();
    return total;
}

bool WorldChanges::sort_out(const WorldVersion& now, const StagedChanges& staged,
                            const WorldRouting& routing) noexcept {
    for (StructureChanges& changes : structures) changes.clear();
    size = now.size;
    statics_count = now.statics;
    slot_count = now.slot_count();
    slots_change = categorized = layered = false;
    static_plan = now.static_crowd.plan;
    if (!new_routes.grow(staged.items.size())) return false;
    new_routes.resize(0);
    // A large batch is mostly one of elements that are spawned: lists that grow step by step would be copied again and
    // again.
    if (is_bulk(staged.items.size(), now.size) && !staged.items.empty() && staged.items.back().has(Staged::Spawned)) {
        const bool is_static = staged.items.back().has(Staged::Static);
        if (is_static) static_plan = plan_of_statics(now, staged);
        const bool in_a_tree = is_static ? static_plan.in_tree : now.crowd.plan.in_tree;
        const WorldStructure tree = is_static ? in_static_tree : in_quadtree;
        StructureChanges& likely = structures[in_a_tree ? tree : (is_static ? in_static_grid : in_row_grid)];
        if (!likely.inserted.grow(staged.items.size()) || !likely.inserted_at.grow(staged.items.size())) return false;
    }
    for (const Staged& item : staged.items) {
        const bool is_new = item.has(Staged::Spawned), ends = item.has(Staged::Ended);
        Route route = Route::None;
        if (!(is_new && ends)) {
            const std::uint16_t from = is_new ? std::uint16_t{0} : now.layer_of(item.slot);
            const std::uint16_t to = item.has(Staged::Spawned | Staged::Layered) ? item.layer : from;
            const Stay stay{!is_new && from == 0, !ends && to == 0};
            const bool still = is_new ? item.has(Staged::Static) : now.is_static(item.slot);
            const bool comes = is_new || (stay.after && !stay.before);
            const bool moved = comes || (still ? item.has(Staged::Moved) : staged.box_counts(item));
            if (!sort_out(now, item, stay, still, moved, routing, route)) return false;
            const std::int64_t more = is_new ? 1 : (ends ? -1 : 0);
            size += more;
            statics_count += still ? more : 0;
            slots_change |= is_new || ends || item.has(Staged::Categorized) || from != to;
            categorized |= !ends && (is_new || item.has(Staged::Categorized)) && item.category != ~0u;
            layered |= !ends && to != 0;
            if (is_new) slot_count = std::max(slot_count, std::size_t{item.slot} + 1);
        }
        new_routes.append(route);
    }
    return true;
}

void WorldChanges::applied(std::size_t elements) noexcept {
    if (!is_bulk(new_routes.size(), elements)) return;
    tree_scratch.release();
    for (StructureChanges& changes : structures)
        if (is_bulk(changes.inserted.capacity(), elements)) changes.release();
}

// `moved`: the item's box is the new one of the element.
bool WorldChanges::sort_out(const WorldVersion& now, const Staged& item, Stay stay, bool is_static, bool moved,
                            const WorldRouting& routing, Route& route) noexcept {
    const Route before = stay.before ? now.route_of(item.slot) : Route::None;
    if (!stay.after) return before == Route::None || of(before, is_static).erase(item.slot);
    route = before;
    if (!moved) return true;
    route = is_static ? WorldRouting::choose_static(item.box, before, static_plan)
                      : routing.choose(item.box, before, now.crowd.plan);
    if (route == before) return of(before, is_static).move(item.slot, item.box);
    slots_change = true;
    return (before == Route::None || of(before, is_static).erase(item.slot)) &&
           of(route, is_static).insert(item.slot, item.box);
}

std::size_t WorldChanges::count_static_changes() const noexcept {
    std::size_t count = 0;
    for (const WorldStructure structure : {in_static_grid, in_static_tree}) {
        const StructureChanges& changes = structures[structure];
        count += changes.erased.size() + changes.moved.size() + changes.inserted.size();
    }
    return count;
}

} // namespace throng
