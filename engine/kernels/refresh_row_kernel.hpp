// SPDX-License-Identifier: MIT
// A change of boxes in a row of one cell, which nobody can leave: new boxes take the old ones' places.
#pragma once

#include "engine/kernels/changed_boxes.hpp"
#include "engine/kernels/row_extent.hpp"

namespace throng::kernels {

template <class A, Change change, bool points> struct RefreshRowKernel {
    static_assert(change == Change::Update || change == Change::Move);

    /// `row` holds elements and gets its new extents; io.back are its own columns.
    static void run(GridRow& row, ReadRow& io) {
        using namespace simd;
        // Copies that stores to the columns cannot alias.
        const BoxSource source = io.source;
        const BoxColumns to = io.back;
        const ElementColumns columns{to.min_x, to.min_y, points ? to.min_x : to.max_x, points ? to.min_y : to.max_y, to.slots, 0.f};
        const std::uint32_t end = row.begin + row.size;
        RowExtent<A, points> extent;
        for (std::uint32_t at = row.begin; at < end; at += 16) {
            const NewBoxes<A> box = changed_tile<A, change>(columns, source, io.item_of_slot, at, end - at, io.faulty).boxes;
            const int live = static_cast<int>(end - at < 16 ? end - at : 16);
            store_first(to.min_x + at, box.min_x, live);
            store_first(to.min_y + at, box.min_y, live);
            if constexpr (!points) {
                store_first(to.max_x + at, box.max_x, live);
                store_first(to.max_y + at, box.max_y, live);
            }
            extent.add(box, first<A>(live));
        }
        extent.give(row, source.half_extent);
    }
};

} // namespace throng::kernels
