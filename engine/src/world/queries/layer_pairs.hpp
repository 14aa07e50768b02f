// SPDX-License-Identifier: MIT
// Pairs of a world with layers: those of each layer and, with across_layers, those of each two layers.
#pragma once

#include "engine/src/query/pairs_state.hpp"
#include "engine/src/world/queries/searched_layers.hpp"
#include "engine/src/world/queries/view_pairs.hpp"

namespace throng {

/// `Wanted` are PairOptions or TrackedPairs. PairRun::structure is world_structures for the pairs within a layer.
template <class Wanted> class LayerPairs {
public:
    LayerPairs(const WorldView& world, const Wanted& wanted, LayerRange range, Column<PairRun>& runs) noexcept
        : world_(world), wanted_(wanted), layers_(world, range), runs_(runs) {}

    /// False: out of memory.
    bool list(bool static_static, bool across, const HierarchicalBitset* among) noexcept;
    std::uint64_t items() const noexcept { return runs_.empty() ? 0 : runs_[runs_.size() - 1].end; }

    /// A kernel over the items, at most a block of them.
    std::uint32_t operator()(std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) const noexcept;

private:
    bool add(std::uint64_t items, std::uint32_t layer, std::uint8_t structure) noexcept;
    std::uint32_t within(const PairRun& run, std::uint32_t begin, std::uint32_t end,
                         kernels::PairSink& sink) const noexcept;
    std::uint32_t across(const PairRun& run, std::uint32_t begin, std::uint32_t end,
                         kernels::PairSink& sink) const noexcept;
    bool join_later(const PairRun& run, const WorldMembers::Elements& elements, kernels::PairSink& sink) const noexcept;

    const WorldView& world_;
    const Wanted& wanted_;
    const SearchedLayers layers_;
    Column<PairRun>& runs_;
    bool static_static_ = false;
    kernels::BitsetView members_{};
    bool among_ = false;
};

} // namespace throng
