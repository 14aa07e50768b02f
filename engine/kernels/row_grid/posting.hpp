// SPDX-License-Identifier: MIT
// Sends elements to the row and column of their centres.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"

namespace throng::kernels {

/// Appends those of sixteen boxes that are in `chosen`; `out` has room for sixteen.
template <class A, bool points>
THRONG_INLINE void post(Movers& out, const NewBoxes<A>& box, simd::Words<A> slots, const CellAxis<A>& columns,
                        const CellAxis<A>& rows, std::uint32_t chosen) {
    using namespace simd;
    const std::uint32_t at = out.size;
    pack_store<A>(out.boxes.min_x + at, box.min_x, chosen);
    pack_store<A>(out.boxes.min_y + at, box.min_y, chosen);
    if constexpr (!points) {
        pack_store<A>(out.boxes.max_x + at, box.max_x, chosen);
        pack_store<A>(out.boxes.max_y + at, box.max_y, chosen);
    }
    pack_store<A>(out.boxes.slots + at, slots, chosen);
    pack_store<A>(out.row + at, rows.index(points ? box.min_y : center<A>(box.min_y, box.max_y)), chosen);
    const Words<A> column = columns.index(points ? box.min_x : center<A>(box.min_x, box.max_x));
    out.size = at + pack_store<A>(out.column + at, column, chosen);
}

} // namespace throng::kernels
