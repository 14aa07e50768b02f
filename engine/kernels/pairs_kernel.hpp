// SPDX-License-Identifier: MIT
// All overlapping pairs of a row grid: each element against the rest of its own row and the rows below.
// Neighbouring elements of a row form a packet that shares one stream of candidates (after Pall & Hess 2013, cluster pairs).
#pragma once

#include "engine/kernels/batch.hpp"
#include "engine/kernels/candidate_rows.hpp"
#include "simd/predicates.hpp"

namespace throng::kernels {

/// The bits of a tile of E elements x 16/E candidates whose candidate comes later in memory than the element, where
/// element e and candidate e are the same: a pair is reported by its earlier member, so none twice.
template <int E> static constexpr std::uint32_t later_members() {
    constexpr int candidates = 16 / E;
    std::uint32_t result = 0;
    for (int e = 0; e < E; ++e)
        for (int c = e + 1; c < candidates; ++c) result |= 1u << (e * candidates + c);
    return result;
}
/// The bits whose candidate is among the first `left`.
template <int E> static inline std::uint32_t first_candidates(std::uint32_t left) {
    constexpr std::uint32_t candidates = 16 / E;
    if (left >= candidates) return 0xFFFFu;
    std::uint32_t each = (1u << left) - 1;
    for (std::uint32_t shift = candidates; shift < 16; shift *= 2) each |= each << shift;
    return each;
}

/// Sixteen boxes at `at`: E of them spread, or 16/E of them repeated.
template <class A, int E, bool points> THRONG_INLINE simd::Boxes<A> spread_boxes(const GridView& g, std::uint32_t at) {
    using namespace simd;
    const Floats<A> x = spread<A, E>(g.min_x + at), y = spread<A, E>(g.min_y + at);
    if constexpr (points) {
        const Floats<A> h = broadcast<A>(g.half_extent);
        return {x - h, y - h, x + h, y + h};
    } else {
        return {x, y, spread<A, E>(g.max_x + at), spread<A, E>(g.max_y + at)};
    }
}
template <class A, int E, bool points> THRONG_INLINE simd::Boxes<A> repeat_boxes(const GridView& g, std::uint32_t at) {
    using namespace simd;
    const Floats<A> x = repeat<A, E>(g.min_x + at), y = repeat<A, E>(g.min_y + at);
    if constexpr (points) {
        const Floats<A> h = broadcast<A>(g.half_extent);
        return {x - h, y - h, x + h, y + h};
    } else {
        return {x, y, repeat<A, E>(g.max_x + at), repeat<A, E>(g.max_y + at)};
    }
}

/// What the E elements of a packet cover together.
template <int E, bool points> static inline Region packet_region(const GridView& g, std::uint32_t at, std::uint32_t size) {
    Region all{g.min_x[at], g.min_y[at], g.max_x[at], g.max_y[at]};
    for (std::uint32_t e = 1; e < E; ++e) {
        const std::uint32_t i = at + (e < size ? e : size - 1);
        all.min_x = all.min_x < g.min_x[i] ? all.min_x : g.min_x[i];
        all.min_y = all.min_y < g.min_y[i] ? all.min_y : g.min_y[i];
        all.max_x = all.max_x > g.max_x[i] ? all.max_x : g.max_x[i];
        all.max_y = all.max_y > g.max_y[i] ? all.max_y : g.max_y[i];
    }
    if constexpr (points) {
        const float h = g.half_extent;
        all = {surely_below(all.min_x, h), surely_below(all.min_y, h), surely_above(all.max_x, h), surely_above(all.max_y, h)};
    }
    return all;
}

template <class A, int E, bool points> struct PairsKernel {
    /// Pairs whose earlier member lies in [begin, end). Returns the element at which `out` was full, or `end`.
    static std::uint32_t run(const GridView& grid, std::uint32_t begin, std::uint32_t end, const BitsetView* among, PairSink& sink) {
        const GridView g = grid;   // copies that stores to the answer cannot alias
        PairSink out = sink;
        std::uint32_t row_index = row_holding(g, begin), at = begin;
        while (at < end) {
            const GridRow& row = g.rows[row_index];
            const std::uint32_t row_end = row.begin + row.size, stop = row_end < end ? row_end : end;
            for (; at < stop; at += E) {
                const std::uint32_t size = stop - at < E ? stop - at : E;
                const std::uint32_t kept = out.size;
                if (!packet(g, row_index, at, size, among, out)) {
                    out.size = kept;
                    sink = out;
                    return at;
                }
            }
            at = stop;
            if (stop == row_end) row_index = next_occupied(g, row_index + 1);
        }
        sink = out;
        return end;
    }

private:
    static std::uint32_t row_holding(const GridView& g, std::uint32_t element) {
        std::uint32_t low = 0, high = g.row_count;   // rows [low, high) begin at or before it, or hold it
        while (high - low > 1) {
            const std::uint32_t middle = low + (high - low) / 2;
            (g.rows[middle].begin <= element ? low : high) = middle;
        }
        return low;
    }

    // False: the sink is full.
    static THRONG_INLINE bool packet(const GridView& g, std::uint32_t row_index, std::uint32_t at, std::uint32_t size, const BitsetView* among,
                                     PairSink& out) {
        using namespace simd;
        constexpr std::uint32_t candidates = 16 / E;
        const Boxes<A> elements = spread_boxes<A, E, points>(g, at);
        const Words<A> names = spread<A, E>(g.slots + at);
        const std::uint32_t live = size == E ? 0xFFFFu : (1u << (size * candidates)) - 1;
        const Region region = packet_region<E, points>(g, at, size);

        const auto test = [&](std::uint32_t j, std::uint32_t allowed) THRONG_FLAT {
            std::uint32_t hit = allowed & bits(overlaps(elements, repeat_boxes<A, E, points>(g, j)));
            const Words<A> others = repeat<A, E>(g.slots + j);
            if (among) hit = both_members(*among, g, at, j, hit);
            out.size += interleave_store<A>(out.pairs + 2 * std::size_t{out.size}, min(names, others), max(names, others), hit);
        };
        const auto stream = [&](std::uint32_t j, std::uint32_t end) THRONG_FLAT {
            for (; j < end; j += candidates) {
                if (out.size > out.capacity) return false;
                test(j, live & first_candidates<E>(end - j));
            }
            return true;
        };

        const GridRow& own = g.rows[row_index];
        const std::uint32_t own_end = candidates_in_row(g, own, region.min_x, region.max_x).end;
        if (out.size > out.capacity) return false;
        test(at, live & later_members<E>() & first_candidates<E>(own_end - at));
        if (!stream(at + candidates, own_end)) return false;
        out.candidates += std::uint64_t{size} * (own_end - at) - size * (size + 1) / 2;

        bool room = true;
        for_rows_from(g, row_index + 1, region.min_y, region.max_y, [&](std::uint32_t, const GridRow& row) THRONG_FLAT {
            const Span span = candidates_in_row(g, row, region.min_x, region.max_x);
            room = room && stream(span.begin, span.end);
            out.candidates += std::uint64_t{size} * (span.end - span.begin);
        });
        return room;
    }

    static std::uint32_t both_members(const BitsetView& among, const GridView& g, std::uint32_t at, std::uint32_t j, std::uint32_t hit) {
        constexpr std::uint32_t candidates = 16 / E;
        std::uint32_t kept = 0;
        for (std::uint32_t rest = hit; rest != 0; rest &= rest - 1) {
            const std::uint32_t lane = simd::lowest<A>(rest);
            if (contains<A>(among, g.slots[at + lane / candidates]) && contains<A>(among, g.slots[j + lane % candidates])) kept |= 1u << lane;
        }
        return kept;
    }
};

}   // namespace throng::kernels
