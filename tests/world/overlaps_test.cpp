// SPDX-License-Identifier: MIT
// Overlaps that began and ended since the last call: over several commits, by category, and after a refusal.
#include "scenes/crowd.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/cancelling_executor.hpp"
#include "tests/support/reentrant_call.hpp"
#include "tests/support/reversed_executor.hpp"
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using support::CountingMemory;

struct Changes {
    Pairs begun, ended;
    Status status;
    std::size_t began() const { return begun.ids().size(); }
    std::size_t ceased() const { return ended.ids().size(); }
};

Changes changes_of(const World& world, Executor executor = {}) {
    Changes changes;
    changes.status = world.overlaps_changed(changes.begun, changes.ended, executor);
    return changes;
}

void place(World& world, Id id, float x) {
    ASSERT_TRUE(world.move(std::vector<Id>{id}, std::vector<Aabb>{box_at(x)}));
    ASSERT_TRUE(world.commit());
}

TEST(WorldOverlaps, AreToldForAllCommitsSinceTheyWereLastTold) {
    World world({.track_overlaps = true});
    const std::vector<Id> ids = settle(world, row_of(3)); // at 0, 2 and 4
    place(world, ids[0], 2);
    ASSERT_EQ(changes_of(world).began(), 1u);

    place(world, ids[0], 8);
    place(world, ids[2], 8.5f);

    const Changes changes = changes_of(world);
    ASSERT_EQ(changes.began(), 1u);
    ASSERT_EQ(changes.ceased(), 1u);
    EXPECT_EQ(changes.begun.ids()[0].b, ids[2]);
    EXPECT_EQ(changes.ended.ids()[0].b, ids[1]);
}

TEST(WorldOverlaps, ThatBeganAndEndedInBetweenAreNotTold) {
    World world({.track_overlaps = true});
    const std::vector<Id> ids = settle(world, row_of(2));
    place(world, ids[0], 2);
    place(world, ids[0], 0);

    const Changes changes = changes_of(world);

    EXPECT_EQ(changes.began() + changes.ceased(), 0u);
}

TEST(WorldOverlaps, AreTheSameAgainUntilTheNextCommit) {
    World world({.track_overlaps = true});
    const std::vector<Id> ids = settle(world, {box_at(0), box_at(0.5f)});
    EXPECT_EQ(changes_of(world).began(), 1u);
    EXPECT_EQ(changes_of(world).began(), 1u);

    ASSERT_TRUE(world.move(ids, row_of(2)));
    EXPECT_EQ(changes_of(world).began(), 1u) << "what is staged makes no difference";
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(changes_of(world).ceased(), 1u);
    EXPECT_EQ(changes_of(world).ceased(), 1u);
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(changes_of(world).ceased(), 0u);
    EXPECT_EQ(changes_of(world).ceased(), 0u);
}

TEST(WorldOverlaps, OfAnElementThatTakesTheSlotOfAnotherEndAndBegin) {
    for (const std::uint32_t tracked : {~0u, 1u}) { // all, and few of them
        SCOPED_TRACE(tracked);
        World world({.track_overlaps = true, .tracked = tracked});
        std::vector<Aabb> boxes = row_of(40);
        boxes[1] = box_at(0.5f);
        std::vector<Id> ids(boxes.size()), again(1);
        std::vector<std::uint32_t> categories(boxes.size(), 2);
        categories[1] = 1;
        ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids, categories));
        ASSERT_TRUE(world.commit());
        ASSERT_EQ(changes_of(world).began(), 1u);

        ASSERT_TRUE(world.despawn(std::vector<Id>{ids[1]}));
        ASSERT_TRUE(world.commit());
        ASSERT_TRUE(world.spawn(std::vector<Aabb>{boxes[1]}, Motion::Dynamic, again, std::vector<std::uint32_t>{1}));
        ASSERT_TRUE(world.commit());

        const Changes changes = changes_of(world);
        ASSERT_EQ(changes.began(), 1u);
        ASSERT_EQ(changes.ceased(), 1u);
        EXPECT_EQ(changes.begun.ids()[0].b, again[0]);
        EXPECT_EQ(changes.ended.ids()[0].b, ids[1]);
        EXPECT_EQ(again[0].slot, ids[1].slot);
    }
}

TEST(WorldOverlaps, AreThoseOfOneMaskWithTheOtherInEitherOrder) {
    World world({.track_overlaps = true, .tracked = 1, .tracked_against = 2});
    std::vector<Id> ids(5);
    // Each overlaps those beside it.
    const std::vector<Aabb> boxes = {box_at(0), box_at(0.75f), box_at(1.5f), box_at(2.25f), box_at(3)};
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids, std::vector<std::uint32_t>{1, 1, 2, 2, 1}));
    ASSERT_TRUE(world.commit());

    const Changes changes = changes_of(world);

    ASSERT_EQ(changes.began(), 2u);
    EXPECT_EQ(changes.begun.ids()[0].a, ids[1]);
    EXPECT_EQ(changes.begun.ids()[1].b, ids[4]);
}

