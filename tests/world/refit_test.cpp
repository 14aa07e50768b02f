// SPDX-License-Identifier: MIT
// World::refit() lays out everything anew, and changes no answer.
#include "tests/support/uneven.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace throng::test {
namespace {

TEST(WorldRefit, KeepsAnswersHandlesAndSnapshots) {
    scenes::Generator random(3);
    World world({.track_overlaps = true});
    const std::vector<Id> ids = settle(world, town(3000, {0, 0}, 60, random)),
                          walls = settle(world, town(300, {0, 0}, 60, random), Motion::Static);
    ASSERT_TRUE(world.despawn(std::span(ids).first(40)));
    ASSERT_TRUE(world.commit());
    Pairs begun, ended, before, after;
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    ASSERT_TRUE(world.pairs(before, {.order = Order::BySlot}));
    const WorldSnapshot snapshot = world.snapshot();

    ASSERT_TRUE(world.refit());

    ASSERT_TRUE(world.pairs(after, {.order = Order::BySlot}));
    EXPECT_EQ(before.hash(), after.hash());
    EXPECT_EQ(world.hash(), snapshot.hash());
    EXPECT_TRUE(world.alive(ids[50]) && world.alive(walls[2]) && !world.alive(ids[2]));
    EXPECT_TRUE(world.validate() && snapshot.validate());
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    EXPECT_EQ(begun.size() + ended.size(), 0u);
    const Id next = settle(world, {box_at(3)})[0];
    EXPECT_TRUE(world.alive(next));
}

// What was learned of sizes that are gone counts no more.
TEST(WorldRefit, LearnsTheSizesOfWhatIsThere) {
    World world(WorldDesc{});
    const std::vector<Id> large = settle(world, std::vector<Aabb>(2000, {{0, 0}, {100, 100}}));
    std::vector<Aabb> boxes = row_of(1800);
    for (int i = 0; i < 200; ++i) {
        const float x = 18 * static_cast<float>(i);
        boxes.push_back({{x, 2}, {x + 100, 102}}); // they would add candidates to a grid with the row
    }
    (void)settle(world, boxes);
    ASSERT_TRUE(world.despawn(large));
    ASSERT_TRUE(world.commit());
    ASSERT_EQ(world.stats().row_grid, 2000u);
    ASSERT_TRUE(world.refit());
    EXPECT_EQ(world.stats().row_grid, 1800u);
    EXPECT_EQ(world.stats().loose_quadtree, 200u);
}

TEST(WorldRefit, IsRefusedWhereSomethingIsStaged) {
    World world(WorldDesc{}), closed;
    (void)spawn(world, row_of(3));
    EXPECT_EQ(world.refit().reason, Reason::StagedAtRebase);
    world.discard();
    EXPECT_TRUE(world.refit());
    EXPECT_EQ(closed.refit().reason, Reason::WorldNotOpen);
}

} // namespace
} // namespace throng::test
