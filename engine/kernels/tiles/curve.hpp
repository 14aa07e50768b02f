// SPDX-License-Identifier: MIT
// What the kernels of Hilbert's curve read and write.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/region.hpp"

#include <cstdint>

namespace throng::kernels {

/// The begin of cell (0, 0) of a curve through 65,536 x 65,536 cells, and cells per unit of length. Elements outside
/// have their place at the border.
struct CurveFrame {
    float x, y, inverse_x, inverse_y;
    static constexpr std::uint32_t side = 1u << 16;
};

/// The place of a faulty box. The elements of the last cell get the place before, last_curve_place.
inline constexpr std::uint32_t no_curve_place = 0xFFFF'FFFFu, last_curve_place = no_curve_place - 1;

/// The first two read the boxes of items [begin, end) of a source whose form is not Points.
struct CurveKernels {
    /// Returns the area around the centres of all valid boxes; min > max: there are none.
    Region (*area)(const BoxSource&, std::uint32_t begin, std::uint32_t end);
    /// Writes the place of the centre of box i, and i, to pairs[2 i] and pairs[2 i + 1], and to nothing else, so that
    /// blocks can run in parallel.
    void (*places)(const BoxSource&, const CurveFrame&, std::uint32_t begin, std::uint32_t end, std::uint32_t* pairs,
                   ItemFaults&);
    /// Sorts at most most_at_once pairs of a place and an item by place; items of equal place keep their order.
    void (*sort)(std::uint32_t* pairs, std::uint32_t count);
    static constexpr std::uint32_t most_at_once = 128;
};

} // namespace throng::kernels
