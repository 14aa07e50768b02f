// SPDX-License-Identifier: MIT
// A loose quadtree is cut at squares, and what leaves those of its tile goes to the tile of the square that it is in.
#include "engine/src/base/access.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"
#include "scenes/generator.hpp"
#include "support/counting_memory.hpp"

#include <throng/loose_quadtree.hpp>
#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

constexpr float infinity = std::numeric_limits<float>::infinity();

// One element per unit of area, of half an unit.
class Town {
public:
    explicit Town(std::size_t count, std::uint64_t seed = 1)
        : random_(seed), side_(std::sqrt(static_cast<float>(count))) {
        for (std::size_t i = 0; i < count; ++i) boxes.push_back(anywhere());
    }
    Aabb anywhere() {
        return predicates::box_around({random_.uniform(0, side_), random_.uniform(0, side_)}, {0.25f, 0.25f});
    }
    void walk() {
        for (Aabb& box : boxes) {
            const Vec2 step{random_.uniform(-0.05f, 0.05f), random_.uniform(-0.05f, 0.05f)};
            box = {box.min + step, box.max + step};
        }
    }
    Slot someone() { return random_.below(static_cast<std::uint32_t>(boxes.size())); }
    std::vector<Vec2> places(std::size_t count) {
        std::vector<Vec2> places;
        for (std::size_t i = 0; i < count; ++i)
            places.push_back({random_.uniform(0, side_), random_.uniform(0, side_)});
        return places;
    }

    std::vector<Aabb> boxes;

private:
    scenes::Generator random_;
    float side_;
};

double read_for_nearest(const LooseQuadtree& tree, const std::vector<Vec2>& places) {
    Hits hits;
    EXPECT_TRUE(tree.nearest(places, 10, infinity, hits, {}, serial()));
    return static_cast<double>(hits.candidates());
}

double read_in_a_fresh_tree(const std::vector<Aabb>& boxes, const std::vector<Vec2>& places) {
    LooseQuadtree fresh(LooseQuadtreeDesc{});
    EXPECT_TRUE(fresh.build(boxes));
    return read_for_nearest(fresh, places);
}

// Each tile ends where a square ends that is divided, and holds as many leaves as fit.
TEST(SquaresOfALooseQuadtree, AreInOneTile) {
    for (const std::uint32_t full : {1u, 4u, 8u, 16u}) {
        SCOPED_TRACE(full);
        const Town town(4000);
        LooseQuadtree tree({.max_per_leaf = full});
        ASSERT_TRUE(tree.build(town.boxes));
        const auto& state = *Access::open_state(tree);
        const auto begin_of = [&](std::uint32_t leaf) {
            return predicates::center_of(town.boxes[state.tiles[state.first_leaf + leaf].ids[0]]);
        };
        const auto end_of = [&](std::uint32_t leaf) {
            const std::uint32_t tile = state.first_leaf + leaf, count = kernels::TileRef::count(state.refs[tile]);
            return predicates::center_of(town.boxes[state.tiles[tile].ids[count - 1]]);
        };
        const kernels::CurveFrame frame = state.squares.frame();
        const auto square = [&](Vec2 p, std::uint32_t depth) {
            return depth == 0 ? 0 : place_on_curve(frame, p) >> (32 - 2 * depth);
        };
        for (std::uint32_t leaf = 1; leaf < state.leaf_count; ++leaf) {
            const Vec2 before = end_of(leaf - 1), behind = begin_of(leaf);
            std::uint32_t shared = 0;
            while (shared < 16 && square(before, shared + 1) == square(behind, shared + 1)) ++shared;
            ASSERT_LT(shared, 15u);
            const auto in_it = std::count_if(town.boxes.begin(), town.boxes.end(), [&](const Aabb& box) {
                return square(predicates::center_of(box), shared) == square(behind, shared);
            });
            ASSERT_GT(in_it, full) << "a leaf of the quadtree is in two tiles: " << leaf - 1 << " and the next";
        }
        EXPECT_LE(state.leaf_count * (full <= 4 ? 14 : 8), town.boxes.size()) << "tiles are nearly full";
    }
}

TEST(SquaresOfALooseQuadtree, TakeThoseThatJumpIntoThem) {
    for (const std::size_t jumps : {std::size_t{4}, std::size_t{40}}) { // of 4,096 in each tick
        SCOPED_TRACE(jumps);
        Town town(4096);
        LooseQuadtree tree(LooseQuadtreeDesc{});
        ASSERT_TRUE(tree.build(town.boxes));
        const double sides = Access::open_state(tree)->sides_sorted;
        for (int tick = 0; tick < 60; ++tick) {
            town.walk();
            for (std::size_t i = 0; i < jumps; ++i) town.boxes[town.someone()] = town.anywhere();
            ASSERT_TRUE(tree.update(town.boxes));
        }
        ASSERT_TRUE(tree.validate());
        EXPECT_EQ(Access::open_state(tree)->sides_sorted == sides, jumps == 4) << "few jump, and nothing is sorted";
        const std::vector<Vec2> places = town.places(2000);
        EXPECT_LE(read_for_nearest(tree, places), 1.3 * read_in_a_fresh_tree(town.boxes, places));
    }
}

