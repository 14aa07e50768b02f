// SPDX-License-Identifier: MIT
// A stable parallel counting sort: a histogram per block of indices, then each index to its place.
#include "parallel/counting_sort.hpp"

#include "parallel/for_each_block.hpp"
#include "parallel/scan.hpp"

#include <algorithm>
#include <cassert>

namespace throng::parallel {
namespace {

constexpr std::size_t max_blocks = 256;
constexpr std::size_t min_block = 4 * 1024;
constexpr std::size_t keys_at_once = 1024;

// blocks * key_count <= max(count, key_count): clearing and summing the histograms never costs more than the sort itself. With about as
// many keys as indices that leaves one block, that is, a serial sort.
std::uint32_t blocks_of(std::size_t count, std::uint32_t key_count) noexcept {
    const std::size_t by_memory = count / std::max<std::size_t>(key_count, 1);
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(std::min(by_memory, count / min_block), 1, max_blocks));
}

// put(i, place) takes each index with its place in the order.
template <class Put> void sort_in_one_block(std::span<const std::uint32_t> keys, std::span<std::uint32_t> key_begin, Put put) noexcept {
    std::fill(key_begin.begin(), key_begin.end(), 0u);
    for (const std::uint32_t key : keys) ++key_begin[key];
    exclusive_scan(key_begin.first(key_begin.size() - 1), key_begin, serial());
    for (std::size_t i = 0; i < keys.size(); ++i) put(i, key_begin[keys[i]]++);

    // Each entry has moved on to the next key's begin: shift them back.
    for (std::size_t k = key_begin.size() - 1; k > 0; --k) key_begin[k] = key_begin[k - 1];
    key_begin[0] = 0;
}

template <class Put>
void sort(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::span<std::uint32_t> key_begin,
          std::span<std::uint32_t> scratch, const Executor& executor, Put put) noexcept {
    assert(key_begin.size() == std::size_t(key_count) + 1);
    assert(scratch.size() >= sort_scratch_size(keys.size(), key_count));
    const std::uint32_t blocks = blocks_of(keys.size(), key_count);
    if (blocks == 1 || is_serial(executor)) return sort_in_one_block(keys, key_begin, put);

    const auto histogram = [&](std::uint32_t b) { return scratch.subspan(std::size_t(b) * key_count, key_count); };
    const auto first_of = [&](std::uint32_t b) { return static_cast<std::size_t>(std::uint64_t(keys.size()) * b / blocks); };
    for_each_block_to_end(executor, blocks, [&](std::uint32_t b) {
        const std::span<std::uint32_t> counts = histogram(b);
        std::fill(counts.begin(), counts.end(), 0u);
        for (std::size_t i = first_of(b); i < first_of(b + 1); ++i) ++counts[keys[i]];
    });

    // counts[k] of block b becomes how many indices of key k earlier blocks hold; the sum over all blocks goes to key_begin.
    const auto key_blocks = static_cast<std::uint32_t>((key_count + keys_at_once - 1) / keys_at_once);
    for_each_block_to_end(executor, key_blocks, [&](std::uint32_t part) {
        const std::size_t first = part * keys_at_once, last = std::min<std::size_t>(first + keys_at_once, key_count);
        std::fill(key_begin.begin() + std::ptrdiff_t(first), key_begin.begin() + std::ptrdiff_t(last), 0u);
        for (std::uint32_t b = 0; b < blocks; ++b) {
            const std::span<std::uint32_t> counts = histogram(b);
            for (std::size_t k = first; k < last; ++k) {
                const std::uint32_t count = counts[k];
                counts[k] = key_begin[k];
                key_begin[k] += count;
            }
        }
    });
    exclusive_scan(key_begin.first(key_count), key_begin, executor);

    for_each_block_to_end(executor, blocks, [&](std::uint32_t b) {
        const std::span<std::uint32_t> earlier = histogram(b);
        for (std::size_t i = first_of(b); i < first_of(b + 1); ++i) put(i, key_begin[keys[i]] + earlier[keys[i]]++);
    });
}

} // namespace

std::size_t sort_scratch_size(std::size_t count, std::uint32_t key_count) noexcept {
    const std::size_t blocks = blocks_of(count, key_count);
    return blocks == 1 ? 0 : blocks * key_count;
}

void sort_by_key(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::span<std::uint32_t> order,
                 std::span<std::uint32_t> key_begin, std::span<std::uint32_t> scratch, const Executor& executor) noexcept {
    assert(order.size() == keys.size());
    sort(keys, key_count, key_begin, scratch, executor,
         [order](std::size_t i, std::uint32_t place) { order[place] = static_cast<std::uint32_t>(i); });
}

void places_by_key(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::span<std::uint32_t> place,
                   std::span<std::uint32_t> key_begin, std::span<std::uint32_t> scratch, const Executor& executor) noexcept {
    assert(place.size() == keys.size());
    sort(keys, key_count, key_begin, scratch, executor, [place](std::size_t i, std::uint32_t at) { place[i] = at; });
}

} // namespace throng::parallel
