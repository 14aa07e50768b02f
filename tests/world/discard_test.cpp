// SPDX-License-Identifier: MIT
// A commit of a World that failed half way and is discarded leaves nothing for the next one.
#include "support/counting_memory.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

// Boxes that live in every structure, side by side.
std::vector<Aabb> boxes_of_all_sizes(std::size_t count) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        constexpr float sides[] = {1, 10, 50};
        const float x = 60 * static_cast<float>(i);
        boxes.push_back({{x, 0}, {x + sides[i % 3], 1}});
    }
    return boxes;
}

TEST(WorldDiscard, AfterAFailedCommitLeavesNothingOfIt) {
    const std::vector<Aabb> boxes = boxes_of_all_sizes(90), many = boxes_of_all_sizes(600),
                            walls = boxes_of_all_sizes(9);
    bool refused = true;
    for (std::size_t k = 1; refused; ++k) {
        SCOPED_TRACE(k);
        CountingMemory memory;
        World world({.agent_half_extent = 1, .prop_half_extent = 9, .track_overlaps = true, .memory = memory.memory()});
        const std::vector<Id> still = spawn(world, walls, Motion::Static), ids = settle(world, boxes);
        std::vector<Id> more(many.size());
        ASSERT_TRUE(world.despawn(std::span(ids).first(30)));
        ASSERT_TRUE(world.despawn(std::span(still).first(3)));
        ASSERT_TRUE(world.spawn(many, Motion::Dynamic, more));
        memory.refuse(k);
        const Status status = world.commit();
        refused = memory.refused();
        memory.refuse(0);
        if (status) continue; // reshaping alone may do without memory
        ASSERT_TRUE(same_status(failed_call(Fault::OutOfMemory), status));

        world.discard();
        ASSERT_TRUE(world.move(std::span(ids).last(3), std::span(boxes).first(3)));
        ASSERT_TRUE(world.commit());

        ASSERT_TRUE(world.validate());
        ASSERT_EQ(world.size(), boxes.size() + walls.size());
        const std::vector<Slot> all_slots = [&] {
            Hits hits;
            EXPECT_TRUE(
                world.overlap(std::vector<Aabb>{{{-1e6f, -1e6f}, {1e6f, 1e6f}}}, hits, {.order = Order::BySlot}));
            return std::vector<Slot>(hits[0].begin(), hits[0].end());
        }();
        ASSERT_EQ(all_slots.size(), boxes.size() + walls.size());
    }
}

} // namespace
} // namespace throng::test
