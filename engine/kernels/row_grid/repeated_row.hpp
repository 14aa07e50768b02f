// SPDX-License-Identifier: MIT
// Many elements at one spot: each one's few nearest are those of the one before, but for the two elements themselves.
#pragma once

#include "engine/kernels/query/batch.hpp"
#include "engine/kernels/row_grid/find_slot.hpp"

namespace throng::kernels {

/// A long row of a search that cut it to the nearest few, from which those of other elements at the same spot follow.
struct RepeatedRow {
    // Searching fewer candidates again costs little.
    static constexpr std::uint32_t least = 256;

    float x, y;                // of the spot
    std::uint32_t slot;        // the element whose row it is, which the row lacks
    std::uint32_t begin, size; // of the row in the sink
    std::uint32_t found = 0;   // 0: no row was kept
    std::uint32_t limit;
    std::uint64_t tested; // candidates
    bool alone;           // was searched alone, not in a packet

    bool at(float spot_x, float spot_y) const { return found != 0 && x == spot_x && y == spot_y; }

    /// Whether the row of element `of` at the spot follows from this one: that needs the first hit behind the row if
    /// `of` is in it.
    bool lacks(const std::uint32_t* slots, std::uint32_t of) const {
        for (std::uint32_t i = 0; i < size; ++i)
            if (slots[begin + i] == of) return false;
        return of != slot;
    }

    /// Writes the row of another element at the spot to `to`: this row, in which its own element takes its place by
    /// (distance 0, slot). Returns its length.
    std::uint32_t write(std::uint32_t* slots, float* keys, std::uint32_t to) const {
        std::uint32_t from = begin, n = 0;
        const std::uint32_t end = begin + size, length = found < limit ? found : limit;
        for (; from < end && n < length && keys[from] == 0.f && slots[from] < slot; ++n, ++from)
            slots[to + n] = slots[from], keys[to + n] = 0.f;
        if (n < length) slots[to + n] = slot, keys[to + n] = 0.f, ++n;
        for (; n < length; ++n, ++from) slots[to + n] = slots[from], keys[to + n] = keys[from];
        return length;
    }
};

} // namespace throng::kernels
