// SPDX-License-Identifier: MIT
// Calls that meet a commit, and a commit that meets a reader: Busy at once, and nothing is half done.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/reentrant_call.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

class BusyWorld : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(world.spawn(crowd.boxes(), Motion::Dynamic, ids));
        ASSERT_TRUE(world.commit(serial()));
    }
    static void refused(Status status) { EXPECT_TRUE(same_status(failed_call(Fault::Busy), status)); }

    Crowd crowd{20'000};
    std::vector<Id> ids = std::vector<Id>(crowd.size());
    World world{WorldDesc{.track_overlaps = true}};
};

TEST_F(BusyWorld, IsOneThatCommits) {
    Pairs begun, ended, pairs;
    ASSERT_TRUE(world.overlaps_changed(begun, ended));
    ASSERT_GT(begun.size(), 0u);
    const WorldSnapshot before = world.snapshot();
    const std::vector<Slot> none(crowd.size(), no_slot);
    const std::vector<Query> mixed(40, Query::within({{5, 5}, 3}));
    ReentrantCall within_commit{[&] {
        Hits hits;
        std::vector<std::uint8_t> seen(crowd.size(), 7);
        std::vector<Id> out(1);
        refused(world.query(mixed, hits));
        refused(world.neighbors(2, hits));
        refused(world.neighbors(2, hits, {.exclude = none}));
        refused(world.visible(crowd.centers(), crowd.centers(), ~0u, seen));
        std::vector<Slot> slots(world.size());
        refused(world.order(slots));
        refused(world.live_slots(slots));
        EXPECT_EQ(seen, std::vector<std::uint8_t>(crowd.size(), 7));
        refused(world.pairs(pairs));
        refused(world.overlaps_changed(begun, ended));
        EXPECT_EQ(begun.size() + ended.size(), 0u);
        refused(world.validate());
        refused(world.spawn(Aabb{{0, 0}, {1, 1}}, Motion::Dynamic, out));
        refused(world.move_all(crowd.boxes()));
        refused(world.despawn(std::span<const Id>(ids).first(1)));
        refused(world.commit());
        EXPECT_TRUE(before.query(mixed, hits));
        EXPECT_EQ(hits.size(), mixed.size());
    }};
    crowd.step();
    ASSERT_TRUE(world.move_all(crowd.boxes()));
    ASSERT_TRUE(world.commit(within_commit.executor()));
    EXPECT_TRUE(within_commit.met());
    EXPECT_EQ(world.bounds_of(3).min.x, crowd.x[3] - crowd.half_extent[3]);
    EXPECT_EQ(world.size(), crowd.size());
    EXPECT_TRUE(world.validate());
}

TEST_F(BusyWorld, IsOneThatAnswers) {
    crowd.step();
    ASSERT_TRUE(world.move_all(crowd.boxes()));
    const Aabb before = world.bounds_of(3);
    ReentrantCall within_reader{[&] { refused(world.commit()); }};
    Hits hits;
    ASSERT_TRUE(world.neighbors(2, hits, {}, within_reader.executor()));
    EXPECT_TRUE(within_reader.met());
    EXPECT_EQ(world.bounds_of(3).min.x, before.min.x);
    ASSERT_TRUE(world.commit()) << "what was staged still is";
    EXPECT_EQ(world.bounds_of(3).min.x, crowd.x[3] - crowd.half_extent[3]);
}

} // namespace
} // namespace throng::test
