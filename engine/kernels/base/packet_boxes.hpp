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
/// Loads sixteen values at an address: E of them, each for its 16/E lanes.
template <class A, int E> struct Spread {
    static THRONG_INLINE simd::Floats<A> load(const float* at) { return simd::spread<A, E>(at); }
};
/// Loads sixteen values at an address: 16/E of them, E times over.
template <class A, int E> struct Repeat {
    static THRONG_INLINE simd::Floats<A> load(const float* at) { return simd::repeat<A, E>(at); }
};

/// `points` says that all elements have the half extent of the columns.
template <class A, class Lanes, bool points>
THRONG_INLINE simd::Boxes<A> boxes_at(const ElementColumns& g, std::uint32_t at) {
    using namespace simd;
    if constexpr (points) {
        const Floats<A> x = Lanes::load(g.min_x + at), y = Lanes::load(g.min_y + at), h = broadcast<A>(g.half_extent);
        return {x - h, y - h, x + h, y + h};
    } else {
        return {Lanes::load(g.min_x + at), Lanes::load(g.min_y + at), Lanes::load(g.max_x + at),
                Lanes::load(g.max_y + at)};
    }
}
template <class A, class Lanes, bool points>
THRONG_INLINE simd::Points<A> centers_at(const ElementColumns& g, std::uint32_t at) {
    if constexpr (points) return {Lanes::load(g.min_x + at), Lanes::load(g.min_y + at)};
    return center_of(boxes_at<A, Lanes, false>(g, at));
}

} // namespace throng::kernels
