// SPDX-License-Identifier: MIT
// Slips that older implementations of these structures are known for, each as a test of its own.
#include "scenes/generator.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/oracle.hpp"

#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using Slots = std::vector<Slot>;

// An index and brute force, given the same.
class KnownSlips : public testing::TestWithParam<IndexKind> {
protected:
    // Mostly small cells, and leaves that split as soon as they can: where slips of place would show.
    void open(const Aabb& bounds, float cell, std::uint32_t max_per_leaf = 1) {
        index = GetParam().open({.bounds = bounds, .cell = cell, .max_per_leaf = max_per_leaf});
        content = oracle::Content();
    }

    void build(const std::vector<Aabb>& boxes) {
        ASSERT_TRUE(index->build(boxes));
        ASSERT_TRUE(content.build(std::span<const Aabb>(boxes)));
    }

    // Every element is asked for where it is, and a little beside.
    void expect_exact() {
        std::vector<Aabb> queries;
        for (Slot slot = 0; slot < content.slot_count(); ++slot) {
            if (!content.present(slot)) continue;
            const Aabb box = content[slot].box;
            queries.push_back(box);
            queries.push_back({{box.min.x - 0.3f, box.min.y + 0.1f}, {box.max.x - 0.3f, box.max.y + 0.1f}});
        }
        Hits hits;
        const QueryOptions by_slot{.order = Order::BySlot};
        ASSERT_TRUE(index->overlap(queries, hits, by_slot));
        ASSERT_TRUE(agrees(oracle::overlap(content, queries, by_slot), hits));
        ASSERT_TRUE(index->neighbors(1.5f, hits, by_slot));
        ASSERT_TRUE(agrees(oracle::neighbors(content, 1.5f, by_slot), hits));
        Pairs pairs;
        ASSERT_TRUE(index->pairs(pairs));
        ASSERT_TRUE(agrees(oracle::pairs(content), pairs, Order::Stable));
        ASSERT_EQ(index->size(), content.size());
        ASSERT_TRUE(index->validate());
    }

