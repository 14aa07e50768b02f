// SPDX-License-Identifier: MIT
// The crowds that benches measure are what their names say, and stay so while they walk.
#include "scenes/crowd.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using scenes::Places;
using scenes::Ways;

constexpr std::size_t people = 20'000;

// How many stand on each square unit of land.
std::vector<std::size_t> heads(const Crowd& crowd) {
    const auto width = static_cast<std::size_t>(std::ceil(crowd.side)) + 1;
    std::vector<std::size_t> heads(width * width);
    for (std::size_t i = 0; i < crowd.size(); ++i)
        ++heads[static_cast<std::size_t>(crowd.y[i]) * width + static_cast<std::size_t>(crowd.x[i])];
    return heads;
}

std::size_t most_on_a_unit(const Crowd& crowd) {
    const std::vector<std::size_t> all = heads(crowd);
    return *std::max_element(all.begin(), all.end());
}

void walk(Crowd& crowd, int steps) {
    for (int i = 0; i < steps; ++i) crowd.step();
}

TEST(Crowd, OfEveryFormStaysInItsWorld) {
    for (const Places places : {Places::Anywhere, Places::Clusters, Places::HotSpot, Places::Heap}) {
        for (const Ways ways : {Ways::Strolling, Ways::Streaming}) {
            for (const std::size_t n : {std::size_t{1}, std::size_t{300}, std::size_t{301}, people}) {
                Crowd crowd(n, n, {.places = places, .ways = ways}); // each from a seed of its own
                for (int step = 0; step < 40; ++step) {
                    for (const auto* column : {&crowd.x, &crowd.y})
                        for (const float at : *column)
                            ASSERT_TRUE(at >= 0 && at <= crowd.side) << at << ", step " << step;
                    crowd.step();
                }
            }
        }
    }
}

TEST(Crowd, IsUniformUnlessToldOtherwise) {
    Crowd crowd(people);
    EXPECT_FLOAT_EQ(crowd.side, std::sqrt(static_cast<float>(people)));
    EXPECT_LT(most_on_a_unit(crowd), 12u);
    walk(crowd, 60);
    EXPECT_LT(most_on_a_unit(crowd), 12u);
}

TEST(Crowd, InClustersLeavesMostOfTheLandEmpty) {
    Crowd crowd(people, 1, {.places = Places::Clusters});
    for (const int steps : {0, 60}) {
        walk(crowd, steps);
        const std::vector<std::size_t> all = heads(crowd);
        EXPECT_GT(std::count(all.begin(), all.end(), 0u), static_cast<std::ptrdiff_t>(all.size() * 2 / 3));
        EXPECT_GT(most_on_a_unit(crowd), 15u) << "they are densest in the middle";
    }
}

TEST(Crowd, WithAHotSpotKeepsItWhileItWalks) {
    Crowd crowd(people, 1, {.places = Places::HotSpot});
    for (const int steps : {0, 60}) {
        walk(crowd, steps);
        std::vector<std::size_t> all = heads(crowd);
        std::sort(all.rbegin(), all.rend());
        EXPECT_GT(all[0], 50u);
        EXPECT_LT(all[9], 40u) << "the rest is as ever";
    }
}

TEST(Crowd, InStreamsWalksToTheLeftAndToTheRight) {
    const Crowd before(people, 1, {.ways = Ways::Streaming});
    Crowd crowd = before;
    walk(crowd, 1);
    std::size_t left = 0, right = 0;
    for (std::size_t i = 0; i < people; ++i) {
        EXPECT_EQ(crowd.y[i], before.y[i]);
        const float walked = crowd.x[i] - before.x[i];
        if (std::abs(walked + 0.5f) < 1e-4f) ++left;
        if (std::abs(walked - 0.5f) < 1e-4f) ++right;
    }
    EXPECT_GT(left, people * 49 / 100) << "but for those at the border";
    EXPECT_GT(right, people * 49 / 100);
}

TEST(Crowd, InAHeapAllOverlap) {
    Crowd crowd(200, 1, {.places = Places::Heap});
    for (const int steps : {0, 60}) {
        walk(crowd, steps);
        for (std::size_t a = 0; a < crowd.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const float reach = crowd.half_extent[a] + crowd.half_extent[b];
                ASSERT_LE(std::abs(crowd.x[a] - crowd.x[b]), reach);
                ASSERT_LE(std::abs(crowd.y[a] - crowd.y[b]), reach);
            }
        }
    }
}

} // namespace
} // namespace throng::test
