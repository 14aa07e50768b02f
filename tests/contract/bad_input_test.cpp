// SPDX-License-Identifier: MIT
// Bad input of changes is reported with its Fault and position, and nothing else is disturbed.
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/guard_page.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/runners.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

std::vector<Aabb> four_boxes() { return {{{0, 0}, {1, 1}}, {{2, 0}, {3, 1}}, {{4, 0}, {5, 1}}, {{6, 0}, {7, 1}}}; }
std::vector<Vec2> four_points() { return {{0, 0}, {2, 0}, {4, 0}, {6, 0}}; }

// The slots of all elements, found by a query of the whole world.
std::vector<Slot> slots_in(const auto& index) {
    Hits hits;
    EXPECT_TRUE(index.overlap(Aabb{{-1e30f, -1e30f}, {1e30f, 1e30f}}, hits, {.order = Order::BySlot}));
    return hits.size() == 1 ? std::vector<Slot>(hits[0].begin(), hits[0].end()) : std::vector<Slot>();
}
using Slots = std::vector<Slot>;

// Builds, of every index.
class BadBoxes : public testing::TestWithParam<IndexKind> {
protected:
    void SetUp() override { ASSERT_TRUE(index->build(four_boxes())); }

    void expect_untouched() const {
        EXPECT_TRUE(index->validate());
        EXPECT_EQ(slots_in(*index), (Slots{0, 1, 2, 3}));
        for (Slot slot = 0; slot < 4; ++slot) EXPECT_EQ(index->bounds_of(slot).min.x, 2.0f * static_cast<float>(slot));
    }

    const std::unique_ptr<AnyIndex> index = GetParam().open();
};
INSTANTIATE_TEST_SUITE_P(Each, BadBoxes, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

// Changes, of those indexes that have more than a build.
class BadChanges : public BadBoxes {};
INSTANTIATE_TEST_SUITE_P(Each, BadChanges, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(BadBoxes, OfABuildLeaveTheirSlotsAbsent) {
    for (const Aabb bad : {Aabb{{nan, 0}, {1, 1}}, Aabb{{0, 0}, {1, nan}}, Aabb{{0, -infinity}, {1, 1}},
                           Aabb{{0, 0}, {infinity, 1}}, Aabb{{2, 0}, {1, 1}}, Aabb{{0, 2}, {1, 1}}}) {
        std::vector<Aabb> boxes = four_boxes();
        boxes[2] = bad;
        EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 2), index->build(boxes)));
        EXPECT_EQ(slots_in(*index), (Slots{0, 1, 3}));
        EXPECT_EQ(index->slot_count(), 4u);
        EXPECT_EQ(index->size(), 3u);
    }
}

// One bad coordinate is enough, whichever it is, by each instruction set; the greatest numbers are none.
template <class Take> void expect_every_coordinate_judged(std::size_t size, Take take) {
    const std::size_t at = size - 3;
    std::vector<Aabb> boxes(size);
    for (std::size_t i = 0; i < size; ++i)
        boxes[i] = {{2.0f * static_cast<float>(i), 0}, {2.0f * static_cast<float>(i) + 1, 1}};
    const Aabb good = boxes[at];
    for (const simd::Isa isa : instruction_sets()) {
        const ForcedIsa forced(isa);
        for (float Vec2::*axis : {&Vec2::x, &Vec2::y}) {
            for (Vec2 Aabb::*corner : {&Aabb::min, &Aabb::max}) {
                for (const float bad : {nan, infinity, -infinity}) {
                    boxes[at] = good;
                    boxes[at].*corner.*axis = bad;
                    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, static_cast<Slot>(at)), take(boxes)))
                        << simd::name(isa) << ", " << size << ", " << bad;
                }
            }
        }
        constexpr float greatest = std::numeric_limits<float>::max();
        boxes[at] = {{-greatest, -greatest}, {greatest, greatest}};
        EXPECT_TRUE(take(boxes)) << simd::name(isa);
        boxes[at] = good;
        EXPECT_TRUE(take(boxes)) << simd::name(isa);
    }
}

TEST_P(BadBoxes, OfABuildAreThoseWithOneBadCoordinate) {
    for (const std::size_t size : {20u, 300u})
        expect_every_coordinate_judged(size, [&](const std::vector<Aabb>& boxes) { return index->build(boxes); });
}

TEST_P(BadChanges, OfAnUpdateAreThoseWithOneBadCoordinate) {
    for (const std::size_t size : {20u, 300u}) {
        ASSERT_TRUE(index->build(std::vector<Aabb>(size, Aabb{{0, 0}, {1, 1}})));
        expect_every_coordinate_judged(size, [&](const std::vector<Aabb>& boxes) { return index->update(boxes); });
    }
}

