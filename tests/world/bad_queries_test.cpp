// SPDX-License-Identifier: MIT
// Bad queries of a World: the fault is of the whole call, and the answer is empty or unchanged.
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace throng::test {
namespace {

class WorldAskedWrongly : public testing::Test {
protected:
    void SetUp() override {
        for (int i = 0; i < 3; ++i) boxes.push_back({{static_cast<float>(i), 0}, {static_cast<float>(i) + 1.5f, 1}});
        ids.resize(boxes.size());
        ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));
        ASSERT_TRUE(world.commit());
    }
    void expect_invalid(const std::function<Status()>& ask) {
        ASSERT_TRUE(world.overlap(boxes, hits));
        ASSERT_TRUE(world.pairs(pairs));
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), ask()));
    }

    World world{WorldDesc{}};
    std::vector<Aabb> boxes;
    std::vector<Id> ids;
    Hits hits;
    Pairs pairs;
};

TEST_F(WorldAskedWrongly, OptionsThatDoNotFitFailTheCall) {
    const std::vector<Slot> two_slots = {0, 1}, three_slots = {0, 1, 2};
    const std::vector<std::uint32_t> two_masks = {1, 1};
    const std::vector<Vec2> at(3, Vec2{0, 0}), right(3, Vec2{1, 0});
    const std::vector<Query> mixed(3, Query::within({{0, 0}, 1}));
    for (const QueryOptions& bad : {QueryOptions{.masks = two_masks}, QueryOptions{.exclude = two_slots},
                                    QueryOptions{.order = Order(2)}, QueryOptions{.measure = Measure(2)}}) {
        const std::vector<std::function<Status()>> asks = {
            [&] { return world.overlap(boxes, hits, bad); },
            [&] { return world.within(DiscView(at, 1.0f), hits, bad); },
            [&] { return world.nearest(at, 1, 1, hits, bad); },
            [&] { return world.cast(RayView(at, right, 1.0f), hits, bad); },
            [&] { return world.along(RayView(at, right, 1.0f), hits, bad); },
            [&] { return world.neighbors(1, hits, bad); },
            [&] { return world.neighbors_of(three_slots, 1, hits, bad); },
            [&] { return world.snapshot().overlap(boxes, hits, bad); },
            [&] { return world.query(mixed, hits, bad); },
            [&] { return world.snapshot().query(mixed, hits, bad); }};
        for (const auto& ask : asks) {
            expect_invalid(ask);
            EXPECT_EQ(hits.size(), 0u);
        }
    }
    expect_invalid([&] { return world.query(std::span<const Query>(static_cast<const Query*>(nullptr), 2), hits); });
    EXPECT_EQ(hits.size(), 0u);
    for (const PairOptions& bad : {PairOptions{.order = Order(2)}, PairOptions{.collides_with = two_masks}}) {
        expect_invalid([&] { return world.pairs(pairs, bad); });
        EXPECT_EQ(pairs.size(), 0u);
        expect_invalid([&] { return world.snapshot().pairs(pairs, bad); });
        EXPECT_EQ(pairs.size(), 0u);
    }
}

TEST_F(WorldAskedWrongly, LinesThatDoNotFitLeaveTheirAnswerAlone) {
    const std::vector<Vec2> three(3, Vec2{0, 0}), two(2, Vec2{0, 0});
    const Vec2 one{0, 0};
    std::vector<std::uint8_t> seen(3, 7);
    expect_invalid([&] { return world.visible(two, three, ~0u, seen); });
    expect_invalid([&] { return world.visible(three, two, ~0u, seen); });
    expect_invalid([&] { return world.visible(two, two, ~0u, seen); });
    expect_invalid([&] { return world.visible(PointView(nullptr, &one.y, 3, 0), three, ~0u, seen); });
    expect_invalid([&] { return world.visible(three, PointView(&one.x, &one.y, 3, 6), ~0u, seen); });
    EXPECT_EQ(seen, std::vector<std::uint8_t>(3, 7));
}

TEST_F(WorldAskedWrongly, LinesOfACancelledHostAreAllBlocked) {
    const Executor idle{[](void*, std::uint32_t, Executor::Task*, void*) {}, nullptr};
    const std::vector<Vec2> many(5000, Vec2{50, 50});
    std::vector<std::uint8_t> seen(many.size(), 7);
    EXPECT_TRUE(same_status(failed_call(Fault::Cancelled), world.visible(many, many, ~0u, seen, idle)));
    EXPECT_EQ(seen, std::vector<std::uint8_t>(many.size(), 0));
}

} // namespace
} // namespace throng::test
