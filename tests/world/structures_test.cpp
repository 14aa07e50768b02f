// SPDX-License-Identifier: MIT
// Queries with hits in the smaller structures of a World, next to where they look.
#include "tests/support/world_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::test {
namespace {

// A crowd, and one wall and one cart far from it.
class FewAmongMany : public testing::Test {
protected:
    FewAmongMany() : world({.agent_half_extent = 1, .prop_half_extent = 9}) {
        (void)spawn(world, row_of(200));
        wall = spawn(world, {{{10, 500}, {20, 501}}}, Motion::Static)[0].slot;
        cart = settle(world, {{{10, 600}, {20, 601}}})[0].slot;
    }
    std::vector<Slot> row(const Hits& of, std::size_t i = 0) { return {of[i].begin(), of[i].end()}; }

    World world;
    Slot wall, cart;
    Hits hits;
};

TEST_F(FewAmongMany, ASweptSquareMeetsThemBesideItsPath) {
    const std::vector<Vec2> from = {{0, 502}}, to = {{1, 0}};
    RayView rays(from, to, 100);
    ASSERT_TRUE(world.cast(rays, hits));
    EXPECT_EQ(hits[0].size(), 0u);

    rays.half_extent = 1.5f;
    ASSERT_TRUE(world.cast(rays, hits));
    EXPECT_EQ(row(hits), std::vector<Slot>{wall});
    ASSERT_TRUE(world.along(rays, hits));
    EXPECT_EQ(row(hits), std::vector<Slot>{wall});
}

TEST_F(FewAmongMany, APacketFindsThemAtItsBorders) {
    for (const float x : {10.f, 20.f}) {
        ASSERT_TRUE(world.overlap(std::vector<Aabb>{{{x, 490}, {x, 500}}}, hits));
        EXPECT_EQ(row(hits), std::vector<Slot>{wall});
        ASSERT_TRUE(world.nearest(std::vector<Vec2>{{x, 597}}, 1, 3, hits));
        EXPECT_EQ(row(hits), std::vector<Slot>{cart});
        ASSERT_TRUE(
            world.query(std::vector<Query>{Query::within({{x, 503}, 2}), Query::cone({15, 610.5f}, {0, -1}, 1, 10),
                                           Query::cast({{x, 400}, {0, 1}, 100})},
                        hits));
        EXPECT_EQ(row(hits, 0), std::vector<Slot>{wall});
        EXPECT_EQ(row(hits, 1), std::vector<Slot>{cart}) << "straight on, and just in reach";
        EXPECT_EQ(row(hits, 2), std::vector<Slot>{wall});
    }
}

TEST_F(FewAmongMany, AFaultyQueryOfABatchIsToldAndTheOthersAreAnswered) {
    std::vector<Query> queries(40, Query::within({{15, 503}, 2}));
    queries[7] = Query::cone({15, 610}, {0, -1}, 1, 10);
    queries[7].kind = static_cast<QueryKind>(9);
    queries[20] = Query::cone({15, 610}, {0, 0}, 1, 10);
    queries[30] = Query::overlap({{1, 0}, {0, 1}});
    queries[31] = Query::nearest({0, 0}, 3, -1);

    EXPECT_TRUE(
        same_status(faulty_item(Fault::InvalidArgument | Fault::InvalidBounds, 7, 4), world.query(queries, hits)));

    for (std::size_t i = 0; i < queries.size(); ++i) {
        const bool faulty = i == 7 || i == 20 || i == 30 || i == 31;
        EXPECT_EQ(row(hits, i), faulty ? std::vector<Slot>{} : std::vector<Slot>{wall}) << i;
    }
}

TEST_F(FewAmongMany, ALineOfSightEndsAtThem) {
    std::vector<std::uint8_t> seen(3);
    const std::vector<Vec2> from = {{15, 490}, {15, 490}, {15, 600.5f}}, to = {{15, 500}, {15, 499}, {15, 600.5f}};
    ASSERT_TRUE(world.visible(from, to, ~0u, seen));
    EXPECT_EQ(seen, (std::vector<std::uint8_t>{0, 1, 0}));
}

// A crowd in the row grid and walls amid it.
class CrowdAmidWalls : public testing::Test {
protected:
    CrowdAmidWalls() {
        const std::vector<Aabb> boxes = row_of(3000);
        const std::vector<Aabb> before(boxes.begin(), boxes.begin() + 1500), after(boxes.begin() + 1500, boxes.end());
        (void)spawn(crowd, boxes);
        (void)spawn(world, before);
        (void)spawn(world, {{{0, 2}, {6000, 3}}, {{20, 0}, {21, 1}}}, Motion::Static);
        (void)spawn(world, after);
        EXPECT_TRUE(crowd.commit());
        EXPECT_TRUE(world.commit());
    }
    static bool is_wall(Slot slot) { return slot == 1500 || slot == 1501; }
    static Slot in_crowd(Slot slot) { return slot < 1500 ? slot : slot - 2; }