TEST_P(BadBoxes, AreCountedAndTheFirstIsNamed) {
    std::vector<Aabb> boxes(1000, Aabb{{0, 0}, {1, 1}});
    for (const std::size_t bad : {17u, 18u, 500u, 999u}) boxes[bad].min.y = nan;
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 17, 4), index->build(boxes)));
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 481, 2), index->build(BoxView(boxes).slice(19, 981))))
        << "in its own slice";
}

TEST_P(BadChanges, OfAnUpdateStayWhereTheyWere) {
    std::vector<Aabb> moved = four_boxes();
    for (Aabb& box : moved) box = {{box.min.x, 10}, {box.max.x, 11}};
    moved[1].max.x = nan;
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1), index->update(moved)));
    EXPECT_EQ(index->bounds_of(1).min.y, 0);
    EXPECT_EQ(index->bounds_of(0).min.y, 10);
    EXPECT_EQ(index->bounds_of(3).min.y, 10);
}

TEST_P(BadChanges, OfAnAbsentSlotAreIgnoredInAnUpdate) {
    ASSERT_TRUE(index->erase(Slots{1}));
    std::vector<Aabb> moved = four_boxes();
    moved[1].max.x = nan;
    EXPECT_TRUE(index->update(moved));
    EXPECT_EQ(slots_in(*index), (Slots{0, 2, 3}));
}

TEST_P(BadChanges, OfAnInsertAreSkippedAndTheRestIsDone) {
    std::vector<Aabb> boxes = four_boxes();
    boxes[0].min.x = infinity;
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 0), index->insert(Slots{10, 7, 8, 9}, boxes)));
    EXPECT_EQ(slots_in(*index), (Slots{0, 1, 2, 3, 7, 8, 9}));
    EXPECT_EQ(index->slot_count(), 10u) << "slot 10 was never inserted";
}

TEST_P(BadChanges, OfAMoveStayWhereTheyWere) {
    const std::vector<Aabb> boxes = {{{50, 50}, {51, 51}}, {{50, nan}, {51, 51}}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1), index->move(Slots{3, 2}, boxes)));
    EXPECT_EQ(index->bounds_of(3).min.x, 50);
    EXPECT_EQ(index->bounds_of(2).min.x, 4);
}

TEST_P(BadBoxes, AreBadAsCentresWithHalfExtentsToo) {
    const std::vector<Vec2> centers = four_points();
    const std::vector<float> halves = {1, -1, nan, infinity};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 3),
                            index->build(BoxView::around(centers, std::span<const float>(halves)))));
    EXPECT_EQ(slots_in(*index), (Slots{0}));
}

TEST_P(BadChanges, OfManyFaultsTellEachKind) {
    const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{nan, 0}, {1, 1}}};
    EXPECT_TRUE(same_status({Fault::InvalidBounds | Fault::InvalidArgument, 0, 2}, index->insert(Slots{2, 9}, boxes)));
    expect_untouched();
}

TEST_P(BadChanges, AbsentSlotsCannotBeMovedOrErased) {
    const std::vector<Aabb> boxes = {{{50, 0}, {51, 1}}, {{60, 0}, {61, 1}}, {{70, 0}, {71, 1}}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 0, 2), index->move(Slots{4, 0, no_slot}, boxes)));
    EXPECT_EQ(index->bounds_of(0).min.x, 60);
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 1, 2), index->erase(Slots{3, 4, no_slot})));
    EXPECT_EQ(slots_in(*index), (Slots{0, 1, 2}));
}

TEST_P(BadChanges, PresentSlotsCannotBeInserted) {
    const std::vector<Aabb> boxes = {{{50, 0}, {51, 1}}, {{60, 0}, {61, 1}}, {{70, 0}, {71, 1}}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 0, 2), index->insert(Slots{2, 4, no_slot}, boxes)));
    EXPECT_EQ(slots_in(*index), (Slots{0, 1, 2, 3, 4}));
    EXPECT_EQ(index->bounds_of(2).min.x, 4);
}

TEST_P(BadChanges, OfARepeatedSlotTheFirstItemCounts) {
    const std::vector<Aabb> boxes = {{{50, 0}, {51, 1}}, {{60, 0}, {61, 1}}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 1), index->move(Slots{2, 2}, boxes)));
    EXPECT_EQ(index->bounds_of(2).min.x, 50);
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 1), index->insert(Slots{8, 8}, boxes)));
    EXPECT_EQ(index->bounds_of(8).min.x, 50);
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidArgument, 1), index->erase(Slots{8, 8})));
    EXPECT_EQ(slots_in(*index), (Slots{0, 1, 2, 3}));
}

