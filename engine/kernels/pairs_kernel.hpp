// SPDX-License-Identifier: MIT
// All overlapping pairs of a row grid: each element against the rest of its own row and the rows below.
// Neighbouring elements of a row form a packet that shares one stream of candidates (after Pall & Hess 2013, cluster pairs).
#pragma once

#include "engine/kernels/batch.hpp"
#include "engine/kernels/box_source.hpp"
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
/// Sixteen boxes at `at`: E of them spread, or 16/E of them repeated.
template <class A, int E, bool points> THRONG_INLINE simd::Boxes<A> spread_boxes(const ElementColumns& g, std::uint32_t at) {
    using namespace simd;
    if constexpr (points) {
        const Floats<A> x = spread<A, E>(g.min_x + at), y = spread<A, E>(g.min_y + at), h = broadcast<A>(g.half_extent);
        return {x - h, y - h, x + h, y + h};
    } else {
        return {spread<A, E>(g.min_x + at), spread<A, E>(g.min_y + at), spread<A, E>(g.max_x + at), spread<A, E>(g.max_y + at)};
    }
}
template <class A, int E, bool points> THRONG_INLINE simd::Boxes<A> repeat_boxes(const ElementColumns& g, std::uint32_t at) {
    using namespace simd;
    if constexpr (points) {
        const Floats<A> x = repeat<A, E>(g.min_x + at), y = repeat<A, E>(g.min_y + at), h = broadcast<A>(g.half_extent);
        return {x - h, y - h, x + h, y + h};
    } else {
        return {repeat<A, E>(g.min_x + at), repeat<A, E>(g.min_y + at), repeat<A, E>(g.max_x + at), repeat<A, E>(g.max_y + at)};
    }
}

