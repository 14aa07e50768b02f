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

/// Which structures suit a world's dynamic or static elements by their places.
struct CrowdPlan {
    bool in_tree = false; // all are in the tree, because their places are too uneven for a row grid
    float small = 0;      // half extents up to this suit the row grid, whatever the sizes of most
};

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

    /// The largest half extent of agents.
    float largest_agent(const CrowdPlan& crowd) const noexcept {
        if (given_ || !(crowd.small > agent_)) return agent_;
        return largest_ > 0 && largest_ < crowd.small ? largest_ : crowd.small;
    }
    /// Returns the structure for a dynamic element that is in `now` (None: it is new).
    Route choose(const Aabb& box, Route now, const CrowdPlan& crowd) const noexcept {
        return !crowd.in_tree && is_agent(box, now, largest_agent(crowd)) ? Route::RowGrid : Route::LooseQuadtree;
    }

    /// No agent whose coordinates are at most `farthest` from 0 has a larger half extent, rounded up.
    float most_of_agents(const CrowdPlan& crowd, float farthest) const noexcept;

    /// Looks at some of the `elements`: element_at(slot, box) tells whether there is one at a slot. `now`: where they
    /// are. `may_have_large`: elements may be too large for agents, even if none of those is.
    template <class ElementAt>
    CrowdPlan plan(std::size_t elements, std::size_t slots, const CrowdPlan& now, bool may_have_large,
                   ElementAt&& element_at) const noexcept {
        // A small world pays for no look.
        if (elements <= share_a_row && (given_ || !may_have_large)) return {.in_tree = false, .small = now.small};
        std::array<Aabb, largest_sample> places;
        const std::size_t step = sample_step(slots, elements);
        // Not at even distances: every second slot, say, may be that of one of two towns.
        const auto at_random = [&](std::size_t i, Aabb& box) {
            const std::size_t turned = (i % step + (i / step * 0x9E3779B1u >> 8)) % step;
            const std::size_t slot = i - i % step + turned;
            return slot < slots && element_at(slot, box) && (!given_ || is_agent(box, Route::None, agent_));
        };
        return plan_for(take_sample(places, slots, step, at_random), elements, now, may_have_large);
    }

    /// The same for static elements, whatever the sizes of agents: a row grid is for all but very rare ones, or for
    /// none. for_each(take) calls take(box_of) for each element, where box_of() returns its box.
    template <class ForEach>
    static CrowdPlan plan_statics(std::size_t elements, const CrowdPlan& now, ForEach&& for_each) noexcept {
        if (elements <= (now.in_tree ? share_a_row : share_a_row / 2)) return {.in_tree = true};
        std::array<Aabb, largest_sample> sample;
        // At random, because every second element, say, may be a wall.
        const std::size_t step = elements / (largest_sample * 3 / 4) + 1;
        std::uint32_t number = 0;
        std::size_t taken = 0;
        for_each([&](auto&& box_of) {
            if ((++number * 0x9E3779B1u >> 8) % step == 0 && taken < sample.size()) sample[taken++] = box_of();
        });
        return plan_statics_for({sample.data(), taken}, elements, now);
    }
    /// `now`: as of choose().
    static Route choose_static(const Aabb& box, Route now, const CrowdPlan& crowd) noexcept {
        return !crowd.in_tree && is_agent(box, now, crowd.small) ? Route::RowGrid : Route::StaticTree;
    }

private:
    static constexpr std::size_t share_a_row = 256;                    // so many elements, whatever their places
    static constexpr std::size_t rare_agents = 32, rare_statics = 128; // one of so many is rare
    // Sizes by exponent and the first bit of the mantissa.
    static constexpr std::uint32_t steps = 512;
    static std::uint32_t step_of(float half_extent) noexcept;

    // Whether an element is not above the bound, and well below it if it is in the tree.
    static bool is_agent(const Aabb& box, Route now, float bound) noexcept;
    // These reorder a sample of the boxes.
    CrowdPlan plan_for(std::span<Aabb> sample, std::size_t elements, const CrowdPlan& now, bool may_have_large,
                       std::size_t rare = rare_agents) const noexcept;
    static CrowdPlan plan_statics_for(std::span<Aabb> sample, std::size_t elements, const CrowdPlan& now) noexcept;
    float small_half_extent(std::span<Aabb> sample, std::size_t elements, const CrowdPlan& now,
                            std::size_t rare) const noexcept;
    struct Agents {
        std::span<const Aabb> boxes;
        Extent extent;
    };
    Agents agents_of(std::span<Aabb> sample, std::size_t elements, const CrowdPlan& crowd) const noexcept;

    bool given_;
    float agent_;   // 0: not known yet
    float largest_; // of props, if it is given: no agent is larger
    std::array<std::uint32_t, steps> seen_{};
    std::uint32_t total_ = 0;
};

} // namespace throng
