// SPDX-License-Identifier: MIT
// What the kernels of Hilbert's curve read and write.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/region.hpp"

namespace throng::kernels {

/// The begin of cell (0, 0) of a curve through 65,536 x 65,536 cells, and cells per unit of length. Elements outside
/// have their place at the border.
struct CurveFrame {
    float x, y, inverse_x, inverse_y;
    static constexpr std::uint32_t side = 1u << 16;
};

/// The place of a faulty box. The elements of the last cell get the place before.
inline constexpr std::uint32_t no_curve_place = 0xFFFF'FFFFu;

/// The first two read the boxes of items [begin, end) of a source that are no points.
struct CurveKernels {
    /// Returns the area around the centres of all valid boxes; min > max: there are none.
    Region (*area)(const BoxSource&, std::uint32_t begin, std::uint32_t end);
    /// Writes the place of each box's centre and its item, as pairs of words.
    void (*places)(const BoxSource&, const CurveFrame&, std::uint32_t begin, std::uint32_t end, std::uint32_t* pairs,
                   ItemFaults&);
    /// Sorts at most most_at_once pairs of a place and an item by place; items of equal place keep their order.
    void (*sort)(std::uint32_t* pairs, std::uint32_t count);
    static constexpr std::uint32_t most_at_once = 128;
};

} // namespace throng::kernels
