// SPDX-License-Identifier: MIT
// How indexes that were given no bounds lay themselves out: by the elements that are there, whatever their slots, and
// only where it helps.
#include "scenes/crowd.hpp"
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/node_tree.hpp"
#include "tests/support/oracle.hpp"

#include <throng/loose_quadtree.hpp>
#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using support::CountingMemory;

std::vector<Aabb> scattered(std::size_t count, Vec2 corner, float side) {
    scenes::Generator random(5);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i)
        boxes.push_back(predicates::box_around({corner.x + random.uniform(0, side), corner.y + random.uniform(0, side)},
                                               {0.25f, 0.25f}));
    return boxes;
}

std::uint32_t largest_leaf(const AnyIndex& index) {
    std::uint32_t largest = 0;
    for (const Node& node : nodes_of(index))
        if (node.leaf) largest = std::max(largest, node.elements);
    return largest;
}

// How often leaves cover the world where the elements are, once being best.
float cover(const AnyIndex& index, float side) {
    float sum = 0;
    for (const Node& node : nodes_of(index))
        if (node.leaf) sum += (node.bounds.max.x - node.bounds.min.x) * (node.bounds.max.y - node.bounds.min.y);
    return sum / (side * side);
}

class Adapting : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, Adapting, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(Adapting, ToABuildEverySixteenthBoxOfWhichIsFaulty) {
    std::vector<Aabb> boxes = scattered(7936, {1000, 1000}, 100);
    for (std::size_t i = 0; i < boxes.size(); i += 16) boxes[i].min.x = std::numeric_limits<float>::quiet_NaN();
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(boxes).applied());
    ASSERT_EQ(index->size(), 7440u);
    EXPECT_LT(largest_leaf(*index), 400u);
    EXPECT_LT(cover(*index, 100), 4.f);
}

// Stand-ins are looked for nearby; where none is there either, everywhere.
TEST_P(Adapting, ToABuildOfElementsThatStandTogetherInALargeArray) {
    std::vector<Aabb> boxes = scattered(200'000, {1000, 1000}, 100);
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (i < 97'830 || i >= 98'130) boxes[i].min.x = std::numeric_limits<float>::quiet_NaN();
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(boxes).applied());
    ASSERT_EQ(index->size(), 300u);
    EXPECT_LT(largest_leaf(*index), 100u);
    EXPECT_LT(cover(*index, 100), 4.f);
}

class AdaptingLater : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, AdaptingLater, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(AdaptingLater, ToElementsWithOddSlots) {
    std::vector<Slot> slots;
    for (Slot slot = 1; slot < 4000; slot += 2) slots.push_back(slot);
    const auto index = GetParam().open();
    ASSERT_TRUE(index->insert(slots, scattered(slots.size(), {-50, -50}, 1)));
    ASSERT_TRUE(index->move(slots, scattered(slots.size(), {1000, 1000}, 100)));
    ASSERT_TRUE(index->refit());
    ASSERT_TRUE(index->validate());
    EXPECT_LT(largest_leaf(*index), 200u);
    EXPECT_LT(cover(*index, 100), 4.f);
}

// There is nothing to gain where an element is alone, or all stand in one spot.
TEST_P(AdaptingLater, NotToOneSpotThatWanders) {
    for (const std::size_t count : {std::size_t{1}, std::size_t{7}, std::size_t{300}}) {
        SCOPED_TRACE(count);
        CountingMemory memory;
        const auto index = GetParam().open({.memory = memory.memory()});
        const auto at = [&](int tick) {
            return std::vector<Aabb>(count,
                                     predicates::box_around({1000.f + 3 * static_cast<float>(tick), 50}, {0.5f, 0.5f}));
        };
        ASSERT_TRUE(index->build(at(0)));
        for (int tick = 1; tick < 40; ++tick) ASSERT_TRUE(index->update(at(tick)));
        const std::size_t before = memory.requests();
        for (int tick = 40; tick < 120; ++tick) ASSERT_TRUE(index->update(at(tick)));
        EXPECT_EQ(memory.requests(), before) << "by updates that changed nothing but the place";
        EXPECT_TRUE(index->validate());
    }
}

TEST(LooseQuadtreeRefit, MergesElementsThatAreLeftInManyLeaves) {
    const std::vector<Aabb> boxes = scattered(4096, {0, 0}, 100);
    LooseQuadtree tree({.max_per_leaf = 128});
    ASSERT_TRUE(tree.build(boxes));
    std::vector<Slot> gone;
    for (Slot slot = 0; slot < 4096; ++slot)
        if (slot % 9 != 0) gone.push_back(slot);
    ASSERT_TRUE(tree.erase(gone));
    ASSERT_TRUE(tree.refit());
    ASSERT_TRUE(tree.validate());
    const IndexOf<LooseQuadtree> index(std::move(tree));
    std::size_t leaves = 0;
    for (const Node& node : nodes_of(index)) leaves += node.leaf ? 1 : 0;
    EXPECT_LE(leaves, 20u); // instead of 64: of 455 elements, up to 64 may share a leaf after a merge
}

TEST(LooseQuadtreeUpdate, DividesALeafThatManyElementsMovedTo) {
    std::vector<Aabb> boxes = scattered(4096, {0, 0}, 100);
    const std::vector<Aabb> before = scattered(8192, {0, 0}, 100), together = scattered(8192, {52, 52}, 20);
    boxes.insert(boxes.end(), before.begin(), before.end());
    IndexOf<LooseQuadtree> index{LooseQuadtree{LooseQuadtreeDesc{}}};
    ASSERT_TRUE(index.build(boxes, {}));

    std::copy(together.begin(), together.end(), boxes.begin() + 4096);
    for (int tick = 0; tick < 6; ++tick) ASSERT_TRUE(index.update(boxes, {}));

    EXPECT_LE(largest_leaf(index), 16u); // a tile
    EXPECT_TRUE(index.validate());
}

TEST_P(Adapting, ToAWorldAsWideAsFloatsReach) {
    const std::vector<Aabb> boxes = scattered(4096, {-8e37f, -8e37f}, 1.6e38f);
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(boxes));
    EXPECT_LT(largest_leaf(*index), 400u);
}

} // namespace
} // namespace throng::test
