// SPDX-License-Identifier: MIT
#include "engine/src/world/commit.hpp"

#include "engine/src/base/box_input.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace throng {
namespace {

template <class T> std::span<const T> span_of(const Column<T>& column) { return {column.data(), column.size()}; }

/// The calls of a row grid's changes: the first one reads the last version, the others read the result of the one
/// before.
class RowGridCalls {
public:
    RowGridCalls(RowGridChange& change, const RowGridStore& from, RowGridStore& to) noexcept
        : change_(change), from_(&from), to_(to) {}

    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept {
        return change_.erase(advance(), to_, slots, executor);
    }
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept {
        return change_.update(advance(), to_, source, executor);
    }
    Status move(std::span<const Slot> slots, const kernels::BoxSource& source, const Executor& executor) noexcept {
        return change_.move(advance(), to_, slots, source, executor);
    }
    Status insert(std::span<const Slot> slots, const kernels::BoxSource& source, const Executor& executor) noexcept {
        return change_.insert(advance(), to_, slots, source, executor);
    }

private:
    // The store that the next call reads; the call after that reads its result.
    const RowGridStore& advance() noexcept { return *std::exchange(from_, &to_); }

    RowGridChange& change_;
    const RowGridStore* from_;
    RowGridStore& to_;
};

Fault fault_of(const Status& status) { return status.applied() ? Fault::None : status.faults; }

} // namespace

Fault WorldCommit::run(kernels::ItemFaults& faulty) noexcept {
    had_categories_ = !now_.categories.empty();
    next_.size = static_cast<std::uint32_t>(changes_.size);
    next_.statics = static_cast<std::uint32_t>(changes_.statics_count);
    next_.looks = now_.looks + (staged_.all_boxes ? 1u : 0u);
    if (staged_.all_boxes) note_faults_of_rerouted(faulty);
    Fault fault = changes_.slots_change ? change_slots() : bring_slots();
    if (fault == Fault::None) fault = change_row_grid(faulty);
    if (fault == Fault::None) fault = change(&WorldVersion::loose_grid, in_loose_grid, changes_.loose_grid, faulty);
    if (fault == Fault::None)
        fault = change(&WorldVersion::loose_quadtree, in_loose_quadtree, changes_.loose_quadtree, faulty);
    if (fault == Fault::None) fault = change_statics();
    if (fault == Fault::None) note_kinds();
    if (fault == Fault::None && staged_.all_boxes) fault = reroute();
    return fault;
}

// After few changes, categories are only added; after many, they are collected again, so that unused ones are dropped.
void WorldCommit::note_kinds() noexcept {
    next_.category_bits = now_.category_bits;
    if (next_.categories.empty()) return;
    const std::span<const Staged> items = staged_.items;
    if (!had_categories_ || items.size() >= next_.slot_count() / 8) {
        next_.category_bits = {};
        for (Slot slot = 0; slot < next_.slot_count(); ++slot) next_.add_kind(slot);
        return;
    }
    // Recent statics may have been moved to the tree.
    next_.category_bits[in_static_tree] |= next_.category_bits[in_recent_statics];
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
    next_.stamp(columns_by_slot) = now_.stamp(columns_by_slot);
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
        next_.touch(slot, number_);
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
        std::fill(next_.slot_editions.begin(), next_.slot_editions.end(), number_);
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
        std::fill(next_.slot_editions.begin(), next_.slot_editions.end(), number_);
    }
    for (const Staged& item : staged_.items) {
        if (item.has(Staged::Spawned) && item.has(Staged::Ended)) continue;
        if (item.has(Staged::Spawned | Staged::Layered | Staged::Ended))
            next_.layers_by_slot[item.slot] = item.has(Staged::Ended) ? std::uint16_t{0} : item.layer;
    }
    return Fault::None;
}

