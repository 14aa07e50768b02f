// SPDX-License-Identifier: MIT
// Where a World ends: slots and generations, and what the capacities mean.
#include "engine/src/world/staging.hpp"
#include "scenes/generator.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

namespace throng::test {
namespace {

TEST(WorldGenerations, AreUsedUpBeforeOneWouldComeAgain) {
    WorldGenerations generations(0);
    EXPECT_EQ(generations.current(), 1u);
    generations.go_on_from(UINT32_MAX - 1);
    EXPECT_EQ(generations.current(), UINT32_MAX);
    EXPECT_FALSE(generations.used_up());
    generations.go_on_from(UINT32_MAX);
    EXPECT_TRUE(generations.used_up());
}

TEST(WorldGenerations, OfDifferentTagsBeginFarApart) {
    std::set<std::uint32_t> first;
    for (std::uint32_t tag = 0; tag < 1000; ++tag) first.insert(WorldGenerations(tag).current());

    ASSERT_EQ(first.size(), 1000u);
    EXPECT_EQ(first.count(0), 0u);
    std::uint32_t least = UINT32_MAX - *first.rbegin() + *first.begin();
    for (auto at = first.begin(); std::next(at) != first.end(); ++at) least = std::min(least, *std::next(at) - *at);
    EXPECT_GT(least, UINT32_MAX / 1000 / 4);
}

TEST(WorldSlots, AreGivenLowestFirst) {
    const WorldVersion empty(WorldDesc{});
    WorldSlots slots({});
    ASSERT_EQ(slots.reserve(empty, 200), Fault::None);
    for (Slot slot = 0; slot < 200; ++slot) ASSERT_EQ(slots.take(), slot);
    for (const Slot slot : {130u, 199u, 64u, 3u, 128u}) slots.release(slot);
    ASSERT_EQ(slots.reserve(empty, 3), Fault::None);
    EXPECT_EQ(slots.take(), 3u);
    EXPECT_EQ(slots.take(), 64u);
    slots.release(0);
    ASSERT_EQ(slots.reserve(empty, 5), Fault::None);
    for (const Slot slot : {0u, 128u, 130u, 199u, 200u}) EXPECT_EQ(slots.take(), slot);
    EXPECT_EQ(slots.reserve(empty, std::size_t{no_slot}), Fault::OutOfCapacity);
}

TEST(WorldCapacity, OfHitsIsTheMostThatAnAnswerHeld) {
    World world({.capacity = {.hits = 12}});
    (void)settle(world, row_of(9));
    EXPECT_EQ(world.high_water().hits, 0u);

    EXPECT_EQ(found(world, ~0u).size(), 9u);
    EXPECT_EQ(world.high_water().hits, 9u);
    Hits hits;
    ASSERT_TRUE(world.query(
        std::vector<Query>{Query::nearest({0, 0}, 3, infinity), Query::nearest({9, 0}, 9, infinity)}, hits));
    EXPECT_EQ(world.high_water().hits, 12u);
    ASSERT_TRUE(world.cast(RayView(std::vector<Vec2>{{0, 0}}, std::vector<Vec2>{{1, 0}}, 1), hits));
    EXPECT_EQ(world.high_water().hits, 12u) << "the most of everything so far";
}

TEST(WorldCapacity, ThatWasExceededLeavesAllThatIsStaged) {
    World world({.track_overlaps = true, .capacity = {.elements = 4}});
    const std::vector<Id> ids = settle(world, row_of(3));
    ASSERT_TRUE(world.categorize(std::vector<Id>{ids[0]}, std::vector<std::uint32_t>{2}));
    const std::vector<Aabb> by_slot = {box_at(10), box_at(20), box_at(30)};
    ASSERT_TRUE(world.move_all(by_slot));
    ASSERT_TRUE(world.move(std::vector<Id>{ids[2]}, std::vector<Aabb>{box_at(10.5f)}));
    const std::vector<Id> more = spawn(world, {box_at(50), box_at(60)});

    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), world.commit()));
        EXPECT_EQ(found(world, 1), (std::vector<Slot>{0, 1, 2}));
        EXPECT_EQ(left_of(world, ids[1]), 2);
        EXPECT_EQ(world.high_water().elements, 3u);
    }
    ASSERT_TRUE(world.despawn(std::vector<Id>{more[0]}));
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(found(world, 1), (std::vector<Slot>{1, 2, 4}));
    EXPECT_EQ(left_of(world, ids[1]), 20);
    EXPECT_EQ(left_of(world, more[1]), 60);
    Pairs begun, ended;
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    EXPECT_EQ(begun.size(), 1u);
    EXPECT_EQ(world.high_water().elements, 4u);
}

// Staging, sorting and moving a whole crowd at once needs several times the memory of its ticks.
TEST(WorldMemory, OfALargeSpawnIsNotKept) {
    constexpr std::size_t n = 20'000;
    scenes::Generator random(3);
    std::vector<Vec2> at(n);
    for (Vec2& p : at) p = {random.uniform(0, 140), random.uniform(0, 140)};
    std::vector<Id> ids(n);
    World world{WorldDesc{}};
    ASSERT_TRUE(world.spawn(BoxView::around(PointView(at), 0.5f), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());

    for (int tick = 0; tick < 20; ++tick) {
        for (Vec2& p : at) p.x += 0.1f;
        const BoxView boxes = BoxView::around(PointView(at), 0.5f);
        ASSERT_TRUE(world.move_all(boxes));
        ASSERT_TRUE(world.commit());
    }

    EXPECT_LE(world.bytes(), 100 * n);
}

} // namespace
} // namespace throng::test
