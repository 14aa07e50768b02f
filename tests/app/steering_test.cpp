// SPDX-License-Identifier: MIT
// The demo's crowd: it starts apart, stays apart and out of obstacles, reaches its goals, and walks the same way on
// any number of threads.
#include "apps/throng/crowd/crossing_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace throng::app {
namespace {

constexpr std::uint32_t crowd_size = 1500;
constexpr double compare_one_in_a_hundred = 0.01;

std::uint64_t hash_after(std::uint32_t ticks, unsigned threads, std::uint64_t seed = 1) {
    const Workers workers(threads);
    CrossingRun run(crowd_size, seed, Route::RowGrid, workers);
    SpotCheck check(compare_one_in_a_hundred, seed, workers);
    for (std::uint32_t i = 0; i < ticks; ++i) run.step(check);
    return run.walkers().hash();
}

// Two people that walk towards each other or stand together, out of sight of all others.
struct Couple {
    explicit Couple(float distance) {
        walkers.resize(2);
        walkers.x = {50, 50 + distance};
        walkers.y = {50, 50.01f};
        walkers.velocity_x = {1.3f, -1.3f};
        walkers.velocity_y = {0, 0};
        walkers.pace = {1.3f, 1.3f};
        walkers.stream = {Stream::East, Stream::North};
        walkers.person = {0, 1};
    }

    void tick(Steering& steering) {
        const Workers workers(1);
        EXPECT_TRUE(grid.build(walkers.centers(), serial()));
        EXPECT_TRUE(grid.neighbors(2, near, {.limit = 10}, serial()));
        steering.tick(walkers, near, Surroundings(), workers);
    }
    float distance() const { return std::hypot(walkers.x[1] - walkers.x[0], walkers.y[1] - walkers.y[0]); }

