// SPDX-License-Identifier: MIT
// Pairs of a world: those within each part, those of each two parts of a layer, and with across_layers those of each
// part with all parts of later layers. Of two parts, the elements of the smaller one are joined with the other one.
#pragma once

#include "engine/src/query/pairs_state.hpp"
#include "engine/src/world/queries/pair_filter.hpp"
#include "engine/src/world/queries/searched_parts.hpp"

namespace throng {

class PartPairs {
public:
    static constexpr std::uint32_t block = 4096; // items

    PartPairs(const WorldView& world, LayerRange range, const PairFilter& filter, Column<PairRun>& runs) noexcept
        : layers_(world, range), filter_(filter), runs_(runs) {}

    /// Lists the joins. `distance`: only if one row grid has all elements. False: out of memory.
    bool list(bool static_static, bool across, const HierarchicalBitset* among, float distance) noexcept;
    std::uint64_t items() const noexcept { return runs_.empty() ? 0 : runs_[runs_.size() - 1].end; }

    /// A kernel over the items, at most a block of them.
    std::uint32_t operator()(std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) const noexcept;

private:
    bool add(const Part& part, const Part* other, std::uint32_t layer) noexcept;
    std::uint32_t join_own(const Part& part, std::uint32_t begin, std::uint32_t end, const kernels::BitsetView* among,
                           kernels::PairSink& sink) const noexcept;
    bool join_later(const PairRun& run, const Elements& elements, kernels::PairSink& sink) const noexcept;
    std::uint32_t join_across(const PairRun& run, std::uint32_t begin, std::uint32_t end,
                              kernels::PairSink& sink) const noexcept;
    bool is_wanted(const Part& part, const Part& other) const noexcept {
        return static_static_ || !part.is_static() || !other.is_static();
    }

    const SearchedLayers layers_;
    const PairFilter& filter_;
    Column<PairRun>& runs_;
    bool static_static_ = false, has_among_ = false;
    kernels::BitsetView among_{};
    float distance_ = no_distance;
};

} // namespace throng
