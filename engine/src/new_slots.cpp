// SPDX-License-Identifier: MIT
#include "engine/src/new_slots.hpp"

#include "engine/src/item_faults.hpp"

#include <algorithm>

namespace throng {

// Sorted instead of looked up: a table by slot would take what the largest slot demands before it is known to be sound.
Fault NewSlots::find(std::span<const Slot> slots, std::span<const std::uint32_t> positions, kernels::ItemFaults& faulty) noexcept {
    if (!slot_of_item_.resize_discard(slots.size()) || !sorted_.resize_discard(slots.size())) return Fault::OutOfMemory;
    for (std::size_t i = 0; i < slots.size(); ++i) sorted_[i] = (std::uint64_t{slots[i]} << 32) | i;
    std::sort(sorted_.begin(), sorted_.end());
    Slot before = no_slot;
    for (const std::uint64_t entry : sorted_) {
        const auto slot = static_cast<Slot>(entry >> 32);
        const auto item = static_cast<std::uint32_t>(entry);
        const bool present = slot < positions.size() && positions[slot] != kernels::no_position;
        const bool sound = slot != no_slot && slot != before && !present;
        slot_of_item_[item] = sound ? slot : kernels::no_item;
        if (!sound) note(faulty, Fault::InvalidArgument, item);
        before = slot;
    }
    return Fault::None;
}

} // namespace throng