// In a fixed order: erase, update, move, insert.
template <class Structure>
Fault WorldCommit::call(Structure& structure, WorldPart part, const StructureChanges& changes, bool all_move,
                        kernels::ItemFaults& faulty) noexcept {
    begin(part);
    Fault fault = Fault::None;
    if (!changes.erased.empty()) fault = fault_of(structure.erase(span_of(changes.erased), executor_));
    if (fault == Fault::None && all_move) {
        const Status status = structure.update(*staged_.all_boxes, executor_);
        fault = fault_of(status);
        if (fault == Fault::None)
            merge(faulty, {static_cast<std::uint32_t>(status.faults), status.first, status.count});
    }
    if (fault == Fault::None && !changes.moved.empty())
        fault = fault_of(structure.move(span_of(changes.moved), changes.moved_source(), executor_));
    if (fault == Fault::None && !changes.inserted.empty())
        fault = fault_of(structure.insert(span_of(changes.inserted), changes.inserted_source(), executor_));
    if (fault == Fault::None) end(part);
    return fault;
}

// The last commit's grid is read and the next one's written; if that is a copy already, it is changed in place.
Fault WorldCommit::change_row_grid(kernels::ItemFaults& faulty) noexcept {
    const StructureChanges& changes = changes_.row_grid;
    const bool all_move = staged_.all_boxes && now_.row_grid.size != 0;
    if (changes.empty() && !all_move) return copy_if_stale(&WorldVersion::row_grid, in_row_grid);
    const RowGridStore& from = is_current(in_row_grid) ? next_.row_grid : now_.row_grid;
    RowGridCalls calls(changes_.row_grid_change, from, next_.row_grid);
    return call(calls, in_row_grid, changes, all_move, faulty);
}

template <class Structure>
Fault WorldCommit::change(Structure WorldVersion::*structure, WorldPart part, const StructureChanges& changes,
                          kernels::ItemFaults& faulty) noexcept {
    const bool all_move = staged_.all_boxes && (now_.*structure).size != 0;
    const bool for_update = all_move && changes.erased.empty();
    const Fault fault = copy_if_stale(structure, part, for_update);
    if (fault != Fault::None || (changes.empty() && !all_move)) return fault;
    return call(next_.*structure, part, changes, all_move, faulty);
}

// After move_all, other structures may suit some boxes better. A sixteenth of all slots is checked, those of the row
// grid only if it contains boxes that are too large for it.
Fault WorldCommit::reroute() noexcept {
    if (!find_unsuited()) return Fault::OutOfMemory;
    if (changes_.row_grid.empty() && changes_.loose_grid.empty() && changes_.loose_quadtree.empty()) return Fault::None;
    end(columns_by_slot);
    RowGridCalls in_place(changes_.row_grid_change, next_.row_grid, next_.row_grid);
    Fault fault = exchange(in_place, in_row_grid, changes_.row_grid);
    if (fault == Fault::None) fault = exchange(next_.loose_grid, in_loose_grid, changes_.loose_grid);
    if (fault == Fault::None) fault = exchange(next_.loose_quadtree, in_loose_quadtree, changes_.loose_quadtree);
    return fault;
}

bool WorldCommit::find_unsuited() noexcept {
    for (StructureChanges* changes : {&changes_.row_grid, &changes_.loose_grid, &changes_.loose_quadtree})
        changes->clear();
    const Aabb& around = next_.row_grid.around;
    const float most =
        routing_.most_of_agents(std::max({-around.min.x, -around.min.y, around.max.x, around.max.y, 0.f}));
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
        const Route better = routing_.choose(box, route);
        if (better == route) continue;
        begin(columns_by_slot);
        if (!changes_.of(route).erase(slot) || !changes_.of(better).insert(slot, box)) return false;
        set_route(slot, better);
        if (!next_.categories.empty()) next_.add_kind(slot);
    }
    return true;
}

template <class Structure>
Fault WorldCommit::exchange(Structure& structure, WorldPart part, const StructureChanges& changes) noexcept {
    kernels::ItemFaults none;
    return changes.empty() ? Fault::None : call(structure, part, changes, false, none);
}

} // namespace throng
