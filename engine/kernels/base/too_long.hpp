// SPDX-License-Identifier: MIT
// Whether a box exceeds the bound of a grid, exactly.
#pragma once

#include <cstdint>

namespace throng::kernels {

// The rounding error of a sum: the true sum minus the rounded one (Knuth's two-sum).
[[gnu::always_inline]] static inline double left_out(double a, double b, double sum) noexcept {
    const double b_in_sum = sum - a;
    return (a - (sum - b_in_sum)) + (b - b_in_sum);
}

/// Whether a side is longer than twice the bound by more than four units in the last place of the largest number
/// involved. The numbers themselves are compared, not rounded ones.
[[gnu::always_inline]] static inline bool is_too_long(float low, float high, float bound) noexcept {
    const float below = low < 0 ? -low : low, beyond = high < 0 ? -high : high;
    const float farther = below > beyond ? below : beyond, largest = farther > bound ? farther : bound;
    // 2^(exponent - 23), four times; all denormals have the exponent of the smallest normal number.
    const std::uint32_t exponent = __builtin_bit_cast(std::uint32_t, largest) & 0x7F80'0000u;
    const double four_ulp = double{exponent ? __builtin_bit_cast(float, exponent) : __FLT_MIN__} * (4. / 8388608.);
    const double length = double{high} - double{low}, above = length - 2. * double{bound};
    // Near the limit this difference is exact, and at most one of the two sums has a rounding error.
    return above - four_ulp > -(left_out(high, -double{low}, length) + left_out(length, -2. * double{bound}, above));
}

} // namespace throng::kernels
