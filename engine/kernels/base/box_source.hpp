// SPDX-License-Identifier: MIT
// The caller's boxes as input of an index, and the faults found in them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace throng::kernels {

/// The caller's boxes, as described by BoxView and PointView. Strides are in bytes; 0 repeats one element.
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

/// The same boxes or queries with x and y exchanged, if `exchange`: as a turned grid stores them.
template <class Items> Items exchanged(const Items& items, bool exchange) noexcept {
    if (!exchange) return items;
    Items result = items;
    result.a_x = items.a_y, result.a_y = items.a_x;
    result.b_x = items.b_y, result.b_y = items.b_x;
    return result;
}

inline constexpr std::uint32_t no_item = 0xFFFF'FFFFu;

/// The faults of the items of a batch.
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

/// Item i of a strided column.
static inline float value_at(const float* column, std::size_t stride, std::size_t i) {
    return column[i * (stride / sizeof(float))];
}

} // namespace throng::kernels
