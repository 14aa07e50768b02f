// SPDX-License-Identifier: MIT
// A tile compares E elements with 16/E candidates. Here are the boxes or centres of both, and the candidates that come
// later than their element.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "simd/lane_predicates.hpp"

namespace throng::kernels {

/// Returns the bits of a tile whose candidate comes later in memory than the element, if candidate 0 is element
/// `first`. Each pair is reported by its earlier member, so no pair is reported twice.
template <int E> static constexpr std::uint32_t later_members(int first) {
    constexpr int candidates = 16 / E;
    std::uint32_t result = 0;
    for (int e = 0; e < E; ++e)
        for (int c = 0; c < candidates; ++c)
            if (c + first > e) result |= 1u << (e * candidates + c);
    return result;
}
/// Loads sixteen boxes at `at`: E of them spread, or 16/E of them repeated.
template <class A, int E, bool points>
THRONG_INLINE simd::Boxes<A> spread_boxes(const ElementColumns& g, std::uint32_t at) {
    using namespace simd;
    if constexpr (points) {
        const Floats<A> x = spread<A, E>(g.min_x + at), y = spread<A, E>(g.min_y + at), h = broadcast<A>(g.half_extent);
        return {x - h, y - h, x + h, y + h};
    } else {
        return {spread<A, E>(g.min_x + at), spread<A, E>(g.min_y + at), spread<A, E>(g.max_x + at),
                spread<A, E>(g.max_y + at)};
    }
}
template <class A, int E, bool points>
THRONG_INLINE simd::Boxes<A> repeat_boxes(const ElementColumns& g, std::uint32_t at) {
    using namespace simd;
    if constexpr (points) {
        const Floats<A> x = repeat<A, E>(g.min_x + at), y = repeat<A, E>(g.min_y + at), h = broadcast<A>(g.half_extent);
        return {x - h, y - h, x + h, y + h};
    } else {
        return {repeat<A, E>(g.min_x + at), repeat<A, E>(g.min_y + at), repeat<A, E>(g.max_x + at),
                repeat<A, E>(g.max_y + at)};
    }
}

/// Loads sixteen centres at `at`: E of them spread, or 16/E of them repeated.
template <class A, int E, bool points>
THRONG_INLINE simd::Points<A> spread_centers(const ElementColumns& g, std::uint32_t at) {
    using namespace simd;
    if constexpr (points) return {spread<A, E>(g.min_x + at), spread<A, E>(g.min_y + at)};
    return center_of(spread_boxes<A, E, false>(g, at));
}
template <class A, int E, bool points>
THRONG_INLINE simd::Points<A> repeat_centers(const ElementColumns& g, std::uint32_t at) {
    using namespace simd;
    if constexpr (points) return {repeat<A, E>(g.min_x + at), repeat<A, E>(g.min_y + at)};
    return center_of(repeat_boxes<A, E, false>(g, at));
}

} // namespace throng::kernels
