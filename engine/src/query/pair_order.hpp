// SPDX-License-Identifier: MIT
// Pairs in the order of slots: a radix sort by the most significant digit of the first slot, in parallel over buckets,
// each of which is sorted by what is left of it (McIlroy, Bostic & McIlroy 1993).
#pragma once

#include <throng/executor.hpp>
#include <throng/hits.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// How many counters sort_pairs() needs.
std::size_t pair_counters(std::size_t pairs, const Executor& executor) noexcept;

/// Sorts by (a, b). `spare` has as many entries and `counters` pair_counters() of them, both of any content. False: the
/// executor was cancelled, and the order is unspecified.
///
/// Cost     O(pairs) where the slots are dense or few pairs share one; O(pairs log pairs) at most.
[[nodiscard]] bool sort_pairs(std::span<Pair> pairs, std::span<Pair> spare, std::span<std::uint32_t> counters,
                              const Executor& executor) noexcept;

} // namespace throng
