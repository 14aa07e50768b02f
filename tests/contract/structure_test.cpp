// SPDX-License-Identifier: MIT
// What visit() shows of every index: a tree of nodes that holds each element where it says.
#include "scenes/crowd.hpp"
#include "scenes/generator.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/node_tree.hpp"
#include "tests/support/oracle.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

std::vector<Aabb> boxes_of(const Crowd& crowd) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < crowd.size(); ++i)
        boxes.push_back(predicates::box_around({crowd.x[i], crowd.y[i]}, {crowd.half_extent[i], crowd.half_extent[i]}));
    return boxes;
}

// Half extents from 0.05 to 50.
std::vector<Aabb> of_all_sizes(std::size_t count) {
    scenes::Generator random(11);
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 center{random.uniform(0, 100), random.uniform(0, 100)};
        const float share = random.unit() * random.unit() * random.unit();
        boxes.push_back(predicates::box_around(center, {0.05f + 50 * share * share, 0.05f + 40 * share * share}));
    }
    return boxes;
}

class Structure : public testing::TestWithParam<IndexKind> {
protected:
    const IndexKind kind = GetParam();
    const std::unique_ptr<AnyIndex> index = kind.open();
};
INSTANTIATE_TEST_SUITE_P(Each, Structure, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(Structure, IsATreeOfNodesParentsFirst) {
    const std::vector<Aabb> boxes = of_all_sizes(2000);
    ASSERT_TRUE(index->build(boxes));
    const std::vector<Node> nodes = nodes_of(*index);
    ASSERT_FALSE(nodes.empty());
    EXPECT_EQ(nodes[0].depth, 0u);
    EXPECT_EQ(nodes[0].elements, boxes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        ASSERT_EQ(nodes[i].route, kind.route);
        ASSERT_TRUE(predicates::is_valid(nodes[i].bounds)) << "node " << i;
        ASSERT_TRUE(i == 0 || (nodes[i].depth > 0 && nodes[i].depth <= nodes[i - 1].depth + 1))
            << "node " << i << " has no parent";
        const bool something_below = i + 1 < nodes.size() && nodes[i + 1].depth > nodes[i].depth;
        ASSERT_EQ(nodes[i].leaf, !something_below) << "node " << i;
    }
}

TEST_P(Structure, LeavesOutWhatIsBelowANodeThatIsNotEntered) {
    ASSERT_TRUE(index->build(of_all_sizes(2000)));
    const std::vector<Node> nodes = nodes_of(*index);
    for (std::uint32_t deepest = 0; deepest < 4; ++deepest) {
        std::size_t seen = 0;
        index->visit([&](const Node& node) {
            ++seen;
            return node.depth < deepest;
        });
        EXPECT_EQ(seen, static_cast<std::size_t>(std::count_if(
                            nodes.begin(), nodes.end(), [&](const Node& node) { return node.depth <= deepest; })));
    }
}

std::size_t nodes_counted = 0;
bool count_node(const Node&) {
    ++nodes_counted;
    return true;
}

template <class Visited> void expect_visited_by_each_kind_of_callable(const Visited& visited) {
    std::size_t by_lambda = 0;
    const auto lambda = [&](const Node&) { return ++by_lambda != 0; };
    visited.visit(lambda);
    bool (*const pointer)(const Node&) = &count_node;
    nodes_counted = 0;
    visited.visit(count_node);
    visited.visit(pointer);
    EXPECT_GT(by_lambda, 1u);
    EXPECT_EQ(nodes_counted, 2 * by_lambda);
}

TEST(Visit, TakesPlainFunctionsAndConstantObjects) {
    const std::vector<Aabb> boxes = of_all_sizes(500);
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(boxes));
    expect_visited_by_each_kind_of_callable(grid);
    StaticTree tree{StaticTreeDesc{}};
    ASSERT_TRUE(tree.build(boxes));
    expect_visited_by_each_kind_of_callable(tree);
    World world{WorldDesc{}};
    std::vector<Id> ids(boxes.size());
    ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    expect_visited_by_each_kind_of_callable(world);
}

// The classic quadtree lists an element in each leaf that it touches; all others have each of them in one.
TEST_P(Structure, HasEveryElementInALeaf) {
    const std::vector<Aabb> boxes = of_all_sizes(3000);
    ASSERT_TRUE(index->build(boxes));
    std::size_t in_leaves = 0;
    for (const Node& node : nodes_of(*index)) in_leaves += node.leaf ? node.elements : 0;
    if (kind.route == Route::Quadtree) {
        EXPECT_GE(in_leaves, boxes.size());
    } else {
        EXPECT_EQ(in_leaves, boxes.size());
    }
}

