// SPDX-License-Identifier: MIT
#include "engine/src/world/world_changes.hpp"

#include "engine/src/base/bulk.hpp"

#include <algorithm>

namespace throng {
namespace {

template <class T> bool push(Column<T>& to, const T& value) {
    if (!to.grow(to.size() + 1)) return false;
    to.resize(to.size() + 1);
    to[to.size() - 1] = value;
    return true;
}

} // namespace

bool StructureChanges::erase(Slot slot) noexcept { return push(erased, slot); }
bool StructureChanges::move(Slot slot, const Aabb& to) noexcept { return push(moved, slot) && push(moved_to, to); }
bool StructureChanges::insert(Slot slot, const Aabb& at) noexcept {
    return push(inserted, slot) && push(inserted_at, at);
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
    return row_grid.bytes() + loose_grid.bytes() + loose_quadtree.bytes() + statics.bytes() + new_routes.bytes() +
           row_grid_change.bytes();
}

bool WorldChanges::sort_out(const WorldVersion& now, const WorldStaging& staging, WorldRouting& routing) noexcept {
    for (StructureChanges* changes : {&row_grid, &loose_grid, &loose_quadtree, &statics}) changes->clear();
    size = now.size;
    statics_count = now.statics;
    slot_count = now.slot_count();
    slots_change = categorized = false;
    bool spawned = false;
    for (const Staged& item : staging.items()) {
        if (!item.has(Staged::Spawned) || item.has(Staged::Ended) || item.has(Staged::Static)) continue;
        routing.see(half_extent_of(item.box));
        spawned = true;
    }
    if (spawned) routing.learn(now.size);

    if (!new_routes.grow(staging.items().size())) return false;
    new_routes.resize(0);
    for (const Staged& item : staging.items()) {
        const bool is_new = item.has(Staged::Spawned), ends = item.has(Staged::Ended);
        Route route = Route::None;
        if (!(is_new && ends)) {
            const bool still = is_new ? item.has(Staged::Static) : now.is_static(item.slot);
            const bool sorted = still ? sort_out_static(item)
                                      : sort_out_dynamic(now, item, is_new || staging.box_counts(item), routing, route);
            if (!sorted) return false;
            const std::int64_t more = is_new ? 1 : (ends ? -1 : 0);
            size += more;
            statics_count += still ? more : 0;
            slots_change |= is_new || ends || item.has(Staged::Categorized);
            categorized |= !ends && (is_new || item.has(Staged::Categorized)) && item.category != ~0u;
            if (is_new) slot_count = std::max(slot_count, std::size_t{item.slot} + 1);
        }
        new_routes.resize(new_routes.size() + 1);
        new_routes[new_routes.size() - 1] = route;
    }
    return true;
}

void WorldChanges::applied(std::size_t elements) noexcept {
    if (!is_bulk(new_routes.size(), elements)) return;
    for (StructureChanges* changes : {&row_grid, &loose_grid, &loose_quadtree, &statics})
        if (is_bulk(changes->inserted.size(), elements)) changes->release();
}

bool WorldChanges::sort_out_static(const Staged& item) noexcept {
    const bool is_new = item.has(Staged::Spawned), ends = item.has(Staged::Ended),
               moves = !is_new && item.has(Staged::Moved);
    if (!(is_new || ends || moves)) return true;
    slots_change = true;
    return (is_new || statics.erase(item.slot)) && (ends || statics.insert(item.slot, item.box));
}

// `moved`: the item's box is the new one of the element.
bool WorldChanges::sort_out_dynamic(const WorldVersion& now, const Staged& item, bool moved,
                                    const WorldRouting& routing, Route& route) noexcept {
    const Route before = item.has(Staged::Spawned) ? Route::None : now.route_of(item.slot);
    if (item.has(Staged::Ended)) return of(before).erase(item.slot);
    route = moved ? routing.choose(half_extent_of(item.box), before) : before;
    if (!moved) return true;
    if (route == before) return of(before).move(item.slot, item.box);
    slots_change = true;
    return (before == Route::None || of(before).erase(item.slot)) && of(route).insert(item.slot, item.box);
}

} // namespace throng
