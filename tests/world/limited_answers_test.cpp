// SPDX-License-Identifier: MIT
// WorldDesc::capacity limits every answer of a World and of its snapshots.
#include "support/counting_memory.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/pathological.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/two_threads.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {
namespace {

using support::CountingMemory;

// Elements of every size, moving and static, for all structures, around one spot.
void fill(World& world, std::size_t of_each) {
    for (const float half : {0.25f, 4.f, 60.f})
        for (const Motion motion : {Motion::Dynamic, Motion::Static}) {
            const std::vector<Aabb> boxes = boxes_around(spread(of_each, {-3, -3}, {3, 3}), half);
            std::vector<Id> ids(boxes.size());
            const std::vector<std::uint32_t> categories(boxes.size(), half < 1 ? 1u : 2u);
            ASSERT_TRUE(world.spawn(boxes, motion, ids, categories));
        }
    ASSERT_TRUE(world.commit());
}

WorldDesc limited_to(std::size_t hits) {
    return {.agent_half_extent = 1, .prop_half_extent = 10, .capacity = {.hits = std::uint32_t(hits)}};
}

// Every call that lists hits or pairs, as `check(name, ask)`, where ask(size) asks and tells the size of the answer.
template <class Shown, class Check> void each_answer(const Shown& shown, Executor host, Check&& check) {
    const std::vector<Vec2> at = spread(200, {-4, -4}, {4, 4}), directions(at.size(), Vec2{1, 0});
    const std::vector<Aabb> boxes = boxes_around(at, 1);
    std::vector<Query> mixed;
    for (const Vec2 p : at)
        mixed.insert(mixed.end(), {Query::within({p, 3}), Query::nearest(p, 5, 9), Query::cone(p, {1, 1}, 0.5f, 9)});
    const auto hits = [&](const char* name, auto ask) {
        check(name, [&, ask](std::size_t& size, std::uint32_t most) {
            Hits out;
            const Status status = ask(out, QueryOptions{.most_hits = most});
            size = out.slots().size();
            return status;
        });
    };
    hits("overlap", [&](Hits& out, QueryOptions o) { return shown.overlap(boxes, out, o, host); });
    hits("nearest", [&](Hits& out, QueryOptions o) { return shown.nearest(at, 7, 5, out, o, host); });
    hits("along", [&](Hits& out, QueryOptions o) { return shown.along(RayView(at, directions, 9), out, o, host); });
    hits("neighbors", [&](Hits& out, QueryOptions o) { return shown.neighbors(1, out, o, host); });
    hits("query", [&](Hits& out, QueryOptions o) { return shown.query(mixed, out, o, host); });
    for (const std::uint32_t mask : {~0u, 2u})
        check(mask == 2 ? "pairs of a category" : "pairs", [&](std::size_t& size, std::uint32_t limit) {
            Pairs out;
            const Status status = shown.pairs(out, {.mask = mask, .static_static = true, .limit = limit}, host);
            size = out.size();
            return status;
        });
}

TEST(LimitedWorld, RefusesEveryAnswerBeyondItsCapacityWithTheTrueNumber) {
    constexpr std::size_t most = 150;
    World free(limited_to(0)), limited(limited_to(most));
    fill(free, 60);
    fill(limited, 60);
    const WorldSnapshot snapshot = limited.snapshot();
    Hosts hosts;
    for (const Runner& runner : hosts.runners()) {
        const ForcedIsa forced(runner.isa);
        std::vector<std::size_t> sizes;
        each_answer(free, runner.executor, [&](const char*, auto ask) {
            std::size_t size = 0;
            EXPECT_TRUE(ask(size, 0));
            EXPECT_GT(size, most);
            sizes.push_back(size);
        });
        const auto refuses = [&](const auto& shown) {
            std::size_t next = 0;
            each_answer(shown, runner.executor, [&](const char* name, auto ask) {
                SCOPED_TRACE(runner.name + ", " + name);
                const std::size_t number = sizes[next++];
                std::size_t size = 1;
                for (const std::size_t of_call : {std::size_t{0}, number, most - 1})
                    EXPECT_TRUE(same_status(beyond(number), ask(size, std::uint32_t(of_call))));
                EXPECT_EQ(size, 0u);
            });
        };
        refuses(limited);
        refuses(snapshot);
    }
}

TEST(LimitedWorld, TakesTheSmallerOneOfTwoLimits) {
    World world(limited_to(100));
    fill(world, 10);
    Pairs pairs;
    ASSERT_EQ(world.size(), 60u);
    const Aabb all{{-100, -100}, {100, 100}};
    Hits hits;

    EXPECT_TRUE(same_status(beyond(60), world.overlap(all, hits, {.most_hits = 59})));
    EXPECT_TRUE(world.overlap(all, hits, {.most_hits = 60}));
    EXPECT_TRUE(same_status(beyond(120), world.overlap(std::vector<Aabb>{all, all}, hits, {.most_hits = 900})));
}

TEST(LimitedWorld, WithTheCapacityOfItsHighWaterAnswersAsBefore) {
    World free(limited_to(0));
    fill(free, 30);
    Pairs pairs;
    ASSERT_TRUE(free.pairs(pairs));
    Hits hits;
    ASSERT_TRUE(free.neighbors(1, hits));
    WorldDesc desc = limited_to(0);

    desc.capacity = free.high_water();
    World again(desc);
    fill(again, 30);

    EXPECT_EQ(desc.capacity.hits, pairs.size());
    EXPECT_TRUE(again.pairs(pairs));
    EXPECT_TRUE(again.neighbors(1, hits));
}

// Also where the elements are one node of a quadtree, and a filter drops most of their pairs. Each thread has a list of
// its own, which is copied when it grows, and what was listed before is within the limit.
TEST(LimitedWorld, TakesTheMemoryOfTheLimitForABlowUp) {
    const std::size_t heap = many_asked() ? 6000 : 2000;
    constexpr std::size_t limit = 50'000;
    TwoThreads two;
    const struct {
        Executor executor;
        std::size_t threads;
    } hosts[] = {{serial(), 1}, {two.executor(), 2}};
    for (const float half : {0.25f, 4.f, 60.f}) {
        World world(limited_to(limit));
        const std::vector<Aabb> boxes = boxes_around(std::vector<Vec2>(heap, {5, 5}), half);
        std::vector<Id> ids(heap);
        std::vector<std::uint32_t> categories(heap, 1);
        std::fill_n(categories.begin(), heap / 2, 2u);
        ASSERT_TRUE(world.spawn(boxes, Motion::Dynamic, ids, categories));
        ASSERT_TRUE(world.commit());
        for (const auto& host : hosts) {
            CountingMemory memory;
            memory.limit((2 * host.threads + 1) * limit * sizeof(Pair) + 64 * heap);
            Pairs pairs(memory.memory());

            EXPECT_TRUE(same_status(beyond(heap * (heap - 1) / 2), world.pairs(pairs, {}, host.executor)));
            const std::size_t masked = heap / 2 * (heap / 2 - 1) / 2;
            EXPECT_TRUE(same_status(beyond(masked), world.pairs(pairs, {.mask = 2}, host.executor)));

            EXPECT_FALSE(memory.refused()) << host.threads << " threads, half extent " << half;
        }
    }
}

} // namespace
} // namespace throng::test
