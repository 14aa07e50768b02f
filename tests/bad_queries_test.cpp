// SPDX-License-Identifier: MIT
// Bad queries: a query at fault gets an empty row and is named, a call at fault gets an empty answer; the rest is answered.
#include "tests/support/compare.hpp"
#include "tests/support/oracle.hpp"

#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t beyond_slots = std::size_t{1} << 32;

constexpr Status faulty_item(Fault fault, Slot first, std::uint32_t count = 1) { return {fault, first, count}; }
constexpr Status failed_call(Fault fault) { return {fault, no_slot, 0}; }

using Slots = std::vector<Slot>;

Slots row(const Hits& hits, std::size_t i) {
    Slots slots(hits[i].begin(), hits[i].end());
    std::sort(slots.begin(), slots.end());
    return slots;
}

class BadQueries : public testing::Test {
protected:
    void SetUp() override {
        const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{2, 0}, {3, 1}}, {{4, 0}, {5, 1}}, {{6, 0}, {7, 1}}};
        ASSERT_TRUE(grid.build(boxes));
    }

    // Whatever was in the answer before, a failed call empties it.
    template <class Ask> void expect_failure(Fault fault, Ask&& ask) {
        ASSERT_TRUE(grid.neighbors(10, hits));
        ASSERT_EQ(hits.size(), 4u);
        EXPECT_TRUE(same_status(failed_call(fault), ask()));
        EXPECT_EQ(hits.size(), 0u);
        EXPECT_TRUE(hits.slots().empty());
    }
    template <class Ask> void expect_invalid(Ask&& ask) { expect_failure(Fault::InvalidArgument, ask); }

    RowGrid grid{RowGridDesc{}};
    Hits hits;
    const std::vector<Vec2> p = {{0.5f, 0.5f}, {2.5f, 0.5f}, {4.5f, 0.5f}};
    const std::vector<Vec2> right = {{1, 0}, {1, 0}, {1, 0}};
};

TEST_F(BadQueries, FaultyBoxesHaveEmptyRows) {
    const std::vector<Aabb> queries = {{{0, 0}, {3, 1}}, {{nan, 0}, {1, 1}}, {{0, 0}, {infinity, 1}}, {{1, 0}, {0, 1}}, {{4, 0}, {9, 1}}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 3), grid.overlap(queries, hits)));
    ASSERT_EQ(hits.size(), 5u);
    EXPECT_EQ(row(hits, 0), (Slots{0, 1}));
    for (const std::size_t faulty : {1u, 2u, 3u}) EXPECT_EQ(hits.found(faulty), 0u);
    EXPECT_EQ(row(hits, 4), (Slots{2, 3}));

    std::vector<std::uint32_t> counts(5, 77);
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 3), grid.count(queries, counts)));
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{2, 0, 0, 0, 2}));
}

TEST_F(BadQueries, FaultyDiscsHaveEmptyRows) {
    const std::vector<float> radii = {0.1f, -1, nan};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 1, 2), grid.within(DiscView(p, radii), hits)));
    EXPECT_EQ(row(hits, 0), Slots{0});
    EXPECT_TRUE(hits[1].empty() && hits[2].empty());

    const std::vector<Vec2> centers = {{nan, 0}, {2.5f, 0.5f}, {0, infinity}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 0, 2), grid.within(DiscView(centers, 0.1f), hits)));
    EXPECT_EQ(row(hits, 1), Slots{1});
    std::vector<std::uint32_t> counts(3, 77);
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 0, 2), grid.count(DiscView(centers, 0.1f), counts)));
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{0, 1, 0}));
}

TEST_F(BadQueries, FaultyPointsHaveEmptyRows) {
    const std::vector<Vec2> points = {{2.5f, 0}, {0, nan}, {6.5f, 0}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1), grid.nearest(points, 1, infinity, hits)));
    EXPECT_EQ(row(hits, 0), Slots{1});
    EXPECT_TRUE(hits[1].empty());
    EXPECT_EQ(row(hits, 2), Slots{3});
}

