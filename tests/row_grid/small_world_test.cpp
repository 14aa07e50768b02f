// SPDX-License-Identifier: MIT
// Row grids of few elements: one row, or one cell, where boxes are taken in place. What they answer is the contract's
// matter.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

std::uint32_t cells_of(const RowGrid& grid) {
    std::uint32_t cells = 0;
    for (std::uint32_t r = 0; r < grid.view().rows; ++r) cells += grid.row(r).cells;
    return cells;
}

std::vector<Slot> slots_from(Slot first, std::size_t count) {
    std::vector<Slot> slots(count);
    std::iota(slots.begin(), slots.end(), first);
    return slots;
}

TEST(SmallWorld, IsOneCellOrOneRow) {
    for (const std::size_t size : {1u, 2u, 16u, 17u, 64u, 65u, 96u, 97u, 256u, 257u, 1000u}) {
        RowGrid grid{RowGridDesc{}};
        ASSERT_TRUE(grid.build(Crowd(size).boxes()));
        EXPECT_EQ(grid.view().rows == 1, size <= 256) << size;
        EXPECT_EQ(cells_of(grid) == 1, size <= 96) << size;
    }
}

TEST(SmallWorld, IsNoneWhereCellsAreGiven) {
    RowGrid grid{RowGridDesc{.cell_size = 1}};
    ASSERT_TRUE(grid.build(Crowd(50).boxes()));
    EXPECT_GT(grid.view().rows, 1u);
    EXPECT_GT(cells_of(grid), 1u);
}

TEST(SmallWorld, GrowsOutOfItsShapeAndBackIntoIt) {
    const Crowd crowd(2000);
    RowGrid grid{RowGridDesc{}};
    const auto insert = [&](Slot from, Slot to) {
        return grid.insert(slots_from(from, to - from), crowd.boxes().slice(from, to - from));
    };
    ASSERT_TRUE(insert(0, 60));
    EXPECT_EQ(cells_of(grid), 1u);
    ASSERT_TRUE(insert(60, 200));
    EXPECT_EQ(grid.view().rows, 1u);
    EXPECT_GT(cells_of(grid), 1u);
    ASSERT_TRUE(insert(200, 2000));
    EXPECT_GT(grid.view().rows, 1u);
    EXPECT_EQ(grid.validate().faults, Fault::None);
    ASSERT_TRUE(grid.erase(slots_from(100, 1900)));
    EXPECT_EQ(grid.view().rows, 1u);
    ASSERT_TRUE(grid.erase(slots_from(20, 80)));
    EXPECT_EQ(cells_of(grid), 1u);
    EXPECT_EQ(grid.validate().faults, Fault::None);
}

// In place: no element changes its position in memory, wherever its box goes.
TEST(SmallWorld, KeepsItsOrderAndTakesEveryBox) {
    for (const std::size_t size : {1u, 15u, 16u, 17u, 40u, 64u, 81u, 96u}) {
        Crowd crowd(size);
        RowGrid grid{RowGridDesc{}};
        ASSERT_TRUE(grid.build(crowd.boxes()));
        const std::vector<Slot> order(grid.order().begin(), grid.order().end());
        for (int tick = 0; tick < 100; ++tick) {
            crowd.step();
            std::vector<Aabb> boxes;
            for (std::size_t i = 0; i < size; ++i) {
                const Vec2 at{crowd.x[i] * float(tick), crowd.y[i] - float(tick)};
                boxes.push_back({at, {at.x + crowd.half_extent[i], at.y + 1}});
            }
            ASSERT_TRUE(grid.update(boxes));
            ASSERT_EQ(grid.validate().faults, Fault::None);
            ASSERT_EQ(order, std::vector<Slot>(grid.order().begin(), grid.order().end()));
            for (Slot slot = 0; slot < size; ++slot) ASSERT_TRUE(same_box(grid.bounds_of(slot), boxes[slot]));
        }
    }
}

// Slots in order are read side by side, others looked up one by one.
TEST(SmallWorld, TakesBoxesOfColumnsInWhateverOrderSlotsAre) {
    for (const std::size_t size : {2u, 16u, 17u, 40u, 64u, 81u, 96u}) {
        Crowd crowd(size);
        RowGrid grid{RowGridDesc{}};
        ASSERT_TRUE(grid.build(crowd.boxes()));
        const auto follow = [&](Slot absent) {
            crowd.step();
            ASSERT_TRUE(grid.update(crowd.boxes()));
            ASSERT_EQ(cells_of(grid), 1u);
            ASSERT_EQ(grid.validate().faults, Fault::None);
            for (Slot slot = 0; slot < size; ++slot) {
                if (slot == absent) continue;
                const Aabb box = predicates::box_around({crowd.x[slot], crowd.y[slot]}, crowd.half_extent[slot]);
                ASSERT_TRUE(same_box(grid.bounds_of(slot), box)) << slot;
            }
        };
        follow(no_slot);
        ASSERT_TRUE(grid.erase(slots_from(0, 1)));
        follow(0);
        ASSERT_TRUE(grid.insert(slots_from(0, 1), crowd.boxes().slice(0, 1)));
        EXPECT_EQ(grid.order().back(), 0u);
        follow(no_slot);
    }
}

TEST(SmallWorld, LeavesAFaultyBoxsElementWhereItWas) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const Crowd crowd(40);
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(crowd.boxes()));
    const Aabb before = grid.bounds_of(33);
    std::vector<Aabb> boxes(40, Aabb{{0, 0}, {1, 1}});
    boxes[33].min.x = nan;
    const Status status = grid.update(boxes);
    EXPECT_EQ(status.faults, Fault::InvalidBounds);
    EXPECT_EQ(status.first, 33u);
    EXPECT_EQ(status.count, 1u);
    EXPECT_TRUE(same_box(grid.bounds_of(33), before));
    EXPECT_TRUE(same_box(grid.bounds_of(32), boxes[32]));
    EXPECT_EQ(grid.validate().faults, Fault::None);
}

} // namespace
} // namespace throng::test
