// SPDX-License-Identifier: MIT
#include "engine/src/world/world_changes.hpp"

#include "engine/src/base/allocation.hpp"

#include <algorithm>

namespace throng {
bool StructureChanges::erase(Slot slot) noexcept { return erased.push(slot); }
bool StructureChanges::move(Slot slot, const Aabb& to) noexcept { return moved.push(slot) && moved_to.push(to); }
bool StructureChanges::insert(Slot slot, const Aabb& at) noexcept {
    return inserted.push(slot) && inserted_at.push(at);
}

void StructureChanges::clear() noexcept {
    erased.resize(0);
    moved.resize(0);
    moved_to.resize(0);
    inserted.resize(0);
    inserted_at.resize(0);
}

std::size_t StructureChanges::bytes() const noexcept {
    return erased.bytes() + moved.bytes() + moved_to.bytes() + inserted.bytes() + inserted_at.bytes();
}

void StructureChanges::release() noexcept {
    erased.release();
    moved.release();
    moved_to.release();
    inserted.release();
    inserted_at.release();
}

std::size_t WorldChanges::bytes() const noexcept {
    std::size_t total = new_routes.bytes() + row_grid_change.bytes() + tree_scratch.bytes();
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
    if (!new_routes.grow(staged.items.size())) return false;
    new_routes.resize(0);
    // A large batch is mostly one of agents that are spawned: lists that grow step by step would be copied again and
    // again.
    if (is_bulk(staged.items.size(), now.size) && !staged.items.empty() && staged.items.back().has(Staged::Spawned)) {
        StructureChanges& likely = structures[now.crowd.plan.in_tree ? in_tree : in_row_grid];
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
            const bool moved = is_new || (stay.after && !stay.before) || staged.box_counts(item);
            const bool sorted =
                still ? sort_out_static(item, stay, route) : sort_out_dynamic(now, item, stay, moved, routing, route);
            if (!sorted) return false;
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

bool WorldChanges::sort_out_static(const Staged& item, Stay stay, Route& route) noexcept {
    StructureChanges& statics = structures[in_static_tree];
    route = stay.after ? Route::StaticTree : Route::None;
    if (stay.before && stay.after) return !item.has(Staged::Moved) || statics.move(item.slot, item.box);
    slots_change |= stay.before != stay.after;
    return (!stay.before || statics.erase(item.slot)) && (!stay.after || statics.insert(item.slot, item.box));
}

// `moved`: the item's box is the new one of the element.
bool WorldChanges::sort_out_dynamic(const WorldVersion& now, const Staged& item, Stay stay, bool moved,
                                    const WorldRouting& routing, Route& route) noexcept {
    const Route before = stay.before ? now.route_of(item.slot) : Route::None;
    if (!stay.after) return before == Route::None || of(before).erase(item.slot);
    route = moved ? routing.choose(item.box, before, now.crowd.plan) : before;
    if (!moved) return true;
    if (route == before) return of(before).move(item.slot, item.box);
    slots_change = true;
    return (before == Route::None || of(before).erase(item.slot)) && of(route).insert(item.slot, item.box);
}

} // namespace throng
