// SPDX-License-Identifier: MIT
// The first pass of a change over one row reads every element's new box; elements that stay in their cell are packed in
// place, the others are listed. Nothing is sorted: the stayers of a sorted row are sorted.
#pragma once

#include "engine/kernels/row_grid/changed_boxes.hpp"
#include "engine/kernels/row_grid/fetch_ahead.hpp"
#include "engine/kernels/row_grid/leavers.hpp"
#include "engine/kernels/row_grid/stayers.hpp"

namespace throng::kernels {

/// False: `io.out` is full; enlarge it and call again, and the pass continues where it stopped.
template <class A, Change change, bool points> struct ReadRowKernel {
    static bool run(const GridView& view, std::uint32_t row_index, ReadRow& io) {
        using namespace simd;
        const GridView grid = view;
        const GridRow row = grid.rows[row_index];
        // Stores to the columns cannot alias these copies.
        const BoxSource source = *io.source;
        const BoxColumns back = io.back;
        const std::uint32_t* const stay_begin = io.stay_begin;
        const Words<A> same_row = broadcast<A>(row_index);
        const CellAxis<A> columns(grid.origin_x, grid.inverse_column, grid.column_count);
        const CellAxis<A> rows(grid.origin_y, grid.inverse_cell, grid.row_count);
        // No row follows the last one, and the columns have room for a tile more.
        const std::uint32_t limit = row.rank + row.size == grid.size ? row.size + 16 : row.size;
        std::uint32_t stay = io.stay;
        Leavers<A, change, points> leavers(grid, row, io);
        for (std::uint32_t at = io.at; at < row.size; at += 16) {
            if (!leavers.has_room()) {
                leavers.post_listed();
                io.at = at, io.stay = stay;
                return false;
            }
            if (grid.beyond_l2) fetch_for_reading<points>(grid, row, stay_begin, at);
            const std::uint32_t begin = row.begin + at, left = row.size - at;
            const std::uint32_t live = left >= 16 ? 0xFFFFu : (1u << left) - 1;
            const std::uint32_t place = row.begin + stay, room = limit - stay;
            const Words<A> slots = load<A>(grid.slots + begin);
            const Floats<A> old_min_x = load<A>(grid.min_x + begin);
            const Floats<A> old_x = points ? old_min_x : center<A>(old_min_x, load<A>(grid.max_x + begin));
            const Words<A> old_cell = columns.index(old_x) >> row.shift;

            const ChangedTile<A> tile =
                changed_tile<A, change, points>(grid, source, io.item_of_slot, begin, left, io.faulty);
            const NewBoxes<A>& box = tile.boxes;
            const std::uint32_t erased = change == Change::Erase ? tile.chosen : 0;
            const Floats<A> x = points ? box.min_x : center<A>(box.min_x, box.max_x);
            const Floats<A> y = points ? box.min_y : center<A>(box.min_y, box.max_y);
            const Words<A> to_row = rows.index(y);
            const Words<A> to_column = columns.index(x);
            const std::uint32_t settled =
                live & ~erased & bits((to_row == same_row) & ((to_column >> row.shift) == old_cell));
            pack_within<A>(back.min_x + place, box.min_x, settled, room);
            pack_within<A>(back.min_y + place, box.min_y, settled, room);
            if constexpr (!points) {
                pack_within<A>(back.max_x + place, box.max_x, settled, room);
                pack_within<A>(back.max_y + place, box.max_y, settled, room);
            }
            pack_within<A>(back.slots + place, slots, settled, room);
            leavers.list(at, live & ~settled);
            stay += count<A>(settled);
        }
        leavers.finish();
        io.at = row.size, io.stay = stay;
        return true;
    }
};

} // namespace throng::kernels
