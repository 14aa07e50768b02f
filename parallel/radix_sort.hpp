// SPDX-License-Identifier: MIT
// A stable parallel sort of items by keys of 32 bits.
#pragma once

#include <throng/executor.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng::parallel {

struct KeyedItem {
    std::uint32_t key, item;
};

/// How many counters sort_by_digits() needs.
inline constexpr std::size_t serial_digit_counters = 1024;
std::size_t digit_counters(std::size_t count, const Executor& executor) noexcept; // at most 16,384

/// Sorts `items` by key; items of equal key keep their order, whatever the executor. `other` has as many entries, of
/// any content, and `counters` at least digit_counters(), of any content. None of the spans overlap. At most
/// 2^32 - 1 items. Cannot be cancelled.
///
/// Cost     O(items): four passes over digits of eight bits, fewer where all items share a digit; parallel over blocks
///          that depend only on the number of items.
/// Memory   only the two spans.
void sort_by_digits(std::span<KeyedItem> items, std::span<KeyedItem> other, std::span<std::uint32_t> counters,
                    const Executor& executor) noexcept;

} // namespace throng::parallel
