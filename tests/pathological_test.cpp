// SPDX-License-Identifier: MIT
// Pathological content is normal content: a hundred thousand elements where nobody would put them, exact and in bounded memory.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/counting_memory.hpp"
#include "tests/support/oracle.hpp"

#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t many = 100'000;
constexpr float infinity = std::numeric_limits<float>::infinity();
using Slots = std::vector<Slot>;

constexpr std::size_t megabytes(std::size_t n) { return n << 20; }

std::vector<Vec2> spread(std::size_t count, Vec2 low, Vec2 high) {
    throng_scenes::Generator random(99);
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = random.uniform(low.x, high.x);
        points.push_back({x, random.uniform(low.y, high.y)});
    }
    return points;
}

// A few of each query of `grid` against brute force.
void expect_exact(const RowGrid& grid, const oracle::Content& content, const std::vector<Vec2>& at, float size) {
    std::vector<Aabb> boxes;
    std::vector<Ray> rays;
    for (const Vec2 p : at) {
        boxes.push_back(oracle::around(p, {size, size}));
        rays.push_back({p, {size, -size}, 3});
    }
    const std::vector<float> radii(at.size(), size);
    Hits hits;
    const QueryOptions by_slot{.order = Order::BySlot};
    ASSERT_TRUE(grid.overlap(boxes, hits, by_slot));
    ASSERT_TRUE(agrees(oracle::overlap(content, boxes, by_slot), hits));
    ASSERT_TRUE(grid.within(DiscView(at, size), hits, by_slot));
    ASSERT_TRUE(agrees(oracle::within(content, at, radii, by_slot), hits));
    ASSERT_TRUE(grid.nearest(at, 10, infinity, hits));
    ASSERT_TRUE(agrees(oracle::nearest(content, at, 10, infinity), hits));
    for (const Ray& ray : rays) {
        const std::vector<Ray> one = {ray};
        ASSERT_TRUE(grid.cast(ray, hits));
        ASSERT_TRUE(agrees(oracle::cast(content, one, 0), hits));
    }
}

