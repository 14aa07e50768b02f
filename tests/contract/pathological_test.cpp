// SPDX-License-Identifier: MIT
// Pathological content is normal content: a hundred thousand elements in absurd places, with exact answers and in
// bounded memory.
#include "support/counting_memory.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/pathological.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

// Points go to an index that takes such, and as boxes without extent to the others.
class Pathological : public testing::TestWithParam<IndexKind> {
protected:
    static Status build(AnyIndex& index, const std::vector<Vec2>& points) {
        return GetParam().points ? index.build(PointView(points)) : index.build(BoxView(points, points));
    }
    static Status update(AnyIndex& index, const std::vector<Vec2>& points) {
        return GetParam().points ? index.update(PointView(points)) : index.update(BoxView(points, points));
    }

    const IndexKind kind = GetParam();
};
INSTANTIATE_TEST_SUITE_P(Each, Pathological, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(Pathological, AllElementsOnOneSpotAreCounted) {
    const Aabb box{{7, 7}, {8, 8}};
    const auto index = kind.open();
    ASSERT_TRUE(
        index->build(BoxView(PointView(&box.min.x, &box.min.y, many, 0), PointView(&box.max.x, &box.max.y, many, 0))));

    std::vector<std::uint32_t> counts(3);
    const std::vector<Aabb> queries = {{{8, 8}, {9, 9}}, {{0, 0}, {20, 20}}, {{8.001f, 7}, {9, 9}}};
    ASSERT_TRUE(index->count(queries, counts));
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{many, many, 0}));

    Hits hits;
    ASSERT_TRUE(index->nearest(Vec2{7.5f, 7.5f}, 5, 1, hits));
    EXPECT_EQ(row_of(hits, 0), (Slots{0, 1, 2, 3, 4}));
    ASSERT_TRUE(index->cast(Ray{{0, 7.5f}, {1, 0}, infinity}, hits));
    EXPECT_EQ(row_of(hits, 0), Slots{0});
    ASSERT_TRUE(index->neighbors_of(Slots{17, 99'999}, 0, hits, {.limit = 3}));
    EXPECT_EQ(hits.found(0), many - 1);
    EXPECT_EQ(row_of(hits, 1), (Slots{0, 1, 2}));
}

TEST_P(Pathological, AllElementsOnOneSpotCanLeaveAndComeBack) {
    const std::vector<Vec2> spot(many, Vec2{-3, 4});
    const std::vector<Vec2> wide = spread(many, {-500, -500}, {500, 500});
    const auto index = kind.open();
    for (const std::vector<Vec2>* now : {&spot, &wide, &spot, &wide}) {
        ASSERT_TRUE(index->size() == 0 ? build(*index, *now) : update(*index, *now));
        ASSERT_TRUE(index->validate());
        std::uint32_t at_the_spot = 0;
        ASSERT_TRUE(index->count(Aabb{{-3, 4}, {-3, 4}}, std::span<std::uint32_t>(&at_the_spot, 1)));
        EXPECT_EQ(at_the_spot, now == &spot ? many : 0u);
    }
}

TEST_P(Pathological, AllPairsOfAHotSpotAreFound) {
    constexpr std::size_t crowded = 2000;
    const std::vector<Vec2> spot(crowded, Vec2{1, 1});
    const auto index = kind.open({.max_half_extent = 0.5f});
    ASSERT_TRUE(build(*index, spot));
    Pairs pairs;
    ASSERT_TRUE(index->pairs(pairs, {.order = Order::BySlot}));
    ASSERT_EQ(pairs.size(), crowded * (crowded - 1) / 2);
    std::size_t at = 0;
    for (Slot a = 0; a < crowded; ++a) {
        for (Slot b = a + 1; b < crowded; ++b, ++at) ASSERT_TRUE(pairs.view()[at].a == a && pairs.view()[at].b == b);
    }
}

TEST_P(Pathological, AnAnswerTooLargeToHoldIsOutOfMemory) {
    const std::vector<Vec2> spot(many, Vec2{1, 1});
    const auto index = kind.open();
    ASSERT_TRUE(build(*index, spot));

    CountingMemory memory;
    memory.limit(megabytes(128));
    Hits hits(memory.memory());
    Pairs pairs(memory.memory());
    for (const Executor executor : {serial(), Executor{}}) {
        EXPECT_TRUE(same_status({Fault::OutOfMemory, no_slot, 0}, index->neighbors(1, hits, {}, executor)));
        EXPECT_EQ(hits.size(), 0u);
        EXPECT_TRUE(same_status({Fault::OutOfMemory, no_slot, 0}, index->pairs(pairs, {}, executor)));
        EXPECT_EQ(pairs.size(), 0u);
    }
    hits = Hits(memory.memory());
    ASSERT_TRUE(index->neighbors_of(Slots{1, 2, 3}, 1, hits)) << "a smaller question fits";
    EXPECT_EQ(hits.slots().size(), 3 * (many - 1));
}

TEST_P(Pathological, VeryManyQueriesAreCounted) {
    const std::vector<Vec2> points = spread(500, {0, 0}, {22, 22});
    const auto index = kind.open();
    ASSERT_TRUE(build(*index, points));
    const std::vector<Vec2> queries = spread(300'000, {0, 0}, {22, 22});
    std::vector<std::uint32_t> counts(queries.size());
    Hits hits;
    ASSERT_TRUE(index->count(DiscView(queries, 0.5f), counts));
    ASSERT_TRUE(index->within(DiscView(queries, 0.5f), hits));
    for (std::size_t i = 0; i < counts.size(); ++i) ASSERT_EQ(counts[i], hits.found(i)) << "query " << i;
}

// Memory follows what is occupied, never the cells: 1e9 of them here.
TEST_P(Pathological, ASparseWorldOfABillionCellsStaysSmall) {
    CountingMemory memory;
    const float side = 31'623;
    const std::vector<Vec2> points = spread(many, {0, 0}, {side, side});
    const auto index = kind.open(
        {.bounds = {{0, 0}, {side, side}}, .cell = 1, .tight_cell = 1, .max_depth = 15, .memory = memory.memory()});
    ASSERT_TRUE(index->build(BoxView::around(points, 0.5f)));
    ASSERT_TRUE(index->update(BoxView::around(points, 0.5f)));
    EXPECT_LT(index->bytes(), megabytes(64));
    EXPECT_LT(memory.live_bytes(), megabytes(64));
    EXPECT_NEAR(static_cast<double>(index->bytes()), static_cast<double>(memory.live_bytes()), 65536);

    const oracle::Content content = content_of(boxes_around(points, 0.5f));
    expect_exact(*index, content, {points[5], {100, 100}, {side, 0}}, 200);
}

TEST_P(Pathological, AllElementsInOneRowOrColumn) {
    for (const bool column : {false, true}) {
        SCOPED_TRACE(column ? "column" : "row");
        std::vector<Vec2> points = spread(many, {-50'000, 3}, {50'000, 3.5f});
        if (column) {
            for (Vec2& p : points) std::swap(p.x, p.y);
        }
        const auto index = kind.open();
        ASSERT_TRUE(build(*index, points));
        EXPECT_LT(index->bytes(), megabytes(64));
        const oracle::Content content = content_of(points);
        expect_exact(*index, content, {points[0], {0, 0}, {1e6f, 3}}, 20);
    }
}

TEST_P(Pathological, OneIsAsLargeAsTheWorld) {
    const std::vector<Vec2> points = spread(many, {0, 0}, {316, 316});
    std::vector<Aabb> boxes = boxes_around(points, 0.25f);
    boxes[777] = {{-1000, -1000}, {1000, 1000}};
    const auto index = kind.open();
    ASSERT_TRUE(index->build(boxes));
    const oracle::Content content = content_of(boxes);
    expect_exact(*index, content, {points[1], points[2], {900, 900}, {5000, 5000}}, 2);

    Pairs pairs;
    ASSERT_TRUE(index->pairs(pairs));
    const auto of_the_giant =
        std::count_if(pairs.view().begin(), pairs.view().end(), [](const Pair& p) { return p.a == 777 || p.b == 777; });
    EXPECT_EQ(static_cast<std::size_t>(of_the_giant), many - 1);
}

// Structures for many sizes; the rows of a grid are as wide as their widest.
class GiantsAmongAnts : public Pathological {};
INSTANTIATE_TEST_SUITE_P(Each, GiantsAmongAnts, testing::ValuesIn(std::span(index_kinds).subspan(1)),
                         testing::PrintToStringParamName());

// Whatever giants there are besides, a search of ants tests hardly more than it tested without them, and finds.
TEST_P(GiantsAmongAnts, DoNotMakeSearchesLarge) {
    constexpr std::size_t ants = 20'000;
    const std::vector<Vec2> points = spread(ants + 100, {0, 0}, {141, 141});
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const float half = i < ants ? 0.3f : 15.0f;
        boxes.push_back(predicates::box_around(points[i], {half, half}));
    }
    const std::vector<Aabb> queries(boxes.begin(), boxes.begin() + 500);
    const auto index = kind.open();
    Hits without, with;
    ASSERT_TRUE(index->build(std::span<const Aabb>(boxes).first(ants)));
    ASSERT_TRUE(index->overlap(queries, without));
    ASSERT_TRUE(index->build(boxes));
    ASSERT_TRUE(index->overlap(queries, with));
    EXPECT_TRUE(agrees(oracle::overlap(content_of(boxes), queries), with));
    EXPECT_LE(with.candidates(), 2 * without.candidates() + 20 * (with.slots().size() - without.slots().size()));
}

TEST_P(Pathological, OneIsAMillionWorldSizesAway) {
    std::vector<Vec2> points = spread(many, {0, 0}, {316, 316});
    points[50] = {3e8f, -3e8f};
    const auto index = kind.open();
    ASSERT_TRUE(build(*index, points));
    EXPECT_LT(index->bytes(), megabytes(64));
    const oracle::Content content = content_of(points);
    expect_exact(*index, content, {points[1], {2e8f, -2e8f}, points[50]}, 3);

    Hits hits;
    ASSERT_TRUE(index->neighbors_of(Slots{1, 50}, 2, hits));
    EXPECT_LT(hits.candidates(), many / 2) << "one outlier must not make every search visit all elements";
}

// A distance that is no float is infinity there, and so ends no ray before its end.
TEST_P(Pathological, RaysOverDistancesThatOverflowHitWhatThePredicateSays) {
    std::vector<Aabb> boxes = {
        {{8, -3e38f}, {9, 3e38f}}, {{-3e38f, 20}, {3e38f, 21}}, {{2, 2}, {3, 3e38f}}, {{-9, -3e38f}, {-8, -2e38f}}};
    for (int i = 0; i < 300; ++i)
        boxes.push_back(predicates::box_around({static_cast<float>(i % 20), static_cast<float>(i / 20)}, {0.4f, 0.4f}));
    const std::vector<Ray> rays = {{{0, -3e38f}, {1, 1e38f}, 10},    {{0, -3e38f}, {1, 1e38f}, infinity},
                                   {{0, -3e38f}, {-1, 1e38f}, 10},   {{-3e38f, 0}, {1e38f, 1}, 40},
                                   {{3e38f, 0}, {-1e38f, 1}, 40},    {{0, 3e38f}, {1, -1e38f}, 12},
                                   {{0, 3e38f}, {1e-3f, -1}, 3e38f}, {{1, 1}, {1, 1e38f}, 10}};
    oracle::Content content;
    ASSERT_TRUE(content.build(std::span<const Aabb>(boxes)));
    for (const float cell : {0.f, 1.f}) {
        const auto index = kind.open({.bounds = {{-30, -30}, {30, 30}}, .cell = cell});
        ASSERT_TRUE(index->build(boxes));
        for (const float half_extent : {0.f, 1e38f}) {
            Hits hits;
            for (const Ray& ray : rays) {
                const std::vector<Ray> one = {ray};
                RayView view(ray);
                view.half_extent = half_extent;
                ASSERT_TRUE(index->cast(view, hits));
                EXPECT_TRUE(agrees(oracle::cast(content, one, half_extent), hits)) << "ray " << &ray - rays.data();
                ASSERT_TRUE(index->along(view, hits));
                EXPECT_TRUE(agrees(oracle::along(content, one, half_extent), hits)) << "ray " << &ray - rays.data();
            }
        }
    }
}

TEST_P(Pathological, SweepsWithOverflowingGrownBoxesHitWhatThePredicateSays) {
    struct Case {
        Vec2 low, high;
        float half_extent;
        Ray ray;
    };
    for (const Case& c :
         {Case{{1.4e38f, 2.12e38f}, {1.6e38f, 2.2e38f}, 1.3e38f, {{0, 2.16e38f}, {1e36f, 1e38f}, 20}},
          Case{{1.41e38f, 1.41e38f}, {1.49e38f, 1.49e38f}, 2e38f, {{-6e37f, 1.45e38f}, {1e36f, 1e38f}, 20}}}) {
        const std::vector<Vec2> points = spread(2'000, c.low, c.high);
        const std::vector<Ray> one = {c.ray};
        const oracle::Answer expected = oracle::along(content_of(points), one, c.half_extent);
        ASSERT_GT(expected.rows[0].size(), 100u);
        const auto index = kind.open();
        ASSERT_TRUE(build(*index, points));
        RayView view(c.ray);
        view.half_extent = c.half_extent;
        Hits hits;
        ASSERT_TRUE(index->along(view, hits));
        EXPECT_TRUE(agrees(expected, hits));
    }
}

// So fast that time is rounded to steps in which the ray passes several elements.
TEST_P(Pathological, RaysWithDenormalTimesHitWhatThePredicateSays) {
    std::vector<Vec2> points;
    for (int i = 0; i < 64 * 64; ++i)
        points.push_back({static_cast<float>(i % 64) * 1e-8f, static_cast<float>(i / 64) * 1e-8f});
    const auto index = kind.open();
    ASSERT_TRUE(build(*index, points));
    const std::vector<Ray> rays = {
        {{0, 0}, {3e38f, 3e38f}, 1}, {{0, 0}, {3e38f, 1e38f}, 0}, {{6e-7f, 3e-7f}, {-3e38f, 0}, 0x1p-149f}};
    for (const Ray& ray : rays) {
        const std::vector<Ray> one = {ray};
        Hits hits;
        ASSERT_TRUE(index->along(ray, hits));
        EXPECT_TRUE(agrees(oracle::along(content_of(points), one, 0), hits)) << "ray " << &ray - rays.data();
        ASSERT_TRUE(index->cast(ray, hits));
        EXPECT_TRUE(agrees(oracle::cast(content_of(points), one, 0), hits)) << "ray " << &ray - rays.data();
    }
}

// What lies behind an endless ray is none of its candidates.
TEST(EndlessRays, AreNotSearchedForBehindTheirOrigin) {
    std::vector<Vec2> points;
    for (int i = 0; i < 1'000; ++i) points.push_back({static_cast<float>(i), 0});
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(PointView(points)));
    Hits hits;
    ASSERT_TRUE(grid.cast(Ray{{900.5f, 0}, {1, 0}, infinity}, hits));
    EXPECT_LE(hits.candidates(), 200u);
    EXPECT_EQ(row_of(hits, 0), Slots{901});
}

// Cells far too small or too large for the world: more memory than rows of a sane number is never taken.
TEST_P(Pathological, AbsurdCellSizesAreSurvived) {
    const std::vector<Vec2> points = spread(1000, {-30, -30}, {30, 30});
    const oracle::Content content = content_of(points);
    for (const float cell : {1e-38f, 1e-10f, 1e10f, 3e38f}) {
        for (const Aabb bounds : {Aabb{}, Aabb{{-30, -30}, {30, 30}}, Aabb{{-1e30f, -1e30f}, {1e30f, 1e30f}},
                                  Aabb{{0, 0}, {1e-30f, 1e-30f}}}) {
            SCOPED_TRACE(testing::Message() << "cells of " << cell << ", bounds to " << bounds.max.x);
            const float tight = cell < 1 ? 1e30f : 1e-30f;
            CountingMemory memory;
            memory.limit(megabytes(64));
            const auto index = kind.open({.bounds = bounds,
                                          .cell = cell,
                                          .tight_cell = tight,
                                          .max_per_leaf = 1,
                                          .max_depth = 15,
                                          .memory = memory.memory()});
            ASSERT_TRUE(build(*index, points));
            ASSERT_TRUE(update(*index, points));
            expect_exact(*index, content, {points[0], points[1], {0, 0}, {100, 0}}, 3);
        }
    }
}

} // namespace
} // namespace throng::test
