// SPDX-License-Identifier: MIT
// A stable parallel counting sort of indices by a small integer key.
#pragma once

#include <throng/executor.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng::parallel {

/// How many entries of scratch sort_by_key needs for `count` keys below `key_count`: at most max(count, key_count).
std::size_t sort_scratch_size(std::size_t count, std::uint32_t key_count) noexcept;

/// Fills `order` with 0 .. keys.size() - 1, sorted by key; indices of equal key keep their order, whatever the
/// executor.
///
/// Every key is below `key_count`; at most 2^32 - 1 keys. `order` has keys.size() entries, `key_begin` key_count + 1:
/// afterwards the indices of key k are order[key_begin[k]] .. order[key_begin[k + 1] - 1]. `scratch` has at least
/// sort_scratch_size() entries of any content. None of the spans overlap. Cannot be cancelled.
///
/// Cost     O(keys + key_count), parallel; the number of blocks is such that their histograms have at most as many
///          entries as the larger of both.
/// Memory   only the scratch.
void sort_by_key(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::span<std::uint32_t> order,
                 std::span<std::uint32_t> key_begin, std::span<std::uint32_t> scratch,
                 const Executor& executor) noexcept;

/// The inverse permutation: index i has the place place[i]. `place` has keys.size() entries; all else as above.
void places_by_key(std::span<const std::uint32_t> keys, std::uint32_t key_count, std::span<std::uint32_t> place,
                   std::span<std::uint32_t> key_begin, std::span<std::uint32_t> scratch,
                   const Executor& executor) noexcept;

} // namespace throng::parallel
