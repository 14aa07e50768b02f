// SPDX-License-Identifier: MIT
// Static elements are in a row grid of their own where one suits them, and in a tree elsewhere.
#include "tests/support/oracle.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/uneven.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using Boxes = std::vector<Aabb>;
constexpr float side = 80;

Boxes people() {
    scenes::Generator random(3);
    return town(4000, {0, 0}, side, random);
}
Boxes pillars(std::size_t number = 1500) {
    scenes::Generator random(4);
    return town(number, {0, 0}, side, random);
}
// One of `every` extends over half the town.
Boxes maze(std::size_t every = 20, std::size_t number = 1500) {
    Boxes walls = pillars(number);
    for (std::size_t i = 0; i < walls.size(); i += every) {
        const Vec2 half = i % (2 * every) == 0 ? Vec2{side / 4, 0.1f} : Vec2{0.1f, side / 4};
        walls[i] = predicates::box_around(predicates::center_of(walls[i]), half);
    }
    return walls;
}
// The world's boxes are those of `boxes`, by slot; those from `first_static` on are static.
void expect_exact(const World& world, const Boxes& boxes, Slot first_static) {
    ASSERT_TRUE(world.validate());
    ASSERT_EQ(world.size(), boxes.size());
    oracle::Content content;
    (void)content.build<Aabb>(boxes);
    HierarchicalBitset dynamic(boxes.size());
    for (Slot slot = 0; slot < first_static; ++slot) dynamic.set(slot);
    std::vector<Vec2> points;
    Boxes queries;
    std::vector<Ray> rays;
    std::vector<Slot> some;
    for (Slot slot = 0; slot < boxes.size(); slot += 37) {
        some.push_back(slot);
        points.push_back(boxes[slot].min);
        queries.push_back(predicates::box_around(boxes[slot].max, Vec2{1, 2}));
        rays.push_back({boxes[slot].min, {1, slot % 2 == 0 ? 0.3f : -2.f}, 9});
    }
    constexpr float everywhere = std::numeric_limits<float>::infinity();
    Hits hits;
    for (const bool only_dynamic : {false, true}) {
        QueryOptions options, oracles;
        options.only_dynamic = only_dynamic;
        oracles.among = only_dynamic ? &dynamic : nullptr;
        ASSERT_TRUE(world.overlap(queries, hits, options));
        EXPECT_TRUE(agrees(oracle::overlap(content, queries, oracles), hits));
        ASSERT_TRUE(world.nearest(points, 7, everywhere, hits, options));
        EXPECT_TRUE(agrees(oracle::nearest(content, points, 7, everywhere, oracles), hits));
        ASSERT_TRUE(world.cast({rays}, hits, options));
        EXPECT_TRUE(agrees(oracle::cast(content, rays, 0, oracles), hits));
        options.limit = oracles.limit = 3;
        ASSERT_TRUE(world.neighbors_of(some, 2, hits, options));
        EXPECT_TRUE(agrees(oracle::neighbors_of(content, some, 2, oracles), hits));
    }
    const std::vector<Pair> all = oracle::pairs(content);
    std::vector<Pair> moving;
    for (const Pair pair : all)
        if (pair.a < first_static || pair.b < first_static) moving.push_back(pair);
    Pairs pairs;
    ASSERT_TRUE(world.pairs(pairs));
    EXPECT_TRUE(agrees(moving, pairs, Order::Stable));
    ASSERT_TRUE(world.pairs(pairs, {.static_static = true}));
    EXPECT_TRUE(agrees(all, pairs, Order::Stable));
}