TEST_F(BadQueries, FaultyRaysHaveEmptyRows) {
    const std::vector<Vec2> origins = {{-1, 0.5f}, {-1, 0.5f}, {-1, 0.5f}, {nan, 0}, {-1, 0.5f}};
    const std::vector<Vec2> directions = {{1, 0}, {0, -0.0f}, {infinity, 0}, {1, 0}, {0, nan}};
    EXPECT_TRUE(
        same_status({Fault::InvalidArgument | Fault::InvalidBounds, 1, 4}, grid.along(RayView(origins, directions, infinity), hits)));
    EXPECT_EQ(row(hits, 0), (Slots{0, 1, 2, 3}));
    for (const std::size_t faulty : {1u, 2u, 3u, 4u}) EXPECT_TRUE(hits[faulty].empty());

    const std::vector<float> max_ts = {1, -1, nan};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 1, 2), grid.cast(RayView(p, right, std::span<const float>(max_ts)), hits)));
    EXPECT_EQ(row(hits, 0), Slots{0});
}

TEST_F(BadQueries, CommonNumbersOutOfRangeFailTheWholeCall) {
    for (const float bad : {-1.0f, nan, -infinity}) {
        expect_invalid([&] { return grid.within(DiscView(p, bad), hits); });
        expect_invalid([&] { return grid.nearest(p, 1, bad, hits); });
        expect_invalid([&] { return grid.neighbors(bad, hits); });
        expect_invalid([&] { return grid.neighbors_of(Slots{0, 1}, bad, hits); });
        expect_invalid([&] { return grid.cast(RayView(p, right, bad), hits); });
        RayView swept(p, right, 1.0f);
        swept.half_extent = bad;
        expect_invalid([&] { return grid.along(swept, hits); });
    }
}

TEST_F(BadQueries, InfinityIsNoLimit) {
    EXPECT_TRUE(grid.within(DiscView(p, infinity), hits));
    EXPECT_EQ(hits.slots().size(), 12u);
    EXPECT_TRUE(grid.nearest(p, 100, infinity, hits));
    EXPECT_EQ(hits.slots().size(), 12u);
    EXPECT_TRUE(grid.neighbors(infinity, hits));
    EXPECT_EQ(hits.slots().size(), 12u);
    EXPECT_TRUE(grid.along(RayView(p, right, infinity), hits));
    EXPECT_EQ(hits.slots().size(), 9u);
}

TEST_F(BadQueries, WrongLengthsFailTheWholeCall) {
    const std::vector<float> two = {1, 1};
    std::vector<std::uint32_t> counts(2);
    expect_invalid([&] { return grid.within(DiscView(p, std::span<const float>(two)), hits); });
    expect_invalid([&] { return grid.cast(RayView(p, right, std::span<const float>(two)), hits); });
    expect_invalid([&] { return grid.along(RayView(p, PointView(right).slice(0, 2), 1.0f), hits); });
    expect_invalid([&] { return grid.overlap(BoxView(p, PointView(p).slice(0, 2)), hits); });
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.count(BoxView(p, p), counts)));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.count(DiscView(p, 1.0f), counts)));
}

TEST_F(BadQueries, NullDataOrCrookedStridesFailTheWholeCall) {
    const PointView null_x(nullptr, &p[0].y, 3, sizeof(Vec2));
    const PointView crooked(&p[0].x, &p[0].y, 3, 7);
    for (const PointView& bad : {null_x, crooked}) {
        expect_invalid([&] { return grid.overlap(BoxView(p, bad), hits); });
        expect_invalid([&] { return grid.within(DiscView(bad, 1.0f), hits); });
        expect_invalid([&] { return grid.nearest(bad, 1, 1, hits); });
        expect_invalid([&] { return grid.cast(RayView(bad, right, 1.0f), hits); });
        expect_invalid([&] { return grid.along(RayView(p, bad, 1.0f), hits); });
    }
}

