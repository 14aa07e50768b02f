// SPDX-License-Identifier: MIT
// No element can leave a row of one cell: new boxes replace the old ones in place.
#pragma once

#include "engine/kernels/row_grid/changed_boxes.hpp"
#include "engine/kernels/row_grid/row_extent.hpp"

namespace throng::kernels {

template <class A, Change change, bool points> struct RefreshRowKernel {
    static_assert(change == Change::Update || change == Change::Move);

    /// `row` holds at least one element and gets its new extents. `row_columns` are its columns.
    static void run(GridRow& row, const BoxColumns& row_columns, const BoxSource& boxes,
                    const std::uint32_t* item_of_slot, ItemFaults& faulty) {
        using namespace simd;
        // Stores to the columns cannot alias these copies.
        const BoxSource source = boxes;
        const BoxColumns to = row_columns;
        const ElementColumns columns{to.min_x, to.min_y, points ? to.min_x : to.max_x, points ? to.min_y : to.max_y,
                                     to.slots, 0.f};
        const std::uint32_t end = row.begin + row.size;
        RowExtent<A, points> extent;
        for (std::uint32_t at = row.begin; at < end; at += 16) {
            const Mask<A> live = first<A>(static_cast<int>(end - at < 16 ? end - at : 16));
            const Mask<A> in_place = load<A>(to.slots + at) == lane_numbers<A>() + broadcast<A>(at);
            const bool in_order = change == Change::Update && (bits(live) & ~bits(in_place)) == 0;
            const NewBoxes<A> box =
                changed_tile<A, change, points>(columns, source, item_of_slot, at, end - at, faulty, in_order).boxes;
            store(to.min_x + at, box.min_x); // the memory past the row is unused
            store(to.min_y + at, box.min_y);
            if constexpr (!points) {
                store(to.max_x + at, box.max_x);
                store(to.max_y + at, box.max_y);
            }
            extent.add(box, live);
        }
        extent.store_to(row, source.half_extent);
    }
};

} // namespace throng::kernels
