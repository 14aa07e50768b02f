// SPDX-License-Identifier: MIT
// Which structure suits an element of a World. It is a matter of speed alone.
#pragma once

#include <throng/spatial_index.hpp>
#include <throng/world.hpp>

#include <array>

namespace throng {

/// Half the longer side.
float half_extent_of(const Aabb& box) noexcept;

/// Where dynamic elements go, by size. Thresholds that are not given are learned from the sizes that were spawned: most
/// elements are agents, and what is up to sixteen times as large a prop.
class WorldRouting {
public:
    explicit WorldRouting(const WorldDesc& desc) noexcept
        : agent_given_(desc.agent_half_extent > 0), prop_given_(desc.prop_half_extent > 0),
          agent_(desc.agent_half_extent), prop_(desc.prop_half_extent) {}

    /// A dynamic element was spawned.
    void see(float half_extent) noexcept;

    /// Thresholds from what was seen; kept unless they are off by two. `living` bounds for how long sizes count.
    void learn(std::uint32_t living) noexcept;

    /// Where a dynamic element goes that lives in `now` (None: it is new). It goes to a structure for larger ones when
    /// above a threshold, back when well below.
    Route choose(float half_extent, Route now) const noexcept;

    /// Above this an element of the row grid goes elsewhere.
    float agent_half_extent() const noexcept { return agent_; }

private:
    // Sizes by exponent and the first bit of the mantissa.
    static constexpr std::uint32_t steps = 512;
    static std::uint32_t step_of(float half_extent) noexcept;

    bool agent_given_, prop_given_;
    float agent_, prop_; // 0: not known yet
    std::array<std::uint32_t, steps> seen_{};
    std::uint32_t total_ = 0;
};

} // namespace throng
