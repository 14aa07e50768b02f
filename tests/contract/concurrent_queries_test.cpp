// SPDX-License-Identifier: MIT
// Queries are const and concurrent: many threads ask one fresh index at once and get what one alone gets.
#include "scenes/crowd.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/thread_executor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

// Everything a caller may ask, as one number.
std::uint64_t ask_everything(const AnyIndex& index, const Crowd& crowd, Executor e) {
    Hits hits;
    Pairs pairs;
    std::vector<std::uint32_t> counts(crowd.size());
    std::uint64_t hash = 0;
    const auto add = [&](const Status& status, const auto& answer) { hash = hash * 31 + (status ? answer.hash() : 0); };
    add(index.neighbors(2, hits, {.limit = 5, .distances = true}, e), hits);
    add(index.overlap(crowd.boxes(), hits, {}, e), hits);
    add(index.within(DiscView(crowd.centers(), 1.0f), hits, {.order = Order::BySlot}, e), hits);
    add(index.nearest(crowd.centers(), 4, 3, hits, {}, e), hits);
    add(index.cast(RayView(crowd.centers(), crowd.centers(), 1.0f), hits, {}, e), hits);
    add(index.pairs(pairs, {}, e), pairs);
    if (!index.count(crowd.boxes(), counts, {}, e)) return 0;
    for (const std::uint32_t count : counts) hash = hash * 31 + count;
    return hash;
}

class ConcurrentQueries : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, ConcurrentQueries, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(ConcurrentQueries, OfSixtyFourThreadsOnAFreshIndexAgree) {
    const Crowd crowd(1500);
    const auto reference = GetParam().open();
    ASSERT_TRUE(reference->build(crowd.boxes(), serial()));
    const std::uint64_t expected = ask_everything(*reference, crowd, serial());

    const auto fresh = GetParam().open();
    ASSERT_TRUE(fresh->build(crowd.boxes(), serial()));
    constexpr int threads = 64;
    std::barrier together(threads);
    std::vector<std::uint64_t> got(threads);
    std::vector<std::thread> callers;
    for (int t = 0; t < threads; ++t) {
        callers.emplace_back([&, t] {
            together.arrive_and_wait();
            got[static_cast<std::size_t>(t)] = ask_everything(*fresh, crowd, serial());
        });
    }
    for (std::thread& caller : callers) caller.join();

    EXPECT_EQ(got, std::vector<std::uint64_t>(threads, expected));
}

TEST_P(ConcurrentQueries, MayEachRunOnSeveralThreads) {
    Crowd crowd(6000);
    ThreadExecutor executor(3);
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(crowd.boxes(), executor));
    for (int tick = 0; tick < 3; ++tick) {
        crowd.step();
        ASSERT_TRUE(index->update(crowd.boxes(), executor));
        const std::uint64_t expected = ask_everything(*index, crowd, serial());

        std::vector<std::uint64_t> got(4);
        std::vector<std::thread> callers;
        for (std::uint64_t& answer : got)
            callers.emplace_back([&] { answer = ask_everything(*index, crowd, executor); });
        for (std::thread& caller : callers) caller.join();
        ASSERT_EQ(got, std::vector<std::uint64_t>(4, expected));
    }
}

TEST_P(ConcurrentQueries, AndAWriterNeverMeet) {
    const Crowd crowd(1500);
    Crowd moved = crowd;
    for (int i = 0; i < 100; ++i) moved.step();
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(crowd.boxes(), serial()));

    // Readers rest between queries: while they overlap without a gap, a writer is refused for ever.
    std::atomic<int> reading{3};
    std::atomic<int> answered{0};
    std::vector<std::thread> readers;
    for (int t = 0; t < 3; ++t) {
        readers.emplace_back([&] {
            Hits hits;
            for (int i = 0; i < 100; ++i) {
                const Status status = index->neighbors(2, hits, {}, serial());
                EXPECT_TRUE(status || status.faults == Fault::Busy);
                EXPECT_EQ(hits.size(), status ? 1500u : 0u);
                answered += status ? 1 : 0;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            --reading;
        });
    }
    int written = 0;
    while (reading > 0) {
        const Status status = index->update(written % 2 == 0 ? moved.boxes() : crowd.boxes(), serial());
        EXPECT_TRUE(status || status.faults == Fault::Busy);
        written += status ? 1 : 0;
        std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    for (std::thread& reader : readers) reader.join();

    EXPECT_GT(answered, 0);
    EXPECT_GT(written, 0);
    EXPECT_TRUE(index->validate());
    EXPECT_TRUE(index->update(crowd.boxes(), serial()));
}

} // namespace
} // namespace throng::test
