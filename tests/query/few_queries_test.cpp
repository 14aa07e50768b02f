// SPDX-License-Identifier: MIT
// Few queries, which an answer takes into the memory that it has, get the answer of a batch of many.
#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace throng {
namespace {

std::vector<Vec2> points_of_a_lattice() {
    std::vector<Vec2> points;
    for (int i = 0; i < 400; ++i) points.push_back({0.7f * static_cast<float>(i % 20), static_cast<float>(i / 20)});
    return points;
}

void expect_rows(const Hits& few, const Hits& all, std::size_t first, std::size_t count) {
    ASSERT_EQ(few.offsets().size(), count + 1);
    ASSERT_EQ(few.slots().size(), few.offsets().back());
    ASSERT_EQ(few.distances().empty(), all.distances().empty());
    EXPECT_EQ(few.offsets().front(), 0u);
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_TRUE(std::ranges::equal(few[i], all[first + i])) << "row " << first + i;
        if (all.distances().empty()) continue;
        const std::size_t begin = all.offsets()[first + i], size = all[first + i].size();
        EXPECT_TRUE(
            std::ranges::equal(few.distances().subspan(few.offsets()[i], size), all.distances().subspan(begin, size)));
    }
}

void expect_few_like_many(const Space& space, const std::vector<Vec2>& points) {
    Hits all, few; // `few` keeps its memory from call to call; at first it has none, later too little
    for (const float radius : {0.4f, 1.3f, 6.f}) {
        for (std::size_t count = 1; count <= 18; ++count) {
            const std::size_t first = 7 * count;
            const PointView some(std::span<const Vec2>(points).subspan(first, count));
            ASSERT_TRUE(space.within(DiscView(points, radius), all));
            ASSERT_TRUE(space.within(DiscView(some, radius), few));
            expect_rows(few, all, first, count);
            ASSERT_TRUE(space.nearest(points, 5, radius, all));
            ASSERT_TRUE(space.nearest(some, 5, radius, few));
            expect_rows(few, all, first, count);
        }
    }
}

TEST(FewQueries, HaveTheRowsOfMany) {
    const std::vector<Vec2> points = points_of_a_lattice();
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(BoxView::around(points, 0.1f)));
    expect_few_like_many(grid, points);
    World world{WorldDesc{}};
    std::vector<Id> ids(points.size());
    ASSERT_TRUE(world.spawn(BoxView::around(points, 0.1f), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    expect_few_like_many(world, points);
}

// An answer that is enlarged after all but a few of its queries goes on with these as with a part of the batch.
TEST(FewQueries, AreNotTheLastOfABatchWhoseAnswerIsEnlarged) {
    const std::vector<Vec2> points = points_of_a_lattice();
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(BoxView::around(points, 0.1f)));
    HierarchicalBitset most(points.size());
    for (Slot slot = 0; slot < points.size(); ++slot)
        if (slot % 8 != 0) most.set(slot);
    Hits roomy;
    ASSERT_TRUE(roomy.reserve(64, 1 << 16));
    const auto expect_same = [&](auto&& ask) {
        Hits grown; // without any memory
        ASSERT_TRUE(ask(roomy));
        ASSERT_TRUE(ask(grown));
        expect_rows(grown, roomy, 0, roomy.size());
        EXPECT_EQ(grown.candidates(), roomy.candidates());
    };
    for (std::size_t count = 3; count <= 40; ++count) {
        const std::span<const Vec2> some = std::span<const Vec2>(points).subspan(7 * count, count);
        for (const float radius : {1.3f, 3.f, 6.f, 8.f}) {
            SCOPED_TRACE(testing::Message() << count << " queries, radius " << radius);
            const DiscView discs(some, radius);
            expect_same([&](Hits& out) { return grid.within(discs, out); });
            expect_same([&](Hits& out) { return grid.within(discs, out, {.among = &most}); });
            expect_same([&](Hits& out) { return grid.within(discs, out, {.limit = 12}); });
            expect_same([&](Hits& out) { return grid.within(discs, out, {.among = &most, .limit = 12}); });
            expect_same([&](Hits& out) { return grid.nearest(some, 30, radius, out); });
            expect_same([&](Hits& out) { return grid.overlap(BoxView::around(some, radius), out); });
        }
    }
}

TEST(FewQueries, NameAFaultyOneAfterAGoodAnswer) {
    const std::vector<Vec2> points = points_of_a_lattice();
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(BoxView::around(points, 0.1f)));
    Hits hits;
    ASSERT_TRUE(grid.within(DiscView(points, 2.f), hits));
    const std::vector<Disc> discs = {{{1, 1}, 1.f}, {{1, 1}, -1.f}, {{2, 2}, 1.f}};
    const Status status = grid.within(DiscView::of(discs, &Disc::center, &Disc::radius), hits);
    EXPECT_EQ(status.first, 1u);
    ASSERT_EQ(hits.offsets().size(), 4u);
    EXPECT_TRUE(hits[1].empty());
    EXPECT_FALSE(hits[2].empty());
}

} // namespace
} // namespace throng
