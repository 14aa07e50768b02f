// SPDX-License-Identifier: MIT
#include "engine/src/base/batch_slots.hpp"

#include <algorithm>

namespace throng {

// Sorted instead of marked in a table by slot: a table would take memory for the largest slot before it is known
// to be valid.
Fault ChosenItems::choose(std::span<const Slot> slots, bool present, FunctionRef<bool(Slot)> is_present,
                          kernels::ItemFaults& faulty) noexcept {
    if (slots.size() > no_slot) return Fault::OutOfCapacity;
    if (!slot_of_item_.resize_discard(slots.size()) || !sorted_.resize_discard(slots.size())) return Fault::OutOfMemory;
    for (std::size_t i = 0; i < slots.size(); ++i) sorted_[i] = (std::uint64_t{slots[i]} << 32) | i;
    std::sort(sorted_.begin(), sorted_.end());
    Slot before = no_slot;
    for (const std::uint64_t entry : sorted_) {
        const auto slot = static_cast<Slot>(entry >> 32);
        const auto item = static_cast<std::uint32_t>(entry);
        const bool valid = slot != no_slot && slot != before && is_present(slot) == present;
        slot_of_item_[item] = valid ? slot : kernels::no_item;
        if (!valid) note_fault(faulty, Fault::InvalidArgument, item);
        before = slot;
    }
    return Fault::None;
}

} // namespace throng
