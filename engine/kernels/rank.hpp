// SPDX-License-Identifier: MIT
// The k smallest of a row of hits by (key, slot), in that order. Keys are not negative, so that they rank as their bits do.
#pragma once

#include "simd/lanes.hpp"

namespace throng::kernels {

template <class A> struct Rank {
    static constexpr std::uint32_t small = 64;

    /// Sorts the first min(n, k) of n hits into place and returns how many those are. What follows them is unspecified.
    /// Both columns may be read up to 16 entries past n.
    static std::uint32_t keep(std::uint32_t* slots, float* keys, std::uint32_t n, std::uint32_t k) {
        if (k > n) k = n;
        if (k == 0) return 0;
        if (n <= small)
            by_counting(slots, keys, n, k);
        else
            by_heap(slots, keys, n, k);
        return k;
    }

private:
    // A hit's place is the number of hits before it: n * n / 16 comparisons, without a branch. No two are equal, slots differ.
    static void by_counting(std::uint32_t* slots, float* keys, std::uint32_t n, std::uint32_t k) {
        using namespace simd;
        std::uint32_t sorted_slots[small + 1];
        float sorted_keys[small + 1];   // the last place takes what is not kept
        for (std::uint32_t i = 0; i < n; ++i) {
            const Floats<A> key = broadcast<A>(keys[i]);
            const Words<A> slot = broadcast<A>(slots[i]);
            std::uint32_t before = 0;
            for (std::uint32_t j = 0; j < n; j += 16) {
                const Floats<A> other = load<A>(keys + j);
                const Mask<A> less = (other < key) | ((other == key) & (load<A>(slots + j) < slot));
                before += count<A>(bits(less) & bits(first<A>(static_cast<int>(n - j))));
            }
            const std::uint32_t place = before < k ? before : small;
            sorted_slots[place] = slots[i];
            sorted_keys[place] = keys[i];
        }
        for (std::uint32_t i = 0; i < k; ++i) {
            slots[i] = sorted_slots[i];
            keys[i] = sorted_keys[i];
        }
    }

    // The k smallest so far as a heap with the largest on top, then sorted in place (Williams 1964).
    static void by_heap(std::uint32_t* slots, float* keys, std::uint32_t n, std::uint32_t k) {
        for (std::uint32_t i = k / 2; i-- > 0;) sink(slots, keys, i, k);
        for (std::uint32_t i = k; i < n; ++i) {
            if (!before(slots, keys, i, 0)) continue;
            slots[0] = slots[i];
            keys[0] = keys[i];
            sink(slots, keys, 0, k);
        }
        for (std::uint32_t last = k - 1; last > 0; --last) {
            exchange(slots, keys, 0, last);
            sink(slots, keys, 0, last);
        }
    }
    static bool before(const std::uint32_t* slots, const float* keys, std::uint32_t i, std::uint32_t j) {
        return keys[i] < keys[j] || (keys[i] == keys[j] && slots[i] < slots[j]);
    }
    static void exchange(std::uint32_t* slots, float* keys, std::uint32_t i, std::uint32_t j) {
        const std::uint32_t slot = slots[i];
        const float key = keys[i];
        slots[i] = slots[j], keys[i] = keys[j];
        slots[j] = slot, keys[j] = key;
    }
    static void sink(std::uint32_t* slots, float* keys, std::uint32_t i, std::uint32_t size) {
        for (;;) {
            const std::uint64_t left = 2 * std::uint64_t{i} + 1;
            if (left >= size) return;
            std::uint32_t child = static_cast<std::uint32_t>(left);
            if (child + 1 < size && before(slots, keys, child, child + 1)) ++child;
            if (!before(slots, keys, i, child)) return;
            exchange(slots, keys, i, child);
            i = child;
        }
    }
};

/// Squared distances to distances: IEEE square roots.
template <class A> THRONG_INLINE void take_roots(float* keys, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; i += 16) simd::store_first(keys + i, sqrt(simd::load_first<A>(keys + i, static_cast<int>(n - i))), static_cast<int>(n - i));
}

}   // namespace throng::kernels
