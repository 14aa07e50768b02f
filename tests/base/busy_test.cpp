// SPDX-License-Identifier: MIT
// The gate of an object: many readers or one writer, and a call that must not enter is refused at once.
#include "engine/src/base/gate.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace throng {
namespace {

TEST(Gate, ReadersShareIt) {
    Gate gate;

    const GateReader first(gate), second(gate);

    EXPECT_TRUE(first);
    EXPECT_TRUE(second);
}

TEST(Gate, AWriterIsAlone) {
    Gate gate;

    const GateWriter writer(gate);

    EXPECT_TRUE(writer);
    EXPECT_FALSE(GateReader(gate));
    EXPECT_FALSE(GateWriter(gate));
}

TEST(Gate, AReaderKeepsWritersOut) {
    Gate gate;

    const GateReader reader(gate);

    EXPECT_FALSE(GateWriter(gate));
    EXPECT_TRUE(GateReader(gate));
}

TEST(Gate, ItIsFreeWhenTheLastHasLeft) {
    Gate gate;
    ASSERT_TRUE(gate.enter_reader());
    ASSERT_TRUE(gate.enter_reader());

    gate.leave_reader();
    EXPECT_FALSE(GateWriter(gate));
    gate.leave_reader();

    EXPECT_TRUE(GateWriter(gate));
    EXPECT_TRUE(GateReader(gate));
}

TEST(Gate, TheRefusedLeaveNoTrace) {
    Gate gate;
    {
        const GateWriter writer(gate);
        for (int i = 0; i < 10; ++i) EXPECT_FALSE(GateReader(gate));
    }
    EXPECT_TRUE(GateWriter(gate));
}

TEST(Gate, ReadersNeverSeeHalfAWrite) {
    // Two numbers that writers keep equal, with nothing but the gate between the threads: a thread sanitizer sees any
    // gap in it.
    constexpr int times = 5000;
    Gate gate;
    int left = 0, right = 0;
    const auto write = [&] {
        for (int written = 0; written < times;)
            if (const GateWriter writer(gate); writer) {
                ++left;
                ++right;
                ++written;
            }
    };
    const auto read = [&](int& unequal) {
        for (int seen = 0; seen < times;)
            if (const GateReader reader(gate); reader) {
                unequal += left != right;
                ++seen;
            }
    };

    int unequal[2] = {0, 0};
    std::vector<std::thread> threads;
    for (int& of_one : unequal) {
        threads.emplace_back(write);
        threads.emplace_back([&] { read(of_one); });
    }
    for (std::thread& thread : threads) thread.join();

    EXPECT_EQ(unequal[0] + unequal[1], 0);
    EXPECT_EQ(left, 2 * times);
}

} // namespace
} // namespace throng
