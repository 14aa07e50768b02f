// SPDX-License-Identifier: MIT
// Neighbours in a world with layers.
#pragma once

#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/query_batch.hpp"
#include "engine/src/world/queries/searched_layers.hpp"

namespace throng {

/// Neighbours of the slots of items [begin, end): those of Batch::around_slots, or the slot of that number. The row of
/// an item is its position, or its slot. Returns the item at which the sink was full, or `end`.
std::uint32_t neighbors_in_layers(const WorldView& world, Search search, const kernels::Batch& batch, bool by_slot,
                                  std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) noexcept;

/// The same for rows by position. `here` answers them in one view, for runs of slots of one layer.
std::uint32_t neighbors_in_layers(const WorldView& world, Search search, const kernels::Batch& batch, SearchView here,
                                  std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) noexcept;

/// Neighbours of all elements in the layers of a range, layer by layer, each in the order of its memory.
class LayerNeighbors {
public:
    /// Lists the elements in the memory of an answer. False: out of memory.
    bool list(const WorldView& world, const kernels::Batch& batch, HitsState& memory) noexcept;

    std::uint32_t items() const noexcept { return items_; }
    const Slot* slots() const noexcept { return slots_; }

    /// A kernel over these items; `batch` as it was listed, with the slots as Batch::around_slots. The row of an item
    /// is its slot.
    std::uint32_t operator()(const kernels::IndexView& view, const kernels::Batch& batch, std::uint32_t begin,
                             std::uint32_t end, kernels::HitSink& sink) const noexcept;

private:
    std::uint32_t stream(const WorldView& layer, const kernels::Batch& batch, std::uint32_t first_item,
                         std::uint32_t first_slot, std::uint32_t begin, std::uint32_t end,
                         kernels::HitSink& sink) const noexcept;

    LayerRange range_{}; // of the elements that are listed
    std::uint32_t items_ = 0;
    const Slot *slots_ = nullptr, *own_slots_ = nullptr; // of items: in the world, and in their layers
    std::uint32_t *counts_ = nullptr, *found_ = nullptr; // by slot of each layer, layer by layer
};

} // namespace throng
