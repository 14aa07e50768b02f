// SPDX-License-Identifier: MIT
// Elements go where the structures suit them: agents to the row grid, larger elements to the quadtree. Where agents are
// placed so unevenly that the quadtree is faster for them, all are there. Static elements have structures of their
// own: all but rare ones are in one of them.
#include "engine/src/world/commit.hpp"

#include <algorithm>

namespace throng {

// Other structures may suit some elements better than those that they had before the commit.
Fault WorldCommit::reroute() noexcept {
    if (next_.statics != 0) next_.static_crowd.changes += changes_.count_static_changes();
    for (StructureChanges& changes : changes_.structures) changes.clear();
    const bool found = crowd_moves() ? move_all(false) : !staged_.all_boxes || find_unsuited();
    if (!found || (statics_move() && !move_all(true))) return Fault::OutOfMemory;
    Fault fault = Fault::None;
    kernels::ItemFaults none;
    bool any = false;
    for (std::uint8_t s = 0; s < world_structures && fault == Fault::None; ++s) {
        if (changes_.structures[s].empty()) continue;
        any = true;
        fault = apply(static_cast<WorldStructure>(s), AllMove::Never, none);
    }
    if (any && fault == Fault::None) end(columns_by_slot);
    return fault;
}

// Whether many elements are in the wrong structure. It is checked after as many changes as there are elements, and
// after a jump.
bool WorldCommit::crowd_moves() noexcept {
    WorldVersion::Crowd& crowd = next_.crowd;
    const std::uint32_t elements = next_.dynamic_count();
    crowd.changes += staged_.items.size() + (staged_.all_boxes ? elements / 16 + 1 : 0);
    // A box that was given is at hand sooner. A new element may have none among them.
    const auto element_at = [&](std::size_t i, Aabb& box) {
        const auto slot = static_cast<Slot>(i);
        if (!is_here(slot, false)) return false;
        const bool is_new = next_.generations[slot] == staged_.generation;
        box = staged_.all_boxes && !is_new ? box_at(*staged_.all_boxes, slot) : box_in(slot);
        return is_valid(box);
    };
    // A few changes are no jump. The row grid of a small crowd sees one by itself.
    const bool may_jump = elements >= 1024 && (staged_.all_boxes || staged_.items.size() > elements / 16);
    if (may_jump && crowd.whereabouts.see_jump(elements, next_.slot_count(), element_at)) crowd.changes += elements;
    if (elements == 0 || crowd.changes < elements) return false;
    crowd.changes = 0;
    const CrowdPlan before = crowd.plan;
    const bool may_have_large = !before.in_tree && next_.quadtree.size != 0;
    crowd.plan = routing_.plan(elements, next_.slot_count(), before, may_have_large, element_at);
    return crowd.plan.in_tree != before.in_tree || routing_.largest_agent(crowd.plan) != routing_.largest_agent(before);
}

// Gives each dynamic or static element of layer 0 to the structure where it belongs.
bool WorldCommit::move_all(bool statics) noexcept {
    for (Slot slot = 0; slot < next_.slot_count(); ++slot) {
        if (!is_here(slot, statics)) continue;
        const Aabb box = box_in(slot);
        const Route now = next_.route_of(slot);
        const Route to = statics ? WorldRouting::choose_static(box, now, next_.static_crowd.plan)
                                 : routing_.choose(box, Route::None, next_.crowd.plan);
        if (!give(slot, now, to, box)) return false;
    }
    return true;
}

// Whether the structures of static elements are to be chosen again. It is checked after half as many changes of them as
// there are, but not more often than a look at all slots is worth; few of them have to become many, or change often.
bool WorldCommit::statics_move() noexcept {
    constexpr std::size_t many_changes = 2048;
    auto& [plan, changes, planned] = next_.static_crowd;
    const std::size_t elements = next_.static_count(), slots = next_.slot_count();
    const bool few_changes = changes < many_changes && elements <= 2 * planned && 2 * elements >= planned;
    if (elements == 0 || few_changes || 2 * changes < std::max(elements, slots / 16)) return false;
    changes = 0;
    planned = elements;
    plan = WorldRouting::plan_statics(elements, plan, [&](auto&& take) {
        for (Slot slot = 0; slot < slots; ++slot)
            if (is_here(slot, true)) take([&] { return box_in(slot); });
    });
    return plan.in_tree ? next_.static_grid.size != 0 : next_.static_tree.size != 0;
}

// A sixteenth of all slots is checked, those of the row grid only if it contains boxes that are too large for it.
bool WorldCommit::find_unsuited() noexcept {
    const Aabb& around = next_.row_grid.around;
    const float most = routing_.most_of_agents(
        next_.crowd.plan, std::max({-around.min.x, -around.min.y, around.max.x, around.max.y, 0.f}));
    const auto& rows = next_.row_grid.rows;
    const bool look_at_grid =
        next_.row_grid.size != 0 && std::any_of(rows.begin(), rows.end(), [&](const kernels::GridRow& row) {
            return row.size != 0 && std::max(row.reach_x, row.reach_y) > most;
        });
    if (!look_at_grid && (next_.quadtree.size == 0 || next_.crowd.plan.in_tree)) return true;
    const std::size_t slots = next_.slot_count(), turn = next_.looks % 16;
    for (std::size_t s = slots * turn / 16; s < slots * (turn + 1) / 16; ++s) {
        const auto slot = static_cast<Slot>(s);
        const Route route = next_.route_of(slot);
        if (route == Route::None || next_.is_static(slot) || (route == Route::RowGrid && !look_at_grid)) continue;
        const Aabb box = next_.box_of(slot);
        if (!give(slot, route, routing_.choose(box, route, next_.crowd.plan), box)) return false;
    }
    return true;
}

// False: out of memory.
bool WorldCommit::give(Slot slot, Route from, Route to, const Aabb& box) noexcept {
    if (from == to) return true;
    begin(columns_by_slot);
    const bool is_static = next_.is_static(slot);
    if (!changes_.of(from, is_static).erase(slot) || !changes_.of(to, is_static).insert(slot, box)) return false;
    set_route(slot, to);
    if (!next_.categories.empty()) next_.add_kind(slot);
    return true;
}

} // namespace throng
