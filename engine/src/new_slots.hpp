// SPDX-License-Identifier: MIT
// Which items of an insert come to slots that are free.
#pragma once

#include "engine/kernels/change.hpp"
#include "engine/src/column.hpp"

#include <throng/types.hpp>

#include <span>

namespace throng {

class NewSlots {
public:
    explicit NewSlots(Memory memory) noexcept : slot_of_item_(memory), sorted_(memory) {}

    /// None or OutOfMemory. Items are noted whose slot is no_slot, has a position, or came before in the batch.
    Fault find(std::span<const Slot> slots, std::span<const std::uint32_t> positions, kernels::ItemFaults& faulty) noexcept;

    /// By item: its slot, or no_item where that is taken. Valid after find().
    std::span<const Slot> slots() const noexcept { return {slot_of_item_.data(), slot_of_item_.size()}; }
    void leave_out(std::size_t item) noexcept { slot_of_item_[item] = kernels::no_item; }

    std::size_t bytes() const noexcept { return slot_of_item_.bytes() + sorted_.bytes(); }

private:
    Column<Slot> slot_of_item_;
    Column<std::uint64_t> sorted_;
};

} // namespace throng
