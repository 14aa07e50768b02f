// SPDX-License-Identifier: MIT
// The sixteen candidates of a search lie in memory or in registers, behind the same interface.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "simd/lane_predicates.hpp"

namespace throng::kernels {

/// Sixteen neighbouring elements in memory.
template <class A> struct TileAt {
    const ElementColumns& columns;
    std::uint32_t at;

    THRONG_INLINE simd::Floats<A> min_x() const { return simd::load<A>(columns.min_x + at); }
    THRONG_INLINE simd::Floats<A> min_y() const { return simd::load<A>(columns.min_y + at); }
    THRONG_INLINE simd::Floats<A> max_x() const { return simd::load<A>(columns.max_x + at); }
    THRONG_INLINE simd::Floats<A> max_y() const { return simd::load<A>(columns.max_y + at); }
    THRONG_INLINE simd::Words<A> slots() const { return simd::load<A>(columns.slots + at); }
    THRONG_INLINE float half_extent() const { return columns.half_extent; }
};

/// Sixteen elements of several runs, in registers. Each run is loaded from an address so far before its begin that its
/// elements land behind those of the last run.
template <class A, bool points> class JoinedTile {
public:
    THRONG_INLINE JoinedTile(const ElementColumns& c, std::uint32_t begin, std::uint32_t size)
        : min_x_(simd::load<A>(c.min_x + begin)), min_y_(simd::load<A>(c.min_y + begin)),
          slots_(simd::load<A>(c.slots + begin)), half_extent_(c.half_extent), size_(size) {
        if constexpr (!points) max_x_ = simd::load<A>(c.max_x + begin), max_y_ = simd::load<A>(c.max_y + begin);
    }

    /// Adds a run. It requires room in the tile, and in the columns before `begin` at least as many elements as the
    /// tile holds.
    THRONG_INLINE void add(const ElementColumns& c, std::uint32_t begin, std::uint32_t size) {
        using namespace simd;
        const Mask<A> keep = live();
        const std::uint32_t at = begin - size_;
        min_x_ = select(keep, min_x_, load<A>(c.min_x + at));
        min_y_ = select(keep, min_y_, load<A>(c.min_y + at));
        if constexpr (!points) {
            max_x_ = select(keep, max_x_, load<A>(c.max_x + at));
            max_y_ = select(keep, max_y_, load<A>(c.max_y + at));
        }
        slots_ = select(keep, slots_, load<A>(c.slots + at));
        size_ += size;
    }
    THRONG_INLINE simd::Mask<A> live() const { return simd::first<A>(static_cast<int>(size_)); }

    THRONG_INLINE const simd::Floats<A>& min_x() const { return min_x_; }
    THRONG_INLINE const simd::Floats<A>& min_y() const { return min_y_; }
    THRONG_INLINE const simd::Floats<A>& max_x() const { return max_x_; }
    THRONG_INLINE const simd::Floats<A>& max_y() const { return max_y_; }
    THRONG_INLINE const simd::Words<A>& slots() const { return slots_; }
    THRONG_INLINE float half_extent() const { return half_extent_; }

private:
    simd::Floats<A> min_x_, min_y_, max_x_{}, max_y_{};
    simd::Words<A> slots_;
    float half_extent_;
    std::uint32_t size_;
};

/// Returns the boxes of sixteen elements; it does not read the max columns of a grid of points.
template <class A, bool points, class Elements> THRONG_INLINE simd::Boxes<A> boxes_of(const Elements& e) {
    using namespace simd;
    if constexpr (points) {
        const Floats<A> x = e.min_x(), y = e.min_y(), h = broadcast<A>(e.half_extent());
        return {x - h, y - h, x + h, y + h};
    } else {
        return {e.min_x(), e.min_y(), e.max_x(), e.max_y()};
    }
}
template <class A, bool points, class Elements> THRONG_INLINE simd::Points<A> centers_of(const Elements& e) {
    if constexpr (points) return {e.min_x(), e.min_y()};
    return center_of(boxes_of<A, false>(e));
}
template <class A, bool points> THRONG_INLINE simd::Boxes<A> load_boxes(const ElementColumns& g, std::uint32_t at) {
    return boxes_of<A, points>(TileAt<A>{g, at});
}

} // namespace throng::kernels
