// SPDX-License-Identifier: MIT
// The quadtrees' own promises: where they split, how they are cleaned up, and how little memory they take.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/node_tree.hpp"
#include "tests/support/oracle.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using Slots = std::vector<Slot>;

Slots all_slots(std::size_t count) {
    Slots slots(count);
    for (std::size_t i = 0; i < count; ++i) slots[i] = static_cast<Slot>(i);
    return slots;
}

class Quadtrees : public testing::TestWithParam<IndexKind> {
protected:
    const IndexKind kind = GetParam();
};
INSTANTIATE_TEST_SUITE_P(Each, Quadtrees, testing::Values(kind_of(Route::Quadtree), kind_of(Route::LooseQuadtree)),
                         testing::PrintToStringParamName());

// Elements far smaller than any leaf: a leaf that its elements would all cross may stay as it is.
TEST_P(Quadtrees, SplitWhatIsFullUnlessItIsDeep) {
    Crowd crowd(4000);
    std::fill(crowd.half_extent.begin(), crowd.half_extent.end(), 1e-3f);
    for (const std::uint32_t full : {1u, 8u, 64u}) {
        for (const std::uint32_t depth : {0u, 3u, 8u}) {
            SCOPED_TRACE(testing::Message() << full << " a leaf, depth " << depth);
            const auto index = kind.open({.max_per_leaf = full, .max_depth = depth});
            ASSERT_TRUE(index->build(crowd.boxes()));
            // Tiles of a loose quadtree hold several squares.
            const std::uint32_t most = kind.route == Route::LooseQuadtree ? std::max(full, 16u) : full;
            for (const Node& node : nodes_of(*index)) {
                ASSERT_LE(node.depth, depth);
                ASSERT_TRUE(!node.leaf || node.elements <= most || node.depth == depth)
                    << "a leaf of " << node.elements;
            }
        }
    }
}

TEST_P(Quadtrees, HaveASingleLeafAtDepthZero) {
    const Crowd crowd(500);
    const auto index = kind.open({.max_depth = 0});
    ASSERT_TRUE(index->build(crowd.boxes()));
    const std::vector<Node> nodes = nodes_of(*index);
    ASSERT_EQ(nodes.size(), 1u);
    EXPECT_TRUE(nodes[0].leaf);
    EXPECT_EQ(nodes[0].elements, 500u);
}

TEST_P(Quadtrees, LoseTheNodesOfErasedElementsWhenRefitted) {
    const Crowd crowd(3000);
    const Slots leave = all_slots(2900);
    const auto index = kind.open();
    ASSERT_TRUE(index->build(crowd.boxes()));
    const std::size_t nodes_before = nodes_of(*index).size();
    ASSERT_TRUE(index->erase(leave));
    ASSERT_TRUE(index->refit());
    EXPECT_LT(nodes_of(*index).size(), nodes_before);
    ASSERT_TRUE(index->erase(all_slots(3000)).applied());
    ASSERT_TRUE(index->refit());
    EXPECT_LE(nodes_of(*index).size(), 1u);
    ASSERT_TRUE(index->validate());
}

TEST_P(Quadtrees, CanBeCleanedUpAtAnyTime) {
    Crowd crowd(1000);
    const auto index = kind.open({.max_per_leaf = 2});
    oracle::Content content;
    EXPECT_TRUE(index->cleanup()) << "of a tree that was never built";
    std::vector<Aabb> boxes;
    for (int tick = 0; tick < 12; ++tick) {
        for (int i = 0; i < 10; ++i) crowd.step();
        boxes.clear();
        for (std::size_t i = 0; i < crowd.size(); ++i)
            boxes.push_back(
                predicates::box_around({crowd.x[i], crowd.y[i]}, {crowd.half_extent[i], crowd.half_extent[i]}));
        ASSERT_TRUE(tick == 0 ? index->build(boxes) : index->update(boxes));
        ASSERT_TRUE(tick == 0 ? content.build(std::span<const Aabb>(boxes))
                              : content.update(std::span<const Aabb>(boxes)));
        for (int i = 0; i <= tick % 3; ++i) ASSERT_TRUE(index->cleanup());
        ASSERT_TRUE(index->validate());
        Pairs pairs;
        ASSERT_TRUE(index->pairs(pairs));
        ASSERT_TRUE(agrees(oracle::pairs(content), pairs, Order::Stable));
    }
}

// The classic one computes the squares of its nodes while descending.
class Squares : public testing::Test {
protected:
    const IndexKind kind = kind_of(Route::Quadtree);
};

