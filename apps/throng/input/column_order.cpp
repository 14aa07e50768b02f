// SPDX-License-Identifier: MIT
// Which of two columns without names contains the frames, by the positions beside them.
#include "apps/throng/input/column_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace throng::app {

namespace {

bool frames_ascend(std::span<const std::int64_t> ids, std::span<const std::int64_t> frames) {
    std::unordered_map<std::int64_t, std::int64_t> latest;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto [last, is_new] = latest.try_emplace(ids[i], frames[i]);
        if (!is_new && frames[i] <= last->second) return false;
        last->second = frames[i];
    }
    return true;
}

bool is_longer(const Motion& one, const Motion& other) {
    return one.steps > 0 && other.steps > 0 && one.mean_step > other.mean_step;
}

} // namespace

Motion motion_of(std::span<const std::int64_t> ids, std::span<const std::int64_t> frames, std::span<const double> x,
                 std::span<const double> y) {
    std::vector<std::size_t> order(ids.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(ids[a], frames[a], a) < std::tie(ids[b], frames[b], b);
    });
    Motion motion;
    double length = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
        const std::size_t a = order[i - 1], b = order[i];
        if (ids[a] != ids[b]) continue;
        length += std::hypot(x[b] - x[a], y[b] - y[a]);
        ++motion.steps;
    }
    if (motion.steps > 0) motion.mean_step = length / static_cast<double>(motion.steps);
    return motion;
}

// A person walks a fraction of the distance to the next person from frame to frame. Three times is far from equal, and
// far from what recordings have: ten to a hundred times.
bool moves_less(const Motion& one, const Motion& other) {
    return one.steps > 0 && other.steps > 0 && 3 * one.mean_step < other.mean_step;
}

KeyOrder order_of(const TwoKeys& keys) {
    const Motion id_first = motion_of(keys.first, keys.second, keys.x, keys.y);
    const Motion frame_first = motion_of(keys.second, keys.first, keys.x, keys.y);
    const bool by_lines = frames_ascend(keys.first, keys.second);
    const bool other_by_lines = frames_ascend(keys.second, keys.first);
    // Lines may be in any order; then the longer steps give the wrong reading away.
    if (by_lines && !other_by_lines) return is_longer(id_first, frame_first) ? KeyOrder::Unclear : KeyOrder::IdFirst;
    if (other_by_lines && !by_lines) return is_longer(frame_first, id_first) ? KeyOrder::Unclear : KeyOrder::FrameFirst;
    if (moves_less(id_first, frame_first)) return KeyOrder::IdFirst;
    return moves_less(frame_first, id_first) ? KeyOrder::FrameFirst : KeyOrder::Unclear;
}

} // namespace throng::app
