// SPDX-License-Identifier: MIT
// Which rows a search has to look at: those its reach covers, and the tall ones beyond. Empty rows are skipped 64 at a time.
#pragma once

#include "engine/kernels/cells.hpp"

namespace throng::kernels {

/// The first occupied row >= `from`, or row_count.
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

/// body(row index, row) for every occupied row from `first` on whose boxes may touch [min_y, max_y], ascending but for the
/// tall rows out of reach, which come last.
template <class Body> static inline __attribute__((always_inline)) void for_rows_from(const GridView& v, std::uint32_t first, float min_y,
                                                                                      float max_y, Body&& body) {
    const auto meets = [&](const GridRow& row) { return row.min_y <= max_y && row.max_y >= min_y; };
    const std::uint32_t reached = row_of(v, surely_below(min_y, v.reach_y)), last = row_of(v, surely_above(max_y, v.reach_y));
    const std::uint32_t begin = reached < first ? first : reached;
    for (std::uint32_t r = next_occupied(v, begin); r <= last; r = next_occupied(v, r + 1))
        if (meets(v.rows[r])) body(r, v.rows[r]);
    for (std::uint32_t t = 0; t < v.tall_count; ++t) {
        const std::uint32_t r = v.tall_rows[t];
        if (r >= first && (r < begin || r > last) && meets(v.rows[r])) body(r, v.rows[r]);
    }
}

}   // namespace throng::kernels
