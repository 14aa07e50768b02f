// SPDX-License-Identifier: MIT
// Handles of a World: when they are issued, alive, stale and used again; and what staging says and does.
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

namespace throng::test {
namespace {

TEST(WorldHandles, AreDenseAndAliveAfterCommit) {
    World world(WorldDesc{});

    const std::vector<Id> ids = spawn(world, row_of(3));

    EXPECT_EQ(ids, (std::vector<Id>{{0, 1}, {1, 1}, {2, 1}}));
    EXPECT_FALSE(world.alive(ids[0])) << "merely staged";
    EXPECT_EQ(world.slot_count(), 0u);
    ASSERT_TRUE(world.commit());
    EXPECT_TRUE(world.alive(ids[2]));
    EXPECT_EQ(world.id_of(2), ids[2]);
    EXPECT_EQ(world.size(), 3u);
    EXPECT_EQ(world.slot_count(), 3u);
}

TEST(WorldHandles, ReuseTheLowestFreeSlotAfterCommitAlone) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, row_of(4));

    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[3], ids[1]}));
    EXPECT_EQ(spawn(world, row_of(1)), (std::vector<Id>{{4, 2}})) << "before the commit no slot is free";
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(spawn(world, row_of(3)), (std::vector<Id>{{1, 3}, {3, 3}, {5, 3}}));
}

TEST(WorldHandles, OfAReusedSlotDifferInGeneration) {
    World world(WorldDesc{});
    const Id first = settle(world, row_of(1))[0];
    ASSERT_TRUE(world.despawn(std::vector<Id>{first}));
    ASSERT_TRUE(world.commit());
    EXPECT_FALSE(world.alive(first));
    EXPECT_EQ(world.slot_count(), 1u);

    const Id second = settle(world, row_of(1))[0];

    EXPECT_EQ(second.slot, first.slot);
    EXPECT_NE(second.generation, first.generation);
    EXPECT_FALSE(world.alive(first));
    EXPECT_EQ(world.route(first), Route::None);
    EXPECT_TRUE(world.alive(second));
    EXPECT_TRUE(same_status(faulty_item(Fault::StaleId, 0), world.move(std::vector<Id>{first}, row_of(1))));
}

TEST(WorldHandles, ThatAreNullOrStaleAreToldEachForItsItem) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, row_of(3));
    const Id never{17, 1}, later{0, 2};
    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[1]}));
    const std::vector<Id> mixed = {ids[0], Id{}, ids[1], never, later, ids[2]};

    std::vector<Aabb> boxes = row_of(6);
    boxes[5].min.y = nan;
    EXPECT_TRUE(same_status(faulty_item(Fault::StaleId | Fault::InvalidBounds, 1, 5), world.move(mixed, boxes)));
    EXPECT_TRUE(
        same_status(faulty_item(Fault::StaleId, 1, 4), world.categorize(mixed, std::vector<std::uint32_t>(6, 1u))));
    EXPECT_TRUE(same_status(faulty_item(Fault::StaleId, 1, 5),
                            world.despawn(std::vector<Id>{ids[0], {}, ids[1], never, later, ids[0]})));

    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.size(), 1u);
    EXPECT_EQ(left_of(world, ids[2]), 4) << "a faulty box moves no element";
}

TEST(WorldHandles, AreVoidAfterDiscardAndTheirSlotsAreFree) {
    World world(WorldDesc{});
    const std::vector<Id> kept = settle(world, row_of(2));
    const std::vector<Id> dropped = spawn(world, row_of(2));
    ASSERT_TRUE(world.move(kept, std::vector<Aabb>{box_at(50), box_at(60)}));
    ASSERT_TRUE(world.despawn(std::vector<Id>{kept[1]}));

    world.discard();

    EXPECT_TRUE(same_status(faulty_item(Fault::StaleId, 0, 2), world.despawn(dropped)));
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.size(), 2u);
    EXPECT_EQ(left_of(world, kept[0]), 0);
    EXPECT_TRUE(world.alive(kept[1]));
    EXPECT_EQ(spawn(world, row_of(1)), (std::vector<Id>{{2, 3}}));
}