TEST_F(Squares, OfChildrenAreTheQuartersOfTheirParent) {
    const auto index = kind.open({.max_per_leaf = 3});
    ASSERT_TRUE(index->build(Crowd(2000).boxes()));
    const std::vector<Node> nodes = nodes_of(*index);
    ASSERT_GT(nodes.size(), 100u);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].leaf) continue;
        const std::vector<std::size_t> children = children_of(nodes, i);
        ASSERT_EQ(children.size(), 4u);
        const Aabb& whole = nodes[i].bounds;
        const float width = whole.max.x - whole.min.x, height = whole.max.y - whole.min.y;
        for (std::size_t a = 0; a < 4; ++a) {
            const Aabb& quarter = nodes[children[a]].bounds;
            ASSERT_TRUE(contains(whole, quarter));
            ASSERT_NEAR(quarter.max.x - quarter.min.x, width / 2, width * 1e-4f);
            ASSERT_NEAR(quarter.max.y - quarter.min.y, height / 2, height * 1e-4f);
            for (std::size_t b = 0; b < a; ++b) {
                const Aabb& other = nodes[children[b]].bounds;
                ASSERT_FALSE(quarter.min.x == other.min.x && quarter.min.y == other.min.y)
                    << "two children in one place";
            }
        }
    }
}

// A box that only touches a border may be listed on either side of it.
TEST_F(Squares, ListEveryElementThatTouchesThem) {
    const Crowd crowd(2000);
    const auto index = kind.open({.max_per_leaf = 3});
    ASSERT_TRUE(index->build(crowd.boxes()));
    for (const Node& node : nodes_of(*index)) {
        if (!node.leaf) continue;
        std::size_t across = 0, touching = 0;
        for (Slot slot = 0; slot < crowd.size(); ++slot) {
            const Aabb box = index->bounds_of(slot);
            touching += predicates::overlaps(box, node.bounds) ? 1u : 0u;
            across += box.min.x < node.bounds.max.x && node.bounds.min.x < box.max.x && box.min.y < node.bounds.max.y &&
                              node.bounds.min.y < box.max.y
                          ? 1u
                          : 0u;
        }
        ASSERT_GE(node.elements, across);
        ASSERT_LE(node.elements, touching);
    }
}

// One element in the lower left keeps the tree from being empty; what is looked at is the upper right.
TEST_F(Squares, AreMergedOneLevelPerCleanup) {
    Crowd crowd(3000);
    crowd.x[0] = crowd.y[0] = 1;
    Slots leave = all_slots(3000);
    leave.erase(leave.begin());
    const auto index = kind.open({.bounds = {{0, 0}, {crowd.side, crowd.side}}, .max_per_leaf = 1, .max_depth = 6});
    const auto deepest_of_the_upper_right = [&] {
        std::uint32_t deepest = 0;
        for (const Node& node : nodes_of(*index)) {
            if (node.bounds.min.x > crowd.side * 0.49f && node.bounds.min.y > crowd.side * 0.49f)
                deepest = std::max(deepest, node.depth);
        }
        return deepest;
    };
    ASSERT_TRUE(index->build(crowd.boxes()));
    ASSERT_EQ(deepest_of_the_upper_right(), 6u);
    ASSERT_TRUE(index->erase(leave));
    ASSERT_EQ(deepest_of_the_upper_right(), 6u) << "an erase only unlinks";
    for (std::uint32_t left = 6; left-- > 1;) {
        ASSERT_TRUE(index->cleanup());
        ASSERT_EQ(deepest_of_the_upper_right(), left);
        ASSERT_TRUE(index->validate());
    }
    ASSERT_TRUE(index->cleanup()) << "of what is merged already";
    ASSERT_EQ(deepest_of_the_upper_right(), 1u);

    ASSERT_TRUE(index->build(crowd.boxes()));
    ASSERT_TRUE(index->erase(leave));
    ASSERT_TRUE(index->refit());
    EXPECT_EQ(deepest_of_the_upper_right(), 1u) << "a refit merges all of them";
}

TEST_F(Squares, OfAHundredThousandStayBelowSixMegabytes) {
    Crowd crowd(100'000);
    const auto index = kind.open();
    ASSERT_TRUE(index->build(crowd.boxes()));
    EXPECT_LT(index->bytes(), 6'000'000u);
    for (int tick = 0; tick < 10; ++tick) {
        crowd.step();
        ASSERT_TRUE(index->update(crowd.boxes()));
    }
    EXPECT_LT(index->bytes(), 6'000'000u) << "while all people walk";
}

// An element that touches several leaves is listed in each of them.
TEST(Quadtree, ASearchOfMostElementsReadsEachBoxOnce) {
    const Crowd crowd(4000);
    Quadtree tree{QuadtreeDesc{}};
    ASSERT_TRUE(tree.build(crowd.boxes()));
    const std::vector<Slot> gone = {0, 17, 3999};
    ASSERT_TRUE(tree.erase(gone));

    const Aabb everything{{-1e9f, -1e9f}, {1e9f, 1e9f}};
    Hits hits;
    ASSERT_TRUE(tree.overlap(everything, hits, {.order = Order::BySlot}));

    ASSERT_EQ(hits[0].size(), 3997u);
    EXPECT_TRUE(std::is_sorted(hits[0].begin(), hits[0].end()));
    EXPECT_LE(hits.candidates(), 4000u);
    for (const Slot slot : gone) EXPECT_FALSE(std::binary_search(hits[0].begin(), hits[0].end(), slot));
}

} // namespace
} // namespace throng::test
