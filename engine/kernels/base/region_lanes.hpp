// SPDX-License-Identifier: MIT
// The functions of region.hpp on sixteen lanes: the same operations in the same order.
#pragma once

#include "engine/kernels/base/region.hpp"
#include "simd/lane_predicates.hpp"

namespace throng::kernels {

/// Converts the coordinates of one axis of a grid to cells. Loops create it once and keep it in registers.
template <class A> struct CellAxis {
    simd::Floats<A> origin, inverse_cell, last;

    THRONG_INLINE CellAxis(float axis_origin, float inverse, std::uint32_t count)
        : origin(simd::broadcast<A>(axis_origin)), inverse_cell(simd::broadcast<A>(inverse)),
          last(simd::broadcast<A>(static_cast<float>(count - 1))) {}
    /// Returns the cell before truncation.
    THRONG_INLINE simd::Floats<A> place(simd::Floats<A> v) const {
        return min(max((v - origin) * inverse_cell, simd::broadcast<A>(0.f)), last);
    }
    THRONG_INLINE simd::Words<A> index(simd::Floats<A> v) const { return to_words(place(v)); }
};

/// Returns the cell of a place() in a scalar.
static inline std::uint32_t cell_at(float place) noexcept {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(place));
}

template <class A>
THRONG_INLINE simd::Floats<A> cell_place(simd::Floats<A> v, float origin, float inverse_cell, std::uint32_t count) {
    return CellAxis<A>(origin, inverse_cell, count).place(v);
}
template <class A>
THRONG_INLINE simd::Words<A> cell_index(simd::Floats<A> v, float origin, float inverse_cell, std::uint32_t count) {
    return CellAxis<A>(origin, inverse_cell, count).index(v);
}

template <class A> THRONG_INLINE simd::Floats<A> slack(simd::Floats<A> a, simd::Floats<A> b) {
    using namespace simd;
    return (abs(a) + abs(b)) * broadcast<A>(4.8e-7f) + broadcast<A>(3e-38f);
}
template <class A> THRONG_INLINE simd::Floats<A> surely_below(simd::Floats<A> a, simd::Floats<A> b) {
    return a - b - slack<A>(a, b);
}
template <class A> THRONG_INLINE simd::Floats<A> surely_above(simd::Floats<A> a, simd::Floats<A> b) {
    return a + b + slack<A>(a, b);
}

template <class A> THRONG_INLINE simd::Floats<A> widened_reach(simd::Floats<A> radius) {
    using namespace simd;
    const Floats<A> infinity = broadcast<A>(__builtin_inff());
    return select(radius * radius < infinity, radius + radius * broadcast<A>(1e-6f) + broadcast<A>(3e-22f), infinity);
}

template <class A> THRONG_INLINE simd::Boxes<A> around(simd::Floats<A> x, simd::Floats<A> y, simd::Floats<A> reach) {
    return {surely_below<A>(x, reach), surely_below<A>(y, reach), surely_above<A>(x, reach), surely_above<A>(y, reach)};
}

} // namespace throng::kernels
