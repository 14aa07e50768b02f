// SPDX-License-Identifier: MIT
// What ends a row of hits. Rank finds the k smallest by (key, slot), in that order. Keys are not negative, so that they
// and their bits have the same order.
#pragma once

#include "engine/kernels/query/batch.hpp"
#include "engine/kernels/query/heap_rank.hpp"
#include "simd/lanes.hpp"

namespace throng::kernels {

template <class A> struct Rank {
    static constexpr std::uint32_t small = 64;

    /// Sorts the first min(n, k) of n hits into place and returns their number. The entries after them are unspecified.
    /// Both columns may be read up to 16 entries past n.
    static std::uint32_t keep(std::uint32_t* slots, float* keys, std::uint32_t n, std::uint32_t k) {
        if (k > n) k = n;
        if (k == 0) return 0;
        if (n <= small)
            by_counting(slots, keys, n);
        else
            keep_by_heap(slots, keys, n, k);
        return k;
    }

private:
    // A hit's place is the number of hits before it, counted for sixteen hits at once, without a branch. If all keys
    // differ, keys alone decide; the sum of the places shows whether they do.
    static void by_counting(std::uint32_t* slots, float* keys, std::uint32_t n) {
        if (n <= 16)
            by_counting<1>(slots, keys, n);
        else if (n <= 32)
            by_counting<2>(slots, keys, n);
        else
            by_counting<4>(slots, keys, n);
    }
    template <std::uint32_t tiles> static void by_counting(std::uint32_t* slots, float* keys, std::uint32_t n) {
        using namespace simd;
        float from_keys[16 * tiles];
        std::uint32_t from_slots[16 * tiles];
        for (std::uint32_t i = 0; i < 16 * tiles; i += 16) { // lanes past n come before no hit
            const Mask<A> live = live_in_tile(n, i / 16);
            const std::uint32_t from = i < n ? i : 0; // a tile that begins past n may not be read
            store(from_keys + i, select(live, load<A>(keys + from), broadcast<A>(__builtin_inff())));
            store(from_slots + i, select(live, load<A>(slots + from), broadcast<A>(0xFFFF'FFFFu)));
        }
        if (!place<tiles, false>(from_keys, from_slots, slots, keys, n))
            place<tiles, true>(from_keys, from_slots, slots, keys, n);
    }

    static THRONG_INLINE simd::Mask<A> live_in_tile(std::uint32_t n, std::uint32_t tile) {
        return simd::first<A>(n > 16 * tile ? static_cast<int>(n - 16 * tile) : 0);
    }

    // All n hits are placed, also those past k: a branch at k would be mispredicted, which costs more. Place n gets
    // anything. False: some places are the same.
    template <std::uint32_t tiles, bool by_slot>
    static THRONG_INLINE bool place(const float* keys, const std::uint32_t* slots, std::uint32_t* to_slots,
                                    float* to_keys, std::uint32_t n) {
        using namespace simd;
        const Words<A> one = broadcast<A>(1u);
        Words<A> before[tiles];
        for (Words<A>& tile : before) tile = broadcast<A>(0u);
        const std::uint32_t compared = tiles == 1 ? 16 : n;
        for (std::uint32_t i = 0; i < compared; ++i) {
            const Floats<A> key = broadcast<A>(keys[i]);
            const Words<A> slot = broadcast<A>(slots[i]);
            for (std::uint32_t t = 0; t < tiles; ++t) {
                const Floats<A> own = load<A>(keys + 16 * t);
                Mask<A> later = key < own;
                if constexpr (by_slot) later = later | ((key == own) & (slot < load<A>(slots + 16 * t)));
                before[t] = add_where(later, before[t], one);
            }
        }
        std::uint32_t places[16 * tiles], sum = 0;
        for (std::uint32_t t = 0; t < tiles; ++t)
            store(places + 16 * t, select(live_in_tile(n, t), before[t], broadcast<A>(n)));
        const std::uint32_t placed = tiles == 1 ? 16 : n;
        for (std::uint32_t i = 0; i < placed; ++i) {
            sum += i < n ? places[i] : 0;
            to_slots[places[i]] = slots[i];
            to_keys[places[i]] = keys[i];
        }
        return sum == n * (n - 1) / 2;
    }
};

/// Fetches an answer's memory ahead of its end, none beyond its room: a look for a page that is not there takes longer
/// than a small search.
template <class T> THRONG_INLINE void fetch_answer(const T* column, std::uint32_t size, std::uint32_t capacity) {
    const std::uint64_t ahead = std::uint64_t{size} + answer_fetch_distance / sizeof(T);
    simd::prefetch(column + (ahead < capacity ? ahead : capacity));
}

/// Replaces squared distances by their IEEE square roots.
template <class A> THRONG_INLINE void take_roots(float* keys, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; i += 16) {
        const int live = static_cast<int>(n - i < 16 ? n - i : 16);
        simd::store_first(keys + i, sqrt(simd::load_first<A>(keys + i, live)), live);
    }
}

} // namespace throng::kernels
