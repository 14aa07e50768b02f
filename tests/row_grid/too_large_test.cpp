// SPDX-License-Identifier: MIT
// What a row grid with a bound calls too large: exactly what row_grid.hpp says, for numbers of any magnitude.
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/runners.hpp"

#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace throng::test {
namespace {

constexpr float greatest = std::numeric_limits<float>::max(), least = std::numeric_limits<float>::denorm_min();

float ulp(float of) { return std::ldexp(1.f, std::max(std::ilogb(of), -126) - 23); }

struct Side {
    float bound, low, high;
    bool too_large;
};

// Where all three are near each other, double holds every sum of them.
Side judged(float bound, float low, float high) {
    const float largest = std::max({bound, std::fabs(low), std::fabs(high)});
    return {bound, low, high, double(high) - double(low) > 2.0 * double(bound) + 4.0 * double(ulp(largest))};
}

// Sides about as long as twice the bound, around 0, from 0 on, and farther away.
std::vector<Side> sides_around_bounds() {
    std::vector<Side> sides;
    for (const int exponent : {-149, -148, -140, -127, -126, -125, -110, -30, 0, 7, 90, 126}) {
        for (const float mantissa : {1.f, 1.25f, 1.75f}) {
            const float bound = std::ldexp(mantissa, exponent);
            for (const float low : {-bound, 0.f, bound, 100 * bound, -bound - 3 * ulp(bound)}) {
                if (exponent > 120 && low > 0) continue;
                const float high = low + 2 * bound, step = ulp(std::max(std::fabs(low), std::fabs(high)));
                for (int n = -2; n <= 11; ++n) sides.push_back(judged(bound, low, high + static_cast<float>(n) * step));
            }
        }
    }
    return sides;
}

// What no float, or no double, holds.
std::vector<Side> sides_of_all_magnitudes() {
    const float four = 1 + 4 * ulp(1), three = 1 + 3 * ulp(1);
    return {{0.5f, 0, four, false},
            {0.5f, -least, four, true},
            {0.5f, least, four, false},
            {0.5f, -1e-30f, three, false},
            {0.5f, least, 1 + 5 * ulp(1), true},
            {least, 1000, 1000 + 4 * ulp(1000), false},
            {least, 1000, 1000 + 5 * ulp(1000), true},
            {1.8e38f, -3.3e38f, 3.3e38f, true},
            {1.8e38f, -1.75e38f, 1.75e38f, false},
            {1.8e38f, -3.3e38f, 0, false},
            {1e38f, -3e38f, 3e38f, true},
            {1.6e38f, -greatest, greatest, true},
            {1.6e38f, -1.8e38f, 1.8e38f, true},
            {greatest, -greatest, greatest, false},
            {greatest / 2, 0, greatest, false},
            {greatest / 2, -4 * ulp(greatest), greatest, false},
            {greatest / 2, -4 * ulp(greatest) - ulp(4 * ulp(greatest)), greatest, true}};
}

class TooLarge : public testing::TestWithParam<simd::Isa> {
protected:
    // Of a batch of which the second item alone may be too large.
    static void expect_told(bool too_large, const Status& status, const Side& side, const char* what) {
        const Status expected = too_large ? faulty_item(Fault::TooLarge, 1) : Status{};
        ASSERT_TRUE(same_status(expected, status))
            << what << ", bound " << side.bound << ", from " << side.low << " to " << side.high;
    }
    static void expect_judged(const Side& side) {
        const Aabb point{{side.low, side.low}, {side.low, side.low}};
        for (const Aabb box :
             {Aabb{{side.low, side.low}, {side.high, side.low}}, Aabb{{side.low, side.low}, {side.low, side.high}}}) {
            const std::vector<Aabb> boxes = {point, box, point};
            const std::vector<Slot> slots = {0, 1, 2}, others = {3, 4, 5};
            RowGrid grid{RowGridDesc{.max_half_extent = side.bound}};

            expect_told(side.too_large, grid.build(boxes), side, "build");
            expect_told(side.too_large, grid.insert(others, boxes), side, "insert");
            ASSERT_TRUE(grid.build(std::vector<Aabb>(3, point)));
            expect_told(side.too_large, grid.update(boxes), side, "update");
            expect_told(side.too_large, grid.move(slots, boxes), side, "move");

            ASSERT_EQ(grid.bounds_of(1).max.x == box.max.x && grid.bounds_of(1).max.y == box.max.y,
                      !side.too_large || side.high == side.low);
            ASSERT_TRUE(grid.validate());
        }
    }

private:
    const ForcedIsa forced_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Each, TooLarge, testing::ValuesIn(instruction_sets()),
                         [](const auto& set) { return std::string(simd::name(set.param)); });

TEST_P(TooLarge, IsASideAboveTwiceTheBoundByMoreThanFourUlp) {
    for (const Side& side : sides_around_bounds()) ASSERT_NO_FATAL_FAILURE(expect_judged(side));
}

TEST_P(TooLarge, IsExactWhereSidesAndBoundsAreOfVeryDifferentMagnitude) {
    for (const Side& side : sides_of_all_magnitudes()) ASSERT_NO_FATAL_FAILURE(expect_judged(side));
}

TEST_P(TooLarge, IsToldOfEachItemOfABatch) {
    const auto wide = [](float ulps) { return Aabb{{1000, 3}, {1001 + ulps * ulp(1000), 4}}; };
    const auto high = [](float ulps) { return Aabb{{3, 1000}, {4, 1001 + ulps * ulp(1000)}}; };
    std::vector<Aabb> boxes = {wide(0), wide(4), wide(5), high(4), high(5), wide(100), high(-5)};
    RowGrid grid{RowGridDesc{.max_half_extent = 0.5f}};

    EXPECT_TRUE(same_status(faulty_item(Fault::TooLarge, 2, 3), grid.build(boxes)));

    for (const Slot slot : {0u, 1u, 3u, 6u}) EXPECT_EQ(grid.bounds_of(slot).max.x, boxes[slot].max.x);
    for (const Slot slot : {2u, 4u, 5u}) EXPECT_EQ(grid.bounds_of(slot).max.x, 0);
    EXPECT_EQ(grid.size(), 4u);
}

TEST(TooLargeWithoutABound, IsNothing) {
    const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{-greatest, -greatest}, {greatest, greatest}}};
    RowGrid grid{RowGridDesc{}};

    EXPECT_TRUE(grid.build(boxes));

    EXPECT_EQ(grid.size(), 2u);
}

} // namespace
} // namespace throng::test
