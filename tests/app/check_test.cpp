// SPDX-License-Identifier: MIT
// Brute force, and the comparison with it: right answers pass, any wrong one is noticed.
#include "apps/throng/cli/errors.hpp"
#include "apps/throng/crowd/brute_force.hpp"
#include "apps/throng/crowd/check.hpp"

#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace throng::app {
namespace {

struct Crowd {
    explicit Crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            x.push_back(static_cast<float>(mix(2 * i) >> 40) * 0x1p-19f);
            y.push_back(static_cast<float>(mix(2 * i + 1) >> 40) * 0x1p-19f);
        }
    }
    Centers centers() const { return {x, y}; }

    std::vector<float> x, y;
};

class Check : public testing::Test {
protected:
    Hits answer(QueryOptions options) const {
        RowGrid grid;
        EXPECT_TRUE(grid.open({}));
        EXPECT_TRUE(grid.build(PointView(crowd_.x.data(), crowd_.y.data(), crowd_.x.size())));
        Hits hits;
        EXPECT_TRUE(grid.neighbors(radius, hits, options));
        return hits;
    }

    static constexpr float radius = 3;
    Crowd crowd_{700};
    Workers workers_{2};
};

TEST_F(Check, PassesRightAnswers) {
    SpotCheck check(1, 1, workers_);

    check.neighbors(answer({}), crowd_.centers(), radius, 0, 0);
    check.neighbors(answer({.distances = true}), crowd_.centers(), radius, 0, 1);
    check.neighbors(answer({.limit = 5}), crowd_.centers(), radius, 5, 2);
    check.neighbors(answer({.limit = 5, .distances = true}), crowd_.centers(), radius, 5, 3);

    EXPECT_EQ(check.compared(), 4 * crowd_.x.size());
}

TEST_F(Check, NoticesEveryKindOfWrongAnswer) {
    SpotCheck check(1, 1, workers_);
    Crowd moved = crowd_;
    moved.x[300] = moved.x[17];
    moved.y[300] = moved.y[17];
    Crowd trembling = crowd_;
    trembling.x[300] = std::nextafter(trembling.x[300], 0.0f);
    std::vector<std::uint8_t> all_but_one(crowd_.x.size(), 1);
    all_but_one[17] = 0;

    EXPECT_THROW(check.neighbors(answer({}), crowd_.centers(), radius * 1.1f, 0, 0), Disagreement);
    EXPECT_THROW(check.neighbors(answer({}), crowd_.centers(), radius * 0.9f, 0, 0), Disagreement);
    EXPECT_THROW(check.neighbors(answer({}), moved.centers(), radius, 0, 0), Disagreement);
    EXPECT_THROW(check.neighbors(answer({.distances = true}), trembling.centers(), radius, 0, 0), Disagreement);
    EXPECT_THROW(check.neighbors(answer({.limit = 4}), crowd_.centers(), radius, 5, 0), Disagreement);
    EXPECT_THROW(check.neighbors(answer({}), {crowd_.x, crowd_.y, all_but_one}, radius, 0, 0), Disagreement);
    EXPECT_THROW(check.neighbors(Hits(), crowd_.centers(), radius, 0, 0), Disagreement);
}

TEST_F(Check, NoticesWrongSlotsInRowsOfTheRightLength) {
    const std::vector<float> x{0, 1, 10, 11}, swapped{0, 11, 10, 1}, y{0, 0, 0, 0};
    RowGrid grid;
    Hits hits;
    ASSERT_TRUE(grid.open({}));
    ASSERT_TRUE(grid.build(PointView(x.data(), y.data(), x.size())));
    ASSERT_TRUE(grid.neighbors(radius, hits));
    SpotCheck check(1, 1, workers_);

    EXPECT_NO_THROW(check.neighbors(hits, {x, y}, radius, 0, 0));
    EXPECT_THROW(check.neighbors(hits, {swapped, y}, radius, 0, 0), Disagreement);
}

TEST_F(Check, NoticesAWrongCountBehindTheRightRows) {
    RowGrid grid;
    Hits hits;
    ASSERT_TRUE(grid.open({}));
    ASSERT_TRUE(grid.build(PointView(crowd_.x.data(), crowd_.y.data(), crowd_.x.size())));
    ASSERT_TRUE(grid.neighbors(30, hits, {.limit = 2}));
    SpotCheck check(1, 1, workers_);

    EXPECT_NO_THROW(check.neighbors(hits, crowd_.centers(), 30, 2, 0));
    EXPECT_THROW(check.neighbors(hits, crowd_.centers(), 29, 2, 0), Disagreement);
}

