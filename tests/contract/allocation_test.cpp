// SPDX-License-Identifier: MIT
// No surprise memory: after warm-up a tick allocates nothing, and a refused allocation, wherever it strikes, changes
// nothing.
#include "scenes/crowd.hpp"
#include "support/counting_memory.hpp"
#include "support/pool_executor.hpp"
#include "tests/support/global_new.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/reversed_executor.hpp"

#include <throng/hits.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Crowd;
using support::CountingMemory;
using support::PoolExecutor;

// Some frames of a walking crowd, to be played in a loop: whatever a frame needs, the first time through has fetched.
std::vector<Crowd> frames_of(std::size_t size) {
    std::vector<Crowd> frames;
    Crowd crowd(size);
    for (int frame = 0; frame < 8; ++frame) {
        frames.push_back(crowd);
        for (int step = 0; step < 4; ++step) crowd.step();
    }
    return frames;
}

struct Answers {
    explicit Answers(Memory memory)
        : pairs(memory), near_pairs(memory), neighbors(memory), within(memory), nearest(memory), overlap(memory),
          cast(memory) {}

    Pairs pairs, near_pairs;
    Hits neighbors, within, nearest, overlap, cast;
};

Status ask(const AnyIndex& index, const Crowd& crowd, Answers& answers, Executor e) {
    Status status;
    const auto also = [&](Status asked) {
        if (status) status = asked;
    };
    also(index.pairs(answers.pairs, {}, e));
    also(index.pairs(answers.near_pairs, {.order = Order::BySlot, .distance = 1.f, .squared_distances = true}, e));
    also(index.neighbors(2, answers.neighbors, {.limit = 10, .distances = true}, e));
    also(index.within(DiscView(crowd.centers(), 1.5f), answers.within, {}, e));
    also(index.nearest(crowd.centers(), 5, 10, answers.nearest, {}, e));
    also(index.overlap(crowd.boxes(), answers.overlap, {.order = Order::BySlot}, e));
    also(index.cast(RayView(crowd.centers(), crowd.centers(), 1.0f), answers.cast, {}, e));
    return status;
}

class Allocation : public testing::TestWithParam<IndexKind> {
protected:
    // Boxes, and points where there are such.
    std::vector<bool> element_kinds() const {
        return GetParam().points ? std::vector<bool>{false, true} : std::vector<bool>{false};
    }

    static Status tick(AnyIndex& index, const Crowd& crowd, Answers& answers, bool points, Executor e) {
        const Status status = points ? index.update(crowd.centers(), e) : index.update(crowd.boxes(), e);
        return status ? ask(index, crowd, answers, e) : status;
    }

    // `act(index, crowd, answers)` is what is done for each frame of a crowd.
    template <class Act> void expect_quiet(bool points, Executor executor, Act act) {
        SCOPED_TRACE(points ? "points" : "boxes");
        const std::vector<Crowd> frames = frames_of(3000);
        CountingMemory memory;
        const auto index = GetParam().open({.max_half_extent = 0.5f, .memory = memory.memory()});
        Answers answers(memory.memory());
        ASSERT_TRUE(points ? index->build(frames[0].centers(), executor) : index->build(frames[0].boxes(), executor));
        for (int warm_up = 0; warm_up < 3; ++warm_up) {
            for (const Crowd& crowd : frames) ASSERT_TRUE(act(*index, crowd, answers));
        }

        const std::size_t requests = memory.requests();
        const std::size_t news = global_new::calls();
        const std::size_t bytes = index->bytes();
        bool all_good = true;
        for (int round = 0; round < 3; ++round) {
            for (const Crowd& crowd : frames) all_good = bool(act(*index, crowd, answers)) && all_good;
        }

        EXPECT_EQ(memory.requests() - requests, 0u) << "requests to the given Memory";
        EXPECT_EQ(global_new::calls() - news, 0u) << "calls of operator new";
        EXPECT_EQ(index->bytes(), bytes);
        EXPECT_TRUE(all_good);
        EXPECT_GT(answers.pairs.size(), 1000u);
    }