TEST(WorldOverlaps, BeginAndEndWithTheCategoryThatIsTracked) {
    World world({.track_overlaps = true, .tracked = 1});
    const std::vector<Id> ids = settle(world, {box_at(0), box_at(0.5f)});
    const auto categorize = [&](std::uint32_t category) {
        ASSERT_TRUE(world.categorize(ids, std::vector<std::uint32_t>(2, category)));
        ASSERT_TRUE(world.commit());
    };
    EXPECT_EQ(changes_of(world).began(), 1u) << "elements without a category have all";

    categorize(2);
    EXPECT_EQ(changes_of(world).ceased(), 1u);
    categorize(4);
    EXPECT_EQ(changes_of(world).ceased() + changes_of(world).began(), 0u);
    categorize(3);
    EXPECT_EQ(changes_of(world).began(), 1u);
}

TEST(WorldOverlaps, EndWithTheFirstCategoryThatIsGiven) {
    World world({.track_overlaps = true, .tracked = 1});
    std::vector<Aabb> boxes = row_of(40);
    boxes[1] = box_at(0.5f);
    const std::vector<Id> ids = settle(world, boxes);
    ASSERT_EQ(changes_of(world).began(), 1u);

    ASSERT_TRUE(world.categorize(std::vector<Id>{ids[0], ids[1]}, std::vector<std::uint32_t>{2, 2}));
    ASSERT_TRUE(world.commit());

    EXPECT_EQ(changes_of(world).ceased(), 1u);
}

TEST(WorldOverlaps, OfCategoryZeroAreToldUnlessAMaskSaysWhatIs) {
    const auto told = [](std::uint32_t tracked) {
        World world({.track_overlaps = true, .tracked = tracked});
        std::vector<Id> ids(2);
        EXPECT_TRUE(world.spawn(std::vector<Aabb>{box_at(0), box_at(0.5f)}, Motion::Dynamic, ids,
                                std::vector<std::uint32_t>{0, 0}));
        EXPECT_TRUE(world.commit());
        return changes_of(world).began();
    };
    EXPECT_EQ(told(~0u), 1u);
    EXPECT_EQ(told(~0u - 1), 0u);
    EXPECT_EQ(told(0), 0u);
}

TEST(WorldOverlaps, WithAllAreToldForCategoryZeroToo) {
    for (const std::size_t others : {0u, 60u}) { // one of two is tracked, and one of many
        SCOPED_TRACE(others);
        World world({.track_overlaps = true, .tracked = 1});
        std::vector<Aabb> boxes = row_of(others + 2);
        boxes[1] = box_at(0.5f);
        std::vector<Id> ids(boxes.size());
        std::vector<std::uint32_t> categories(boxes.size(), 0);
        categories[0] = 1;
        ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids, categories));
        ASSERT_TRUE(world.commit());

        EXPECT_EQ(changes_of(world).began(), 1u);
    }
}

// All on one spot make millions of pairs.
TEST(WorldOverlaps, ThatDoNotFitIntoMemoryAreNoMatterOfACommit) {
    constexpr std::size_t size = 4000, budget = 8u << 20;
    CountingMemory memory;
    World world({.track_overlaps = true, .memory = memory.memory()});
    const std::vector<Id> ids = settle(world, row_of(size));
    ASSERT_TRUE(changes_of(world).status);
    memory.limit(budget);
    std::vector<Aabb> boxes(size, box_at(0));

    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(world.move_all(boxes));
        ASSERT_TRUE(world.commit());
        const Changes changes = changes_of(world);
        EXPECT_TRUE(same_status(failed_call(Fault::OutOfMemory), changes.status));
        EXPECT_EQ(changes.began() + changes.ceased(), 0u);
    }
    boxes = row_of(size);
    boxes[7] = box_at(0.5f);
    ASSERT_TRUE(world.move_all(boxes));
    ASSERT_TRUE(world.commit());

    const Changes changes = changes_of(world);
    EXPECT_TRUE(changes.status);
    ASSERT_EQ(changes.began(), 1u) << "compared with the commit that was told last";
    EXPECT_EQ(changes.begun.ids()[0].b, ids[7]);
    EXPECT_EQ(changes.ceased(), 0u);
}

