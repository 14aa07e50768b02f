// SPDX-License-Identifier: MIT
// validate() of a loose quadtree tells each invariant that is broken.
#include "engine/src/base/access.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"
#include "scenes/generator.hpp"
#include "tests/support/damage.hpp"

#include <throng/loose_quadtree.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using kernels::Tile;
using kernels::TileRef;

// Leaves of all depths, one of them, at the greatest depth, of several tiles.
class ABrokenLooseQuadtree : public testing::Test {
protected:
    ABrokenLooseQuadtree() {
        scenes::Generator random(3);
        std::vector<Aabb> boxes(60, Aabb{{9, 9}, {9.5f, 9.5f}});
        const auto add = [&](std::size_t count, float left, float low, float side) {
            for (std::size_t i = 0; i < count; ++i) {
                const float x = left + random.uniform(0, side), y = low + random.uniform(0, side);
                boxes.push_back({{x, y}, {x + 0.1f, y + 0.1f}});
            }
        };
        add(80, 0, 0, 16);
        for (const float x : {32.f, 40.f})
            for (const float y : {32.f, 40.f}) add(6, x + 0.2f, y + 0.2f, 7.5f); // each quarter of a branch is a leaf
        add(12, 33, 1, 6);
        add(1, 50, 10, 1); // a quarter of a quarter
        EXPECT_TRUE(tree.build(boxes));
        EXPECT_TRUE(tree.insert(std::vector<Slot>{900}, Aabb{{60, 1}, {61, 2}}));
        EXPECT_TRUE(tree.erase(std::vector<Slot>{absent, 900})); // and a tile becomes free
        heap = state.leaf_of(0);
        lone = state.leaf_of(static_cast<Slot>(boxes.size() - 1));
    }

    std::uint32_t top() const { return TileRef::index(state.root); }
    std::uint32_t find(auto&& condition) const {
        for (std::uint32_t tile = 0; tile < state.tiles.size(); ++tile)
            if (state.refs[tile] != kernels::no_tile && condition(tile)) return tile;
        ADD_FAILURE() << "no such tile";
        return 0;
    }
    bool is_branch(std::uint32_t tile) const { return !state.is_leaf(tile); }
    LooseNode& node(std::uint32_t tile) { return state.nodes[tile]; }
    std::uint32_t second_of(std::uint32_t head) const { return TileRef::index(state.next[head]); }

    // So that no box of an element or a tile is outside of the one above.
    void widen_branches(Damage& d) {
        for (std::uint32_t tile = 0; tile < state.tiles.size(); ++tile) {
            if (state.refs[tile] == kernels::no_tile || state.is_leaf(tile)) continue;
            Tile& of = state.tiles[tile];
            for (std::uint32_t lane = 0; lane < 16; ++lane)
                d.set(of.min_x[lane], -1000.f), d.set(of.min_y[lane], -1000.f), d.set(of.max_x[lane], 1000.f),
                    d.set(of.max_y[lane], 1000.f);
        }
    }

    static constexpr Slot absent = 7;
    LooseQuadtree tree{{.bounds = {{0, 0}, {64, 64}}, .max_per_leaf = 8, .max_depth = 4}};
    Access::LooseQuadtreeState& state = *Access::open_state(tree);
    std::uint32_t heap = 0, lone = 0; // the leaves of several tiles, and of one element
};

TEST_F(ABrokenLooseQuadtree, OfWrongBoxesIsTold) {
    const Slot slot = state.tiles[heap].ids[3], other = state.tiles[heap].ids[4];
    const Flaw flaws[] = {
        {"as many slots are present as there are elements",
         [&](Damage& d) { d.set(state.positions.data()[absent], 0); }},
        {"a box is valid", [&](Damage& d) { d.set(state.tiles[heap].min_x[3], state.tiles[heap].max_x[3] + 0.1f); }},
        {"a box is within the one above", [&](Damage& d) { d.set(state.tiles[heap].max_x[3], 500); }},
        {"a slot's position is that of its element",
         [&](Damage& d) { d.set(state.positions.data()[slot], state.positions[other]); }},
        {"a tile that is not in use has no elements for joins",
         [&](Damage& d) {
             ASSERT_NE(state.first_free, no_node);
             d.set(state.refs[state.first_free], TileRef::make(state.first_free, true, 1));
         }},
        {"a chain of tiles ends",
         [&](Damage& d) {
             const std::uint32_t second = second_of(heap);
             d.set(state.next[second], state.next[heap]);
         }},
    };
    ASSERT_GT(state.nodes[heap].elements, 48u) << "four tiles";
    expect_told(tree, flaws);
}

