// SPDX-License-Identifier: MIT
// Neighbours in a world: discs around elements, in packets, or by the kernel of the row grid that has all elements.
#pragma once

#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/query_batch.hpp"
#include "engine/src/world/queries/searched_parts.hpp"

namespace throng {

/// Neighbours of items [begin, end): the slots of Batch::around_slots, or the slot of that number. The row of an item
/// is its position. Returns the item at which the sink was full, or `end`.
std::uint32_t neighbors_of_items(const WorldView& world, kernels::Collect collect, const kernels::Batch& batch,
                                 std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) noexcept;

/// Neighbours of all elements in the layers of a batch, layer by layer, each in the order of its memory. The row of an
/// element is its slot.
class NeighborsInOrder {
public:
    /// Lists the elements, in the memory of an answer unless a row grid has them in that order. False: out of memory.
    bool list(const WorldView& world, const kernels::Batch& batch, HitsState& memory) noexcept;

    std::uint32_t items() const noexcept { return items_; }
    const Slot* slots() const noexcept { return slots_; }

    /// A kernel over these items; `batch` as it was listed, with the slots as Batch::around_slots.
    std::uint32_t operator()(const kernels::IndexView& view, const kernels::Batch& batch, std::uint32_t begin,
                             std::uint32_t end, kernels::HitSink& sink) const noexcept;

private:
    std::uint32_t stream(const WorldView& layer, const kernels::GridView& grid, const kernels::Batch& batch,
                         std::uint32_t first_item, std::uint32_t first_slot, std::uint32_t begin, std::uint32_t end,
                         kernels::HitSink& sink) const noexcept;

    LayerRange range_{}; // of the elements that are listed
    std::uint32_t items_ = 0;
    const Slot *slots_ = nullptr, *own_slots_ = nullptr; // of items: in the world, and in their layers
    std::uint32_t *counts_ = nullptr, *found_ = nullptr; // by slot of each layer above 0, layer by layer
};

} // namespace throng
