// SPDX-License-Identifier: MIT
// The batch algorithm with kernels that claim more than any memory holds.
#include "engine/src/query/query_batch.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/reversed_executor.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace throng::test {
namespace {

constexpr std::uint32_t much = 0x6000'0000; // three of it are more than slots can name

TEST(QueryBatch, MoreHitsThanSlotsCanNameAreOutOfCapacity) {
    const auto claim = [](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
        for (std::uint32_t i = begin; i < end; ++i) sink.counts[i] = 0;
        sink.size = much;
        return end;
    };
    Hits hits;
    HitPlan plan;
    plan.rows = plan.items = 3 * 1024;
    EXPECT_TRUE(same_status(failed_call(Fault::OutOfCapacity), answer(hits, plan, claim, reversed())));
    EXPECT_EQ(hits.size(), 0u);
    EXPECT_TRUE(hits.slots().empty());
}

TEST(QueryBatch, MorePairsThanSlotsCanNameAreOutOfCapacity) {
    const auto claim = [](std::uint32_t, std::uint32_t end, kernels::PairSink& sink) {
        sink.size = much;
        return end;
    };
    Pairs pairs;
    EXPECT_TRUE(
        same_status(failed_call(Fault::OutOfCapacity), answer(pairs, {.count = 3 * 4096}, {}, claim, reversed())));
    EXPECT_EQ(pairs.size(), 0u);
}

} // namespace
} // namespace throng::test