TEST_F(BadQueries, OptionsThatDoNotApplyFailTheWholeCall) {
    const std::vector<std::uint32_t> masks(3, ~0u);
    const Slots two = {0, 1};
    for (const QueryOptions& bad : {QueryOptions{.mask = 1}, QueryOptions{.masks = masks}, QueryOptions{.exclude = two}}) {
        expect_invalid([&] { return grid.overlap(BoxView(p, p), hits, bad); });
        expect_invalid([&] { return grid.within(DiscView(p, 1.0f), hits, bad); });
        expect_invalid([&] { return grid.nearest(p, 1, 1, hits, bad); });
        expect_invalid([&] { return grid.cast(RayView(p, right, 1.0f), hits, bad); });
        expect_invalid([&] { return grid.along(RayView(p, right, 1.0f), hits, bad); });
        expect_invalid([&] { return grid.neighbors(1, hits, bad); });
        expect_invalid([&] { return grid.neighbors_of(Slots{0, 1, 2}, 1, hits, bad); });
        std::vector<std::uint32_t> counts(3);
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.count(BoxView(p, p), counts, bad)));
    }
    Pairs pairs;
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.pairs(pairs, {.mask = 1})));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.pairs(pairs, {.collides_with = masks})));
    EXPECT_EQ(pairs.size(), 0u);
}

TEST_F(BadQueries, MoreThanSlotsCanNameAreOutOfCapacity) {
    const Vec2 one{0.5f, 0.5f};
    const PointView endless(&one.x, &one.y, beyond_slots, 0);
    expect_failure(Fault::OutOfCapacity, [&] { return grid.overlap(BoxView(endless, endless), hits); });
    expect_failure(Fault::OutOfCapacity, [&] { return grid.within(DiscView(endless, 1.0f), hits); });
    expect_failure(Fault::OutOfCapacity, [&] { return grid.nearest(endless, 1, 1, hits); });
    expect_failure(Fault::OutOfCapacity, [&] { return grid.cast(RayView(endless, endless, 1.0f), hits); });
    EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), hits.reserve(beyond_slots, 1)));
    EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), hits.reserve(1, beyond_slots)));
}

TEST_F(BadQueries, AbsentSlotsHaveNoNeighbors) {
    ASSERT_TRUE(grid.erase(Slots{1}));
    EXPECT_TRUE(grid.neighbors(2.5f, hits));
    ASSERT_EQ(hits.size(), 4u);
    EXPECT_TRUE(hits[1].empty());
    EXPECT_EQ(row(hits, 3), Slots{2});

    EXPECT_TRUE(grid.neighbors_of(Slots{1, 3, 99, no_slot, 3}, 2.5f, hits));
    ASSERT_EQ(hits.size(), 5u);
    for (const std::size_t absent : {0u, 2u, 3u}) EXPECT_TRUE(hits[absent].empty());
    EXPECT_EQ(row(hits, 1), Slots{2});
    EXPECT_EQ(row(hits, 4), Slots{2});
}

TEST_F(BadQueries, NothingAskedIsNothingAnswered) {
    EXPECT_TRUE(grid.overlap(BoxView(), hits));
    EXPECT_EQ(hits.size(), 0u);
    EXPECT_TRUE(grid.neighbors_of({}, 1, hits));
    EXPECT_EQ(hits.size(), 0u);
    EXPECT_TRUE(grid.nearest(p, 0, 1, hits));
    ASSERT_EQ(hits.size(), 3u);
    EXPECT_TRUE(hits.slots().empty());
}

TEST_F(BadQueries, RowsBeyondAnAnswerAreEmpty) {
    ASSERT_TRUE(grid.neighbors(10, hits, {.distances = true}));
    EXPECT_TRUE(hits[4].empty());
    EXPECT_TRUE(hits.distances(4).empty());
    EXPECT_EQ(hits.found(4), 0u);
}

} // namespace
} // namespace throng::test