// Whatever part of an answer does not fit, what it took is there for the next commit.
TEST(WorldOverlaps, ThatDoNotFitIntoMemoryKeepNone) {
    constexpr std::size_t size = 1000, step = 1u << 18;
    int refused = 0;
    for (std::size_t room = step;; room += step) {
        CountingMemory memory;
        World world({.track_overlaps = true, .memory = memory.memory()});
        (void)settle(world, row_of(size));
        ASSERT_TRUE(changes_of(world).status);
        const std::vector<Aabb> heap(size, box_at(0));
        ASSERT_TRUE(world.move_all(heap));
        ASSERT_TRUE(world.commit());
        const std::size_t before = memory.live_bytes();
        memory.limit(before + room);

        if (changes_of(world).status) break;

        EXPECT_LE(memory.live_bytes(), before + 2000) << room;
        ++refused;
    }
    EXPECT_GT(refused, 20) << "pairs alone take 16 times that";
}

TEST(WorldOverlaps, AreCountedToTheByte) {
    struct {
        const char* name;
        std::uint32_t tracked;
        std::uint16_t layers;
    } const cases[] = {{"all", ~0u, 1}, {"few", 1, 1}, {"of layers", ~0u, 3}};
    for (const auto& of : cases) {
        SCOPED_TRACE(of.name);
        CountingMemory memory;
        Crowd crowd(40'000);
        for (float& half : crowd.half_extent) half *= 2;
        World world({.track_overlaps = true, .tracked = of.tracked, .memory = memory.memory()});
        std::vector<Id> ids(crowd.size());
        std::vector<std::uint32_t> categories(crowd.size(), 2);
        std::vector<std::uint16_t> layers(crowd.size());
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            if (i % 100 == 0) categories[i] = 1;
            layers[i] = static_cast<std::uint16_t>(i % of.layers);
        }
        ASSERT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids, categories, layers));
        for (const Executor executor : {serial(), reversed(), serial()}) {
            ASSERT_TRUE(world.commit(crowd.boxes()));
            ASSERT_TRUE(changes_of(world, executor).status);
            EXPECT_EQ(world.bytes(), memory.live_bytes());
            crowd.step();
        }
    }
}

TEST(WorldOverlaps, ThatAHostGivesUpAreToldByTheNextCall) {
    constexpr std::size_t size = 6000;
    Crowd crowd(size);
    for (float& half : crowd.half_extent) half *= 4; // pairs of many blocks
    World world({.track_overlaps = true}), calm({.track_overlaps = true});
    std::vector<Id> ids(size);
    for (World* each : {&world, &calm}) {
        ASSERT_TRUE(each->spawn(crowd.boxes(), Motion::Dynamic, ids));
        ASSERT_TRUE(each->commit(serial()));
    }
    int given_up = 0;
    for (int loops = 0; loops < 20; ++loops) {
        CancellingExecutor cancelling{loops, 1};
        const Changes changes = changes_of(world, cancelling.executor()), right = changes_of(calm, serial());
        const auto expect_right = [&](const Changes& told) {
            EXPECT_EQ(told.begun.hash(), right.begun.hash()) << loops;
            EXPECT_EQ(told.ended.hash(), right.ended.hash()) << loops;
        };
        if (changes.status) {
            expect_right(changes);
        } else {
            EXPECT_TRUE(cancelling.quit);
            EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), changes.status)) << loops;
            EXPECT_EQ(changes.began() + changes.ceased(), 0u);
            ++given_up;
        }
        const Changes again = changes_of(world, serial());
        ASSERT_TRUE(again.status);
        expect_right(again);
        crowd.step();
        for (World* each : {&world, &calm}) {
            ASSERT_TRUE(each->move_all(crowd.boxes()));
            ASSERT_TRUE(each->commit(serial()));
        }
    }
    EXPECT_GT(given_up, 5);
}

TEST(WorldOverlaps, ThatAreBeingToldRefuseOthers) {
    constexpr std::size_t size = 6000;
    Crowd crowd(size);
    World world({.track_overlaps = true});
    std::vector<Id> ids(size);
    ASSERT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit(serial()));
    const Status busy = failed_call(Fault::Busy);
    ReentrantCall meanwhile{[&] {
        const Changes changes = changes_of(world);
        EXPECT_TRUE(same_status(busy, changes.status));
        EXPECT_EQ(changes.began(), 0u);
        EXPECT_TRUE(same_status(busy, world.commit()));
        Pairs pairs;
        EXPECT_TRUE(world.pairs(pairs)) << "queries go on";
    }};

    const Changes changes = changes_of(world, meanwhile.executor());

    EXPECT_TRUE(meanwhile.met());
    EXPECT_TRUE(changes.status);
    EXPECT_GT(changes.began(), 0u);
}

} // namespace
} // namespace throng::test
