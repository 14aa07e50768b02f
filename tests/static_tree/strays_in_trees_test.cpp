// SPDX-License-Identifier: MIT
// Elements far from a crowd, at any distance, do not slow down the searches of a tree: its leaves stay small, and one
// that has both kinds is not taken for the neighbourhood of a point.
#include "tests/support/uneven.hpp"

#include <throng/static_tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t townspeople = 20'000;

// One of fifty is far from the others, as far as `widths` of their town: in a line with it, or left of and above it.
std::vector<Aabb> town_with_strays(float widths, bool in_line) {
    scenes::Generator random(5);
    const float side = std::sqrt(static_cast<float>(townspeople));
    std::vector<Aabb> boxes = town(townspeople, {0, 0}, side, random);
    for (std::size_t i = 25; widths > 0 && i < boxes.size(); i += 50) {
        const float x = random.uniform(-widths, in_line ? widths : 0) * side;
        const float y = in_line ? 0 : random.uniform(0, widths) * side;
        boxes[i].min.x += x, boxes[i].max.x += x;
        boxes[i].min.y += y, boxes[i].max.y += y;
    }
    return boxes;
}

struct Tested {
    std::uint64_t by_nearest = 0, by_worst_nearest = 0, by_boxes = 0;
};

// What searches of those in the town test.
Tested candidates_in_town(const StaticTree& tree, const std::vector<Aabb>& boxes) {
    Tested tested;
    std::vector<Aabb> queries;
    Hits hits;
    for (std::size_t i = 0; i < boxes.size(); i += 10) {
        queries.push_back(boxes[i]);
        EXPECT_TRUE(tree.nearest(predicates::center_of(boxes[i]), 10, std::numeric_limits<float>::infinity(), hits));
        tested.by_nearest += hits.candidates();
        tested.by_worst_nearest = std::max(tested.by_worst_nearest, hits.candidates());
    }
    EXPECT_TRUE(tree.overlap(queries, hits));
    tested.by_boxes = hits.candidates();
    return tested;
}

TEST(StraysOfATree, AddFewCandidates) {
    StaticTree tree(StaticTreeDesc{});
    const std::vector<Aabb> even = town_with_strays(0, true);
    ASSERT_TRUE(tree.build(even));
    const Tested usual = candidates_in_town(tree, even);
    for (const bool in_line : {true, false}) {
        for (const float widths : {3.f, 10.f, 100.f, 1e3f, 6e4f, 1e5f, 1e6f}) {
            const std::vector<Aabb> boxes = town_with_strays(widths, in_line);
            ASSERT_TRUE(tree.build(boxes));
            const Tested tested = candidates_in_town(tree, boxes);
            EXPECT_LT(tested.by_nearest, usual.by_nearest * 5 / 4) << widths << in_line;
            EXPECT_LT(tested.by_worst_nearest, 4 * usual.by_worst_nearest) << widths << in_line;
            EXPECT_LT(tested.by_boxes, usual.by_boxes * 3 / 2) << widths << in_line;
        }
    }
}

} // namespace
} // namespace throng::test
