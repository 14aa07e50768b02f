// SPDX-License-Identifier: MIT
// Queries of a world with layers: each layer of a query is searched like a world of its own, in which slots have other
// numbers, and the rows of several layers are joined.
#pragma once

#include "engine/src/base/function_ref.hpp"
#include "engine/src/world/queries/structure_packet.hpp"

namespace throng {

/// The layers with elements that a range contains, ascending; none if it ends before it begins.
class SearchedLayers {
public:
    SearchedLayers(const WorldView& world, LayerRange range) noexcept;

    std::uint32_t count() const noexcept { return (base_ ? 1u : 0u) + last_ - first_; }
    const WorldView& operator[](std::uint32_t i) const noexcept {
        if (base_ && i == 0) return world_;
        return *world_.layers[first_ + i - (base_ ? 1u : 0u)].view;
    }

private:
    const WorldView& world_;
    bool base_; // layer 0 is one of them
    std::uint32_t first_, last_;
};

/// Where an element is: the view of its layer, and its slot there.
struct InLayer {
    const WorldView* view = nullptr; // null: it is dead
    Slot slot = 0;
};
InLayer place_of(const WorldView& world, Slot slot) noexcept;

/// The slot of a layer that a slot of the world is; no_slot: none.
Slot slot_in(const WorldView& layer, Slot slot) noexcept;

/// Slots of a layer become those of the world.
void name_in_world(const WorldView& layer, std::uint32_t* slots, std::uint32_t count) noexcept;

/// The queries of a batch from `first` on, for one layer; with slots to exclude, at most a packet of them.
class LayerBatch {
public:
    LayerBatch(const kernels::Batch& all, const WorldView& layer, std::uint32_t first, std::uint32_t count) noexcept;
    LayerBatch(const LayerBatch&) = delete;
    LayerBatch& operator=(const LayerBatch&) = delete;
    const kernels::Batch& batch() const noexcept { return batch_; }

private:
    kernels::Batch batch_;
    std::uint32_t excluded_[2 * packet_queries];
};

/// Answers queries [begin, end) of a batch from one view; returns the query at which the sink was full, or `end`.
using SearchView = FunctionRef<std::uint32_t(const WorldView& view, const kernels::Batch& batch, std::uint32_t begin,
                                             std::uint32_t end, kernels::HitSink& sink)>;

/// Answers queries [begin, end) of a batch, each in its layers; returns the query at which the sink was full, or `end`.
/// `whole`: `search_view` takes any number of queries, whose packets begin at multiples of their size; else a packet of
/// them, from the first query of a batch on.
std::uint32_t search_layers(const WorldView& world, Search search, const kernels::Batch& batch, std::uint32_t begin,
                            std::uint32_t end, bool whole, SearchView search_view, kernels::HitSink& sink) noexcept;

/// answer_packet() of queries with layers.
bool answer_packet_in_layers(const WorldView& world, Search search, const kernels::Batch& batch, std::uint32_t count,
                             kernels::HitSink& sink, PacketAnswer& answer) noexcept;

/// The queries from `first` on.
kernels::Batch from_query(const kernels::Batch& batch, std::uint32_t first) noexcept;

} // namespace throng
