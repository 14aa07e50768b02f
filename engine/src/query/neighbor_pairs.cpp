// SPDX-License-Identifier: MIT
#include "engine/src/query/neighbor_pairs.hpp"

#include <algorithm>

namespace throng {
namespace {

// Rows that are found before their pairs are written: whole packets, which begin at multiples of their size.
constexpr std::uint32_t rows_at_once = 256;

} // namespace

std::uint32_t NeighborPairs::operator()(std::uint32_t begin, std::uint32_t end,
                                        kernels::PairSink& sink) const noexcept {
    for (std::uint32_t at = begin; at < end;) {
        const std::uint32_t stop = std::min(end, at - at % rows_at_once + rows_at_once);
        const bool has_room = sink.capacity > kernels::sink_margin && sink.size < sink.capacity - kernels::sink_margin;
        const std::uint32_t done = has_room ? find(at, stop, sink) : at;
        if (done == at) {
            if (!sink.taker || sink.size == 0) return at;
            sink.taker->take(*sink.taker, sink.pairs, sink.size);
            sink.size = 0;
        }
        at = done;
    }
    return end;
}

// The rows are written to the second half of the room for pairs, from which each slot is read before a pair is written
// over it: a row may exceed the capacity by the margin.
std::uint32_t NeighborPairs::find(std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) const noexcept {
    const std::uint32_t first = begin - begin % rows_at_once, room = sink.capacity - sink.size;
    std::uint32_t counts[rows_at_once];
    kernels::Batch rows = batch_;
    kernels::WordColumn& around = rows[kernels::Batch::around_slots];
    std::uint32_t slots[rows_at_once];
    if (around) {
        around = around.from(first);
    } else {
        // A packet is read as a whole, also the queries before `begin`.
        for (std::uint32_t row = first; row < end; ++row) slots[row - first] = row;
        around = slots;
    }
    kernels::HitSink hits;
    hits.slots = sink.pairs + 2 * std::size_t{sink.size} + room;
    hits.capacity = room - kernels::sink_margin;
    hits.counts = counts;
    const std::uint32_t done = first + neighbors_(view_, rows, begin - first, end - first, hits);
    sink.candidates += hits.candidates;
    const std::uint32_t *hit = hits.slots, *own = around.data + (begin - first);
    std::uint32_t* to = sink.pairs + 2 * std::size_t{sink.size};
    for (std::uint32_t row = begin; row < done; ++row, ++own) {
        for (const std::uint32_t* const row_end = hit + counts[row - first]; hit != row_end; ++hit) {
            const std::uint32_t other = *hit;
            if (!lists_(*own, other)) continue;
            to[0] = std::min(*own, other);
            to[1] = std::max(*own, other);
            to += 2;
        }
    }
    const auto kept = static_cast<std::uint32_t>((to - sink.pairs) / 2) - sink.size;
    sink.size += kept;
    sink.dropped += hits.size - kept;
    return done;
}

} // namespace throng
