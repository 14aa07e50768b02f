// SPDX-License-Identifier: MIT
#include "engine/src/base/batch_slots.hpp"

#include "engine/src/base/box_input.hpp"

#include <algorithm>
#include <functional>

namespace throng {

// Sorted instead of marked in a table by slot: a table would take memory for the largest slot before it is known
// to be valid.
Fault ChosenItems::choose(std::span<const Slot> slots, bool present, FunctionRef<bool(Slot)> is_present,
                          kernels::ItemFaults& faulty) noexcept {
    if (slots.size() > no_slot) return Fault::OutOfCapacity;
    if (!slot_of_item_.resize_discard(slots.size())) return Fault::OutOfMemory;
    const bool ascend = std::adjacent_find(slots.begin(), slots.end(), std::greater_equal<>()) == slots.end();
    if (ascend) { // as those of a spawn do: none comes twice
        for (std::size_t i = 0; i < slots.size(); ++i) take(i, slots[i], is_present(slots[i]) == present, faulty);
        return Fault::None;
    }
    if (!sorted_.resize_discard(slots.size())) return Fault::OutOfMemory;
    for (std::size_t i = 0; i < slots.size(); ++i) sorted_[i] = (std::uint64_t{slots[i]} << 32) | i;
    std::sort(sorted_.begin(), sorted_.end());
    Slot before = no_slot;
    for (const std::uint64_t entry : sorted_) {
        const auto slot = static_cast<Slot>(entry >> 32);
        const auto item = static_cast<std::uint32_t>(entry);
        take(item, slot, slot != before && is_present(slot) == present, faulty);
        before = slot;
    }
    return Fault::None;
}

void ChosenItems::take(std::size_t item, Slot slot, bool valid, kernels::ItemFaults& faulty) noexcept {
    const bool chosen = valid && slot != no_slot;
    slot_of_item_[item] = chosen ? slot : kernels::no_item;
    if (!chosen) note_fault(faulty, Fault::InvalidArgument, item);
}

ChosenItems::Number ChosenItems::keep_valid(const kernels::BoxSource& source, std::size_t slot_count,
                                            kernels::ItemFaults& faulty) noexcept {
    Number kept{0, slot_count};
    for (std::size_t i = 0; i < slot_of_item_.size(); ++i) {
        if (!chosen(i)) continue;
        if (is_valid(box_at(source, i))) {
            ++kept.count;
            kept.slots = std::max(kept.slots, std::size_t{slot_of_item_[i]} + 1);
        } else {
            note_fault(faulty, Fault::InvalidBounds, i);
            leave_out(i);
        }
    }
    return kept;
}

} // namespace throng
