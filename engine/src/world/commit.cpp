// SPDX-License-Identifier: MIT
#include "engine/src/world/commit.hpp"

#include "engine/src/base/box_input.hpp"

#include <algorithm>

namespace throng {
namespace {

using RowGridState = Access::RowGridState;

template <class T> std::span<const T> span_of(const Column<T>& column) { return {column.data(), column.size()}; }

/// Exchanged for the length of a scope.
class Lent {
public:
    Lent(BetweenPasses& to, BetweenPasses& from) : to_(to), from_(from) { to_.swap(from_); }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    ~Lent() { to_.swap(from_); }

private:
    BetweenPasses &to_, &from_;
};

Fault fault_of(const Status& status) { return status.applied() ? Fault::None : status.faults; }

} // namespace

Fault WorldCommit::run(kernels::ItemFaults& faulty) noexcept {
    const Lent lent(next_.row_grid.between, changes_.between_passes);
    next_.size = static_cast<std::uint32_t>(changes_.size);
    next_.statics = static_cast<std::uint32_t>(changes_.statics_count);
    next_.looks = now_.looks + (staging_.everybody() ? 1u : 0u);
    if (staging_.everybody()) tell_of_changed_routes(faulty);
    Fault fault = changes_.slots_change ? change_slots() : bring_slots();
    if (fault == Fault::None) fault = change(&WorldVersion::row_grid, WorldPart::RowGrid, changes_.row_grid, faulty);
    if (fault == Fault::None)
        fault = change(&WorldVersion::loose_grid, WorldPart::LooseGrid, changes_.loose_grid, faulty);
    if (fault == Fault::None)
        fault = change(&WorldVersion::loose_quadtree, WorldPart::LooseQuadtree, changes_.loose_quadtree, faulty);
    if (fault == Fault::None) fault = change_statics();
    if (fault == Fault::None) note_kinds();
    if (fault == Fault::None && staging_.everybody()) fault = reroute();
    return fault;
}

// Few changes add to what was known; after many, what is gone is forgotten.
void WorldCommit::note_kinds() noexcept {
    next_.category_bits = now_.category_bits;
    if (next_.categories.empty()) return;
    const std::span<const Staged> items = staging_.items();
    if (now_.categories.empty() || items.size() >= next_.slot_count() / 8) {
        next_.category_bits = {};
        for (Slot slot = 0; slot < next_.slot_count(); ++slot) next_.add_kind(slot);
        return;
    }
    next_.category_bits[in_static_tree] |=
        next_.category_bits[in_recent_statics]; // recent statics may have come into the tree
    for (const Staged& item : items) next_.add_kind(item.slot);
}

// Their structures would: whoever changes the structure is taken out of the old one before everybody moves.
void WorldCommit::tell_of_changed_routes(kernels::ItemFaults& faulty) const noexcept {
    std::size_t i = 0;
    for (const Staged& item : staging_.items()) {
        const Route route = changes_.new_routes[i++], before = now_.route_of(item.slot);
        const bool changes = route != Route::None && !item.has(Staged::Spawned) && route != before;
        if (changes && !is_valid(box_at(*staging_.everybody(), item.slot)))
            note_fault(faulty, Fault::InvalidBounds, item.slot);
    }
}

Fault WorldCommit::bring_slots() noexcept {
    if (is_current(WorldPart::Slots)) return Fault::None;
    begin(WorldPart::Slots);
    if (!next_.assign_slots(now_)) return Fault::OutOfMemory;
    next_.stamp(WorldPart::Slots) = now_.stamp(WorldPart::Slots);
    return Fault::None;
}

Fault WorldCommit::change_slots() noexcept {
    if (const Fault fault = bring_slots(); fault != Fault::None) return fault;
    begin(WorldPart::Slots);
    if (!next_.grow_slots(changes_.slot_count)) return Fault::OutOfMemory;
    std::size_t i = 0;
    for (const Staged& item : staging_.items()) {
        const Route route = changes_.new_routes[i++];
        const Slot slot = item.slot;
        if (item.has(Staged::Ended)) {
            if (item.has(Staged::Spawned)) continue;
            next_.generations[slot] = 0;
            next_.flags[slot] = 0;
            if (!next_.categories.empty()) next_.categories[slot] = ~0u;
        } else if (item.has(Staged::Spawned)) {
            next_.generations[slot] = staging_.slots().issued()[slot];
            next_.flags[slot] = static_cast<std::uint8_t>(WorldView::alive |
                                                          (item.has(Staged::Static) ? WorldView::static_element : 0u));
        }
        // Where static elements go is settled with them.
        if (route != Route::None || item.has(Staged::Ended)) next_.routes[slot] = static_cast<std::uint8_t>(route);
    }
    if (const Fault fault = categorize(); fault != Fault::None) return fault;
    end(WorldPart::Slots);
    return Fault::None;
}

Fault WorldCommit::categorize() noexcept {
    if (next_.categories.empty()) {
        if (!changes_.categorized) return Fault::None;
        if (!next_.categories.resize_discard(next_.slot_count())) return Fault::OutOfMemory;
        std::fill(next_.categories.begin(), next_.categories.end(), ~0u);
    }
    for (const Staged& item : staging_.items())
        if (!item.has(Staged::Ended) && item.has(Staged::Spawned | Staged::Categorized))
            next_.categories[item.slot] = item.category;
    return Fault::None;
}

// In a fixed order: who goes, who moves with everybody, who moves alone, who comes.
template <class Structure>
Fault WorldCommit::change(Structure WorldVersion::*structure, WorldPart part, const StructureChanges& changes,
                          kernels::ItemFaults& faulty) noexcept {
    constexpr bool in_row_grid = std::is_same_v<Structure, RowGridState>;
    Structure& next = next_.*structure;
    const Structure& now = now_.*structure;
    const bool everybody = staging_.everybody() && now.size != 0;
    if (changes.empty() && !everybody) return copy_if_stale(structure, part);
    if constexpr (in_row_grid) {
        // Its update reads the last commit's grid and writes the next one's.
        const bool one_behind = next_.stamp(part) != being_made && next_.stamp(part) == now_.row_grid_before;
        if (!is_current(part) && !next.assign_at_change(now, one_behind, executor_))
            return begin(part), Fault::OutOfMemory;
        begin(part);
    } else {
        const bool for_update = everybody && changes.erased.empty();
        if (const Fault fault = copy_if_stale(structure, part, for_update); fault != Fault::None) return fault;
    }
    begin(part);
    Fault fault = Fault::None;
    if (!changes.erased.empty()) fault = fault_of(next.erase(span_of(changes.erased), executor_));
    if (fault == Fault::None && everybody) {
        const Status status = next.update(*staging_.everybody(), executor_);
        fault = fault_of(status);
        if (fault == Fault::None)
            merge(faulty, {static_cast<std::uint32_t>(status.faults), status.first, status.count});
    }
    if (fault == Fault::None && !changes.moved.empty())
        fault = fault_of(next.move(span_of(changes.moved), changes.moved_source(), executor_));
    if (fault == Fault::None && !changes.inserted.empty())
        fault = fault_of(next.insert(span_of(changes.inserted), changes.inserted_source(), executor_));
    if constexpr (in_row_grid) {
        if (fault == Fault::None && !next.own()) fault = Fault::OutOfMemory;
        next_.row_grid_before = changes.one_call(everybody) ? now_.stamp(part) : being_made;
    }
    if (fault == Fault::None) end(part);
    return fault;
}

// Boxes that move_all brought may suit another structure by now. A sixteenth of all slots is looked at, the row grid's
// only while it has larger ones than it should.
Fault WorldCommit::reroute() noexcept {
    if (!find_unsuited()) return Fault::OutOfMemory;
    if (changes_.row_grid.empty() && changes_.loose_grid.empty() && changes_.loose_quadtree.empty()) return Fault::None;
    end(WorldPart::Slots);
    Fault fault = exchange(&WorldVersion::row_grid, WorldPart::RowGrid, changes_.row_grid);
    if (fault == Fault::None) fault = exchange(&WorldVersion::loose_grid, WorldPart::LooseGrid, changes_.loose_grid);
    if (fault == Fault::None)
        fault = exchange(&WorldVersion::loose_quadtree, WorldPart::LooseQuadtree, changes_.loose_quadtree);
    return fault;
}

bool WorldCommit::find_unsuited() noexcept {
    for (StructureChanges* changes : {&changes_.row_grid, &changes_.loose_grid, &changes_.loose_quadtree})
        changes->clear();
    const float most = next_.routing.agent_half_extent();
    const auto& rows = next_.row_grid.rows;
    const bool look_at_grid =
        next_.row_grid.size != 0 && std::any_of(rows.begin(), rows.end(), [&](const kernels::GridRow& row) {
            return row.size != 0 && std::max(row.reach_x, row.reach_y) > most;
        });
    if (!look_at_grid && next_.loose_grid.size == 0 && next_.loose_quadtree.size == 0) return true;
    const std::size_t slots = next_.slot_count(), turn = next_.looks % 16;
    for (std::size_t s = slots * turn / 16; s < slots * (turn + 1) / 16; ++s) {
        const auto slot = static_cast<Slot>(s);
        const Route route = next_.route_of(slot);
        if (route == Route::None || next_.is_static(slot) || (route == Route::RowGrid && !look_at_grid)) continue;
        const Aabb box = next_.box_of(slot);
        const Route better = next_.routing.choose(half_extent_of(box), route);
        if (better == route) continue;
        begin(WorldPart::Slots);
        if (!changes_.of(route).erase(slot) || !changes_.of(better).insert(slot, box)) return false;
        next_.routes[slot] = static_cast<std::uint8_t>(better);
        if (!next_.categories.empty()) next_.add_kind(slot);
    }
    return true;
}

template <class Structure>
Fault WorldCommit::exchange(Structure WorldVersion::*structure, WorldPart part,
                            const StructureChanges& changes) noexcept {
    if (changes.empty()) return Fault::None;
    Structure& next = next_.*structure;
    begin(part);
    Fault fault = changes.erased.empty() ? Fault::None : fault_of(next.erase(span_of(changes.erased), executor_));
    if (fault == Fault::None && !changes.inserted.empty())
        fault = fault_of(next.insert(span_of(changes.inserted), changes.inserted_source(), executor_));
    if (fault == Fault::None) end(part);
    return fault;
}

} // namespace throng
