// SPDX-License-Identifier: MIT
// Order statistics of measured times.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace throng::app {

/// The smallest sample that at least `share` of the samples do not exceed (nearest rank); 0 for no samples.
/// `share` is in [0, 1].
inline double percentile(std::span<const double> samples, double share) {
    if (samples.empty()) return 0;
    std::vector<double> sorted(samples.begin(), samples.end());
    const double rank = std::ceil(share * static_cast<double>(sorted.size()));
    const std::size_t index = std::min(sorted.size() - 1, rank < 1 ? 0 : static_cast<std::size_t>(rank) - 1);
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(index), sorted.end());
    return sorted[index];
}

inline double median(std::span<const double> samples) { return percentile(samples, 0.5); }

} // namespace throng::app
