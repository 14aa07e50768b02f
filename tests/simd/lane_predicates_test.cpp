// SPDX-License-Identifier: MIT
// The predicates on lanes against the public scalar ones: the same bits, whatever the values.
#include "tests/simd/targets/each_isa.hpp"

#include <throng/predicates.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <random>

namespace throng::test {
namespace {

class SimdPredicates : public EachIsa {};

THRONG_TEST_EACH_ISA(SimdPredicates);

// Few coordinates, so that edges meet, signs of zero differ, sums overflow and quotients are denormal.
constexpr float edge_values[] = {0.0f,  -0.0f,  1.0f,   -1.0f,   0.5f,   2.0f,  0.1f,  -0.3f,
                                 3e38f, -3e38f, 1e-39f, -1e-45f, 1e-20f, 7.25f, -6.0f, 1e10f};

class Generator {
public:
    // Special ones, ordinary ones, and any finite bits.
    float coordinate() {
        switch (random_() % 4) {
        case 0: return std::uniform_real_distribution<float>(-8, 8)(random_);
        case 1: return any_finite();
        default: return edge_values[random_() % std::size(edge_values)];
        }
    }
    Vec2 point() { return {coordinate(), coordinate()}; }
    Aabb box() {
        Vec2 a = point(), b = point();
        if (a.x > b.x) std::swap(a.x, b.x);
        if (a.y > b.y) std::swap(a.y, b.y);
        return {a, b};
    }
    Ray ray() {
        Vec2 direction = point();
        if (direction.x == 0 && direction.y == 0) direction = {1, 0};
        constexpr float limits[] = {0.0f, 1.0f, 0.5f, 1e30f, std::numeric_limits<float>::infinity()};
        return {point(), direction, limits[random_() % std::size(limits)]};
    }

private:
    float any_finite() {
        for (;;) {
            const auto bits = static_cast<std::uint32_t>(random_());
            const float value = std::bit_cast<float>(bits);
            if (predicates::is_finite(value)) return value;
        }
    }

    std::mt19937 random_{20};
};

/// 16 things as columns of floats.
template <int columns> struct Columns {
    float at[columns][lane_count];
    const float* data() const { return at[0]; }
};

Columns<4> columns_of(const std::array<Aabb, lane_count>& boxes) {
    Columns<4> c;
    for (std::size_t i = 0; i < lane_count; ++i) {
        c.at[0][i] = boxes[i].min.x;
        c.at[1][i] = boxes[i].min.y;
        c.at[2][i] = boxes[i].max.x;
        c.at[3][i] = boxes[i].max.y;
    }
    return c;
}

Columns<2> columns_of(const std::array<Vec2, lane_count>& points) {
    Columns<2> c;
    for (std::size_t i = 0; i < lane_count; ++i) {
        c.at[0][i] = points[i].x;
        c.at[1][i] = points[i].y;
    }
    return c;
}

Columns<5> columns_of(const std::array<Ray, lane_count>& rays) {
    Columns<5> c;
    for (std::size_t i = 0; i < lane_count; ++i) {
        c.at[0][i] = rays[i].origin.x;
        c.at[1][i] = rays[i].origin.y;
        c.at[2][i] = rays[i].direction.x;
        c.at[3][i] = rays[i].direction.y;
        c.at[4][i] = rays[i].max_t;
    }
    return c;
}

template <class F> auto sixteen(F make) {
    std::array<decltype(make()), lane_count> things;
    for (auto& thing : things) thing = make();
    return things;
}

constexpr int rounds = 20000;

TEST_P(SimdPredicates, OverlapsIsTheScalarPredicate) {
    Generator generator;
    for (int round = 0; round < rounds; ++round) {
        const auto a = sixteen([&] { return generator.box(); }), b = sixteen([&] { return generator.box(); });

        const Word mask = run.predicates.overlaps(columns_of(a).data(), columns_of(b).data());

        for (std::size_t i = 0; i < lane_count; ++i) ASSERT_EQ((mask >> i & 1) != 0, predicates::overlaps(a[i], b[i]));
    }
}

TEST_P(SimdPredicates, SquaredDistancesAreTheScalarOnes) {
    Generator generator;
    for (int round = 0; round < rounds; ++round) {
        const auto boxes = sixteen([&] { return generator.box(); });
        const auto points = sixteen([&] { return generator.point(); }),
                   centers = sixteen([&] { return generator.point(); });
        float to_box[lane_count], to_center[lane_count];

        run.predicates.squared_distance_to_box(columns_of(boxes).data(), columns_of(points).data(), to_box);
        run.predicates.squared_distance_to_center(columns_of(centers).data(), columns_of(points).data(), to_center);

        for (std::size_t i = 0; i < lane_count; ++i) {
            ASSERT_EQ(bits_of(to_box[i]), bits_of(predicates::squared_distance(boxes[i], points[i])));
            ASSERT_EQ(bits_of(to_center[i]), bits_of(predicates::squared_distance(centers[i], points[i])));
        }
    }
}

TEST_P(SimdPredicates, RaysEnterWhereTheScalarOnesDo) {
    Generator generator;
    int hits = 0, parallel_hits = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto rays = sixteen([&] { return generator.ray(); });
        const auto boxes = sixteen([&] { return generator.box(); });
        float t[lane_count];

        const Word mask = run.predicates.enter(columns_of(rays).data(), columns_of(boxes).data(), t);

        for (std::size_t i = 0; i < lane_count; ++i) {
            const predicates::Entry expected = predicates::enter(boxes[i], rays[i]);
            ASSERT_EQ((mask >> i & 1) != 0, expected.hit);
            if (!expected) continue;
            ASSERT_EQ(bits_of(t[i]), bits_of(expected.t));
            ++hits;
            parallel_hits += rays[i].direction.x == 0 || rays[i].direction.y == 0;
        }
    }

    EXPECT_GT(hits, rounds);
    EXPECT_GT(parallel_hits, rounds / 10);
}

} // namespace
} // namespace throng::test
