// SPDX-License-Identifier: MIT
// Changes of few elements. If a row has no room, the rest of the batch changes the whole grid, and the rows of the next
// layouts have room.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/row_grid/row_edits.hpp"
#include "engine/src/row_grid/store_change.hpp"

#include <algorithm>

namespace throng {
namespace {

// A crowd that moves as a whole between few changes keeps its room for so many updates.
constexpr std::uint32_t layouts_with_room = 64;

} // namespace

// A change in place shifts the elements of a row or two, which takes about as long as a change of the whole grid takes
// for one element of each.
bool RowGridChange::are_few(const RowGridStore& from, std::size_t count) noexcept {
    if (!from.changes_in_place || from.points() || from.size == 0 || from.one_cell()) return false;
    const std::uint64_t usual_row = from.size / from.rows.size();
    return count * (usual_row + 64) <= from.size;
}

Fault RowGridChange::begin_few(const FromTo& change) noexcept {
    scratch_.forget_next();
    before_last_ = 0; // the movers are no longer those of the last edition
    return change.in_place() || catch_up(change.to, change.from) ? Fault::None : Fault::OutOfMemory;
}

void RowGridChange::adapt_after_few(RowGridStore& to, std::size_t count, const Executor& executor) noexcept {
    to.few_since_look += static_cast<std::uint32_t>(count);
    if (to.few_since_look < std::max<std::uint32_t>(64, to.size / 16)) return;
    to.few_since_look = 0;
    adapt(to, Look::AtOnce, executor);
}

// The slots that mark_present() accepted have their items.
Fault RowGridChange::erase_few(const FromTo& change, std::span<const Slot> slots) noexcept {
    if (const Fault fault = begin_few(change); fault != Fault::None) return fault;
    RowEdits edits(change.to, next_edition());
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (slots[i] < scratch_.item_of_slot.size() && scratch_.item_of_slot[slots[i]] == i) edits.erase(slots[i]);
    edits.finish();
    return Fault::None;
}

Fault RowGridChange::move_few(const FromTo& change, std::span<const Slot> slots, const kernels::BoxSource& source,
                              kernels::ItemFaults& faulty) noexcept {
    if (const Fault fault = begin_few(change); fault != Fault::None) return fault;
    RowEdits edits(change.to, next_edition());
    bool room = true;
    for (std::size_t i = 0; room && i < slots.size(); ++i) {
        std::uint32_t none = kernels::no_item;
        std::uint32_t& item = slots[i] < scratch_.item_of_slot.size() ? scratch_.item_of_slot[slots[i]] : none;
        if (item != i) continue;
        const Aabb box = box_at(source, i);
        if (!is_valid(box))
            note_fault(faulty, Fault::InvalidBounds, i);
        else
            room = edits.move(slots[i], box);
        if (room) item = kernels::no_item;
    }
    edits.finish();
    if (room) return Fault::None;
    change.to.room_layouts = layouts_with_room;
    kernels::ItemFaults others;
    const Fault fault = change_boxes({change.to, change.to, change.executor}, kernels::Change::Move, source, others);
    merge(faulty, others);
    return fault;
}

// The slots of the items are those of new_items_.
Fault RowGridChange::insert_few(const FromTo& change, const kernels::BoxSource& source,
                                kernels::ItemFaults& faulty) noexcept {
    if (const Fault fault = begin_few(change); fault != Fault::None) return fault;
    RowGridStore& to = change.to;
    const std::span<const Slot> slots = new_items_.slots();
    std::size_t slot_end = to.slot_count();
    for (const Slot slot : slots)
        if (slot != no_slot) slot_end = std::max(slot_end, std::size_t{slot} + 1);
    const std::size_t known = to.slot_count(), known_chunks = to.key_editions.size();
    if (!to.cell_keys.grow(slot_end) || !to.key_editions.grow(RowGridStore::chunks(slot_end)))
        return Fault::OutOfMemory;
    to.cell_keys.resize(slot_end);
    to.key_editions.resize(RowGridStore::chunks(slot_end));
    std::fill(to.cell_keys.begin() + known, to.cell_keys.end(), kernels::no_position);
    std::fill(to.key_editions.begin() + known_chunks, to.key_editions.end(), std::uint64_t{0});

    RowEdits edits(to, next_edition());
    bool room = true;
    for (std::size_t i = 0; room && i < slots.size(); ++i) {
        if (slots[i] == no_slot) continue;
        const Aabb box = box_at(source, i);
        if (!is_valid(box))
            note_fault(faulty, Fault::InvalidBounds, i);
        else
            room = edits.insert(slots[i], exchanged(box, to.geometry.turned));
        if (room) new_items_.leave_out(i);
    }
    edits.finish();
    if (room) return Fault::None;
    to.room_layouts = layouts_with_room;
    kernels::ItemFaults others;
    const Fault fault = insert_all({to, to, change.executor}, source, slots.size(), others);
    merge(faulty, others);
    return fault;
}

} // namespace throng
