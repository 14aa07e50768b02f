// SPDX-License-Identifier: MIT
// Queries of a row grid that are alike go sixteen at a time: batches of small ones, at the borders of what a packet
// takes together.
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/guard_page.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/packet_world.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

class AskedWorld : public PacketWorld {
protected:
    using PacketWorld::PacketWorld;

    // Each answer is new, so that it is full now and then, in the middle of a packet too.
    void expect_exact(const std::vector<Aabb>& boxes, const QueryOptions& options = {}) {
        Hits hits;
        const oracle::Answer expected = oracle::overlap(content, boxes, options);
        ASSERT_TRUE(same_status(expected.status, grid.overlap(boxes, hits, options)));
        ASSERT_TRUE(agrees(expected, hits));
        std::vector<std::uint32_t> counts(boxes.size());
        ASSERT_TRUE(same_status(expected.status, grid.count(boxes, counts, options)));
        ASSERT_EQ(counts, expected.found);
    }
    void expect_exact(const std::vector<Vec2>& at, const std::vector<float>& radii, const QueryOptions& options = {}) {
        Hits hits;
        const oracle::Answer expected = oracle::within(content, at, radii, options);
        ASSERT_TRUE(
            same_status(expected.status, grid.within(DiscView(at, std::span<const float>(radii)), hits, options)));
        ASSERT_TRUE(agrees(expected, hits));
    }
    void expect_nearest(const std::vector<Vec2>& at, std::uint32_t k, float max_distance,
                        const QueryOptions& options = {}) {
        Hits hits;
        const oracle::Answer expected = oracle::nearest(content, at, k, max_distance, options);
        ASSERT_TRUE(same_status(expected.status, grid.nearest(at, k, max_distance, hits, options)));
        ASSERT_TRUE(agrees(expected, hits));
    }
    void expect_neighbors(float radius) {
        Hits hits;
        ASSERT_TRUE(grid.neighbors(radius, hits));
        ASSERT_TRUE(agrees(oracle::neighbors(content, radius), hits));
    }

    static std::vector<Aabb> boxes_at(const std::vector<Vec2>& at, Vec2 half) {
        std::vector<Aabb> boxes;
        for (const Vec2 p : at) boxes.push_back(predicates::box_around(p, half));
        return boxes;
    }
    // Elements of no extent, unless they are points.
    void build_at(const std::vector<Vec2>& centers) {
        const std::vector<Aabb> boxes = boxes_at(centers, {0, 0});
        ASSERT_TRUE(points() ? grid.build(PointView(centers)) : grid.build(BoxView(boxes)));
        ASSERT_TRUE(points() ? content.build(std::span<const Vec2>(centers))
                             : content.build(std::span<const Aabb>(boxes)));
    }
    // Small boxes and discs of several sizes, anywhere and together.
    void expect_small_ones_exact() {
        for (const float half : {0.f, 0.2f, 0.5f, 1.f, 2.f}) {
            for (const bool together : {false, true}) {
                const std::vector<Vec2> at = places(100, together);
                expect_exact(boxes_at(at, {half, half}));
                expect_exact(at, std::vector<float>(at.size(), half));
                expect_exact(at, std::vector<float>(at.size(), half), {.measure = Measure::Center, .distances = true});
                for (const std::uint32_t k : {1u, 4u, 30u}) expect_nearest(at, k, half == 0 ? infinity : 2 * half);
            }
        }
    }
};

class QueryPackets : public AskedWorld, public testing::WithParamInterface<bool> {
protected:
    QueryPackets() : AskedWorld(GetParam()) {}
};
INSTANTIATE_TEST_SUITE_P(Each, QueryPackets, testing::Bool(),
                         [](const auto& is) { return is.param ? "Points" : "Boxes"; });

TEST_P(QueryPackets, OfSmallQueriesAreExact) {
    build(800);
    expect_small_ones_exact();
}

TEST_P(QueryPackets, MayCrossAnyNumberOfRows) {
    build(800);
    for (float height = 0; height < 12; height += 0.5f) {
        for (const float half_width : {0.01f, 0.5f, 6.f})
            expect_exact(boxes_at(places(40, false), {half_width, height / 2}));
    }
}

TEST_P(QueryPackets, AreOfAnyLength) {
    build(800);
    for (const std::size_t count : {1u, 2u, 15u, 16u, 17u, 31u, 32u, 33u, 47u, 48u, 49u, 64u, 65u}) {
        const std::vector<Vec2> at = places(count, false);
        expect_exact(boxes_at(at, {1, 1}));
        expect_nearest(at, 8, infinity);
    }
}

// Points are all of one size.
class QueryPacketsOfBoxes : public AskedWorld {
protected:
    QueryPacketsOfBoxes() : AskedWorld(false) {}
};
TEST_F(QueryPacketsOfBoxes, SeeTheFewThatReachFar) {
    build(800, {{{2, 7.2f}, {16, 7.4f}}, {{7, 12.1f}, {19, 12.2f}}});
    expect_small_ones_exact();
    build(800, {{{7.2f, 2}, {7.4f, 16}}, {{12.1f, 7}, {12.2f, 19}}});
    expect_small_ones_exact();
    build(800, {{{1, 1}, {18, 19}}});
    expect_small_ones_exact();
}

