// SPDX-License-Identifier: MIT
// The overlaps that begin and end where few elements have changed: these are searched with their boxes before and after
// in what is there now, and no other pair is looked at.
#pragma once

#include "engine/src/query/pairs_state.hpp"
#include "engine/src/row_grid/columns.hpp"
#include "engine/src/world/boxes_by_slot.hpp"
#include "engine/src/world/tracked.hpp"

#include <span>

namespace throng {

class FewChanges {
public:
    explicit FewChanges(Memory memory) noexcept
        : then_(memory), now_(memory), numbers_(memory), candidates_(memory), begun_(memory), ended_(memory),
          begun_ids_(memory), ended_ids_(memory), around_(memory, false), by_left_(memory) {}

    /// Finds the pairs that began and ended between the commit of `boxes` and the version `world`, which only the
    /// ascending slots `changed` tell apart; `boxes` must suit it, and get dead slots for those that are new. None,
    /// OutOfMemory or OutOfCapacity.
    Fault find(BoxesBySlot& boxes, const WorldVersion& world, const TrackedPairs& tracked,
               std::span<const Slot> changed) noexcept;
    /// Makes `boxes` those of `world`, both as they were given to find().
    void apply(BoxesBySlot& boxes, const WorldVersion& world) const noexcept;

    /// Writes the last pairs that were found. None, or OutOfMemory.
    Fault copy_to(PairsState& begun, PairsState& ended) const noexcept;
    /// Returns the pairs that began, in the order of slots.
    std::span<const Pair> begun() const noexcept { return {begun_.data(), begun_.size()}; }

    void release_memory() noexcept;
    std::size_t bytes() const noexcept;

private:
    bool reserve(std::size_t slots, std::size_t changed) noexcept;
    Fault search(const WorldView& world, const Column<BoxOfSlot>& around) noexcept;
    bool has_changed(Slot slot) const noexcept { return numbers_[slot] != no_slot; }

    Column<BoxOfSlot> then_, now_;  // of changed slots
    Column<std::uint32_t> numbers_; // by slot, in these columns. no_slot: it has not changed; all, between two calls
    Column<Pair> candidates_;
    Column<Pair> begun_, ended_;
    Column<IdPair> begun_ids_, ended_ids_;
    GridColumns around_; // the elements that are searched around
    Column<std::uint32_t> by_left_;
};

} // namespace throng