TEST(SquaresOfALooseQuadtree, TakeThoseThatAreMovedThereOneByOne) {
    Town town(4096);
    LooseQuadtree tree(LooseQuadtreeDesc{});
    ASSERT_TRUE(tree.build(town.boxes));
    const double sides = Access::open_state(tree)->sides_sorted;
    for (int i = 0; i < 400; ++i) {
        const Slot slot = town.someone();
        town.boxes[slot] = town.anywhere();
        ASSERT_TRUE(tree.move({slot}, town.boxes[slot]));
    }
    ASSERT_TRUE(tree.validate());
    EXPECT_EQ(Access::open_state(tree)->sides_sorted, sides) << "nothing is sorted";
    const std::vector<Vec2> places = town.places(2000);
    EXPECT_LE(read_for_nearest(tree, places), 1.3 * read_in_a_fresh_tree(town.boxes, places));
}

// As many come as go, in other places.
TEST(SquaresOfALooseQuadtree, TakeThoseThatComeForAThousandTicks) {
    Town town(2000);
    CountingMemory memory;
    LooseQuadtree tree({.memory = memory.memory()});
    ASSERT_TRUE(tree.build(town.boxes));
    std::size_t most = 0;
    for (int tick = 0; tick < 1000; ++tick) {
        std::set<Slot> chosen;
        while (chosen.size() < 4) chosen.insert(town.someone());
        const std::vector<Slot> slots(chosen.begin(), chosen.end());
        std::vector<Aabb> boxes;
        for (const Slot slot : slots) boxes.push_back(town.boxes[slot] = town.anywhere());
        ASSERT_TRUE(tree.erase(slots));
        ASSERT_TRUE(tree.insert(slots, boxes));
        most = std::max(most, tree.bytes());
    }
    ASSERT_TRUE(tree.validate());
    EXPECT_EQ(tree.size(), 2000u);
    const std::vector<Vec2> places = town.places(2000);
    EXPECT_LE(read_for_nearest(tree, places), 1.3 * read_in_a_fresh_tree(town.boxes, places));
    EXPECT_LE(most, 2000u * 100) << "with what sorts them again";
}

TEST(SquaresOfALooseQuadtree, HaveRoomForTheFirstThatComes) {
    const Town town(32'768);
    CountingMemory memory;
    LooseQuadtree tree({.memory = memory.memory(), .executor = serial()});
    ASSERT_TRUE(tree.build(town.boxes));
    EXPECT_LE(tree.bytes(), 32u * town.boxes.size());
    const std::size_t bytes = tree.bytes();
    ASSERT_TRUE(tree.erase({5}));
    ASSERT_TRUE(tree.insert({5}, town.boxes[77]));
    EXPECT_LE(tree.bytes(), bytes + 1024) << "nothing of the tree is copied";
}

// A sample by slot may see no wire where each other element is one, and a sample in the order of tiles many.
TEST(SquaresOfALooseQuadtree, AreNotSortedAgainAndAgainForWires) {
    Town town(4096);
    for (std::size_t i = 1; i < town.boxes.size(); i += 2) town.boxes[i].max.x += 20;
    LooseQuadtree tree(LooseQuadtreeDesc{});
    ASSERT_TRUE(tree.build(town.boxes));
    town.boxes[0] = town.anywhere();
    ASSERT_TRUE(tree.move({0}, town.boxes[0]));
    ASSERT_TRUE(tree.refit()); // sorts in the order of tiles
    int sorts = 0;
    for (int tick = 0; tick < 200; ++tick) {
        const std::uint64_t before = Access::open_state(tree)->arrangement;
        ASSERT_TRUE(tree.update(town.boxes));
        sorts += Access::open_state(tree)->arrangement != before ? 1 : 0;
    }
    EXPECT_LE(sorts, 1);
    EXPECT_TRUE(tree.validate());
}

// A leaf of many tiles stays whole while its elements leave it one after the other.
TEST(SquaresOfALooseQuadtree, AreReachedFromAHeapOneByOne) {
    Town town(8192);
    LooseQuadtree tree(LooseQuadtreeDesc{});
    ASSERT_TRUE(tree.build(town.boxes));
    std::vector<Slot> slots;
    for (Slot slot = 8192; slot < 8692; ++slot) slots.push_back(slot);
    ASSERT_TRUE(tree.insert(slots, std::vector<Aabb>(500, town.boxes[0])));
    for (const Slot slot : slots) ASSERT_TRUE(tree.move({slot}, town.anywhere()));
    EXPECT_TRUE(tree.validate());
    EXPECT_EQ(tree.size(), 8692u);
}

// One element far away is in no square of the others, and does not make theirs coarse.
TEST(SquaresOfALooseQuadtree, AreFineWhereOneElementIsFarAway) {
    Town town(4096);
    const std::vector<Vec2> places = town.places(1000);
    const double without = read_in_a_fresh_tree(town.boxes, places);
    town.boxes[9] = predicates::box_around({640'000.f, 0.f}, {0.25f, 0.25f});
    EXPECT_LE(read_in_a_fresh_tree(town.boxes, places), 1.3 * without);
}

} // namespace
} // namespace throng::test
