// SPDX-License-Identifier: MIT
// What is pathological for an index is normal content for a World as well, moving or static.
#include "support/counting_memory.hpp"
#include "tests/support/pathological.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

class PathologicalWorld : public testing::TestWithParam<Motion> {
protected:
    explicit PathologicalWorld(WorldDesc desc = {}) : world_(desc) {}

    void settle(BoxView boxes) {
        ids_.resize(boxes.size());
        ASSERT_TRUE(world_.spawn(boxes, GetParam(), ids_));
        ASSERT_TRUE(world_.commit());
        for (Slot slot = 0; slot < ids_.size(); ++slot) ASSERT_EQ(ids_[slot].slot, slot);
    }
    /// Dynamic elements all at once; static elements one by one.
    void put(BoxView boxes) {
        ASSERT_TRUE(GetParam() == Motion::Static ? world_.move(ids_, boxes) : world_.move_all(boxes));
        ASSERT_TRUE(world_.commit());
        ASSERT_TRUE(world_.validate());
    }
    template <class Index> static std::uint32_t count_in(const Index& index, const Aabb& box) {
        std::uint32_t count = 0;
        EXPECT_TRUE(index.count(box, std::span(&count, 1)));
        return count;
    }

    CountingMemory memory_; // outlives the world
    World world_;
    std::vector<Id> ids_;
};
INSTANTIATE_TEST_SUITE_P(Of, PathologicalWorld, testing::Values(Motion::Dynamic, Motion::Static),
                         [](const auto& one) { return one.param == Motion::Dynamic ? "Dynamic" : "Static"; });

