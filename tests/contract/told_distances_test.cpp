// SPDX-License-Identifier: MIT
// A reported distance is a rounded root: the radius that reaches it is the next larger float, for every query that
// takes a distance.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using predicates::radius_reaching;

class ToldDistances : public testing::TestWithParam<IndexKind> {
protected:
    // Places in a square of this side.
    void settle(float side) {
        scenes::Generator random{17};
        places.clear();
        for (int i = 0; i < 40; ++i) {
            const float x = side * random.uniform(-1, 1), y = side * random.uniform(-1, 1);
            places.push_back({x, y});
        }
        ASSERT_TRUE(index->build(BoxView(places, places)));
    }
    bool holds(std::size_t row, Slot slot) const {
        return std::find(hits[row].begin(), hits[row].end(), slot) != hits[row].end();
    }

    const std::unique_ptr<AnyIndex> index = GetParam().open();
    std::vector<Vec2> places;
    Hits told, hits;
    int missed = 0; // by the told distance itself
};

INSTANTIATE_TEST_SUITE_P(Each, ToldDistances, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(ToldDistances, AreReachedByTheNextLargerFloat) {
    for (int exponent = -149; exponent <= 127; exponent += 6) {
        settle(std::ldexp(1.f, exponent));
        ASSERT_TRUE(index->neighbors(std::numeric_limits<float>::infinity(), told, {.distances = true}));
        for (Slot from = 0; from < places.size(); from += 7) {
            ASSERT_EQ(told[from].size(), places.size() - 1);
            for (std::size_t n = 0; n < told[from].size(); n += 3) {
                const Slot to = told[from][n];
                const float distance = told.distances(from)[n], radius = radius_reaching(distance);

                ASSERT_TRUE(index->within(Disc{places[from], radius}, hits));
                EXPECT_TRUE(holds(0, to)) << distance;
                ASSERT_TRUE(index->nearest(places[from], 100, radius, hits));
                EXPECT_TRUE(holds(0, to)) << distance;
                ASSERT_TRUE(index->neighbors_of(std::span(&from, 1), radius, hits));
                EXPECT_TRUE(holds(0, to)) << distance;

                ASSERT_TRUE(index->within(Disc{places[from], distance}, hits));
                missed += holds(0, to) ? 0 : 1;
            }
        }
    }
    EXPECT_GT(missed, 100) << "this would pass without the next larger float";
}

TEST_P(ToldDistances, OfRaysAreReachedByThemselves) {
    settle(50);
    for (const Vec2 to : places) {
        const Ray ray{{-60, 3}, {to.x + 60, to.y - 3}, std::numeric_limits<float>::infinity()};
        ASSERT_TRUE(index->along(ray, told));
        for (std::size_t n = 0; n < told[0].size(); ++n) {
            ASSERT_TRUE(index->along(Ray{ray.origin, ray.direction, told.distances(0)[n]}, hits));
            EXPECT_TRUE(holds(0, told[0][n]));
        }
    }
}

} // namespace
} // namespace throng::test
