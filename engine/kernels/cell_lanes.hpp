// SPDX-License-Identifier: MIT
// cells.hpp for sixteen coordinates at once, operation by operation.
#pragma once

#include "engine/kernels/cells.hpp"
#include "simd/predicates.hpp"

namespace throng::kernels {

/// cell_index before it is truncated.
template <class A> THRONG_INLINE simd::Floats<A> cell_place(simd::Floats<A> v, float origin, float inverse_cell, std::uint32_t count) {
    using namespace simd;
    const Floats<A> at = (v - broadcast<A>(origin)) * broadcast<A>(inverse_cell);
    return min(max(at, broadcast<A>(0.f)), broadcast<A>(static_cast<float>(count - 1)));
}
template <class A> THRONG_INLINE simd::Words<A> cell_index(simd::Floats<A> v, float origin, float inverse_cell, std::uint32_t count) {
    return simd::to_words(cell_place<A>(v, origin, inverse_cell, count));
}

template <class A> THRONG_INLINE simd::Floats<A> slack(simd::Floats<A> a, simd::Floats<A> b) {
    using namespace simd;
    return (abs(a) + abs(b)) * broadcast<A>(4.8e-7f) + broadcast<A>(3e-38f);
}
template <class A> THRONG_INLINE simd::Floats<A> surely_below(simd::Floats<A> a, simd::Floats<A> b) { return a - b - slack<A>(a, b); }
template <class A> THRONG_INLINE simd::Floats<A> surely_above(simd::Floats<A> a, simd::Floats<A> b) { return a + b + slack<A>(a, b); }

template <class A> THRONG_INLINE simd::Floats<A> widened_reach(simd::Floats<A> radius) {
    using namespace simd;
    const Floats<A> infinity = broadcast<A>(__builtin_inff());
    return select(radius * radius < infinity, radius + radius * broadcast<A>(1e-6f) + broadcast<A>(3e-22f), infinity);
}

template <class A> THRONG_INLINE simd::Boxes<A> around(simd::Floats<A> x, simd::Floats<A> y, simd::Floats<A> reach) {
    return {surely_below<A>(x, reach), surely_below<A>(y, reach), surely_above<A>(x, reach), surely_above<A>(y, reach)};
}

} // namespace throng::kernels
