// SPDX-License-Identifier: MIT
// A few elements far away from a crowd do not slow down the searches of all others.
#include "scenes/generator.hpp"
#include "tests/support/uneven.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using Boxes = std::vector<Aabb>;
constexpr std::size_t population = 20'000;

// Denser inward over two decades, in rows much longer than they are high; one element of `every` is far away, left or
// right.
Boxes crowd(std::size_t every) {
    scenes::Generator random(11);
    Boxes boxes;
    for (std::size_t i = 0; i < population; ++i) {
        const float r = 300 * random.unit() * random.unit();
        const Vec2 way = random.direction();
        const bool strays = every != 0 && i % every == 7;
        const float far = strays ? random.uniform(1e6f, 3e7f) * (random.chance(0.5f) ? 1.f : -1.f) : 0.f;
        boxes.push_back(predicates::box_around({far + 10 * r * way.x, 0.1f * r * way.y}, Vec2{0.02f, 0.002f}));
    }
    return boxes;
}

// After a build and some updates, which may lay the grid out again.
std::uint64_t candidates_of(const Boxes& boxes) {
    RowGrid grid(RowGridDesc{});
    EXPECT_TRUE(grid.build(boxes));
    for (int tick = 0; tick < 20; ++tick) EXPECT_TRUE(grid.update(boxes));
    Pairs pairs;
    EXPECT_TRUE(grid.pairs(pairs));
    return pairs.candidates();
}

TEST(Strays, AddFewCandidates) {
    const std::uint64_t usual = candidates_of(crowd(0));
    for (const std::size_t every : {5000u, 500u, 100u, 60u}) EXPECT_LT(candidates_of(crowd(every)), 2 * usual) << every;
}

// A small crowd has a small sample.
TEST(Strays, AddFewCandidatesInSmallCrowds) {
    for (const std::size_t size : {257u, 400u, 620u, 983u, 1987u}) {
        for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
            std::uint64_t candidates[2];
            for (const bool strays : {false, true}) {
                scenes::Generator random(seed);
                Boxes boxes = town(size, {0, 0}, std::sqrt(static_cast<float>(size)), random);
                for (std::size_t i = 50; strays && i < size; i += 100) {
                    const float far = random.uniform(-3e5f, 3e5f);
                    boxes[i].min.x += far, boxes[i].max.x += far;
                }
                RowGrid grid(RowGridDesc{});
                ASSERT_TRUE(grid.build(boxes));
                Hits hits;
                ASSERT_TRUE(grid.overlap(boxes, hits));
                candidates[strays] = hits.candidates();
            }
            EXPECT_LT(candidates[1], 2 * candidates[0]) << size << " elements, seed " << seed;
        }
    }
}

// The rows of a World have room for elements that come one by one, which samples must not mistake for elements.
TEST(Strays, AreNoMoreThanTheyAreInSamplesOfAWorld) {
    const std::uint64_t usual = candidates_of(crowd(0));
    for (const std::size_t every : {500u, 60u, 45u}) {
        const Boxes boxes = crowd(every);
        World world({.agent_half_extent = 0.02f});
        std::vector<Id> ids(boxes.size());
        ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));
        ASSERT_TRUE(world.commit());
        for (int tick = 0; tick < 20; ++tick) ASSERT_TRUE(world.commit(boxes));
        Pairs pairs;
        ASSERT_TRUE(world.pairs(pairs));
        EXPECT_LT(pairs.candidates(), 3 * usual) << every;
    }
}

} // namespace
} // namespace throng::test
