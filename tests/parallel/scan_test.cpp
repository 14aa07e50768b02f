// SPDX-License-Identifier: MIT
// Scan and sorts against the plain loops that define them.
#include "parallel/counting_sort.hpp"
#include "parallel/radix_sort.hpp"
#include "parallel/scan.hpp"
#include "tests/support/thread_executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace throng::parallel {
namespace {

using test::ThreadExecutor;
using Numbers = std::vector<std::uint32_t>;

Numbers random_numbers(std::size_t count, std::uint32_t below, std::uint32_t seed) {
    std::mt19937 random(seed);
    Numbers numbers(count);
    for (std::uint32_t& number : numbers) number = static_cast<std::uint32_t>(random() % below);
    return numbers;
}

Numbers offsets_of(const Numbers& counts) {
    Numbers offsets(counts.size() + 1);
    std::partial_sum(counts.begin(), counts.end(), offsets.begin() + 1);
    return offsets;
}

struct Hosts {
    ThreadExecutor two{2}, seven{7};
    std::vector<Executor> all() { return {serial(), Executor{}, two, seven}; }
};

TEST(ExclusiveScan, SumsWhatComesBefore) {
    Hosts hosts;
    for (const Executor& executor : hosts.all())
        for (const std::size_t size : {0u, 1u, 2u, 1000u, 16384u, 16385u, 32769u, 300000u}) {
            const Numbers counts = random_numbers(size, 100, 7);
            const Numbers expected = offsets_of(counts);
            Numbers offsets(size + 1, 77);

            const std::uint64_t total = exclusive_scan(counts, offsets, executor);

            EXPECT_EQ(total, expected.back()) << size;
            EXPECT_EQ(offsets, expected) << size;
        }
}

TEST(ExclusiveScan, StaysWithinItsBlocksWhateverTheSize) {
    // More than 256 of the smallest blocks: blocks must grow instead.
    ThreadExecutor two(2);
    const Numbers counts(256 * 16384 + 12345, 3);
    Numbers offsets(counts.size() + 1);

    const std::uint64_t total = exclusive_scan(counts, offsets, two);

    EXPECT_EQ(total, counts.size() * 3);
    EXPECT_EQ(offsets, offsets_of(counts));
}

TEST(ExclusiveScan, MayWriteOverItsInput) {
    Hosts hosts;
    for (const Executor& executor : hosts.all()) {
        const Numbers counts = random_numbers(100000, 9, 3);
        Numbers both = counts;
        both.push_back(0);

        exclusive_scan(std::span(both).first(counts.size()), both, executor);

        EXPECT_EQ(both, offsets_of(counts));
    }
}

TEST(ExclusiveScan, TellsASumBeyondThirtyTwoBits) {
    Hosts hosts;
    for (const Executor& executor : hosts.all())
        for (const std::size_t size : {2u, 100000u}) {
            const Numbers counts(size, std::numeric_limits<std::uint32_t>::max());
            Numbers offsets(size + 1);

            const std::uint64_t total = exclusive_scan(counts, offsets, executor);

            EXPECT_EQ(total, size * std::uint64_t{std::numeric_limits<std::uint32_t>::max()});
        }
}

TEST(ExclusiveScan, TheLargestSumThatFitsIsExact) {
    ThreadExecutor two(2);
    Numbers counts(65536, 65536);
    counts.back() = 65535;
    Numbers offsets(counts.size() + 1);

    const std::uint64_t total = exclusive_scan(counts, offsets, two);

    EXPECT_EQ(total, std::numeric_limits<std::uint32_t>::max());
    EXPECT_EQ(offsets.back(), std::numeric_limits<std::uint32_t>::max());
}

struct SortCase {
    std::size_t count;
    std::uint32_t key_count;
};

TEST(CountingSort, OrdersIndicesByKeyAndEqualKeysByIndex) {
    Hosts hosts;
    for (const auto [count, key_count] : {SortCase{0, 1},
                                          {1, 1},
                                          {5, 3},
                                          {4096, 16},
                                          {8192, 1},
                                          {50000, 7},
                                          {50000, 3000},
                                          {50000, 25000},
                                          {50000, 50000},
                                          {1000, 200000},
                                          {200000, 1500}}) {
        SCOPED_TRACE(std::to_string(count) + " keys below " + std::to_string(key_count));
        const Numbers keys = random_numbers(count, key_count, 11);
        Numbers expected(count), expected_place(count);
        std::iota(expected.begin(), expected.end(), 0u);
        std::stable_sort(expected.begin(), expected.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
        for (std::uint32_t i = 0; i < count; ++i) expected_place[expected[i]] = i;
        Numbers counts(key_count);
        for (const std::uint32_t key : keys) ++counts[key];
        const Numbers offsets = offsets_of(counts);

        for (const Executor& executor : hosts.all()) {
            Numbers order(count, 77), key_begin(std::size_t{key_count} + 1, 77),
                scratch(sort_scratch_size(count, key_count), 77);
            sort_by_key(keys, key_count, order, key_begin, scratch, executor);
            EXPECT_EQ(order, expected);
            EXPECT_EQ(key_begin, offsets);

            Numbers place(count, 77), again(std::size_t{key_count} + 1, 77);
            places_by_key(keys, key_count, place, again, scratch, executor);
            EXPECT_EQ(place, expected_place);
            EXPECT_EQ(again, key_begin);
        }
    }
}

TEST(DigitSort, OrdersByKeyAndKeepsTheOrderOfEqualKeys) {
    Hosts hosts;
    const auto same = [](const KeyedItem& a, const KeyedItem& b) { return a.key == b.key && a.item == b.item; };
    for (const std::size_t count : {0u, 1u, 2u, 300u, 16384u, 50000u, 300000u})
        for (const std::uint32_t below : {1u, 200u, 70000u, 0xFFFF'FFFFu}) {
            const Numbers keys = random_numbers(count, below, 12);
            std::vector<KeyedItem> unsorted(count);
            for (std::uint32_t i = 0; i < count; ++i) unsorted[i] = {keys[i], i};
            std::vector<KeyedItem> expected = unsorted;
            std::stable_sort(expected.begin(), expected.end(),
                             [](const KeyedItem& a, const KeyedItem& b) { return a.key < b.key; });
            for (const Executor& executor : hosts.all()) {
                std::vector<KeyedItem> items = unsorted, other(count);
                Numbers counters(digit_counters(count, executor), 77);
                sort_by_digits(items, other, counters, executor);
                EXPECT_TRUE(std::ranges::equal(items, expected, same)) << count << " keys below " << below;
            }
        }
}

TEST(CountingSort, NoKeysAtAllLeaveOneOffset) {
    Numbers key_begin(1, 77);

    sort_by_key({}, 0, {}, key_begin, {}, serial());

    EXPECT_EQ(key_begin, Numbers{0});
}

TEST(CountingSort, ScratchNeverPassesTheLargerOfKeysAndIndices) {
    for (const std::size_t count : {0u, 1u, 5000u, 1000000u, 50000000u})
        for (const std::uint32_t key_count : {0u, 1u, 30u, 5000u, 1000000u, 4000000000u})
            EXPECT_LE(sort_scratch_size(count, key_count), std::max<std::size_t>(count, key_count));
}

} // namespace
} // namespace throng::parallel
