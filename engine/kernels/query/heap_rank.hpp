// SPDX-License-Identifier: MIT
// A heap (Williams 1964) finds the k first of a row of hits, by (key, slot) or in another order: for long rows, and for
// code without vectors.
#pragma once

#include <cstdint>

namespace throng::kernels {

/// Whether hit i comes before hit j: by key, then by slot.
struct RanksBefore {
    const std::uint32_t* slots;
    const float* keys;
    bool operator()(std::uint32_t i, std::uint32_t j) const noexcept {
        return keys[i] < keys[j] || (keys[i] == keys[j] && slots[i] < slots[j]);
    }
};

static inline void exchange_hits(std::uint32_t* slots, float* keys, std::uint32_t i, std::uint32_t j) noexcept {
    const std::uint32_t slot = slots[i];
    const float key = keys[i];
    slots[i] = slots[j], keys[i] = keys[j];
    slots[j] = slot, keys[j] = key;
}

// The last hit is on top.
template <class Before>
static inline void sink_in_heap(std::uint32_t* slots, float* keys, std::uint32_t i, std::uint32_t size,
                                const Before& before) noexcept {
    for (;;) {
        const std::uint64_t left = 2 * std::uint64_t{i} + 1;
        if (left >= size) return;
        std::uint32_t child = static_cast<std::uint32_t>(left);
        if (child + 1 < size && before(child, child + 1)) ++child;
        if (!before(i, child)) return;
        exchange_hits(slots, keys, i, child);
        i = child;
    }
}

/// Sorts the first k of n >= k > 0 hits into place. The entries after them are unspecified. It allocates nothing and
/// has no bad worst case.
template <class Before>
static inline void keep_by_heap(std::uint32_t* slots, float* keys, std::uint32_t n, std::uint32_t k,
                                const Before& before) noexcept {
    for (std::uint32_t i = k / 2; i-- > 0;) sink_in_heap(slots, keys, i, k, before);
    for (std::uint32_t i = k; i < n; ++i) {
        if (!before(i, 0)) continue;
        slots[0] = slots[i];
        keys[0] = keys[i];
        sink_in_heap(slots, keys, 0, k, before);
    }
    for (std::uint32_t last = k - 1; last > 0; --last) {
        exchange_hits(slots, keys, 0, last);
        sink_in_heap(slots, keys, 0, last, before);
    }
}
static inline void keep_by_heap(std::uint32_t* slots, float* keys, std::uint32_t n, std::uint32_t k) noexcept {
    keep_by_heap(slots, keys, n, k, RanksBefore{slots, keys});
}

} // namespace throng::kernels