TEST_P(QueryPackets, MayHoldFaultyQueries) {
    build(800);
    for (const float bad : {nan, infinity, -infinity}) {
        for (std::size_t lane = 0; lane < 16; lane += 3) {
            std::vector<Vec2> at = places(40, lane % 2 == 0);
            std::vector<Aabb> boxes = boxes_at(at, {0.6f, 0.6f});
            std::vector<float> radii(at.size(), 0.7f);
            float* const sides[] = {&boxes[lane].min.x, &boxes[lane].min.y, &boxes[lane].max.x, &boxes[lane].max.y};
            *sides[lane % 4] = bad;
            boxes[lane + 16].max.x = boxes[lane + 16].min.x - 1;
            (lane % 2 == 0 ? at[lane].x : at[lane].y) = bad;
            radii[lane + 16] = bad;
            radii[lane + 24] = -1e-30f; // less than rounding
            expect_exact(boxes);
            expect_exact(at, radii);
            expect_nearest(at, 5, infinity);
        }
    }
}

TEST_P(QueryPackets, OfSlotsKnowTheAbsent) {
    build(800);
    std::vector<Slot> gone, of;
    for (Slot slot = 0; slot < 800; ++slot)
        if (slot % 3 == 0 || slot / 50 % 2 == 0) gone.push_back(slot);
    ASSERT_TRUE(grid.erase(gone));
    ASSERT_TRUE(content.erase(gone));
    for (std::size_t i = 0; i < 500; ++i) of.push_back(i % 11 == 0 ? no_slot : random.below(900));
    for (const float radius : {0.f, 0.3f, 1.f, 3.f, infinity}) {
        Hits hits;
        ASSERT_TRUE(grid.neighbors_of(of, radius, hits));
        ASSERT_TRUE(agrees(oracle::neighbors_of(content, of, radius), hits));
        expect_neighbors(radius);
    }
}

TEST_P(QueryPackets, MayAskGridsOfFewOrNone) {
    for (const std::size_t count : {0u, 1u, 2u, 3u, 17u}) {
        build(count);
        expect_small_ones_exact();
        expect_neighbors(5);
    }
    ASSERT_TRUE(grid.erase(std::vector<Slot>{16, 0, 3}));
    ASSERT_TRUE(content.erase(std::vector<Slot>{16, 0, 3}));
    expect_neighbors(5);
}

// Twelve candidates each, all of them hits: an answer is full in the middle of a packet.
TEST_P(QueryPackets, MayFillAnAnswerWithFewEach) {
    build_at(std::vector<Vec2>(12, Vec2{7.5f, 7.5f}));
    expect_exact(boxes_at(std::vector<Vec2>(1000, Vec2{7.5f, 7.5f}), {0.5f, 0.5f}));
}

// Thirty candidates each, ten in each of three rows.
TEST_P(QueryPackets, MayFillAnAnswerFromSeveralRows) {
    std::vector<Vec2> spots;
    for (std::size_t i = 0; i < 30; ++i) spots.push_back({7.5f, 6.5f + static_cast<float>(i % 3)});
    build_at(spots);
    expect_exact(boxes_at(std::vector<Vec2>(1000, Vec2{7.5f, 7.5f}), {0.5f, 1.25f}));
    expect_exact(std::vector<Vec2>(1000, Vec2{7.5f, 7.5f}), std::vector<float>(1000, 1.25f));
}

// Four rows of five are empty.
TEST_P(QueryPackets, MayCrossEmptyRows) {
    std::vector<Vec2> bands = places(300, false);
    for (std::size_t i = 0; i < bands.size(); ++i) bands[i].y = 5 * static_cast<float>(i % 4) + 0.2f;
    build_at(bands);
    expect_small_ones_exact();
    for (const float radius : {1.f, 3.f}) expect_neighbors(radius);
}

// Beyond the last query lies memory that must not be touched.
TEST_P(QueryPackets, ReadNothingBehindTheQueries) {
    build(800);
    for (const std::size_t count : {1u, 5u, 16u, 21u, 47u}) {
        std::vector<Vec2> at =
            places(count, false); // in a corner, where half extents would pass for the upper corners of boxes
        for (Vec2& p : at) p = {0.07f * p.x, 0.07f * p.y};
        const std::vector<Aabb> boxes = boxes_at(at, {1.5f, 1.5f});
        std::vector<float> x, y;
        for (const Vec2 p : at) x.push_back(p.x), y.push_back(p.y);
        const std::vector<float> halves(count, 1.5f);
        const MemoryBeforeGuardPage ends[5];
        const std::span<const float> radii(ends[0].ending_with(halves), count);
        const Vec2* const centers = ends[1].ending_with(at);
        const Aabb* const corners = ends[2].ending_with(boxes);
        const PointView columns(ends[3].ending_with(x), ends[4].ending_with(y), count),
            inside(&centers->x, &centers->y, count, sizeof(Vec2));
        Hits hits;
        ASSERT_TRUE(grid.overlap(std::span<const Aabb>(corners, count), hits));
        ASSERT_TRUE(agrees(oracle::overlap(content, boxes), hits));
        for (const PointView& form : {columns, inside}) {
            ASSERT_TRUE(grid.overlap(BoxView::around(form, 1.5f), hits));
            ASSERT_TRUE(agrees(oracle::overlap(content, boxes), hits));
            ASSERT_TRUE(grid.overlap(BoxView::around(form, radii), hits));
            ASSERT_TRUE(agrees(oracle::overlap(content, boxes), hits));
            ASSERT_TRUE(grid.within(DiscView(form, radii), hits));
            ASSERT_TRUE(agrees(oracle::within(content, at, radii), hits));
            ASSERT_TRUE(grid.nearest(form, 3, infinity, hits));
            ASSERT_TRUE(agrees(oracle::nearest(content, at, 3, infinity), hits));
        }
    }
}

} // namespace
} // namespace throng::test