template <class A, int E, bool points, bool filtered> class PairsKernel {
public:
    /// Pairs whose earlier member lies in [begin, end). Returns the element at which `sink` was full, or `end`.
    static std::uint32_t run(const GridView& grid, std::uint32_t begin, std::uint32_t end, const BitsetView* among, PairSink& sink) {
        const GridView g = grid; // a copy that stores to the answer cannot alias
        PairsKernel search{g, among, sink};
        const std::uint32_t done = g.cell_count == offsets_of_one_cell ? search.join_cell({begin, end}) : search.join_rows({begin, end});
        sink.size = search.size_;
        sink.candidates = search.candidates_;
        return done;
    }

private:
    static constexpr std::uint32_t candidates_per_tile = 16 / E;

    PairsKernel(const GridView& g, const BitsetView* among, PairSink& sink)
        : g_(g), among_(among), pairs_(sink.pairs), size_(sink.size), capacity_(sink.capacity), candidates_(sink.candidates) {}

    // Where all elements share one cell, a packet's candidates are all behind it. Returns the element at which the sink was full, or the end.
    static constexpr std::uint32_t offsets_of_one_cell = 2;
    std::uint32_t join_cell(Span elements) {
        const ElementColumns columns = g_.columns();
        std::uint32_t found = size_;
        std::uint64_t tested = 0;
        for (std::uint32_t at = elements.begin; at < elements.end; at += E) {
            const std::uint32_t size = elements.end - at < E ? elements.end - at : E;
            if (!packet<true>(columns, at, size, at, g_.size, g_.size, pairs_, found, capacity_)) return elements.begin;
            tested += tests_of<true>(size, at, g_.size);
        }
        size_ = found;
        candidates_ += tested;
        return elements.end;
    }

    // Row by row, as join_cell().
    std::uint32_t join_rows(Span elements) {
        std::uint32_t row_index = row_holding(g_, elements.begin), at = elements.begin;
        while (at < elements.end) {
            const GridRow& row = g_.rows[row_index];
            const std::uint32_t row_end = row.begin + row.size, end = row_end < elements.end ? row_end : elements.end;
            if (!join({at, end}, row_index)) break;
            at = end;
            if (at == row_end) row_index = next_occupied(g_, row_index + 1);
        }
        return at;
    }

    // Elements of one row against the rest of it, then against each row below that the row's boxes reach. False: the sink is full, and
    // holds nothing of these elements.
    bool join(Span elements, std::uint32_t row_index) {
        const std::uint32_t kept = size_;
        const std::uint64_t tested = candidates_;
        const GridRow& own = g_.rows[row_index];
        bool room = join_row<true>(elements, own, own);
        for_rows_from(g_, row_index + 1, {own.min_x, own.min_y, own.max_x, own.max_y},
                      [&](std::uint32_t, const GridRow& below) THRONG_FLAT { room = room && join_row<false>(elements, own, below); });
        if (room) return true;
        size_ = kept;
        candidates_ = tested;
        return false;
    }

    // Where packets' candidates begin and end in one row. Found for many packets at once, ahead of their tests: a test loop that must wait
    // for its own bounds pays for each mispredicted end with the whole way from coordinates to cells.
    struct Runs {
        static constexpr std::uint32_t most = 64;
        std::uint32_t begin[most], end[most];
        float low[most + 16], high[most + 16]; // the packets' leftmost and rightmost points
    };

    // One row as a source of candidates. They lie between the cells of a packet's leftmost and rightmost points, both moved outward by
    // what a candidate's centre can be away from its box and by more than any rounding at coordinates as large as these rows'.
    struct CandidateRow {
        const std::uint32_t* cells;
        std::uint32_t begin, end, shift;
        float margin;

        CandidateRow(const GridView& g, const GridRow& own, const GridRow& other)
            : cells(g.cell_begin + other.cell_begin), begin(other.begin), end(other.begin + other.size), shift(other.shift) {
            const float x =
                larger(larger(magnitude(own.min_x), magnitude(own.max_x)), larger(magnitude(other.min_x), magnitude(other.max_x)));
            const float reach = other.reach_x + (points ? g.half_extent : 0.f);
            margin = reach + slack(x, reach);
        }
    };
    static float larger(float a, float b) { return a > b ? a : b; }

    // What `f` leaves of each packet among 16 elements.
    template <class F> THRONG_INLINE static void fold_packets(simd::Floats<A> v, F&& f, float* to) {
        static_assert(E == 1 || E == 4);
        if constexpr (E == 4) {
            v = f(v, simd::exchange<A, 1>(v));
            v = f(v, simd::exchange<A, 2>(v));
        }
        simd::pack_store<A>(to, v, E == 1 ? 0xFFFF : 0x1111);
    }

    // The cells of 16 points, as offsets into the columns: where the cell begins, or, after = 1, where it ends.
    THRONG_INLINE void look_up(const CandidateRow& row, const simd::Floats<A>& x, std::uint32_t after, std::uint32_t* to,
                               std::uint32_t count) const {
        std::uint32_t cells[16];
        simd::store(cells, cell_index<A>(x, g_.origin_x, g_.inverse_cell, g_.column_count) >> row.shift);
        for (std::uint32_t i = 0; i < count; ++i) to[i] = row.begin + row.cells[cells[i] + after];
    }

    // In the packets' own row a run begins at its packet.
    template <bool same_row> void find_runs(const CandidateRow& row, Span elements, Runs& runs) const {
        using namespace simd;
        const auto lesser = [](const Floats<A>& a, const Floats<A>& b) THRONG_FLAT { return min(a, b); };
        const auto greater = [](const Floats<A>& a, const Floats<A>& b) THRONG_FLAT { return max(a, b); };
        std::uint32_t at = elements.begin, packets = 0;
        for (; at + 16 <= elements.end; at += 16, packets += 16 / E) {
            if constexpr (!same_row) fold_packets(load<A>(g_.min_x + at), lesser, runs.low + packets);
            fold_packets(load<A>(g_.max_x + at), greater, runs.high + packets);
        }
        if (at < elements.end) { // a last packet's missing elements are nowhere
            const int live = static_cast<int>(elements.end - at);
            const auto live_of = [&](const float* column, float nowhere)
                                     THRONG_FLAT { return select(first<A>(live), load<A>(column + at), broadcast<A>(nowhere)); };
            if constexpr (!same_row) fold_packets(live_of(g_.min_x, __builtin_inff()), lesser, runs.low + packets);
            fold_packets(live_of(g_.max_x, -__builtin_inff()), greater, runs.high + packets);
            packets += (elements.end - at + E - 1) / E;
        }
        const Floats<A> margin = broadcast<A>(row.margin);
        for (std::uint32_t p = 0; p < packets; p += 16) {
            const std::uint32_t count = packets - p < 16 ? packets - p : 16;
            if constexpr (!same_row) look_up(row, load<A>(runs.low + p) - margin, 0, runs.begin + p, count);
            look_up(row, load<A>(runs.high + p) + margin, 1, runs.end + p, count);
        }
    }

    template <bool same_row> bool join_row(Span elements, const GridRow& own, const GridRow& other) {
        const CandidateRow row(g_, own, other);
        Runs runs;
        // Locals stay in registers; members would be read again after every store, and every store waits for the last one's size.
        const ElementColumns columns = g_.columns();
        std::uint32_t* const pairs = pairs_;
        const std::uint32_t capacity = capacity_;
        std::uint32_t found = size_;
        std::uint64_t tested = 0;
        for (std::uint32_t part = elements.begin; part < elements.end; part += Runs::most * E) {
            const std::uint32_t part_end = elements.end - part > Runs::most * E ? part + Runs::most * E : elements.end;
            find_runs<same_row>(row, {part, part_end}, runs);
            for (std::uint32_t at = part, n = 0; at < part_end; at += E, ++n) {
                const std::uint32_t size = part_end - at < E ? part_end - at : E;
                const std::uint32_t begin = same_row ? at : runs.begin[n], end = runs.end[n];
                if (!packet<same_row>(columns, at, size, begin, end, row.end, pairs, found, capacity)) return false;
                tested += tests_of<same_row>(size, begin, end);
            }
        }
        size_ = found;
        candidates_ += tested;
        return true;
    }

    // Of a packet against candidates [begin, end), which in its own row begin with itself.
    template <bool same_row> static std::uint64_t tests_of(std::uint32_t size, std::uint32_t begin, std::uint32_t end) {
        return std::uint64_t{size} * (end - begin) - (same_row ? size * (size + 1) / 2 : 0);
    }

    // A packet of `size` <= E elements against candidates [begin, end). Those behind them in their row overlap none of the packet's, or they
    // would be candidates: a tile is cut only where the row ends.
    template <bool same_row>
    THRONG_INLINE bool packet(const ElementColumns& columns, std::uint32_t at, std::uint32_t size, std::uint32_t begin, std::uint32_t end,
                              std::uint32_t row_end, std::uint32_t* pairs, std::uint32_t& found, std::uint32_t capacity) {
        using namespace simd;
        const Boxes<A> elements = spread_boxes<A, E, points>(columns, at);
        const Words<A> names = spread<A, E>(columns.slots + at);
        const std::uint32_t live = size == E ? 0xFFFFu : (1u << (size * candidates_per_tile)) - 1;
        const auto test = [&](std::uint32_t j, Mask<A> allowed) THRONG_FLAT {
            if (row_end - j < candidates_per_tile) [[unlikely]]
                allowed = allowed & first<A, E>(static_cast<int>(row_end - j));
            Mask<A> hit = allowed & overlaps(elements, repeat_boxes<A, E, points>(columns, j));
            const Words<A> others = repeat<A, E>(columns.slots + j);
            if constexpr (filtered) hit = from_bits<A>(both_members(at, j, bits(hit)));
            found += interleave_store<A>(pairs + 2 * std::size_t{found}, min(names, others), max(names, others), hit);
        };
        if constexpr (same_row) {
            if (found > capacity) [[unlikely]]
                return false;
            test(begin, from_bits<A>(live & later_members<E>()));
            begin += candidates_per_tile;
        }
        const Mask<A> all = from_bits<A>(live);
        for (std::uint32_t j = begin; j < end; j += candidates_per_tile) {
            if (found > capacity) [[unlikely]]
                return false;
            test(j, all);
        }
        return true;
    }

    std::uint32_t both_members(std::uint32_t at, std::uint32_t j, std::uint32_t hit) const {
        std::uint32_t kept = 0;
        for (std::uint32_t rest = hit; rest != 0; rest &= rest - 1) {
            const std::uint32_t lane = simd::lowest<A>(rest);
            const bool both = contains<A>(*among_, g_.slots[at + lane / candidates_per_tile]) &&
                              contains<A>(*among_, g_.slots[j + lane % candidates_per_tile]);
            kept |= (both ? 1u : 0u) << lane;
        }
        return kept;
    }

    const GridView& g_;
    const BitsetView* const among_;
    std::uint32_t* const pairs_;
    std::uint32_t size_;
    const std::uint32_t capacity_;
    std::uint64_t candidates_;
};

} // namespace throng::kernels
