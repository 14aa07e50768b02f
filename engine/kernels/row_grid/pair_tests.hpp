// SPDX-License-Identifier: MIT
// What makes two elements of a row grid a pair: boxes that overlap, or centres within a distance. Each test says where
// the other elements of its pairs may lie, and compares the elements of a tile with candidates.
#pragma once

#include "engine/kernels/base/elements.hpp"
#include "engine/kernels/base/region.hpp"
#include "engine/kernels/row_grid/grid_view.hpp"

namespace throng::kernels {

/// `points` says that the size of the elements is the grid's.
template <class A, bool points> class OverlapTest {
public:
    static constexpr bool by_center = false;
    using Lanes = simd::Boxes<A>;

    template <class From> static THRONG_INLINE Lanes lanes(const ElementColumns& c, std::uint32_t at) {
        return boxes_at<A, From, points>(c, at);
    }
    /// The elements of other lanes than `live` are in no pair.
    static THRONG_INLINE void keep_lanes(Lanes& boxes, const simd::Mask<A>& live) {
        boxes.min_x = select(live, boxes.min_x, simd::broadcast<A>(__builtin_inff()));
        boxes.max_x = select(live, boxes.max_x, simd::broadcast<A>(-__builtin_inff()));
    }
    THRONG_INLINE simd::Mask<A> meet(const Lanes& a, const Lanes& b) const { return overlaps(a, b); }

    /// Returns the box that the boxes of other rows touch if they have pairs with elements of `row`.
    static Region region(const GridRow& row) { return {row.min_x, row.min_y, row.max_x, row.max_y}; }
    /// Returns how far beyond the sides of an element the centres of its candidates in `other` lie at most.
    static float margin(const GridView& g, const GridRow& other) {
        return (points ? g.half_extent : 0.f) + other.reach_x;
    }
};

template <class A, bool points> class DistanceTest {
public:
    static constexpr bool by_center = true;
    using Lanes = simd::Points<A>;

    explicit DistanceTest(float distance) : squared_(distance * distance), reach_(widened_reach(distance)) {}

    template <class From> static THRONG_INLINE Lanes lanes(const ElementColumns& c, std::uint32_t at) {
        return centers_at<A, From, points>(c, at);
    }
    static THRONG_INLINE void keep_lanes(Lanes& centers, const simd::Mask<A>& live) {
        centers.x = select(live, centers.x, simd::broadcast<A>(__builtin_nanf("")));
    }
    THRONG_INLINE simd::Mask<A> meet(const Lanes& a, const Lanes& b) const {
        return squared_distance_to_center(a, b) <= simd::broadcast<A>(squared_);
    }

    Region region(const GridRow& row) const {
        return {surely_below(row.min_x, reach_), surely_below(row.min_y, reach_), surely_above(row.max_x, reach_),
                surely_above(row.max_y, reach_)};
    }
    /// Returns how far from the centre of an element those of its candidates lie at most.
    float margin(const GridView&, const GridRow&) const { return reach_; }

private:
    float squared_, reach_;
};

} // namespace throng::kernels
