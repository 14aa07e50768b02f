// SPDX-License-Identifier: MIT
// A limit without a count of what is beyond it: the same rows as with the count, found among few candidates.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/uneven.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::test {
namespace {

struct Question {
    std::vector<Vec2> places;
    std::vector<float> radii;
    std::vector<Slot> own;
};

Question question(std::size_t count, float extent) {
    scenes::Generator random(count);
    Question q;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = random.uniform(0, extent);
        q.places.push_back({x, random.uniform(0, extent)});
        q.radii.push_back(random.uniform(0, extent));
        q.own.push_back(random.below(1000));
    }
    return q;
}

template <class Ask> void expect_same_rows(QueryOptions options, Ask&& ask) {
    Hits counted, uncounted;
    ASSERT_TRUE(ask(counted, options));
    options.count_found = false;
    ASSERT_TRUE(ask(uncounted, options));
    ASSERT_EQ(uncounted.size(), counted.size());
    for (std::size_t row = 0; row < counted.size(); ++row) {
        ASSERT_EQ(detail::reported(uncounted[row], uncounted.distances(row)),
                  detail::reported(counted[row], counted.distances(row)))
            << row;
        ASSERT_EQ(uncounted.found(row), uncounted[row].size());
    }
}

template <class Space> void expect_same_rows_of(const Space& space, float extent) {
    const std::vector<std::uint32_t> limits(64, 2);
    for (const std::size_t count : {1u, 3u, 64u}) {
        const Question q = question(count, extent);
        for (const Measure measure : {Measure::Box, Measure::Center}) {
            for (const bool distances : {false, true}) {
                QueryOptions options{
                    .exclude = q.own, .limit = 5, .measure = measure, .order = Order::Stable, .distances = distances};
                const auto common = [&](Hits& to, const QueryOptions& o) {
                    return space.within(DiscView(q.places, extent / 3), to, o, serial());
                };
                const auto each = [&](Hits& to, const QueryOptions& o) {
                    return space.within(DiscView(q.places, q.radii), to, o, serial());
                };
                const auto around = [&](Hits& to, const QueryOptions& o) {
                    return space.neighbors_of(q.own, extent / 3, to, o, serial());
                };
                expect_same_rows(options, common);
                expect_same_rows(options, each);
                expect_same_rows(options, around);
                options.order = Order::BySlot;
                expect_same_rows(options, common);
                options.limits = std::span(limits).first(count);
                expect_same_rows(options, each);
            }
        }
    }
}

class UncountedLimits : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, UncountedLimits, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(UncountedLimits, GiveTheSameRows) {
    scenes::Generator random(2);
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(town(3000, {0, 0}, 55, random)));
    expect_same_rows_of(*index, 55);
}

TEST_P(UncountedLimits, TestFewCandidatesOfLargeDiscs) {
    scenes::Generator random(3);
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(town(6000, {0, 0}, 77, random)));
    const Question q = question(50, 77);
    Hits hits;
    ASSERT_TRUE(index->within(DiscView(q.places, 1000), hits, {.limit = 3, .count_found = false}, serial()));
    EXPECT_LT(hits.candidates() / q.places.size(), 400u);
}

TEST(UncountedLimitsOfAWorld, GiveTheSameRowsInEveryStructure) {
    scenes::Generator random(4);
    World world(WorldDesc{});
    std::vector<Id> ids(2000);
    ASSERT_TRUE(world.spawn(town(ids.size(), {0, 0}, 55, random), Motion::Dynamic, ids));
    ASSERT_TRUE(world.spawn(town(ids.size(), {0, 0}, 55, random), Motion::Static, ids));
    ASSERT_TRUE(world.commit());
    expect_same_rows_of(world, 55);
}

} // namespace
} // namespace throng::test
