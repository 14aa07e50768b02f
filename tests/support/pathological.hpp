// SPDX-License-Identifier: MIT
// A hundred thousand elements in absurd places, and a few of each query about them against brute force.
#pragma once

#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/oracle.hpp"

#include <throng/hits.hpp>
#include <throng/predicates.hpp>
#include <throng/views.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <vector>

namespace throng::test {

constexpr std::size_t many = 100'000;
using Slots = std::vector<Slot>;

constexpr std::size_t megabytes(std::size_t n) { return n << 20; }

inline std::vector<Vec2> spread(std::size_t count, Vec2 low, Vec2 high) {
    scenes::Generator random(99);
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = random.uniform(low.x, high.x);
        points.push_back({x, random.uniform(low.y, high.y)});
    }
    return points;
}

inline std::vector<Aabb> boxes_around(const std::vector<Vec2>& points, float half) {
    std::vector<Aabb> boxes;
    for (const Vec2 p : points) boxes.push_back(predicates::box_around(p, {half, half}));
    return boxes;
}

inline oracle::Content content_of(const std::vector<Vec2>& points) {
    oracle::Content content;
    EXPECT_TRUE(content.build(std::span<const Vec2>(points)));
    return content;
}
inline oracle::Content content_of(const std::vector<Aabb>& boxes) {
    oracle::Content content;
    EXPECT_TRUE(content.build(std::span<const Aabb>(boxes)));
    return content;
}

inline Slots row_of(const Hits& hits, std::size_t row) { return {hits[row].begin(), hits[row].end()}; }

/// Boxes, discs, rays and the nearest of all around each of `at`.
template <class Index>
void expect_exact(const Index& index, const oracle::Content& content, const std::vector<Vec2>& at, float size) {
    const std::vector<Aabb> boxes = boxes_around(at, size);
    const std::vector<float> radii(at.size(), size);
    Hits hits;
    const QueryOptions by_slot{.order = Order::BySlot};
    ASSERT_TRUE(index.overlap(boxes, hits, by_slot));
    ASSERT_TRUE(agrees(oracle::overlap(content, boxes, by_slot), hits));
    ASSERT_TRUE(index.within(DiscView(at, size), hits, by_slot));
    ASSERT_TRUE(agrees(oracle::within(content, at, radii, by_slot), hits));
    ASSERT_TRUE(index.nearest(at, 10, infinity, hits));
    ASSERT_TRUE(agrees(oracle::nearest(content, at, 10, infinity), hits));
    for (const Vec2 p : at) {
        const std::vector<Ray> one = {{p, {size, -size}, 3}};
        ASSERT_TRUE(index.cast(one[0], hits));
        ASSERT_TRUE(agrees(oracle::cast(content, one, 0), hits));
    }
}

} // namespace throng::test
