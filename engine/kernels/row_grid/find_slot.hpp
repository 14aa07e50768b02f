// SPDX-License-Identifier: MIT
// Finds the position of a slot's element in the columns of a row grid.
#pragma once

#include "engine/kernels/row_grid/cells.hpp"
#include "simd/lanes.hpp"

namespace throng::kernels {

/// Returns the position, or no_position if the slot is absent. Compares the slots of its cell.
template <class A> THRONG_INLINE std::uint32_t find_slot(const GridView& g, std::uint32_t slot) {
    using namespace simd;
    const std::uint32_t key = slot < g.slot_count ? g.cell_keys[slot] : no_position;
    if (key == no_position) return no_position;
    const CellKeyFormat format = g.key_format;
    const GridRow& row = g.rows[format.row(key)];
    const std::uint32_t* const cells = g.cell_begin + row.cell_begin;
    const Words<A> wanted = broadcast<A>(slot);
    std::uint32_t at = row.begin + cells[format.first_column(key) >> row.shift];
    if (const std::uint32_t found = bits(load<A>(g.slots + at) == wanted); found != 0) [[likely]]
        return at + lowest<A>(found);
    const std::uint32_t last = format.last_column(key) >> row.shift;
    const std::uint32_t end = row.begin + cells[last < row.cells ? last + 1 : row.cells];
    while ((at += 16) < end)
        if (const std::uint32_t found = bits(load<A>(g.slots + at) == wanted); found != 0) return at + lowest<A>(found);
    return no_position;
}

/// Does the same for `count` slots from `first` on, or for `slots` [first, first + count).
template <class A>
void find_slots(const GridView& grid, const std::uint32_t* slots, std::uint32_t first, std::uint32_t count,
                std::uint32_t* places) {
    const GridView g = grid; // a copy that stores cannot alias
    for (std::uint32_t n = 0; n < count; ++n) places[n] = find_slot<A>(g, slots ? slots[first + n] : first + n);
}

/// Returns the position of a present slot among the `size` slots of a row, searched from `at` on.
template <class A>
THRONG_INLINE std::uint32_t find_in_row(const std::uint32_t* slots, std::uint32_t slot, std::uint32_t at,
                                        std::uint32_t size) {
    using namespace simd;
    const Words<A> wanted = broadcast<A>(slot);
    for (;; at += 16) {
        const std::uint32_t left = size - at;
        const std::uint32_t found =
            bits((left >= 16 ? load<A>(slots + at) : load_first<A>(slots + at, static_cast<int>(left))) == wanted);
        if (found != 0) return at + lowest<A>(found);
    }
}

} // namespace throng::kernels