// Of the classic quadtree an element may be below a node several times, and counts there once.
TEST_P(Structure, CountsInANodeWhatIsBelow) {
    ASSERT_TRUE(index->build(of_all_sizes(3000)));
    const std::vector<Node> nodes = nodes_of(*index);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].leaf) continue;
        std::size_t below = 0;
        for (const std::size_t child : children_of(nodes, i)) below += nodes[child].elements;
        ASSERT_LE(nodes[i].elements, below) << "node " << i;
        ASSERT_TRUE(kind.route == Route::Quadtree || nodes[i].elements == below) << "node " << i;
    }
}

TEST_P(Structure, OfAnIndexWithoutElementsHoldsNone) {
    ASSERT_TRUE(index->build(of_all_sizes(100)));
    ASSERT_TRUE(index->clear());
    for (const Node& node : nodes_of(*index)) EXPECT_EQ(node.elements, 0u);
}

// Boxes of nodes that are stored: loose grid, loose quadtree, static tree.
class WrappedStructure : public Structure {
protected:
    // A leaf's box has all of its elements inside, and an element at each side.
    void expect_wrapped(const std::vector<Aabb>& boxes) const {
        const std::vector<Node> nodes = nodes_of(*index);
        std::vector<Aabb> leaves;
        for (const Node& node : nodes) {
            if (!node.leaf || node.elements == 0) continue;
            leaves.push_back(node.bounds);
            ASSERT_GE(inside(boxes, node.bounds), node.elements);
            ASSERT_TRUE(has_an_element_at_each_side(boxes, node.bounds));
        }
        for (const Aabb& box : boxes) {
            ASSERT_TRUE(std::any_of(leaves.begin(), leaves.end(), [&](const Aabb& leaf) {
                return contains(leaf, box);
            })) << "an element is in no leaf";
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const std::size_t child : children_of(nodes, i))
                ASSERT_TRUE(contains(nodes[i].bounds, nodes[child].bounds) || nodes[child].elements == 0);
        }
    }

    static std::size_t inside(const std::vector<Aabb>& boxes, const Aabb& leaf) {
        return static_cast<std::size_t>(
            std::count_if(boxes.begin(), boxes.end(), [&](const Aabb& box) { return contains(leaf, box); }));
    }
    static bool has_an_element_at_each_side(const std::vector<Aabb>& boxes, const Aabb& leaf) {
        bool left = false, right = false, low = false, high = false;
        for (const Aabb& box : boxes) {
            if (!contains(leaf, box)) continue;
            left = left || box.min.x == leaf.min.x;
            right = right || box.max.x == leaf.max.x;
            low = low || box.min.y == leaf.min.y;
            high = high || box.max.y == leaf.max.y;
        }
        return left && right && low && high;
    }
};
INSTANTIATE_TEST_SUITE_P(Each, WrappedStructure,
                         testing::Values(kind_of(Route::LooseGrid), kind_of(Route::LooseQuadtree),
                                         kind_of(Route::StaticTree)),
                         testing::PrintToStringParamName());

TEST_P(WrappedStructure, FitsItsElementsAfterABuild) {
    const std::vector<Aabb> boxes = of_all_sizes(1500);
    ASSERT_TRUE(index->build(boxes));
    expect_wrapped(boxes);
}

TEST_P(WrappedStructure, FitsItsElementsAfterARefit) {
    Crowd crowd(1500);
    ASSERT_TRUE(index->build(crowd.boxes()));
    for (int tick = 0; tick < 40; ++tick) {
        crowd.step();
        ASSERT_TRUE(index->update(crowd.boxes()));
    }
    ASSERT_TRUE(index->refit());
    expect_wrapped(boxes_of(crowd));
}

// A giant among ants is in one leaf alone, and the ants are where they were.
TEST_P(WrappedStructure, HasAGiantInOneLeafAlone) {
    std::vector<Aabb> boxes = boxes_of(Crowd(1000));
    ASSERT_TRUE(index->build(boxes));
    const auto wide = [](const Node& node) { return node.leaf && node.bounds.max.x - node.bounds.min.x > 500; };
    const auto wide_leaves = [&] {
        const std::vector<Node> nodes = nodes_of(*index);
        return std::count_if(nodes.begin(), nodes.end(), wide);
    };
    ASSERT_EQ(wide_leaves(), 0);
    for (const Slot giant : {17u, 400u, 999u}) {
        const Aabb ant = boxes[giant];
        boxes[giant] = {{ant.min.x - 400, ant.min.y - 400}, {ant.max.x + 400, ant.max.y + 400}};
        ASSERT_TRUE(index->update(boxes));
        ASSERT_TRUE(index->refit());
        EXPECT_EQ(wide_leaves(), 1);
        boxes[giant] = ant;
        ASSERT_TRUE(index->update(boxes));
        ASSERT_TRUE(index->refit());
        EXPECT_EQ(wide_leaves(), 0);
    }
}

} // namespace
} // namespace throng::test
