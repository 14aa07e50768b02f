// SPDX-License-Identifier: MIT
// Prefix sums: from counts to offsets.
#pragma once

#include <throng/executor.hpp>

#include <cstdint>
#include <span>

namespace throng::parallel {

/// offsets[i] = counts[0] + ... + counts[i - 1] for i = 0 .. counts.size(); returns the total.
///
/// `offsets` has counts.size() + 1 entries (at most 2^32 - 1 counts) and may begin where `counts` begins. When the sum
/// is above 2^32 - 1, the offsets are unspecified: test the result. Cannot be cancelled.
///
/// Cost     O(counts): two passes, parallel over at most 256 blocks whose bounds depend only on the size; one
///          pass when serial.
/// Memory   only the stack.
std::uint64_t exclusive_scan(std::span<const std::uint32_t> counts, std::span<std::uint32_t> offsets,
                             const Executor& executor) noexcept;

} // namespace throng::parallel
