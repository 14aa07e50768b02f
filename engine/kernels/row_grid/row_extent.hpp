// SPDX-License-Identifier: MIT
// The extents of a row are the box around its elements, and their largest width and height.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "simd/lane_predicates.hpp"

namespace throng::kernels {

/// Computes the extents of a row with at least one element; for points the max columns are not read.
template <class A, bool points> class RowExtent {
public:
    THRONG_INLINE void add(const NewBoxes<A>& box) {
        add(box, [](simd::Floats<A> lanes, simd::Floats<A>) THRONG_FLAT { return lanes; });
    }
    THRONG_INLINE void add(const NewBoxes<A>& box, const simd::Mask<A>& live) {
        const auto live_only = [&](simd::Floats<A> lanes, simd::Floats<A> others)
                                   THRONG_FLAT { return select(live, lanes, others); };
        add(box, live_only);
    }

    /// `half_extent` is that of points.
    THRONG_INLINE void store_to(GridRow& row, float half_extent) const {
        using namespace simd;
        const Lanes zero = broadcast<A>(0.f);
        float sides[4], reaches[4];
        reduce_max_of_four<A>({zero - min_x_, zero - min_y_, max_x_, max_y_}, sides);
        for (float& side : sides) side = surely_above(side, points ? half_extent : 0.f);
        row.min_x = -sides[0], row.min_y = -sides[1], row.max_x = sides[2], row.max_y = sides[3];
        if constexpr (points) {
            row.reach_x = row.reach_y = half_extent;
        } else {
            reduce_max_of_four<A>({widest_, tallest_, zero, zero}, reaches);
            row.reach_x = surely_above(0.5f * reaches[0], 0.f), row.reach_y = surely_above(0.5f * reaches[1], 0.f);
        }
    }

private:
    // select_lanes(lanes, value so far) selects the lanes that count.
    template <class SelectLanes> THRONG_INLINE void add(const NewBoxes<A>& box, SelectLanes select_lanes) {
        min_x_ = min(min_x_, select_lanes(box.min_x, min_x_));
        min_y_ = min(min_y_, select_lanes(box.min_y, min_y_));
        max_x_ = max(max_x_, select_lanes(points ? box.min_x : box.max_x, max_x_));
        max_y_ = max(max_y_, select_lanes(points ? box.min_y : box.max_y, max_y_));
        if constexpr (!points) {
            widest_ = max(widest_, select_lanes(box.max_x - box.min_x, widest_));
            tallest_ = max(tallest_, select_lanes(box.max_y - box.min_y, tallest_));
        }
    }

    using Lanes = simd::Floats<A>;
    Lanes min_x_ = simd::broadcast<A>(__builtin_inff()), min_y_ = min_x_;
    Lanes max_x_ = simd::broadcast<A>(-__builtin_inff()), max_y_ = max_x_;
    Lanes widest_ = simd::broadcast<A>(0.f), tallest_ = widest_;
};

} // namespace throng::kernels
