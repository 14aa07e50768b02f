// SPDX-License-Identifier: MIT
// Whole columns of an answer are its rows side by side, and trim() frees what is beside an answer alone.
#include "support/counting_memory.hpp"
#include "tests/support/thread_executor.hpp"

#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

// Far more than one block of elements, a hundred of them near each.
std::vector<Vec2> crowd() {
    std::vector<Vec2> points;
    for (std::uint32_t i = 0; i < 40'000; ++i)
        points.push_back({static_cast<float>(i * 7919 % 200), static_cast<float>(i / 200)});
    return points;
}

TEST(Columns, AreTheRowsSideBySide) {
    RowGrid grid(RowGridDesc{});
    const std::vector<Vec2> points = crowd();
    ASSERT_TRUE(grid.build(points));
    Hits hits;

    ASSERT_TRUE(grid.neighbors(3, hits, {.limit = 5, .distances = true}));

    ASSERT_EQ(hits.distances().size(), hits.slots().size());
    ASSERT_EQ(hits.found().size(), hits.size());
    for (std::size_t row = 0; row < hits.size(); ++row) {
        ASSERT_EQ(hits.found()[row], hits.found(row));
        ASSERT_EQ(hits.distances().data() + hits.offsets()[row], hits.distances(row).data());
    }
    ASSERT_TRUE(grid.neighbors(3, hits));
    EXPECT_TRUE(hits.distances().empty());
    EXPECT_TRUE(hits.found().empty());
    EXPECT_TRUE(Hits().distances().empty());
    EXPECT_TRUE(Hits().found().empty());
}

TEST(Columns, OfOneRowAreThatRow) {
    RowGrid grid(RowGridDesc{});
    const std::vector<Vec2> points = {{0, 0}, {3, 0}, {9, 0}};
    ASSERT_TRUE(grid.build(points));
    Hits hits;

    ASSERT_TRUE(grid.nearest(Vec2{1, 0}, 5, 100, hits, {.distances = true}));

    ASSERT_EQ(hits.size(), 1u);
    EXPECT_TRUE(std::ranges::equal(hits.offsets(), std::vector<std::uint32_t>{0, 3}));
    EXPECT_TRUE(std::ranges::equal(hits.slots(), std::vector<Slot>{0, 1, 2}));
    EXPECT_TRUE(std::ranges::equal(hits.distances(), std::vector<float>{1, 2, 8}));
    ASSERT_TRUE(grid.within(Disc{{1, 0}, 5}, hits, {.limit = 1}));
    EXPECT_TRUE(std::ranges::equal(hits.found(), std::vector<std::uint32_t>{2}));
}

TEST(Trim, LeavesTheAnswerAndItsMemoryAlone) {
    RowGrid grid(RowGridDesc{});
    const std::vector<Vec2> points = crowd();
    ASSERT_TRUE(grid.build(BoxView::around(points, 1)));
    CountingMemory memory;
    Hits hits(memory.memory());
    Pairs pairs(memory.memory());
    ThreadExecutor threads(4);
    ASSERT_TRUE(grid.neighbors(3, hits, {.distances = true}, threads.executor()));
    ASSERT_TRUE(grid.pairs(pairs, {.order = Order::BySlot}, threads.executor()));
    const std::uint64_t hash = hits.hash(), pair_hash = pairs.hash();
    const std::size_t answers = hits.slots().size() * 8 + hits.offsets().size() * 4 + pairs.size() * sizeof(Pair);
    ASSERT_GT(memory.live_bytes(), answers * 3 / 2) << "there is nothing to free";

    hits.trim();
    pairs.trim();

    EXPECT_LT(memory.live_bytes(), answers * 5 / 4);
    EXPECT_EQ(hits.hash(), hash);
    EXPECT_EQ(pairs.hash(), pair_hash);
    ASSERT_TRUE(grid.neighbors(3, hits, {.distances = true}, threads.executor()));
    ASSERT_TRUE(grid.pairs(pairs, {.order = Order::BySlot}, threads.executor()));
    EXPECT_EQ(hits.hash(), hash);
    EXPECT_EQ(pairs.hash(), pair_hash);
    Hits moved(std::move(hits));
    hits.trim(); // NOLINT(bugprone-use-after-move): nothing happens
    EXPECT_EQ(moved.hash(), hash);
}

} // namespace
} // namespace throng::test