TEST(Pathological, EverybodyOnOneSpotIsCounted) {
    const Aabb box{{7, 7}, {8, 8}};
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(BoxView(PointView(&box.min.x, &box.min.y, many, 0), PointView(&box.max.x, &box.max.y, many, 0))));

    std::vector<std::uint32_t> counts(3);
    const std::vector<Aabb> queries = {{{8, 8}, {9, 9}}, {{0, 0}, {20, 20}}, {{8.001f, 7}, {9, 9}}};
    ASSERT_TRUE(grid.count(queries, counts));
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{many, many, 0}));

    Hits hits;
    ASSERT_TRUE(grid.nearest(Vec2{7.5f, 7.5f}, 5, 1, hits));
    EXPECT_EQ(Slots(hits[0].begin(), hits[0].end()), (Slots{0, 1, 2, 3, 4}));
    ASSERT_TRUE(grid.cast(Ray{{0, 7.5f}, {1, 0}, infinity}, hits));
    EXPECT_EQ(Slots(hits[0].begin(), hits[0].end()), Slots{0});
    ASSERT_TRUE(grid.neighbors_of(Slots{17, 99'999}, 0, hits, {.limit = 3}));
    EXPECT_EQ(hits.found(0), many - 1);
    EXPECT_EQ(Slots(hits[1].begin(), hits[1].end()), (Slots{0, 1, 2}));
}

TEST(Pathological, EverybodyOnOneSpotCanLeaveAndComeBack) {
    const std::vector<Vec2> spot(many, Vec2{-3, 4});
    const std::vector<Vec2> wide = spread(many, {-500, -500}, {500, 500});
    RowGrid grid{RowGridDesc{}};
    for (const std::vector<Vec2>* now : {&spot, &wide, &spot, &wide}) {
        ASSERT_TRUE(grid.size() == 0 ? grid.build(PointView(*now)) : grid.update(PointView(*now)));
        ASSERT_TRUE(grid.validate());
        std::uint32_t at_the_spot = 0;
        ASSERT_TRUE(grid.count(Aabb{{-3, 4}, {-3, 4}}, std::span<std::uint32_t>(&at_the_spot, 1)));
        EXPECT_EQ(at_the_spot, now == &spot ? many : 0u);
    }
}

TEST(Pathological, AllPairsOfAHotSpotAreFound) {
    constexpr std::size_t crowded = 2000;
    const std::vector<Vec2> spot(crowded, Vec2{1, 1});
    RowGrid grid{RowGridDesc{.max_half_extent = 0.5f}};
    ASSERT_TRUE(grid.build(PointView(spot)));
    Pairs pairs;
    ASSERT_TRUE(grid.pairs(pairs, {.order = Order::BySlot}));
    ASSERT_EQ(pairs.size(), crowded * (crowded - 1) / 2);
    std::size_t at = 0;
    for (Slot a = 0; a < crowded; ++a) {
        for (Slot b = a + 1; b < crowded; ++b, ++at) ASSERT_TRUE(pairs.view()[at].a == a && pairs.view()[at].b == b);
    }
}

TEST(Pathological, AnAnswerTooLargeToHoldIsOutOfMemory) {
    const std::vector<Vec2> spot(many, Vec2{1, 1});
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(PointView(spot)));

    CountingMemory memory;
    memory.limit(megabytes(128));
    Hits hits(memory.memory());
    Pairs pairs(memory.memory());
    for (const Executor executor : {serial(), Executor{}}) {
        EXPECT_TRUE(same_status({Fault::OutOfMemory, no_slot, 0}, grid.neighbors(1, hits, {}, executor)));
        EXPECT_EQ(hits.size(), 0u);
        EXPECT_TRUE(same_status({Fault::OutOfMemory, no_slot, 0}, grid.pairs(pairs, {}, executor)));
        EXPECT_EQ(pairs.size(), 0u);
    }
    hits = Hits(memory.memory());
    ASSERT_TRUE(grid.neighbors_of(Slots{1, 2, 3}, 1, hits)) << "a smaller question fits";
    EXPECT_EQ(hits.slots().size(), 3 * (many - 1));
}

TEST(Pathological, VeryManyQueriesAreCounted) {
    const std::vector<Vec2> points = spread(500, {0, 0}, {22, 22});
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(PointView(points)));
    const std::vector<Vec2> queries = spread(300'000, {0, 0}, {22, 22});
    std::vector<std::uint32_t> counts(queries.size());
    Hits hits;
    ASSERT_TRUE(grid.count(DiscView(queries, 0.5f), counts));
    ASSERT_TRUE(grid.within(DiscView(queries, 0.5f), hits));
    for (std::size_t i = 0; i < counts.size(); ++i) ASSERT_EQ(counts[i], hits.found(i)) << "query " << i;
}

// Memory follows what is occupied, never the cells: 1e9 of them here.
TEST(Pathological, ASparseWorldOfABillionCellsStaysSmall) {
    CountingMemory memory;
    const float side = 31'623;
    const std::vector<Vec2> points = spread(many, {0, 0}, {side, side});
    RowGrid grid{RowGridDesc{.bounds = {{0, 0}, {side, side}}, .cell_size = 1, .memory = memory.memory()}};
    ASSERT_TRUE(grid.build(BoxView::around(points, 0.5f)));
    ASSERT_TRUE(grid.update(BoxView::around(points, 0.5f)));
    EXPECT_LT(grid.bytes(), megabytes(64));
    EXPECT_LT(memory.live_bytes(), megabytes(64));
    EXPECT_NEAR(static_cast<double>(grid.bytes()), static_cast<double>(memory.live_bytes()), 65536);
    EXPECT_EQ(grid.view().cell_size, 1);

    oracle::Content content;
    std::vector<Aabb> boxes;
    for (const Vec2 p : points) boxes.push_back(oracle::around(p, {0.5f, 0.5f}));
    ASSERT_TRUE(content.build(std::span<const Aabb>(boxes)));
    expect_exact(grid, content, {points[5], {100, 100}, {side, 0}}, 200);
}

TEST(Pathological, EverybodyInOneRowOrColumn) {
    for (const bool column : {false, true}) {
        SCOPED_TRACE(column ? "column" : "row");
        std::vector<Vec2> points = spread(many, {-50'000, 3}, {50'000, 3.5f});
        if (column) {
            for (Vec2& p : points) std::swap(p.x, p.y);
        }
        RowGrid grid{RowGridDesc{}};
        ASSERT_TRUE(grid.build(PointView(points)));
        EXPECT_LT(grid.bytes(), megabytes(64));
        oracle::Content content;
        ASSERT_TRUE(content.build(std::span<const Vec2>(points)));
        expect_exact(grid, content, {points[0], {0, 0}, {1e6f, 3}}, 20);
    }
}

TEST(Pathological, OneIsAsLargeAsTheWorld) {
    const std::vector<Vec2> points = spread(many, {0, 0}, {316, 316});
    std::vector<Aabb> boxes;
    for (const Vec2 p : points) boxes.push_back(oracle::around(p, {0.25f, 0.25f}));
    boxes[777] = {{-1000, -1000}, {1000, 1000}};
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(boxes));
    oracle::Content content;
    ASSERT_TRUE(content.build(std::span<const Aabb>(boxes)));
    expect_exact(grid, content, {points[1], points[2], {900, 900}, {5000, 5000}}, 2);

    Pairs pairs;
    ASSERT_TRUE(grid.pairs(pairs));
    const auto of_the_giant =
        std::count_if(pairs.view().begin(), pairs.view().end(), [](const Pair& p) { return p.a == 777 || p.b == 777; });
    EXPECT_EQ(static_cast<std::size_t>(of_the_giant), many - 1);
}

