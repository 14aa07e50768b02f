// SPDX-License-Identifier: MIT
// The second pass of an update over one row: stayers and arrivals are laid out by cell at the row's new place, which
// nobody else touches. Runs of stayers move as a whole; only arrivals are placed one by one.
#pragma once

#include "engine/kernels/row_extent.hpp"

namespace throng::kernels {

template <class A, class T>
THRONG_INLINE void copy_column(T* to, const T* from, std::uint32_t begin, std::uint32_t end, std::uint32_t shift, std::uint32_t size) {
    for (std::uint32_t i = begin; i < end; i += 16) {
        if (i + shift + 16 <= size)
            simd::store(to + i + shift, simd::load<A>(from + i)); // may run past `end`: what stands there is written later
        else
            simd::store_first(to + i + shift, simd::load_first<A>(from + i, static_cast<int>(end - i)), static_cast<int>(end - i));
    }
}

template <class A, bool points>
THRONG_INLINE void copy_boxes(const BoxColumns& to, const BoxColumns& from, std::uint32_t begin, std::uint32_t end, std::uint32_t shift,
                              std::uint32_t size) {
    copy_column<A>(to.min_x, from.min_x, begin, end, shift, size);
    copy_column<A>(to.min_y, from.min_y, begin, end, shift, size);
    if constexpr (!points) {
        copy_column<A>(to.max_x, from.max_x, begin, end, shift, size);
        copy_column<A>(to.max_y, from.max_y, begin, end, shift, size);
    }
    copy_column<A>(to.slots, from.slots, begin, end, shift, size);
}

template <class A, bool points>
THRONG_INLINE void copy_box(const BoxColumns& to, std::uint32_t at, const BoxColumns& from, std::uint32_t source) {
    to.min_x[at] = from.min_x[source];
    to.min_y[at] = from.min_y[source];
    if constexpr (!points) {
        to.max_x[at] = from.max_x[source];
        to.max_y[at] = from.max_y[source];
    }
    to.slots[at] = from.slots[source];
}

template <bool points> static inline BoxColumns advance(const BoxColumns& columns, std::uint32_t by) {
    return {columns.min_x + by, columns.min_y + by, points ? nullptr : columns.max_x + by, points ? nullptr : columns.max_y + by,
            columns.slots + by};
}

template <class A, bool points> struct WriteRowKernel {
    /// `row` brings begin, size, cells and shift, and gets its extents.
    static void run(const GridView& grid, GridRow& row, const WriteRow& io) {
        // Copies that stores cannot alias.
        const std::uint32_t cell_count = row.cells, shift = row.shift, size = row.size, begin = row.begin, row_index = io.row;
        const CellKeyFormat format = grid.key_format;
        std::uint32_t* const cell_keys = io.cell_keys;
        std::uint32_t* const cells = io.cell_begin;
        const std::uint32_t* const arrival = io.arrival;
        const std::uint32_t* const column = io.arrivals->column;
        const BoxColumns arrivals = io.arrivals->boxes;
        for (std::uint32_t c = 0; c <= cell_count; c += 16)
            simd::store_first(cells + c, simd::broadcast<A>(std::uint32_t{0}), static_cast<int>(cell_count + 1 - c));
        for (std::uint32_t k = 0; k < io.arrival_count; ++k) ++cells[(column[arrival[k]] >> shift) + 1];

        const BoxColumns back = advance<points>(io.back, io.back_begin), front = advance<points>(io.front, begin);
        const std::uint32_t limit = begin + size == grid.size ? size + 16 : size; // as in the first pass
        if (io.stay_begin)
            merge_stayers(cell_count, limit, io, back, front);
        else
            sort_stayers(grid, row, io, back, front);

        // cells[c + 1] is where the next arrival of cell c goes; after the last it is where cell c ends.
        for (std::uint32_t k = 0; k < io.arrival_count; ++k) {
            const std::uint32_t from = arrival[k];
            copy_box<A, points>(front, cells[(column[from] >> shift) + 1]++, arrivals, from);
            cell_keys[arrivals.slots[from]] = format.key(row_index, column[from]);
        }
        measure(grid, row, front);
    }

private:
    // `front` are the row's own columns.
    static void measure(const GridView& grid, GridRow& row, const BoxColumns& front) {
        using namespace simd;
        const auto of = [&](const float* column, std::uint32_t i) THRONG_FLAT {
            return i + 16 <= row.size ? load<A>(column + i) : load_first<A>(column + i, static_cast<int>(row.size - i));
        };
        RowExtent<A, points> extent;
        for (std::uint32_t i = 0; i < row.size; i += 16) {
            const std::uint32_t left = row.size - i;
            const Floats<A> min_x = of(front.min_x, i), min_y = of(front.min_y, i);
            extent.add({min_x, min_y, points ? min_x : of(front.max_x, i), points ? min_y : of(front.max_y, i)},
                       first<A>(static_cast<int>(left < 16 ? left : 16)));
        }
        extent.give(row, grid.half_extent);
    }

    // Cell c's stayers stand first, in their old order; its arrivals follow in theirs. Sixteen cells at a time, because few have arrivals.
    static void merge_stayers(std::uint32_t cell_count, std::uint32_t limit, const WriteRow& io, const BoxColumns& back,
                              const BoxColumns& front) {
        using namespace simd;
        const std::uint32_t* const stay_begin = io.stay_begin + 1;
        std::uint32_t* const cells = io.cell_begin + 1;
        std::uint32_t arrived = 0, copied = 0;
        for (std::uint32_t c = 0; c < cell_count; c += 16) {
            const int live = static_cast<int>(cell_count - c < 16 ? cell_count - c : 16);
            const Words<A> ends = load_first<A>(stay_begin + c, live), arrivals = load_first<A>(cells + c, live);
            Words<A> begins = ends + broadcast<A>(arrived);
            for (std::uint32_t with = bits(first<A>(live)) & ~bits(arrivals == broadcast<A>(0u)); with != 0; with &= with - 1) {
                const std::uint32_t lane = lowest<A>(with), end = stay_begin[c + lane];
                copy_boxes<A, points>(front, back, copied, end, arrived, limit);
                copied = end;
                arrived += cells[c + lane];
                begins = select(from_bits<A>(0xFFFEu << lane), ends + broadcast<A>(arrived), begins);
            }
            store_first(cells + c, begins, live);
        }
        copy_boxes<A, points>(front, back, copied, io.stay, arrived, limit);
    }

    // The row's cells are new (its shift changed): a counting sort of the stayers, then of the arrivals behind them.
    static void sort_stayers(const GridView& grid, const GridRow& row, const WriteRow& io, const BoxColumns& back,
                             const BoxColumns& front) {
        std::uint32_t* cells = io.cell_begin;
        const auto cell_of = [&](std::uint32_t i) {
            const float x = points ? back.min_x[i] : 0.5f * back.min_x[i] + 0.5f * back.max_x[i];
            return column_of(grid, x) >> row.shift;
        };
        for (std::uint32_t i = 0; i < io.stay; ++i) ++cells[cell_of(i) + 1];
        std::uint32_t begin = 0;
        for (std::uint32_t c = 0; c < row.cells; ++c) {
            const std::uint32_t size = cells[c + 1];
            cells[c + 1] = begin;
            begin += size;
        }
        for (std::uint32_t i = 0; i < io.stay; ++i) {
            const std::uint32_t cell = cell_of(i);
            copy_box<A, points>(front, cells[cell + 1]++, back, i);
            io.cell_keys[back.slots[i]] = grid.key_format.key(io.row, cell << row.shift);
        }
    }
};

} // namespace throng::kernels
