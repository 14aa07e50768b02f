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

using kernels::TileRef;

// Several levels of tiles, and a heap of elements in one place that continues in further tiles.
class ABrokenLooseQuadtree : public testing::Test {
protected:
    ABrokenLooseQuadtree() {
        scenes::Generator random(3);
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < 600; ++i) {
            const float x = random.uniform(0, 60), y = random.uniform(0, 60);
            boxes.push_back({{x, y}, {x + 0.1f, y + 0.1f}});
        }
        EXPECT_TRUE(tree.build(boxes));
        std::vector<Slot> more;
        for (Slot slot = 600; slot < 650; ++slot) more.push_back(slot);
        EXPECT_TRUE(tree.insert(more, std::vector<Aabb>(50, Aabb{{9, 9}, {9.5f, 9.5f}})));
        EXPECT_TRUE(tree.erase({absent}));
        head = state.places[state.positions[649] >> kernels::lane_bits].head;
    }

    std::uint32_t second() const { return TileRef::index(state.next[head]); }
    Aabb with_center_moved(const Aabb& box, float by) const {
        return {{box.min.x + by, box.min.y}, {box.max.x + by, box.max.y}};
    }

    static constexpr Slot absent = 7;
    LooseQuadtree tree{{.bounds = {{0, 0}, {64, 64}}}};
    Access::LooseQuadtreeState& state = *Access::open_state(tree);
    std::uint32_t head = 0;
};

TEST_F(ABrokenLooseQuadtree, OfWrongBoxesIsTold) {
    const Slot slot = state.tiles[head].ids[3], other = state.tiles[head].ids[4];
    const Flaw flaws[] = {
        {"as many slots are present as there are elements",
         [&](Damage& d) { d.set(state.positions.data()[absent], 0); }},
        {"a box is valid", [&](Damage& d) { d.set(state.tiles[head].min_x[3], state.tiles[head].max_x[3] + 0.1f); }},
        {"a box is within the one above", [&](Damage& d) { d.set(state.tiles[head].max_x[3], 500); }},
        {"a slot's position is that of its element",
         [&](Damage& d) { d.set(state.positions.data()[slot], state.positions[other]); }},
        {"a leaf has as many elements for joins as for searches",
         [&](Damage& d) { d.set(state.refs[second()], state.refs[second()] - 1); }},
    };
    expect_told(tree, flaws);
}

TEST_F(ABrokenLooseQuadtree, OfWrongLinksIsTold) {
    ASSERT_NE(state.next[head], kernels::no_tile) << "the heap continues";
    const std::uint32_t last = state.places[head].link, beside = head == state.first_leaf ? head + 1 : head - 1;
    ASSERT_NE(last, second()) << "in two tiles";
    const Flaw flaws[] = {
        {"a tile names the head of its leaf", [&](Damage& d) { d.set(state.places[second()].head, beside); }},
        {"a head names the leaf's last tile", [&](Damage& d) { d.set(state.places[head].link, second()); }},
        {"a tile names the one before", [&](Damage& d) { d.set(state.places[last].link, head); }},
        {"a chain of tiles ends",
         [&](Damage& d) {
             d.set(state.refs[last], TileRef::make(last, true, 16));
             d.set(state.next[last], state.next[head]);
         }},
    };
    expect_told(tree, flaws);
}

TEST_F(ABrokenLooseQuadtree, OfElementsThatAreFarFromTheirSquaresIsTold) {
    const std::uint32_t leaf = head - state.first_leaf;
    ASSERT_LT(leaf, state.leaf_count - 1);
    kernels::Region& home = state.squares.homes[leaf];
    const Flaw flaws[] = {
        {"a centre is right of the left side of its leaf's home", [&](Damage& d) { d.set(home.min_x, 10.f); }},
        {"a centre is above the lower side", [&](Damage& d) { d.set(home.min_y, 10.f); }},
        {"a centre is left of the right side", [&](Damage& d) { d.set(home.max_x, 9.f); }},
        {"a centre is below the upper side", [&](Damage& d) { d.set(home.max_y, 9.f); }},
        {"leaves ascend along the curve",
         [&](Damage& d) {
             d.set(state.squares.first_places[leaf], state.squares.first_places[state.leaf_count - 1] + 1);
         }},
        {"each leaf has a place on the curve",
         [&](Damage& d) {
             const std::uint32_t last = state.squares.first_places[state.leaf_count - 1];
             state.squares.first_places.resize(state.leaf_count - 1);
             d.repair_by([this, last] { state.squares.first_places.append(last); });
         }},
        {"each leaf has a home",
         [&](Damage& d) {
             const kernels::Region last = state.squares.homes[state.leaf_count - 1];
             state.squares.homes.resize(state.leaf_count - 1);
             d.repair_by([this, last] { state.squares.homes.append(last); });
         }},
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