TEST_P(BadChanges, WrongLengthsFailTheWholeCall) {
    const std::vector<Aabb> boxes = four_boxes();
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->update(BoxView(boxes).slice(0, 3))));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->insert(Slots{7, 8}, boxes)));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->move(Slots{1, 2}, boxes)));
    expect_untouched();
}

TEST_P(BadBoxes, WrongLengthsFailTheWholeBuild) {
    const std::vector<Vec2> corners = four_points();
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument),
                            index->build(BoxView(corners, PointView(corners).slice(0, 3)))));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument),
                            index->build(BoxView::around(corners, PointView(corners).slice(0, 3)))));
    expect_untouched();
}

TEST_P(BadBoxes, NullDataOrCrookedStridesFailTheWholeCall) {
    const std::vector<Vec2> p = four_points();
    const PointView null_x(nullptr, &p[0].y, 4, sizeof(Vec2));
    const PointView null_y(&p[0].x, nullptr, 4, sizeof(Vec2));
    const PointView crooked(&p[0].x, &p[0].y, 4, 6);
    for (const PointView& bad : {null_x, null_y, crooked}) {
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->build(BoxView(bad, p))));
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->update(BoxView(p, bad))));
        EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), index->update(BoxView::around(bad, 1))));
    }
    expect_untouched();
    EXPECT_TRUE(index->build(BoxView(PointView(nullptr, nullptr, 0), PointView(nullptr, nullptr, 0))))
        << "nothing needs no data";
    EXPECT_EQ(index->size(), 0u);
}

TEST_P(BadBoxes, StrideZeroRepeatsOneElement) {
    const Vec2 low{1, 2};
    const Vec2 high{3, 4};
    EXPECT_TRUE(index->build(BoxView(PointView(&low.x, &low.y, 5, 0), PointView(&high.x, &high.y, 5, 0))));
    EXPECT_EQ(slots_in(*index), (Slots{0, 1, 2, 3, 4}));
}

// So many boxes that their number decides: a read of one of them would be a crash.
BoxView unreadable_boxes(const MemoryBeforeGuardPage& memory, std::size_t count) {
    const float* const unreadable = memory.last<float>(0);
    return BoxView::around(PointView(unreadable, unreadable, count, 0), 1);
}

TEST_P(BadBoxes, MoreThanSlotsCanNameAreOutOfCapacity) {
    const MemoryBeforeGuardPage memory;
    for (const std::size_t count : {beyond_slots, ~std::size_t{0}})
        EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), index->build(unreadable_boxes(memory, count))));
    expect_untouched();
}

// Builds of those indexes that store elements in tiles.
class BadTiles : public BadBoxes {};
INSTANTIATE_TEST_SUITE_P(Each, BadTiles,
                         testing::Values(kind_of(Route::LooseGrid), kind_of(Route::LooseQuadtree),
                                         kind_of(Route::StaticTree)),
                         testing::PrintToStringParamName());

TEST_P(BadTiles, MoreThanAllTilesHoldAreOutOfCapacity) {
    const MemoryBeforeGuardPage memory;
    for (const std::size_t count : {std::size_t{1} << 30, beyond_slots - 1})
        EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), index->build(unreadable_boxes(memory, count))));
    expect_untouched();
}

TEST(BadPoints, AreNoChangeOfABoxBuiltGrid) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(four_boxes()));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.update(PointView(four_points()))));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.insert(Slots{9}, PointView(Vec2{0, 0}))));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.move(Slots{1}, PointView(Vec2{0, 0}))));
    EXPECT_EQ(slots_in(grid), (Slots{0, 1, 2, 3}));
}

TEST(BadPoints, FailTheWholeBuildAsViewsThatAreNotSound) {
    const Vec2 one{0, 0};
    RowGrid grid{RowGridDesc{}};
    EXPECT_TRUE(
        same_status(failed_call(Fault::InvalidArgument), grid.build(PointView(nullptr, &one.y, 1, sizeof(Vec2)))));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.build(PointView(&one.x, &one.y, 1, 6))));
    EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), grid.build(PointView(&one.x, &one.y, beyond_slots, 0))));
}

TEST(BadPoints, BoxesAreNoChangeOfAPointBuiltGrid) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.build(PointView(four_points())));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.update(BoxView(four_boxes()))));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.insert(Slots{9}, Aabb{{0, 0}, {1, 1}})));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.move(Slots{1}, Aabb{{0, 0}, {1, 1}})));
    EXPECT_EQ(slots_in(grid), (Slots{0, 1, 2, 3}));
}

