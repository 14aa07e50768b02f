// SPDX-License-Identifier: MIT
// The division of a loop over items into blocks. It depends only on the number of items, not on the threads.
#pragma once

#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace throng::parallel {

inline constexpr std::uint32_t max_blocks = 256;

/// At most `max_blocks` blocks of nearly equal size, none smaller than `smallest` unless it is the only one. For loops
/// with a result per block, so that all results fit on the stack.
template <class N> class Blocks {
public:
    Blocks(N items, std::type_identity_t<N> smallest) noexcept
        : count(static_cast<std::uint32_t>(std::clamp<N>(items / smallest, 1, max_blocks))), items_(items) {}

    N begin(std::uint32_t block) const noexcept { return static_cast<N>(std::uint64_t{items_} * block / count); }
    N end(std::uint32_t block) const noexcept { return begin(block + 1); }

    const std::uint32_t count;

private:
    N items_;
};

/// Blocks of `size` items each; the last one has the rest.
template <class N> class Ranges {
public:
    constexpr Ranges(N items, std::type_identity_t<N> size) noexcept
        : count(static_cast<std::uint32_t>(items / size + (items % size != 0 ? 1 : 0))), items_(items), size_(size) {}

    constexpr N begin(std::uint32_t block) const noexcept { return block * size_; }
    constexpr N end(std::uint32_t block) const noexcept {
        return begin(block) + std::min(items_ - begin(block), size_);
    }

    const std::uint32_t count;

private:
    N items_, size_;
};

/// Calls body(begin, end) for each of the Ranges, as for_each_block does.
template <class N, class Body>
bool for_each_range(const Executor& executor, N count, std::type_identity_t<N> size, Body&& body) noexcept {
    const Ranges<N> ranges(count, size);
    return for_each_block(executor, ranges.count, [&](std::uint32_t b) { body(ranges.begin(b), ranges.end(b)); });
}

/// The same for apply steps, which cannot be cancelled.
template <class N, class Body>
void for_each_range_to_end(const Executor& executor, N count, std::type_identity_t<N> size, Body&& body) noexcept {
    const Ranges<N> ranges(count, size);
    for_each_block_to_end(executor, ranges.count, [&](std::uint32_t b) { body(ranges.begin(b), ranges.end(b)); });
}

} // namespace throng::parallel
