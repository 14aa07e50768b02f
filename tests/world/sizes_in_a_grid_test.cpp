// SPDX-License-Identifier: MIT
// The structure of elements of many sizes follows from their places, too: a row grid is enough where all fit into its
// cells, or where a tree would do no better.
#include "tests/support/saved_content.hpp"
#include "tests/support/uneven.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

// Half extents over three decades, up to `largest`, one to each square of side 1; `aspect` times as wide as high.
std::vector<Aabb> of_many_sizes(std::size_t elements, float largest, float aspect) {
    scenes::Generator random(17);
    const float side = std::sqrt(static_cast<float>(elements)), root = std::sqrt(aspect);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < elements; ++i) {
        const float half = largest * std::pow(10.f, -3 * random.unit());
        const Vec2 at{random.uniform(0, side), random.uniform(0, side)};
        boxes.push_back(predicates::box_around(at, Vec2{half * root, half / root}));
    }
    return boxes;
}

TEST(SizesOfAWorld, ShareAGridWhereAllFitIntoItsCells) {
    for (const std::size_t elements : {300u, 2000u, 20'000u}) {
        World world(WorldDesc{});
        (void)settle(world, of_many_sizes(elements, 0.4f, 1));
        EXPECT_EQ(world.stats().row_grid, elements);
        EXPECT_TRUE(world.validate());
    }
}

TEST(SizesOfAWorld, AreApartWhereLargeOnesWouldSlowDownAGrid) {
    World world(WorldDesc{});
    std::vector<Aabb> boxes = of_many_sizes(20'000, 0.4f, 1);
    for (std::size_t i = 0; i < boxes.size(); i += 50)
        boxes[i] = predicates::box_around(predicates::center_of(boxes[i]), 20.f);
    (void)settle(world, boxes);
    EXPECT_EQ(world.stats().row_grid, boxes.size() - boxes.size() / 50);
    EXPECT_TRUE(world.validate());
}

TEST(SizesOfAWorld, AreGivenByItsUser) {
    World world({.agent_half_extent = 0.01f});
    const std::vector<Aabb> boxes = of_many_sizes(2000, 0.4f, 1);
    std::size_t small = 0;
    for (const Aabb& box : boxes) small += 0.5f * (box.max.x - box.min.x) <= 0.01f ? 1 : 0;
    (void)settle(world, boxes);
    EXPECT_NEAR(static_cast<double>(world.stats().row_grid), static_cast<double>(small), 2);
}

// A leaf's box is as long as its elements, and overlaps many others.
TEST(SizesOfAWorld, AreNoReasonForATreeOfThinElements) {
    scenes::Generator random(3);
    std::vector<Aabb> boxes = denser_inward(20'000, 1, random);
    for (Aabb& box : boxes) {
        const Vec2 half{8 * (box.max.x - box.min.x), (box.max.y - box.min.y) / 32};
        box = predicates::box_around(predicates::center_of(box), half);
    }
    World world(WorldDesc{});
    (void)settle(world, boxes);
    EXPECT_EQ(world.stats().row_grid, boxes.size());
}

// The sample of a small world is small, and must not see another crowd in each jitter.
TEST(SizesOfAWorld, StayWhereTheyAreWhileTheyJitter) {
    for (const std::size_t elements : {315u, 331u, 392u, 560u}) {
        scenes::Generator random(elements);
        const float side = std::sqrt(static_cast<float>(elements)), half = random.uniform(0.05f, 1.f);
        std::vector<Vec2> homes, halves;
        for (std::size_t i = 0; i < elements; ++i) {
            homes.push_back({random.uniform(0, side), random.uniform(0, side)});
            halves.push_back(i % 10 == 0 ? Vec2{10 * half, 5 * half} : Vec2{half, half});
        }
        const auto jittered = [&] {
            std::vector<Aabb> boxes;
            for (std::size_t i = 0; i < elements; ++i) {
                const Vec2 off{random.uniform(-0.1f, 0.1f) * half, random.uniform(-0.1f, 0.1f) * half};
                boxes.push_back(predicates::box_around({homes[i].x + off.x, homes[i].y + off.y}, halves[i]));
            }
            return boxes;
        };
        World world(WorldDesc{});
        (void)settle(world, jittered());
        std::size_t changes = 0;
        std::uint32_t before = world.stats().row_grid;
        for (int tick = 0; tick < 1000; ++tick) {
            ASSERT_TRUE(world.commit(jittered()));
            changes += world.stats().row_grid != before ? 1 : 0;
            before = world.stats().row_grid;
        }
        EXPECT_LE(changes, 2u) << elements << " elements";
    }
}

// Elements that outgrow the cells leave the grid, and come back.
TEST(SizesOfAWorld, ChangeWithTheCrowd) {
    World world(WorldDesc{});
    const std::vector<Aabb> small = of_many_sizes(6000, 0.4f, 1);
    std::vector<Aabb> large = small;
    for (std::size_t i = 0; i < large.size(); i += 20)
        large[i] = predicates::box_around(predicates::center_of(large[i]), 30.f);
    (void)settle(world, small);
    for (int time = 0; time < 2; ++time) {
        for (int tick = 0; tick < 40; ++tick) ASSERT_TRUE(world.commit(large));
        EXPECT_EQ(world.stats().loose_quadtree, large.size() / 20);
        EXPECT_TRUE(world.validate());
        for (int tick = 0; tick < 40; ++tick) ASSERT_TRUE(world.commit(small));
        EXPECT_EQ(world.stats().row_grid, small.size());
        EXPECT_TRUE(world.validate());
    }
    World loaded(WorldDesc{});
    ASSERT_TRUE(load(loaded, saved(world.snapshot())));
    EXPECT_EQ(loaded.stats().row_grid, small.size());
}

} // namespace
} // namespace throng::test
