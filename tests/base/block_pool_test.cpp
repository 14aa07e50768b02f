// SPDX-License-Identifier: MIT
// Scratch of blocks: made once, kept where it is, given back whole.
#include "engine/src/base/block_pool.hpp"
#include "support/counting_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace throng {
namespace {

using support::CountingMemory;

struct Scratch {
    explicit Scratch(Memory memory) noexcept : values(memory) {}
    Column<int> values;
};

using Pool = BlockPool<Scratch>;

TEST(BlockPool, GrowingLeavesWhatWasMadeWhereItIs) {
    CountingMemory memory;
    Pool pool(memory.memory());
    ASSERT_TRUE(pool.reserve(3));
    const std::vector<Scratch*> before(pool.begin(), pool.end());

    ASSERT_TRUE(pool.reserve(100));

    ASSERT_EQ(pool.size(), 100u);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), pool.begin()));
}

TEST(BlockPool, WhatIsThereAlreadyIsNotMadeAgain) {
    CountingMemory memory;
    Pool pool(memory.memory());
    ASSERT_TRUE(pool.reserve(5));
    const std::size_t requests = memory.requests();

    EXPECT_TRUE(pool.reserve(5));
    EXPECT_TRUE(pool.reserve(2));

    EXPECT_EQ(pool.size(), 5u);
    EXPECT_EQ(memory.requests(), requests);
}

TEST(BlockPool, TellsItsOwnBytesWithoutThoseOfItsObjects) {
    CountingMemory memory;
    Pool pool(memory.memory());
    ASSERT_TRUE(pool.reserve(4));
    ASSERT_TRUE(pool[2]->values.reserve(1000));

    EXPECT_EQ(pool.bytes() + pool[2]->values.bytes(), memory.live_bytes());
}

TEST(BlockPool, ARefusedRequestLeavesThoseThatWereMade) {
    CountingMemory memory;
    Pool pool(memory.memory());
    ASSERT_TRUE(pool.reserve(2));
    memory.refuse(3); // the list of ten, the first and the second of the new ones

    EXPECT_FALSE(pool.reserve(10));
    EXPECT_EQ(pool.size(), 3u);

    EXPECT_TRUE(pool.reserve(10));
    EXPECT_EQ(pool.size(), 10u);
}

TEST(BlockPool, GivesBackAllThatItTook) {
    CountingMemory memory;
    {
        Pool pool(memory.memory());
        ASSERT_TRUE(pool.reserve(7));
        ASSERT_TRUE(pool[6]->values.reserve(1000));

        pool.release();
        EXPECT_EQ(pool.size(), 0u);
        EXPECT_EQ(memory.live_blocks(), 0u);

        ASSERT_TRUE(pool.reserve(2));
        ASSERT_TRUE(pool[1]->values.reserve(1000));
    }

    EXPECT_EQ(memory.live_blocks(), 0u);
    EXPECT_FALSE(memory.mismatched());
}

} // namespace
} // namespace throng
