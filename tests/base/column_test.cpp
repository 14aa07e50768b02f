// SPDX-License-Identifier: MIT
// The growable column: what it keeps, what it gives back, and that a failure changes nothing.
#include "engine/src/base/column.hpp"
#include "support/counting_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace throng {
namespace {

using support::CountingMemory;

Column<int> counted_up(std::size_t count, Memory memory = {}) {
    Column<int> column(memory);
    EXPECT_TRUE(column.reserve(count));
    column.resize(count);
    std::iota(column.begin(), column.end(), 0);
    return column;
}

void expect_counted_up(const Column<int>& column, std::size_t count) {
    ASSERT_EQ(column.size(), count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(column[i], static_cast<int>(i));
}

TEST(Column, GrowingKeepsTheContent) {
    Column<int> column = counted_up(10);

    EXPECT_TRUE(column.reserve(1000));
    expect_counted_up(column, 10);
    EXPECT_EQ(column.capacity(), 1000u);

    EXPECT_TRUE(column.grow(1001));
    expect_counted_up(column, 10);
    EXPECT_EQ(column.capacity(), 1500u);

    EXPECT_TRUE(column.grow(9000));
    EXPECT_EQ(column.capacity(), 9000u);
}

TEST(Column, OfTwoMegabytesBeginsAtAMultipleOfThem) {
    constexpr std::size_t count = std::size_t{1} << 19, huge_page = std::size_t{2} << 20;
    for (const std::size_t size : {count * 15 / 16, count, std::size_t{1'000'000}, 3 * count + 1}) {
        const Column<int> column = counted_up(size);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(column.data()) % huge_page, 0u);
        expect_counted_up(column, size);
    }
}

TEST(Column, AppendingAddsTheValueBehindTheOthersInTheRoomThatIsThere) {
    CountingMemory memory;
    Column<int> column = counted_up(10, memory.memory());
    EXPECT_TRUE(column.reserve(12));
    const std::size_t requests = memory.requests();

    column.append(10);
    column.append(11);

    expect_counted_up(column, 12);
    EXPECT_EQ(column.capacity(), 12u);
    EXPECT_EQ(memory.requests(), requests);
}

TEST(Column, NeverShrinksByItself) {
    CountingMemory memory;
    Column<int> column = counted_up(100, memory.memory());
    const int* const place = column.data();

    EXPECT_TRUE(column.reserve(0));
    EXPECT_TRUE(column.grow(1));
    EXPECT_TRUE(column.resize_discard(5));
    column.resize(100);

    EXPECT_EQ(column.capacity(), 100u);
    EXPECT_EQ(column.data(), place);
    EXPECT_EQ(memory.requests(), 1u);
}

TEST(Column, BlocksAreAlignedAndCarryATileOfPadding) {
    CountingMemory memory;
    for (std::size_t count = 1; count < 70; ++count) {
        Column<std::uint8_t> column(memory.memory());
        ASSERT_TRUE(column.resize_discard(count));

        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(column.data()) % 64, 0u);
        EXPECT_EQ(column.bytes(), count + 64);
        EXPECT_EQ(memory.live_bytes(), column.bytes());
        std::memset(column.end(), 0xAB, 64); // an address sanitizer objects if the padding is not there
    }
    EXPECT_EQ(memory.live_blocks(), 0u);
}

TEST(Column, WithoutMemoryNothingChanges) {
    CountingMemory memory;
    Column<int> column = counted_up(10, memory.memory());
    const int* const place = column.data();

    memory.refuse(1);
    EXPECT_FALSE(column.reserve(20));
    memory.refuse(1);
    EXPECT_FALSE(column.grow(20));
    memory.refuse(1);
    EXPECT_FALSE(column.resize_discard(20));

    EXPECT_EQ(column.data(), place);
    EXPECT_EQ(column.capacity(), 10u);
    expect_counted_up(column, 10);
}

