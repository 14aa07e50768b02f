// SPDX-License-Identifier: MIT
// The first pass of an update over one row: reads every element's new box; who stays in its cell is packed in place,
// who leaves is listed. Nothing is sorted: the stayers of a sorted row are sorted.
#pragma once

#include "engine/kernels/leavers.hpp"

namespace throng::kernels {

// A whole tile is stored where the row has room for one; in a row's last places only what is packed, the rest is a neighbour's.
template <class A, class Column, class Lanes>
THRONG_INLINE void pack_within(Column* to, Lanes lanes, std::uint32_t who, std::uint32_t room) {
    if (room >= 16) [[likely]] {
        simd::pack_store<A>(to, lanes, who);
        return;
    }
    Column packed[16];
    const std::uint32_t count = simd::pack_store<A>(packed, lanes, who);
    for (std::uint32_t i = 0; i < count; ++i) to[i] = packed[i];
}

/// False: `io.out` is full; make it larger and call again, the pass goes on where it stopped.
template <class A, Change change, bool points> struct ReadRowKernel {
    static bool run(const GridView& view, std::uint32_t row_index, ReadRow& io) {
        using namespace simd;
        const GridView grid = view;
        const GridRow row = grid.rows[row_index];
        // Copies that stores to the columns cannot alias.
        const BoxSource source = io.source;
        const BoxColumns back = io.back;
        const Words<A> same_row = broadcast<A>(row_index);
        const CellAxis<A> columns(grid.origin_x, grid.inverse_cell, grid.column_count);
        const CellAxis<A> rows(grid.origin_y, grid.inverse_cell, grid.row_count);
        // Nobody stands behind the last row, and columns have a tile more.
        const std::uint32_t limit = row.begin + row.size == grid.size ? row.size + 16 : row.size;
        std::uint32_t stay = io.stay;
        Leavers<A, change, points> leavers(grid, row, io);
        alignas(64) std::uint32_t items[16];
        for (std::uint32_t at = io.at; at < row.size; at += 16) {
            if (!leavers.have_room()) {
                io.at = at, io.stay = stay, io.cells_done = leavers.post_listed();
                return false;
            }
            const std::uint32_t begin = row.begin + at, left = row.size - at;
            const std::uint32_t live = left >= 16 ? 0xFFFFu : (1u << left) - 1;
            const Words<A> slots = load<A>(grid.slots + begin);
            const Floats<A> old_min_x = load<A>(grid.min_x + begin), old_max_x = load<A>(grid.max_x + begin);
            const Floats<A> old_x = points ? old_min_x : center<A>(old_min_x, old_max_x);
            const Words<A> old_cell = columns.index(old_x) >> row.shift;

            NewBoxes<A> box{};
            std::uint32_t gone = 0, chosen = 0;
            if constexpr (change != Change::Keep) {
                chosen = live;
                if constexpr (change == Change::Update) {
                    // A whole tile's items are read from the column itself: what is stored as lanes is slow to load one by one.
                    if (live != 0xFFFFu)
                        store(items, select(from_bits<A>(live), slots, broadcast<A>(0u))); // lanes past the row read item 0, in vain
                } else {
                    chosen = 0;
                    for (std::uint32_t i = 0; i < 16 && i < left; ++i) {
                        const std::uint32_t item = io.item_of_slot[grid.slots[begin + i]];
                        items[i] = item == no_item ? 0 : item;
                        chosen |= (item == no_item ? 0u : 1u) << i;
                    }
                    for (std::uint32_t i = left; i < 16; ++i) items[i] = 0;
                }
                if constexpr (change == Change::Erase) {
                    gone = chosen;
                } else if (chosen != 0) {
                    const std::uint32_t* const from = change == Change::Update && live == 0xFFFFu ? grid.slots + begin : items;
                    const NewBoxes<A> next = gather_boxes<A>(source, from);
                    chosen = reject_faulty<A>(source, next, from, chosen, io.faulty);
                    box = next;
                }
            }
            if (chosen != 0xFFFFu) [[unlikely]] { // who has no new box keeps the old one
                const Mask<A> take = from_bits<A>(change == Change::Erase ? 0 : chosen);
                box = {select(take, box.min_x, old_min_x), select(take, box.min_y, load<A>(grid.min_y + begin)),
                       select(take, box.max_x, old_max_x), select(take, box.max_y, load<A>(grid.max_y + begin))};
            }
            const Floats<A> x = points ? box.min_x : center<A>(box.min_x, box.max_x);
            const Floats<A> y = points ? box.min_y : center<A>(box.min_y, box.max_y);
            const Words<A> to_row = rows.index(y);
            const Words<A> to_column = columns.index(x);
            const std::uint32_t settled = live & ~gone & bits((to_row == same_row) & ((to_column >> row.shift) == old_cell));

            const std::uint32_t place = row.begin + stay, room = limit - stay;
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
        io.at = row.size, io.stay = stay, io.cells_done = leavers.finish();
        return true;
    }
};

} // namespace throng::kernels
