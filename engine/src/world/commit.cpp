// SPDX-License-Identifier: MIT
#include "engine/src/world/commit.hpp"

#include "engine/src/base/box_input.hpp"

#include <algorithm>
#include <span>

namespace throng {
namespace {

template <class T> std::span<const T> span_of(const Column<T>& column) { return {column.data(), column.size()}; }

Fault fault_of(const Status& status) { return status.applied() ? Fault::None : status.faults; }

} // namespace

Fault WorldCommit::run(kernels::ItemFaults& faulty) noexcept {
    had_categories_ = !now_.categories.empty();
    next_.size = static_cast<std::uint32_t>(changes_.size);
    next_.statics = static_cast<std::uint32_t>(changes_.statics_count);
    next_.looks = now_.looks + (staged_.all_boxes ? 1u : 0u);
    if (staged_.all_boxes) note_faults_of_rerouted(faulty);
    Fault fault = changes_.slots_change ? change_slots() : bring_slots();
    for_dynamic_structures([&](WorldStructure structure) {
        if (fault == Fault::None) fault = change(structure, faulty);
    });
    if (fault == Fault::None) fault = change_statics();
    if (fault == Fault::None) note_kinds();
    if (fault == Fault::None && staged_.all_boxes) fault = reroute();
    return fault;
}

// Categories are added, and after many changes collected again, so that unused ones are dropped.
void WorldCommit::note_kinds() noexcept {
    next_.kinds = now_.kinds;
    if (next_.categories.empty()) return;
    const std::span<const Staged> items = staged_.items;
    next_.kinds_added = now_.kinds_added + items.size();
    if (!had_categories_ || next_.kinds_added >= next_.slot_count() / 8) {
        next_.kinds_added = 0;
        next_.kinds.fill(CategorySummary::of_nothing());
        for (Slot slot = 0; slot < next_.slot_count(); ++slot) next_.add_kind(slot);
        return;
    }
    // Recent statics may have been moved to the tree.
    next_.kinds[in_static_tree].add(next_.kinds[in_recent_statics]);
    for (const Staged& item : items) next_.add_kind(item.slot);
}

// Faulty boxes of elements that change structure. Their old structure does not report them, because they are erased
// from it before its update.
void WorldCommit::note_faults_of_rerouted(kernels::ItemFaults& faulty) const noexcept {
    std::size_t i = 0;
    for (const Staged& item : staged_.items) {
        const Route route = changes_.new_routes[i++], before = now_.route_of(item.slot);
        const bool changes = route != Route::None && before != Route::None && route != before;
        if (changes && !is_valid(box_at(*staged_.all_boxes, item.slot)))
            note_fault(faulty, Fault::InvalidBounds, item.slot);
    }
}

Fault WorldCommit::bring_slots() noexcept {
    if (is_current(columns_by_slot)) return Fault::None;
    begin(columns_by_slot);
    if (!next_.assign_slots(now_)) return Fault::OutOfMemory;
    next_.edition(columns_by_slot) = now_.edition(columns_by_slot);
    return Fault::None;
}

Fault WorldCommit::change_slots() noexcept {
    if (const Fault fault = bring_slots(); fault != Fault::None) return fault;
    begin(columns_by_slot);
    if (!next_.grow_slots(changes_.slot_count)) return Fault::OutOfMemory;
    std::size_t i = 0;
    for (const Staged& item : staged_.items) {
        const Route route = changes_.new_routes[i++];
        const Slot slot = item.slot;
        if (item.has(Staged::Spawned) && item.has(Staged::Ended)) continue;
        next_.touch(slot, edition_);
        const bool was_static = next_.is_static(slot);
        if (item.has(Staged::Ended)) {
            next_.generations[slot] = 0;
            next_.flags[slot] = 0;
            if (!next_.categories.empty()) next_.categories[slot] = ~0u;
        } else if (item.has(Staged::Spawned)) {
            next_.generations[slot] = staged_.generation;
            next_.flags[slot] = static_cast<std::uint8_t>(WorldView::alive |
                                                          (item.has(Staged::Static) ? WorldView::static_element : 0u));
        }
        // The routes of static elements are set by change_statics(), which reads those that they have. None is that of
        // elements in other layers.
        const bool leaves = item.has(Staged::Ended) || (item.has(Staged::Layered) && item.layer != 0);
        if (route != Route::None || (leaves && !was_static)) next_.routes[slot] = static_cast<std::uint8_t>(route);
    }
    if (const Fault fault = categorize(); fault != Fault::None) return fault;
    if (const Fault fault = set_layers(); fault != Fault::None) return fault;
    end(columns_by_slot);
    return Fault::None;
}

Fault WorldCommit::categorize() noexcept {
    if (next_.categories.empty()) {
        if (!changes_.categorized) return Fault::None;
        if (!next_.categories.resize_discard(next_.slot_count())) return Fault::OutOfMemory;
        std::fill(next_.categories.begin(), next_.categories.end(), ~0u);
        std::fill(next_.slot_editions.begin(), next_.slot_editions.end(), edition_);
    }
    for (const Staged& item : staged_.items)
        if (!item.has(Staged::Ended) && item.has(Staged::Spawned | Staged::Categorized))
            next_.categories[item.slot] = item.category;
    return Fault::None;
}

Fault WorldCommit::set_layers() noexcept {
    if (next_.layers_by_slot.empty()) {
        if (!changes_.layered) return Fault::None;
        if (!next_.layers_by_slot.resize_discard(next_.slot_count())) return Fault::OutOfMemory;
        std::fill(next_.layers_by_slot.begin(), next_.layers_by_slot.end(), std::uint16_t{0});
        std::fill(next_.slot_editions.begin(), next_.slot_editions.end(), edition_);
    }
    for (const Staged& item : staged_.items) {
        if (item.has(Staged::Spawned) && item.has(Staged::Ended)) continue;
        if (item.has(Staged::Spawned | Staged::Layered | Staged::Ended))
            next_.layers_by_slot[item.slot] = item.has(Staged::Ended) ? std::uint16_t{0} : item.layer;
    }
    return Fault::None;
}

Fault WorldCommit::start(WorldStructure structure, VersionedState::First first) noexcept {
    if (is_current(structure)) return Fault::None;
    next_.edition(structure) = being_made;
    if (!next_.versioned(structure)->start_from(*now_.structures[structure], first)) return Fault::OutOfMemory;
    if (first == VersionedState::First::Nothing) next_.edition(structure) = now_.edition(structure);
    return Fault::None;
}

// A structure is made from that of the last commit, or changed in place if it equals that one already.
Fault WorldCommit::change(WorldStructure structure, kernels::ItemFaults& faulty) noexcept {
    using First = VersionedState::First;
    const StructureChanges& changes = changes_.structures[structure];
    const bool all_move = staged_.all_boxes && now_.structures[structure]->element_count() != 0;
    const bool nothing = changes.empty() && !all_move;
    const bool update_first = all_move && changes.erased.empty();
    const Fault fault = start(structure, nothing ? First::Nothing : (update_first ? First::Update : First::Change));
    return fault != Fault::None || nothing ? fault : apply(structure, all_move, faulty);
}

// The order of changes is fixed: erase, update, move, insert.
Fault WorldCommit::apply(WorldStructure structure, bool all_move, kernels::ItemFaults& faulty) noexcept {
    const StructureChanges& changes = changes_.structures[structure];
    VersionedState& next = *next_.versioned(structure);
    begin(structure);
    Fault fault = Fault::None;
    if (!changes.erased.empty()) fault = fault_of(next.erase(span_of(changes.erased), executor_));
    if (fault == Fault::None && all_move) {
        const Status status = next.update(*staged_.all_boxes, executor_);
        fault = fault_of(status);
        if (fault == Fault::None)
            merge(faulty, {static_cast<std::uint32_t>(status.faults), status.first, status.count});
    }
    if (fault == Fault::None && !changes.moved.empty())
        fault = fault_of(next.move(span_of(changes.moved), changes.moved_source(), executor_));
    if (fault == Fault::None && !changes.inserted.empty())
        fault = fault_of(next.insert(span_of(changes.inserted), changes.inserted_source(), executor_));
    if (fault == Fault::None) end(structure);
    return fault;
}

// After move_all, other structures may suit some boxes better. A sixteenth of all slots is checked, those of the row
// grid only if it contains boxes that are too large for it.
Fault WorldCommit::reroute() noexcept {
    if (!find_unsuited()) return Fault::OutOfMemory;
    Fault fault = Fault::None;
    kernels::ItemFaults none;
    bool any = false;
    for_dynamic_structures([&](WorldStructure structure) {
        if (fault != Fault::None || changes_.structures[structure].empty()) return;
        any = true;
        fault = apply(structure, false, none);
    });
    if (any && fault == Fault::None) end(columns_by_slot);
    return fault;
}

bool WorldCommit::find_unsuited() noexcept {
    bool beside_grid = false; // a structure other than the row grid has elements
    for_dynamic_structures([&](WorldStructure structure) {
        changes_.structures[structure].clear();
        beside_grid |= structure != in_row_grid && next_.structures[structure]->element_count() != 0;
    });
    const Aabb& around = next_.row_grid.around;
    const float most =
        routing_.most_of_agents(std::max({-around.min.x, -around.min.y, around.max.x, around.max.y, 0.f}));
    const auto& rows = next_.row_grid.rows;
    const bool look_at_grid =
        next_.row_grid.size != 0 && std::any_of(rows.begin(), rows.end(), [&](const kernels::GridRow& row) {
            return row.size != 0 && std::max(row.reach_x, row.reach_y) > most;
        });
    if (!look_at_grid && !beside_grid) return true;
    const std::size_t slots = next_.slot_count(), turn = next_.looks % 16;
    for (std::size_t s = slots * turn / 16; s < slots * (turn + 1) / 16; ++s) {
        const auto slot = static_cast<Slot>(s);
        const Route route = next_.route_of(slot);
        if (route == Route::None || next_.is_static(slot) || (route == Route::RowGrid && !look_at_grid)) continue;
        const Aabb box = next_.box_of(slot);
        const Route better = routing_.choose(box, route);
        if (better == route) continue;
        begin(columns_by_slot);
        if (!changes_.of(route).erase(slot) || !changes_.of(better).insert(slot, box)) return false;
        set_route(slot, better);
        if (!next_.categories.empty()) next_.add_kind(slot);
    }
    return true;
}

} // namespace throng
