// SPDX-License-Identifier: MIT
// Static elements of the agents' size stand in the agents' row grid as long as they are no more than these.
#include "tests/support/global_new.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t in_a_row = 40;

Aabb square(std::size_t i, float x = 0) {
    const Vec2 at{static_cast<float>(i % in_a_row) + x, static_cast<float>(i / in_a_row)};
    return {{at.x - 0.4f, at.y - 0.4f}, {at.x + 0.4f, at.y + 0.4f}};
}

class StaticsInGrid : public testing::Test {
protected:
    // Every third element is static. Neighbours do not overlap.
    void SetUp() override {
        for (std::size_t i = 0; i < 3 * in_a_row; ++i) boxes.push_back(square(i));
        for (std::size_t i = 0; i < boxes.size(); ++i)
            ids.push_back(world.spawn(boxes[i], is_static(i) ? Motion::Static : Motion::Dynamic));
        ASSERT_TRUE(world.commit());
    }
    static bool is_static(std::size_t slot) { return slot % 3 == 2; }
    std::size_t statics() const { return boxes.size() / 3; }

    World world{WorldDesc{}};
    std::vector<Aabb> boxes;
    std::vector<Id> ids;
    Hits hits;
    Pairs pairs;
};

TEST_F(StaticsInGrid, KeepTheirBoxesWhateverAnArrayHasForThem) {
    EXPECT_EQ(world.stats().row_grid, boxes.size());
    std::vector<Aabb> moved;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        moved.push_back(square(i, 0.25f));
        if (is_static(i)) moved[i].min.x = std::numeric_limits<float>::quiet_NaN();
    }
    for (int tick = 0; tick < 3; ++tick) ASSERT_TRUE(world.commit(moved));

    for (Slot slot = 0; slot < boxes.size(); ++slot)
        EXPECT_EQ(world.bounds_of(slot), is_static(slot) ? boxes[slot] : moved[slot]) << slot;
    ASSERT_TRUE(world.move(ids[2], square(2, 7)));
    ASSERT_TRUE(world.commit(moved));
    EXPECT_EQ(world.bounds_of(Slot{2}), square(2, 7));
    EXPECT_TRUE(world.validate());
}

// Each agent comes 0.25 nearer to the static element on its right, or leaves that on its left.
TEST_F(StaticsInGrid, MakeNoPairsWithEachOther) {
    std::vector<Aabb> moved = boxes;
    for (std::size_t i = 0; i < boxes.size(); ++i) moved[i] = square(i, 0.25f);
    ASSERT_TRUE(world.move(ids[5], moved[4])); // both static ones are at one place now
    ASSERT_TRUE(world.move(ids[2], moved[4]));
    ASSERT_TRUE(world.commit(moved));
    for (const float distance : {-1.f, 0.3f}) {
        SCOPED_TRACE(distance);
        PairOptions options;
        if (distance >= 0) options.distance = distance;
        ASSERT_TRUE(world.pairs(pairs, options));
        EXPECT_NE(pairs.size(), 0u);
        for (const auto [a, b] : pairs) EXPECT_FALSE(is_static(a) && is_static(b));
        const std::size_t without = pairs.size();
        options.static_static = true;
        ASSERT_TRUE(world.pairs(pairs, options));
        EXPECT_EQ(pairs.size(), without + 1);
    }
}

TEST_F(StaticsInGrid, AreNotFoundWhereDynamicOnesAreAsked) {
    const QueryOptions only{.only_dynamic = true};
    const Aabb all{{-9, -9}, {99, 99}};
    ASSERT_TRUE(world.overlap(all, hits, only));
    EXPECT_EQ(hits[0].size(), boxes.size() - statics());
    EXPECT_TRUE(std::none_of(hits[0].begin(), hits[0].end(), is_static));
    std::vector<std::uint32_t> counts(1);
    ASSERT_TRUE(world.count(all, counts, only));
    EXPECT_EQ(counts[0], boxes.size() - statics());
    ASSERT_TRUE(world.neighbors(1.1f, hits, only));
    for (Slot slot = 0; slot < boxes.size(); ++slot) {
        EXPECT_EQ(hits[slot].empty(), is_static(slot)) << slot;
        EXPECT_TRUE(std::none_of(hits[slot].begin(), hits[slot].end(), is_static)) << slot;
    }
    ASSERT_TRUE(world.neighbors_of(std::vector<Slot>{2}, 1.1f, hits, only)); // whoever names one gets its row
    EXPECT_EQ(hits[0].size(), 3u);
}

// The crowd is looked at after as many changes as there are elements.
TEST_F(StaticsInGrid, LeaveItWhereTheyBecomeTheMost) {
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (!is_static(i) && i % 8 != 0) (void)world.despawn(ids[i]);
    ASSERT_TRUE(world.commit());
    const std::size_t left = world.size();
    ASSERT_GT(statics(), 2 * (left - statics()));
    for (int tick = 0; tick < 16; ++tick) ASSERT_TRUE(world.commit(boxes));
    EXPECT_EQ(world.stats().static_tree, statics());
    EXPECT_TRUE(world.validate());
    ASSERT_TRUE(world.neighbors(1.1f, hits, {.only_dynamic = true}));
    EXPECT_TRUE(world.refit());
    EXPECT_EQ(world.stats().static_tree, statics());
}

// Static elements that overlap each other would give pairs that are found in vain.
TEST(StaticsInHeaps, StayInTheirTree) {
    World world{WorldDesc{}};
    for (std::size_t i = 0; i < 2000; ++i) (void)world.spawn(square(i));
    for (std::size_t i = 0; i < 1000; ++i) (void)world.spawn(square(i / 100), Motion::Static);
    ASSERT_TRUE(world.commit());
    EXPECT_EQ(world.stats().row_grid, 2000u);
    EXPECT_EQ(world.stats().static_tree, 1000u);
}

TEST_F(StaticsInGrid, NeedNoMemoryFromTheThirdTickOn) {
    for (int tick = 0; tick < 3; ++tick) {
        ASSERT_TRUE(world.commit(boxes));
        ASSERT_TRUE(world.neighbors(1.1f, hits, {.only_dynamic = true}) && world.pairs(pairs));
    }
    const std::size_t before = global_new::calls();
    for (int tick = 0; tick < 20; ++tick) {
        ASSERT_TRUE(world.commit(boxes));
        ASSERT_TRUE(world.neighbors(1.1f, hits, {.only_dynamic = true}) && world.pairs(pairs));
    }
    EXPECT_EQ(global_new::calls(), before);
}

} // namespace
} // namespace throng::test
