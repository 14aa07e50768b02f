// SPDX-License-Identifier: MIT
// validate() of a static tree tells each invariant that is broken.
#include "engine/src/base/access.hpp"
#include "engine/src/static_tree/static_tree_state.hpp"
#include "tests/support/damage.hpp"
#include "tests/support/faults.hpp"

#include <throng/static_tree.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using kernels::Tile;
using kernels::TileRef;

// Three levels of tiles; the root has a lane to spare.
class ABrokenStaticTree : public testing::Test {
protected:
    ABrokenStaticTree() {
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < 600; ++i) {
            const float x = 2 * static_cast<float>(i % 25), y = 2 * static_cast<float>(i / 25);
            boxes.push_back({{x, y}, {x + 1, y + 1}});
        }
        boxes[absent].min.x = nan;
        EXPECT_EQ(tree.build(boxes).count, 1u);
    }

    Tile& root() { return state.tiles[TileRef::index(state.root)]; }
    Tile& branch() { return state.tiles[TileRef::index(root().ids[1])]; }
    Tile& leaf() { return state.tiles[TileRef::index(branch().ids[2])]; }

    static constexpr Slot absent = 7;
    StaticTree tree{StaticTreeDesc{}};
    Access::StaticTreeState& state = *Access::open_state(tree);
};

TEST_F(ABrokenStaticTree, IsTold) {
    ASSERT_EQ(TileRef::count(state.root), 3u);
    ASSERT_FALSE(TileRef::leaf(root().ids[1]));
    ASSERT_TRUE(TileRef::leaf(branch().ids[2]));
    const auto beyond = static_cast<Slot>(state.slot_count());
    const Slot slot = leaf().ids[3], other = leaf().ids[4];
    const Flaw flaws[] = {
        {"as many slots are present as there are elements",
         [&](Damage& d) { d.set(state.positions.data()[absent], 0); }},
        {"as many elements are in leaves as there are",
         [&](Damage& d) {
             d.set(state.size, state.size + 1);
             d.set(state.positions.data()[absent], 0);
         }},
        {"a branch does not contain itself",
         [&](Damage& d) {
             d.set(state.root, TileRef::make(TileRef::index(state.root), false, 1));
             d.set(root().ids[0], state.root);
         }},
        {"a tile exists",
         [&](Damage& d) {
             const Tile last = state.tiles[state.tiles.size() - 1];
             state.tiles.resize(state.tiles.size() - 1);
             d.repair_by([this, last] {
                 state.tiles.resize(state.tiles.size() + 1);
                 state.tiles[state.tiles.size() - 1] = last;
             });
         }},
        {"a tile has a lane",
         [&](Damage& d) {
             Tile& r = root();
             d.set(r.ids[3], TileRef::make(TileRef::index(branch().ids[2]), false, 0));
             d.set(r.min_x[3], 1), d.set(r.min_y[3], 1), d.set(r.max_x[3], 2), d.set(r.max_y[3], 2);
             d.set(state.root, state.root + 1);
         }},
        {"a tile has sixteen lanes at most", [&](Damage& d) { d.set(branch().ids[2], branch().ids[2] + 1); }},
        {"a box of an element is valid", [&](Damage& d) { d.set(leaf().min_x[3], leaf().max_x[3] + 0.1f); }},
        {"a box of a tile is valid", [&](Damage& d) { d.set(branch().max_y[2], -infinity); }},
        {"a box begins right of the left side of the one above", [&](Damage& d) { d.set(leaf().min_x[3], -50); }},
        {"a box begins above the lower side of the one above", [&](Damage& d) { d.set(leaf().min_y[3], -50); }},
        {"a box ends left of the right side of the one above", [&](Damage& d) { d.set(leaf().max_x[3], 500); }},
        {"a box ends below the upper side of the one above", [&](Damage& d) { d.set(leaf().max_y[3], 500); }},
        {"a box of a tile is within the one above", [&](Damage& d) { d.set(branch().max_x[2], 500); }},
        {"an element's slot exists",
         [&](Damage& d) {
             d.set(state.positions.data()[beyond], state.positions[slot]); // in the padding
             d.set(leaf().ids[3], beyond);
         }},
        {"a slot's position is that of its element",
         [&](Damage& d) { d.set(state.positions.data()[slot], state.positions[other]); }},
    };
    expect_told(tree, flaws);
}

// Joins visit the leaves in the order of tiles.
TEST_F(ABrokenStaticTree, OfLeavesThatAreNotWhereJoinsExpectThemIsTold) {
    const Flaw by_place[] = {
        {"leaves begin behind the branches", [&](Damage& d) { d.set(state.first_leaf, state.first_leaf - 1); }},
        {"leaves begin directly behind the branches",
         [&](Damage& d) { d.set(state.first_leaf, state.first_leaf + 1); }},
        {"there are leaves",
         [&](Damage& d) { d.set(state.first_leaf, static_cast<std::uint32_t>(state.tiles.size()) + 1); }},
    };
    expect_told(tree, by_place);
    ASSERT_TRUE(tree.erase({9}));
    std::uint32_t &ref = state.refs[TileRef::index(branch().ids[2])], &last = state.refs[state.refs.size() - 1];
    const Flaw by_ref[] = {
        {"a leaf has as many elements for joins as for searches",
         [&](Damage& d) {
             d.set(ref, ref - 1);
             d.set(last, last + 1);
         }},
        {"joins find as many elements as there are", [&](Damage& d) { d.set(ref, ref - 1); }},
    };
    expect_told(tree, by_ref);
}

TEST(AnEmptyStaticTree, IsValidWithoutARoot) {
    StaticTree tree(StaticTreeDesc{});
    EXPECT_TRUE(tree.validate());
    ASSERT_TRUE(tree.build(BoxView()));
    const Flaw flaws[] = {
        {"there is no root", [&](Damage& d) { d.set(Access::open_state(tree)->root, TileRef::make(0, true, 1)); }}};
    expect_told(tree, flaws);
}

} // namespace
} // namespace throng::test
