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

bool WorldRouting::is_agent(const Aabb& box, Route now) const noexcept {
    constexpr float well_below = 0.7f;
    const float half_extent = half_extent_of(box);
    if (now == Route::StaticTree) return half_extent <= agent_ * well_below;
    return half_extent <= agent_ || !exceeds(box, agent_);
}

// Four units in the last place of x are at most 2^-21 x. The half of that, and two roundings upward.
float WorldRouting::most_of_agents(float farthest) const noexcept {
    return agent_ + std::max(agent_, farthest) * 0x1.8p-22f;
}

} // namespace throng