    static std::vector<Aabb> scattered(std::size_t count, Vec2 low, Vec2 high, Vec2 half) {
        scenes::Generator random(5);
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < count; ++i) {
            const float x = random.uniform(low.x, high.x);
            boxes.push_back(predicates::box_around({x, random.uniform(low.y, high.y)}, half));
        }
        return boxes;
    }

    std::unique_ptr<AnyIndex> index = GetParam().open({.max_per_leaf = 2});
    oracle::Content content;
};
INSTANTIATE_TEST_SUITE_P(Each, KnownSlips, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

// Those that concern single changes.
class KnownSlipsOfChanges : public KnownSlips {};
INSTANTIATE_TEST_SUITE_P(Each, KnownSlipsOfChanges, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

// Inverse cell height taken from the width; width and height swapped.
TEST_P(KnownSlips, WorldsAndElementsThatAreNotSquareAreExact) {
    build(scattered(800, {0, 0}, {400, 5}, {0.2f, 1.5f}));
    expect_exact();
    build(scattered(800, {0, 0}, {5, 400}, {1.5f, 0.2f}));
    expect_exact();
}

TEST_P(KnownSlips, GivenBoundsThatAreNotSquareAreExact) {
    open({{0, 0}, {400, 5}}, 1);
    build(scattered(800, {0, 0}, {400, 5}, {0.3f, 0.3f}));
    expect_exact();
    open({{0, 0}, {5, 400}}, 1);
    build(scattered(800, {0, 0}, {5, 400}, {0.3f, 0.3f}));
    expect_exact();
}

// Moving within a cell was taken for not moving at all, unless on the diagonal.
TEST_P(KnownSlipsOfChanges, MovesWithinACellAreMoves) {
    open({{0, 0}, {100, 100}}, 10, 64);
    std::vector<Aabb> boxes = scattered(300, {0, 0}, {100, 100}, {0.2f, 0.2f});
    build(boxes);
    for (const Vec2 by : {Vec2{0.25f, 0}, Vec2{0, 0.25f}, Vec2{0.25f, -0.25f}, Vec2{-0.25f, 0}, Vec2{0.125f, 0.125f}}) {
        for (Aabb& box : boxes) box = {{box.min.x + by.x, box.min.y + by.y}, {box.max.x + by.x, box.max.y + by.y}};
        ASSERT_TRUE(index->update(boxes));
        ASSERT_TRUE(content.update(std::span<const Aabb>(boxes)));
        expect_exact();
    }
    const std::vector<Aabb> moved = {
        {{boxes[7].min.x, boxes[7].min.y + 0.5f}, {boxes[7].max.x, boxes[7].max.y + 0.5f}}};
    ASSERT_TRUE(index->move(Slots{7}, moved));
    ASSERT_TRUE(content.move(Slots{7}, std::span<const Aabb>(moved)));
    expect_exact();
}

// The position was written to the node that had just been erased.
TEST_P(KnownSlipsOfChanges, WhatMovesAfterAnEraseIsFoundWhereItWent) {
    std::vector<Aabb> boxes = scattered(200, {0, 0}, {20, 20}, {0.4f, 0.4f});
    build(boxes);
    scenes::Generator random(6);
    for (int round = 0; round < 60; ++round) {
        const Slots gone = {random.below(200)};
        const Slots moved = {random.below(200)};
        const std::vector<Aabb> to = {
            predicates::box_around({random.uniform(0, 20), random.uniform(0, 20)}, {0.4f, 0.4f})};
        ASSERT_TRUE(same_status(content.erase(gone), index->erase(gone)));
        ASSERT_TRUE(
            same_status(content.move(std::span<const Slot>(moved), std::span<const Aabb>(to)), index->move(moved, to)));
        ASSERT_TRUE(same_status(content.insert(std::span<const Slot>(gone), std::span<const Aabb>(to)),
                                index->insert(gone, to)));
        expect_exact();
    }
}

// The index in a pool was given out as the user's id.
TEST_P(KnownSlips, AnswersNameTheCallersSlots) {
    std::vector<Aabb> boxes = scattered(40, {0, 0}, {9, 9}, {1, 1});
    for (const Slot absent : {0u, 1u, 5u, 17u, 39u}) boxes[absent].min.x = nan;
    ASSERT_TRUE(same_status(content.build(std::span<const Aabb>(boxes)), index->build(boxes)));
    expect_exact();
}

TEST_P(KnownSlipsOfChanges, AnswersNameTheCallersSlotsInReusedPlacesToo) {
    const Slots slots = {900, 3, 77, 500, 12};
    const std::vector<Aabb> boxes = scattered(5, {0, 0}, {3, 3}, {1, 1});
    const auto insert = [&](const Slots& which, const std::vector<Aabb>& where) {
        ASSERT_TRUE(index->insert(which, where));
        ASSERT_TRUE(content.insert(std::span<const Slot>(which), std::span<const Aabb>(where)));
    };
    insert(slots, boxes);
    expect_exact();
    ASSERT_TRUE(index->erase(Slots{3, 500}));
    ASSERT_TRUE(content.erase(Slots{3, 500}));
    expect_exact();
    Hits hits;
    ASSERT_TRUE(index->overlap(Aabb{{-9, -9}, {9, 9}}, hits, {.order = Order::BySlot}));
    EXPECT_EQ(Slots(hits[0].begin(), hits[0].end()), (Slots{12, 77, 900}));
    insert({1000, 2, 3}, {boxes[1], boxes[0], boxes[4]});
    expect_exact();
}

// The number of elements was never kept.
TEST_P(KnownSlipsOfChanges, SizeCountsThePresent) {
    build(scattered(100, {0, 0}, {10, 10}, {0.1f, 0.1f}));
    EXPECT_EQ(index->size(), 100u);
    ASSERT_TRUE(index->erase(Slots{5, 6, 7}));
    EXPECT_EQ(index->size(), 97u);
    EXPECT_EQ(index->slot_count(), 100u);
    ASSERT_TRUE(index->insert(Slots{6, 200}, scattered(2, {0, 0}, {1, 1}, {0.1f, 0.1f})));
    EXPECT_EQ(index->size(), 99u);
    EXPECT_EQ(index->slot_count(), 201u);
    ASSERT_TRUE(index->clear());
    EXPECT_EQ(index->size(), 0u);
    ASSERT_TRUE(index->insert(Slots{1}, scattered(1, {0, 0}, {1, 1}, {0.1f, 0.1f})));
    EXPECT_EQ(index->size(), 1u);
}

// Truncation towards zero folded -0.5 onto 0.5.
TEST_P(KnownSlips, CellsLeftOfAndBelowZeroAreTheirOwn) {
    open({{-4, -4}, {4, 4}}, 1);
    std::vector<Aabb> boxes;
    for (const float y : {-1.5f, -0.5f, 0.5f, 1.5f}) {
        for (const float x : {-1.5f, -0.5f, 0.5f, 1.5f})
            boxes.push_back(predicates::box_around({x, y}, {0.01f, 0.01f}));
    }
    build(boxes);
    expect_exact();
    Hits hits;
    ASSERT_TRUE(index->within(Disc{{-0.5f, -0.5f}, 0.1f}, hits));
    EXPECT_EQ(Slots(hits[0].begin(), hits[0].end()), Slots{5});
}

TEST_P(KnownSlips, WhatIsLeftOfTheBoundsIsNotFoldedBack) {
    open({{0, 0}, {10, 10}}, 1);
    build(scattered(500, {-3, -3}, {3, 3}, {0.2f, 0.2f}));
    expect_exact();
}

// A linked list was walked forever after an erase.
TEST_P(KnownSlipsOfChanges, ErasingInEveryOrderLeavesTheRestWhole) {
    std::vector<Aabb> boxes = scattered(64, {0, 0}, {1, 1}, {0.1f, 0.1f});
    boxes[20] = {{-1, -1}, {2, 2}}; // listed in every leaf that there is
    for (const Slot step : {1u, 63u, 5u, 27u}) {
        build(boxes);
        for (Slot i = 0; i < 64; ++i) {
            const Slots gone = {i * step % 64};
            ASSERT_TRUE(index->erase(gone));
            ASSERT_TRUE(content.erase(gone));
            expect_exact();
        }
        EXPECT_EQ(index->size(), 0u);
    }
}

// Two elements of one cell, of one row, of two rows: none twice, none missed, in whatever order they are in memory.
TEST_P(KnownSlips, PairsAcrossRowsAndCellsAreReportedOnce) {
    open({{0, 0}, {16, 16}}, 1);
    std::vector<Aabb> boxes;
    for (int i = 0; i < 256; ++i)
        boxes.push_back(predicates::box_around({static_cast<float>(i % 16), static_cast<float>(i / 16)}, {0.5f, 0.5f}));
    build(boxes);
    Pairs pairs;
    ASSERT_TRUE(index->pairs(pairs));
    EXPECT_EQ(pairs.size(), 16u * 15 * 2 + 15u * 15 * 2) << "neighbours in four directions and across corners touch";
    expect_exact();
}

// A filter alone was answered as if distances were wanted, in a column that a new answer does not have.
TEST_P(KnownSlips, FiltersAloneNeedNoDistances) {
    open({{0, 0}, {16, 16}}, 1);
    build(scattered(500, {0, 0}, {16, 16}, {0.5f, 0.5f}));
    HierarchicalBitset all(500);
    all.set_run({0, 499});
    const std::vector<Slot> none(4, no_slot);
    const std::vector<Aabb> queries(4, Aabb{{0, 0}, {16, 16}});
    for (const QueryOptions& filter : {QueryOptions{.among = &all}, QueryOptions{.exclude = none}}) {
        Hits fresh;
        ASSERT_TRUE(index->overlap(queries, fresh, filter));
        EXPECT_EQ(fresh.slots().size(), 4u * 500);
        EXPECT_TRUE(fresh.distances(0).empty());
    }
}

} // namespace
} // namespace throng::test
