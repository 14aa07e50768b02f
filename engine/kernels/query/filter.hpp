// SPDX-License-Identifier: MIT
// A filter removes the hits of a tile that the options exclude.
#pragma once

#include "engine/kernels/query/batch.hpp"
#include "simd/lanes.hpp"

namespace throng::kernels {

/// One query's answer leaves out these slots (no_slot: none), and a category has to share a bit with each of the masks.
struct Filter {
    std::uint32_t self = no_slot, other = no_slot;
    std::uint32_t mask = ~0u, also_mask = ~0u;

    static THRONG_INLINE Filter of(const Batch& batch, std::uint32_t i) {
        Filter filter;
        if (batch[Batch::also_exclude]) filter.self = batch[Batch::also_exclude][i];
        filter.other = batch.excluded_by(i);
        if (batch.has_mask) {
            filter.mask = batch.mask_of(i);
            if (batch[Batch::also_masks]) filter.also_mask = batch[Batch::also_masks][i];
        }
        return filter;
    }
};

/// Returns the lanes of `hit` whose slot is a member.
template <class A>
static std::uint32_t members_only(const BitsetView& set, const simd::Words<A>& lanes, std::uint32_t hit) {
    std::uint32_t kept = 0, slots[16];
    simd::store(slots, lanes);
    for (std::uint32_t remaining = hit; remaining != 0; remaining &= remaining - 1) {
        const std::uint32_t lane = simd::lowest<A>(remaining);
        if (contains<A>(set, slots[lane])) kept |= 1u << lane;
    }
    return kept;
}

/// Returns the lanes of `hit` whose slot's category shares a bit with the masks.
template <class A>
static std::uint32_t matching_only(const std::uint32_t* categories, const Filter& filter, const simd::Words<A>& lanes,
                                   std::uint32_t hit) {
    if (!categories) return filter.mask != 0 && filter.also_mask != 0 ? hit : 0;
    std::uint32_t kept = 0, slots[16];
    simd::store(slots, lanes);
    for (std::uint32_t remaining = hit; remaining != 0; remaining &= remaining - 1) {
        const std::uint32_t lane = simd::lowest<A>(remaining), category = categories[slots[lane]];
        kept |= ((category & filter.mask) != 0 && (category & filter.also_mask) != 0 ? 1u : 0u) << lane;
    }
    return kept;
}

/// Returns the lanes of `hit` without Filter::self.
template <class A>
THRONG_INLINE simd::Mask<A> without_self(const Filter& filter, const simd::Words<A>& slots, simd::Mask<A> hit) {
    if (filter.self == no_slot) return hit;
    return andnot(hit, slots == simd::broadcast<A>(filter.self));
}

/// Returns the lanes of `hit` without Filter::other.
template <class A>
THRONG_INLINE simd::Mask<A> without_other(const Filter& filter, const simd::Words<A>& slots, simd::Mask<A> hit) {
    if (filter.other == no_slot) return hit;
    return andnot(hit, slots == simd::broadcast<A>(filter.other));
}

/// Returns the lanes of `hit` that neither Batch::among nor the masks exclude: at once, where hits are few.
template <class A>
THRONG_INLINE simd::Mask<A> keep_chosen(const Batch& batch, const simd::Words<A>& slots, const Filter& filter,
                                        simd::Mask<A> hit) {
    if (batch.has_among) hit = simd::from_bits<A>(members_only<A>(batch.among, slots, bits(hit)));
    if (batch.has_mask) hit = simd::from_bits<A>(matching_only<A>(batch.categories, filter, slots, bits(hit)));
    return hit;
}

/// Moves those of n hits to the front that neither Batch::among nor the masks exclude, and returns their number: hits
/// of a whole row at once, without a branch for each. `keys` may be null.
template <class A>
static __attribute__((noinline)) std::uint32_t keep_chosen(const Batch& batch, const Filter& filter,
                                                           std::uint32_t* slots, float* keys, std::uint32_t n) {
    const auto keep = [&](auto is_chosen) THRONG_FLAT {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t slot = slots[i];
            slots[kept] = slot;
            if (keys) keys[kept] = keys[i];
            kept += is_chosen(slot) ? 1u : 0u;
        }
        n = kept;
    };
    if (batch.has_among) keep([set = batch.among](std::uint32_t slot) THRONG_FLAT { return contains<A>(set, slot); });
    if (batch.has_mask) {
        if (!batch.categories) return filter.mask != 0 && filter.also_mask != 0 ? n : 0;
        keep([categories = batch.categories, filter](std::uint32_t slot) THRONG_FLAT {
            const std::uint32_t category = categories[slot];
            return ((category & filter.mask) != 0) & ((category & filter.also_mask) != 0);
        });
    }
    return n;
}

/// Returns the lanes of a tile at `at` that belong to a run ending at `end`.
template <class A> THRONG_INLINE simd::Mask<A> live_lanes(std::uint32_t at, std::uint32_t end) {
    const std::uint32_t left = end - at;
    return simd::first<A>(static_cast<int>(left < 16 ? left : 16));
}

} // namespace throng::kernels
