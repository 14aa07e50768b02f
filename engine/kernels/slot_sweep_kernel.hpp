// SPDX-License-Identifier: MIT
// Where arrays are in no order of space, what a row wants of them lies anywhere. A sweep in the order of the arrays sets boxes side by side,
// so that who looks one up misses once and not once for each column, and marks who leaves its cell, for which the cell keys are enough.
// The first pass over a row (read_row_kernel.hpp) then looks at the marks alone, and those of a million slots fit the second cache.
#pragma once

#include "engine/kernels/box_source.hpp"

namespace throng::kernels {

template <class A, bool points> struct SlotSweepKernel {
    /// Keys name whole columns: a format without dropped bits.
    static void run(const GridView& view, SlotSweep& io) {
        using namespace simd;
        const GridView grid = view; // copies that stores cannot alias
        const BoxSource source = io.source;
        const CellAxis<A> columns(grid.origin_x, grid.inverse_cell, grid.column_count);
        const CellAxis<A> rows(grid.origin_y, grid.inverse_cell, grid.row_count);
        const Words<A> column_bits = broadcast<A>((1u << grid.key_format.column_bits) - 1);
        for (std::uint32_t at = io.begin; at < io.end; at += 16) {
            const std::uint32_t left = io.end - at;
            const Words<A> old = load<A>(grid.cell_keys + at);
            const std::uint32_t present = bits(first<A>(static_cast<int>(left < 16 ? left : 16))) & ~bits(old == broadcast<A>(no_position));
            std::uint32_t items[16];
            store(items, min(lane_numbers<A>() + broadcast<A>(at), broadcast<A>(io.end - 1)));
            const NewBoxes<A> box =
                is_packed(source) ? read_packed_boxes<A, points>(source, at, left) : gather_boxes<A, points>(source, items);
            const std::uint32_t live = reject_faulty<A, points>(source, box, items, present, io.faulty);

            const Words<A> row = rows.index(points ? box.min_y : center<A>(box.min_y, box.max_y));
            const Words<A> column = columns.index(points ? box.min_x : center<A>(box.min_x, box.max_x));
            const Words<A> old_column = old & column_bits;
            const std::uint32_t same_row = live & bits(row == old >> grid.key_format.column_bits);
            std::uint32_t leaving = live & ~(same_row & bits(column == old_column));
            if (io.wide_cells) leaving &= ~in_wide_cells(grid, leaving & same_row, row, column, old_column);
            io.leaving[at / 16] = static_cast<std::uint16_t>(leaving);
            set_side_by_side(io.boxes + std::size_t{at} * (points ? 2 : 4), box);
        }
    }

private:
    // Of `who`, who are in their row still, those in a cell that holds both columns.
    static std::uint32_t in_wide_cells(const GridView& grid, std::uint32_t who, simd::Words<A> row, simd::Words<A> column,
                                       simd::Words<A> old_column) {
        std::uint32_t rows[16], columns[16], old_columns[16], stay = 0;
        simd::store(rows, row), simd::store(columns, column), simd::store(old_columns, old_column);
        for (; who != 0; who &= who - 1) {
            const std::uint32_t lane = simd::lowest<A>(who);
            stay |= ((columns[lane] ^ old_columns[lane]) >> grid.rows[rows[lane]].shift == 0 ? 1u : 0u) << lane;
        }
        return stay;
    }

    static THRONG_INLINE void set_side_by_side(float* to, const NewBoxes<A>& box) {
        using namespace simd;
        std::uint32_t low[32], high[32];
        interleave_store<A>(low, as_words(box.min_x), as_words(box.min_y));
        if constexpr (points) {
            __builtin_memcpy(to, low, sizeof low);
        } else {
            interleave_store<A>(high, as_words(box.max_x), as_words(box.max_y));
            for (std::size_t i = 0; i < 16; ++i) {
                __builtin_memcpy(to + 4 * i, low + 2 * i, 8);
                __builtin_memcpy(to + 4 * i + 2, high + 2 * i, 8);
            }
        }
    }
};

} // namespace throng::kernels
