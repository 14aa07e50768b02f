// SPDX-License-Identifier: MIT
#include "engine/src/world/routing.hpp"

#include "engine/kernels/base/box_source.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace throng {
namespace {

constexpr std::uint32_t mantissa_bits = 22;
constexpr std::uint32_t last_finite_step = 0x7F7FFFFFu >> mantissa_bits;

bool exceeds(const Aabb& box, float half_extent) noexcept {
    return kernels::is_too_long(box.min.x, box.max.x, half_extent) ||
           kernels::is_too_long(box.min.y, box.max.y, half_extent);
}

} // namespace

std::uint32_t WorldRouting::step_of(float half_extent) noexcept {
    return std::bit_cast<std::uint32_t>(half_extent) >> mantissa_bits;
}

void WorldRouting::see(float half_extent) noexcept {
    ++seen_[step_of(half_extent)];
    ++total_;
}

void WorldRouting::see(std::span<const float> half_extents) noexcept {
    if (half_extents.empty()) return;
    const std::uint32_t first = step_of(half_extents[0]);
    std::uint32_t other = 0;
    for (const float half_extent : half_extents) other |= step_of(half_extent) ^ first;
    if (other != 0) {
        for (const float half_extent : half_extents) see(half_extent);
        return;
    }
    const auto count = static_cast<std::uint32_t>(half_extents.size());
    seen_[first] += count;
    total_ += count;
}

// Seven of eight dynamic elements are agents, with room to grow by half. Older sizes count less and less.
void WorldRouting::learn(std::uint32_t living) noexcept {
    if (total_ == 0) return;
    std::uint32_t step = 0, up_to = seen_[0];
    while (up_to < total_ - total_ / 8) up_to += seen_[++step];
    const float largest = std::bit_cast<float>(std::min(step + 1, last_finite_step) << mantissa_bits);
    constexpr float most = std::numeric_limits<float>::max();
    const float wanted = std::min(largest * 1.5f, largest_ > 0 ? largest_ : most);
    if (!given_ && (agent_ > wanted * 2 || agent_ < wanted / 2 || agent_ == 0)) agent_ = wanted;
    if (total_ / 4 <= std::max(living, 256u)) return;
    total_ = 0;
    for (std::uint32_t& count : seen_) total_ += count /= 2;
}

bool WorldRouting::is_agent(const Aabb& box, Route now, float bound) noexcept {
    constexpr float well_below = 0.7f;
    const float half_extent = half_extent_of(box);
    if (now != Route::RowGrid && now != Route::None) return half_extent <= bound * well_below;
    return half_extent <= bound || !exceeds(box, bound);
}

// Four units in the last place of x are at most 2^-21 x. The half of that, and two roundings upward.
float WorldRouting::most_of_agents(const CrowdPlan& crowd, float farthest) const noexcept {
    const float most = largest_agent(crowd);
    return most + std::max(most, farthest) * 0x1.8p-22f;
}

// A row grid suits all elements if its searches for all are about as fast as for agents alone, or those that are at
// most as long as its cells: a second structure takes time, too. Rare ones that are much longer stay in the tree.
float WorldRouting::small_half_extent(std::span<Aabb> sample, std::size_t elements, const CrowdPlan& now,
                                      std::size_t rare) const noexcept {
    constexpr double slower = 1.15, still_slower = 1.5; // `still`: where all are in the grid now
    const Extent extent = estimate_extent(sample, elements);
    const float usual = usual_cell(extent), crowded = crowded_cell(sample, extent, usual);
    const CrowdPlan by_cell{.small = 0.5f * (crowded > 0 ? crowded : usual)};
    const auto longest = sample.end() - 1 - static_cast<std::ptrdiff_t>(sample.size() / rare);
    std::nth_element(sample.begin(), longest, sample.end(),
                     [](const Aabb& a, const Aabb& b) { return half_extent_of(a) < half_extent_of(b); });
    const float long_one = half_extent_of(*longest);
    if (long_one <= largest_agent(by_cell) || !may_be_crowded(extent)) return by_cell.small;
    const Agents agents = agents_of(sample, elements, by_cell);
    const double of_agents = agents.boxes.empty() ? 1 : row_grid_cost(agents.boxes, agents.extent);
    const double most = (long_one <= now.small ? still_slower : slower) * of_agents;
    return row_grid_cost(sample, extent, rare == rare_agents ? rare : 2 * rare) <= most ? 1.5f * long_one
                                                                                        : by_cell.small;
}

CrowdPlan WorldRouting::plan_for(std::span<Aabb> sample, std::size_t elements, const CrowdPlan& now,
                                 bool may_have_large, std::size_t rare) const noexcept {
    constexpr double too_slow = 2.6, fast_again = 1.7; // a row grid beside a tree, as estimated
    if (sample.empty()) return now;
    CrowdPlan result = now;
    const auto is_large = [&](const Aabb& box) { return !is_agent(box, Route::None, agent_); };
    if (!given_ && (may_have_large || now.small > agent_ || std::any_of(sample.begin(), sample.end(), is_large))) {
        // Smaller cells and a few large elements come and go.
        const float small = small_half_extent(sample, elements, now, rare);
        if (small > 2 * now.small || small < now.small / 8) result.small = small;
    }
    const Agents agents = agents_of(sample, elements, result);
    if (agents.boxes.empty()) return result;
    const double slower = row_grid_cost(agents.boxes, agents.extent), most = now.in_tree ? fast_again : too_slow;
    result.in_tree = slower > most && slower > most * tree_cost(agents.boxes, agents.extent);
    return result;
}

// A third structure for a few walls would cost more than a tree for all.
CrowdPlan WorldRouting::plan_statics_for(std::span<Aabb> sample, std::size_t elements, const CrowdPlan& now) noexcept {
    if (!may_be_crowded(estimate_extent(sample, elements))) return {.in_tree = true}; // few rows would be very long
    CrowdPlan plan = WorldRouting(WorldDesc{}).plan_for(sample, elements, now, true, rare_statics);
    const auto large = static_cast<std::size_t>(std::count_if(
        sample.begin(), sample.end(), [&](const Aabb& box) { return !is_agent(box, Route::None, plan.small); }));
    plan.in_tree |= large > sample.size() / (now.in_tree ? rare_statics : rare_statics / 2);
    return plan;
}

// They come first in the sample after that.
WorldRouting::Agents WorldRouting::agents_of(std::span<Aabb> sample, std::size_t elements,
                                             const CrowdPlan& crowd) const noexcept {
    const auto end = std::partition(sample.begin(), sample.end(), [most = largest_agent(crowd)](const Aabb& box) {
        return is_agent(box, Route::None, most);
    });
    const std::span<Aabb> boxes(sample.begin(), end);
    return {boxes, estimate_extent(boxes, elements * boxes.size() / sample.size())};
}

} // namespace throng
