// SPDX-License-Identifier: MIT
// A World whose agents are placed so unevenly that they belong to its tree, and come back when they are even again.
#include "tests/support/saved_content.hpp"
#include "tests/support/uneven.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using Boxes = std::vector<Aabb>;
constexpr std::size_t count = 6000;

Boxes even() {
    scenes::Generator random(3);
    return town(count, {0, 0}, 80, random);
}
Boxes uneven() {
    scenes::Generator random(3);
    return denser_inward(count, 4, random);
}
// Every second element is in the other town.
Boxes two_towns() {
    Boxes boxes = even();
    for (std::size_t i = 0; i < boxes.size(); i += 2) boxes[i].min.x += 1e6f, boxes[i].max.x = boxes[i].min.x + 0.625f;
    return boxes;
}
bool is_in_tree(const World& world) { return world.stats().row_grid == 0; }

// Brute force over every 60th box.
void expect_exact(const World& world, const Boxes& boxes) {
    ASSERT_TRUE(world.validate());
    Boxes queries;
    for (std::size_t i = 0; i < boxes.size(); i += 60) queries.push_back(boxes[i]);
    Hits hits;
    ASSERT_TRUE(world.overlap(queries, hits, {.order = Order::BySlot}));
    for (std::size_t q = 0; q < queries.size(); ++q) {
        std::vector<Slot> expected;
        for (Slot slot = 0; slot < boxes.size(); ++slot)
            if (predicates::overlaps(queries[q], boxes[slot])) expected.push_back(slot);
        ASSERT_EQ(std::vector<Slot>(hits[q].begin(), hits[q].end()), expected) << q;
    }
}

TEST(AnUnevenCrowd, IsInTheTreeFromItsFirstCommit) {
    for (const Boxes& boxes : {uneven(), two_towns()}) {
        World world(WorldDesc{});
        (void)settle(world, boxes);
        EXPECT_TRUE(is_in_tree(world));
        expect_exact(world, boxes);
    }
    World world(WorldDesc{});
    (void)settle(world, even());
    EXPECT_FALSE(is_in_tree(world));
}

TEST(AnUnevenCrowd, GoesToTheTreeWhenItBecomesOneAndComesBack) {
    World world(WorldDesc{});
    (void)settle(world, even());
    for (const Boxes& boxes : {two_towns(), even(), two_towns(), even()}) {
        const bool belongs_to_tree = boxes[0].min.x > 1e5f;
        ASSERT_TRUE(world.commit(boxes));
        EXPECT_EQ(is_in_tree(world), belongs_to_tree) << "by the change that jumps";
        expect_exact(world, boxes);
    }
}

// Where a structure was chosen, it stays while the content does.
TEST(AnUnevenCrowd, StaysWhereItIs) {
    World world(WorldDesc{});
    const Boxes boxes = uneven();
    (void)settle(world, boxes);
    Boxes there = boxes;
    for (Aabb& box : there) box = predicates::box_around(predicates::center_of(box), 0.49f * (box.max.x - box.min.x));
    Hits first, later;
    const Boxes all{{{-1e4f, -1e4f}, {1e4f, 1e4f}}};
    ASSERT_TRUE(world.commit(boxes));
    ASSERT_TRUE(world.overlap(all, first));
    for (int tick = 0; tick < 40; ++tick) ASSERT_TRUE(world.commit(tick % 2 == 0 ? there : boxes));
    ASSERT_TRUE(world.overlap(all, later));
    EXPECT_TRUE(is_in_tree(world));
    EXPECT_EQ(first.hash(), later.hash());
}

TEST(AnUnevenCrowd, ComesAndGoesInTheTree) {
    World world(WorldDesc{});
    const Boxes boxes = uneven();
    std::vector<Id> ids = settle(world, boxes);
    ASSERT_TRUE(world.despawn(std::span(ids).first(500)));
    ASSERT_TRUE(world.commit());
    (void)settle(world, Boxes(boxes.begin(), boxes.begin() + 500));
    EXPECT_TRUE(is_in_tree(world));
    expect_exact(world, boxes);
}

TEST(AnUnevenCrowd, IsInTheTreeOfItsLayer) {
    World world(WorldDesc{});
    const Boxes boxes[] = {even(), uneven()};
    for (std::uint16_t layer = 0; layer < 2; ++layer) {
        std::vector<Id> ids(count);
        ASSERT_TRUE(world.spawn(boxes[layer], Motion::Dynamic, ids, {}, std::vector<std::uint16_t>(count, layer)));
    }
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.stats().row_grid, count);
    EXPECT_EQ(world.stats().loose_quadtree, count);
    EXPECT_TRUE(world.validate());
}

TEST(AnUnevenCrowd, IsRestoredAndLoaded) {
    World world(WorldDesc{});
    (void)settle(world, uneven());
    const WorldSnapshot before = world.snapshot();
    ASSERT_TRUE(world.commit(even()));
    ASSERT_FALSE(is_in_tree(world));
    World loaded(WorldDesc{});
    ASSERT_TRUE(load(loaded, saved(before)));
    EXPECT_TRUE(is_in_tree(loaded));
    expect_exact(loaded, uneven());
    ASSERT_TRUE(world.restore(before));
    EXPECT_TRUE(is_in_tree(world));
    expect_exact(world, uneven());
    ASSERT_TRUE(world.commit(even()));
    EXPECT_FALSE(is_in_tree(world));
    expect_exact(world, even());
}

} // namespace
} // namespace throng::test
