// SPDX-License-Identifier: MIT
// The places of a batch's items in the order of a key.
#pragma once

#include "engine/src/base/blocks.hpp"
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/query_batch.hpp"
#include "parallel/counting_sort.hpp"

namespace throng {

/// Calls body(begin, end) for blocks of items, in parallel. Queries get the same place whatever the floating-point mode
/// of the caller or of a thread of the host is.
template <class Body> void for_item_blocks(std::uint32_t count, const Executor& executor, Body body) noexcept {
    constexpr std::uint32_t items_per_block = 4096;
    compute_ranges_to_end(executor, count, items_per_block, body);
}

/// write_keys(begin, end, keys) writes the keys of items [begin, end), all below `key_count`, to keys[begin .. end).
/// Returns room for `words` further words in the answer's memory, or null: out of memory.
template <class WriteKeys>
std::uint32_t* sort_items(std::uint32_t count, std::uint32_t key_count, std::size_t words, HitsState& memory,
                          SortedItems& sorted, const Executor& executor, WriteKeys write_keys) noexcept {
    const std::size_t scratch = parallel::sort_scratch_size(count, key_count);
    if (!memory.item_order.resize_discard(3 * std::size_t{count} + words + key_count + 1 + scratch)) return nullptr;
    std::uint32_t *const place = memory.item_order.data(), *const end = place + count, *const found = end + count,
                         *const more = found + count, *const key_begin = more + words;
    // The keys are written where the counts will be.
    for_item_blocks(count, executor, [&](std::uint32_t first, std::uint32_t last) { write_keys(first, last, end); });
    parallel::places_by_key({end, count}, key_count, {place, count}, {key_begin, key_count + std::size_t{1}},
                            {key_begin + key_count + 1, scratch}, executor);
    sorted = {.item_of_row = place, .end = end, .found = found};
    return more;
}

} // namespace throng