    Walkers walkers;
    RowGrid grid{RowGridDesc{}};
    Hits near;
};

TEST(Crossing, StartsWithEveryPersonOnceAndNoneTouching) {
    for (const std::uint32_t size : {1u, 2u, 3u, 10u, 100u, crowd_size}) {
        const Workers workers(1);
        CrossingRun run(size, 7, Route::RowGrid, workers);

        const std::set<std::uint32_t> persons(run.walkers().person.begin(), run.walkers().person.end());
        EXPECT_EQ(run.walkers().size(), size);
        EXPECT_EQ(persons.size(), size);
        EXPECT_EQ(run.overlap().pairs, 0u) << size;
        constexpr float lenient = 0.2f; // people stand up to so far from the middles of their places
        const auto in_band = [&](float v) {
            return v >= run.scene().band_low - lenient && v < run.scene().band_high + lenient;
        };
        for (std::size_t i = 0; i < size; ++i) {
            EXPECT_TRUE(in_band(run.walkers().x[i]) || in_band(run.walkers().y[i]));
            EXPECT_TRUE(run.walkers().x[i] >= 0 && run.walkers().x[i] < run.scene().side);
            EXPECT_TRUE(run.walkers().y[i] >= 0 && run.walkers().y[i] < run.scene().side);
        }
    }
}

// How far the body nearest to an obstacle is from it, in metres; negative: it stands in it.
float least_clearance(const CrossingRun& run) {
    float least = 1e30f;
    for (std::size_t i = 0; i < run.walkers().size(); ++i) {
        const float x = run.walkers().x[i], y = run.walkers().y[i];
        for (const Aabb& box : run.obstacles().surroundings().boxes) {
            const float dx = std::max({box.min.x - x, 0.0f, x - box.max.x}),
                        dy = std::max({box.min.y - y, 0.0f, y - box.max.y});
            least = std::min(least, std::hypot(dx, dy) - run.rule().body_radius);
        }
    }
    return least;
}

TEST(Obstacles, StandWhereNoPersonIsCloseToTwoOfThem) {
    for (const std::uint32_t size : {1u, 500u, crowd_size, 30'000u}) {
        std::vector<Aabb> ranges;
        for (const Obstacle& one : Crossing::holding(size).obstacles()) {
            const float along = Surroundings::reach + one.roll, across = Surroundings::reach;
            ranges.push_back(
                {{one.box.min.x - along, one.box.min.y - across}, {one.box.max.x + along, one.box.max.y + across}});
        }
        RowGrid grid{RowGridDesc{}};
        ASSERT_TRUE(grid.build(ranges));
        Pairs pairs;
        ASSERT_TRUE(grid.pairs(pairs));
        EXPECT_EQ(pairs.size(), 0u) << size;
        EXPECT_EQ(ranges.empty(), size < 500) << size;
    }
}

TEST(Obstacles, LiveWhereTheyBelongAndTramsRollToAndFro) {
    constexpr float roll = 2;
    Obstacles obstacles({{{{0, 0}, {4, 1}}, 0}, {{{10, 0}, {16, 3}}, roll}}, 0.25f, nullptr, serial());
    EXPECT_EQ(obstacles.stats().static_tree, 1u);
    float west = 10, east = 10;
    for (int tick = 0; tick <= 400; ++tick) { // one way out and back takes twenty seconds
        obstacles.roll(0.05 * tick);
        const float at = obstacles.trams()[0].min.x;
        EXPECT_FLOAT_EQ(obstacles.trams()[0].max.x, at + 6);
        west = std::min(west, at);
        east = std::max(east, at);
    }
    EXPECT_NEAR(west, 10 - roll, 1e-4f);
    EXPECT_NEAR(east, 10 + roll, 1e-4f);
    EXPECT_NEAR(obstacles.trams()[0].min.x, 10, 1e-4f);
    EXPECT_EQ(obstacles.walls()[0].max.x, 4);
}

TEST(Entrance, AdmitsWhereThereIsRoomAndNowhereElse) {
    const Crossing scene{100, 20, 80};
    // The first four have left; the last one stands where the third would come in.
    Walkers walkers;
    walkers.resize(5);
    walkers.x = {100.5f, 30, 101, 50, 1.2f};
    walkers.y = {40, 100.1f, 60, 99, 60};
    walkers.stream = {Stream::East, Stream::North, Stream::East, Stream::North, Stream::East};
    walkers.person = {0, 1, 2, 3, 4};
    CrowdIndex index(Route::RowGrid, scene.bounds(), serial());
    ASSERT_TRUE(index.build(walkers.centers()));

    Entrance(0.25f).admit(walkers, scene, index, 5);

    EXPECT_EQ(walkers.x[0], 0.5f);
    EXPECT_EQ(walkers.y[0], 40);
    EXPECT_EQ(walkers.x[1], 30);
    EXPECT_NEAR(walkers.y[1], 0.1f, 1e-5f);
    EXPECT_EQ(walkers.x[2], 1);
    EXPECT_GT(std::abs(walkers.y[2] - 60), 0.7f) << "somewhere else across the stream";
    EXPECT_TRUE(walkers.y[2] >= scene.band_low && walkers.y[2] <= scene.band_high);
    EXPECT_EQ(walkers.y[3], 99) << "a person inside stays";
}

TEST(Entrance, LetsNoPersonInWhereNoneFits) {
    const Crossing scene{100, 49.9f, 50.1f}; // wide enough for one
    Walkers walkers;
    walkers.resize(2);
    walkers.x = {100.1f, 0.3f};
    walkers.y = {50, 50};
    walkers.stream = {Stream::East, Stream::East};
    walkers.person = {0, 1};
    CrowdIndex index(Route::RowGrid, scene.bounds(), serial());
    ASSERT_TRUE(index.build(walkers.centers()));

    Entrance(0.25f).admit(walkers, scene, index, 0);

    EXPECT_EQ(walkers.x[0], 100.1f);
}

TEST(Steering, NoPersonStandsInAnotherAfterManyTicks) {
    const Workers workers(2);
    CrossingRun run(crowd_size, 1, Route::RowGrid, workers);
    SpotCheck check(compare_one_in_a_hundred, 1, workers);

    for (int i = 0; i < 200; ++i) run.step(check);

    constexpr float tolerance = 0.02f; // metres, of a body half a metre wide
    EXPECT_LT(run.deepest_overlap(), tolerance);
    EXPECT_LT(run.overlap().deepest, tolerance);
    EXPECT_GT(check.compared(), 1000u);
}

TEST(Steering, NoPersonWalksIntoAWallOrATram) {
    const Workers workers(2);
    CrossingRun run(crowd_size, 1, Route::RowGrid, workers);
    SpotCheck check(compare_one_in_a_hundred, 1, workers);
    ASSERT_FALSE(run.obstacles().walls().empty());
    ASSERT_FALSE(run.obstacles().trams().empty());

    EXPECT_GT(least_clearance(run), 0);
    for (int i = 0; i < 200; ++i) {
        run.step(check);
        ASSERT_GT(least_clearance(run), -1e-4f) << i;
    }
}

TEST(Steering, GoesAroundWhatIsInTheWay) {
    for (const Stream stream : {Stream::East, Stream::North}) {
        const bool east = stream == Stream::East;
        Walkers walkers;
        walkers.resize(1);
        (east ? walkers.x : walkers.y)[0] = -6;
        (east ? walkers.y : walkers.x)[0] = 0.5f;
        walkers.pace = {1.3f};
        walkers.stream = {stream};
        const Aabb wall = east ? Aabb{{0, -2}, {0.6f, 2}} : Aabb{{-2, 0}, {2, 0.6f}};
        Obstacles obstacles({{wall, 0}}, 0.25f, nullptr, serial());
        Steering steering({});
        const Workers workers(1);
        for (int i = 0; i < 200; ++i) {
            obstacles.look(walkers);
            steering.tick(walkers, Hits(), obstacles.surroundings(), workers);
        }
        EXPECT_GT((east ? walkers.x : walkers.y)[0], 2) << "ten seconds of walking";
        EXPECT_GT((east ? walkers.y : walkers.x)[0], 2) << "by the nearer end";
    }
}

TEST(Steering, EachPersonGetsOn) {
    const Workers workers(1);
    CrossingRun run(crowd_size, 1, Route::RowGrid, workers);
    SpotCheck check(0, 1, workers);

    for (int i = 0; i < 100; ++i) run.step(check);

    double along = 0, wished = 0;
    const Walkers& w = run.walkers();
    for (std::size_t i = 0; i < w.size(); ++i) {
        along += w.stream[i] == Stream::East ? w.velocity_x[i] : w.velocity_y[i];
        wished += w.pace[i];
    }
    EXPECT_GT(along, 0.7 * wished);
    EXPECT_LE(along, 1.05 * wished);
}

TEST(Steering, IsTheSameOnAnyNumberOfThreads) {
    const std::uint64_t alone = hash_after(45, 1);

    EXPECT_EQ(hash_after(45, 2), alone);
    EXPECT_EQ(hash_after(45, 7), alone);
    EXPECT_NE(hash_after(45, 1, 2), alone);
    EXPECT_NE(hash_after(44, 1), alone);
}

TEST(Steering, PushesApartPeopleThatStandInEachOther) {
    for (const float distance : {0.0f, 0.05f, 0.3f, 0.49f}) {
        Couple couple(distance);
        couple.walkers.velocity_x = {0, 0};
        Steering steering({});

        for (int i = 0; i < 5; ++i) couple.tick(steering);

        EXPECT_GE(couple.distance(), 0.499f) << distance;
    }
}

TEST(Steering, StartsAsFastEastAsNorth) {
    Couple couple(40);
    couple.walkers.velocity_x = {0, 0};
    Steering steering({});

    for (int i = 0; i < 10; ++i) couple.tick(steering);

    const float speed = 1.3f * (1 - std::pow(0.9f, 10.0f)); // each tick is a tenth of the relaxation
    EXPECT_NEAR(couple.walkers.velocity_x[0], speed, 1e-3f);
    EXPECT_NEAR(couple.walkers.velocity_y[1], speed, 1e-3f);
}

TEST(Steering, StepsAsideForPeopleAhead) {
    Couple couple(1.9f);
    Steering steering({});

    float closest = couple.distance();
    for (int i = 0; i < 60; ++i) {
        couple.tick(steering);
        closest = std::min(closest, couple.distance());
    }

    EXPECT_GE(closest, 0.499f);
    EXPECT_GT(couple.walkers.x[0], 51) << "the person that walks east has got past";
}

TEST(Walkers, HashIsOfThePeopleNotOfTheirSlots) {
    Walkers walkers = Crossing::holding(100).populate(100, 3);
    const std::uint64_t before = walkers.hash();
    std::vector<Slot> backwards(walkers.size());
    std::iota(backwards.rbegin(), backwards.rend(), Slot{0});

    walkers.arrange(backwards);

    EXPECT_EQ(walkers.person.front(), 99u);
    EXPECT_EQ(walkers.hash(), before);
    walkers.x[5] = std::nextafter(walkers.x[5], 1e9f);
    EXPECT_NE(walkers.hash(), before);
}

} // namespace
} // namespace throng::app
