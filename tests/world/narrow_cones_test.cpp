// SPDX-License-Identifier: MIT
// A narrow and long cone is searched by its sector, which may leave out nothing that the rounded predicate finds.
#include "scenes/generator.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/uneven.hpp"

#include <throng/hits.hpp>
#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace throng::test {
namespace {

constexpr float endless = std::numeric_limits<float>::infinity();

// Cones whose edges and axes run through the centres of elements, and others.
std::vector<Query> cones_among(const std::vector<Aabb>& boxes, float reach, scenes::Generator& random) {
    const float cosines[] = {1.f, std::nextafter(1.f, 0.f), 0.9999999f, 0.99999f, 0.999f, 0.70711f, 0.01f, 0.f, -0.5f,
                             1.5f};
    const Vec2 axes[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {3, 3}, {-1e-30f, 1e-30f}, {1e30f, -1e24f}, {1e-44f, 0}};
    std::vector<Query> cones;
    const auto any_center = [&] {
        return predicates::center_of(boxes[random.below(static_cast<std::uint32_t>(boxes.size()))]);
    };
    for (int i = 0; i < 60; ++i) {
        const Vec2 apex = any_center(), to = any_center();
        Vec2 direction = axes[random.below(8)];
        const Vec2 way{0.5f * to.x - 0.5f * apex.x, 0.5f * to.y - 0.5f * apex.y}; // in halves, so that none overflows
        if (i % 2 == 0 && (way.x != 0 || way.y != 0)) direction = way;
        for (const float cosine : cosines)
            cones.push_back(Query::cone(apex, direction, cosine, i % 3 == 0 ? endless : reach * random.uniform(0, 1)));
    }
    return cones;
}

std::vector<Slot> found_by(const Query& cone, const std::vector<Aabb>& boxes) {
    std::vector<Slot> slots;
    for (Slot slot = 0; slot < boxes.size(); ++slot)
        if (predicates::within_cone(predicates::center_of(boxes[slot]), cone.at, cone.to, cone.cos_half_angle,
                                    cone.reach))
            slots.push_back(slot);
    return slots;
}

void expect_exact(const World& world, const std::vector<Aabb>& boxes, const std::vector<Query>& cones) {
    Hosts hosts;
    for (const Runner& runner : hosts.runners()) {
        const ForcedIsa forced(runner.isa);
        Hits together, alone;
        ASSERT_TRUE(world.query(cones, together, {.order = Order::BySlot}, runner.executor));
        for (std::size_t i = 0; i < cones.size(); ++i) {
            const std::vector<Slot> expected = found_by(cones[i], boxes);
            ASSERT_TRUE(std::ranges::equal(together[i], expected)) << runner.name << ", cone " << i;
            if (i % 7 != 0) continue;
            ASSERT_TRUE(world.query(std::span(&cones[i], 1), alone, {.order = Order::BySlot}, runner.executor));
            ASSERT_TRUE(std::ranges::equal(alone[0], expected)) << runner.name << ", cone " << i << " alone";
        }
    }
}

// In the row grid and in both trees of a World.
void expect_exact_everywhere(const std::vector<Aabb>& boxes, float reach) {
    scenes::Generator random(boxes.size());
    const std::vector<Query> cones = cones_among(boxes, reach, random);
    for (const Motion motion : {Motion::Dynamic, Motion::Static}) {
        World world(WorldDesc{});
        std::vector<Id> ids(boxes.size());
        ASSERT_TRUE(world.spawn(boxes, motion, ids));
        ASSERT_TRUE(world.commit());
        expect_exact(world, boxes, cones);
    }
}

TEST(NarrowCones, AreExactAmongAgents) {
    scenes::Generator random(1);
    expect_exact_everywhere(town(4000, {-30, 5}, 63, random), 80);
}

TEST(NarrowCones, AreExactWhereSizesFollowSpacing) {
    scenes::Generator random(2);
    expect_exact_everywhere(denser_inward(3000, 4, random), 400);
}

// Far from the origin centres are few floats apart, near it squares of distances vanish, and elsewhere they overflow.
TEST(NarrowCones, AreExactAtEveryScale) {
    for (const float scale : {1e-42f, 1e-21f, 1e-18f, 1e-6f, 1e15f, 1e17f, 1e18f, 1e19f, 1e30f, 3e36f, 6e36f}) {
        for (const float origin : {0.f, 1e6f}) {
            scenes::Generator random(3);
            std::vector<Aabb> boxes;
            for (int i = 0; i < 900; ++i) {
                const Vec2 at{random.uniform(-50, 50) + origin, random.uniform(-50, 50)};
                boxes.push_back(predicates::box_around({at.x * scale, at.y * scale}, Vec2{scale / 3, scale / 3}));
            }
            SCOPED_TRACE(std::to_string(scale) + " from " + std::to_string(origin));
            if (predicates::is_valid(boxes[0])) expect_exact_everywhere(boxes, 100 * scale);
        }
    }
}

} // namespace
} // namespace throng::test
