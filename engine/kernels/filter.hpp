// SPDX-License-Identifier: MIT
// What the options leave of a tile's hits.
#pragma once

#include "engine/kernels/batch.hpp"
#include "simd/lanes.hpp"

namespace throng::kernels {

/// The lanes of `hit` whose slot is a member.
template <class A> static std::uint32_t members_only(const BitsetView& set, const std::uint32_t* slots, std::uint32_t hit) {
    std::uint32_t kept = 0;
    for (std::uint32_t rest = hit; rest != 0; rest &= rest - 1) {
        const std::uint32_t lane = simd::lowest<A>(rest);
        if (contains<A>(set, slots[lane])) kept |= 1u << lane;
    }
    return kept;
}

/// The lanes of `hit` that are neither `excluded` (no_slot_excluded: nobody) nor outside Batch::among.
template <class A>
THRONG_INLINE simd::Mask<A> keep_allowed(const Batch& batch, const std::uint32_t* slots, std::uint32_t excluded, simd::Mask<A> hit) {
    if (excluded != no_slot_excluded) hit = andnot(hit, simd::load<A>(slots) == simd::broadcast<A>(excluded));
    if (batch.has_among) hit = simd::from_bits<A>(members_only<A>(batch.among, slots, bits(hit)));
    return hit;
}

/// The lanes of a tile at `at` that a run ending at `end` has.
template <class A> THRONG_INLINE simd::Mask<A> live_lanes(std::uint32_t at, std::uint32_t end) {
    return simd::first<A>(static_cast<int>(end - at));
}

} // namespace throng::kernels
