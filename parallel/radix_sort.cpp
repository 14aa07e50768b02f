// SPDX-License-Identifier: MIT
// A radix sort from the lowest digit up: a histogram per block and digit, then each item to its place.
#include "parallel/radix_sort.hpp"

#include "parallel/for_each_block.hpp"
#include "parallel/ranges.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace throng::parallel {
namespace {

constexpr std::uint32_t digit_bits = 8, values = 1u << digit_bits, digits = 32 / digit_bits;
constexpr std::size_t smallest_block = 16 * 1024, most_blocks = 64;

std::uint32_t digit_of(std::uint32_t key, std::uint32_t digit) noexcept {
    return key >> (digit * digit_bits) & (values - 1);
}

std::uint32_t blocks_for(std::size_t count, const Executor& executor) noexcept {
    if (is_serial(executor)) return 1;
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(count / smallest_block, 1, most_blocks));
}

// Counters become the places of the first item of each value and block. False: all items have the same value.
bool add_up(std::span<std::uint32_t> counters, std::uint32_t blocks, std::size_t count) noexcept {
    std::uint32_t begin = 0;
    for (std::uint32_t value = 0; value < values; ++value) {
        const std::uint32_t first = begin;
        for (std::uint32_t b = 0; b < blocks; ++b) begin += std::exchange(counters[b * values + value], begin);
        if (begin - first == count) return false;
    }
    return true;
}

} // namespace

static_assert(serial_digit_counters == digits * values);

std::size_t digit_counters(std::size_t count, const Executor& executor) noexcept {
    return std::max<std::size_t>(serial_digit_counters, std::size_t{blocks_for(count, executor)} * values);
}

void sort_by_digits(std::span<KeyedItem> items, std::span<KeyedItem> other, std::span<std::uint32_t> counters,
                    const Executor& executor) noexcept {
    assert(other.size() == items.size() && counters.size() >= digit_counters(items.size(), executor));
    const std::size_t count = items.size();
    const std::uint32_t blocks = blocks_for(count, executor);
    const auto begin_of = [&](std::uint32_t b) { return static_cast<std::size_t>(std::uint64_t{count} * b / blocks); };
    KeyedItem *from = items.data(), *to = other.data();
    if (blocks == 1) { // all digits are counted at once
        std::fill_n(counters.begin(), digits * values, 0u);
        for (std::size_t i = 0; i < count; ++i)
            for (std::uint32_t digit = 0; digit < digits; ++digit)
                ++counters[digit * values + digit_of(from[i].key, digit)];
    }
    for (std::uint32_t digit = 0; digit < digits; ++digit) {
        const auto counters_of = [&](std::uint32_t b) { return &counters[(blocks == 1 ? digit : b) * values]; };
        if (blocks != 1)
            for_each_block_to_end(executor, blocks, [&](std::uint32_t b) {
                std::uint32_t* const counts = counters_of(b);
                std::fill_n(counts, values, 0u);
                for (std::size_t i = begin_of(b); i < begin_of(b + 1); ++i) ++counts[digit_of(from[i].key, digit)];
            });
        if (!add_up({counters_of(0), std::size_t{blocks} * values}, blocks, count)) continue;
        for_each_block_to_end(executor, blocks, [&](std::uint32_t b) {
            std::uint32_t* const place = counters_of(b);
            for (std::size_t i = begin_of(b), end = begin_of(b + 1); i < end; ++i)
                to[place[digit_of(from[i].key, digit)]++] = from[i];
        });
        std::swap(from, to);
    }
    if (from != items.data()) std::copy_n(from, count, items.data());
}

} // namespace throng::parallel
