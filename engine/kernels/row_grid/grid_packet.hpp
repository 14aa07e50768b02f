// SPDX-License-Identifier: MIT
// The candidates of sixteen queries of a row grid are found at once: the cells within their reach are computed in
// lanes, then the runs of elements in these cells. Small queries that lie together visit the same few rows. Small
// queries that lie apart wait for memory together: the next data of all queries are fetched before those of the first
// are read.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/query/packet.hpp"
#include "engine/kernels/query/shapes.hpp"
#include "engine/kernels/row_grid/cells.hpp"

namespace throng::kernels {

/// A query has to test these runs of elements, in ascending order. Some may be empty.
struct CandidateRuns {
    static constexpr std::uint32_t most = 32;
    // The runs of a packet's queries side by side; null: they are unknown.
    const std::uint32_t *begins = nullptr, *ends = nullptr;
    std::uint32_t count = 0, size = 0; // the number of runs, at least one; of elements in them
    std::uint32_t longest = 0;         // the size of the longest run

    THRONG_INLINE bool known() const { return begins != nullptr; }
    THRONG_INLINE Span operator[](std::size_t run) const {
        return {begins[run * Packet::most], ends[run * Packet::most]};
    }
};

/// Returns the elements of all runs, at most sixteen.
template <class A>
THRONG_INLINE JoinedTile<A> join(const ElementColumns& columns, const CandidateRuns& runs, bool sides) {
    const Span first = runs[0];
    JoinedTile<A> tile(columns, first.begin, first.end - first.begin, sides);
    for (std::uint32_t r = 1; r < runs.count; ++r) {
        const Span span = runs[r];
        tile.add(span.begin, span.end - span.begin, sides);
    }
    return tile;
}

/// `by_center` says that a candidate's centre, not its box, has to be in the query's region.
template <class A, bool by_center> class GridPacket {
public:
    /// Finds the cells of the queries in the lanes of `live`, which have these regions.
    __attribute__((noinline)) void find_cells(const GridView& g, const simd::Boxes<A>& regions,
                                              const simd::Mask<A>& live) {
        using namespace simd;
        const Floats<A> none = broadcast<A>(0.f), far = broadcast<A>(__builtin_inff());
        Boxes<A> centers = regions; // the regions of candidates' centres
        if constexpr (!by_center) {
            const Floats<A> reach_x = broadcast<A>(g.reach_x), reach_y = broadcast<A>(g.reach_y);
            centers = {surely_below<A>(regions.min_x, reach_x), surely_below<A>(regions.min_y, reach_y),
                       surely_above<A>(regions.max_x, reach_x), surely_above<A>(regions.max_y, reach_y)};
        }
        const CellAxis<A> across(g.origin_x, g.inverse_column, g.column_count);
        const CellAxis<A> up(g.origin_y, g.inverse_cell, g.row_count);
        const Floats<A> low = up.place(centers.min_y), high = up.place(centers.max_y);
        const float rows = reduce_max<A>(select(live, high - low, none));
        constexpr auto max_rows = static_cast<float>(CandidateRuns::most - 1);
        small_ = rows < max_rows && (by_center || g.tall_count == 0) ? bits(live) : 0;
        if (small_ == 0) return;
        const Words<A> first_cell = broadcast<A>(0u); // lanes that are not live have a valid cell as well
        store(first_, select(live, across.index(centers.min_x), first_cell));
        store(last_, select(live, across.index(centers.max_x), first_cell));
        store(low_, select(live, to_words(low), first_cell));
        store(high_, select(live, to_words(high), first_cell));
        const float base = reduce_min<A>(select(live, low, far)), top = reduce_max<A>(select(live, high, none));
        base_ = cell_at(base), top_ = cell_at(top);
        share_rows_ = top_ - base_ < CandidateRuns::most;
        // Queries that lie apart wait for memory together.
        scattered_ = top - base > 4.f * rows + 16.f;
        if (scattered_) for_small([&](std::uint32_t n) THRONG_FLAT { fetch_cells(g, n); });
    }

    /// Queries with more candidates than `most_elements` are left to be searched alone.
    void find_runs(const GridView& g, std::uint32_t most_elements) {
        if (small_ == 0) return;
        most_elements_ = most_elements;
        if (share_rows_) {
            find_shared_runs(g);
        } else {
            for_small([&](std::uint32_t n) THRONG_FLAT { find_runs_of(g, n); });
            if (scattered_) for_small([&](std::uint32_t n) THRONG_FLAT { fetch_runs(g, runs(n)); });
        }
    }

    /// Returns the runs of query i. If they are unknown, the query is better searched alone: it is large, so that many
    /// cells need no test, or elements reach unusually far.
    THRONG_INLINE CandidateRuns runs(std::uint32_t i) const {
        const std::uint32_t n = i % Packet::most;
        if ((small_ >> n & 1) == 0) return {};
        const std::uint32_t skipped = share_rows_ ? low_[n] - base_ : 0;
        return {begins_[skipped] + n, ends_[skipped] + n, high_[n] - low_[n] + 1, sizes_[n], longest_[n]};
    }

private:
    template <class Body> THRONG_INLINE void for_small(Body body) const {
        for (std::uint32_t lanes = small_; lanes != 0; lanes &= lanes - 1) body(simd::lowest<A>(lanes));
    }
    THRONG_INLINE void fetch_cells(const GridView& g, std::uint32_t n) const {
        for (std::uint32_t r = low_[n]; r <= high_[n]; ++r)
            if (const GridRow& row = g.rows[r]; row.size != 0)
                simd::prefetch(g.cell_begin + row.cell_begin + (first_[n] >> row.shift));
    }
    static THRONG_INLINE void fetch_runs(const GridView& g, const CandidateRuns& runs) {
        for (std::uint32_t r = 0; r < runs.count; ++r) {
            const Span span = runs[r];
            if (span.begin == span.end) continue;
            for (const std::uint32_t at : {span.begin, span.end - 1}) {
                simd::prefetch(g.min_x + at), simd::prefetch(g.min_y + at), simd::prefetch(g.slots + at);
                if (!g.points) simd::prefetch(g.max_x + at), simd::prefetch(g.max_y + at);
            }
        }
    }
    // Queries that share their rows find their runs row after row.
    THRONG_INLINE void find_shared_runs(const GridView& g) {
        using namespace simd;
        const Words<A> low = load<A>(low_), high = load<A>(high_), one = broadcast<A>(1u), none = broadcast<A>(0u);
        Words<A> sizes = none, longest = none;
        for (std::uint32_t r = base_; r <= top_; ++r) {
            const GridRow& row = g.rows[r];
            Words<A> begin = broadcast<A>(row.begin), end = begin;
            const Mask<A> reaching = (low < broadcast<A>(r + 1)) & (broadcast<A>(r) < high + one);
            if (row.size != 0) {
                if (!by_center && row.reach_x > g.reach_x) small_ &= ~bits(reaching); // as if they were large
                const std::uint32_t* const cells = g.cell_begin + row.cell_begin;
                begin = begin + gather_words<A>(cells, load<A>(first_) >> row.shift, g.gathers);
                end = end + gather_words<A>(cells + 1, load<A>(last_) >> row.shift, g.gathers);
            }
            store(begins_[r - base_], begin);
            store(ends_[r - base_], end);
            const Words<A> run_sizes = select(reaching, end - begin, none);
            sizes = sizes + run_sizes, longest = max(longest, run_sizes);
        }
        store(sizes_, sizes), store(longest_, longest);
        small_ &= bits(sizes < broadcast<A>(most_elements_ + 1));
    }
    THRONG_INLINE void find_runs_of(const GridView& g, std::uint32_t n) {
        const std::uint32_t first = first_[n], last = last_[n], low = low_[n], high = high_[n];
        std::uint32_t size = 0, longest = 0;
        for (std::uint32_t r = low; r <= high; ++r) {
            const GridRow& row = g.rows[r];
            Span span{row.begin, row.begin};
            if (row.size != 0) {
                if (!by_center && row.reach_x > g.reach_x) size = most_elements_ + 1; // as if it were large
                span = elements_between(g, row, first, last);
            }
            begins_[r - low][n] = span.begin, ends_[r - low][n] = span.end;
            const std::uint32_t run_size = span.end - span.begin;
            size += run_size, longest = run_size > longest ? run_size : longest;
        }
        sizes_[n] = size, longest_[n] = longest;
        if (size > most_elements_) small_ &= ~(1u << n);
    }

    alignas(64) std::uint32_t first_[Packet::most], last_[Packet::most], low_[Packet::most], high_[Packet::most];
    std::uint32_t small_ = 0; // the lanes with known runs
    std::uint32_t most_elements_ = 0;
    std::uint32_t base_, top_; // the lowest and the highest row of all queries
    bool share_rows_ = false, scattered_ = false;
    alignas(64) std::uint32_t begins_[CandidateRuns::most][Packet::most], ends_[CandidateRuns::most][Packet::most];
    alignas(64) std::uint32_t sizes_[Packet::most], longest_[Packet::most]; // by query: of all runs; of the longest one
};

/// A larger query is searched alone. Boxes take or count whole cells without a test then, from few candidates on.
template <class Shape> inline constexpr std::uint32_t most_elements_of = Shape::round ? 2048 : 128;

/// For kernels whose `answer` stops only when the sink is full: no query is left to answer alone.
inline constexpr auto no_single_answer = [](auto&&...) THRONG_FLAT { return false; };

/// Answers queries i up to `end`, or up to the first that cannot be answered.
///
/// Queries with more candidates than `most_elements` have no known runs.
/// read(first, count, lanes) returns the regions of a packet of queries, and stores in `lanes` what its answers need.
/// answer(i, stop, packet, lanes) answers the queries of a packet from i on and returns the first that it leaves. That
/// one is answered by answer_single(i, packet, lanes); false: it cannot be answered. The data of a packet are found
/// while earlier packets are tested: its cells two packets ahead, its runs one packet ahead.
template <class A, bool by_center, std::uint32_t most_elements, class QueryLanes, class Read, class Answer,
          class AnswerSingle>
THRONG_INLINE void answer_packets(const GridView& g, std::uint32_t& i, std::uint32_t end, Read&& read, Answer&& answer,
                                  AnswerSingle&& answer_single) {
    struct PacketSlot {
        GridPacket<A, by_center> packet;
        QueryLanes lanes;
    };
    PacketSlot ring[3];
    const auto at = [&](std::uint64_t first) THRONG_FLAT -> PacketSlot& { return ring[first / Packet::most % 3]; };
    // The first packet for which each step is not done yet. The last query may be the largest number, so positions
    // beyond it need more bits.
    std::uint64_t first = Packet::first_of(i), cells = first, runs = first;
    const std::uint64_t found = g.size == 0 ? 0 : end; // in an empty grid there is nothing to find
    for (; i < end; first += Packet::most) {
        for (; cells < found && cells <= first + 2 * Packet::most; cells += Packet::most) {
            const std::uint32_t count = Packet::size_at(cells, end);
            const simd::Boxes<A> regions = read(static_cast<std::uint32_t>(cells), count, at(cells).lanes);
            // Faulty queries are left out here: they have no candidates.
            const simd::Mask<A> valid = (regions.min_x <= regions.max_x) & (regions.min_y <= regions.max_y);
            at(cells).packet.find_cells(g, regions, simd::first<A>(static_cast<int>(count)) & valid);
        }
        for (; runs < found && runs <= first + Packet::most; runs += Packet::most)
            at(runs).packet.find_runs(g, most_elements);
        const PacketSlot& current = at(first);
        const std::uint32_t stop = static_cast<std::uint32_t>(first) + Packet::size_at(first, end);
        while ((i = answer(i, stop, current.packet, current.lanes)) < stop) {
            if (!answer_single(i, current.packet, current.lanes)) return;
            ++i;
        }
    }
}

} // namespace throng::kernels
