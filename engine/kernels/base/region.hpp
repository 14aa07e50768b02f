// SPDX-License-Identifier: MIT
// The cell of a coordinate, and regions that surely contain every box of interest.
//
// cell_index is monotone in the coordinate (subtraction, multiplication by a positive number, clamping and truncation
// all are), so a centre between two coordinates lies between their two cells, at borders and far outside as well. All
// pruning rests on that; no cell's rectangle is ever computed.
#pragma once

#include <cstdint>

namespace throng::kernels {

/// Returns the cell of a coordinate among `count` (<= 2^24, so that it is exact as a float).
static inline std::uint32_t cell_index(float v, float origin, float inverse_cell, std::uint32_t count) noexcept {
    const float at = (v - origin) * inverse_cell, last = static_cast<float>(count - 1);
    const float low = at > 0.f ? at : 0.f;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(low < last ? low : last));
}

static inline float magnitude(float v) noexcept { return __builtin_fabsf(v); } // without a branch

// The slack is four ulp of the larger operand, and more than the smallest normal number. It covers the roundings of the
// sum itself, of a box's corner (point +- half extent) and of its centre.
static inline float slack(float a, float b) noexcept { return (magnitude(a) + magnitude(b)) * 4.8e-7f + 3e-38f; }
static inline float surely_below(float a, float b) noexcept { return a - b - slack(a, b); } // <= a - b
static inline float surely_above(float a, float b) noexcept { return a + b + slack(a, b); } // >= a + b

/// Returns a reach that no element passing `d2 <= radius * radius` exceeds. Squares that underflow let elements up to
/// 2^-74 pass a zero radius; squares that overflow let everything pass, hence no limit.
static inline float widened_reach(float radius) noexcept {
    const float squared = radius * radius;
    if (!(squared < __builtin_inff())) return __builtin_inff();
    return radius + radius * 1e-6f + 3e-22f;
}

/// The boxes of candidates may touch this region. Infinite sides mean no pruning there.
struct Region {
    float min_x, min_y, max_x, max_y;
};
inline constexpr Region unbounded_region{-__builtin_inff(), -__builtin_inff(), __builtin_inff(), __builtin_inff()};
static inline Region around(float x, float y, float reach) noexcept {
    return {surely_below(x, reach), surely_below(y, reach), surely_above(x, reach), surely_above(y, reach)};
}

/// Grows a region so that it holds a box.
static inline void include(Region& all, const Region& box) noexcept {
    all.min_x = box.min_x < all.min_x ? box.min_x : all.min_x;
    all.min_y = box.min_y < all.min_y ? box.min_y : all.min_y;
    all.max_x = box.max_x > all.max_x ? box.max_x : all.max_x;
    all.max_y = box.max_y > all.max_y ? box.max_y : all.max_y;
}
/// Whether a box, which may be of any type with these four sides, touches the region.
template <class Box> static inline bool meets(const Box& box, const Region& region) noexcept {
    return box.min_x <= region.max_x && box.max_x >= region.min_x && box.min_y <= region.max_y &&
           box.max_y >= region.min_y;
}

static inline bool finite(float v) { return magnitude(v) < __builtin_inff(); }
/// It needs no branch: zero times an infinity or a NaN is a NaN.
static inline bool all_finite(const Region& r) {
    return (r.min_x * 0.f + r.min_y * 0.f) + (r.max_x * 0.f + r.max_y * 0.f) == 0.f;
}

} // namespace throng::kernels