class StaticCrowds : public testing::Test {
protected:
    // Static elements come in the slots behind those of the people.
    void open(const Boxes& fixed) {
        (void)spawn(world, boxes);
        add(fixed);
    }
    void add(const Boxes& fixed) {
        const std::vector<Id> more = settle(world, fixed, Motion::Static);
        ids.insert(ids.end(), more.begin(), more.end());
        boxes.insert(boxes.end(), fixed.begin(), fixed.end());
    }
    void expect_a_grid() {
        EXPECT_TRUE(are_in_a_grid());
        expect_exact(world, boxes, first_static);
    }
    void expect_a_tree() {
        EXPECT_EQ(world.stats().static_tree, boxes.size() - first_static);
        expect_exact(world, boxes, first_static);
    }
    bool are_in_a_grid() const { return world.stats().row_grid == world.size(); }

    World world{WorldDesc{}};
    Boxes boxes = people();
    const Slot first_static = static_cast<Slot>(boxes.size());
    std::vector<Id> ids; // of the static ones
};

TEST_F(StaticCrowds, AreInAGridWhereTheyAreAsLargeAsAgents) {
    open(pillars());
    expect_a_grid();
}

TEST_F(StaticCrowds, AreInATreeWhereTheyAreAMaze) {
    open(maze());
    expect_a_tree();
}

// Walls that are rare in each direction lengthen the searches of all rows nevertheless.
TEST_F(StaticCrowds, AreInATreeWhereSomeAreWalls) {
    for (const std::size_t every : {13u, 30u, 50u}) {
        World town{WorldDesc{}};
        (void)settle(town, maze(every, 6000), Motion::Static);
        EXPECT_EQ(town.stats().static_tree, 6000u) << every;
    }
}

TEST_F(StaticCrowds, AreInATreeWhereTheyStandInALine) {
    (void)settle(world, row_of(2000), Motion::Static);
    EXPECT_EQ(world.stats().static_tree, 2000u);
}

