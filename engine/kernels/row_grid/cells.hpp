// SPDX-License-Identifier: MIT
// A search of a row grid visits ranges of cells that surely contain every centre of interest.
#pragma once

#include "engine/kernels/base/region.hpp"
#include "engine/kernels/row_grid/grid_view.hpp"

namespace throng::kernels {

static inline std::uint32_t row_of(const GridView& v, float y) noexcept {
    return cell_index(y, v.origin_y, v.inverse_cell, v.row_count);
}
static inline std::uint32_t column_of(const GridView& v, float x) noexcept {
    return cell_index(x, v.origin_x, v.inverse_column, v.column_count);
}

/// A span is a run of elements in memory order.
struct Span {
    std::uint32_t begin, end;
};

/// Returns the elements of `row` in grid columns [first, last].
static inline Span elements_between(const GridView& v, const GridRow& row, std::uint32_t first,
                                    std::uint32_t last) noexcept {
    const std::uint32_t* cells = v.cell_begin + row.cell_begin;
    return {row.begin + cells[first >> row.shift], row.begin + cells[(last >> row.shift) + 1]};
}

/// Returns the elements of `row` with a box that may touch [min_x, max_x].
static inline Span candidates_in_row(const GridView& v, const GridRow& row, float min_x, float max_x) noexcept {
    return elements_between(v, row, column_of(v, surely_below(min_x, row.reach_x)),
                            column_of(v, surely_above(max_x, row.reach_x)));
}

/// A search of [min_x, max_x] finds its candidates in these grid columns, except in rows that reach unusually far. They
/// are computed once per search instead of once per row. If `by_center` is set, the candidate's centre has to be in
/// them, in any row.
template <bool by_center> struct ColumnRange {
    std::uint32_t first, last;
    __attribute__((always_inline)) ColumnRange(const GridView& v, float min_x, float max_x) noexcept
        : first(column_of(v, by_center ? min_x : surely_below(min_x, v.reach_x))),
          last(column_of(v, by_center ? max_x : surely_above(max_x, v.reach_x))) {}
    /// Takes known columns.
    constexpr ColumnRange(std::uint32_t first_column, std::uint32_t last_column) noexcept
        : first(first_column), last(last_column) {}
    __attribute__((always_inline)) Span candidates_in(const GridView& v, const GridRow& row, float min_x,
                                                      float max_x) const noexcept {
        if (by_center || row.reach_x <= v.reach_x) [[likely]]
            return elements_between(v, row, first, last);
        return candidates_in_row(v, row, min_x, max_x);
    }
};

} // namespace throng::kernels
