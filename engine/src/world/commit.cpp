// SPDX-License-Identifier: MIT
#include "engine/src/world/commit.hpp"

#include "engine/src/base/box_input.hpp"

#include <algorithm>
#include <span>

namespace throng {
namespace {

Fault fault_of(const Status& status) { return status.applied() ? Fault::None : status.faults; }

} // namespace

Fault WorldCommit::run(kernels::ItemFaults& faulty) noexcept {
    had_categories_ = !now_.categories.empty();
    static_cast<WorldFacts&>(next_) = now_;
    next_.static_crowd.plan = changes_.static_plan;
    next_.size = static_cast<std::uint32_t>(changes_.size);
    next_.statics = static_cast<std::uint32_t>(changes_.statics_count);
    next_.looks += staged_.all_boxes ? 1u : 0u;
    if (staged_.all_boxes) note_faults_of_rerouted(faulty);
    Fault fault = changes_.slots_change ? change_slots() : bring_slots();
    for (std::uint8_t s = 0; s < world_structures && fault == Fault::None; ++s)
        fault = change(static_cast<WorldStructure>(s), faulty);
    if (fault == Fault::None) note_kinds();
    if (fault == Fault::None) fault = reroute();
    return fault;
}

// Categories are added, and after many changes collected again, so that unused ones are dropped.
void WorldCommit::note_kinds() noexcept {
    if (next_.categories.empty()) return;
    const std::span<const Staged> items = staged_.items;
    next_.kinds_added += items.size();
    if (!had_categories_ || next_.kinds_added >= next_.slot_count() / 8) {
        next_.kinds_added = 0;
        next_.kinds.fill(CategorySummary::of_nothing());
        for (Slot slot = 0; slot < next_.slot_count(); ++slot) next_.add_kind(slot);
        return;
    }
    for (const Staged& item : items) next_.add_kind(item.slot);
}

// Faulty boxes of elements that change structure. Their old structure does not report them, because they are erased
// from it before its update.
void WorldCommit::note_faults_of_rerouted(kernels::ItemFaults& faulty) const noexcept {
    std::size_t i = 0;
    for (const Staged& item : staged_.items) {
        const Route route = changes_.new_routes[i++], before = now_.route_of(item.slot);
        const bool changes =
            route != Route::None && before != Route::None && route != before && !now_.is_static(item.slot);
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
    if (!next_.grow_slots(changes_.slot_count) || !begin_column(next_.categories, changes_.categorized, ~0u) ||
        !begin_column(next_.layers_by_slot, changes_.layered, std::uint16_t{0}))
        return Fault::OutOfMemory;
    std::size_t i = 0;
    for (const Staged& item : staged_.items) {
        const Route route = changes_.new_routes[i++];
        const Slot slot = item.slot;
        if (item.has(Staged::Spawned) && item.has(Staged::Ended)) continue;
        next_.touch(slot, edition_);
        if (item.has(Staged::Ended)) {
            next_.generations[slot] = 0;
            next_.flags[slot] = 0;
            if (!next_.categories.empty()) next_.categories[slot] = ~0u;
            if (!next_.layers_by_slot.empty()) next_.layers_by_slot[slot] = 0;
        } else if (item.has(Staged::Spawned)) {
            next_.generations[slot] = staged_.generation;
            next_.flags[slot] = static_cast<std::uint8_t>(WorldView::alive |
                                                          (item.has(Staged::Static) ? WorldView::static_element : 0u));
        }
        const bool ends = item.has(Staged::Ended), categorized = item.has(Staged::Spawned | Staged::Categorized);
        if (!ends && categorized && !next_.categories.empty()) next_.categories[slot] = item.category;
        const bool layered = item.has(Staged::Spawned | Staged::Layered);
        if (!ends && layered && !next_.layers_by_slot.empty()) next_.layers_by_slot[slot] = item.layer;
        // Elements in other layers have no route.
        const bool leaves = ends || (item.has(Staged::Layered) && item.layer != 0);
        if (route != Route::None || leaves) next_.routes[slot] = static_cast<std::uint8_t>(route);
    }
    end(columns_by_slot);
    return Fault::None;
}

// False: out of memory for a column that is needed from now on.
template <class T> bool WorldCommit::begin_column(Column<T>& column, bool needed, T value) noexcept {
    if (!needed || !column.empty()) return true;
    if (!column.reserve(next_.slot_count())) return false;
    column.fill(next_.slot_count(), value);
    std::fill(next_.slot_editions.begin(), next_.slot_editions.end(), edition_);
    return true;
}

Fault WorldCommit::start(WorldStructure structure, VersionedState::First first) noexcept {
    if (is_current(structure)) return Fault::None;
    next_.edition(structure) = being_made;
    if (!next_.versioned(structure).start_from(*now_.structures[structure], first)) return Fault::OutOfMemory;
    if (first == VersionedState::First::Nothing) next_.edition(structure) = now_.edition(structure);
    return Fault::None;
}

// A structure is made from that of the last commit, or changed in place if it equals that one already.
Fault WorldCommit::change(WorldStructure structure, kernels::ItemFaults& faulty) noexcept {
    using First = VersionedState::First;
    const StructureChanges& changes = changes_.structures[structure];
    const bool all_move =
        staged_.all_boxes && !holds_statics(structure) && now_.structures[structure]->element_count() != 0;
    const bool nothing = changes.empty() && !all_move;
    const AllMove when = !all_move ? AllMove::Never : updates_first(structure) ? AllMove::First : AllMove::AfterErase;
    const Fault fault =
        start(structure, nothing ? First::Nothing : (when == AllMove::First ? First::Update : First::Change));
    return fault != Fault::None || nothing ? fault : apply(structure, when, faulty);
}

// An update copies a tree as it writes all boxes. So what leaves the tree is erased afterwards, as long as its last
// boxes are no faults that nothing is to report.
bool WorldCommit::updates_first(WorldStructure structure) const noexcept {
    const Column<Slot>& erased = changes_.structures[structure].erased;
    const auto is_whole = [this](Slot slot) { return is_valid(box_at(*staged_.all_boxes, slot)); };
    return erased.empty() || (structure == in_quadtree && std::all_of(erased.begin(), erased.end(), is_whole));
}

// The order of changes is fixed: erase, update (or these two the other way round), move, insert.
Fault WorldCommit::apply(WorldStructure structure, AllMove all_move, kernels::ItemFaults& faulty) noexcept {
    const StructureChanges& changes = changes_.structures[structure];
    VersionedState& next = next_.versioned(structure);
    begin(structure);
    Fault fault = Fault::None;
    const auto erase = [&] {
        if (fault == Fault::None && !changes.erased.empty()) fault = fault_of(next.erase(changes.erased, executor_));
    };
    if (all_move != AllMove::First) erase();
    if (fault == Fault::None && all_move != AllMove::Never) {
        const Status status = next.update(*staged_.all_boxes, executor_);
        fault = fault_of(status);
        if (fault == Fault::None)
            merge(faulty, {static_cast<std::uint32_t>(status.faults), status.first, status.count});
    }
    if (all_move == AllMove::First) erase();
    if (fault == Fault::None && !changes.moved.empty())
        fault = fault_of(next.move(changes.moved, box_source_of(changes.moved_to.data()), executor_));
    if (fault == Fault::None && !changes.inserted.empty())
        fault = fault_of(next.insert(changes.inserted, box_source_of(changes.inserted_at.data()), executor_));
    if (fault == Fault::None) end(structure);
    return fault;
}

} // namespace throng