TEST_P(PathologicalWorld, AllElementsOnOneSpotAreCounted) {
    settle(BoxView(std::vector<Aabb>(many, Aabb{{7, 7}, {8, 8}})));
    EXPECT_EQ(count_in(world_, {{8, 8}, {9, 9}}), many);
    EXPECT_EQ(count_in(world_, {{8.001f, 7}, {9, 9}}), 0u);

    Hits hits;
    ASSERT_TRUE(world_.nearest(Vec2{7.5f, 7.5f}, 5, 1, hits));
    EXPECT_EQ(row_of(hits, 0), (Slots{0, 1, 2, 3, 4}));
    const std::vector<Query> mixed = {Query::cast({{0, 7.5f}, {1, 0}, infinity}), Query::nearest({0, 0}, 3, infinity)};
    ASSERT_TRUE(world_.query(mixed, hits));
    EXPECT_EQ(row_of(hits, 0), Slots{0});
    EXPECT_EQ(row_of(hits, 1), (Slots{0, 1, 2}));
    ASSERT_TRUE(world_.neighbors_of(Slots{17, 99'999}, 0, hits, {.limit = 3}));
    EXPECT_EQ(hits.found(0), many - 1);
    EXPECT_EQ(row_of(hits, 1), (Slots{0, 1, 2}));
    std::uint8_t seen = 7;
    ASSERT_TRUE(world_.visible(Vec2{0, 7.5f}, Vec2{20, 7.5f}, ~0u, std::span(&seen, 1)));
    EXPECT_EQ(seen, 0u);
}

TEST_P(PathologicalWorld, AllElementsOnOneSpotCanLeaveAndComeBack) {
    const Aabb spot{{-3, 4}, {-3, 4}};
    const std::vector<Aabb> together(many, spot), apart = boxes_around(spread(many, {-500, -500}, {500, 500}), 0);
    settle(BoxView(together));
    const WorldSnapshot before = world_.snapshot();
    // Apart for two ticks, so that a version that the snapshot did not hold would have become another.
    for (const std::vector<Aabb>* now : {&apart, &apart, &together, &apart}) {
        put(BoxView(*now));
        EXPECT_EQ(count_in(world_, spot), now == &together ? many : 0u);
        EXPECT_EQ(count_in(before, spot), many);
    }
}

TEST_P(PathologicalWorld, AllPairsOfAHotSpotAreFound) {
    constexpr std::size_t crowded = 2000;
    settle(BoxView(std::vector<Aabb>(crowded, Aabb{{1, 1}, {2, 2}})));
    Pairs pairs;
    ASSERT_TRUE(world_.pairs(pairs, {.static_static = true, .order = Order::BySlot}));
    ASSERT_EQ(pairs.size(), crowded * (crowded - 1) / 2);
    std::size_t at = 0;
    for (Slot a = 0; a < crowded; ++a) {
        for (Slot b = a + 1; b < crowded; ++b, ++at) ASSERT_TRUE(pairs.view()[at].a == a && pairs.view()[at].b == b);
    }
}

TEST_P(PathologicalWorld, AnAnswerTooLargeToHoldIsOutOfMemory) {
    settle(BoxView(std::vector<Aabb>(many, Aabb{{1, 1}, {2, 2}})));
    CountingMemory memory;
    memory.limit(megabytes(128));
    for (const Executor executor : {serial(), Executor{}}) {
        Hits hits(memory.memory());
        Pairs pairs(memory.memory());
        EXPECT_TRUE(same_status({Fault::OutOfMemory, no_slot, 0}, world_.neighbors(1, hits, {}, executor)));
        EXPECT_EQ(hits.size(), 0u);
        EXPECT_TRUE(
            same_status({Fault::OutOfMemory, no_slot, 0}, world_.pairs(pairs, {.static_static = true}, executor)));
        EXPECT_EQ(pairs.size(), 0u);
        hits = Hits(memory.memory());
        pairs = Pairs(memory.memory());
        ASSERT_TRUE(world_.neighbors_of(Slots{1, 2, 3}, 1, hits, {}, executor)) << "a smaller question fits";
        EXPECT_EQ(hits.slots().size(), 3 * (many - 1));
    }
}

// Memory follows what is occupied.
TEST_P(PathologicalWorld, ASparseOneStaysSmall) {
    constexpr float side = 31'623;
    world_ = World({.bounds = {{0, 0}, {side, side}},
                    .agent_half_extent = 0.5f,
                    .prop_half_extent = 4,
                    .memory = memory_.memory()});
    const std::vector<Vec2> points = spread(many, {0, 0}, {side, side});
    settle(BoxView::around(points, 0.5f));
    for (int i = 0; i < 3; ++i) put(BoxView::around(points, 0.5f)); // both versions have held all elements
    EXPECT_LT(world_.stats().bytes, megabytes(64));
    EXPECT_LT(memory_.live_bytes(), megabytes(64));
    expect_exact(world_, content_of(boxes_around(points, 0.5f)), {points[5], {100, 100}, {side, 0}}, 200);
}

TEST_P(PathologicalWorld, AllElementsInOneRowOrColumn) {
    for (const bool column : {false, true}) {
        SCOPED_TRACE(column ? "column" : "row");
        std::vector<Vec2> points = spread(many, {-50'000, 3}, {50'000, 3.5f});
        if (column) {
            for (Vec2& p : points) std::swap(p.x, p.y);
        }
        const std::vector<Aabb> boxes = boxes_around(points, 0);
        world_ = World(WorldDesc{});
        settle(BoxView(boxes));
        EXPECT_LT(world_.stats().bytes, megabytes(64));
        expect_exact(world_, content_of(boxes), {points[0], {0, 0}, {1e6f, 3}}, 20);
    }
}

TEST_P(PathologicalWorld, OneIsAsLargeAsTheWorld) {
    const std::vector<Vec2> points = spread(many, {0, 0}, {316, 316});
    std::vector<Aabb> boxes = boxes_around(points, 0.25f);
    boxes[777] = {{-1000, -1000}, {1000, 1000}};
    settle(BoxView(boxes));
    expect_exact(world_, content_of(boxes), {points[1], points[2], {900, 900}, {5000, 5000}}, 2);

    Hits hits;
    ASSERT_TRUE(world_.overlap(std::span(boxes).first(500), hits));
    EXPECT_LT(hits.candidates(), 500u * 100) << "one giant must not make every search visit all elements";
    Pairs pairs;
    ASSERT_TRUE(world_.pairs(pairs, {.static_static = true}));
    const auto of_the_giant =
        std::count_if(pairs.view().begin(), pairs.view().end(), [](const Pair& p) { return p.a == 777 || p.b == 777; });
    EXPECT_EQ(static_cast<std::size_t>(of_the_giant), many - 1);
}

TEST_P(PathologicalWorld, OneIsAMillionWorldSizesAway) {
    std::vector<Vec2> points = spread(many, {0, 0}, {316, 316});
    points[50] = {3e8f, -3e8f};
    const std::vector<Aabb> boxes = boxes_around(points, 0.25f);
    settle(BoxView(boxes));
    EXPECT_LT(world_.stats().bytes, megabytes(64));
    expect_exact(world_, content_of(boxes), {points[1], {2e8f, -2e8f}, points[50]}, 3);

    Hits hits;
    ASSERT_TRUE(world_.neighbors_of(Slots{1, 50}, 2, hits));
    EXPECT_LT(hits.candidates(), many / 2) << "one outlier must not make every search visit all elements";
}

} // namespace
} // namespace throng::test
