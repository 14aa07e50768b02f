// SPDX-License-Identifier: MIT
// The choice of a structure for an element of a World. It affects only speed.
#pragma once

#include "engine/src/base/grid_geometry.hpp"

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

/// Chooses the structure of dynamic elements by size: agents are in a row grid, and larger elements in a tree. A box is
/// too large if a grid with that bound refused it (RowGridDesc::max_half_extent): boxes around centers, c - h and
/// c + h, are rounded, and are still of the size h that was given. A bound that is not given is learned from the sizes
/// that were spawned: most elements are agents.
class WorldRouting {
public:
    explicit WorldRouting(const WorldDesc& desc) noexcept
        : given_(desc.agent_half_extent > 0), agent_(desc.agent_half_extent), largest_(desc.prop_half_extent) {}

    /// Counts the size of a spawned dynamic element.
    void see(float half_extent) noexcept;
    /// The same for many, which mostly are of one size.
    void see(std::span<const float> half_extents) noexcept;

    /// Sets the bound from the counted sizes, if it is off by a factor of two. `living` limits how long sizes count.
    void learn(std::uint32_t living) noexcept;

    /// Whether an element that is in `now` (None: it is new) is an agent: not above the bound, and well below it if it
    /// is in the tree.
    bool is_agent(const Aabb& box, Route now) const noexcept;
    /// Returns the structure for a dynamic element; `in_tree`: that of all, whatever their sizes.
    Route choose(const Aabb& box, Route now, bool in_tree) const noexcept {
        return !in_tree && is_agent(box, now) ? Route::RowGrid : Route::StaticTree;
    }

    /// No agent whose coordinates are at most `farthest` from 0 has a larger half extent, rounded up.
    float most_of_agents(float farthest) const noexcept;
    float agent_half_extent() const noexcept { return agent_; }

private:
    // Sizes by exponent and the first bit of the mantissa.
    static constexpr std::uint32_t steps = 512;
    static std::uint32_t step_of(float half_extent) noexcept;

    bool given_;
    float agent_;   // 0: not known yet
    float largest_; // of props, if it is given: no agent is larger
    std::array<std::uint32_t, steps> seen_{};
    std::uint32_t total_ = 0;
};

/// Whether `elements` should be in the tree (`in_tree`: where they are now), because they are placed so unevenly that a
/// row grid would be much slower than for others: agent_at(slot, box) tells whether there is an agent at a slot.
template <class AgentAt>
bool suits_tree(std::size_t elements, std::size_t slots, bool in_tree, AgentAt&& agent_at) noexcept {
    constexpr double too_slow = 2.6, fast_again = 1.7; // as estimated, against agents that are placed evenly
    constexpr std::size_t share_a_row = 256;           // so many, whatever their places
    if (elements <= share_a_row) return false;
    std::array<Aabb, largest_sample> places;
    const std::size_t step = sample_step(slots, elements);
    // Not at even distances: every second slot, say, may be that of one of two towns.
    const auto at_random = [&](std::size_t i, Aabb& box) {
        const std::size_t turned = (i % step + (i / step * 0x9E3779B1u >> 8)) % step;
        const std::size_t slot = i - i % step + turned;
        return slot < slots && agent_at(slot, box);
    };
    const std::span<Aabb> sample = take_sample(places, slots, step, at_random);
    if (sample.empty()) return in_tree;
    const Extent extent = estimate_extent(sample, elements);
    return row_grid_cost(sample, extent) > (in_tree ? fast_again : too_slow);
}

} // namespace throng