TEST_F(Check, NoticesEveryKindOfWrongAnswerAboutObstacles) {
    Walkers walkers;
    walkers.resize(crowd_.x.size());
    walkers.x = crowd_.x;
    walkers.y = crowd_.y;
    for (std::size_t i = 0; i < walkers.size(); ++i) walkers.stream[i] = i % 2 == 0 ? Stream::East : Stream::North;
    Obstacles obstacles({{{{10, 10}, {14, 11}}, 0}, {{{20, 5}, {26, 8}}, 2}, {{{5, 20}, {6, 24}}, 0}}, 0.25f, nullptr,
                        serial());
    obstacles.look(walkers);
    SpotCheck check(1, 1, workers_);
    EXPECT_NO_THROW(check.surroundings(obstacles.surroundings(), crowd_.centers(), 0));
    EXPECT_EQ(check.compared(), crowd_.x.size());
    EXPECT_GT(obstacles.surroundings().ahead.slots().size(), 10u);
    EXPECT_GT(obstacles.surroundings().close.slots().size(), 10u);

    const auto expect_noticed = [&](auto change) {
        Surroundings wrong;
        const Surroundings& right = obstacles.surroundings();
        wrong.boxes = right.boxes;
        wrong.directions = right.directions;
        wrong.body_radius = right.body_radius;
        World world{WorldDesc{}};
        std::vector<Id> ids(wrong.boxes.size());
        ASSERT_TRUE(world.spawn(wrong.boxes, Motion::Static, ids));
        ASSERT_TRUE(world.commit());
        RayView ways(walkers.centers(), wrong.directions, Surroundings::look_ahead);
        ways.half_extent = wrong.body_radius;
        ASSERT_TRUE(world.cast(ways, wrong.ahead));
        ASSERT_TRUE(world.within(DiscView(walkers.centers(), Surroundings::reach), wrong.close));
        EXPECT_NO_THROW(check.surroundings(wrong, crowd_.centers(), 0));
        change(wrong);
        EXPECT_THROW(check.surroundings(wrong, crowd_.centers(), 0), Disagreement);
    };
    expect_noticed([](Surroundings& s) { s.boxes[1] = {{20.1f, 5}, {26.1f, 8}}; });
    expect_noticed([](Surroundings& s) { std::swap(s.boxes[0], s.boxes[2]); });
    expect_noticed([](Surroundings& s) { s.body_radius = 0.2f; });
    expect_noticed([](Surroundings& s) {
        std::swap(s.directions[0], s.directions[1]), std::reverse(s.directions.begin(), s.directions.end());
    });
    expect_noticed([](Surroundings& s) { s.ahead = Hits(); });
    expect_noticed([](Surroundings& s) { s.close = Hits(); });
}

TEST_F(Check, LooksAtTheShareAskedForAndAtOthersEachTick) {
    const Crowd many(20'000);
    RowGrid grid;
    Hits hits;
    ASSERT_TRUE(grid.open({}));
    ASSERT_TRUE(grid.build(PointView(many.x.data(), many.y.data(), many.x.size())));
    ASSERT_TRUE(grid.neighbors(0.01f, hits));

    SpotCheck none(0, 1, workers_), some(0.01, 1, workers_), again(0.01, 1, workers_);
    none.neighbors(hits, many.centers(), 0.01f, 0, 0);
    some.neighbors(hits, many.centers(), 0.01f, 0, 0);
    again.neighbors(hits, many.centers(), 0.01f, 0, 0);

    EXPECT_EQ(none.compared(), 0u);
    EXPECT_GT(some.compared(), 100u);
    EXPECT_LT(some.compared(), 300u);
    EXPECT_EQ(again.compared(), some.compared());
    again.neighbors(hits, many.centers(), 0.01f, 0, 1);
    EXPECT_NE(again.compared(), 2 * some.compared());
}

TEST(BruteForce, FindsTheNearestInOrder) {
    Crowd crowd(300);
    crowd.x[5] = crowd.x[200];
    crowd.y[5] = crowd.y[200];
    for (const Slot of : {Slot{0}, Slot{5}, Slot{299}}) {
        std::vector<std::tuple<float, Slot>> expected;
        for (Slot slot = 0; slot < 300; ++slot) {
            const float dx = crowd.x[slot] - crowd.x[of], dy = crowd.y[slot] - crowd.y[of];
            if (slot != of) expected.emplace_back(dx * dx + dy * dy, slot);
        }
        std::sort(expected.begin(), expected.end());

        std::vector<Neighbor> found;
        nearest_by_brute_force(crowd.centers(), of, 10, found);

        ASSERT_EQ(found.size(), 10u);
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_EQ(std::make_tuple(found[i].squared_distance, found[i].slot), expected[i]);
    }
}

TEST(BruteForce, CountsEachOverlappingPairOnceAndTouchingOnesToo) {
    const std::vector<float> x{0, 1, 2.5f, 0}, y{0, 0, 0, 1.25f}, half{0.5f, 0.5f, 0.5f, 0.5f};
    const Centers centers{x, y};

    EXPECT_EQ(later_overlaps_by_brute_force(centers, half, 0), 1u);
    EXPECT_EQ(later_overlaps_by_brute_force(centers, half, 1), 0u);
}

} // namespace
} // namespace throng::app
