// SPDX-License-Identifier: MIT
// A search of a row grid visits ranges of cells that surely contain every centre of interest, in the rows within its
// reach and in tall rows beyond. Empty rows are skipped 64 at a time.
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

/// Returns the first occupied row >= `from`, or row_count.
static inline std::uint32_t next_occupied(const GridView& v, std::uint32_t from) noexcept {
    if (from >= v.row_count) return v.row_count;
    const std::uint32_t last_word = (v.row_count - 1) >> 6;
    std::uint32_t word = from >> 6;
    std::uint64_t bits = v.occupied[word] & (~std::uint64_t{0} << (from & 63));
    while (bits == 0) {
        if (word == last_word) return v.row_count;
        bits = v.occupied[++word];
    }
    return (word << 6) + static_cast<std::uint32_t>(__builtin_ctzll(bits));
}

/// Returns the row that holds the element of a rank, its number in the order of rows.
static inline std::uint32_t row_holding(const GridView& g, std::uint32_t rank) noexcept {
    std::uint32_t low = 0, high = g.row_count; // row `low` begins at or before the element, row `high` after it
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        (g.rows[middle].rank <= rank ? low : high) = middle;
    }
    return low;
}

/// Returns the positions of the elements of `row` from the rank `begin` on, up to the rank `end` or the end of the row.
static inline Span positions_in(const GridRow& row, std::uint32_t begin, std::uint32_t end) noexcept {
    const std::uint32_t row_end = row.rank + row.size, before = row.begin - row.rank;
    return {begin + before, (row_end < end ? row_end : end) + before};
}

/// A search of more rows than this looks ahead: it tests the boxes of 64 rows at once, or fetches from later rows.
inline constexpr std::uint32_t many_rows = 32;

/// Calls body(row index, row) for every occupied row from `first` on whose boxes may touch the region. Rows
/// ascend, except the tall rows out of reach, which come last. A search that crosses many rows first tests the box
/// around 64 rows.
template <class Body>
static inline __attribute__((always_inline)) void for_rows_from(const GridView& v, std::uint32_t first,
                                                                const Region& region, Body&& body) {
    const std::uint32_t reached = row_of(v, surely_below(region.min_y, v.reach_y));
    const std::uint32_t last = row_of(v, surely_above(region.max_y, v.reach_y));
    const std::uint32_t begin = reached < first ? first : reached;
    const bool many = last >= begin && last - begin > many_rows;
    std::uint32_t block = no_position, tall = 0;
    for (std::uint32_t next = next_occupied(v, begin);;) { // one loop, so that the large body is compiled once
        std::uint32_t r = next;
        if (r <= last) {
            if (many && r >> 6 != block) {
                block = r >> 6;
                if (!meets(v.row_blocks[block], region)) {
                    next = next_occupied(v, (block + 1) << 6);
                    continue;
                }
            }
            next = next_occupied(v, r + 1);
        } else {
            if (tall == v.tall_count) return;
            r = v.tall_rows[tall++];
            if (r < first || (r >= begin && r <= last)) continue;
        }
        if (meets(v.rows[r], region)) body(r, v.rows[r]);
    }
}

} // namespace throng::kernels
