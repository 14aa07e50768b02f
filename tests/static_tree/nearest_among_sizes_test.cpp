// SPDX-License-Identifier: MIT
// Where sizes follow the spacing, the nearest of a tree are found among few candidates: the leaf that tells how far
// they are is one around the point, not a small one whose centre is nearer.
#include "tests/support/uneven.hpp"

#include <throng/static_tree.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::test {
namespace {

std::uint64_t candidates_of_nearest(const std::vector<Aabb>& boxes) {
    StaticTree tree(StaticTreeDesc{});
    EXPECT_TRUE(tree.build(boxes));
    std::uint64_t candidates = 0;
    Hits hits;
    for (std::size_t i = 0; i < boxes.size(); i += 5) {
        EXPECT_TRUE(tree.nearest(predicates::center_of(boxes[i]), 10, std::numeric_limits<float>::infinity(), hits));
        candidates += hits.candidates();
    }
    return candidates;
}

TEST(NearestOfATree, TestAsFewWhereSizesFollowTheSpacing) {
    scenes::Generator random(8);
    const std::uint64_t usual = candidates_of_nearest(town(20'000, {0, 0}, 141, random));
    for (const float decades : {2.f, 3.f, 4.f, 5.f})
        EXPECT_LT(candidates_of_nearest(denser_inward(20'000, decades, random)), usual * 6 / 5) << decades;
}

} // namespace
} // namespace throng::test