    World crowd{WorldDesc{}}, world{WorldDesc{}};
    Hits hits, expected;
};

TEST_F(CrowdAmidWalls, OnlyDynamicNeighborsAreThoseOfTheCrowdAlone) {
    for (const std::uint32_t limit : {0u, 3u}) {
        const QueryOptions options{.limit = limit, .order = Order::BySlot, .distances = true};
        QueryOptions only = options;
        only.only_dynamic = true;

        ASSERT_TRUE(crowd.neighbors(4, expected, options));
        ASSERT_TRUE(world.neighbors(4, hits, only));

        ASSERT_EQ(hits.size(), 3002u);
        for (Slot slot = 0; slot < hits.size(); ++slot) {
            std::vector<Slot> found;
            for (const Slot other : hits[slot]) found.push_back(is_wall(other) ? no_slot : in_crowd(other));
            const auto row = is_wall(slot) ? std::span<const Slot>{} : expected[in_crowd(slot)];
            ASSERT_EQ(found, (std::vector<Slot>{row.begin(), row.end()})) << slot;
        }
    }
}

TEST_F(CrowdAmidWalls, OnlyDynamicNeighborsNeedNoMoreThanTheCrowdAlone) {
    ASSERT_TRUE(crowd.neighbors(4, expected));
    ASSERT_TRUE(world.neighbors(4, hits, {.only_dynamic = true}));

    EXPECT_EQ(hits.candidates(), expected.candidates());
}

TEST_F(CrowdAmidWalls, AWallHasDynamicNeighborsWhereItIsAsked) {
    ASSERT_TRUE(world.neighbors_of({1501, 7}, 2, hits, {.order = Order::BySlot, .only_dynamic = true}));

    EXPECT_EQ((std::vector<Slot>{hits[0].begin(), hits[0].end()}), (std::vector<Slot>{9, 10, 11}));
    EXPECT_EQ((std::vector<Slot>{hits[1].begin(), hits[1].end()}), (std::vector<Slot>{6, 8}));
}

TEST_F(CrowdAmidWalls, AFixedBufferHasEmptyRowsOfStaticElementsToo) {
    std::vector<std::byte> buffer(1'000'000);
    Hits fixed{std::span<std::byte>(buffer)};
    ASSERT_TRUE(world.neighbors(2, hits, {.only_dynamic = true}));

    ASSERT_TRUE(world.neighbors(2, fixed, {.only_dynamic = true}));

    for (Slot slot = 0; slot < 3002; ++slot)
        ASSERT_TRUE(std::ranges::equal(fixed[slot], hits[slot])) << slot; // no row is that of a wall
    EXPECT_TRUE(fixed[1500].empty());
}

// While few of many static elements are new, they are apart from the others' tree. A mask passes over structures
// without its categories.
TEST(StaticElements, AreFoundByCategoryWhenTheyComeToTheOthers) {
    constexpr std::size_t first = 2100, at_once = 100;
    World world(WorldDesc{});
    std::size_t spawned = 0;
    const auto add = [&](std::size_t count, std::uint32_t category) {
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < count; ++i, ++spawned) {
            const float x = 2 * static_cast<float>(spawned % 50), y = 2 * static_cast<float>(spawned / 50);
            boxes.push_back({{x, y}, {x + 1, y + 1}});
        }
        std::vector<Id> ids(count);
        ASSERT_TRUE(world.spawn(boxes, Motion::Static, ids, std::vector<std::uint32_t>(count, category)));
        ASSERT_TRUE(world.commit());
    };
    add(first, 1);
    add(at_once, 2);
    for (std::size_t commits = 1; commits < 10; ++commits) {
        add(at_once, 4);
        EXPECT_EQ(found(world, 1).size(), first);
        EXPECT_EQ(found(world, 2).size(), at_once);
        EXPECT_EQ(found(world, 4).size(), commits * at_once);
        EXPECT_TRUE(world.validate());
    }
}

TEST(OnlyWalls, HaveNoDynamicElementsAndFaultsAreTold) {
    World world(WorldDesc{});
    (void)settle(world, row_of(40), Motion::Static);
    const QueryOptions only{.only_dynamic = true};
    const std::vector<Aabb> boxes = {{{0, 0}, {9, 9}}, {{1, 0}, {0, 1}}};
    Hits hits;

    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 1), world.overlap(boxes, hits, only)));
    EXPECT_EQ(hits.slots().size(), 0u);
    EXPECT_TRUE(world.neighbors(9, hits, only));
    EXPECT_EQ(hits.size(), 40u);
    EXPECT_EQ(hits.slots().size(), 0u);
}

} // namespace
} // namespace throng::test
