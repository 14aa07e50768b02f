// SPDX-License-Identifier: MIT
// Elements go where the structures suit them: agents to the row grid, and larger elements to the tree of their motion.
// Where agents are placed so unevenly that a tree is faster for them, all are in trees.
#include "engine/src/world/commit.hpp"

#include <algorithm>
#include <utility>

namespace throng {

// Other structures may suit some elements better than those that they had before the commit.
Fault WorldCommit::reroute() noexcept {
    for (StructureChanges& changes : changes_.structures) changes.clear();
    const bool found = crowd_moves() ? move_crowd() : !staged_.all_boxes || find_unsuited();
    if (!found) return Fault::OutOfMemory;
    Fault fault = Fault::None;
    kernels::ItemFaults none;
    bool any = false;
    for (std::uint8_t s = 0; s < world_structures && fault == Fault::None; ++s) {
        if (changes_.structures[s].empty()) continue;
        any = true;
        fault = apply(static_cast<WorldStructure>(s), nullptr, none);
    }
    if (any && fault == Fault::None) end(columns_by_slot);
    return fault;
}

// Whether agents are in the wrong structure, and then their new place. Checked after as many changes as there are
// elements, and after a jump.
bool WorldCommit::crowd_moves() noexcept {
    WorldVersion::Crowd& crowd = next_.crowd;
    const std::uint32_t elements = next_.row_grid.size + next_.tree.size;
    crowd.changes += staged_.items.size() + (staged_.all_boxes ? elements / 16 + 1 : 0);
    const auto agent_at = [&](std::size_t i, Aabb& box, bool& is_static) {
        const auto slot = static_cast<Slot>(i);
        const WorldStructure structure = next_.structure_of(slot);
        if (structure == world_structures) return false;
        is_static = next_.is_static(slot);
        box = next_.structures[structure]->box_of(slot);
        return routing_.is_agent(box, Route::None);
    };
    const auto dynamic_at = [&](std::size_t i, Aabb& box) {
        bool is_static = false;
        return agent_at(i, box, is_static) && !is_static;
    };
    const bool many = staged_.all_boxes || staged_.items.size() > elements / 16; // a few are no crowd that jumps
    if (many && crowd.whereabouts.see_jump(elements, next_.slot_count(), dynamic_at)) crowd.changes += elements;
    if (elements == 0 || crowd.changes < elements) return false;
    crowd.changes = 0;
    CrowdSize here{elements + std::size_t{next_.static_tree.size}, 0, next_.slot_count()};
    for (Slot slot = 0; next_.statics != 0 && slot < next_.slot_count(); ++slot)
        here.statics += next_.is_static(slot) && next_.route_of(slot) != Route::None ? 1u : 0u;
    here.dynamic -= here.statics;
    const CrowdPlace before = std::exchange(crowd.place, choose_place(here, crowd.place, agent_at));
    return crowd.place != before;
}

bool WorldCommit::move_crowd() noexcept {
    for (Slot slot = 0; slot < next_.slot_count(); ++slot) {
        const Route route = next_.route_of(slot);
        if (route != Route::None && !give(slot, route, Route::None)) return false;
    }
    return true;
}

// A sixteenth of all slots is checked, those of the row grid only if it contains boxes that are too large for it.
bool WorldCommit::find_unsuited() noexcept {
    const Aabb& around = next_.row_grid.around;
    const float most =
        routing_.most_of_agents(std::max({-around.min.x, -around.min.y, around.max.x, around.max.y, 0.f}));
    const auto& rows = next_.row_grid.rows;
    const bool look_at_grid =
        next_.row_grid.size != 0 && std::any_of(rows.begin(), rows.end(), [&](const kernels::GridRow& row) {
            return row.size != 0 && std::max(row.reach_x, row.reach_y) > most;
        });
    const bool look_at_tree = next_.tree.size != 0 && next_.crowd.place != CrowdPlace::TreeOfDynamics;
    if (!look_at_grid && !look_at_tree) return true;
    const std::size_t slots = next_.slot_count(), turn = next_.looks % 16;
    for (std::size_t s = slots * turn / 16; s < slots * (turn + 1) / 16; ++s) {
        const auto slot = static_cast<Slot>(s);
        const Route route = next_.route_of(slot);
        if (route == Route::RowGrid ? !look_at_grid : route == Route::None || next_.is_static(slot)) continue;
        if (!give(slot, route, route)) return false;
    }
    return true;
}

// Gives an element to the structure that suits it; `judged_as`: whose it is for the choice. False: out of memory.
bool WorldCommit::give(Slot slot, Route from, Route judged_as) noexcept {
    const bool is_static = next_.is_static(slot);
    const Aabb box = next_.box_of(slot);
    const Route to = routing_.choose(box, judged_as, next_.crowd.place, is_static);
    if (from == to) return true;
    begin(columns_by_slot);
    if (!changes_.of(from, is_static).erase(slot) || !changes_.of(to, is_static).insert(slot, box)) return false;
    set_route(slot, to);
    if (!next_.categories.empty()) next_.add_kind(slot);
    return true;
}

} // namespace throng
