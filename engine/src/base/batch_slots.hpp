// SPDX-License-Identifier: MIT
// The valid items of a batch of slots.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/function_ref.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/base/positions.hpp"

#include <span>

namespace throng {

class ChosenItems {
public:
    explicit ChosenItems(Memory memory) noexcept : slot_of_item_(memory), sorted_(memory) {}

    /// Chooses the items whose slot is present (or absent, if `present` is false) and did not come before in the batch.
    /// The others are recorded in `faulty`. None, OutOfMemory or OutOfCapacity.
    Fault choose(std::span<const Slot> slots, bool present, FunctionRef<bool(Slot)> is_present,
                 kernels::ItemFaults& faulty) noexcept;

    /// How many items are chosen, and how many slots there are at least with theirs.
    struct Number {
        std::size_t count, slots;
    };
    /// Leaves out the chosen items whose box is invalid, and records them in `faulty`.
    Number keep_valid(const kernels::BoxSource& source, std::size_t slot_count, kernels::ItemFaults& faulty) noexcept;

    /// By item: its slot, or no_item. Valid after choose().
    std::span<const Slot> slots() const noexcept { return {slot_of_item_.data(), slot_of_item_.size()}; }
    bool chosen(std::size_t item) const noexcept { return slot_of_item_[item] != kernels::no_item; }
    void leave_out(std::size_t item) noexcept { slot_of_item_[item] = kernels::no_item; }

    void release() noexcept { release_all(slot_of_item_, sorted_); }
    std::size_t bytes() const noexcept { return bytes_of(slot_of_item_, sorted_); }

private:
    void take(std::size_t item, Slot slot, bool valid, kernels::ItemFaults& faulty) noexcept;

    Column<Slot> slot_of_item_;
    Column<std::uint64_t> sorted_;
};

/// For an index with positions, or cell keys, by slot.
template <class OfSlots> auto present_in(const OfSlots& of_slots) noexcept {
    return [&of_slots](Slot slot) { return has_slot(of_slots, slot); };
}

} // namespace throng
