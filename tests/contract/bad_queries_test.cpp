// SPDX-License-Identifier: MIT
// Bad queries: a query at fault gets an empty row and is named, a call at fault gets an empty answer; the rest is
// answered.
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using Slots = std::vector<Slot>;

Slots row(const Hits& hits, std::size_t i) {
    Slots slots(hits[i].begin(), hits[i].end());
    std::sort(slots.begin(), slots.end());
    return slots;
}

class BadQueries : public testing::TestWithParam<IndexKind> {
protected:
    void SetUp() override {
        const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{2, 0}, {3, 1}}, {{4, 0}, {5, 1}}, {{6, 0}, {7, 1}}};
        ASSERT_TRUE(index->build(boxes));
    }

    // Whatever was in the answer before, a failed call empties it.
    template <class Ask> void expect_failure(Fault fault, Ask&& ask) {
        ASSERT_TRUE(index->neighbors(10, hits));
        ASSERT_EQ(hits.size(), 4u);
        EXPECT_TRUE(same_status(failed_call(fault), ask()));
        EXPECT_EQ(hits.size(), 0u);
        EXPECT_TRUE(hits.slots().empty());
    }
    template <class Ask> void expect_invalid(Ask&& ask) { expect_failure(Fault::InvalidArgument, ask); }

    const std::unique_ptr<AnyIndex> index = GetParam().open();
    Hits hits;
    const std::vector<Vec2> p = {{0.5f, 0.5f}, {2.5f, 0.5f}, {4.5f, 0.5f}};
    const std::vector<Vec2> right = {{1, 0}, {1, 0}, {1, 0}};
};

INSTANTIATE_TEST_SUITE_P(Each, BadQueries, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(BadQueries, FaultyBoxesHaveEmptyRows) {
    const std::vector<Aabb> queries = {
        {{0, 0}, {3, 1}}, {{nan, 0}, {1, 1}}, {{0, 0}, {infinity, 1}}, {{1, 0}, {0, 1}}, {{4, 0}, {9, 1}}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 3), index->overlap(queries, hits)));
    ASSERT_EQ(hits.size(), 5u);
    EXPECT_EQ(row(hits, 0), (Slots{0, 1}));
    for (const std::size_t faulty : {1u, 2u, 3u}) EXPECT_EQ(hits.found(faulty), 0u);
    EXPECT_EQ(row(hits, 4), (Slots{2, 3}));

    std::vector<std::uint32_t> counts(5, 77);
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 3), index->count(queries, counts)));
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{2, 0, 0, 0, 2}));
}

TEST_P(BadQueries, FaultyDiscsHaveEmptyRows) {
    const std::vector<float> radii = {0.1f, -1, nan};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 1, 2), index->within(DiscView(p, radii), hits)));
    EXPECT_EQ(row(hits, 0), Slots{0});
    EXPECT_TRUE(hits[1].empty() && hits[2].empty());

    const std::vector<Vec2> centers = {{nan, 0}, {2.5f, 0.5f}, {0, infinity}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 0, 2), index->within(DiscView(centers, 0.1f), hits)));
    EXPECT_EQ(row(hits, 1), Slots{1});
    std::vector<std::uint32_t> counts(3, 77);
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 0, 2), index->count(DiscView(centers, 0.1f), counts)));
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{0, 1, 0}));
}

TEST_P(BadQueries, FaultyPointsHaveEmptyRows) {
    const std::vector<Vec2> points = {{2.5f, 0}, {0, nan}, {6.5f, 0}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1), index->nearest(points, 1, infinity, hits)));
    EXPECT_EQ(row(hits, 0), Slots{1});
    EXPECT_TRUE(hits[1].empty());
    EXPECT_EQ(row(hits, 2), Slots{3});
}

TEST_P(BadQueries, FaultyRaysHaveEmptyRows) {
    const std::vector<Vec2> origins = {{-1, 0.5f}, {-1, 0.5f}, {-1, 0.5f}, {nan, 0}, {-1, 0.5f}};
    const std::vector<Vec2> directions = {{1, 0}, {0, -0.0f}, {infinity, 0}, {1, 0}, {0, nan}};
    EXPECT_TRUE(same_status({Fault::InvalidArgument | Fault::InvalidBounds, 1, 4},
                            index->along(RayView(origins, directions, infinity), hits)));
    EXPECT_EQ(row(hits, 0), (Slots{0, 1, 2, 3}));
    for (const std::size_t faulty : {1u, 2u, 3u, 4u}) EXPECT_TRUE(hits[faulty].empty());

    const std::vector<float> max_ts = {1, -1, nan};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 1, 2),
                            index->cast(RayView(p, right, std::span<const float>(max_ts)), hits)));
    EXPECT_EQ(row(hits, 0), Slots{0});
}

