// SPDX-License-Identifier: MIT
// Parallel loops that compute in the kernels' mode of floating point, because the mode of a worker thread may differ.
// Loops that only copy use those of parallel/ directly.
#pragma once

#include "parallel/ranges.hpp"
#include "simd/float_environment.hpp"

#include <cstdint>
#include <type_traits>

namespace throng {

/// Does the same as parallel::for_each_block.
template <class Body> bool compute_blocks(const Executor& executor, std::uint32_t count, Body&& body) noexcept {
    return parallel::for_each_block(executor, count, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        body(b);
    });
}

/// Does the same as parallel::for_each_block_to_end.
template <class Body> void compute_blocks_to_end(const Executor& executor, std::uint32_t count, Body&& body) noexcept {
    parallel::for_each_block_to_end(executor, count, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        body(b);
    });
}

/// Does the same as parallel::for_each_range_to_end.
template <class N, class Body>
void compute_ranges_to_end(const Executor& executor, N count, std::type_identity_t<N> size, Body&& body) noexcept {
    parallel::for_each_range_to_end(executor, count, size, [&](N begin, N end) {
        const simd::FloatEnvironment environment;
        body(begin, end);
    });
}

} // namespace throng