/// Gives blocks whose bytes are no zeros, as used memory is.
Memory used_memory() {
    return {[](void*, std::size_t bytes, std::size_t alignment) {
                void* const block = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
                if (block) std::memset(block, 0xAB, bytes);
                return block;
            },
            [](void*, void* block, std::size_t, std::size_t) { std::free(block); }, nullptr};
}

// A version of a world that is behind takes on only what has changed, and all slots that it did not have.
TEST(WorldHandles, OfManySlotsThatCameAndWentInOneCommitAreDeadInEveryVersion) {
    constexpr std::size_t few = 10, many = 6000;
    World world({.memory = used_memory()});
    std::vector<Id> expected = settle(world, row_of(few));
    const auto move_one = [&](float x) {
        ASSERT_TRUE(world.move(std::vector<Id>{expected[3]}, std::vector<Aabb>{box_at(x)}));
        ASSERT_TRUE(world.commit());
    };
    for (const float x : {100.f, 101.f, 102.f}) move_one(x); // every version has these slots
    std::vector<Id> more = spawn(world, row_of(many));
    expected.resize(few + many);
    expected.back() = more.back();
    more.pop_back();
    ASSERT_TRUE(world.despawn(more));
    ASSERT_TRUE(world.commit());

    for (const float x : {103.f, 104.f, 105.f}) {
        move_one(x);
        EXPECT_TRUE(world.validate());
        EXPECT_EQ(world.size(), few + 1);
        std::vector<Id> ids(world.slot_count());
        std::vector<Slot> slots(world.slot_count());
        std::iota(slots.begin(), slots.end(), Slot{0});
        ASSERT_TRUE(world.ids_of(slots, ids));
        EXPECT_TRUE(ids == expected);
    }
}

TEST(WorldHandles, OfFaultyBoxesAreNullAndTakeNoSlot) {
    World world(WorldDesc{});
    const std::vector<Aabb> boxes = {
        box_at(0), {{nan, 0}, {1, 1}}, {{2, 0}, {1, 1}}, box_at(3), {{0, 0}, {infinity, 1}}};
    std::vector<Id> ids(5, Id{9, 9});

    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 3), world.spawn(boxes, Motion::Dynamic, ids)));

    EXPECT_EQ(ids, (std::vector<Id>{{0, 1}, {}, {}, {1, 1}, {}}));
}

TEST(WorldStaging, OfASpawnWithoutRoomForItsIdsStagesNothing) {
    World world(WorldDesc{});
    std::vector<Id> ids(2);

    EXPECT_TRUE(same_status(failed_call(Fault::OutputTooSmall), world.spawn(row_of(3), Motion::Dynamic, ids)));

    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.size(), 0u);
    EXPECT_EQ(spawn(world, row_of(1)), (std::vector<Id>{{0, 1}}));
}

TEST(WorldStaging, OfListsThatDoNotFitIsRefused) {
    World world(WorldDesc{});
    std::vector<Id> ids = settle(world, row_of(2));
    const Status refused = failed_call(Fault::InvalidArgument);
    const std::vector<std::uint32_t> one(1);

    EXPECT_TRUE(same_status(refused, world.move(ids, row_of(1))));
    EXPECT_TRUE(same_status(refused, world.categorize(ids, one)));
    EXPECT_TRUE(same_status(refused, world.spawn(row_of(2), Motion::Dynamic, ids, one)));
    EXPECT_TRUE(same_status(refused, world.spawn(row_of(2), static_cast<Motion>(7), ids)));
    const std::vector<Aabb> too_few = row_of(1);
    ASSERT_TRUE(world.move_all(too_few));
    EXPECT_TRUE(same_status(refused, world.commit())) << "told by commit";
    const std::vector<Aabb> enough = {box_at(70), box_at(80)};
    ASSERT_TRUE(world.move_all(enough));
    EXPECT_TRUE(world.commit());
    EXPECT_EQ(left_of(world, {1, 1}), 80);
}

