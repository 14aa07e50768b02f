// SPDX-License-Identifier: MIT
// The parallel loop: every block once with every host, and the truth when a host does not keep its word.
#include "parallel/for_each_block.hpp"
#include "tests/support/thread_executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

namespace throng::parallel {
namespace {

using test::ThreadExecutor;

// How often each block ran. Plain integers: two threads in one block are a data race that a thread sanitizer sees.
struct Runs {
    explicit Runs(std::uint32_t count) : of(count, 0) {}
    void operator()(std::uint32_t block) { ++of[block]; }
    std::uint32_t total() const { return std::accumulate(of.begin(), of.end(), 0u); }
    bool each_once() const {
        return std::all_of(of.begin(), of.end(), [](std::uint32_t runs) { return runs == 1; });
    }
    std::vector<std::uint32_t> of;
};

// A host that hands out tasks in ways of its own, on the calling thread.
template <class F> Executor host(F& parallel_for) {
    return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                (*static_cast<F*>(self))(count, [&](std::uint32_t i) { task(context, i); });
            },
            &parallel_for};
}

struct Hosts {
    ThreadExecutor one{1}, two{2}, seven{7};
    std::vector<Executor> all() { return {serial(), Executor{}, one, two, seven}; }
};

TEST(ForEachBlock, EveryBlockRunsOnceOnEveryHost) {
    Hosts hosts;
    for (const Executor& executor : hosts.all())
        for (const std::uint32_t count : {0u, 1u, 2u, 3u, 63u, 64u, 65u, 1000u, 10000u}) {
            Runs cancellable(count), certain(count);

            const bool complete = for_each_block(executor, count, [&](std::uint32_t i) { cancellable(i); });
            for_each_block_to_end(executor, count, [&](std::uint32_t i) { certain(i); });

            EXPECT_TRUE(complete) << count;
            EXPECT_TRUE(cancellable.each_once()) << count;
            EXPECT_TRUE(certain.each_once()) << count;
        }
}

TEST(ForEachBlock, ManyCallersShareOneHost) {
    ThreadExecutor pool(3);
    std::vector<Runs> runs(8, Runs(200));

    std::vector<std::thread> callers;
    for (Runs& own : runs) callers.emplace_back([&] { EXPECT_TRUE(for_each_block(pool, 200, own)); });
    for (std::thread& caller : callers) caller.join();

    for (const Runs& own : runs) EXPECT_TRUE(own.each_once());
}

TEST(ForEachBlock, SerialRunsInOrderOnTheCallingThread) {
    std::vector<std::uint32_t> order;
    std::vector<std::thread::id> threads;
    const auto body = [&](std::uint32_t i) {
        order.push_back(i);
        threads.push_back(std::this_thread::get_id());
    };

    EXPECT_TRUE(for_each_block(serial(), 3, body));
    for_each_block_to_end(serial(), 3, body);

    EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
    EXPECT_EQ(threads, std::vector<std::thread::id>(6, std::this_thread::get_id()));
}

TEST(ForEachBlock, OneBlockNeverReachesTheHost) {
    bool reached = false;
    auto touched = [&](std::uint32_t, auto&&) { reached = true; };
    Runs runs(1);

    EXPECT_TRUE(for_each_block(host(touched), 0, [&](std::uint32_t) { reached = true; }));
    EXPECT_TRUE(for_each_block(host(touched), 1, runs));

    EXPECT_FALSE(reached);
    EXPECT_TRUE(runs.each_once());
}

TEST(ForEachBlock, AHostThatStopsEarlyIsTold) {
    auto half = [](std::uint32_t count, auto&& task) {
        for (std::uint32_t i = 0; i < count / 2; ++i) task(i);
    };
    auto nothing = [](std::uint32_t, auto&&) {};
    Runs after_half(100), after_nothing(100);

    EXPECT_FALSE(for_each_block(host(half), 100, after_half));
    EXPECT_FALSE(for_each_block(host(nothing), 100, after_nothing));

    EXPECT_EQ(after_half.total(), 50u);
    EXPECT_EQ(after_nothing.total(), 0u);
}

