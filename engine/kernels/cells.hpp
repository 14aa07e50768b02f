// SPDX-License-Identifier: MIT
// From a coordinate to its cell, and ranges of cells that surely hold every centre of interest.
//
// cell_index is monotone in the coordinate (subtraction, multiplication by a positive number, clamping and truncation
// all are), so a centre between two coordinates lies between their two cells, borders and far outside included. All
// pruning rests on that; no cell's rectangle is ever computed.
#pragma once

#include "engine/kernels/grid_view.hpp"

namespace throng::kernels {

/// The cell of a coordinate among `count` (<= 2^24, so that it is exact as a float).
static inline std::uint32_t cell_index(float v, float origin, float inverse_cell, std::uint32_t count) noexcept {
    const float at = (v - origin) * inverse_cell, last = static_cast<float>(count - 1);
    const float low = at > 0.f ? at : 0.f;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(low < last ? low : last));
}
static inline std::uint32_t row_of(const GridView& v, float y) noexcept { return cell_index(y, v.origin_y, v.inverse_cell, v.row_count); }
static inline std::uint32_t column_of(const GridView& v, float x) noexcept {
    return cell_index(x, v.origin_x, v.inverse_cell, v.column_count);
}

static inline float magnitude(float v) noexcept { return __builtin_fabsf(v); } // without a branch

// Four ulp of the larger operand, and more than the smallest normal number: covers the roundings of the sum itself, of a
// box's corner (point +- half extent) and of its centre.
static inline float slack(float a, float b) noexcept { return (magnitude(a) + magnitude(b)) * 4.8e-7f + 3e-38f; }
static inline float surely_below(float a, float b) noexcept { return a - b - slack(a, b); } // <= a - b
static inline float surely_above(float a, float b) noexcept { return a + b + slack(a, b); } // >= a + b

/// A reach that no element passing `d2 <= radius * radius` exceeds. Squares that underflow let elements up to 2^-74 pass
/// a zero radius; squares that overflow let everything pass, hence no limit.
static inline float widened_reach(float radius) noexcept {
    const float squared = radius * radius;
    if (!(squared < __builtin_inff())) return __builtin_inff();
    return radius + radius * 1e-6f + 3e-22f;
}

/// Where candidates' boxes may lie. Infinite sides mean no pruning there.
struct Region {
    float min_x, min_y, max_x, max_y;
};
static inline Region around(float x, float y, float reach) noexcept {
    return {surely_below(x, reach), surely_below(y, reach), surely_above(x, reach), surely_above(y, reach)};
}

/// A run of elements in memory order.
struct Span {
    std::uint32_t begin, end;
};

/// The elements of `row` in grid columns [first, last].
static inline Span elements_between(const GridView& v, const GridRow& row, std::uint32_t first, std::uint32_t last) noexcept {
    const std::uint32_t* cells = v.cell_begin + row.cell_begin;
    return {row.begin + cells[first >> row.shift], row.begin + cells[(last >> row.shift) + 1]};
}

/// The elements of `row` whose box may touch [min_x, max_x].
static inline Span candidates_in_row(const GridView& v, const GridRow& row, float min_x, float max_x) noexcept {
    return elements_between(v, row, column_of(v, surely_below(min_x, row.reach_x)), column_of(v, surely_above(max_x, row.reach_x)));
}

/// The grid columns where a search of [min_x, max_x] finds its candidates in all rows but those that reach unusually far: found once
/// per search instead of once per row. With `by_center` a candidate's centre has to lie there, in any row.
template <bool by_center> struct ColumnRange {
    std::uint32_t first, last;
    __attribute__((always_inline)) ColumnRange(const GridView& v, float min_x, float max_x) noexcept
        : first(column_of(v, by_center ? min_x : surely_below(min_x, v.reach_x))),
          last(column_of(v, by_center ? max_x : surely_above(max_x, v.reach_x))) {}
    /// Columns that are known.
    constexpr ColumnRange(std::uint32_t first_column, std::uint32_t last_column) noexcept : first(first_column), last(last_column) {}
    __attribute__((always_inline)) Span in(const GridView& v, const GridRow& row, float min_x, float max_x) const noexcept {
        if (by_center || row.reach_x <= v.reach_x) [[likely]]
            return elements_between(v, row, first, last);
        return candidates_in_row(v, row, min_x, max_x);
    }
};

} // namespace throng::kernels
