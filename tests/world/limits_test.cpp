// SPDX-License-Identifier: MIT
// Where a World ends: slots without a further generation are retired, and what the capacities mean.
#include "engine/src/world/staging.hpp"
#include "scenes/generator.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

TEST(WorldSlots, RetireASlotBeforeItsGenerationWraps) {
    WorldSlots slots({});
    ASSERT_EQ(slots.reserve(2), Fault::None);
    ASSERT_EQ(slots.take(), (Id{0, 1}));
    ASSERT_EQ(slots.take(), (Id{1, 1}));
    slots.issued()[0] = UINT32_MAX - 1;
    slots.release(0);
    ASSERT_EQ(slots.reserve(1), Fault::None);
    ASSERT_EQ(slots.take(), (Id{0, UINT32_MAX})) << "the last one of all";

    slots.release(0);
    slots.release(1);

    ASSERT_EQ(slots.reserve(2), Fault::None);
    EXPECT_EQ(slots.take(), (Id{1, 2}));
    EXPECT_EQ(slots.take(), (Id{2, 1}));
    EXPECT_EQ(slots.issued()[0], UINT32_MAX) << "no id of before names it";
}

TEST(WorldSlots, AreGivenLowestFirst) {
    WorldSlots slots({});
    ASSERT_EQ(slots.reserve(200), Fault::None);
    for (Slot slot = 0; slot < 200; ++slot) ASSERT_EQ(slots.take(), (Id{slot, 1}));
    for (const Slot slot : {130u, 199u, 64u, 3u, 128u}) slots.release(slot);
    ASSERT_EQ(slots.reserve(3), Fault::None);
    EXPECT_EQ(slots.take().slot, 3u);
    EXPECT_EQ(slots.take().slot, 64u);
    slots.release(0);
    ASSERT_EQ(slots.reserve(5), Fault::None);
    for (const Slot slot : {0u, 128u, 130u, 199u, 200u}) EXPECT_EQ(slots.take().slot, slot);
    EXPECT_EQ(slots.reserve(std::size_t{no_slot}), Fault::OutOfCapacity);
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
