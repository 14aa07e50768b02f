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

/// Where a world's agents are: elements of a common size, mostly dynamic.
enum class CrowdPlace : std::uint8_t {
    Grid,           // the row grid; static elements are apart, in their tree
    GridOfAll,      // the row grid, with the static elements of their size
    TreeOfDynamics, // the tree of dynamic elements, since they are placed too unevenly for a row grid
};

/// Chooses the structure of elements by size: agents are in a row grid, and larger elements in a tree. A box is
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
    Route choose(const Aabb& box, Route now, CrowdPlace crowd, bool is_static) const noexcept {
        const bool in_grid = crowd == CrowdPlace::GridOfAll || (crowd == CrowdPlace::Grid && !is_static);
        return in_grid && is_agent(box, now) ? Route::RowGrid : Route::StaticTree;
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

/// How many pairs an element of `elements` has with the others, as a sample of their boxes tells.
double pairs_each(std::span<const Aabb> sample, std::size_t elements) noexcept;

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

/// The agents of a world, for their place.
struct CrowdSize {
    std::size_t dynamic, statics; // elements, of whatever size
    std::size_t slots;
};

/// The place that suits a world's agents, which are in `now`: agent_at(slot, box, is_static) tells whether there is one
/// at a slot. Static elements share the row grid where they are no more than the others, unless they overlap each other
/// so much that pairs of two of them, which are searched for there, cost more than a search of two structures.
template <class AgentAt> CrowdPlace choose_place(const CrowdSize& of, CrowdPlace now, AgentAt&& agent_at) noexcept {
    const bool together = now == CrowdPlace::GridOfAll;
    bool is_static = false;
    const auto dynamic_at = [&](std::size_t slot, Aabb& box) { return agent_at(slot, box, is_static) && !is_static; };
    if (suits_tree(of.dynamic, of.slots, now == CrowdPlace::TreeOfDynamics, dynamic_at))
        return CrowdPlace::TreeOfDynamics;
    if (of.statics == 0 || of.statics > of.dynamic * (together ? 2 : 1)) return CrowdPlace::Grid;
    const auto any_at = [&](std::size_t slot, Aabb& box) { return agent_at(slot, box, is_static); };
    if (suits_tree(of.dynamic + of.statics, of.slots, false, any_at)) return CrowdPlace::Grid;
    std::array<Aabb, largest_sample> places;
    const auto static_at = [&](std::size_t slot, Aabb& box) { return agent_at(slot, box, is_static) && is_static; };
    const std::size_t step = std::max<std::size_t>(of.slots / (largest_sample / 2), 1);
    const std::span<Aabb> sample = take_sample(places, of.slots, step, static_at);
    return pairs_each(sample, of.statics) > (together ? 8 : 4) ? CrowdPlace::Grid : CrowdPlace::GridOfAll;
}

} // namespace throng
