// SPDX-License-Identifier: MIT
// No surprise memory: after warm-up a tick allocates nothing, and a refused allocation, wherever it strikes, changes nothing.
#include "scenes/crowd.hpp"
#include "tests/support/counting_memory.hpp"
#include "tests/support/global_new.hpp"
#include "tests/support/pool_executor.hpp"
#include "tests/support/reversed_executor.hpp"

#include <throng/hits.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::test {
namespace {

using throng_scenes::Crowd;

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
    explicit Answers(Memory memory = {}) : pairs(memory), neighbors(memory), within(memory), nearest(memory), overlap(memory) {}

    Pairs pairs;
    Hits neighbors, within, nearest, overlap;
};

Status tick(RowGrid& grid, const Crowd& crowd, Answers& answers, bool points, Executor e) {
    Status status = points ? grid.update(crowd.centers(), e) : grid.update(crowd.boxes(), e);
    const auto ask = [&](Status asked) {
        if (status) status = asked;
    };
    ask(grid.pairs(answers.pairs, {}, e));
    ask(grid.neighbors(2, answers.neighbors, {.limit = 10, .distances = true}, e));
    ask(grid.within(DiscView(crowd.centers(), 1.5f), answers.within, {}, e));
    ask(grid.nearest(crowd.centers(), 5, 10, answers.nearest, {}, e));
    ask(grid.overlap(crowd.boxes(), answers.overlap, {.order = Order::BySlot}, e));
    return status;
}

void expect_quiet_ticks(bool points, Executor executor) {
    const std::vector<Crowd> frames = frames_of(3000);
    CountingMemory memory;
    RowGrid grid(RowGridDesc{.max_half_extent = 0.5f, .memory = memory.memory()});
    Answers answers(memory.memory());
    const Status built = points ? grid.build(frames[0].centers(), executor) : grid.build(frames[0].boxes(), executor);
    ASSERT_TRUE(built);
    for (int warm_up = 0; warm_up < 3; ++warm_up) {
        for (const Crowd& crowd : frames) ASSERT_TRUE(tick(grid, crowd, answers, points, executor));
    }

    const std::size_t requests = memory.requests();
    const std::size_t news = global_new::calls();
    bool all_good = true;
    for (int round = 0; round < 3; ++round) {
        for (const Crowd& crowd : frames) all_good = bool(tick(grid, crowd, answers, points, executor)) && all_good;
    }

    EXPECT_EQ(memory.requests() - requests, 0u) << "requests to the given Memory";
    EXPECT_EQ(global_new::calls() - news, 0u) << "calls of operator new";
    EXPECT_TRUE(all_good);
    EXPECT_GT(answers.pairs.size(), 1000u);
}

TEST(Allocation, WarmTicksAllocateNothing) {
    for (const bool points : {false, true}) {
        SCOPED_TRACE(points ? "points" : "boxes");
        expect_quiet_ticks(points, serial());
    }
}

TEST(Allocation, WarmTicksAllocateNothingWhateverTheSchedule) {
    PoolExecutor pool(4);
    for (const bool points : {false, true}) {
        SCOPED_TRACE(points ? "points" : "boxes");
        expect_quiet_ticks(points, pool.executor());
        expect_quiet_ticks(points, reversed());
    }
}

TEST(Allocation, WarmFixedBuffersAllocateNothing) {
    const Crowd crowd(500);
    RowGrid grid(RowGridDesc{});
    ASSERT_TRUE(grid.build(crowd.boxes(), serial()));
    std::vector<std::byte> buffer(1 << 20);
    Hits hits{std::span<std::byte>(buffer)};
    ASSERT_TRUE(grid.neighbors(2, hits, {}, serial()));

    const std::size_t news = global_new::calls();
    ASSERT_TRUE(grid.neighbors(2, hits, {.limit = 10, .distances = true}, serial()));
    ASSERT_TRUE(grid.overlap(crowd.boxes(), hits, {}, serial()));
    EXPECT_EQ(global_new::calls(), news);
}

TEST(Allocation, EverythingTakenIsGivenBackAsItWasTaken) {
    const std::vector<Crowd> frames = frames_of(1000);
    CountingMemory memory;
    {
        RowGrid grid(RowGridDesc{.memory = memory.memory()});
        Answers answers(memory.memory());
        ASSERT_TRUE(grid.build(frames[0].boxes(), serial()));
        for (const Crowd& crowd : frames) ASSERT_TRUE(tick(grid, crowd, answers, false, serial()));
        ASSERT_TRUE(grid.build(frames[3].boxes(), serial()));
        ASSERT_TRUE(grid.clear());
        EXPECT_GT(memory.requests(), 0u);
    }
    EXPECT_EQ(memory.live_blocks(), 0u);
    EXPECT_EQ(memory.live_bytes(), 0u);
    EXPECT_FALSE(memory.mismatched());
}

TEST(Allocation, BytesIsWhatTheGridHolds) {
    const Crowd crowd(5000);
    CountingMemory memory;
    RowGrid grid(RowGridDesc{.memory = memory.memory()});
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(i == 0 ? grid.build(crowd.boxes(), serial()) : grid.update(crowd.boxes(), serial()));
        EXPECT_NEAR(static_cast<double>(grid.bytes()), static_cast<double>(memory.live_bytes()), 4096);
    }
}

} // namespace
} // namespace throng::test
