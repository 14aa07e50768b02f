// SPDX-License-Identifier: MIT
// Elements that move_all has made too large or small for their structure go to another one, a few with each commit: all
// of them in the end, and never by halves.
#include "support/counting_memory.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

std::vector<Aabb> boxes_of(std::size_t count, float first_side, float second_side) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = 3 * static_cast<float>(i), side = i % 2 == 0 ? first_side : second_side;
        boxes.push_back({{x, 0}, {x + side, 1}});
    }
    return boxes;
}

TEST(WorldRerouting, ReachesEveryElementWhateverElseIsCommittedBetween) {
    World world({.agent_half_extent = 1, .prop_half_extent = 9});
    const std::vector<Id> ids = settle(world, boxes_of(64, 1, 1));
    const std::vector<Aabb> grown = boxes_of(64, 10, 50);
    for (int round = 0; round < 20; ++round) {
        ASSERT_TRUE(world.move_all(grown));
        ASSERT_TRUE(world.commit());
        ASSERT_TRUE(world.categorize(std::span(ids).first(1), std::vector<std::uint32_t>{1}));
        ASSERT_TRUE(world.commit());
    }

    EXPECT_EQ(world.stats().row_grid, 0u);
    EXPECT_EQ(world.stats().loose_quadtree, 64u);
    EXPECT_TRUE(world.validate());
}

// A commit looks at a sixteenth of all slots, also where their number is not a multiple of 16.
TEST(WorldRerouting, ReachesEverySlotInSixteenCommits) {
    for (std::size_t count = 1; count <= 40; ++count) {
        SCOPED_TRACE(count);
        World world({.agent_half_extent = 1, .prop_half_extent = 9});
        (void)settle(world, boxes_of(count, 1, 1));
        const std::vector<Aabb> grown = boxes_of(count, 10, 10);

        for (int tick = 0; tick < 16; ++tick) ASSERT_TRUE(world.commit(grown));

        EXPECT_EQ(world.stats().loose_quadtree, count);
        EXPECT_TRUE(world.validate());
    }
}

TEST(WorldRerouting, ThatFindsNoMemoryLeavesAllAsItWas) {
    const std::vector<Aabb> before = boxes_of(64, 10, 10), after = boxes_of(64, 50, 1);
    bool refused = true;
    for (std::size_t k = 1; refused; ++k) {
        SCOPED_TRACE(k);
        CountingMemory memory;
        World world({.agent_half_extent = 1, .prop_half_extent = 9, .memory = memory.memory()});
        const std::vector<Id> ids = settle(world, before);
        ASSERT_TRUE(world.move_all(after));

        memory.refuse(k);
        const Status status = world.commit();
        refused = memory.refused();
        memory.refuse(0);

        if (!status) {
            ASSERT_TRUE(same_status(failed_call(Fault::OutOfMemory), status));
            ASSERT_TRUE(world.validate());
            ASSERT_EQ(world.stats().loose_quadtree, 64u);
            ASSERT_TRUE(world.commit());
        }
        ASSERT_TRUE(world.validate());
        EXPECT_LT(world.stats().loose_quadtree, 64u) << "some were looked at";
        EXPECT_TRUE(std::all_of(ids.begin(), ids.end(),
                                [&](Id id) { return world.bounds_of(id.slot).max.x == after[id.slot].max.x; }));
    }
}

} // namespace
} // namespace throng::test