TEST(Pathological, OneIsAMillionWorldSizesAway) {
    std::vector<Vec2> points = spread(many, {0, 0}, {316, 316});
    points[50] = {3e8f, -3e8f};
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(PointView(points)));
    EXPECT_LT(grid.bytes(), megabytes(64));
    oracle::Content content;
    ASSERT_TRUE(content.build(std::span<const Vec2>(points)));
    expect_exact(grid, content, {points[1], {2e8f, -2e8f}, points[50]}, 3);

    Hits hits;
    ASSERT_TRUE(grid.neighbors_of(Slots{1, 50}, 2, hits));
    EXPECT_LT(hits.candidates(), many / 2) << "one outlier must not make every search a search of everybody";
}

// Cells far too small or too large for the world: more memory than rows of a sane number is never taken.
TEST(Pathological, AbsurdCellSizesAreSurvived) {
    const std::vector<Vec2> points = spread(1000, {-30, -30}, {30, 30});
    oracle::Content content;
    ASSERT_TRUE(content.build(std::span<const Vec2>(points)));
    for (const float cell : {1e-38f, 1e-10f, 1e10f, 3e38f}) {
        for (const Aabb bounds :
             {Aabb{}, Aabb{{-30, -30}, {30, 30}}, Aabb{{-1e30f, -1e30f}, {1e30f, 1e30f}}, Aabb{{0, 0}, {1e-30f, 1e-30f}}}) {
            SCOPED_TRACE(testing::Message() << "cells of " << cell << ", bounds to " << bounds.max.x);
            CountingMemory memory;
            memory.limit(megabytes(64));
            RowGrid grid{RowGridDesc{.bounds = bounds, .cell_size = cell, .memory = memory.memory()}};
            ASSERT_TRUE(grid.build(PointView(points)));
            ASSERT_TRUE(grid.update(PointView(points)));
            expect_exact(grid, content, {points[0], points[1], {0, 0}, {100, 0}}, 3);
        }
    }
}

} // namespace
} // namespace throng::test
