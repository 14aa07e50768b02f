// SPDX-License-Identifier: MIT
// Packs the elements that stay in their cell, and computes where those of each cell begin from the number that each
// cell loses.
#pragma once

#include "engine/kernels/row_grid/grid_view.hpp"
#include "simd/lanes.hpp"

namespace throng::kernels {

/// Sets the counts of all cells to zero. `lost` has one entry more than cells; the count of cell c is lost[c + 1].
template <class A> void begin_lost(const GridRow& row, std::uint32_t* lost) {
    using namespace simd;
    for (std::uint32_t c = 0, end = row.cells + 1; c < end; c += 16)
        store_first(lost + c, broadcast<A>(0u), static_cast<int>(end - c < 16 ? end - c : 16));
}

/// Computes the offsets of the stayers of each cell from the offsets of all elements and the counts. `stay_begin` may
/// equal either input.
template <class A>
void begin_stayers(const GridRow& row, const std::uint32_t* cell_begin, const std::uint32_t* lost,
                   std::uint32_t* stay_begin) {
    using namespace simd;
    Words<A> left = broadcast<A>(0u);
    for (std::uint32_t c = 0, end = row.cells + 1; c < end; c += 16) {
        const int live = static_cast<int>(end - c < 16 ? end - c : 16);
        left = left + inclusive_scan<A>(load_first<A>(lost + c, live));
        store_first(stay_begin + c, load_first<A>(cell_begin + c, live) - left, live);
        left = broadcast_last<A>(left);
    }
}

/// Packs the lanes in `chosen`. A whole tile is stored if the row has room for one; in the last places of a row only
/// the packed lanes, because the memory behind belongs to another row.
template <class A, class Column, class Lanes>
THRONG_INLINE void pack_within(Column* to, Lanes lanes, std::uint32_t chosen, std::uint32_t room) {
    if (room >= 16) [[likely]] {
        simd::pack_store<A>(to, lanes, chosen);
        return;
    }
    Column packed[16];
    const std::uint32_t count = simd::pack_store<A>(packed, lanes, chosen);
    for (std::uint32_t i = 0; i < count; ++i) to[i] = packed[i];
}

} // namespace throng::kernels
