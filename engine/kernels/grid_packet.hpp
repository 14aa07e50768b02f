// SPDX-License-Identifier: MIT
// Sixteen queries of a row grid at once, as far as finding their candidates goes: the cells they reach are found in lanes, then the runs
// of elements in these cells. Small queries that lie together look at the same few rows; small ones that lie anywhere wait for memory
// together, since what each needs next is fetched for all before it is read for one.
#pragma once

#include "engine/kernels/box_source.hpp"
#include "engine/kernels/candidate_rows.hpp"
#include "engine/kernels/leaf_list.hpp"

namespace throng::kernels {

/// The runs of elements that a query has to test.
struct Runs {
    static constexpr std::uint32_t most = 8;
    Span spans[most];
    std::uint32_t count, size; // of runs; of elements in them. The first span can be read even if there is none
};

/// The elements of all runs, of which there are no more than sixteen.
template <class A, bool points> THRONG_INLINE JoinedTile<A, points> join(const ElementColumns& columns, const Runs& runs) {
    JoinedTile<A, points> tile(columns, runs.spans[0].begin, runs.spans[0].end - runs.spans[0].begin);
    for (std::uint32_t r = 1; r < runs.count; ++r) tile.add(columns, runs.spans[r].begin, runs.spans[r].end - runs.spans[r].begin);
    return tile;
}

/// `by_center`: a candidate's centre, not its box, has to lie in the query's region.
template <class A, bool by_center> class GridPacket {
public:
    /// Finds the cells of the queries in the lanes of `live`, which have these regions.
    THRONG_INLINE void find_cells(const GridView& g, const simd::Boxes<A>& regions, const simd::Mask<A>& live) {
        using namespace simd;
        const Floats<A> reach_x = broadcast<A>(g.reach_x), reach_y = broadcast<A>(g.reach_y), none = broadcast<A>(0.f);
        const Floats<A> low = cell_place<A>(surely_below<A>(regions.min_y, reach_y), g.origin_y, g.inverse_cell, g.row_count);
        const Floats<A> high = cell_place<A>(surely_above<A>(regions.max_y, reach_y), g.origin_y, g.inverse_cell, g.row_count);
        const float rows = reduce_max<A>(select(live, high - low, none));
        small_ = rows < static_cast<float>(Runs::most - 1) && g.tall_count == 0 ? bits(live) : 0;
        if (small_ == 0) return;
        const Floats<A> min_x = by_center ? regions.min_x : surely_below<A>(regions.min_x, reach_x);
        const Floats<A> max_x = by_center ? regions.max_x : surely_above<A>(regions.max_x, reach_x);
        store(first_, cell_index<A>(min_x, g.origin_x, g.inverse_cell, g.column_count));
        store(last_, cell_index<A>(max_x, g.origin_x, g.inverse_cell, g.column_count));
        store(low_, to_words(low));
        store(high_, to_words(high));
        // Queries that lie apart wait for memory together.
        apart_ =
            reduce_max<A>(select(live, high, none)) - reduce_min<A>(select(live, low, broadcast<A>(__builtin_inff()))) > 4.f * rows + 16.f;
        if (apart_) for_each([&](std::uint32_t n) THRONG_FLAT { fetch_cells(g, n); });
    }

    void find_runs(const GridView& g) {
        if (small_ == 0) return;
        for_each([&](std::uint32_t n) THRONG_FLAT { find_runs_of(g, n); });
        if (apart_) for_each([&](std::uint32_t n) THRONG_FLAT { fetch_runs(g, runs_[n]); });
    }

    /// The runs of query n. Null: it is better searched alone, since it is large, so that many cells need no test, or since elements
    /// reach unusually far.
    const Runs* runs(std::uint32_t n) const { return (small_ >> n & 1) != 0 ? &runs_[n] : nullptr; }

private:
    static constexpr std::uint32_t most_elements = 128;

    template <class F> THRONG_INLINE void for_each(F f) const {
        for (std::uint32_t rest = small_; rest != 0; rest &= rest - 1) f(simd::lowest<A>(rest));
    }
    THRONG_INLINE void fetch_cells(const GridView& g, std::uint32_t n) const {
        for (std::uint32_t r = low_[n]; r <= high_[n]; ++r)
            if (const GridRow& row = g.rows[r]; row.size != 0) simd::prefetch(g.cell_begin + row.cell_begin + (first_[n] >> row.shift));
    }
    static THRONG_INLINE void fetch_runs(const GridView& g, const Runs& runs) {
        for (std::uint32_t r = 0; r < runs.count; ++r) {
            for (const std::uint32_t at : {runs.spans[r].begin, runs.spans[r].end - 1}) {
                simd::prefetch(g.min_x + at), simd::prefetch(g.min_y + at), simd::prefetch(g.slots + at);
                if (!g.points) simd::prefetch(g.max_x + at), simd::prefetch(g.max_y + at);
            }
        }
    }
    THRONG_INLINE void find_runs_of(const GridView& g, std::uint32_t n) {
        Runs& runs = runs_[n];
        const std::uint32_t first = first_[n], last = last_[n], high = high_[n];
        std::uint32_t count = 0, size = 0;
        runs.spans[0] = {0, 0};
        for (std::uint32_t r = low_[n]; r <= high; ++r) {
            const GridRow& row = g.rows[r];
            if (row.size == 0) continue;
            if (!by_center && row.reach_x > g.reach_x) size = most_elements + 1; // as if it were large
            const std::uint32_t* const cells = g.cell_begin + row.cell_begin;
            const std::uint32_t begin = cells[first >> row.shift], end = cells[(last >> row.shift) + 1];
            runs.spans[count] = {row.begin + begin, row.begin + end}; // an empty run is written and forgotten
            count += begin != end ? 1 : 0;
            size += end - begin;
        }
        runs.count = count, runs.size = size;
        if (size > most_elements) small_ &= ~(1u << n);
    }

    alignas(64) std::uint32_t first_[Packet::most], last_[Packet::most], low_[Packet::most], high_[Packet::most];
    std::uint32_t small_ = 0; // the lanes whose runs are known
    bool apart_ = false;
    Runs runs_[Packet::most];
};

/// Queries i up to `end`, or to the first that answer(i, runs) returns false for. regions(first, count) tells the regions of a packet. What a
/// packet needs is found while those before it are tested: its cells two packets ahead, its runs one ahead.
template <class A, bool by_center, class Regions, class Answer>
THRONG_INLINE void answer_packets(const GridView& g, std::uint32_t& i, std::uint32_t end, Regions&& regions, Answer&& answer) {
    if (g.size == 0) { // nothing to look into
        while (i < end && answer(i, nullptr)) ++i;
        return;
    }
    GridPacket<A, by_center> packets[3];
    const auto packet = [&](std::uint64_t first) THRONG_FLAT -> auto& { return packets[first / Packet::most % 3]; };
    // The first packet that each step has not done yet. The last query may be the last number: what lies beyond takes more bits.
    std::uint64_t first = Packet::first_of(i), cells = first, runs = first;
    for (; i < end; first += Packet::most) {
        for (; cells < end && cells <= first + 2 * Packet::most; cells += Packet::most) {
            const std::uint32_t count = Packet::size_at(cells, end);
            const simd::Boxes<A> of = regions(static_cast<std::uint32_t>(cells), count);
            // Faulty queries are left out here, and lead to no candidates.
            const simd::Mask<A> sound = (of.min_x <= of.max_x) & (of.min_y <= of.max_y);
            packet(cells).find_cells(g, of, simd::first<A>(static_cast<int>(count)) & sound);
        }
        for (; runs < end && runs <= first + Packet::most; runs += Packet::most) packet(runs).find_runs(g);
        const auto begin = static_cast<std::uint32_t>(first);
        for (const std::uint32_t stop = begin + Packet::size_at(first, end); i < stop; ++i)
            if (!answer(i, packet(first).runs(i - begin))) return;
    }
}

} // namespace throng::kernels
