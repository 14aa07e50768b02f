// SPDX-License-Identifier: MIT
// Which pairs of a world are kept.
#pragma once

#include "engine/kernels/query/kept_pairs.hpp"
#include "engine/src/world/tracked.hpp"
#include "engine/src/world/view.hpp"

#include <throng/query_options.hpp>

namespace throng {

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
    /// Removes other pairs from a list; returns how many stay.
    std::uint32_t keep_wanted(std::uint32_t* pairs, std::uint32_t size) const noexcept {
        return kernels::move_kept(pairs, size, [this](Slot a, Slot b) { return keeps(a, b); });
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

} // namespace throng
