// SPDX-License-Identifier: MIT
// A heap (Williams 1964) finds the k smallest of a row of hits by (key, slot), in that order: for long rows, and for
// code without vectors.
#pragma once

#include <cstdint>

namespace throng::kernels {

static inline bool ranks_before(const std::uint32_t* slots, const float* keys, std::uint32_t i,
                                std::uint32_t j) noexcept {
    return keys[i] < keys[j] || (keys[i] == keys[j] && slots[i] < slots[j]);
}

static inline void exchange_hits(std::uint32_t* slots, float* keys, std::uint32_t i, std::uint32_t j) noexcept {
    const std::uint32_t slot = slots[i];
    const float key = keys[i];
    slots[i] = slots[j], keys[i] = keys[j];
    slots[j] = slot, keys[j] = key;
}

// The last hit is on top.
static inline void sink_in_heap(std::uint32_t* slots, float* keys, std::uint32_t i, std::uint32_t size) noexcept {
    for (;;) {
        const std::uint64_t left = 2 * std::uint64_t{i} + 1;
        if (left >= size) return;
        std::uint32_t child = static_cast<std::uint32_t>(left);
        if (child + 1 < size && ranks_before(slots, keys, child, child + 1)) ++child;
        if (!ranks_before(slots, keys, i, child)) return;
        exchange_hits(slots, keys, i, child);
        i = child;
    }
}

/// Sorts the first k of n >= k > 0 hits into place. The entries after them are unspecified.
static inline void keep_by_heap(std::uint32_t* slots, float* keys, std::uint32_t n, std::uint32_t k) noexcept {
    for (std::uint32_t i = k / 2; i-- > 0;) sink_in_heap(slots, keys, i, k);
    for (std::uint32_t i = k; i < n; ++i) {
        if (!ranks_before(slots, keys, i, 0)) continue;
        slots[0] = slots[i];
        keys[0] = keys[i];
        sink_in_heap(slots, keys, 0, k);
    }
    for (std::uint32_t last = k - 1; last > 0; --last) {
        exchange_hits(slots, keys, 0, last);
        sink_in_heap(slots, keys, 0, last);
    }
}

} // namespace throng::kernels
