// SPDX-License-Identifier: MIT
// Prefix sums: the sums of blocks, then the offsets of each block from its sum onwards.
#include "parallel/scan.hpp"

#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <limits>

namespace throng::parallel {
namespace {

constexpr std::size_t max_blocks = 256;
constexpr std::size_t min_block = 16 * 1024; // a few microseconds: smaller blocks cost more than they save

// Reads counts[i] before it writes offsets[i], so that both may be the same memory.
std::uint64_t scan_from(std::uint64_t sum, std::span<const std::uint32_t> counts,
                        std::span<std::uint32_t> offsets) noexcept {
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::uint32_t count = counts[i];
        offsets[i] = static_cast<std::uint32_t>(sum);
        sum += count;
    }
    return sum;
}

std::uint64_t sum_of(std::span<const std::uint32_t> counts) noexcept {
    std::uint64_t sum = 0;
    for (const std::uint32_t count : counts) sum += count;
    return sum;
}

} // namespace

std::uint64_t exclusive_scan(std::span<const std::uint32_t> counts, std::span<std::uint32_t> offsets,
                             const Executor& executor) noexcept {
    const std::size_t size = counts.size();
    assert(offsets.size() == size + 1);
    if (size <= min_block || is_serial(executor)) {
        const std::uint64_t total = scan_from(0, counts, offsets);
        offsets[size] = static_cast<std::uint32_t>(total);
        return total;
    }

    const std::size_t block = std::max(min_block, (size + max_blocks - 1) / max_blocks);
    const auto blocks = static_cast<std::uint32_t>((size + block - 1) / block);
    const auto length = [&](std::size_t begin) { return std::min(block, size - begin); };
    std::array<std::uint64_t, max_blocks> sums;
    for_each_block_to_end(executor, blocks,
                          [&](std::uint32_t b) { sums[b] = sum_of(counts.subspan(b * block, length(b * block))); });

    std::uint64_t total = 0;
    for (std::uint32_t b = 0; b < blocks; ++b) {
        const std::uint64_t sum = sums[b];
        sums[b] = total;
        total += sum;
    }
    if (total > std::numeric_limits<std::uint32_t>::max()) return total;

    for_each_block_to_end(executor, blocks, [&](std::uint32_t b) {
        scan_from(sums[b], counts.subspan(b * block, length(b * block)), offsets.subspan(b * block, length(b * block)));
    });
    offsets[size] = static_cast<std::uint32_t>(total);
    return total;
}

} // namespace throng::parallel
