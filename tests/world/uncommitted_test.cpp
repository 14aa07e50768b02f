// SPDX-License-Identifier: MIT
// A forgotten commit() is told: an answer without hits of a world whose elements were only spawned says so.
#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

class Uncommitted : public testing::Test {
protected:
    World world{WorldDesc{.track_overlaps = true}};
    const std::vector<Aabb> boxes{{{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}};
    std::vector<Id> ids = std::vector<Id>(2);
    Hits hits;
    Pairs pairs, more;

    void spawn() { ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids)); }
    Reason of_overlap() const {
        Hits found;
        const Status status = world.overlap(boxes, found);
        EXPECT_TRUE(status.ok());
        return status.reason;
    }
};

TEST_F(Uncommitted, EachQueryTellsThatNothingWasCommitted) {
    spawn();
    std::array<std::uint32_t, 2> counts{};
    std::array<std::uint8_t, 1> seen{};
    const Vec2 a{0, 0}, b{5, 5};
    const std::vector<Status> answers{world.overlap(boxes, hits),
                                      world.within({{0, 0}, 5.f}, hits),
                                      world.nearest(a, 1, hits),
                                      world.cast({{-1, 0.5f}, {1, 0}, 10.f}, hits),
                                      world.along({{-1, 0.5f}, {1, 0}, 10.f}, hits),
                                      world.count(boxes, counts),
                                      world.neighbors(3, hits),
                                      world.neighbors_of({0}, 3, hits),
                                      world.query(Query::within({{0, 0}, 5.f}), hits),
                                      world.visible(a, b, ~0u, seen),
                                      world.reader().overlap(boxes, hits),
                                      world.pairs(pairs),
                                      world.overlaps_changed(pairs, more),
                                      world.live_slots({})};
    for (std::size_t i = 0; i < answers.size(); ++i) {
        EXPECT_TRUE(answers[i].ok()) << i;
        EXPECT_EQ(answers[i].reason, Reason::NotCommitted) << i;
    }
    EXPECT_NE(describe(answers[0]).find("commit()"), std::string_view::npos);
}

TEST_F(Uncommitted, CommitAndDiscardEndIt) {
    EXPECT_EQ(of_overlap(), Reason::None); // nothing is spawned
    spawn();
    world.discard();
    EXPECT_EQ(of_overlap(), Reason::None);
    spawn();
    EXPECT_EQ(of_overlap(), Reason::NotCommitted);
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(of_overlap(), Reason::None);
}

TEST_F(Uncommitted, AWorldWithElementsMayHaveMoreStaged) {
    spawn();
    ASSERT_TRUE(world.commit());
    spawn();
    EXPECT_EQ(of_overlap(), Reason::None);
    world.discard();
    ASSERT_TRUE(world.clear());
    EXPECT_EQ(of_overlap(), Reason::None);
    spawn();
    EXPECT_EQ(of_overlap(), Reason::NotCommitted); // it is empty again
}

TEST_F(Uncommitted, WhatEndsBeforeItsCommitIsNotAwaited) {
    spawn();
    ASSERT_TRUE(world.despawn(ids[0]));
    EXPECT_EQ(of_overlap(), Reason::NotCommitted) << "the other one is";
    ASSERT_TRUE(world.despawn(ids[1]));
    EXPECT_EQ(of_overlap(), Reason::None);
    EXPECT_EQ(world.despawn(ids[1]).faults, Fault::StaleId);
    spawn();
    EXPECT_EQ(of_overlap(), Reason::NotCommitted);
}

TEST_F(Uncommitted, AReaderThatCallsBackTellsIt) {
    spawn();
    const Status status = world.reader().for_each_within({{0, 0}, 5}, [](Slot) { FAIL(); });
    EXPECT_EQ(status.reason, Reason::NotCommitted);
}

TEST_F(Uncommitted, PairsThatEndAreNoEmptyAnswer) {
    spawn();
    ASSERT_TRUE(world.commit());
    ASSERT_TRUE(world.overlaps_changed(pairs, more));
    ASSERT_TRUE(world.despawn(ids) && world.commit());
    spawn();
    const Status status = world.overlaps_changed(pairs, more);
    EXPECT_EQ(more.size(), 1u);
    EXPECT_EQ(status.reason, Reason::None);
}

TEST_F(Uncommitted, AFaultOfTheCallIsToldFirst) {
    spawn();
    const Status status = world.within({{0, 0}, -1.f}, hits);
    EXPECT_EQ(status.faults, Fault::InvalidArgument);
    EXPECT_EQ(status.reason, Reason::Radius);
}

} // namespace
} // namespace throng::test
