// SPDX-License-Identifier: MIT
// If many elements are at one spot, each one's few nearest are those of the one before, but for the two elements
// themselves.
#pragma once

#include "engine/kernels/query/batch.hpp"
#include "engine/kernels/row_grid/find_slot.hpp"

namespace throng::kernels {

/// A search cut this long row to the nearest few, from which those of other elements at the same spot follow.
struct RepeatedRow {
    // Searching fewer candidates again costs little.
    static constexpr std::uint32_t least = 256;

    // `method` says how a row was searched: alone, or in the packet that begins with this query. The same search of
    // another element at the spot tests as many candidates, and only such rows follow from each other.
    static constexpr std::uint32_t alone = 1;

    float x, y, reach;         // of the spot, and around it
    std::uint32_t slot;        // the element whose row it is, which the row lacks
    std::uint32_t begin, size; // of the row in the sink
    std::uint32_t found = 0;   // 0: no row was kept
    std::uint32_t limit;
    std::uint64_t tested; // candidates
    std::uint32_t method;

    bool is_at(float spot_x, float spot_y, float around) const {
        return found != 0 && x == spot_x && y == spot_y && reach == around;
    }

    /// Appends row `row`, that of `element` at the spot, at `size` of the sink. False: it does not follow from this
    /// one, or the sink may be full. `A` gives the function a name of its own in each instruction set.
    template <class A>
    __attribute__((noinline)) bool append(const Batch& batch, const HitSink& sink, std::uint32_t& at_size,
                                          std::uint32_t element, std::uint32_t row, std::uint32_t row_method) const {
        if (method != row_method || batch.limit_of(row) != limit || !can_reuse_for(sink.slots, element)) return false;
        if (sink.capacity < at_size || sink.capacity - at_size <= size) return false; // a search finds if there is room
        const std::uint32_t length = write(sink.slots, sink.keys, at_size);
        sink.counts[row] = length;
        sink.found[row] = found;
        at_size += length;
        return true;
    }

    /// Keeps row `row`, which ends at `end_of_row` of the sink, if it was cut from very many hits.
    THRONG_INLINE void keep(const Batch& batch, const HitSink& sink, std::uint32_t end_of_row, float spot_x,
                            float spot_y, float around, std::uint32_t element, std::uint32_t row,
                            std::uint32_t row_method, std::uint64_t candidates) {
        if (sink.found[row] < least) [[likely]]
            return;
        const std::uint32_t length = sink.counts[row];
        *this = {
            spot_x,     spot_y,    around, element, end_of_row - length, length, sink.found[row], batch.limit_of(row),
            candidates, row_method};
    }

private:
    // Whether the row of `element` at the spot follows from this one: that needs the first hit behind the row if
    // `element` is in it.
    bool can_reuse_for(const std::uint32_t* slots, std::uint32_t element) const {
        for (std::uint32_t i = 0; i < size; ++i)
            if (slots[begin + i] == element) return false;
        return element != slot;
    }

    // Writes the row of another element at the spot to `to`: this row, in which its own element takes its place by
    // (distance 0, slot). Returns its length.
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
