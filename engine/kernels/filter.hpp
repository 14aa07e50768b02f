// SPDX-License-Identifier: MIT
// What the options leave of a tile's hits.
#pragma once

#include "engine/kernels/batch.hpp"
#include "engine/kernels/grid_view.hpp"
#include "simd/lanes.hpp"

namespace throng::kernels {

/// The lanes of `hit` whose slot is a member; lane l is the element at + l.
template <class A> static std::uint32_t members_only(const BitsetView& set, const GridView& g, std::uint32_t at, std::uint32_t hit) {
    std::uint32_t kept = 0;
    for (std::uint32_t rest = hit; rest != 0; rest &= rest - 1) {
        const std::uint32_t lane = simd::lowest<A>(rest);
        if (contains<A>(set, g.slots[at + lane])) kept |= 1u << lane;
    }
    return kept;
}

/// The lanes of `hit` that are neither `excluded` (no_slot_excluded: nobody) nor outside Batch::among.
template <class A>
THRONG_INLINE simd::Mask<A> keep_allowed(const Batch& batch, const GridView& g, std::uint32_t at, std::uint32_t excluded,
                                         simd::Mask<A> hit) {
    if (excluded != no_slot_excluded) hit = andnot(hit, simd::load<A>(g.slots + at) == simd::broadcast<A>(excluded));
    if (batch.has_among) hit = simd::from_bits<A>(members_only<A>(batch.among, g, at, bits(hit)));
    return hit;
}

/// The lanes of a tile at `at` that a run ending at `end` has.
template <class A> THRONG_INLINE simd::Mask<A> live_lanes(std::uint32_t at, std::uint32_t end) {
    return simd::first<A>(static_cast<int>(end - at));
}

} // namespace throng::kernels