TEST(WorldStaging, LaterWins) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, row_of(3));
    const std::vector<Aabb> by_slot = {box_at(10), box_at(20), box_at(30)};

    ASSERT_TRUE(world.move(std::vector<Id>{ids[0], ids[0]}, std::vector<Aabb>{box_at(40), box_at(41)}));
    ASSERT_TRUE(world.move(std::vector<Id>{ids[1]}, std::vector<Aabb>{box_at(42)}));
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(left_of(world, ids[0]), 41) << "of two in one call the second";

    ASSERT_TRUE(world.move(std::vector<Id>{ids[0]}, std::vector<Aabb>{box_at(43)}));
    ASSERT_TRUE(world.move_all(by_slot));
    ASSERT_TRUE(world.move(std::vector<Id>{ids[1]}, std::vector<Aabb>{box_at(44)}));
    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[2]}));
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(left_of(world, ids[0]), 10);
    EXPECT_EQ(left_of(world, ids[1]), 44);
    EXPECT_FALSE(world.alive(ids[2]));
}

TEST(WorldStaging, TakesNewIdsAtOnce) {
    World world(WorldDesc{});
    const std::vector<Id> ids = spawn(world, row_of(3));
    ASSERT_TRUE(world.move(std::vector<Id>{ids[0]}, std::vector<Aabb>{box_at(9)}));
    ASSERT_TRUE(world.categorize(std::vector<Id>{ids[0]}, std::vector<std::uint32_t>{4}));
    ASSERT_TRUE(world.despawn(std::vector<Id>{ids[2]}));

    ASSERT_TRUE(world.commit());

    EXPECT_EQ(left_of(world, ids[0]), 9);
    EXPECT_EQ(found(world, 4), (std::vector<Slot>{0, 1}));
    EXPECT_EQ(found(world, 3), (std::vector<Slot>{1}));
    EXPECT_FALSE(world.alive(ids[2]));
    EXPECT_EQ(world.slot_count(), 2u) << "the third was never alive";
    EXPECT_EQ(spawn(world, row_of(1)), (std::vector<Id>{{2, 2}}));
}

TEST(WorldStaging, OfAllLeavesStaticElementsAndTellsFaultsBySlot) {
    World world(WorldDesc{});
    const Id still = spawn(world, {box_at(5)}, Motion::Static)[0];
    const std::vector<Id> ids = settle(world, row_of(3));
    std::vector<Aabb> by_slot = {
        {{nan, nan}, {nan, nan}}, box_at(50), {{nan, 0}, {1, 1}}, box_at(70), {{nan, 0}, {0, 0}}};
    ASSERT_TRUE(world.move_all(by_slot));

    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 2), world.commit()));

    EXPECT_EQ(left_of(world, still), 5);
    EXPECT_EQ(left_of(world, ids[0]), 50);
    EXPECT_EQ(left_of(world, ids[1]), 2) << "stays where it was";
    EXPECT_EQ(left_of(world, ids[2]), 70);
}

TEST(WorldStaging, OfAFaultyBoxForAllIsToldWhereverTheElementGoesNext) {
    World world({.agent_half_extent = 1, .prop_half_extent = 10});
    for (const float half : {0.5f, 5.0f}) { // stays in its structure, or leaves it
        const Id id = settle(world, row_of(1))[0];
        const std::vector<Aabb> by_slot(world.slot_count(), Aabb{{nan, 0}, {1, 1}});
        ASSERT_TRUE(world.move_all(by_slot));
        ASSERT_TRUE(world.move(std::vector<Id>{id}, std::vector<Aabb>{{{0, 0}, {2 * half, 2 * half}}}));

        EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, id.slot), world.commit())) << half;

        EXPECT_EQ(world.bounds_of(id.slot).max.x, 2 * half);
        ASSERT_TRUE(world.despawn(std::vector<Id>{id}));
        ASSERT_TRUE(world.commit());
    }
}

} // namespace
} // namespace throng::test
