// SPDX-License-Identifier: MIT
// Elements that come to a static tree and leave it again: leaves that continue, leaves that are emptied, and the sort
// of all elements after many changes.
#include "engine/src/base/access.hpp"
#include "engine/src/static_tree/static_tree_state.hpp"
#include "engine/src/tile_tree/tile_tree_part.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/node_tree.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/uneven.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using Boxes = std::vector<Aabb>;

std::vector<Slot> slots_from(Slot first, std::size_t count) {
    std::vector<Slot> slots(count);
    std::iota(slots.begin(), slots.end(), first);
    return slots;
}

class ComingAndGoing : public testing::Test {
protected:
    ComingAndGoing() {
        EXPECT_TRUE(content.build(std::span<const Aabb>(boxes)));
        EXPECT_TRUE(index->build(boxes));
    }
    std::size_t leaves() const {
        const std::vector<Node> nodes = nodes_of(*index);
        return static_cast<std::size_t>(std::ranges::count_if(nodes, [](const Node& node) { return node.leaf; }));
    }
    // The slots of one leaf: those of the elements around the first one.
    std::vector<Slot> slots_of_a_leaf() const {
        Aabb around{};
        index->visit([&](const Node& node) {
            if (node.leaf && node.bounds.min.x <= boxes[0].min.x && boxes[0].max.x <= node.bounds.max.x &&
                node.bounds.min.y <= boxes[0].min.y && boxes[0].max.y <= node.bounds.max.y)
                around = node.bounds;
            return true;
        });
        std::vector<Slot> slots;
        for (Slot slot = 0; slot < boxes.size(); ++slot) {
            const Aabb& box = boxes[slot];
            if (around.min.x <= box.min.x && box.max.x <= around.max.x && around.min.y <= box.min.y &&
                box.max.y <= around.max.y)
                slots.push_back(slot);
        }
        return slots;
    }
    void insert(std::span<const Slot> slots, const Boxes& at) {
        ASSERT_TRUE(same_status(content.insert(slots, std::span(at)), index->insert(slots, at)));
    }
    void erase(std::span<const Slot> slots) { ASSERT_TRUE(same_status(content.erase(slots), index->erase(slots))); }
    void expect_exact() {
        ASSERT_TRUE(index->validate());
        Hits hits;
        Pairs pairs;
        ASSERT_TRUE(index->overlap(boxes, hits));
        ASSERT_TRUE(agrees(oracle::overlap(content, boxes), hits));
        ASSERT_TRUE(index->pairs(pairs, {.order = Order::BySlot}));
        ASSERT_TRUE(agrees(oracle::pairs(content), pairs, Order::BySlot));
        const std::vector<Vec2> points{{1, 1}, {30, 30}, {-1e5f, 7}};
        ASSERT_TRUE(index->nearest(points, 40, 1e6f, hits));
        ASSERT_TRUE(agrees(oracle::nearest(content, points, 40, 1e6f), hits));
    }

    scenes::Generator random{5};
    Boxes boxes = town(1600, {0, 0}, 60, random);
    std::unique_ptr<AnyIndex> index = kind_of(Route::StaticTree).open();
    oracle::Content content;
};

TEST_F(ComingAndGoing, ManyToOneSpotContinueItsLeaf) {
    const std::vector<Slot> slots = slots_from(1600, 100);
    const Boxes at(100, boxes[17]);
    insert(slots, at);
    EXPECT_EQ(leaves(), 100u) << "no leaf more";
    expect_exact();
    ASSERT_TRUE(content.move(std::span<const Slot>(slots).first(50), std::span<const Aabb>(boxes).first(50)));
    ASSERT_TRUE(index->move(std::span(slots).first(50), std::span<const Aabb>(boxes).first(50)));
    expect_exact();
    erase(std::span(slots).first(70));
    expect_exact();
    Boxes next = boxes;
    next.insert(next.end(), at.begin(), at.end());
    ASSERT_TRUE(content.update(std::span<const Aabb>(next)));
    ASSERT_TRUE(index->update(next));
    expect_exact();
    erase(std::span(slots).last(30));
    expect_exact();
}