TEST(BadPoints, ChangesOfNoElementDoNotSayWhatElementsAre) {
    RowGrid grid{RowGridDesc{}};
    ASSERT_TRUE(grid.update(PointView()));
    ASSERT_TRUE(grid.move(Slots{}, PointView()));
    EXPECT_TRUE(grid.build(four_boxes()));
    EXPECT_TRUE(same_status(failed_call(Fault::InvalidArgument), grid.move(Slots{}, PointView())));
}

// What points left behind is not taken for columns of boxes.
TEST(BadPoints, OfACancelledBuildLeaveNothingToBoxes) {
    int loops = 0;
    const Executor once{[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                            if ((*static_cast<int*>(self))++ != 0) return;
                            for (std::uint32_t i = 0; i < count; ++i) task(context, i);
                        },
                        &loops};
    RowGrid grid{RowGridDesc{.bounds = {{0, 0}, {1000, 1000}}, .cell_size = 10}};
    ASSERT_TRUE(
        same_status(failed_call(Fault::Cancelled), grid.build(PointView(std::vector<Vec2>(6000, Vec2{5, 5})), once)));

    const auto in_row = [](std::size_t count, float y) {
        return std::vector<Aabb>(count, Aabb{{5, y}, {5.5f, y + 0.5f}});
    };
    const auto numbers = [](Slot begin, Slot end) {
        Slots slots;
        for (Slot slot = begin; slot < end; ++slot) slots.push_back(slot);
        return slots;
    };
    ASSERT_TRUE(grid.insert(numbers(0, 4000), in_row(4000, 5), serial()));
    ASSERT_TRUE(grid.insert(numbers(4000, 4100), in_row(100, 5), serial()));
    std::vector<Aabb> boxes = in_row(2048, 5), more = in_row(2048, 15), last = in_row(4, 25);
    boxes.insert(boxes.end(), more.begin(), more.end());
    boxes.insert(boxes.end(), last.begin(), last.end());
    ASSERT_TRUE(grid.update(boxes, serial()));
    boxes.back() = {{500, 500}, {501, 501}};
    ASSERT_TRUE(grid.update(boxes, serial()));
    EXPECT_TRUE(grid.validate());
    EXPECT_EQ(grid.bounds_of(4099).max.x, 501);
}

TEST(BadPoints, AreInvalidBounds) {
    RowGrid grid{RowGridDesc{.max_half_extent = 0.5f}};
    std::vector<Vec2> points = four_points();
    points[1].y = nan;
    points[3].x = -infinity;
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 2), grid.build(PointView(points))));
    EXPECT_EQ(slots_in(grid), (Slots{0, 2}));
}

TEST(BadPoints, WithOverflowingBoxesAreInvalidBounds) {
    constexpr float greatest = std::numeric_limits<float>::max();
    RowGrid grid{RowGridDesc{.max_half_extent = 1e35f}};
    const std::vector<Vec2> points = {{0, 0}, {greatest, 0}, {0, -greatest}};
    EXPECT_TRUE(same_status(faulty_item(Fault::InvalidBounds, 1, 2), grid.build(PointView(points))));
}

// Changes that touch many leaves, cells and rows at once: only the items at fault are left out.
TEST_P(BadChanges, OfManyItemsLeaveOutTheFaultyAlone) {
    constexpr Slot count = 5000;
    const auto box_at = [](Slot i, float shift) {
        const Vec2 center{static_cast<float>(i % 70) + shift, static_cast<float>(i / 70)};
        return predicates::box_around(center, {0.4f, 0.4f});
    };
    std::vector<Aabb> boxes, moved;
    for (Slot i = 0; i < count; ++i) {
        boxes.push_back(box_at(i, 0));
        moved.push_back(box_at(i, 20.5f));
        if (i % 7 == 3) moved.back().max.y = nan;
    }
    oracle::Content content;
    ASSERT_TRUE(same_status(content.build(std::span<const Aabb>(boxes)), index->build(boxes)));
    ASSERT_TRUE(same_status(content.update(std::span<const Aabb>(moved)), index->update(moved)));
    ASSERT_TRUE(index->validate());
    Pairs pairs;
    ASSERT_TRUE(index->pairs(pairs));
    EXPECT_TRUE(agrees(oracle::pairs(content), pairs, Order::Stable));
    for (Slot i = 0; i < count; ++i) ASSERT_EQ(index->bounds_of(i).min.x, content[i].box.min.x) << "slot " << i;
}

} // namespace
} // namespace throng::test
