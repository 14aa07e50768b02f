// SPDX-License-Identifier: MIT
// Points outside all elements, near to them and far away: the nearest are found without a search of all.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/uneven.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t crowd_size = 4096;
constexpr float width = 64, no_limit = std::numeric_limits<float>::infinity();

// On a circle around the crowd, so that sides and corners are near to some of them.
std::vector<Vec2> points_around(std::size_t number, float distance) {
    scenes::Generator random(number);
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < number; ++i) {
        const Vec2 way = random.direction();
        points.push_back({width / 2 + distance * way.x, width / 2 + distance * way.y});
    }
    return points;
}

class FarQueries : public testing::TestWithParam<IndexKind> {
protected:
    void SetUp() override {
        scenes::Generator random(4);
        boxes = town(crowd_size, {0, 0}, width, random);
        ASSERT_TRUE(index->build(boxes));
    }

    std::vector<Aabb> boxes;
    const std::unique_ptr<AnyIndex> index = GetParam().open();
    Hits hits;
};
INSTANTIATE_TEST_SUITE_P(Each, FarQueries, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(FarQueries, FindTheNearest) {
    oracle::Content content;
    (void)content.build<Aabb>(boxes);
    Hosts hosts;
    for (const float distance : {width / 2, width, 10 * width, 1e4f, 1e7f, 1e12f, 1e18f, 1.9e19f, 1e25f, 3e38f}) {
        for (const std::size_t number : {std::size_t{1}, std::size_t{50}}) {
            const std::vector<Vec2> points = points_around(number, distance);
            for (const std::uint32_t k : {1u, 10u}) {
                for (const float reach : {no_limit, distance, 1.8446743e19f}) { // the last one's square is finite
                    const oracle::Answer expected = oracle::nearest(content, points, k, reach);
                    for (const Runner& runner : hosts.runners()) {
                        const ForcedIsa forced(runner.isa);
                        ASSERT_TRUE(index->nearest(points, k, reach, hits, {}, runner.executor));
                        ASSERT_TRUE(agrees(expected, hits))
                            << runner.name << ", " << number << " from " << distance << " within " << reach;
                    }
                }
            }
        }
    }
}

TEST_P(FarQueries, TestFewCandidates) {
    for (const float distance : {width, 5 * width, 100 * width}) {
        const std::vector<Vec2> points = points_around(100, distance);
        ASSERT_TRUE(index->nearest(points, 10, no_limit, hits, {}, serial()));
        EXPECT_LE(hits.candidates() / points.size(), 400u) << distance;
    }
}

// Floats tell no two of its units apart there, so that the whole near side of the crowd is about equally near.
TEST_P(FarQueries, TestThePartThatFloatsCannotTellApart) {
    const std::vector<Vec2> points = points_around(100, 1e5f * width);
    ASSERT_TRUE(index->nearest(points, 10, no_limit, hits, {}, serial()));
    EXPECT_LE(hits.candidates() / points.size(), crowd_size / 8);
}

} // namespace
} // namespace throng::test
