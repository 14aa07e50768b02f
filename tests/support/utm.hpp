// SPDX-License-Identifier: MIT
// A crowd at coordinates of the Universal Transverse Mercator grid, in doubles, and its pairs by brute force.
#pragma once

#include "scenes/generator.hpp"

#include <throng/double_views.hpp>
#include <throng/types.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace throng::test {

constexpr DoubleVec2 utm{500'000, 5'000'000};

/// `count` places in a square of `side` around utm, to 2^-24 of it.
inline std::vector<DoubleVec2> utm_crowd(std::size_t count, double side, std::uint64_t seed) {
    scenes::Generator random(seed);
    std::vector<DoubleVec2> places;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = random.unit(), y = random.unit();
        places.push_back({utm.x + (x - 0.5) * side, utm.y + (y - 0.5) * side});
    }
    return places;
}

/// What overlaps in doubles: squares of one half extent, swept along x.
inline std::set<std::pair<Slot, Slot>> overlapping_in_doubles(const std::vector<DoubleVec2>& centers, double half) {
    std::vector<Slot> by_x(centers.size());
    for (std::size_t i = 0; i < by_x.size(); ++i) by_x[i] = static_cast<Slot>(i);
    std::sort(by_x.begin(), by_x.end(), [&](Slot a, Slot b) { return centers[a].x < centers[b].x; });
    std::set<std::pair<Slot, Slot>> pairs;
    for (auto a = by_x.begin(); a != by_x.end(); ++a)
        for (auto b = a + 1; b != by_x.end() && centers[*b].x - half <= centers[*a].x + half; ++b)
            if (std::abs(centers[*a].y - centers[*b].y) <= 2 * half) pairs.insert(std::minmax(*a, *b));
    return pairs;
}

} // namespace throng::test
