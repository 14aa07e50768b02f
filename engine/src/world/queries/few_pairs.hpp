// SPDX-License-Identifier: MIT
// The tracked pairs of a World that tracks few of its elements: only these are joined with its structures.
#pragma once

#include "engine/src/base/column.hpp"
#include "engine/src/base/space_curve.hpp"
#include "engine/src/row_grid/columns.hpp"
#include "engine/src/world/tracked.hpp"
#include "engine/src/world/world_version.hpp"

#include <throng/hits.hpp>

namespace throng {

class FewTracked {
public:
    explicit FewTracked(Memory memory) noexcept
        : slots_(memory), boxes_(memory), curve_(memory), joined_(memory, false) {}

    /// Notes the elements of that mask which fewer elements have. False: out of memory. Costs a look at each slot, but
    /// nothing if no slot has changed since the last call, which was given an earlier version of the same World.
    [[nodiscard]] bool note(const WorldVersion& world, const TrackedPairs& tracked) noexcept;

    /// Whether to join them costs less than to find the pairs of all elements.
    bool are_few() const noexcept { return few_; }

    /// Fills `out` with the tracked pairs in the order of slots, each once; after note().
    Status pairs(const WorldVersion& world, const TrackedPairs& tracked, Pairs& out, const Executor& executor) noexcept;

    std::size_t bytes() const noexcept;

private:
    Fault order(const WorldVersion& world, const Executor& executor) noexcept;

    Column<Slot> slots_; // ascending
    bool few_ = false;
    std::uint64_t edition_ = being_made; // of the slots that note() has read

    // Neighbours share a search, so elements are joined in an order of space.
    Column<Aabb> boxes_; // of slots_
    CurveOrder curve_;
    GridColumns joined_;
};

} // namespace throng