TEST(Column, SizesThatOverflowAreOutOfMemory) {
    CountingMemory memory;
    Column<std::uint64_t> column(memory.memory());
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();

    for (const std::size_t count : {most, most / 8, most / 8 + 1, most / 16, most / 8 - 7}) {
        EXPECT_FALSE(column.reserve(count));
        EXPECT_FALSE(column.grow(count));
        EXPECT_FALSE(column.resize_discard(count));
    }

    EXPECT_EQ(memory.requests(), 0u);
}

TEST(Column, DiscardingResizeNeedsNoCopyButAdoptsTheSize) {
    Column<int> column = counted_up(10);

    EXPECT_TRUE(column.resize_discard(500));

    EXPECT_EQ(column.size(), 500u);
    EXPECT_EQ(column.capacity(), 500u);
}

TEST(Column, SlowGrowthWithRoomSeldomTakesABlock) {
    CountingMemory memory;
    Column<int> column(memory.memory());
    std::size_t blocks = 0;

    for (std::size_t size = 800; size < 1000; ++size) {
        const std::size_t capacity = column.capacity();
        ASSERT_TRUE(column.resize_with_room(size));
        ASSERT_EQ(column.size(), size);
        blocks += column.capacity() != capacity ? 1u : 0u;
    }
    ASSERT_TRUE(column.resize_with_room(10));

    EXPECT_EQ(blocks, 2u) << "800 to 900, 901 to 1013";
    EXPECT_EQ(column.size(), 10u);
    EXPECT_EQ(column.capacity(), 1013u);
}

TEST(Column, MovesTakeTheBlockAlong) {
    CountingMemory memory;
    Column<int> from = counted_up(10, memory.memory());

    Column<int> to(std::move(from));
    expect_counted_up(to, 10);
    EXPECT_EQ(from.size(), 0u); // NOLINT(bugprone-use-after-move): this is the promise
    EXPECT_EQ(from.data(), nullptr);

    Column<int> assigned = counted_up(3, memory.memory());
    assigned = std::move(to);
    expect_counted_up(assigned, 10);
    EXPECT_EQ(memory.live_blocks(), 1u);
}

TEST(Column, SwapExchangesBlocksAndTheirMemories) {
    CountingMemory first_memory, second_memory;
    {
        Column<int> first = counted_up(10, first_memory.memory()), second = counted_up(20, second_memory.memory());

        first.swap(second);

        expect_counted_up(first, 20);
        expect_counted_up(second, 10);
    }
    EXPECT_EQ(first_memory.live_bytes(), 0u);
    EXPECT_EQ(second_memory.live_bytes(), 0u);
    EXPECT_FALSE(first_memory.mismatched() || second_memory.mismatched());
}

TEST(Column, ReleaseGivesTheBlockBack) {
    CountingMemory memory;
    Column<int> column = counted_up(10, memory.memory());

    column.release();

    EXPECT_EQ(memory.live_blocks(), 0u);
    EXPECT_EQ(column.bytes(), 0u);
    EXPECT_TRUE(column.empty());
    EXPECT_TRUE(column.reserve(5));
}

TEST(MemoryFunctions, WithoutFunctionsTheGlobalHeapServes) {
    void* const block = allocate({}, 100, 256);

    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 256, 0u);
    std::memset(block, 1, 100);
    deallocate({}, block, 100, 256);
    deallocate({}, nullptr, 100, 256);
}

TEST(MemoryFunctions, AnArenaThatTakesNothingBackNeedsNoDeallocate) {
    alignas(64) static std::byte arena[64];
    const Memory memory{[](void*, std::size_t, std::size_t) -> void* { return arena; }, nullptr, nullptr};

    void* const block = allocate(memory, 64, 64);

    EXPECT_EQ(block, arena);
    deallocate(memory, block, 64, 64); // would end in operator delete, on a block that is not its own
}

} // namespace
} // namespace throng
