// SPDX-License-Identifier: MIT
// Changes, queries and commits of so many elements that each loop has many blocks, on two, three and seven threads:
// what one thread gets. Above all for the thread sanitizer, which sees the schedules of small worlds alone otherwise.
#include "scenes/crowd.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/thread_executor.hpp"

#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;

constexpr std::size_t people = 40'000;

// All answers to a crowd as one number; 0: a call did not do its work.
template <class Index> std::uint64_t ask(const Index& index, const Crowd& crowd, Executor e) {
    static constexpr std::size_t some = 8'192; // eight blocks of queries
    Hits hits;
    Pairs pairs;
    std::uint64_t hash = 17;
    const auto add = [&](const Status& status, const auto& answer) {
        hash = status && hash != 0 ? hash * 31 + answer.hash() : 0;
    };
    for (int again = 0; again < 3; ++again) add(index.pairs(pairs, {}, e), pairs);
    add(index.pairs(pairs, {.order = Order::BySlot}, e), pairs);
    add(index.neighbors(1, hits, {.order = Order::BySlot}, e), hits);
    add(index.overlap(crowd.boxes().slice(0, some), hits, {.limit = 2}, e), hits);
    add(index.nearest(crowd.centers().slice(some, some), 3, 5, hits, {}, e), hits);
    add(index.along(RayView(crowd.centers().slice(0, some), crowd.centers().slice(0, some), 0.1f), hits, {}, e), hits);
    std::vector<std::uint32_t> counts(some);
    if (!index.count(crowd.boxes().slice(0, some), counts, {}, e)) return 0;
    for (const std::uint32_t count : counts) hash = hash * 31 + count;
    return hash;
}

class ManyThreads : public testing::TestWithParam<IndexKind> {};
INSTANTIATE_TEST_SUITE_P(Each, ManyThreads, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(ManyThreads, GetWhatOneGets) {
    for (const unsigned threads : {2u, 3u, 7u}) {
        SCOPED_TRACE(std::to_string(threads) + " threads");
        ThreadExecutor executor(threads);
        Crowd crowd(people);
        const auto one = GetParam().open(), many = GetParam().open();
        ASSERT_TRUE(one->build(crowd.boxes(), serial()));
        ASSERT_TRUE(many->build(crowd.boxes(), executor));
        for (int tick = 0; tick < 2; ++tick) {
            for (int step = 0; step < 10; ++step) crowd.step();
            ASSERT_TRUE(one->update(crowd.boxes(), serial()));
            ASSERT_TRUE(many->update(crowd.boxes(), executor));
            const std::uint64_t expected = ask(*one, crowd, serial());
            ASSERT_NE(expected, 0u);
            ASSERT_EQ(ask(*many, crowd, executor), expected);
        }
    }
}

// Agents, carts and a few as large as a house among walls; each tick all move, some leave and as many come.
TEST(ManyThreadsOfAWorld, GetWhatOneGets) {
    for (const unsigned threads : {2u, 3u, 7u}) {
        SCOPED_TRACE(std::to_string(threads) + " threads");
        ThreadExecutor executor(threads);
        Crowd crowd(people);
        for (std::size_t i = 0; i < people; ++i) crowd.half_extent[i] = i % 4000 == 0 ? 20.f : i % 40 == 0 ? 2.f : 0.4f;
        World one(WorldDesc{.track_overlaps = true}), many(WorldDesc{.track_overlaps = true});
        std::vector<Id> ids(people), others(people), walls(people / 10);
        for (World* world : {&one, &many}) {
            ASSERT_TRUE(world->spawn(crowd.boxes(), Motion::Dynamic, world == &one ? ids : others));
            ASSERT_TRUE(world->spawn(crowd.boxes().slice(0, people / 10), Motion::Static, walls));
        }
        ASSERT_TRUE(one.commit(serial()));
        ASSERT_TRUE(many.commit(executor));
        for (std::size_t tick = 0; tick < 2; ++tick) {
            for (int step = 0; step < 10; ++step) crowd.step();
            ASSERT_TRUE(one.despawn(std::span(ids).subspan(tick * 500, 500)));
            ASSERT_TRUE(many.despawn(std::span(others).subspan(tick * 500, 500)));
            ASSERT_TRUE(one.move_all(crowd.boxes().slice(0, people)).applied());
            ASSERT_TRUE(many.move_all(crowd.boxes().slice(0, people)).applied());
            const Status status = one.commit(serial());
            ASSERT_EQ(many.commit(executor).faults, status.faults);
            const std::uint64_t expected = ask(one, crowd, serial());
            ASSERT_NE(expected, 0u);
            ASSERT_EQ(ask(many, crowd, executor), expected);
            Pairs begun, ended, many_begun, many_ended;
            ASSERT_TRUE(one.overlaps_changed(begun, ended, serial()));
            ASSERT_TRUE(many.overlaps_changed(many_begun, many_ended, executor));
            ASSERT_EQ(begun.hash(), many_begun.hash());
            ASSERT_EQ(ended.hash(), many_ended.hash());
        }
    }
}

} // namespace
} // namespace throng::test