TEST_F(ComingAndGoing, AnEmptiedLeafStaysSound) {
    const std::vector<Slot> slots = slots_of_a_leaf();
    ASSERT_GE(slots.size(), 16u);
    ASSERT_LT(slots.size(), 100u);
    erase(slots);
    expect_exact();
    ASSERT_TRUE(index->update(boxes));
    ASSERT_TRUE(content.update(std::span<const Aabb>(boxes)));
    expect_exact();
    Boxes back;
    for (const Slot slot : slots) back.push_back(boxes[slot]);
    insert(slots, back);
    expect_exact();
}

TEST_F(ComingAndGoing, OfAnEighthSortsAllElementsAgain) {
    const std::vector<Slot> slots = slots_from(1600, 300);
    Boxes there = town(300, {200, 200}, 20, random);
    for (std::size_t i = 0; i < 300; i += 30) {
        insert(std::span(slots).subspan(i, 30), Boxes(there.begin() + static_cast<std::ptrdiff_t>(i),
                                                      there.begin() + static_cast<std::ptrdiff_t>(i) + 30));
        expect_exact();
    }
    EXPECT_GE(leaves(), 115u) << "elements that came later have leaves of their own";
    erase(slots_from(0, 800));
    EXPECT_LT(leaves(), 75u);
    expect_exact();
}

TEST_F(ComingAndGoing, TheLastGoesAndTheFirstComes) {
    erase(slots_from(0, 1600));
    EXPECT_EQ(index->size(), 0u);
    EXPECT_EQ(index->slot_count(), 1600u);
    EXPECT_TRUE(index->validate());
    expect_exact();
    insert(std::vector<Slot>{3}, Boxes{boxes[3]});
    expect_exact();
    ASSERT_TRUE(index->clear());
    EXPECT_EQ(index->slot_count(), 0u);
}

// A root that is a leaf continues, too.
TEST(AFewElements, ComeAndGoInATreeOfOneLeaf) {
    scenes::Generator random(7);
    const Boxes boxes = town(40, {0, 0}, 9, random);
    const auto index = kind_of(Route::StaticTree).open();
    oracle::Content content;
    for (Slot slot = 0; slot < 40; ++slot) {
        const std::vector<Slot> one{slot};
        const Boxes at{boxes[slot]};
        ASSERT_TRUE(same_status(content.insert(std::span(one), std::span(at)), index->insert(one, at)));
        Pairs pairs;
        ASSERT_TRUE(index->pairs(pairs, {.order = Order::BySlot}));
        ASSERT_TRUE(agrees(oracle::pairs(content), pairs, Order::BySlot));
        ASSERT_TRUE(index->validate());
    }
    for (Slot slot = 0; slot < 40; ++slot) {
        const std::vector<Slot> one{(slot * 7) % 40};
        ASSERT_TRUE(same_status(content.erase(std::span(one)), index->erase(one)));
        Hits hits;
        ASSERT_TRUE(index->overlap(boxes, hits));
        ASSERT_TRUE(agrees(oracle::overlap(content, boxes), hits));
        ASSERT_TRUE(index->validate());
    }
}

TEST(AFewElements, OfATreeOfOneLeafAreAllInTheBoxAroundThem) {
    StaticTree tree{StaticTreeDesc{}};
    for (Slot slot = 0; slot < 18; ++slot) {
        const float at = static_cast<float>(slot);
        const Aabb box{{at, -at}, {at + 1, 1 - at}};
        ASSERT_TRUE(tree.insert(std::span(&slot, 1), std::span(&box, 1)));
        const kernels::Region around = tile_tree_part.around(Access::open_state(tree)->view());
        EXPECT_EQ(around.min_x, 0);
        EXPECT_EQ(around.min_y, -at);
        EXPECT_EQ(around.max_x, at + 1);
        EXPECT_EQ(around.max_y, 1);
    }
}

} // namespace
} // namespace throng::test
