// SPDX-License-Identifier: MIT
// Searches that compute something for each row in lanes get rows of a grid side by side, sixteen at a time.
#pragma once

#include "engine/kernels/row_grid/cells.hpp"
#include "simd/lanes.hpp"

namespace throng::kernels {

/// Keeps the last rows that were asked for: searches around neighbouring elements cross the same ones. It begins with
/// forget(): most objects that hold one never ask it.
template <class A> class RowFacts {
public:
    /// Sixteen rows. Rows that hold no element have no facts.
    struct alignas(64) Rows {
        float low[16], high[16]; // no centre of a row's elements is below or above
        std::uint32_t begin[16], cell_begin[16], shift[16];
        std::uint32_t first;
    };

    void forget() {
        for (Rows& rows : kept_) rows.first = no_position;
    }

    /// Returns a bit for each row from `first` on, a multiple of 16, that holds elements.
    static THRONG_INLINE std::uint32_t occupied(const GridView& g, std::uint32_t first) {
        return static_cast<std::uint32_t>(g.occupied[first >> 6] >> (first & 63)) & 0xFFFFu;
    }
    THRONG_INLINE const Rows& rows_from(const GridView& g, std::uint32_t first) {
        Rows& rows = kept_[first / 16 % most];
        if (rows.first != first) [[unlikely]]
            read(g, first, rows);
        return rows;
    }

private:
    static constexpr std::uint32_t most = 32; // 10 KB

    static __attribute__((noinline)) void read(const GridView& g, std::uint32_t first, Rows& rows) {
        rows.first = first;
        for (std::uint32_t n = 0; n < 16; ++n) {
            const GridRow row = first + n < g.row_count ? g.rows[first + n] : GridRow{};
            rows.begin[n] = row.begin, rows.cell_begin[n] = row.cell_begin, rows.shift[n] = row.shift;
            rows.low[n] = row.min_y, rows.high[n] = row.max_y;
            narrow(g, first + n, rows.low[n], rows.high[n]);
        }
    }
    // A coordinate whose row comes before row `r` is below all centres there, because rows are monotone in the
    // coordinate.
    static void narrow(const GridView& g, std::uint32_t r, float& low, float& high) {
        const float begin = static_cast<float>(r) / g.inverse_cell, end = static_cast<float>(r + 1) / g.inverse_cell;
        const float below = surely_below(g.origin_y, -begin), above = surely_above(g.origin_y, end);
        if (below > low && row_of(g, below) < r) low = below;
        if (above < high && row_of(g, above) > r) high = above;
    }

    Rows kept_[most];
};

} // namespace throng::kernels
