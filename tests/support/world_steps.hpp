// SPDX-License-Identifier: MIT
// Single steps of a World that tests of its rules are made of.
#pragma once

#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {

/// A box of side 1 with its corner at (x, 0).
inline Aabb box_at(float x) { return {{x, 0}, {x + 1, 1}}; }

/// Apart from each other.
inline std::vector<Aabb> row_of(std::size_t count) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) boxes.push_back(box_at(2 * static_cast<float>(i)));
    return boxes;
}

/// Staged.
inline std::vector<Id> spawn(World& world, const std::vector<Aabb>& boxes, Motion motion = Motion::Dynamic) {
    std::vector<Id> ids(boxes.size());
    EXPECT_TRUE(world.spawn(boxes, motion, ids));
    return ids;
}

/// Staged and committed.
inline std::vector<Id> settle(World& world, const std::vector<Aabb>& boxes, Motion motion = Motion::Dynamic) {
    std::vector<Id> ids = spawn(world, boxes, motion);
    EXPECT_TRUE(world.commit());
    return ids;
}

inline float left_of(const World& world, Id id) { return world.bounds_of(id.slot).min.x; }

/// The slots that a query with `mask` finds.
inline std::vector<Slot> found(const World& world, std::uint32_t mask) {
    Hits hits;
    EXPECT_TRUE(
        world.overlap(std::vector<Aabb>{{{-1000, -1000}, {1000, 1000}}}, hits, {.mask = mask, .order = Order::BySlot}));
    return {hits[0].begin(), hits[0].end()};
}

} // namespace throng::test
