// SPDX-License-Identifier: MIT
// The public predicates by themselves: values worked out by hand, and laws. That every index agrees with them is the
// contract; that the lanes do, simd/lane_predicates_test.cpp.
#include "scenes/generator.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace throng {
namespace {

using namespace predicates;

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
constexpr float greatest = std::numeric_limits<float>::max(), smallest = std::numeric_limits<float>::denorm_min();
constexpr Aabb unit{{0, 0}, {1, 1}};

// What needs no square root is known to the compiler.
static_assert(is_valid(unit) && !is_valid({{1, 0}, {0, 1}}) && is_finite(Vec2{-greatest, greatest}));
static_assert(overlaps(unit, {{1, 1}, {2, 2}}) && contains(unit, {1, 0}) && !contains(unit, {1.5f, 0}));
static_assert(squared_distance(unit, {4, 5}) == 25 && within(unit, {{4, 5}, 5}));
static_assert(enter(unit, {{-2, 0.5f}, {2, 0}, 10}).t == 1 && touches_segment(unit, {-1, 0}, {0, 0}));
static_assert(ranks_before({1, 7}, {1, 8}) && box_around({1, 2}, 0.5f).max.y == 2.5f);

bool same(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

/// Few coordinates, so that edges meet and boxes are points; also at the ends of float.
class Generator {
public:
    float coordinate() {
        constexpr std::array special{0.f, -0.f, smallest, -smallest, 1e-20f, greatest, -greatest};
        if (random_.below(8) == 0) return special[random_.below(special.size())];
        return 0.5f * static_cast<float>(random_.below(9)) - 2;
    }
    Vec2 point() {
        const float x = coordinate(), y = coordinate();
        return {x, y};
    }
    Aabb box() {
        const Vec2 a = point(), b = point();
        return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
    }

private:
    scenes::Generator random_{7};
};

constexpr int rounds = 20000;

static_assert(radius_reaching(5) > 5 && radius_reaching(0) == smallest && radius_reaching(greatest) == infinity);

TEST(Predicates, OnlyFiniteBoxesThatAreNotInsideOutAreValid) {
    EXPECT_TRUE(is_valid({{-greatest, -greatest}, {greatest, greatest}}));
    EXPECT_TRUE(is_valid({{3, 4}, {3, 4}})) << "a point";
    EXPECT_TRUE(is_valid({{0.f, 0.f}, {-0.f, -0.f}})) << "both zeros are one number";
    EXPECT_FALSE(is_valid({{0, smallest}, {1, 0}}));
    for (const float bad : {nan, infinity, -infinity}) {
        EXPECT_FALSE(is_finite(bad));
        EXPECT_FALSE(is_valid({{bad, 0}, {1, 1}}));
        EXPECT_FALSE(is_valid({{0, bad}, {1, 1}}));
        EXPECT_FALSE(is_valid({{0, 0}, {bad, 1}}));
        EXPECT_FALSE(is_valid({{0, 0}, {1, bad}}));
    }
}

TEST(Predicates, CentersAreHalvesAddedAndDoNotOverflow) {
    EXPECT_TRUE(same(center_of({{1, 2}, {4, 10}}), {2.5f, 6}));
    EXPECT_TRUE(same(center_of({{greatest, -greatest}, {greatest, greatest}}), {greatest, 0}));
    EXPECT_TRUE(same(center_of({{smallest, smallest}, {smallest, 3 * smallest}}), {0, 2 * smallest}))
        << "halves of denormals are rounded to even first";
}

TEST(Predicates, BoxesAroundCentersRoundEachNumberOnce) {
    const Aabb box = box_around({1, 2}, {0.1f, 3});

    EXPECT_TRUE(same(box.min, {1 - 0.1f, -1}) && same(box.max, {1 + 0.1f, 5}));
    EXPECT_TRUE(same(box_around({1, 2}, 0.25f).min, {0.75f, 1.75f}) &&
                same(box_around({1, 2}, 0.25f).max, {1.25f, 2.25f}));
    EXPECT_FALSE(is_valid(box_around({greatest, 0}, greatest)));
    EXPECT_FALSE(is_valid(box_around({0, 0}, -1)));
    EXPECT_FALSE(is_valid(box_around({0, 0}, {1, nan})));
}

TEST(Predicates, BoxesThatTouchOverlap) {
    EXPECT_TRUE(overlaps(unit, {{1, 0}, {2, 1}})) << "an edge";
    EXPECT_TRUE(overlaps(unit, {{1, 1}, {2, 2}})) << "a corner";
    EXPECT_TRUE(overlaps(unit, {{0.5f, 0.5f}, {0.5f, 0.5f}})) << "a point inside";
    const float beyond = std::nextafter(1.f, 2.f);
    EXPECT_FALSE(overlaps(unit, {{beyond, 0}, {2, 1}}));
    EXPECT_FALSE(overlaps(unit, {{0, beyond}, {1, 2}}));
    EXPECT_FALSE(overlaps(unit, {{nan, 0}, {2, 1}}));
    EXPECT_TRUE(contains(unit, {1, 1}) && contains(unit, {0, 0.5f}));
    EXPECT_FALSE(contains(unit, {beyond, 1}) || contains(unit, {0.5f, -smallest}) || contains(unit, {nan, 0.5f}));
}

TEST(Predicates, OverlapIsSymmetricAndEachValidBoxOverlapsItself) {
    Generator generator;
    int overlapping = 0;
    for (int round = 0; round < rounds; ++round) {
        const Aabb a = generator.box(), b = generator.box();

        overlapping += overlaps(a, b);

        ASSERT_EQ(overlaps(a, b), overlaps(b, a));
        ASSERT_TRUE(overlaps(a, a));
    }
    EXPECT_TRUE(rounds / 10 < overlapping && overlapping < rounds - rounds / 10) << overlapping;
}

TEST(Predicates, DistancesAreToTheNearestPointOrToTheCentre) {
    EXPECT_EQ(squared_distance(unit, {0.25f, 1}), 0) << "inside, and on the border";
    EXPECT_EQ(squared_distance(unit, {-3, 5}), 25) << "to a corner";
    EXPECT_EQ(squared_distance(unit, {0.5f, -2}), 4) << "to an edge";
    EXPECT_EQ(squared_distance(center_of(unit), {3.5f, 4.5f}), 25);
    EXPECT_EQ(squared_distance(unit, {greatest, 0}), infinity);
    EXPECT_TRUE(std::isnan(squared_distance(unit, {nan, 0})) && std::isnan(squared_distance(Vec2{0, 0}, {0, nan})));
}

// The square of x is 1 + 2^-11 + 2^-24, half a step above the float below it. The other square would tip it over if the
// first were not rounded before the sum, as by a fused multiply-add.
TEST(Predicates, SquaresAreRoundedBeforeTheyAreAdded) {
    volatile float at_run_time = 1 + 0x1p-12f;
    const float x = at_run_time, y = 0x1p-12f;

    EXPECT_EQ(squared_distance(Vec2{0, 0}, {x, y}), 1 + 0x1p-11f);
    EXPECT_EQ(squared_distance(Vec2{0, 0}, {y, x}), 1 + 0x1p-11f);
    EXPECT_EQ(squared_distance(Aabb{{0, 0}, {0, 0}}, {x, y}), 1 + 0x1p-11f);
    EXPECT_EQ(squared_distance(Aabb{{0, 0}, {0, 0}}, {y, x}), 1 + 0x1p-11f);
}

TEST(Predicates, DistanceIsZeroWhereTheBoxContainsThePoint) {
    Generator generator;
    int inside = 0;
    for (int round = 0; round < rounds; ++round) {
        const Aabb box = generator.box();
        const Vec2 point = generator.point();
        if (!contains(box, point)) continue;
        ++inside;
        ASSERT_EQ(squared_distance(box, point), 0);
        ASSERT_TRUE(within(box, {point, 0}));
        ASSERT_TRUE(enter(box, {point, {1, -2}, 0}).hit && enter(box, {point, {1, -2}, 0}).t == 0);
    }
    EXPECT_GT(inside, rounds / 20);
}

TEST(Predicates, DiscsAreClosed) {
    EXPECT_TRUE(within(unit, {{4, 5}, 5}) && within(Vec2{0, 0}, {{3, 4}, 5}));
    EXPECT_FALSE(within(unit, {{4, 5}, std::nextafter(5.f, 0.f)}) ||
                 within(Vec2{0, 0}, {{3, 4}, std::nextafter(5.f, 0.f)}));
    EXPECT_TRUE(within(Vec2{1, 1}, {{1, 1}, 0})) << "radius 0 holds its centre";
    EXPECT_TRUE(within(unit, {{greatest, greatest}, infinity})) << "everything, also where squares overflow";
    EXPECT_TRUE(within(unit, {{-greatest, greatest}, 1e30f})) << "both squares overflow";
    EXPECT_FALSE(within(unit, {{0, 0}, nan}) || within(Vec2{0, 0}, {{nan, 0}, infinity}));
}

TEST(Predicates, TheRadiusReachingADistanceIsTheNextLargerFloat) {
    for (const float distance : {0.f, smallest, 1e-38f, 1.f, 5.f, 1.8446743e19f, greatest})
        EXPECT_EQ(radius_reaching(distance), std::nextafter(distance, infinity));
    EXPECT_EQ(radius_reaching(-0.f), smallest);
    EXPECT_EQ(radius_reaching(infinity), infinity);
    EXPECT_LT(radius_reaching(-1), 0) << "still no radius";
    EXPECT_TRUE(std::isnan(radius_reaching(nan)));
}

TEST(Predicates, ADiscOfTheRadiusReachingADistanceHoldsWhatIsThere) {
    scenes::Generator random{13};
    int missed = 0;
    constexpr int points = 200000;
    for (int i = 0; i < points; ++i) {
        const float scale = std::ldexp(1.f, static_cast<int>(random.below(277)) - 149);
        const Vec2 center{scale * random.uniform(-1, 1), scale * random.uniform(-1, 1)}, from{random.uniform(-1, 1), 0};
        for (const Vec2 at : {from, Vec2{0, 0}}) {
            const float told = std::sqrt(squared_distance(center, at));

            EXPECT_TRUE(within(center, {at, radius_reaching(told)})) << told;

            missed += within(center, {at, told}) ? 0 : 1;
        }
    }
    EXPECT_GT(missed, points / 10) << "a told distance itself misses many";
}

TEST(Predicates, ConesAreClosedSectorsThatHoldTheirApex) {
    const Vec2 apex{1, 1}, along{2, 0}; // the direction is of any length
    const auto sees = [&](Vec2 center, float cos_half_angle, float range) {
        return within_cone(center, apex, along, cos_half_angle, range);
    };

    EXPECT_TRUE(sees({6, 1}, 1, 5)) << "straight ahead, at the range";
    EXPECT_FALSE(sees({6, 1}, 1, std::nextafter(5.f, 0.f)));
    EXPECT_TRUE(sees({1, 4}, 0, 5)) << "half of the plane, its border included";
    EXPECT_FALSE(sees({std::nextafter(1.f, 0.f), 4}, 0, 5)) << "beyond that border";
    EXPECT_TRUE(sees({4, 5}, 0.6f, 5)) << "3, 4, 5: a cosine of 0.6";
    EXPECT_FALSE(sees({4, 5}, std::nextafter(0.6f, 1.f), 5));
    EXPECT_TRUE(sees({-2, 1}, -1, 5)) << "all around";
    EXPECT_TRUE(sees(apex, 1, 0)) << "the apex has no direction, and is inside";
    EXPECT_FALSE(sees({2, 1}, nan, 5) || sees({2, 1}, 0, nan) || sees({nan, 1}, -1, 5));
}

// The truth in double, with the direction of length about 1 that is the same up to a power of two.
bool in_cone_of_any_length(Vec2 d, Vec2 direction, double cosine) {
    const double x = d.x, y = d.y, scale = std::max(std::abs(direction.x), std::abs(direction.y));
    const double u = direction.x / scale, v = direction.y / scale;
    return x * u + y * v >= cosine * std::sqrt((x * x + y * y) * (u * u + v * v));
}

TEST(Predicates, TheDirectionOfAConeHasAnyLengthButZero) {
    scenes::Generator random{11};
    int inside = 0, outside = 0;
    for (float length = smallest; length < infinity; length *= 3) {
        for (int round = 0; round < 200; ++round) {
            const Vec2 direction{length * random.uniform(-1, 1), length * random.uniform(-1, 1)};
            const Vec2 d{random.uniform(-9, 9), random.uniform(-9, 9)};
            const float cosine = random.uniform(-1, 1);
            if (direction.x == 0 && direction.y == 0) continue;
            const bool sure = in_cone_of_any_length(d, direction, static_cast<double>(cosine) + 1e-5);
            if (sure != in_cone_of_any_length(d, direction, static_cast<double>(cosine) - 1e-5)) continue;

            EXPECT_EQ(within_cone(d, {0, 0}, direction, cosine, 100), sure) << length;

            ++(sure ? inside : outside);
        }
    }
    EXPECT_GT(inside, 10000);
    EXPECT_GT(outside, 10000);
}

// What the predicate was before directions of extreme lengths counted.
bool within_cone_as_published(Vec2 d, Vec2 direction, float cosine, float range) {
    const float d2 = d.x * d.x + d.y * d.y;
    const float length = direction.x * direction.x + direction.y * direction.y;
    return d2 <= range * range && (d2 == 0 || d.x * direction.x + d.y * direction.y >= cosine * std::sqrt(d2 * length));
}

TEST(Predicates, WhereNoSquareVanishesTheLengthOfADirectionChangesNoBit) {
    scenes::Generator random{12};
    int inside = 0;
    for (int round = 0; round < 400000; ++round) {
        const float length = std::ldexp(1.f, static_cast<int>(random.below(49)) - 24);
        const Vec2 direction{length * random.uniform(-1, 1), length * random.uniform(-1, 1)};
        const float scale = std::ldexp(1.f, static_cast<int>(random.below(25)) - 12);
        const Vec2 d{scale * random.uniform(-1, 1), scale * random.uniform(-1, 1)};
        // Exactly at the border: the cosine that the float formula itself has there.
        const float dot = d.x * direction.x + d.y * direction.y;
        const float at_border =
            dot / std::sqrt((d.x * d.x + d.y * d.y) * (direction.x * direction.x + direction.y * direction.y));
        for (const float cosine : {at_border, std::nextafter(at_border, 2.f), std::nextafter(at_border, -2.f)}) {
            const bool before = within_cone_as_published(d, direction, cosine, 1e10f);
            EXPECT_EQ(within_cone(d, {0, 0}, direction, cosine, 1e10f), before);
            inside += before ? 1 : 0;
        }
    }
    EXPECT_GT(inside, 400000);
}

TEST(Predicates, RaysEnterBoxesWhereTheyMeetTheBorder) {
    const auto t_of = [](const Entry& entry) { return entry ? entry.t : -1; };

    EXPECT_EQ(t_of(enter(unit, {{-3, 0.5f}, {2, 0}, 9})), 1.5f) << "t counts lengths of the direction";
    EXPECT_EQ(t_of(enter(unit, {{4, 0.5f}, {-1, 0}, 3})), 3) << "max_t is included";
    EXPECT_EQ(t_of(enter(unit, {{4, 0.5f}, {-1, 0}, std::nextafter(3.f, 0.f)})), -1);
    EXPECT_EQ(t_of(enter(unit, {{4, 0.5f}, {1, 0}, infinity})), -1) << "behind the origin";
    EXPECT_EQ(t_of(enter(unit, {{-1, 2}, {1, -1}, 9})), 1) << "a corner is touched";
    EXPECT_EQ(t_of(enter(unit, {{0.5f, 0.5f}, {1, 1}, 0})), 0) << "from inside";
    EXPECT_EQ(t_of(enter(unit, {{1, 0.5f}, {1, 0}, 9})), 0) << "from the border, outward";
    EXPECT_FALSE(std::signbit(enter(unit, {{1, 1}, {-1, -1}, 9}).t)) << "never -0";
    EXPECT_EQ(t_of(enter(unit, {{-1e30f, 0}, {1e-30f, 0}, infinity})), infinity) << "a quotient that overflows";
}

TEST(Predicates, ARayBesideAnAxisHitsWithinTheSlabAloneAndItsBorderIsInside) {
    for (const float zero : {0.f, -0.f}) {
        EXPECT_TRUE(enter(unit, {{-1, 1}, {1, zero}, 9}).hit) << "along the border";
        EXPECT_TRUE(enter(unit, {{0, 5}, {zero, -1}, 9}).hit);
        EXPECT_FALSE(enter(unit, {{-1, std::nextafter(1.f, 2.f)}, {1, zero}, 9}).hit);
        EXPECT_FALSE(enter(unit, {{-smallest, 5}, {zero, -1}, 9}).hit);
    }
}

TEST(Predicates, ASweptSquareMeetsTheBoxGrownByItsHalfExtent) {
    EXPECT_EQ(enter(unit, {{-3, 1.5f}, {1, 0}, 9}, 0.5f).t, 2.5f);
    EXPECT_FALSE(enter(unit, {{-3, 1.5f}, {1, 0}, 9}, 0.25f).hit);
    Generator generator;
    for (int round = 0; round < rounds; ++round) {
        const Aabb box = generator.box();
        const Vec2 origin = generator.point(), direction = generator.point();

        const Entry swept = enter(box, {origin, direction, 4}, 0.5f);

        const Aabb grown{{box.min.x - 0.5f, box.min.y - 0.5f}, {box.max.x + 0.5f, box.max.y + 0.5f}};
        const Entry plain = enter(grown, {origin, direction, 4});
        ASSERT_TRUE(swept.hit == plain.hit && swept.t == plain.t);
    }
}

TEST(Predicates, NoRayWithANaNHits) {
    const auto hits = [](Aabb box, Ray ray, float half_extent = 0) { return enter(box, ray, half_extent).hit; };
    const Ray ray{{-1, 0.5f}, {1, 0.25f}, 9};
    ASSERT_TRUE(hits(unit, ray));

    EXPECT_FALSE(hits({{nan, 0}, {1, 1}}, ray) || hits({{0, nan}, {1, 1}}, ray));
    EXPECT_FALSE(hits({{0, 0}, {nan, 1}}, ray) || hits({{0, 0}, {1, nan}}, ray));
    EXPECT_FALSE(hits(unit, {{nan, 0.5f}, {1, 0.25f}, 9}) || hits(unit, {{-1, nan}, {1, 0}, 9}));
    EXPECT_FALSE(hits(unit, {{-1, 0.5f}, {nan, 0.25f}, 9}) || hits(unit, {{-1, 0.5f}, {1, nan}, 9}));
    EXPECT_FALSE(hits(unit, {{-1, 0.5f}, {1, 0.25f}, nan}) || hits(unit, ray, nan));
    EXPECT_FALSE(hits(unit, {{0.5f, 0.5f}, {1, 0.25f}, -1})) << "nor one of negative length";
}

TEST(Predicates, SegmentsTouchWithBothEndsAndAPointIsASegment) {
    EXPECT_TRUE(touches_segment(unit, {-1, 0.5f}, {0, 0.5f})) << "an end on the border";
    EXPECT_FALSE(touches_segment(unit, {-1, 0.5f}, {-0x1p-24f, 0.5f}));
    EXPECT_TRUE(touches_segment(unit, {-1, 0.5f}, {-smallest, 0.5f})) << "the direction, to - from, is rounded";
    EXPECT_TRUE(touches_segment(unit, {0.25f, 0.25f}, {0.5f, 0.75f})) << "wholly inside";
    EXPECT_TRUE(touches_segment(unit, {-1, -1}, {2, 2})) << "across";
    EXPECT_TRUE(touches_segment(unit, {1, 1}, {1, 1}));
    EXPECT_FALSE(touches_segment(unit, {1, 2}, {1, 2}) || touches_segment(unit, {nan, 0}, {1, 1}));
}

TEST(Predicates, RanksAreOrderedByKeyThenBySlot) {
    std::vector<Ranked> all{{2, 0}, {1, 9}, {0.f, 4}, {-0.f, 3}, {1, 8}, {infinity, 1}};

    std::sort(all.begin(), all.end(), ranks_before);

    std::vector<Slot> slots;
    for (const Ranked& one : all) slots.push_back(one.slot);
    EXPECT_EQ(slots, (std::vector<Slot>{3, 4, 8, 9, 0, 1}));
    EXPECT_FALSE(ranks_before({1, 1}, {1, 1}));
}

} // namespace
} // namespace throng