// The choice depends on static elements alone, however many others there are in slots before them.
TEST_F(StaticCrowds, AreChosenForAmongManyOthers) {
    for (const bool are_walls : {true, false}) {
        World crowded{WorldDesc{}};
        scenes::Generator random(8);
        (void)spawn(crowded, town(100'000, {0, 0}, 400, random));
        (void)settle(crowded, are_walls ? maze(10, 5000) : pillars(5000), Motion::Static);
        EXPECT_EQ(crowded.stats().static_tree, are_walls ? 5000u : 0u);
    }
}

TEST_F(StaticCrowds, LeaveTheGridOneByOneWhenTheyBecomeLong) {
    open(pillars());
    for (std::size_t i = 0; i < 8; ++i) {
        const Aabb wall = predicates::box_around(predicates::center_of(boxes[first_static + i]), Vec2{side / 4, 0.1f});
        ASSERT_TRUE(world.move(ids[i], std::span(&wall, 1)));
        ASSERT_TRUE(world.commit(boxes));
        boxes[first_static + i] = wall;
    }
    EXPECT_EQ(world.stats().static_tree, 8u);
    expect_exact(world, boxes, first_static); // in all four structures or in three of them
    for (std::size_t i = 0; i < 8; ++i) {
        const Aabb pillar = predicates::box_around(predicates::center_of(boxes[first_static + i]), 0.2f);
        ASSERT_TRUE(world.move(ids[i], std::span(&pillar, 1)));
        boxes[first_static + i] = pillar;
    }
    ASSERT_TRUE(world.commit());
    expect_a_grid();
}

// About as many of them are walls as a grid has room for, others in each commit, so that each sample is another one.
TEST_F(StaticCrowds, DoNotAlternate) {
    std::size_t changes = 0;
    for (const float share : {0.004f, 0.006f, 0.008f, 0.010f, 0.012f, 0.015f}) {
        scenes::Generator random(12);
        World pillars_and_walls{WorldDesc{}};
        const std::vector<Id> all = settle(pillars_and_walls, town(3000, {0, 0}, side, random), Motion::Static);
        bool before = true;
        for (int time = 0; time < 30; ++time) {
            Boxes boxes_now = town(3000, {0, 0}, side, random);
            for (Aabb& box : boxes_now)
                if (random.unit() < share) box = predicates::box_around(predicates::center_of(box), Vec2{5, 0.2f});
            ASSERT_TRUE(pillars_and_walls.move(all, boxes_now));
            ASSERT_TRUE(pillars_and_walls.commit());
            const bool in_grid = pillars_and_walls.stats().row_grid != 0;
            changes += in_grid != before ? 1 : 0;
            before = in_grid;
        }
    }
    EXPECT_LE(changes, 3u);
}

TEST_F(StaticCrowds, AreInATreeWhereTheyAreFew) {
    open(pillars(200));
    expect_a_tree();
}

TEST_F(StaticCrowds, GoToTheGridWhenTheyBecomeMany) {
    open(pillars(100));
    expect_a_tree();
    add(pillars(3000));
    expect_a_grid();
    for (int time = 0; time < 40; ++time) add(pillars(5));
    expect_a_grid();
}

TEST_F(StaticCrowds, GoToTheTreeWhenTheyBecomeAMazeAndComeBack) {
    const Boxes of_a_maze = maze(20, 2500), of_pillars = pillars(2500);
    open(of_pillars);
    for (const Boxes* next : {&of_a_maze, &of_pillars, &of_a_maze}) {
        ASSERT_TRUE(world.move(ids, *next));
        ASSERT_TRUE(world.commit());
        std::copy(next->begin(), next->end(), boxes.begin() + first_static);
        if (next == &of_a_maze)
            expect_a_tree();
        else
            expect_a_grid();
    }
}

TEST_F(StaticCrowds, MoveOneByOneInTheirGrid) {
    open(pillars());
    scenes::Generator random(9);
    for (int time = 0; time < 200; ++time) {
        const std::size_t i = random.below(static_cast<std::uint32_t>(ids.size()));
        const Aabb box = predicates::box_around({random.uniform(0, side), random.uniform(0, side)}, 0.4f);
        ASSERT_TRUE(world.move(std::span(&ids[i], 1), std::span(&box, 1)));
        ASSERT_TRUE(world.commit(boxes));
        boxes[first_static + i] = box;
    }
    expect_a_grid();
}

TEST_F(StaticCrowds, LeaveNothingBehind) {
    open(pillars());
    ASSERT_TRUE(world.despawn(ids));
    ASSERT_TRUE(world.commit());
    boxes.resize(first_static);
    EXPECT_EQ(world.stats().row_grid, boxes.size());
    expect_exact(world, boxes, first_static);
}

TEST_F(StaticCrowds, HaveAGridInEachLayer) {
    const Boxes fixed[] = {pillars(1200), maze()};
    for (std::uint16_t layer = 0; layer < 2; ++layer) {
        ids.resize(fixed[layer].size());
        const std::vector<std::uint16_t> layers(ids.size(), layer);
        ASSERT_TRUE(world.spawn(fixed[layer], Motion::Static, ids, {}, layers));
    }
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.stats().row_grid, fixed[0].size());
    EXPECT_EQ(world.stats().static_tree, fixed[1].size());
    ASSERT_TRUE(world.set_layers(ids, std::vector<std::uint16_t>(ids.size(), std::uint16_t{0})));
    ASSERT_TRUE(world.commit());
    boxes = fixed[0];
    boxes.insert(boxes.end(), fixed[1].begin(), fixed[1].end());
    expect_exact(world, boxes, 0);
}

TEST_F(StaticCrowds, AreRestoredAndLoaded) {
    open(pillars());
    const WorldSnapshot before = world.snapshot();
    ASSERT_TRUE(world.move(ids, maze()));
    ASSERT_TRUE(world.commit());
    ASSERT_FALSE(are_in_a_grid());
    ASSERT_TRUE(world.restore(before));
    expect_a_grid();
    World loaded(WorldDesc{});
    ASSERT_TRUE(load(loaded, saved(before)));
    EXPECT_EQ(loaded.stats().row_grid, boxes.size());
    expect_exact(loaded, boxes, first_static);
}

} // namespace
} // namespace throng::test
