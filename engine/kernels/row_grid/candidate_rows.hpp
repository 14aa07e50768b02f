// SPDX-License-Identifier: MIT
// A search visits the rows within its reach, and tall rows beyond. Empty rows are skipped 64 at a time.
#pragma once

#include "engine/kernels/row_grid/cells.hpp"

namespace throng::kernels {

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
