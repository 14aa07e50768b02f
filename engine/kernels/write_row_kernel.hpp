// SPDX-License-Identifier: MIT
// The second pass of an update over one row: stayers and arrivals are laid out by cell at the row's new place, which
// nobody else touches. Runs of stayers move as a whole; only arrivals are placed one by one. Where slots waited alone they are laid out so,
// and then the boxes are read in that order.
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

// Slots, and the boxes where `from` has any.
template <class A, bool points>
THRONG_INLINE void copy_run(const BoxColumns& to, const BoxColumns& from, std::uint32_t begin, std::uint32_t end, std::uint32_t shift,
                            std::uint32_t size) {
    if (from.min_x) {
        copy_column<A>(to.min_x, from.min_x, begin, end, shift, size);
        copy_column<A>(to.min_y, from.min_y, begin, end, shift, size);
        if constexpr (!points) {
            copy_column<A>(to.max_x, from.max_x, begin, end, shift, size);
            copy_column<A>(to.max_y, from.max_y, begin, end, shift, size);
        }
    }
    copy_column<A>(to.slots, from.slots, begin, end, shift, size);
}

// As copy_run, of one element.
template <class A, bool points>
THRONG_INLINE void copy_one(const BoxColumns& to, std::uint32_t at, const BoxColumns& from, std::uint32_t source) {
    if (from.min_x) {
        to.min_x[at] = from.min_x[source];
        to.min_y[at] = from.min_y[source];
        if constexpr (!points) {
            to.max_x[at] = from.max_x[source];
            to.max_y[at] = from.max_y[source];
        }
    }
    to.slots[at] = from.slots[source];
}

static inline BoxColumns advance(const BoxColumns& columns, std::uint32_t by) {
    const auto column = [&](float* values) { return values ? values + by : nullptr; };
    return {column(columns.min_x), column(columns.min_y), column(columns.max_x), column(columns.max_y), columns.slots + by};
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

        const BoxColumns back = advance(io.back, io.back_begin), front = advance(io.front, begin);
        const std::uint32_t limit = begin + size == grid.size ? size + 16 : size; // as in the first pass
        if (io.stay_begin)
            merge_stayers(cell_count, limit, io, back, front);
        else
            sort_stayers(grid, row, io, back, front);

        // cells[c + 1] is where the next arrival of cell c goes; after the last it is where cell c ends.
        for (std::uint32_t k = 0; k < io.arrival_count; ++k) {
            const std::uint32_t from = arrival[k], to = cells[(column[from] >> shift) + 1]++;
            copy_one<A, points>(front, to, arrivals, from);
            cell_keys[arrivals.slots[from]] = format.key(row_index, column[from]);
        }
        io.source ? measure<true>(grid, row, front, *io.source) : measure<false>(grid, row, front, {});
    }

private:
    // `front` are the row's own columns, which have the slots, and get the boxes where they are read again.
    template <bool again> static void measure(const GridView& grid, GridRow& row, const BoxColumns& front, BoxSource source) {
        RowExtent<A, points> extent;
        const std::uint32_t size = row.size;
        for (std::uint32_t i = 0; i < size; i += 16) {
            const int live = static_cast<int>(size - i < 16 ? size - i : 16);
            const BoxColumns at = advance(front, i);
            extent.add(again ? read_again(at, live, source) : boxes_of(at, live), simd::first<A>(live));
        }
        extent.give(row, grid.half_extent);
    }

    static THRONG_INLINE NewBoxes<A> boxes_of(const BoxColumns& at, int live) {
        using namespace simd;
        const auto of = [&](const float* column) THRONG_FLAT { return live == 16 ? load<A>(column) : load_first<A>(column, live); };
        const Floats<A> min_x = of(at.min_x), min_y = of(at.min_y);
        return {min_x, min_y, points ? min_x : of(at.max_x), points ? min_y : of(at.max_y)};
    }

    static THRONG_INLINE NewBoxes<A> read_again(const BoxColumns& at, int live, const BoxSource& source) {
        using namespace simd;
        const NewBoxes<A> boxes = boxes_of_slots(at.slots, live, source);
        store_first(at.min_x, boxes.min_x, live);
        store_first(at.min_y, boxes.min_y, live);
        if constexpr (!points) {
            store_first(at.max_x, boxes.max_x, live);
            store_first(at.max_y, boxes.max_y, live);
        }
        return boxes;
    }

    static THRONG_INLINE NewBoxes<A> boxes_of_slots(const std::uint32_t* slots, int live, const BoxSource& source) {
        std::uint32_t items[16]; // a whole tile's are read from the column itself, as in the first pass
        if (live < 16) simd::store(items, simd::load_first<A>(slots, live));
        return gather_boxes<A>(source, live < 16 ? items : slots);
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
                copy_run<A, points>(front, back, copied, end, arrived, limit);
                copied = end;
                arrived += cells[c + lane];
                begins = select(from_bits<A>(0xFFFEu << lane), ends + broadcast<A>(arrived), begins);
            }
            store_first(cells + c, begins, live);
        }
        copy_run<A, points>(front, back, copied, io.stay, arrived, limit);
    }

    // The row's cells are new (its shift changed): a counting sort of the stayers, then of the arrivals behind them.
    static void sort_stayers(const GridView& grid, const GridRow& row, const WriteRow& io, const BoxColumns& back,
                             const BoxColumns& front) {
        using namespace simd;
        const CellAxis<A> columns(grid.origin_x, grid.inverse_cell, grid.column_count);
        // visit(i, cell) for each stayer.
        const auto for_each = [&](auto&& visit) {
            for (std::uint32_t begin = 0; begin < io.stay; begin += 16) {
                const std::uint32_t live = io.stay - begin < 16 ? io.stay - begin : 16;
                const BoxColumns at = advance(back, begin);
                const NewBoxes<A> box =
                    io.source ? boxes_of_slots(at.slots, static_cast<int>(live), *io.source) : boxes_of(at, static_cast<int>(live));
                std::uint32_t cell[16];
                store(cell, columns.index(points ? box.min_x : center<A>(box.min_x, box.max_x)) >> row.shift);
                for (std::uint32_t i = 0; i < live; ++i) visit(begin + i, cell[i]);
            }
        };
        std::uint32_t* const cells = io.cell_begin;
        for_each([&](std::uint32_t, std::uint32_t cell) { ++cells[cell + 1]; });
        std::uint32_t begin = 0;
        for (std::uint32_t c = 0; c < row.cells; ++c) {
            const std::uint32_t size = cells[c + 1];
            cells[c + 1] = begin;
            begin += size;
        }
        for_each([&](std::uint32_t i, std::uint32_t cell) {
            copy_one<A, points>(front, cells[cell + 1]++, back, i);
            io.cell_keys[back.slots[i]] = grid.key_format.key(io.row, cell << row.shift);
        });
    }
};

} // namespace throng::kernels
