// SPDX-License-Identifier: MIT
// The caller's boxes as input of an index, when a box is too long, and the faults found.
#pragma once

#include <cstddef>
#include <cstdint>

namespace throng::kernels {

/// The caller's boxes, as BoxView and PointView describe them. Strides are in bytes; 0 repeats one element.
struct BoxSource {
    enum class Form : std::uint8_t { Points, Corners, Centers, CommonCenters };
    const float *a_x = nullptr, *a_y = nullptr, *b_x = nullptr, *b_y = nullptr;
    std::size_t a_stride = 0, b_stride = 0;
    float half_extent = 0;     // CommonCenters: of all boxes; Points: of the boxes around the points
    float max_half_extent = 0; // wider boxes are TooLarge; 0: no bound
    Form form = Form::Points;
    bool side_by_side = false; // Corners: four floats in a row, packed
    bool gathers = false;      // packed columns are read by the gather instruction: items are below 2^31
    // The distance, in items, at which boxes are fetched ahead of their element; 0: items are in no order of elements.
    std::uint32_t lead = 0;
};

/// Exchanges x and y of boxes if `exchange` is set, as a turned grid stores them.
inline BoxSource exchanged(const BoxSource& boxes, bool exchange) noexcept {
    if (!exchange) return boxes;
    BoxSource result = boxes;
    result.a_x = boxes.a_y, result.a_y = boxes.a_x;
    result.b_x = boxes.b_y, result.b_y = boxes.b_x;
    return result;
}

inline constexpr std::uint32_t no_item = 0xFFFF'FFFFu;

/// Faults of the items of a batch.
struct ItemFaults {
    std::uint32_t faults = 0;           // Fault bits
    std::uint32_t first = 0xFFFF'FFFFu; // smallest position
    std::uint32_t count = 0;
};
static inline void note_fault(ItemFaults& out, std::uint32_t faults, std::uint32_t item) noexcept {
    out.faults |= faults;
    if (item < out.first) out.first = item;
    ++out.count;
}

// Returns the rounding error of a sum: the true sum minus the rounded one (Knuth's two-sum).
[[gnu::always_inline]] static inline double sum_error(double a, double b, double sum) noexcept {
    const double b_in_sum = sum - a;
    return (a - (sum - b_in_sum)) + (b - b_in_sum);
}

/// Whether a side is longer than twice the bound by more than four units in the last place of the largest number
/// involved. The numbers themselves are compared, not rounded ones.
[[gnu::always_inline]] static inline bool is_too_long(float low, float high, float bound) noexcept {
    const float below = low < 0 ? -low : low, beyond = high < 0 ? -high : high;
    const float farther = below > beyond ? below : beyond, largest = farther > bound ? farther : bound;
    // Four times 2^(exponent - 23); all denormals have the exponent of the smallest normal number.
    const std::uint32_t exponent = __builtin_bit_cast(std::uint32_t, largest) & 0x7F80'0000u;
    const double four_ulp = double{exponent ? __builtin_bit_cast(float, exponent) : __FLT_MIN__} * (4. / 8388608.);
    const double length = double{high} - double{low}, above = length - 2. * double{bound};
    // Near the limit this difference is exact, and at most one of the two sums has a rounding error.
    return above - four_ulp > -(sum_error(high, -double{low}, length) + sum_error(length, -2. * double{bound}, above));
}

/// Returns item i of a strided column.
static inline float value_at(const float* column, std::size_t stride, std::size_t i) {
    return column[i * (stride / sizeof(float))];
}

} // namespace throng::kernels
