// SPDX-License-Identifier: MIT
// A size that WorldDesc gives means that size: boxes around centers, c - h and c + h, round to sides a little longer or
// shorter than 2h, and are agents and props all the same, wherever they go.
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/saved_content.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

constexpr float agent_size = 0.3f, prop_size = 2.7f;
constexpr std::size_t agent_count = 3000, prop_count = 300;

/// Agents and props that walk, of the very sizes that the world is given.
class Walkers {
public:
    explicit Walkers(float side) {
        for (std::size_t i = 0; i < agent_count + prop_count; ++i)
            at_.push_back({random_.uniform(-side, side), random_.uniform(0, side)});
    }
    std::vector<Aabb> boxes() const {
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < at_.size(); ++i)
            boxes.push_back(predicates::box_around(at_[i], i < agent_count ? agent_size : prop_size));
        return boxes;
    }
    void walk() {
        for (Vec2& p : at_) p = {p.x + random_.uniform(-0.1f, 0.1f), p.y + random_.uniform(-0.1f, 0.1f)};
    }

private:
    scenes::Generator random_{5};
    std::vector<Vec2> at_;
};

WorldDesc given(Memory memory = {}) {
    return {.agent_half_extent = agent_size, .prop_half_extent = prop_size, .memory = memory, .executor = serial()};
}

void expect_at_home(const World& world) {
    const WorldStats stats = world.stats();
    EXPECT_EQ(stats.row_grid, agent_count);
    EXPECT_EQ(stats.loose_quadtree, prop_count);
}

TEST(GivenSizes, AreKeptWhereverTheElementsGo) {
    for (const float side : {1.f, 400.f, 30000.f}) {
        SCOPED_TRACE(side);
        Walkers walkers(side);
        World world(given());
        const std::vector<Id> ids = settle(world, walkers.boxes());
        expect_at_home(world);
        for (int tick = 0; tick < 40; ++tick) {
            walkers.walk();
            ASSERT_TRUE(tick % 4 == 0 ? world.move(ids, walkers.boxes()) : Status{});
            ASSERT_TRUE(tick % 4 == 0 ? world.commit() : world.commit(walkers.boxes()));
        }
        expect_at_home(world);
        World loaded(given());
        ASSERT_TRUE(load(loaded, saved(world)));
        expect_at_home(loaded);
    }
}

TEST(GivenSizes, NeedNoMoreMemoryThanLargerOnes) {
    std::size_t requests[2];
    for (const bool larger : {false, true}) {
        CountingMemory memory;
        Walkers walkers(400);
        WorldDesc desc = given(memory.memory());
        if (larger) desc.agent_half_extent *= 1.01f, desc.prop_half_extent *= 1.01f;
        World world(desc);
        (void)settle(world, walkers.boxes());
        for (int tick = 0; tick < 60; ++tick) {
            walkers.walk();
            ASSERT_TRUE(world.commit(walkers.boxes()));
        }
        requests[larger] = memory.requests();
    }
    EXPECT_EQ(requests[false], requests[true]);
}

// Where the bodies are larger, if only by a hundredth, they are props.
TEST(GivenSizes, AreNoMoreThanRoundedBoxesNeed) {
    World world(given());
    (void)settle(world, {predicates::box_around({400, 400}, agent_size * 1.01f),
                         predicates::box_around({0, 0}, agent_size * 1.00001f)});

    EXPECT_EQ(world.stats().row_grid, 0u);
    EXPECT_EQ(world.stats().loose_quadtree, 2u);
}

TEST(GivenSizes, ThatGrowAreStillFoundByTheCommitsAfter) {
    Walkers walkers(400);
    World world(given());
    (void)settle(world, walkers.boxes());
    std::vector<Aabb> grown = walkers.boxes();
    for (std::size_t i = 0; i < 100; ++i)
        grown[i * 30] = predicates::box_around({float(i), float(i)}, agent_size * 1.001f);

    for (int commit = 0; commit < 16; ++commit) ASSERT_TRUE(world.commit(grown));

    EXPECT_EQ(world.stats().row_grid, agent_count - 100);
    EXPECT_TRUE(world.validate());
}

// Bounds are no limit and no hint: whatever they are, the layout, and so the order of answers, follows the content.
TEST(GivenBounds, ThatDoNotFitCostNothing) {
    const auto answers = [](const Aabb& bounds) {
        Walkers walkers(100);
        World world({.bounds = bounds});
        (void)settle(world, walkers.boxes());
        walkers.walk();
        EXPECT_TRUE(world.commit(walkers.boxes()));
        Pairs pairs;
        EXPECT_TRUE(world.pairs(pairs, {}, serial()));
        std::vector<std::uint64_t> all{pairs.candidates()};
        for (const Pair pair : pairs.view()) all.push_back(std::uint64_t{pair.a} << 32 | pair.b);
        return all;
    };
    constexpr float greatest = std::numeric_limits<float>::max();
    const std::vector<std::uint64_t> expected = answers({});
    for (const Aabb& bounds : {Aabb{{-1e6f, -1e6f}, {1e6f, 1e6f}}, Aabb{{-greatest, -greatest}, {greatest, greatest}},
                               Aabb{{5000, 5000}, {5100, 5100}}, Aabb{{0, 0}, {1, 1}}})
        EXPECT_EQ(answers(bounds), expected) << bounds.min.x << " to " << bounds.max.x;
}

} // namespace
} // namespace throng::test
