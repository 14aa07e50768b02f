// SPDX-License-Identifier: MIT
// The beginning of all changes of a row grid, and batches of slots.
#include "engine/src/row_grid/store_change.hpp"

#include "engine/src/base/item_faults.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <cassert>

namespace throng {

// Between stores, the keys of slots and the single values are copied; the rest is written.
bool RowGridChange::begin(const FromTo& change) noexcept {
    assert(change.from.kind == change.to.kind);
    scratch_.forget_next();
    const bool copied = change.in_place() || copy_keys(change);
    before_last_ = 0; // this change replaces the movers
    if (change.in_place()) return true;
    static_cast<RowGridFacts&>(change.to) = change.from;
    change.to.keys_edition = change.to.layout = 0;
    return copied;
}

// Usually two stores alternate: the one that is written is then one change behind the one that is read.
bool RowGridChange::copy_keys(const FromTo& change) noexcept {
    const Column<std::uint32_t>& from = change.from.cell_keys;
    Column<std::uint32_t>& to = change.to.cell_keys;
    const bool one_behind =
        before_last_ != 0 && change.to.keys_edition == before_last_ && change.from.keys_edition == last_edition_;
    if (!one_behind) return to.assign(from);
    constexpr std::size_t per_block = 4096;
    const std::span<const Slot> slots = scratch_.movers.slots();
    const auto blocks = static_cast<std::uint32_t>((slots.size() + per_block - 1) / per_block);
    parallel::for_each_block_to_end(change.executor, blocks, [&](std::uint32_t b) {
        const std::size_t begin = b * per_block, end = std::min(slots.size(), begin + per_block);
        for (std::size_t i = begin; i < end; ++i) to[slots[i]] = from[slots[i]];
    });
    return true;
}

Fault RowGridChange::write(const FromTo& change, ByRows& read, std::size_t next_slot_count) noexcept {
    const Fault fault = settle(change, read, scratch_, next_slot_count);
    if (fault != Fault::None) return fault;
    apply(change, read, scratch_, next_slot_count);
    name_layout(change.to);
    return Fault::None;
}

void RowGridChange::name_layout(RowGridStore& to) noexcept {
    to.keys_edition = to.layout = next_edition();
    to.row_editions.fill(to.rows.size(), to.layout);
    to.key_editions.fill(RowGridStore::chunks(to.cell_keys.size()), to.layout);
}

// Absent slots, and those that the batch contains before, get no item.
Fault RowGridChange::mark_present(const RowGridStore& store, std::span<const Slot> slots,
                                  kernels::ItemFaults& faulty) noexcept {
    if (slots.size() > no_slot) return Fault::OutOfCapacity;
    Column<std::uint32_t>& item_of_slot = scratch_.item_of_slot;
    if (!item_of_slot.reserve(store.slot_count())) return Fault::OutOfMemory;
    item_of_slot.extend(store.slot_count(), kernels::no_item);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const Slot slot = slots[i];
        if (has_slot(store.cell_keys, slot) && item_of_slot[slot] == kernels::no_item)
            item_of_slot[slot] = static_cast<std::uint32_t>(i);
        else
            note_fault(faulty, Fault::InvalidArgument, i);
    }
    return Fault::None;
}

void RowGridChange::unmark(std::span<const Slot> slots) noexcept {
    for (const Slot slot : slots)
        if (slot < scratch_.item_of_slot.size()) scratch_.item_of_slot[slot] = kernels::no_item;
}

} // namespace throng
