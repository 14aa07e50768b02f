// SPDX-License-Identifier: MIT
// Mixed batches in which each query names the element that it leaves out.
#include "tests/support/runners.hpp"
#include "tests/support/world_steps.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace throng::test {
namespace {

// A lattice of so many that whole runs of rows are inside of a box, and one large thing as well.
std::vector<Aabb> lattice(int side) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < side * side; ++i) {
        const Vec2 at{2 * static_cast<float>(i % side), 2 * static_cast<float>(i / side)};
        boxes.push_back({at, {at.x + 1, at.y + 1}});
    }
    return boxes;
}

void expect_all_but(const World& world, Slot left_out, std::size_t queries) {
    Query query = Query::overlap({{-1, -1}, {200, 200}});
    query.exclude = left_out;
    Hits hits;
    ASSERT_TRUE(world.query(std::vector<Query>(queries, query), hits));
    for (std::size_t row = 0; row < queries; ++row) {
        EXPECT_EQ(hits[row].size(), world.size() - 1);
        EXPECT_EQ(std::count(hits[row].begin(), hits[row].end(), left_out), 0);
    }
}

TEST(WorldMixed, AQueryOfALargeBoxLeavesOutWhomItExcludes) {
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, lattice(40));
    ASSERT_EQ(world.stats().row_grid, ids.size());
    for (const std::size_t queries : {1u, 40u}) expect_all_but(world, ids[20 * 40 + 20].slot, queries);
    std::vector<Id> wall(1);
    ASSERT_TRUE(world.spawn(Aabb{{100, 0}, {101, 90}}, Motion::Static, wall));
    ASSERT_TRUE(world.commit());
    for (const std::size_t queries : {1u, 40u}) {
        expect_all_but(world, ids[20 * 40 + 20].slot, queries);
        expect_all_but(world, wall[0].slot, queries);
    }
}

// Packets and single queries, on each instruction set: the same sets as the predicate, one element at a time.
TEST(WorldMixed, ConesHaveDirectionsOfAnyLengthButZero) {
    const std::vector<Aabb> boxes = lattice(12);
    World world(WorldDesc{});
    const std::vector<Id> ids = settle(world, boxes);
    std::vector<Query> queries;
    for (float length = 1e-45f; length < 3e38f; length *= 7)
        for (const Vec2 toward : {Vec2{1, 0.25f}, Vec2{-1, 1}, Vec2{0, -1}}) {
            const Vec2 direction{length * toward.x, length * toward.y};
            queries.push_back(Query::cone({11, 12}, direction, 0.8f, 9));
        }
    queries.push_back(Query::cone({11, 12}, {3e38f, -3e38f}, 0.8f, 9));

    for (const simd::Isa set : instruction_sets()) {
        const ForcedIsa forced(set);
        for (const bool together : {true, false}) {
            std::size_t listed = 0;
            for (std::size_t i = 0; i < queries.size(); ++i) {
                Hits hits;
                if (together) {
                    ASSERT_TRUE(world.query(queries, hits, {.order = Order::BySlot}));
                } else {
                    ASSERT_TRUE(world.query(std::span(&queries[i], 1), hits, {.order = Order::BySlot}));
                }
                const auto row = hits[together ? i : 0];
                std::vector<Slot> expected;
                for (const Id id : ids) {
                    const Vec2 center = predicates::center_of(boxes[id.slot]);
                    if (predicates::within_cone(center, queries[i].at, queries[i].to, 0.8f, 9))
                        expected.push_back(id.slot);
                }
                EXPECT_EQ(std::vector<Slot>(row.begin(), row.end()), expected)
                    << simd::name(set) << " " << queries[i].to.x;
                listed += expected.size();
            }
            EXPECT_GT(listed, 4 * queries.size());
        }
    }
}

// A box from 0 to -0 is a point like any other.
TEST(WorldRoutes, OfPointsWithSignedZerosAreThoseOfPoints) {
    for (const float zero : {0.f, -0.f}) {
        World world(WorldDesc{});
        (void)settle(world, std::vector<Aabb>(64, Aabb{{0.f, 5.f}, {zero, 5.f}}));
        EXPECT_EQ(world.stats().row_grid, 64u);
        const std::vector<Id> large = settle(world, {Aabb{{10, 10}, {12, 12}}});
        EXPECT_NE(world.route(large[0]), Route::RowGrid);
    }
}

} // namespace
} // namespace throng::test
