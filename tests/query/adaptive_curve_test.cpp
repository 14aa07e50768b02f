// SPDX-License-Identifier: MIT
// The order in which a scattered batch is asked: about as many queries are in each part of the plane, whatever their
// density, and those that follow each other are close for the place where they are.
#include "engine/src/query/adaptive_curve.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/uneven.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

constexpr std::uint32_t bits = 13; // as of a batch of 40,000

struct Places {
    std::vector<float> x, y;
    std::vector<std::uint32_t> on_curve;
    std::uint32_t count = 0; // of cells
};

Places places_of(const std::vector<Vec2>& points, const std::vector<Vec2>& sampled) {
    Places places;
    std::vector<Vec2> sample;
    const std::size_t looks = std::min<std::size_t>(AdaptiveCurve::samples_for(bits), sampled.size());
    for (std::size_t i = 0; i < looks; ++i) sample.push_back(sampled[i * sampled.size() / looks]);
    const AdaptiveCurve curve(sample, bits);
    for (const Vec2 p : points) places.x.push_back(p.x), places.y.push_back(p.y);
    places.on_curve.resize(points.size());
    const auto count = static_cast<std::uint32_t>(points.size());
    curve.write_places({places.x.data()}, {places.y.data()}, 0, count, places.on_curve.data());
    places.count = curve.count();
    return places;
}

std::vector<Vec2> centers_of(const std::vector<Aabb>& boxes) {
    std::vector<Vec2> centers;
    for (const Aabb& box : boxes) centers.push_back(predicates::center_of(box));
    return centers;
}

// The largest share of all points that is in one of 128 equal parts of the curve.
double fullest_part(const Places& places) {
    std::vector<std::size_t> points(128);
    for (const std::uint32_t place : places.on_curve) ++points[std::size_t{place} * points.size() / places.count];
    return static_cast<double>(*std::max_element(points.begin(), points.end())) /
           static_cast<double>(places.on_curve.size());
}

// The median distance from a point to the next one in the order of the curve, in widths of its box.
float median_step(const Places& places, const std::vector<Aabb>& boxes) {
    std::vector<std::size_t> order(boxes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return places.on_curve[a] < places.on_curve[b]; });
    std::vector<float> steps;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        const std::size_t a = order[i], b = order[i + 1];
        const float width = boxes[a].max.x - boxes[a].min.x;
        steps.push_back(std::hypot(places.x[a] - places.x[b], places.y[a] - places.y[b]) / width);
    }
    std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2), steps.end());
    return steps[steps.size() / 2];
}

TEST(AnAdaptiveCurve, FollowsTheDensity) {
    scenes::Generator random(3);
    const std::vector<Aabb> even = town(40'000, {0, 0}, 200, random);
    std::vector<Aabb> towns = town(20'000, {0, 0}, 141, random);
    for (const Aabb& box : town(20'000, {1e5f, 3e4f}, 141, random)) towns.push_back(box);
    const auto check = [](const char* name, const std::vector<Aabb>& boxes) {
        const std::vector<Vec2> centers = centers_of(boxes);
        const Places places = places_of(centers, centers);
        EXPECT_LT(fullest_part(places), 5. / 128) << name;
        EXPECT_LT(median_step(places, boxes), 5.f) << name;
    };
    check("even", even);
    check("two towns", towns);
    check("3 decades", denser_inward(40'000, 3, random));
    check("5 decades", denser_inward(40'000, 5, random));
}

TEST(AnAdaptiveCurve, HasAPlaceForEveryPoint) {
    scenes::Generator random(6);
    const std::vector<Vec2> even = centers_of(town(2000, {0, 0}, 3, random)); // 3.5 is a little beyond
    const std::vector<Vec2> sample{{0, 0}, {1, 2}, {3, 1}, {1e30f, 5}, {-3e38f, 7}, {3e38f, 7}};
    std::vector<Vec2> points;
    const std::vector<float> awkward{0, -1, 2.5f, 3.5f, 3e38f, -3e38f, 1e-40f, nan, INFINITY, -INFINITY};
    for (const float x : awkward)
        for (const float y : awkward) points.push_back({x, y});
    for (const std::vector<Vec2>& sampled : {even, sample, std::vector<Vec2>(), std::vector<Vec2>(9, Vec2{4, 4})}) {
        const Places places = places_of(points, sampled);
        ASSERT_EQ(places.on_curve.size(), points.size());
        for (const std::uint32_t place : places.on_curve) ASSERT_LT(place, places.count);
    }
}

} // namespace
} // namespace throng::test
