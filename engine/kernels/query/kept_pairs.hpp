// SPDX-License-Identifier: MIT
// Kernels test pairs without a filter, which is then applied to all pairs that a call has found. This is faster than a
// filter of each tile's hits, and one kernel serves both.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "engine/kernels/query/batch.hpp"
#include "simd/arch.hpp"

namespace throng::kernels {

/// Acts as a kernel, join(begin, end, sink), whose pairs keep(pairs, size) filters: it moves those that stay to the
/// front and returns their number. A full sink has room again after pairs have been removed.
template <class Keep, class Join>
std::uint32_t join_kept(const Keep& keep, const Join& join, std::uint32_t begin, std::uint32_t end, PairSink& sink) {
    struct Taker : PairTaker {
        const Keep& keep;
        PairTaker* next;
        std::uint32_t filtered; // pairs at the front of the sink that stay

        std::uint32_t kept(std::uint32_t* pairs, std::uint32_t size) const {
            return filtered + keep(pairs + 2 * std::size_t{filtered}, size - filtered);
        }
    };
    Taker taker{{[](PairTaker& self, std::uint32_t* pairs, std::uint32_t size) noexcept {
                    Taker& filter = static_cast<Taker&>(self);
                    filter.next->take(*filter.next, pairs, filter.kept(pairs, size));
                    filter.filtered = 0;
                }},
                keep,
                sink.taker,
                sink.size};
    if (taker.next) sink.taker = &taker;
    std::uint32_t at = begin;
    for (;;) {
        const std::uint32_t done = join(at, end, sink);
        taker.filtered = taker.kept(sink.pairs, sink.size);
        sink.dropped += sink.size - taker.filtered;
        sink.size = taker.filtered;
        const bool stops = done == end || done == at;
        at = done;
        if (stops) break;
    }
    sink.taker = taker.next;
    return at;
}

/// Moves the pairs (a, b) with keeps(a, b) to the front, without a branch on the result; returns their number.
template <class Keeps>
THRONG_INLINE std::uint32_t move_kept(std::uint32_t* pairs, std::uint32_t size, const Keeps& keeps) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t a = pairs[2 * std::size_t{i}], b = pairs[2 * std::size_t{i} + 1];
        pairs[2 * std::size_t{kept}] = a;
        pairs[2 * std::size_t{kept} + 1] = b;
        kept += keeps(a, b) ? 1u : 0u;
    }
    return kept;
}

/// Acts like join_kept() for the pairs of two members of `among`; null: for all pairs.
template <class A, class Join>
THRONG_INLINE std::uint32_t join_among(const BitsetView* among, const Join& join, std::uint32_t begin,
                                       std::uint32_t end, PairSink& sink) {
    if (!among) return join(begin, end, sink);
    const auto keep = [among](std::uint32_t* pairs, std::uint32_t size) {
        return move_kept(pairs, size, [&](std::uint32_t a, std::uint32_t b) THRONG_FLAT {
            const std::uint32_t has_a = contains<A>(*among, a) ? 1 : 0, has_b = contains<A>(*among, b) ? 1 : 0;
            return (has_a & has_b) != 0;
        });
    };
    return join_kept(keep, join, begin, end, sink);
}

/// A base class: run() is the CrossPairKernel of a class with join(view, elements, count, sink).
template <class A, class View, class CrossPairs> struct CrossPairsAmong {
    static bool run(const IndexView& view, const ElementColumns& elements, std::uint32_t count, const BitsetView* among,
                    PairSink& sink) {
        const auto join = [&](std::uint32_t, std::uint32_t, PairSink& out) {
            return CrossPairs::join(static_cast<const View&>(view), elements, count, out) ? 1u : 0u;
        };
        return join_among<A>(among, join, 0, 1, sink) == 1;
    }
};

} // namespace throng::kernels
