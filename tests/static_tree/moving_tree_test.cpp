// SPDX-License-Identifier: MIT
// A static tree whose elements move: exact after each change, and with tiles that fit its content, at any density and
// wherever its elements go.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/node_tree.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/uneven.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using Boxes = std::vector<Aabb>;
using scenes::Generator;

// The widths and heights of all leaves.
double sides_of_leaves(const AnyIndex& index) {
    double sum = 0;
    for (const Node& node : nodes_of(index)) {
        const Vec2 low = node.bounds.min, high = node.bounds.max;
        if (node.leaf) sum += double{high.x} - double{low.x} + (double{high.y} - double{low.y});
    }
    return sum;
}
double sides_of_leaves(const Boxes& boxes) {
    const auto index = kind_of(Route::StaticTree).open();
    EXPECT_TRUE(index->build(boxes));
    return sides_of_leaves(*index);
}

// How many elements all pairs are searched among: many where tiles are large.
std::uint64_t candidates_of(const Boxes& boxes) {
    const auto index = kind_of(Route::StaticTree).open();
    Pairs pairs;
    EXPECT_TRUE(index->build(boxes) && index->pairs(pairs));
    return pairs.candidates();
}

TEST(AStaticTree, HasTilesAsSmallInEachOfTwoTownsAsInOne) {
    for (const float apart : {1e3f, 3e4f, 1e6f}) {
        Generator random(3);
        Boxes both = town(3000, {0, 0}, 64, random), other = town(3000, {apart, 0}, 64, random);
        const std::uint64_t one = candidates_of(both), two = candidates_of(other);
        both.insert(both.end(), other.begin(), other.end());
        EXPECT_LT(2 * candidates_of(both), 3 * (one + two)) << apart;
    }
}

TEST(AStaticTree, HasTilesOfTheSizeOfTheirElementsAtAnyDensity) {
    Generator uniform(3);
    const std::uint64_t usual = candidates_of(town(8000, {0, 0}, 89, uniform));
    for (const float decades : {2.f, 4.f, 7.f}) {
        Generator random(3);
        Boxes boxes = denser_inward(8000, decades, random);
        EXPECT_LT(candidates_of(boxes), 2 * usual) << decades;
    }
}

TEST(AStaticTree, SortsItsElementsAgainWhereverTheyGo) {
    Generator random(3);
    const Boxes before = town(3000, {0, 0}, 64, random), after = town(3000, {-500, 40}, 64, random);
    const auto index = kind_of(Route::StaticTree).open();
    ASSERT_TRUE(index->build(before));
    ASSERT_TRUE(index->update(after));
    EXPECT_LE(sides_of_leaves(*index), 1.2 * sides_of_leaves(after));
    ASSERT_TRUE(index->update(before));
    std::vector<Slot> slots;
    for (Slot slot = 0; slot < 3000; ++slot) slots.push_back((slot * 7) % 3000);
    Boxes moved;
    for (const Slot slot : slots) moved.push_back(after[slot]);
    ASSERT_TRUE(index->move(slots, moved));
    EXPECT_LE(sides_of_leaves(*index), 1.2 * sides_of_leaves(after));
}

// What is around all of them stays, and leaves do not grow.
TEST(AStaticTree, SortsItsElementsAgainWhereTownsDrawTogether) {
    Generator random(9);
    const auto towns = [&](float side) {
        Boxes both = town(3000, {0, 0}, side, random);
        const Boxes other = town(3000, {1e5f, 0}, side, random);
        both.insert(both.end(), other.begin(), other.end());
        for (Aabb& box : both) box.max = box.min; // pairs are few
        return both;
    };
    const Boxes wide = towns(400), narrow = towns(4);
    for (const bool moves : {false, true}) {
        const auto index = kind_of(Route::StaticTree).open();
        ASSERT_TRUE(index->build(wide));
        std::vector<Slot> slots;
        for (Slot slot = 0; slot < wide.size(); ++slot) slots.push_back(slot);
        ASSERT_TRUE(moves ? index->move(slots, narrow) : index->update(narrow));
        Pairs pairs;
        ASSERT_TRUE(index->pairs(pairs));
        EXPECT_LT(pairs.candidates(), 2 * candidates_of(narrow));
    }
}

// In small moves, none of which is of many: leaves do not shrink as much as what is around them.
TEST(AStaticTree, SortsItsElementsAgainWhereTheyAreCalledTogether) {
    Generator random(5);
    Boxes boxes = town(2000, {0, 0}, 500, random);
    const auto index = kind_of(Route::StaticTree).open();
    ASSERT_TRUE(index->build(boxes));
    constexpr Slot batch = 100;
    const auto to_the_middle = [&random](float x) { return (250 - x) * 0.1f + random.uniform(-1, 1); };
    for (int step = 0; step < 40; ++step)
        for (Slot first = 0; first < boxes.size(); first += batch) {
            std::vector<Slot> slots;
            Boxes moved;
            for (Slot slot = first; slot < first + batch; ++slot) {
                const Vec2 at = predicates::center_of(boxes[slot]);
                const Vec2 to{at.x + to_the_middle(at.x), at.y + to_the_middle(at.y)};
                boxes[slot] = predicates::box_around(to, Vec2{0.3f, 0.3f});
                slots.push_back(slot);
                moved.push_back(boxes[slot]);
            }
            ASSERT_TRUE(index->move(slots, moved));
        }
    EXPECT_LE(sides_of_leaves(*index), 1.7 * sides_of_leaves(boxes)) << "its searches take several times as long";
}