TEST_F(ABrokenLooseQuadtree, OfWrongBranchesIsTold) {
    const std::uint32_t branch = find([&](std::uint32_t t) { return is_branch(t) && t != top(); });
    const std::uint32_t of_quarters = find([&](std::uint32_t t) {
        if (!is_branch(t) || t == top() || node(t).children != 4) return false;
        for (std::uint32_t lane = 0; lane < 4; ++lane) {
            const std::uint32_t below = TileRef::index(state.tiles[t].ids[lane]);
            if (!state.is_leaf(below) || node(below).shift + 1 != node(t).shift) return false;
        }
        return true;
    });
    const std::uint32_t above = node(lone).parent;
    ASSERT_EQ(node(lone).elements, 1u);
    const Flaw flaws[] = {
        {"the root has no parent", [&](Damage& d) { d.set(node(top()).parent, branch); }},
        {"a branch has children",
         [&](Damage& d) {
             d.set(node(branch).children, 0);
             for (const std::uint8_t& lane : node(branch).lane_of) d.set(lane, no_lane);
         }},
        {"a quarter's lane is in use",
         [&](Damage& d) {
             for (const std::uint8_t& lane : node(above).lane_of)
                 if (lane == no_lane) return d.set(lane, node(above).children);
             ADD_FAILURE() << "every quarter is in use";
         }},
        {"a child names its parent", [&](Damage& d) { d.set(node(lone).parent, branch == above ? top() : branch); }},
        {"a child names its lane",
         [&](Damage& d) { d.set(node(lone).lane, static_cast<std::uint8_t>(node(lone).lane + 1)); }},
        {"a child is within its parent",
         [&](Damage& d) {
             LooseNode elsewhere = node(branch); // among wide elements
             elsewhere.wide = !elsewhere.wide;
             d.set(node(branch), elsewhere);
         }},
        {"a quarter's lane is that of its child",
         [&](Damage& d) {
             for (const std::uint8_t& lane : node(branch).lane_of)
                 if (lane == 1) return d.set(lane, 0);
             ADD_FAILURE() << "there is no other child";
         }},
        {"a child is one or two levels below its parent",
         [&](Damage& d) {
             LooseNode& n = node(lone);
             ASSERT_EQ(n.shift + 2, node(above).shift) << "a quarter of a quarter";
             const LooseCell cell = state.cell_of({{state.tiles[lone].min_x[0], state.tiles[lone].min_y[0]},
                                                   {state.tiles[lone].max_x[0], state.tiles[lone].max_y[0]}});
             d.set(n.shift, static_cast<std::uint8_t>(n.shift - 1));
             d.set(n.x, static_cast<std::uint16_t>(cell.x >> n.shift << n.shift));
             d.set(n.y, static_cast<std::uint16_t>(cell.y >> n.shift << n.shift));
         }},
        {"a branch is two levels below its parent",
         [&](Damage& d) {
             LooseNode& n = node(of_quarters);
             d.set(n.shift, static_cast<std::uint8_t>(n.shift + 1));
             for (const std::uint8_t& lane : n.lane_of) d.set(lane, no_lane);
             for (std::uint8_t lane = 0; lane < 4; ++lane) {
                 const LooseCell at = lowest_cell(node(TileRef::index(state.tiles[of_quarters].ids[lane])));
                 const std::uint32_t x = at.x >> (n.shift - 2) & 3, y = at.y >> (n.shift - 2) & 3;
                 d.set(n.lane_of[(y & 2) << 2 | (x & 2) << 1 | (y & 1) << 1 | (x & 1)], lane);
             }
         }},
        {"a reference from above is the branch's own",
         [&](Damage& d) { d.set(state.refs[branch], state.refs[branch] - 1); }},
    };
    expect_told(tree, flaws);
}

TEST_F(ABrokenLooseQuadtree, OfWrongLeavesIsTold) {
    const std::uint32_t second = second_of(heap), third = second_of(second);
    ASSERT_EQ(node(heap).shift, state.finest_shift());
    const Flaw flaws[] = {
        {"no leaf is deeper than the greatest depth", [&](Damage& d) { d.set(state.max_depth, state.max_depth - 1); }},
        {"a tile names the head of its leaf", [&](Damage& d) { d.set(node(second).head, lone); }},
        {"a tile of a chain has the reference that leads to it",
         [&](Damage& d) { d.set(state.refs[second], state.refs[second] - 1); }},
        {"a tile names the one before", [&](Damage& d) { d.set(node(third).link, heap); }},
        {"an element is in the leaf of its centre",
         [&](Damage& d) {
             widen_branches(d);
             d.set(state.tiles[heap].max_x[3], 64);
         }},
        {"a leaf counts its elements", [&](Damage& d) { d.set(node(heap).elements, node(heap).elements + 1); }},
        {"a head names the leaf's last tile", [&](Damage& d) { d.set(node(heap).link, third); }},
    };
    expect_told(tree, flaws);
}

TEST(AnEmptyLooseQuadtree, IsValid) {
    LooseQuadtree tree(LooseQuadtreeDesc{});
    EXPECT_TRUE(tree.validate());
    ASSERT_TRUE(tree.build(Aabb{{0, 0}, {1, 1}}));
    ASSERT_TRUE(tree.clear());
    EXPECT_TRUE(tree.validate());
}

} // namespace
} // namespace throng::test