TEST_P(BadQueries, CommonNumbersOutOfRangeFailTheWholeCall) {
    for (const float bad : {-1.0f, nan, -infinity}) {
        expect_invalid([&] { return index->within(DiscView(p, bad), hits); });
        expect_invalid([&] { return index->nearest(p, 1, bad, hits); });
        expect_invalid([&] { return index->neighbors(bad, hits); });
        expect_invalid([&] { return index->neighbors_of(Slots{0, 1}, bad, hits); });
        expect_invalid([&] { return index->cast(RayView(p, right, bad), hits); });
        RayView swept(p, right, 1.0f);
        swept.half_extent = bad;
        expect_invalid([&] { return index->along(swept, hits); });
    }
}

TEST_P(BadQueries, InfinityIsNoLimit) {
    EXPECT_TRUE(index->within(DiscView(p, infinity), hits));
    EXPECT_EQ(hits.slots().size(), 12u);
    EXPECT_TRUE(index->nearest(p, 100, infinity, hits));
    EXPECT_EQ(hits.slots().size(), 12u);
    EXPECT_TRUE(index->neighbors(infinity, hits));
    EXPECT_EQ(hits.slots().size(), 12u);
    EXPECT_TRUE(index->along(RayView(p, right, infinity), hits));
    EXPECT_EQ(hits.slots().size(), 9u);
}

TEST_P(BadQueries, WrongLengthsFailTheWholeCall) {
    const std::vector<float> two = {1, 1};
    std::vector<std::uint32_t> counts(2);
    expect_invalid([&] { return index->within(DiscView(p, std::span<const float>(two)), hits); });
    expect_invalid([&] { return index->cast(RayView(p, right, std::span<const float>(two)), hits); });
    expect_invalid([&] { return index->along(RayView(p, PointView(right).slice(0, 2), 1.0f), hits); });
    expect_invalid([&] { return index->overlap(BoxView(p, PointView(p).slice(0, 2)), hits); });
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->count(BoxView(p, p), counts)));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->count(DiscView(p, 1.0f), counts)));
}

TEST_P(BadQueries, NullDataOrCrookedStridesFailTheWholeCall) {
    const PointView null_x(nullptr, &p[0].y, 3, sizeof(Vec2));
    const PointView crooked(&p[0].x, &p[0].y, 3, 7);
    for (const PointView& bad : {null_x, crooked}) {
        expect_invalid([&] { return index->overlap(BoxView(p, bad), hits); });
        expect_invalid([&] { return index->within(DiscView(bad, 1.0f), hits); });
        expect_invalid([&] { return index->nearest(bad, 1, 1, hits); });
        expect_invalid([&] { return index->cast(RayView(bad, right, 1.0f), hits); });
        expect_invalid([&] { return index->along(RayView(p, bad, 1.0f), hits); });
    }
}

TEST_P(BadQueries, OptionsThatDoNotApplyFailTheWholeCall) {
    const std::vector<std::uint32_t> masks(3, ~0u);
    const Slots two = {0, 1};
    for (const QueryOptions& bad :
         {QueryOptions{.mask = 1}, QueryOptions{.masks = masks}, QueryOptions{.exclude = two}}) {
        expect_invalid([&] { return index->overlap(BoxView(p, p), hits, bad); });
        expect_invalid([&] { return index->within(DiscView(p, 1.0f), hits, bad); });
        expect_invalid([&] { return index->nearest(p, 1, 1, hits, bad); });
        expect_invalid([&] { return index->cast(RayView(p, right, 1.0f), hits, bad); });
        expect_invalid([&] { return index->along(RayView(p, right, 1.0f), hits, bad); });
        expect_invalid([&] { return index->neighbors(1, hits, bad); });
        expect_invalid([&] { return index->neighbors_of(Slots{0, 1, 2}, 1, hits, bad); });
        std::vector<std::uint32_t> counts(3);
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->count(BoxView(p, p), counts, bad)));
    }
    Pairs pairs;
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->pairs(pairs, {.mask = 1})));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->pairs(pairs, {.collides_with = masks})));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->pairs(pairs, {.static_static = true})));
    EXPECT_EQ(pairs.size(), 0u);
}

