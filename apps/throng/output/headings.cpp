// SPDX-License-Identifier: MIT
// Where people face.
#include "apps/throng/output/headings.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <tuple>

namespace throng::app {

std::vector<std::array<double, 2>> headings_of(const Recording& recording) {
    const std::vector<Sample>& samples = recording.samples;
    std::vector<std::size_t> order(samples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(samples[a].id, samples[a].frame) < std::tie(samples[b].id, samples[b].frame);
    });
    std::vector<std::array<double, 2>> headings(samples.size(), {1, 0});
    std::array<double, 2> before{1, 0};
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Sample& now = samples[order[i]];
        const bool is_first = i == 0 || samples[order[i - 1]].id != now.id;
        const bool is_last = i + 1 == order.size() || samples[order[i + 1]].id != now.id;
        if (is_first) before = {1, 0};
        const Sample& from = is_first ? now : samples[order[i - 1]];
        const Sample& to = is_last ? now : samples[order[i + 1]];
        double x = now.facing_x, y = now.facing_y;
        if (!(std::hypot(x, y) > 0) || !std::isfinite(std::hypot(x, y))) {
            x = to.x - from.x;
            y = to.y - from.y;
        }
        const double length = std::hypot(x, y);
        if (length > 0 && std::isfinite(length)) before = {x / length, y / length};
        headings[order[i]] = before;
    }
    return headings;
}

} // namespace throng::app
