// SPDX-License-Identifier: MIT
// Sends elements to the row and column that their centres lie in.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"

namespace throng::kernels {

/// Those of sixteen boxes that are in `who`; `out` has room for sixteen.
template <class A, bool points>
THRONG_INLINE void post(Movers& out, const NewBoxes<A>& box, simd::Words<A> slots, const CellAxis<A>& columns,
                        const CellAxis<A>& rows, std::uint32_t who) {
    using namespace simd;
    const std::uint32_t at = out.size;
    pack_store<A>(out.boxes.min_x + at, box.min_x, who);
    pack_store<A>(out.boxes.min_y + at, box.min_y, who);
    if constexpr (!points) {
        pack_store<A>(out.boxes.max_x + at, box.max_x, who);
        pack_store<A>(out.boxes.max_y + at, box.max_y, who);
    }
    pack_store<A>(out.boxes.slots + at, slots, who);
    pack_store<A>(out.row + at, rows.index(points ? box.min_y : center<A>(box.min_y, box.max_y)), who);
    out.size =
        at + pack_store<A>(out.column + at, columns.index(points ? box.min_x : center<A>(box.min_x, box.max_x)), who);
}

} // namespace throng::kernels
