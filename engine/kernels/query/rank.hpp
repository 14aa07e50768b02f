// SPDX-License-Identifier: MIT
// Rank finds the k smallest of a row of hits by (key, slot), in that order. Keys are not negative, so that they and
// their bits have the same order.
#pragma once

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
    // A hit's place is the number of hits before it: n * n / 16 comparisons, without a branch. If all keys differ, keys
    // alone decide; the places show whether they do, because then no two places are equal.
    static void by_counting(std::uint32_t* slots, float* keys, std::uint32_t n) {
        using namespace simd;
        float from_keys[small];
        std::uint32_t from_slots[small], places[small];
        const std::uint32_t tiles = (n + 15) / 16;
        for (std::uint32_t i = 0; i < tiles * 16; i += 16) { // lanes past n come before no hit
            const Mask<A> live = first<A>(static_cast<int>(n - i));
            store(from_keys + i, select(live, load<A>(keys + i), broadcast<A>(__builtin_inff())));
            store(from_slots + i, select(live, load<A>(slots + i), broadcast<A>(0xFFFF'FFFFu)));
        }
        if (!place<false>(tiles, from_keys, from_slots, places, n))
            place<true>(tiles, from_keys, from_slots, places, n);
        // All n hits, also those past k: a branch at k would be mispredicted, which costs more.
        for (std::uint32_t i = 0; i < n; ++i) {
            slots[places[i]] = from_slots[i];
            keys[places[i]] = from_keys[i];
        }
    }

    template <bool by_slot>
    static bool place(std::uint32_t tiles, const float* keys, const std::uint32_t* slots, std::uint32_t* places,
                      std::uint32_t n) {
        return tiles == 1   ? count_before<1, by_slot>(keys, slots, places, n)
               : tiles == 2 ? count_before<2, by_slot>(keys, slots, places, n)
                            : count_before<4, by_slot>(keys, slots, places, n);
    }

    template <int tiles, bool by_slot>
    static bool count_before(const float* keys, const std::uint32_t* slots, std::uint32_t* places, std::uint32_t n) {
        using namespace simd;
        std::uint64_t taken = 0;
        for (std::uint32_t i = 0; i < n; ++i) {
            const Floats<A> key = broadcast<A>(keys[i]);
            const Words<A> slot = broadcast<A>(slots[i]);
            std::uint32_t before = 0;
            for (std::uint32_t t = 0; t < tiles && (tiles < 4 || 16 * t < n); ++t) {
                Mask<A> less = load<A>(keys + 16 * t) < key;
                if constexpr (by_slot)
                    less = less | ((load<A>(keys + 16 * t) == key) & (load<A>(slots + 16 * t) < slot));
                before += count<A>(bits(less));
            }
            places[i] = before;
            taken |= std::uint64_t{1} << before;
        }
        const std::uint64_t all = n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
        return taken == all;
    }
};

/// Replaces squared distances by their IEEE square roots.
template <class A> THRONG_INLINE void take_roots(float* keys, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; i += 16) {
        const int live = static_cast<int>(n - i < 16 ? n - i : 16);
        simd::store_first(keys + i, sqrt(simd::load_first<A>(keys + i, live)), live);
    }
}

} // namespace throng::kernels
