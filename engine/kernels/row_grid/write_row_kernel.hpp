// SPDX-License-Identifier: MIT
// The second pass of an update over one row lays out stayers and arrivals by cell at the row's new place, which only
// this pass writes. Arrivals are placed one by one and leave gaps, which stayers fill by tiles. If the first pass kept
// only slots, boxes are read again in their order.
#pragma once

#include "engine/kernels/row_grid/fetch_ahead.hpp"
#include "engine/kernels/row_grid/patch_row.hpp"
#include "engine/kernels/row_grid/row_extent.hpp"

namespace throng::kernels {

// Copies a slot, and its box if `from` has boxes.
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

static inline BoxColumns advance(const BoxColumns& columns, std::uint32_t count) {
    const auto column = [&](float* values) { return values ? values + count : nullptr; };
    return {column(columns.min_x), column(columns.min_y), column(columns.max_x), column(columns.max_y),
            columns.slots + count};
}

template <class A, bool points> struct WriteRowKernel {
    /// `row` has begin, size, cells and shift set, and gets its extents.
    static void run(const GridView& grid, GridRow& row, const WriteRow& io) {
        if (io.old_slots) {
            PatchRow<A>::run(grid.key_format, row, io);
            measure<true>(grid, row, advance(io.front, row.begin), io, *io.source);
        } else {
            lay_out(grid, row, io);
        }
    }

private:
    static constexpr std::uint32_t gap = no_position; // no slot

    static void lay_out(const GridView& grid, GridRow& row, const WriteRow& io) {
        // Stores cannot alias these copies.
        const std::uint32_t cell_count = row.cells, shift = row.shift, row_index = io.row;
        const CellKeyFormat format = grid.key_format;
        std::uint32_t* const cell_keys = io.cell_keys;
        std::uint32_t* const cells = io.cell_begin;
        const std::uint32_t* const arrival = io.arrival;
        const std::uint32_t* const column = io.arrivals->column;
        const BoxColumns arrivals = io.arrivals->boxes;
        for (std::uint32_t c = 0; c <= cell_count; c += 16)
            simd::store_first(cells + c, simd::broadcast<A>(std::uint32_t{0}), static_cast<int>(cell_count + 1 - c));
        for (std::uint32_t k = 0; k < io.arrival_count; ++k) ++cells[(column[arrival[k]] >> shift) + 1];

        const BoxColumns back = advance(io.back, io.back_begin), front = advance(io.front, row.begin);
        if (io.stay_begin)
            leave_gaps(row, io, front.slots);
        else
            sort_stayers(grid, row, io, back, front);

        // cells[c + 1] is the place of the next arrival of cell c; after the last arrival it is the end of cell c.
        for (std::uint32_t k = 0; k < io.arrival_count; ++k) {
            const std::uint32_t from = arrival[k], to = cells[(column[from] >> shift) + 1]++;
            copy_one<A, points>(front, to, arrivals, from);
            cell_keys[arrivals.slots[from]] = format.key(row_index, column[from]);
        }
        if (io.stay_begin) fill_gaps(row.size, io.stay, io.source == nullptr, front, back);
        io.source ? measure<true>(grid, row, front, io, *io.source) : measure<false>(grid, row, front, io, {});
    }

    // The stayers of a cell come first, in their old order; its arrivals follow in their order.
    static void leave_gaps(const GridRow& row, const WriteRow& io, std::uint32_t* slots) {
        using namespace simd;
        const std::uint32_t size = row.size, cell_count = row.cells;
        for (std::uint32_t i = 0; i < size; i += 16)
            store_first(slots + i, broadcast<A>(gap), static_cast<int>(size - i < 16 ? size - i : 16));
        const std::uint32_t* const stay_begin = io.stay_begin + 1;
        std::uint32_t* const cells = io.cell_begin + 1;
        Words<A> arrived = broadcast<A>(0u);
        for (std::uint32_t c = 0; c < cell_count; c += 16) {
            const int live = static_cast<int>(cell_count - c < 16 ? cell_count - c : 16);
            const Words<A> arrivals = load_first<A>(cells + c, live), up_to = arrived + inclusive_scan<A>(arrivals);
            store_first(cells + c, load_first<A>(stay_begin + c, live) + up_to - arrivals, live);
            arrived = broadcast_last<A>(up_to);
        }
    }

    // The stayers fill the places that the arrivals have left, a tile of places at a time and without a branch. The
    // slots behind the row's last ones belong to a row that another thread may be writing.
    static void fill_gaps(std::uint32_t size, std::uint32_t stayers, bool with_boxes, const BoxColumns& front,
                          BoxColumns back) {
        using namespace simd;
        std::uint32_t last_slots[16];
        for (std::uint32_t i = 0; i < size; i += 16) {
            const int live = static_cast<int>(size - i < 16 ? size - i : 16);
            const BoxColumns at = advance(front, i);
            const Mask<A> gaps = first<A>(live) & (load_part(at.slots, live) == broadcast<A>(gap));
            const std::uint32_t stay = bits(gaps);
            const auto fill = [&](auto* column, const auto* from) THRONG_FLAT {
                store_first(column, select(gaps, expand<A>(from, stay), load_part(column, live)), live);
            };
            if (stayers < 16) store(last_slots, load_first<A>(back.slots, static_cast<int>(stayers)));
            fill(at.slots, stayers < 16 ? last_slots : back.slots);
            if (with_boxes) {
                fill(at.min_x, back.min_x);
                fill(at.min_y, back.min_y);
                if constexpr (!points) {
                    fill(at.max_x, back.max_x);
                    fill(at.max_y, back.max_y);
                }
            }
            back = advance(back, count<A>(stay));
            stayers -= count<A>(stay);
        }
    }

    // `front` has the row's columns with its slots; they get the boxes that are read again.
    template <bool rereads>
    static void measure(const GridView& grid, GridRow& row, const BoxColumns& front, const WriteRow& io,
                        BoxSource source) {
        RowExtent<A, points> extent;
        const std::uint32_t size = row.size;
        const std::size_t begin = row.begin;
        const bool far = grid.beyond_l2, whole_lines = rereads && grid.beyond_llc;
        FetchForWriting<points> fetch_next(row, io, front, whole_lines);
        // The first tile ends at the end of a cache line if whole lines are written.
        for (std::uint32_t i = 0, tile = whole_lines ? 16 - row.begin % 16 : 16; i < size; i += tile, tile = 16) {
            const int live = static_cast<int>(size - i < tile ? size - i : tile);
            const BoxColumns at = advance(front, i);
            if (far) {
                fetch_next(i);
                if constexpr (rereads)
                    source.lead != 0 ? fetch_boxes(source, begin + i) : fetch_boxes_of(source, front.slots, i, size);
            }
            if constexpr (rereads)
                extent.add(read_again(at, live, source, whole_lines));
            else
                extent.add(boxes_of(at, live), simd::first<A>(live));
        }
        if (whole_lines) simd::streamed();
        extent.store_to(row, grid.half_extent);
    }

    template <class T> static THRONG_INLINE simd::Lanes<A, T> load_part(const T* column, int live) {
        return live == 16 ? simd::load<A>(column) : simd::load_first<A>(column, live);
    }

    static THRONG_INLINE NewBoxes<A> boxes_of(const BoxColumns& at, int live) {
        const simd::Floats<A> min_x = load_part(at.min_x, live), min_y = load_part(at.min_y, live);
        return {min_x, min_y, points ? min_x : load_part(at.max_x, live), points ? min_y : load_part(at.max_y, live)};
    }

    static THRONG_INLINE NewBoxes<A> read_again(const BoxColumns& at, int live, const BoxSource& source,
                                                bool whole_lines) {
        using namespace simd;
        const NewBoxes<A> boxes = boxes_of_slots(at.slots, live, source);
        if (whole_lines && live == 16) {
            stream<A>(at.min_x, boxes.min_x), stream<A>(at.min_y, boxes.min_y);
            if constexpr (!points) stream<A>(at.max_x, boxes.max_x), stream<A>(at.max_y, boxes.max_y);
            return boxes;
        }
        store_first(at.min_x, boxes.min_x, live);
        store_first(at.min_y, boxes.min_y, live);
        if constexpr (!points) {
            store_first(at.max_x, boxes.max_x, live);
            store_first(at.max_y, boxes.max_y, live);
        }
        return boxes;
    }

    // Lanes past the end of the row have the box of its first slot.
    static THRONG_INLINE NewBoxes<A> boxes_of_slots(const std::uint32_t* slots, int live, const BoxSource& source) {
        // A whole tile's items are read from the column: loading single values after a vector store is slow.
        std::uint32_t items[16];
        if (live < 16)
            simd::store(items,
                        select(simd::first<A>(live), simd::load_first<A>(slots, live), simd::broadcast<A>(slots[0])));
        return gather_boxes<A, points>(source, live < 16 ? items : slots);
    }

    static __attribute__((noinline)) void find_cells(const CellAxis<A>& columns, std::uint32_t shift,
                                                     const BoxColumns& at, int live, const BoxSource* source,
                                                     std::uint32_t* cells) {
        const NewBoxes<A> box = source ? boxes_of_slots(at.slots, live, *source) : boxes_of(at, live);
        simd::store(cells, columns.index(points ? box.min_x : center<A>(box.min_x, box.max_x)) >> shift);
    }

    // The cells are new (the row's shift has changed): a counting sort places the stayers, then the arrivals behind
    // them.
    static void sort_stayers(const GridView& grid, const GridRow& row, const WriteRow& io, const BoxColumns& back,
                             const BoxColumns& front) {
        using namespace simd;
        const CellAxis<A> columns(grid.origin_x, grid.inverse_column, grid.column_count);
        // visit(i, cell) for each stayer.
        const auto for_each = [&](auto&& visit) {
            for (std::uint32_t begin = 0; begin < io.stay; begin += 16) {
                const std::uint32_t live = io.stay - begin < 16 ? io.stay - begin : 16;
                std::uint32_t cell[16];
                find_cells(columns, row.shift, advance(back, begin), static_cast<int>(live), io.source, cell);
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