    void expect_quiet_ticks(Executor executor) {
        for (const bool points : element_kinds()) {
            expect_quiet(points, executor, [&](AnyIndex& index, const Crowd& crowd, Answers& answers) {
                return tick(index, crowd, answers, points, executor);
            });
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Each, Allocation, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

class AllocationOfTicks : public Allocation {};
INSTANTIATE_TEST_SUITE_P(Each, AllocationOfTicks, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(AllocationOfTicks, IsNoneWhenWarm) { expect_quiet_ticks(serial()); }

TEST_P(AllocationOfTicks, IsNoneWhenWarmWhateverTheSchedule) {
    PoolExecutor pool(4);
    expect_quiet_ticks(pool.executor());
    expect_quiet_ticks(reversed());
}

// A block of pairs that the first schedule let write to the answer keeps its own by another, and the other way round.
TEST_P(Allocation, PairsNeedNoMoreByAnotherSchedule) {
    const Crowd crowd(20'000);
    const auto index = GetParam().open({.max_half_extent = 0.5f});
    ASSERT_TRUE(index->build(crowd.boxes(), serial()));
    Pairs all;
    ASSERT_TRUE(index->pairs(all, {}, serial()));
    ASSERT_GT(all.size(), 10'000u);
    for (const std::size_t reserved :
         {std::size_t{0}, all.size() - 10}) { // and a margin that a kernel must not write to
        for (const auto& [warm, then] : {std::pair(ascending(), reversed()), std::pair(reversed(), ascending())}) {
            CountingMemory memory;
            Pairs pairs(memory.memory());
            ASSERT_TRUE(pairs.reserve(reserved));
            ASSERT_TRUE(index->pairs(pairs, {}, warm));
            const std::size_t requests = memory.requests();

            ASSERT_TRUE(index->pairs(pairs, {}, then));

            EXPECT_EQ(memory.requests(), requests) << reserved;
            EXPECT_EQ(pairs.hash(), all.hash());
        }
    }
}

// Threads take blocks in another order each time.
TEST_P(Allocation, PairsOfManyThreadsNeedNoMoreFromTheSecondTime) {
    const Crowd crowd(40'000);
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(crowd.boxes(), serial()));
    Pairs all;
    ASSERT_TRUE(index->pairs(all, {}, serial()));
    for (const unsigned threads : {2u, 3u, 7u}) {
        PoolExecutor pool(threads);
        CountingMemory memory;
        Pairs pairs(memory.memory());
        ASSERT_TRUE(index->pairs(pairs, {}, pool.executor()));
        const std::size_t requests = memory.requests();

        for (int i = 0; i < 20; ++i) ASSERT_TRUE(index->pairs(pairs, {}, pool.executor()));

        EXPECT_EQ(memory.requests(), requests) << threads;
        EXPECT_EQ(pairs.hash(), all.hash());
    }
}

// Single changes and the upkeep of a frame: elements that leave make room for those that come.
TEST_P(AllocationOfTicks, IsNoneWhenElementsComeAndGo) {
    std::vector<Slot> guests;
    for (Slot slot = 0; slot < 3000; slot += 30) guests.push_back(slot);
    expect_quiet(false, serial(), [&](AnyIndex& index, const Crowd& crowd, Answers& answers) {
        const BoxView places = crowd.boxes().slice(1000, guests.size());
        bool done =
            bool(index.move(guests, places, serial())) && bool(index.erase(guests, serial())) && bool(index.cleanup());
        done = done && index.insert(guests, places, serial()) && index.refit(serial()) &&
               index.update(crowd.boxes(), serial());
        return done ? index.pairs(answers.pairs, {}, serial()) : Status{Fault::InvalidArgument, no_slot, 0};
    });
}

TEST_P(Allocation, WarmQueriesAllocateNothing) {
    PoolExecutor pool(4);
    for (const Executor executor : {serial(), pool.executor()}) {
        expect_quiet(false, executor, [&](AnyIndex& index, const Crowd& crowd, Answers& answers) {
            return ask(index, crowd, answers, executor);
        });
    }
}

TEST_P(Allocation, WarmFixedBuffersAllocateNothing) {
    const Crowd crowd(500);
    const auto index = GetParam().open();
    ASSERT_TRUE(index->build(crowd.boxes(), serial()));
    std::vector<std::byte> buffer(1 << 20);
    Hits hits{std::span<std::byte>(buffer)};
    ASSERT_TRUE(index->neighbors(2, hits, {}, serial()));

    const std::size_t news = global_new::calls();
    ASSERT_TRUE(index->neighbors(2, hits, {.limit = 10, .distances = true}, serial()));
    ASSERT_TRUE(index->overlap(crowd.boxes(), hits, {}, serial()));
    EXPECT_EQ(global_new::calls(), news);
}

TEST_P(Allocation, EverythingTakenIsGivenBackAsItWasTaken) {
    const std::vector<Crowd> frames = frames_of(1000);
    CountingMemory memory;
    {
        const auto index = GetParam().open({.memory = memory.memory()});
        Answers answers(memory.memory());
        ASSERT_TRUE(index->build(frames[0].boxes(), serial()));
        for (const Crowd& crowd : frames) ASSERT_TRUE(tick(*index, crowd, answers, false, serial()));
        ASSERT_TRUE(index->build(frames[3].boxes(), serial()));
        const auto other = index->take();
        ASSERT_TRUE(index->open({.memory = memory.memory()}));
        ASSERT_TRUE(index->build(frames[1].boxes(), serial()));
        index->assign(*other);
        ASSERT_TRUE(index->clear());
        EXPECT_GT(memory.requests(), 0u);
    }
    EXPECT_EQ(memory.live_blocks(), 0u);
    EXPECT_EQ(memory.live_bytes(), 0u);
    EXPECT_FALSE(memory.mismatched());
}

TEST_P(Allocation, BytesIsWhatTheIndexHolds) {
    const Crowd crowd(5000);
    CountingMemory memory;
    const auto index = GetParam().open({.memory = memory.memory()});
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(i == 0 ? index->build(crowd.boxes(), serial()) : index->update(crowd.boxes(), serial()));
        EXPECT_NEAR(static_cast<double>(index->bytes()), static_cast<double>(memory.live_bytes()), 4096);
    }
}

// Exactly as many as fit are what is found.
TEST(Reserved, RoomIsEnoughForAsMuch) {
    for (const std::size_t hits : {1u, 16u, 100u, 1'000u}) {
        CountingMemory memory;
        RowGrid grid{RowGridDesc{}};
        ASSERT_TRUE(grid.build(std::vector<Aabb>(hits, Aabb{{0, 0}, {1, 1}})));
        Hits found(memory.memory());
        Pairs pairs(memory.memory());
        ASSERT_TRUE(found.reserve(1, hits));
        const std::size_t all = hits <= 100 ? hits * (hits - 1) / 2 : 0;
        ASSERT_TRUE(pairs.reserve(all));
        const std::size_t requests = memory.requests();
        ASSERT_TRUE(grid.overlap(Aabb{{0, 0}, {1, 1}}, found));
        ASSERT_TRUE(all == 0 || grid.pairs(pairs));
        EXPECT_EQ(found.slots().size(), hits);
        EXPECT_EQ(pairs.size(), all);
        EXPECT_EQ(memory.requests(), requests) << hits;
    }
}

} // namespace
} // namespace throng::test
