// SPDX-License-Identifier: MIT
// Loops on oneTBB: the right arena, isolation, and cancellation noticed.
#include "parallel/for_each_block.hpp"

#include <throng/tbb.hpp>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace throng::parallel {
namespace {

namespace tbb = oneapi::tbb;

// Calls f inside a task of the group `context`.
template <class F> void in_group(tbb::task_group_context& context, F&& f) {
    tbb::parallel_for(
        tbb::blocked_range<int>(0, 1), [&](const tbb::blocked_range<int>&) { f(); }, tbb::simple_partitioner(),
        context);
}

TEST(OnArena, EveryBlockRunsOnceInThatArena) {
    for (const int threads : {1, 2, 7}) {
        tbb::task_arena arena(threads);
        std::vector<int> cancellable(10000), certain(10000), concurrency(10000);

        const bool complete = for_each_block(on(arena), 10000, [&](std::uint32_t i) {
            ++cancellable[i];
            concurrency[i] = tbb::this_task_arena::max_concurrency();
        });
        for_each_block_to_end(on(arena), 10000, [&](std::uint32_t i) { ++certain[i]; });

        EXPECT_TRUE(complete);
        EXPECT_EQ(cancellable, std::vector<int>(10000, 1));
        EXPECT_EQ(certain, std::vector<int>(10000, 1));
        EXPECT_EQ(concurrency, std::vector<int>(10000, threads));
    }
}

TEST(OnArena, TheExecutorIsAHostForOthersToo) {
    tbb::task_arena arena(2);
    std::vector<int> runs(1000);
    const Executor executor = on(arena);

    executor.parallel_for(
        executor.self, 1000, [](void* context, std::uint32_t i) { ++(*static_cast<std::vector<int>*>(context))[i]; },
        &runs);

    EXPECT_EQ(runs, std::vector<int>(1000, 1));
}

TEST(NullExecutor, RunsInTheCallersArena) {
    tbb::task_arena arena(3);
    std::vector<int> concurrency(500);

    arena.execute([&] {
        EXPECT_TRUE(for_each_block({}, 500,
                                   [&](std::uint32_t i) { concurrency[i] = tbb::this_task_arena::max_concurrency(); }));
    });

    EXPECT_EQ(concurrency, std::vector<int>(500, 3));
}

TEST(NullExecutor, SeveralThreadsTakePart) {
    // Two blocks that wait for each other: one thread alone would never end. On a machine of one core oneTBB has to be
    // allowed a second.
    const tbb::global_control two(tbb::global_control::max_allowed_parallelism, 2);
    tbb::task_arena arena(2);
    std::atomic<int> arrived = 0;

    const bool complete = for_each_block(on(arena), 2, [&](std::uint32_t) {
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
    });

    EXPECT_TRUE(complete);
}

TEST(Cancellation, OfTheCallersGroupIsNoticed) {
    tbb::task_arena callers(2), others(2);
    for (const Executor& executor : {Executor{}, on(others)}) {
        tbb::task_group_context context;
        std::atomic<std::uint32_t> runs = 0;
        bool complete = true;

        callers.execute([&] {
            in_group(context, [&] {
                complete = for_each_block(executor, 1000, [&](std::uint32_t) {
                    ++runs;
                    context.cancel_group_execution();
                });
            });
        });

        EXPECT_FALSE(complete);
        EXPECT_GE(runs, 1u);
        EXPECT_LE(runs, 2u) << "a thread took another block after the cancellation";
    }
}

TEST(Cancellation, BeforeTheCallRunsNothing) {
    tbb::task_arena others(2);
    for (const Executor& executor : {Executor{}, on(others)}) {
        tbb::task_group_context context;
        std::atomic<std::uint32_t> runs = 0;
        bool complete = true;

        in_group(context, [&] {
            context.cancel_group_execution();
            complete = for_each_block(executor, 1000, [&](std::uint32_t) { ++runs; });
        });

        EXPECT_FALSE(complete);
        EXPECT_EQ(runs, 0u);
    }
}

TEST(Cancellation, StopsNoApplyStep) {
    tbb::task_arena others(2);
    for (const Executor& executor : {Executor{}, on(others)}) {
        tbb::task_group_context context;
        std::vector<int> runs(1000);

        in_group(context, [&] {
            context.cancel_group_execution();
            for_each_block_to_end(executor, 1000, [&](std::uint32_t i) { ++runs[i]; });
        });

        EXPECT_EQ(runs, std::vector<int>(1000, 1));
    }
}

TEST(Cancellation, OfTheLoopLeavesTheCallersGroupAlone) {
    tbb::task_group_context context;
    bool complete = false;

    in_group(context, [&] { complete = for_each_block({}, 1000, [](std::uint32_t) {}); });

    EXPECT_TRUE(complete);
    EXPECT_FALSE(context.is_group_execution_cancelled());
}

thread_local bool waiting_for_a_loop = false;

TEST(Isolation, AThreadThatWaitsForItsLoopTakesUpNoOtherTask) {
    const tbb::global_control two(tbb::global_control::max_allowed_parallelism, 2);
    tbb::task_arena arena(2);
    for (const Executor& executor : {Executor{}, on(arena)})
        arena.execute([&] {
            tbb::task_group unrelated;
            std::atomic<int> arrived = 0, taken_while_waiting = 0, taken = 0;
            waiting_for_a_loop = true;

            // Each thread has one block. The caller's ends at once and leaves an unrelated task at hand; the other's
            // goes on for a while.
            for_each_block(executor, 2, [&](std::uint32_t) {
                ++arrived;
                while (arrived < 2) std::this_thread::yield();
                if (!waiting_for_a_loop) return std::this_thread::sleep_for(std::chrono::milliseconds(20));
                tbb::this_task_arena::isolate([&] {
                    unrelated.run([&] {
                        ++taken;
                        if (waiting_for_a_loop) ++taken_while_waiting;
                    });
                });
            });
            waiting_for_a_loop = false;
            unrelated.wait();

            EXPECT_EQ(taken_while_waiting, 0);
            EXPECT_EQ(taken, 1);
        });
}

} // namespace
} // namespace throng::parallel
