// SPDX-License-Identifier: MIT
// A stable parallel counting sort: a histogram per block of indices, then each index to its place. Each block is
// counted in four parts side by side, each with counters of its own: with equal keys in a row, a single counter would
// be read back from its last store every time.
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
constexpr std::size_t parts = 4;

// The blocks' counters are at most as many as the indices: clearing and summing them never costs more than the sort
// itself. 0: there are too many keys even for a single block.
std::uint32_t blocks_of(std::size_t count, std::uint32_t key_count) noexcept {
    const std::size_t by_memory = count / (parts * std::max<std::size_t>(key_count, 1));
    const std::size_t by_size = std::clamp<std::size_t>(count / min_block, 1, max_blocks);
    return static_cast<std::uint32_t>(std::min(by_memory, by_size));
}

// Calls visit(i, part) for each index of a block: those of a part in ascending order, and before those of
// the next part.
template <class Visit> void for_each_in_parts(std::size_t first, std::size_t last, Visit visit) noexcept {
    const std::size_t size = (last - first) / parts;
    for (std::size_t i = first; i < first + size; ++i)
        for (std::size_t part = 0; part < parts; ++part) visit(i + part * size, part);
    for (std::size_t i = first + parts * size; i < last; ++i) visit(i, parts - 1);
}

// Calls put(i, place) for each index with its place in the order.
template <class Put>
void sort_sparse(std::span<const std::uint32_t> keys, std::span<std::uint32_t> key_begin, Put put) noexcept {
    std::fill(key_begin.begin(), key_begin.end(), 0u);
    for (const std::uint32_t key : keys) ++key_begin[key];
    exclusive_scan(key_begin.first(key_begin.size() - 1), key_begin, serial());
    for (std::size_t i = 0; i < keys.size(); ++i) put(i, key_begin[keys[i]]++);

    // Each entry has advanced to the begin of the next key: shift them back.
    for (std::size_t k = key_begin.size() - 1; k > 0; --k) key_begin[k] = key_begin[k - 1];
    key_begin[0] = 0;
}

template <class Put>
void sort(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::span<std::uint32_t> key_begin,
          std::span<std::uint32_t> scratch, const Executor& executor, Put put) noexcept {
    assert(key_begin.size() == std::size_t(key_count) + 1);
    assert(scratch.size() >= sort_scratch_size(keys.size(), key_count));
    const std::uint32_t parallel_blocks = blocks_of(keys.size(), key_count);
    const std::uint32_t blocks = is_serial(executor) ? std::min(parallel_blocks, 1u) : parallel_blocks;
    if (blocks == 0) return sort_sparse(keys, key_begin, put);

    const std::size_t counters = parts * key_count; // of a block: of each key, one for each part
    const auto counters_of = [&](std::uint32_t b) { return scratch.subspan(b * counters, counters); };
    const auto first_of = [&](std::uint32_t b) {
        return static_cast<std::size_t>(std::uint64_t(keys.size()) * b / blocks);
    };
    for_each_block_to_end(executor, blocks, [&](std::uint32_t b) {
        const std::span<std::uint32_t> counts = counters_of(b);
        std::fill(counts.begin(), counts.end(), 0u);
        for_each_in_parts(first_of(b), first_of(b + 1),
                          [&](std::size_t i, std::size_t part) { ++counts[parts * keys[i] + part]; });
    });

    // A counter becomes the number of indices of its key in earlier parts; the total of a key goes to key_begin.
    const auto key_blocks = static_cast<std::uint32_t>((key_count + keys_at_once - 1) / keys_at_once);
    for_each_block_to_end(executor, key_blocks, [&](std::uint32_t keys_of_block) {
        const std::size_t first = keys_of_block * keys_at_once;
        const std::size_t last = std::min<std::size_t>(first + keys_at_once, key_count);
        std::fill(key_begin.begin() + std::ptrdiff_t(first), key_begin.begin() + std::ptrdiff_t(last), 0u);
        for (std::uint32_t b = 0; b < blocks; ++b) {
            const std::span<std::uint32_t> counts = counters_of(b);
            for (std::size_t c = parts * first; c < parts * last; ++c) {
                const std::uint32_t count = counts[c];
                counts[c] = key_begin[c / parts];
                key_begin[c / parts] += count;
            }
        }
    });
    exclusive_scan(key_begin.first(key_count), key_begin, executor);

    for_each_block_to_end(executor, blocks, [&](std::uint32_t b) {
        const std::span<std::uint32_t> earlier = counters_of(b);
        for_each_in_parts(first_of(b), first_of(b + 1), [&](std::size_t i, std::size_t part) {
            put(i, key_begin[keys[i]] + earlier[parts * keys[i] + part]++);
        });
    });
}

} // namespace

std::size_t sort_scratch_size(std::size_t count, std::uint32_t key_count) noexcept {
    return blocks_of(count, key_count) * parts * key_count;
}

void sort_by_key(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::span<std::uint32_t> order,
                 std::span<std::uint32_t> key_begin, std::span<std::uint32_t> scratch,
                 const Executor& executor) noexcept {
    assert(order.size() == keys.size());
    sort(keys, key_count, key_begin, scratch, executor,
         [order](std::size_t i, std::uint32_t place) { order[place] = static_cast<std::uint32_t>(i); });
}

void places_by_key(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::span<std::uint32_t> place,
                   std::span<std::uint32_t> key_begin, std::span<std::uint32_t> scratch,
                   const Executor& executor) noexcept {
    assert(place.size() == keys.size());
    sort(keys, key_count, key_begin, scratch, executor, [place](std::size_t i, std::uint32_t at) { place[i] = at; });
}

} // namespace throng::parallel