TEST(ForEachBlock, WhatAHostLeavesUndoneIsDoneToTheEnd) {
    auto half = [](std::uint32_t count, auto&& task) {
        for (std::uint32_t i = 0; i < count; i += 2) task(i);
    };
    auto nothing = [](std::uint32_t, auto&&) {};
    Runs after_half(101), after_nothing(101);

    for_each_block_to_end(host(half), 101, after_half);
    for_each_block_to_end(host(nothing), 101, after_nothing);

    EXPECT_TRUE(after_half.each_once());
    EXPECT_TRUE(after_nothing.each_once());
}

TEST(ForEachBlock, AHostThatRepeatsTasksRepeatsNoBlock) {
    auto twice = [](std::uint32_t count, auto&& task) {
        for (std::uint32_t i = 0; i < count; ++i) task(i), task(i);
    };
    auto always_the_first = [](std::uint32_t count, auto&& task) {
        for (std::uint32_t i = 0; i < count; ++i) task(0);
    };
    for (const Executor& executor : {host(twice), host(always_the_first)}) {
        Runs cancellable(100), certain(100);

        EXPECT_TRUE(for_each_block(executor, 100, cancellable));
        for_each_block_to_end(executor, 100, certain);

        EXPECT_TRUE(cancellable.each_once());
        EXPECT_TRUE(certain.each_once());
    }
}

TEST(ForEachBlock, ABlockLiesNearTheIndexThatAskedForIt) {
    std::uint32_t asked = 0, farthest = 0;
    auto backwards = [&](std::uint32_t count, auto&& task) {
        for (asked = count; asked-- > 0;) task(asked);
    };
    const auto measure = [&](std::uint32_t block) {
        farthest = std::max(farthest, block > asked ? block - asked : asked - block);
    };
    for (const std::uint32_t count : {2u, 64u, 65u, 1000u, 10000u}) {
        farthest = 0;
        for_each_block(host(backwards), count, measure);
        for_each_block_to_end(host(backwards), count, measure);
        EXPECT_LE(farthest, (count - 1) / 64) << count;
    }
}

TEST(ForEachBlock, ReturnsOnlyWhenNoBlockIsUnderWay) {
    // The host gives one block to a thread and goes home while that block is running.
    std::thread worker;
    std::atomic<bool> inside = false, gone_home = false;
    auto impatient = [&](std::uint32_t, auto&& task) {
        worker = std::thread([task] { task(0); });
        while (!inside) std::this_thread::yield();
        gone_home = true;
    };
    int finished = 0;
    const auto slow = [&](std::uint32_t) {
        inside = true;
        while (!gone_home) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ++finished;
    };

    const bool complete = for_each_block(host(impatient), 2, slow);

    EXPECT_FALSE(complete);
    EXPECT_EQ(finished, 1);
    worker.join();
}

TEST(ForEachBlock, AConstantBodyCanBeCalled) {
    Runs runs(10);
    const auto body = [&](std::uint32_t i) { runs(i); };

    EXPECT_TRUE(for_each_block(serial(), 10, std::as_const(body)));

    EXPECT_TRUE(runs.each_once());
}

TEST(Executors, TheCallsOneComesBeforeTheObjects) {
    ThreadExecutor of_call(2), of_object(2);

    EXPECT_EQ(resolve(of_call.executor(), of_object.executor()).self, &of_call);
    EXPECT_EQ(resolve({}, of_object.executor()).self, &of_object);
    EXPECT_EQ(resolve({}, {}).parallel_for, nullptr);
}

TEST(Executors, OnlySerialIsSerial) {
    ThreadExecutor one(1);

    EXPECT_TRUE(is_serial(serial()));
    EXPECT_FALSE(is_serial(one));
    EXPECT_EQ(is_serial({}), THRONG_TBB == 0);
}

} // namespace
} // namespace throng::parallel
