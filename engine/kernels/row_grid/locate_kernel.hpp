// SPDX-License-Identifier: MIT
// Reads boxes that are new to the grid, checks them and posts them to their cells.
#pragma once

#include "engine/kernels/row_grid/leavers.hpp"

namespace throng::kernels {

template <class A, bool points> struct LocateKernel {
    /// False: `io.out` is full; enlarge it and call again, and the kernel continues where it stopped.
    static bool run(const GridView& grid, Locate& io) {
        using namespace simd;
        const CellAxis<A> columns(grid.origin_x, grid.inverse_column, grid.column_count);
        const CellAxis<A> rows(grid.origin_y, grid.inverse_cell, grid.row_count);
        alignas(64) std::uint32_t items[16];
        alignas(64) std::uint32_t slots[16];
        for (std::uint32_t left; io.at < io.end; io.at += left < 16 ? left : 16) {
            if (io.out->size + 16 > io.out->capacity) return false;
            left = io.end - io.at;
            std::uint32_t live = 0;
            for (std::uint32_t i = 0; i < 16; ++i) {
                items[i] = io.at + (i < left ? i : 0);
                slots[i] = io.slot_of_item ? io.slot_of_item[items[i]] : items[i];
                live |= (i < left && slots[i] != no_item ? 1u : 0u) << i;
            }
            const NewBoxes<A> box = gather_boxes<A, points>(io.source, items);
            live = reject_faulty<A, points>(io.source, box, items, live, io.faulty);
            post<A, points>(*io.out, box, load<A>(slots), columns, rows, live);
        }
        return true;
    }
};

} // namespace throng::kernels
