// SPDX-License-Identifier: MIT
// The choice of a structure for an element of a World. It affects only speed.
#pragma once

#include <throng/spatial_index.hpp>
#include <throng/world.hpp>

#include <array>
#include <span>

namespace throng {

/// Half the longer side. In halves, so that no valid box overflows. Zero has no sign: from 0 to -0 is valid.
inline float half_extent_of(const Aabb& box) noexcept {
    const float wide = 0.5f * box.max.x - 0.5f * box.min.x, high = 0.5f * box.max.y - 0.5f * box.min.y;
    const float half = wide > 0.f ? wide : 0.f;
    return high > half ? high : half;
}

/// Chooses the structure of dynamic elements by size. A box exceeds a threshold if a grid with that bound refused it
/// (RowGridDesc::max_half_extent): boxes around centers, c - h and c + h, are rounded, and are still of the size h that
/// was given. Thresholds that are not given are learned from the sizes that
/// were spawned: most elements are agents, and those up to sixteen times as large are props.
class WorldRouting {
public:
    explicit WorldRouting(const WorldDesc& desc) noexcept
        : agent_given_(desc.agent_half_extent > 0), prop_given_(desc.prop_half_extent > 0),
          agent_(desc.agent_half_extent), prop_(desc.prop_half_extent) {}

    /// Counts the size of a spawned dynamic element.
    void see(float half_extent) noexcept;
    /// The same for many, which mostly are of one size.
    void see(std::span<const float> half_extents) noexcept;

    /// Sets thresholds from the counted sizes, if they are off by a factor of two. `living` limits how long sizes
    /// count.
    void learn(std::uint32_t living) noexcept;

    /// Returns the structure for a dynamic element that is in `now` (None: it is new). Above a threshold it is one for
    /// larger elements, and well below the threshold again the one before.
    Route choose(const Aabb& box, Route now) const noexcept;

    /// No agent whose coordinates are at most `farthest` from 0 has a larger half extent, rounded up.
    float most_of_agents(float farthest) const noexcept;
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
