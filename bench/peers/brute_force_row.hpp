// SPDX-License-Identifier: MIT
// One box against all elements, or all after it, 16 at a time: what a crowd of a thousand can afford instead of an
// index.
#pragma once

#include "simd/arch.hpp"

#include <throng/types.hpp>

#include <cstddef>

namespace throng::bench {

inline constexpr std::size_t beyond_the_end = 16;

struct BoxColumns { // `size` boxes, and beyond_the_end more that overlap nothing
    const float *min_x, *min_y, *max_x, *max_y;
    std::size_t size;
};

/// Writes every slot from `begin` on with a box that overlaps `query`, ascending, and returns the end. `out` has room
/// for all.
template <class A>
Slot* overlapping_from(const BoxColumns& boxes, std::size_t begin, const Aabb& query, Slot* out) noexcept;

} // namespace throng::bench