TEST(AStaticTree, HasTheTilesOfABuildAfterEachRefit) {
    Generator random(6);
    Boxes boxes = town(2000, {0, 0}, 500, random);
    const auto index = kind_of(Route::StaticTree).open();
    ASSERT_TRUE(index->build(boxes));
    for (int times = 0; times < 3; ++times) {
        SCOPED_TRACE(times);
        // Leaves grow, but not so much that all are sorted by that.
        double fitting = sides_of_leaves(boxes);
        for (int moves = 0; sides_of_leaves(*index) < 1.1 * fitting; ++moves) {
            ASSERT_LT(moves, 100);
            const Slot slot = random.below(2000);
            boxes[slot] = town(1, {0, 0}, 500, random)[0];
            ASSERT_TRUE(index->move(std::vector<Slot>{slot}, Boxes{boxes[slot]}));
            fitting = sides_of_leaves(boxes);
        }
        for (int again = 0; again < 2; ++again) {
            ASSERT_TRUE(index->refit());
            EXPECT_LE(sides_of_leaves(*index), 1.001 * fitting) << "refit() leaves the tree as slow as it was";
        }
    }
}

TEST(AStaticTree, KeepsItsOrderWhileElementsMoveLittle) {
    Generator random(3);
    Boxes boxes = town(2000, {0, 0}, 60, random);
    const auto index = kind_of(Route::StaticTree).open();
    ASSERT_TRUE(index->build(boxes));
    const Aabb all{{-10, -10}, {100, 100}};
    Hits before, after;
    ASSERT_TRUE(index->overlap(all, before));
    for (Aabb& box : boxes) box = predicates::box_around(predicates::center_of(box), Vec2{0.31f, 0.31f});
    ASSERT_TRUE(index->update(boxes));
    ASSERT_TRUE(index->overlap(all, after));
    EXPECT_TRUE(std::ranges::equal(before.slots(), after.slots()));
}

TEST(AStaticTree, WithoutElementsTakesUpdatesAndMoves) {
    const auto index = kind_of(Route::StaticTree).open();
    EXPECT_TRUE(index->update(Boxes{}));
    EXPECT_TRUE(index->move(std::vector<Slot>{}, Boxes{}));
    const Status status = index->move(std::vector<Slot>{0}, Boxes{{{0, 0}, {1, 1}}});
    EXPECT_EQ(status.count, 1u);
    EXPECT_TRUE(index->validate());
}

// Builds and updates, and elements that move, come and go, with faulty items, in any order.
class MovingTree : public testing::TestWithParam<std::uint64_t> {
protected:
    Boxes some_boxes(std::size_t count) {
        Boxes boxes =
            random.chance(0.5f) ? town(count, {random.uniform(-9, 9), 0}, 30, random) : denser_inward(count, 4, random);
        for (Aabb& box : boxes)
            if (random.chance(0.02f)) box.max.x = std::numeric_limits<float>::quiet_NaN();
        return boxes;
    }
    void change() {
        const auto slots = static_cast<std::uint32_t>(content.slot_count());
        const std::uint32_t how = random.below(12);
        if (slots == 0 || how == 0) {
            const Boxes boxes = some_boxes(random.below(random.chance(0.3f) ? 20 : 1500));
            EXPECT_TRUE(same_status(content.build(std::span(boxes)), index->build(boxes)));
        } else if (how < 4) {
            const Boxes boxes = some_boxes(slots);
            EXPECT_TRUE(same_status(content.update(std::span(boxes)), index->update(boxes)));
        } else {
            std::vector<Slot> of(random.below(how == 4 ? slots + 1 : 30));
            for (Slot& slot : of) slot = random.below(slots + 1); // one is absent, some come twice
            const Boxes boxes = some_boxes(of.size());
            if (how < 7) {
                EXPECT_TRUE(same_status(content.move(std::span(of), std::span(boxes)), index->move(of, boxes)));
            } else if (how < 9) {
                EXPECT_TRUE(same_status(content.erase(std::span(of)), index->erase(of)));
            } else {
                for (Slot& slot : of) slot = random.below(slots + 40); // some are present
                EXPECT_TRUE(same_status(content.insert(std::span(of), std::span(boxes)), index->insert(of, boxes)));
            }
        }
    }
    void expect_exact() {
        ASSERT_TRUE(index->validate());
        const Boxes queries = some_boxes(20);
        Hits hits;
        Pairs pairs;
        (void)index->overlap(queries, hits);
        ASSERT_TRUE(agrees(oracle::overlap(content, queries), hits));
        ASSERT_TRUE(index->pairs(pairs, {.order = Order::BySlot}));
        ASSERT_TRUE(agrees(oracle::pairs(content), pairs, Order::BySlot));
        const std::vector<Vec2> points{{0, 0}, {3, 4}, {1e4f, 2}};
        ASSERT_TRUE(index->nearest(points, 5, 1e6f, hits));
        ASSERT_TRUE(agrees(oracle::nearest(content, points, 5, 1e6f), hits));
    }

    Generator random{GetParam()};
    std::unique_ptr<AnyIndex> index = kind_of(Route::StaticTree).open();
    oracle::Content content;
};
INSTANTIATE_TEST_SUITE_P(Of, MovingTree, testing::Range<std::uint64_t>(1, 13));

TEST_P(MovingTree, IsExactAfterEveryChange) {
    for (int step = 0; step < 40 && !HasFailure(); ++step) {
        SCOPED_TRACE(step);
        change();
        expect_exact();
    }
}

} // namespace
} // namespace throng::test