TEST_P(BadQueries, UnknownValuesOfEnumsFailTheWholeCall) {
    for (const QueryOptions& bad : {QueryOptions{.order = Order(2)}, QueryOptions{.order = Order(255)},
                                    QueryOptions{.measure = Measure(2)}, QueryOptions{.measure = Measure(255)}}) {
        expect_invalid([&] { return index->overlap(BoxView(p, p), hits, bad); });
        expect_invalid([&] { return index->within(DiscView(p, 1.0f), hits, bad); });
        expect_invalid([&] { return index->nearest(p, 1, 1, hits, bad); });
        expect_invalid([&] { return index->cast(RayView(p, right, 1.0f), hits, bad); });
        expect_invalid([&] { return index->along(RayView(p, right, 1.0f), hits, bad); });
        expect_invalid([&] { return index->neighbors(1, hits, bad); });
        expect_invalid([&] { return index->neighbors_of(Slots{0, 1, 2}, 1, hits, bad); });
        std::vector<std::uint32_t> counts(3, 7);
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->count(BoxView(p, p), counts, bad)));
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->count(DiscView(p, 1.0f), counts, bad)));
        EXPECT_EQ(counts, std::vector<std::uint32_t>(3, 7));
    }
    Pairs pairs;
    for (const Order bad : {Order(2), Order(255)})
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->pairs(pairs, {.order = bad})));
}

TEST_P(BadQueries, MoreThanSlotsCanNameAreOutOfCapacity) {
    const Vec2 one{0.5f, 0.5f};
    const PointView endless(&one.x, &one.y, beyond_slots, 0);
    expect_failure(Fault::OutOfCapacity, [&] { return index->overlap(BoxView(endless, endless), hits); });
    expect_failure(Fault::OutOfCapacity, [&] { return index->within(DiscView(endless, 1.0f), hits); });
    expect_failure(Fault::OutOfCapacity, [&] { return index->nearest(endless, 1, 1, hits); });
    expect_failure(Fault::OutOfCapacity, [&] { return index->cast(RayView(endless, endless, 1.0f), hits); });
    EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), hits.reserve(beyond_slots, 1)));
    EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), hits.reserve(1, beyond_slots)));
}

TEST_P(BadQueries, AbsentSlotsHaveNoNeighbors) {
    const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{nan, 0}, {3, 1}}, {{4, 0}, {5, 1}}, {{6, 0}, {7, 1}}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1), index->build(boxes)));
    EXPECT_TRUE(index->neighbors(2.5f, hits));
    ASSERT_EQ(hits.size(), 4u);
    EXPECT_TRUE(hits[1].empty());
    EXPECT_EQ(row(hits, 3), Slots{2});

    EXPECT_TRUE(index->neighbors_of(Slots{1, 3, 99, no_slot, 3}, 2.5f, hits));
    ASSERT_EQ(hits.size(), 5u);
    for (const std::size_t absent : {0u, 2u, 3u}) EXPECT_TRUE(hits[absent].empty());
    EXPECT_EQ(row(hits, 1), Slots{2});
    EXPECT_EQ(row(hits, 4), Slots{2});
}

TEST_P(BadQueries, NothingAskedIsNothingAnswered) {
    EXPECT_TRUE(index->overlap(BoxView(), hits));
    EXPECT_EQ(hits.size(), 0u);
    EXPECT_TRUE(index->neighbors_of({}, 1, hits));
    EXPECT_EQ(hits.size(), 0u);
    EXPECT_TRUE(index->nearest(p, 0, 1, hits));
    ASSERT_EQ(hits.size(), 3u);
    EXPECT_TRUE(hits.slots().empty());
}

TEST_P(BadQueries, RowsBeyondAnAnswerAreEmpty) {
    ASSERT_TRUE(index->neighbors(10, hits, {.distances = true}));
    EXPECT_TRUE(hits[4].empty());
    EXPECT_TRUE(hits.distances(4).empty());
    EXPECT_EQ(hits.found(4), 0u);
}

} // namespace
} // namespace throng::test
