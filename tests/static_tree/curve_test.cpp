// SPDX-License-Identifier: MIT
// The kernels that order a tree's elements find the places that a walk down Hilbert's curve finds, level by level, and
// sort them as a stable sort does, by every instruction set.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/box_input.hpp"
#include "scenes/generator.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/runners.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using kernels::CurveFrame;

// Each level chooses a quarter, and turns what is in it.
std::uint32_t place_on_curve(std::uint32_t x, std::uint32_t y) {
    std::uint32_t place = 0;
    for (std::uint32_t side = CurveFrame::side / 2; side > 0; side /= 2) {
        const bool right = (x & side) != 0, upper = (y & side) != 0;
        place = 4 * place + (right ? 3u ^ (upper ? 1u : 0u) : upper ? 1u : 0u);
        if (upper) continue;
        if (right) x = ~x, y = ~y;
        std::swap(x, y);
    }
    return std::min(place, kernels::last_curve_place);
}

std::vector<std::uint32_t> places_by_kernel(const std::vector<Aabb>& boxes, const CurveFrame& frame,
                                            kernels::ItemFaults& faulty) {
    std::vector<std::uint32_t> pairs(2 * boxes.size() + 2, 7); // two more, which stay
    active_kernels().curve.places(box_source_of(boxes.data()), frame, 0, static_cast<std::uint32_t>(boxes.size()),
                                  pairs.data(), faulty);
    EXPECT_EQ(pairs[2 * boxes.size()], 7u);
    EXPECT_EQ(pairs[2 * boxes.size() + 1], 7u);
    return pairs;
}

TEST(PlacesOnACurve, AreThoseOfAWalkThroughItsLevels) {
    scenes::Generator random(4);
    const CurveFrame frame{0, 0, 1, 1}; // a cell for each whole number
    for (const simd::Isa set : instruction_sets()) {
        const ForcedIsa forced(set);
        for (const std::size_t size : {1u, 15u, 16u, 1000u}) {
            std::vector<Aabb> boxes;
            std::vector<std::uint32_t> expected;
            for (std::size_t i = 0; i < size; ++i) {
                const std::uint32_t x = i == 0 ? CurveFrame::side - 1 : random.below(CurveFrame::side);
                const std::uint32_t y = i == 0 ? 0 : random.below(CurveFrame::side);
                boxes.push_back(predicates::box_around({static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f},
                                                       Vec2{0.25f, 0.25f}));
                expected.push_back(place_on_curve(x, y));
            }
            kernels::ItemFaults faulty;
            const std::vector<std::uint32_t> pairs = places_by_kernel(boxes, frame, faulty);
            EXPECT_EQ(faulty.count, 0u);
            for (std::size_t i = 0; i < size; ++i) {
                ASSERT_EQ(pairs[2 * i], expected[i]) << simd::name(set) << ' ' << size << ' ' << i;
                ASSERT_EQ(pairs[2 * i + 1], i);
            }
        }
    }
}

TEST(PlacesOnACurve, LeaveOutFaultyBoxesAndTheLastPlace) {
    const float side = static_cast<float>(CurveFrame::side);
    const std::vector<Aabb> boxes{
        {{1, 1}, {0, 2}}, {{side, 0}, {side, 0}}, {{nan, 0}, {1, 1}}, {{1, 1}, {2, infinity}}};
    for (const simd::Isa set : instruction_sets()) {
        const ForcedIsa forced(set);
        kernels::ItemFaults faulty;
        const std::vector<std::uint32_t> pairs = places_by_kernel(boxes, {0, 0, 1, 1}, faulty);
        EXPECT_EQ(pairs[0], kernels::no_curve_place);
        EXPECT_EQ(pairs[2], kernels::last_curve_place); // beyond the last cell of the lowest row
        EXPECT_EQ(pairs[4], kernels::no_curve_place);
        EXPECT_EQ(pairs[6], kernels::no_curve_place);
        EXPECT_EQ(faulty.count, 3u);
        EXPECT_EQ(faulty.first, 0u);
        const kernels::Region area = active_kernels().curve.area(box_source_of(boxes.data()), 0, 4);
        EXPECT_EQ(area.min_x, side);
        EXPECT_EQ(area.max_y, 0.f);
    }
}

TEST(PairsOfPlaces, AreSortedStably) {
    scenes::Generator random(9);
    for (const simd::Isa set : instruction_sets()) {
        const ForcedIsa forced(set);
        for (std::uint32_t count = 0; count <= kernels::CurveKernels::most_at_once; ++count) {
            std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
            std::vector<std::uint32_t> pairs;
            const std::uint32_t distinct = count % 3 == 0 ? 4 : 0xFFFF'FFFFu; // many of equal place
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::uint32_t place = random.below(8) == 0 ? kernels::no_curve_place : random.below(distinct);
                expected.push_back({place, i});
                pairs.push_back(place), pairs.push_back(i);
            }
            std::stable_sort(expected.begin(), expected.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; });
            active_kernels().curve.sort(pairs.data(), count);
            for (std::uint32_t i = 0; i < count; ++i) {
                ASSERT_EQ(pairs[2 * i], expected[i].first) << simd::name(set) << ' ' << count << ' ' << i;
                ASSERT_EQ(pairs[2 * i + 1], expected[i].second) << simd::name(set) << ' ' << count << ' ' << i;
            }
        }
    }
}

} // namespace
} // namespace throng::test
