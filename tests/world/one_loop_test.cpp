// SPDX-License-Identifier: MIT
// A pool that runs one loop at a time, under several threads that query one World.
#include "tests/support/uneven.hpp"

#include <throng/executor.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace throng::test {
namespace {

// Counts its loops, and those that came while another one ran.
struct CountingPool {
    std::atomic<int> running{0}, loops{0}, at_once{0};

    Executor executor() noexcept {
        return {[](void* self, std::uint32_t count, Executor::Task* task, void* context) {
                    auto& pool = *static_cast<CountingPool*>(self);
                    if (pool.running.fetch_add(1) != 0) ++pool.at_once;
                    ++pool.loops;
                    for (std::uint32_t i = 0; i < count; ++i) {
                        std::this_thread::yield();
                        task(context, i);
                    }
                    --pool.running;
                },
                this};
    }
};

TEST(OneLoop, LetsOneThreadAtATimeIntoThePool) {
    CountingPool pool;
    OneLoop one(pool.executor());
    World world({.executor = one.executor()});
    scenes::Generator random(1);
    std::vector<Id> ids(20'000);
    ASSERT_TRUE(world.spawn(town(ids.size(), {0, 0}, 140, random), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    Hits alone;
    ASSERT_TRUE(world.neighbors(2, alone, {}, serial()));

    std::atomic<int> different{0};
    const auto query = [&] {
        Hits hits;
        for (int i = 0; i < 20; ++i)
            if (!world.neighbors(2, hits) || hits.hash() != alone.hash()) ++different;
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) threads.emplace_back(query);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(different, 0);
    EXPECT_EQ(pool.at_once, 0);
    EXPECT_GT(pool.loops, 0);
}

TEST(OneLoop, LetsEachCallOfOneThreadIntoThePool) {
    CountingPool pool;
    OneLoop one(pool.executor());
    World world({.executor = one.executor()});
    scenes::Generator random(1);
    std::vector<Id> ids(5'000);
    ASSERT_TRUE(world.spawn(town(ids.size(), {0, 0}, 70, random), Motion::Dynamic, ids));
    ASSERT_TRUE(world.commit());
    Hits hits;
    for (int call = 1; call <= 3; ++call) {
        const int before = pool.loops;
        ASSERT_TRUE(world.neighbors(2, hits));
        EXPECT_GT(pool.loops, before) << "call " << call << " ran without the pool, on one thread";
    }
}

TEST(OneLoop, OfNoHostIsNoHost) {
    OneLoop none{Executor{}};
    EXPECT_EQ(none.executor().parallel_for, nullptr);
}

} // namespace
} // namespace throng::test
