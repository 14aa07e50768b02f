// SPDX-License-Identifier: MIT
// Rays through a row grid. Their first stretches are tested sixteen at a time: what is found there and what is found
// farther on, side by side.
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/guard_page.hpp"
#include "tests/support/packet_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace throng::test {
namespace {

class RayPackets : public PacketWorld, public testing::WithParamInterface<bool> {
protected:
    RayPackets() : PacketWorld(GetParam()) {}

    // From anywhere, or from one place, in any direction, at a speed of any power of ten given.
    std::vector<Ray> rays(std::size_t count, bool together, float max_t, float least_power = 0, float most_power = 0) {
        std::vector<Ray> rays;
        for (const Vec2 from : places(count, together)) {
            const float angle = random.uniform(0, 6.2831853f),
                        speed = std::pow(10.f, random.uniform(least_power, most_power));
            rays.push_back({from, {speed * std::cos(angle), speed * std::sin(angle)}, max_t});
        }
        return rays;
    }

    struct Columns {
        explicit Columns(const std::vector<Ray>& rays) {
            for (const Ray& ray : rays)
                origins.push_back(ray.origin), directions.push_back(ray.direction), max_ts.push_back(ray.max_t);
        }
        RayView view() const { return {origins, directions, std::span<const float>(max_ts)}; }
        std::vector<Vec2> origins, directions;
        std::vector<float> max_ts;
    };
    void expect_exact(const std::vector<Ray>& of, float half_extent = 0, const QueryOptions& options = {}) {
        const Columns columns(of);
        RayView view = columns.view();
        view.half_extent = half_extent;
        Hits hits;
        const oracle::Answer expected = oracle::cast(content, of, half_extent, options);
        ASSERT_TRUE(same_status(expected.status, grid.cast(view, hits, options)));
        ASSERT_TRUE(agrees(expected, hits));
    }
};
INSTANTIATE_TEST_SUITE_P(Each, RayPackets, testing::Bool(),
                         [](const auto& is) { return is.param ? "Points" : "Boxes"; });

TEST_P(RayPackets, OfAnyLengthAndSpeedAreExact) {
    build(800);
    for (const float max_t : {0.f, 0.3f, 1.f, 3.f, infinity}) {
        for (const bool together : {false, true}) {
            expect_exact(rays(100, together, max_t));
            expect_exact(rays(100, together, max_t, -3, 3));
            expect_exact(rays(100, together, max_t), 0.2f);
            expect_exact(rays(100, together, max_t), 3.f);
        }
    }
}

TEST_P(RayPackets, AreOfAnyNumber) {
    build(800);
    for (const std::size_t count : {1u, 2u, 15u, 16u, 17u, 31u, 32u, 33u, 47u, 48u, 49u, 65u})
        expect_exact(rays(count, false, infinity));
}

// So few stand here that most rays pass the first stretch, and so many there that no tile holds its candidates.
TEST_P(RayPackets, MayHitNothingOrMany) {
    for (const std::size_t count : {0u, 1u, 17u, 80u, 5000u}) {
        build(count);
        expect_exact(rays(100, false, infinity));
        expect_exact(rays(100, true, 5));
    }
}

// The nearest may be forbidden: the first one allowed lies farther on, or not on the first stretch at all.
TEST_P(RayPackets, PassElementsThatAreFilteredOut) {
    build(800);
    const std::vector<Ray> from = rays(200, false, infinity);
    std::vector<Slot> exclude;
    for (const auto& row : oracle::cast(content, from, 0).rows) exclude.push_back(row.empty() ? no_slot : row[0]);
    expect_exact(from, 0, {.exclude = exclude});
    HierarchicalBitset among(800);
    for (Slot slot = 0; slot < 800; slot += 7) among.set(slot);
    expect_exact(from, 0, {.among = &among});
}

// Each number that is none, that is huge, or so small that its square is nothing, beside sound ones.
TEST_P(RayPackets, MayHoldFaultyAndStrangeRays) {
    build(800);
    for (const float odd : {nan, infinity, -infinity, 0.f, 1e-30f, -1e-42f, 3e25f, 3e38f, -1.f}) {
        for (std::size_t lane = 0; lane < 16; lane += 3) {
            std::vector<Ray> of = rays(40, lane % 2 == 0, lane % 4 == 0 ? 2.f : infinity);
            of[lane].direction.x = odd;
            of[lane + 8].direction = {odd, odd};
            of[lane + 16].max_t = odd;
            (lane % 2 == 0 ? of[lane + 20].origin.x : of[lane + 20].origin.y) = odd;
            expect_exact(of);
        }
    }
}

// Straight along rows and columns, on their borders too.
TEST_P(RayPackets, MayRunBesideTheAxes) {
    build(800);
    std::vector<Ray> of;
    for (int i = 0; i <= 40; ++i) {
        const float at = 0.5f * static_cast<float>(i);
        for (const float sign : {1.f, -1.f}) {
            of.push_back({{at, 10}, {0, sign}, infinity});
            of.push_back({{10, at}, {sign, 0}, infinity});
            of.push_back({{at, at}, {sign, -0.f}, 4});
        }
    }
    expect_exact(of);
}

// Beyond the last ray lies memory that must not be touched.
TEST_P(RayPackets, ReadNothingBehindTheRays) {
    build(800);
    for (const std::size_t count : {1u, 5u, 16u, 21u, 47u}) {
        const std::vector<Ray> of = rays(count, false, 4);
        const Columns columns(of);
        const MemoryBeforeGuardPage ends[3];
        const PointView origins(std::span<const Vec2>(ends[0].ending_with(columns.origins), count)),
            directions(std::span<const Vec2>(ends[1].ending_with(columns.directions), count));
        Hits hits;
        ASSERT_TRUE(grid.cast(
            RayView(origins, directions, std::span<const float>(ends[2].ending_with(columns.max_ts), count)), hits));
        ASSERT_TRUE(agrees(oracle::cast(content, of, 0), hits));
    }
}

} // namespace
} // namespace throng::test
