// SPDX-License-Identifier: MIT
// How loops are cut: every item in one block, blocks in order, and sizes as promised.
#include "parallel/ranges.hpp"
#include "tests/support/thread_executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::parallel {
namespace {

using test::ThreadExecutor;

// Whether the blocks of a cut follow each other from 0 to `items`.
template <class Cut> bool covers(const Cut& cut, std::size_t items) {
    std::size_t reached = 0;
    for (std::uint32_t b = 0; b < cut.count; ++b) {
        if (cut.begin(b) != reached || cut.end(b) < reached) return false;
        reached = cut.end(b);
    }
    return reached == items;
}

TEST(Blocks, AreOfNearlyEqualSizeAndNotBelowTheSmallest) {
    for (const std::size_t items : {0u, 1u, 99u, 100u, 199u, 200u, 1234u, 25'600u, 1'000'003u}) {
        const Blocks blocks(items, 100);

        EXPECT_TRUE(covers(blocks, items)) << items;
        EXPECT_EQ(blocks.count, std::clamp<std::size_t>(items / 100, 1, 256)) << items;
        for (std::uint32_t b = 0; b < blocks.count; ++b) {
            const std::size_t size = blocks.end(b) - blocks.begin(b);
            EXPECT_TRUE(size == items / blocks.count || size == items / blocks.count + 1) << items << ", block " << b;
        }
    }
}

TEST(Ranges, AreOfTheSizeAskedForButTheLast) {
    for (const std::uint32_t items : {0u, 1u, 63u, 64u, 65u, 128u, 1000u}) {
        const Ranges ranges(items, 64);

        EXPECT_TRUE(covers(ranges, items)) << items;
        EXPECT_EQ(ranges.count, (items + 63) / 64);
        for (std::uint32_t b = 0; b + 1 < ranges.count; ++b) EXPECT_EQ(ranges.end(b) - ranges.begin(b), 64u);
    }
}

TEST(Ranges, OfNearlyAllIntegersDoNotWrap) {
    constexpr std::uint32_t items = 0xFFFF'FFFFu, size = 1u << 20;
    const Ranges ranges(items, size);

    EXPECT_EQ(ranges.count, 4096u);
    EXPECT_EQ(ranges.begin(4095), 4095u << 20);
    EXPECT_EQ(ranges.end(4095), items);
}

TEST(ForEachRange, EveryItemIsVisitedOnceOnEveryHost) {
    ThreadExecutor seven(7);
    const Executor hosts[] = {serial(), Executor{}, seven};
    for (const Executor& executor : hosts) {
        for (const std::size_t items : {0u, 1u, 1000u, 4096u}) {
            std::vector<int> cancellable(items, 0), certain(items, 0);
            const auto visit = [](std::vector<int>& visits) {
                return [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) ++visits[i];
                };
            };

            EXPECT_TRUE(for_each_range(executor, items, 100, visit(cancellable)));
            for_each_range_to_end(executor, items, 100, visit(certain));

            EXPECT_EQ(cancellable, std::vector<int>(items, 1));
            EXPECT_EQ(certain, std::vector<int>(items, 1));
        }
    }
}

TEST(ForEachRange, AHostThatStopsEarlyIsToldAndAnApplyStepRunsToTheEnd) {
    const Executor nothing{[](void*, std::uint32_t, Executor::Task*, void*) {}, nullptr};
    std::size_t visited = 0;
    const auto visit = [&](std::size_t begin, std::size_t end) { visited += end - begin; };

    EXPECT_FALSE(for_each_range(nothing, std::size_t{1000}, 100, visit));
    EXPECT_EQ(visited, 0u);

    for_each_range_to_end(nothing, std::size_t{1000}, 100, visit);
    EXPECT_EQ(visited, 1000u);
}

} // namespace
} // namespace throng::parallel
