// SPDX-License-Identifier: MIT
// Boxes of a town, and boxes whose sizes follow their spacing.
#pragma once

#include "scenes/generator.hpp"

#include <throng/predicates.hpp>
#include <throng/types.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace throng::test {

/// Returns boxes of half extent 0.3 in a square.
inline std::vector<Aabb> town(std::size_t count, Vec2 corner, float side, scenes::Generator& random) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 at{corner.x + random.uniform(0, side), corner.y + random.uniform(0, side)};
        boxes.push_back(predicates::box_around(at, Vec2{0.3f, 0.3f}));
    }
    return boxes;
}

/// Sizes follow the distance to a centre over some decades, and so does the spacing.
inline std::vector<Aabb> denser_inward(std::size_t count, float decades, scenes::Generator& random) {
    std::vector<Aabb> boxes;
    // Half extents of 0.3 of the spacing, as in a town.
    const float share = 0.3f * std::sqrt(6.2831853f * 2.3025851f * decades / static_cast<float>(count + 1));
    for (std::size_t i = 0; i < count; ++i) {
        const float r = 300 * std::pow(10.f, -decades * random.unit());
        const Vec2 way = random.direction();
        boxes.push_back(predicates::box_around({r * way.x, r * way.y}, Vec2{share * r, share * r}));
    }
    return boxes;
}

} // namespace throng::test
