// SPDX-License-Identifier: MIT
// Pairs of a world: those within each part, those of each two parts of a layer, and with across_layers those of each
// part with all parts of later layers. Of two parts, the elements of the smaller one are joined with the other one.
#pragma once

#include "engine/src/query/pairs_state.hpp"
#include "engine/src/world/queries/searched_parts.hpp"
#include "engine/src/world/tracked.hpp"

namespace throng {

/// Which pairs of a world are kept.
class PairFilter {
public:
    PairFilter(const WorldView& world, const PairOptions& options) noexcept
        : categories_(world.categories),
          collides_with_(options.collides_with.empty() ? nullptr : options.collides_with.data()), mask_(options.mask) {}
    PairFilter(const WorldView& world, const TrackedPairs& tracked) noexcept
        : categories_(tracked.all() ? nullptr : world.categories), collides_with_(nullptr), mask_(~0u),
          tracked_(tracked), by_tracked_(!tracked.all()) {}
    bool all() const noexcept { return !categories_ && !collides_with_ && mask_ == ~0u && !by_tracked_; }
    bool keeps(Slot a, Slot b) const noexcept {
        if (by_tracked_) return tracked_.contain(category(a), category(b));
        if (!keeps(a) || !keeps(b)) return false;
        return !collides_with_ || ((category(a) & collided_by(b)) != 0 && (category(b) & collided_by(a)) != 0);
    }

private:
    bool keeps(Slot slot) const noexcept { return (category(slot) & mask_) != 0; }
    std::uint32_t category(Slot slot) const noexcept { return categories_ ? categories_[slot] : ~0u; }
    std::uint32_t collided_by(Slot slot) const noexcept { return collides_with_[slot]; }
    const std::uint32_t *categories_, *collides_with_;
    const std::uint32_t mask_;
    const TrackedPairs tracked_{};
    const bool by_tracked_ = false;
};

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
