// SPDX-License-Identifier: MIT
// A row of an answer is sorted by slot without a branch: the place of a hit is the number of slots below its own.
#pragma once

#include "simd/lanes.hpp"

namespace throng::kernels {

template <class A> struct SlotOrder {
    static constexpr std::uint32_t most = 128;

    /// Sorts n <= most hits with different slots, and their keys if there are any, by n * n / 16 comparisons.
    static void run(std::uint32_t* slots, float* keys, std::uint32_t n) {
        alignas(64) std::uint32_t from[most] = {}, places[most];
        const std::uint32_t tiles = (n + 15) / 16;
        for (std::uint32_t i = 0; i < n; ++i) from[i] = slots[i];
        for (std::uint32_t i = n; i < tiles * 16; ++i) from[i] = ~0u; // below no slot
        if constexpr (simd::register_lanes<A> == 16)
            place_each<1>(from, n, tiles, places);
        else
            place_tiles(from, n, tiles, places);
        for (std::uint32_t i = 0; i < n; ++i) slots[places[i]] = from[i];
        if (keys == nullptr) return;
        float from_keys[most];
        for (std::uint32_t i = 0; i < n; ++i) from_keys[i] = keys[i];
        for (std::uint32_t i = 0; i < n; ++i) keys[places[i]] = from_keys[i];
    }

private:
    // Compares one slot after the other with all tiles, which stay in registers. It suits masks that are words already.
    template <std::uint32_t tiles>
    static void place_each(const std::uint32_t* from, std::uint32_t n, std::uint32_t wanted, std::uint32_t* places) {
        using namespace simd;
        if constexpr (tiles < most / 16) {
            if (wanted > tiles) return place_each<tiles + 1>(from, n, wanted, places);
        }
        Words<A> all[tiles];
        for (std::uint32_t t = 0; t < tiles; ++t) all[t] = load<A>(from + 16 * t);
        for (std::uint32_t i = 0; i < n; ++i) {
            const Words<A> slot = broadcast<A>(from[i]);
            std::uint32_t below = 0;
            for (std::uint32_t t = 0; t < tiles; ++t) below += count<A>(bits(all[t] < slot));
            places[i] = below;
        }
    }

    // Compares one group of tiles after another with one slot at a time: counts stay in lanes.
    static constexpr std::uint32_t group = simd::register_lanes<A> == 8 ? 2 : 1; // as many as registers hold
    static void place_tiles(const std::uint32_t* from, std::uint32_t n, std::uint32_t tiles, std::uint32_t* places) {
        std::uint32_t tile = 0;
        for (; tile + group <= tiles; tile += group) place_group<group>(from, n, tile, places);
        for (; tile < tiles; ++tile) place_group<1>(from, n, tile, places);
    }
    template <std::uint32_t count>
    static THRONG_INLINE void place_group(const std::uint32_t* from, std::uint32_t n, std::uint32_t tile,
                                          std::uint32_t* places) {
        using namespace simd;
        const Words<A> one = broadcast<A>(1u), zero = broadcast<A>(0u);
        Words<A> group_slots[count], below[count];
        for (std::uint32_t t = 0; t < count; ++t) {
            group_slots[t] = load<A>(from + 16 * (tile + t));
            below[t] = zero;
        }
        for (std::uint32_t i = 0; i < n; ++i) {
            const Words<A> slot = broadcast<A>(from[i]);
            for (std::uint32_t t = 0; t < count; ++t) below[t] = below[t] + select(slot < group_slots[t], one, zero);
        }
        for (std::uint32_t t = 0; t < count; ++t) store(places + 16 * (tile + t), below[t]);
    }
};

} // namespace throng::kernels
