// SPDX-License-Identifier: MIT
// To find all pairs of a row grid, each element is tested with those behind it in its row and with the rows below.
// Neighbouring elements of a row form a packet that shares one stream of candidates (after Pall & Hess 2013, cluster
// pairs).
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/query/kept_pairs.hpp"
#include "engine/kernels/row_grid/cells.hpp"
#include "engine/kernels/row_grid/fetch_ahead.hpp"
#include "engine/kernels/row_grid/packet_reaches.hpp"
#include "engine/kernels/row_grid/pair_output.hpp"
#include "engine/kernels/row_grid/pair_tests.hpp"

namespace throng::kernels {

/// A packet has E elements. `points` says that their size is the grid's.
template <class A, int E, bool points, template <class, bool> class PairTest = OverlapTest> class PairsKernel {
    using Test = PairTest<A, points>;

public:
    /// Finds the pairs whose earlier member has a rank in [begin, end). Returns the rank at which `sink` was full, or
    /// `end`.
    static std::uint32_t run(const IndexView& view, std::uint32_t begin, std::uint32_t end, const BitsetView* among,
                             PairSink& sink) {
        return join_all(Test{}, view, begin, end, among, sink);
    }

    /// Does the same for centres that are at most `distance` apart.
    static std::uint32_t run_within(const IndexView& view, float distance, std::uint32_t begin, std::uint32_t end,
                                    const BitsetView* among, PairSink& sink) {
        return join_all(Test(distance), view, begin, end, among, sink);
    }

    /// Does the same as run() for `size` elements that all share one cell.
    static std::uint32_t run_cell(const ElementColumns& columns, std::uint32_t size, std::uint32_t begin,
                                  std::uint32_t end, const BitsetView* among, PairSink& sink) {
        const auto join = [&](std::uint32_t from, std::uint32_t to, PairSink& out) {
            return join_cell(Test{}, columns, size, {from, to}, out);
        };
        return join_among<A>(among, join, begin, end, sink);
    }

private:
    static constexpr std::uint32_t tile = 16 / E; // candidates that are tested at once
    static constexpr std::uint32_t many_candidates = 8 * tile;
    // If `listed` is true below, the pairs of whole packets are written after many packets have been tested.
    static constexpr bool can_list = E == 4 && (simd::lists_tiles<A> || simd::lists_tiles_by_bytes<A>);

    using Lanes = typename Test::Lanes;
    using Elements = PacketElements<A, Lanes>;
    using Reaches = PacketReaches<A, E, Test::by_center && !points>; // the sides of points are their centres
    using Output = PairOutput<A, E>;

    PairsKernel(const Test& pair_test, const GridView* g, const ElementColumns& columns, PairSink& sink)
        : pair_test_(pair_test), g_(g), columns_(columns), out_{{sink.pairs + 2 * std::size_t{sink.size},
                                                                 sink.pairs + 2 * std::size_t{sink.capacity}},
                                                                sink.pairs,
                                                                sink.taker} {}

    static std::uint32_t join_all(const Test& test, const IndexView& view, std::uint32_t begin, std::uint32_t end,
                                  const BitsetView* among, PairSink& sink) {
        const auto join = [&](std::uint32_t from, std::uint32_t to, PairSink& out) {
            return join_grid(test, static_cast<const GridView&>(view), {from, to}, out);
        };
        return join_among<A>(among, join, begin, end, sink);
    }

    __attribute__((noinline)) static std::uint32_t join_grid(const Test& test, const GridView& grid, Span ranks,
                                                             PairSink& sink) {
        if (grid.one_cell()) return join_cell(test, grid.columns(), grid.size, ranks, sink);
        const GridView g = grid; // a copy that stores to the answer cannot alias
        if constexpr (can_list)
            if (!sink.taker && (simd::lists_tiles<A> || grid.packs_bytes)) // a list is stored as a whole: never taken
                return search(test, &g, g.columns(), sink,
                              [&](PairsKernel& kernel) THRONG_FLAT { return kernel.template join_rows<true>(ranks); });
        return search(test, &g, g.columns(), sink,
                      [&](PairsKernel& kernel) THRONG_FLAT { return kernel.template join_rows<false>(ranks); });
    }
    __attribute__((noinline)) static std::uint32_t join_cell(const Test& test, const ElementColumns& columns,
                                                             std::uint32_t size, Span elements, PairSink& sink) {
        return search(test, nullptr, columns, sink,
                      [&](PairsKernel& kernel) THRONG_FLAT { return kernel.join_elements(elements, size); });
    }

    template <class Join>
    THRONG_INLINE static std::uint32_t search(const Test& test, const GridView* g, const ElementColumns& columns,
                                              PairSink& sink, Join&& join) {
        PairsKernel kernel{test, g, columns, sink};
        const std::uint32_t done = join(kernel);
        sink.size = static_cast<std::uint32_t>((kernel.out_.room.to - sink.pairs) / 2);
        sink.candidates += kernel.tested_;
        return done;
    }

    // If all elements share one cell, a packet's candidates are all behind it. Returns the element at which the sink
    // was full, or the end.
    THRONG_INLINE std::uint32_t join_elements(Span elements, std::uint32_t size) {
        const CandidateEnd own_row{size}, below{0};
        const Output kept = out_;
        for (std::uint32_t at = elements.begin; at < elements.end; at += E) {
            simd::prefetch(out_.room.to, answer_fetch_distance);
            if (!meet_any(true, at, smaller(elements.end - at, E), {size, 0, 0}, own_row, below)) {
                out_ = kept;
                return elements.begin;
            }
        }
        const std::uint64_t most = size - elements.begin, least = size - elements.end;
        // The last element has no candidates, the one before it has one.
        tested_ += (most * (most - 1) - least * (least - 1)) / 2;
        return elements.end;
    }

    // Joins elements by rank, row by row; the result is as that of join_elements().
    template <bool listed> std::uint32_t join_rows(Span elements) {
        std::uint32_t at = elements.begin;
        for (std::uint32_t row = row_holding(*g_, at); at < elements.end; row = next_occupied(*g_, row + 1)) {
            const Span positions = positions_in(g_->rows[row], at, elements.end);
            const Output kept = out_;
            const std::uint64_t tested = tested_;
            if (!join<listed>(positions, row)) { // a full sink keeps none of the row's pairs
                out_ = kept, tested_ = tested;
                break;
            }
            at += positions.end - positions.begin;
        }
        return at;
    }

    // Joins elements of one row with those behind them and with each row below that the row's pairs reach. The first of
    // these, mostly the only one, is joined together with the own row. False: the sink is full.
    template <bool listed> bool join(Span elements, std::uint32_t row_index) {
        const GridRow& own_row = g_->rows[row_index];
        bool room = true, own_done = false;
        const auto join_below = [&](std::uint32_t, const GridRow& below) THRONG_FLAT {
            const CandidateRow row = candidates_of(below);
            room = room && (own_done ? join_row<false, listed>(elements, own_row, row)
                                     : join_row<true, listed>(elements, own_row, row));
            own_done = true;
        };
        for_rows_from(*g_, row_index + 1, pair_test_.region(own_row), join_below);
        return own_done ? room : join_row<true, listed>(elements, own_row, {});
    }
    CandidateRow candidates_of(const GridRow& row) const { return {*g_, row, pair_test_.margin(*g_, row)}; }

    template <bool same_row, bool listed> bool join_row(Span elements, const GridRow& row, const CandidateRow& below) {
        const CandidateRow candidates = candidates_of(row);
        Reaches reaches;
        const auto number = [&](std::uint32_t n) THRONG_FLAT { return E == 4 ? reaches.sorted(n) : n; };
        const auto reach = [&](std::uint32_t n) THRONG_FLAT { return reaches[n]; };
        const auto fetch_ahead = [&](std::uint32_t n) THRONG_FLAT {
            if (g_->beyond_l2 && n % tile == 0) fetch_next(reaches.next_data(), n * E);
        };
        static constexpr std::uint32_t most = Reaches::most * E;
        for (std::uint32_t at = elements.begin; at < elements.end; at += most) {
            const std::uint32_t size = smaller(elements.end - at, most);
            tested_ += E * reaches.template find<same_row>(*g_, {at, at + size}, candidates, below);
            if constexpr (E == 4)
                reaches.template sort<same_row>(at, whole_packets<same_row>({at, at + size}, candidates.end));
            if (!meet_each<same_row, listed>({at, at + size}, candidates.end, below.end, number, reach, fetch_ahead))
                return false;
            // Subtracts the missing elements of the last packet, and the tests of elements against themselves and
            // earlier ones of their packet, which are not done.
            const std::uint32_t last = size % E;
            if (last != 0) {
                const Reach last_reach = reaches[size / E];
                const std::uint32_t own_candidates = same_row ? last_reach.own_end - (at + size - last) : 0;
                tested_ -= (E - last) * (std::uint64_t{last_reach.end - last_reach.begin} + own_candidates);
            }
            if (same_row) tested_ -= size / E * (E * (E + 1) / 2) + last * (last + 1) / 2;
        }
        return true;
    }

    // Tiles that begin before `whole` have all their candidates in the row.
    struct CandidateEnd {
        explicit CandidateEnd(std::uint32_t row_end) : end(row_end), whole(excess(row_end, tile - 1)) {}
        std::uint32_t end, whole;
    };
    static std::uint32_t smaller(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }
    static std::uint32_t excess(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : 0; }

    // Returns how many packets have all their elements, and a first tile with all its candidates.
    template <bool same_row> static std::uint32_t whole_packets(Span elements, std::uint32_t row_end) {
        const std::uint32_t end = same_row ? smaller(elements.end, excess(row_end, tile - E + 1)) : elements.end;
        return excess(end, elements.begin) / E;
    }

    // Returns an upper bound of the tiles of a packet at `at`: each row has one more than its candidates fill, and the
    // own row its first tile.
    template <bool same_row> static std::uint32_t max_tiles(std::uint32_t at, const Reach& reach) {
        return ((reach.end - reach.begin) + (same_row ? reach.own_end - at : 0)) / tile + 3;
    }

    // Fetches one tile of the data for later packets while sixteen elements are tested. These are read in bursts, which
    // hardware does not prefetch.
    THRONG_INLINE void fetch_next(const typename Reaches::NextData& next, std::uint32_t elements) const {
        const std::size_t at = std::size_t{next.element} + elements;
        fetch(columns_.min_x, at), fetch(columns_.min_y, at), fetch(columns_.slots, at);
        if constexpr (!points) fetch(columns_.max_x, at), fetch(columns_.max_y, at);
        fetch(next.cells, elements);
    }

    // Tests each packet of the elements against its reach: the whole packets in the order of number(n), then the last
    // one or two. False: the sink is full.
    template <bool same_row, bool listed, class Number, class ReachOf, class Fetch>
    THRONG_INLINE bool meet_each(Span elements, std::uint32_t own_end, std::uint32_t below_end, Number&& number,
                                 ReachOf&& reach, Fetch&& fetch_ahead) {
        const ElementColumns columns = columns_;
        const CandidateEnd own_row{own_end}, below{below_end};
        const std::uint32_t whole = whole_packets<same_row>(elements, own_end);
        Output out = out_; // a local stays in registers; members would be read again after every store
        if constexpr (listed) {
            const auto meet_whole = [&](std::uint32_t n, auto& to) THRONG_FLAT {
                return meet<same_row, listed>(columns, elements.begin + n * E, reach(n), own_row, below, to);
            };
            simd::TileList<A> list;
            TileListing<A> listing{list};
            for (std::uint32_t n = 0; n < whole; ++n) {
                fetch_ahead(n);
                const std::uint32_t packet = number(n);
                const std::uint32_t tiles = max_tiles<same_row>(elements.begin + packet * E, reach(packet));
                if (!listing.has_room(tiles) && !listing.write(out)) [[unlikely]]
                    return false;
                if (listing.has_room(tiles)) [[likely]]
                    meet_whole(packet, listing);   // never full
                else if (!meet_whole(packet, out)) // more than any list holds
                    return false;
            }
            if (!listing.write(out)) return false;
        } else {
            for (std::uint32_t n = 0; n < whole; ++n) {
                simd::prefetch(out.room.to, answer_fetch_distance);
                fetch_ahead(n);
                const std::uint32_t packet = number(n);
                if (!meet<same_row, listed>(columns, elements.begin + packet * E, reach(packet), own_row, below, out))
                    return false;
            }
        }
        out_ = out;
        for (std::uint32_t n = whole, at = elements.begin + n * E; at < elements.end; at += E, ++n)
            if (!meet_any(same_row, at, smaller(elements.end - at, E), reach(n), own_row, below)) return false;
        return true;
    }

    // Tests a packet of `size` <= E elements, of which the first tile may end behind the row.
    __attribute__((noinline)) bool meet_any(bool same_row, std::uint32_t at, std::uint32_t size, const Reach& reach,
                                            const CandidateEnd& own_row, const CandidateEnd& below) {
        using namespace simd;
        Output out = out_;
        Elements packet = read_packet(columns_, at);
        Test::keep_lanes(packet.lanes, from_bits<A>((1u << (size * tile)) - 1));
        if (same_row) {
            if (out.full()) return false;
            test(columns_, packet, at + 1, out, constant_mask<A>(later_members<E>(1)),
                 first<A, E>(static_cast<int>(smaller(own_row.end - at - 1, tile))));
        }
        // One loop serves both runs: a row has few such packets, and each kind of pairs has this code.
        for (bool of_row = same_row;; of_row = false) {
            const Span run = of_row ? Span{at + 1 + tile, reach.own_end} : Span{reach.begin, reach.end};
            if (!meet_run<false>(columns_, packet, run, of_row ? own_row : below, out)) return false;
            if (!of_row) break;
        }
        out_ = out;
        return true;
    }

    // Tests a packet that has all elements, and all candidates of its first tile.
    template <bool same_row, bool listed, class To>
    THRONG_INLINE bool meet(const ElementColumns& columns, std::uint32_t at, const Reach& reach,
                            const CandidateEnd& own_row, const CandidateEnd& below, To& out) const {
        const Elements packet = read_packet(columns, at);
        if constexpr (same_row) {
            if (out.full()) [[unlikely]]
                return false;
            test(columns, packet, at + 1, out, simd::constant_mask<A>(later_members<E>(1)));
            if (!meet_run<listed>(columns, packet, {at + 1 + tile, reach.own_end}, own_row, out)) return false;
        }
        return meet_run<listed>(columns, packet, {reach.begin, reach.end}, below, out);
    }
    THRONG_INLINE static Elements read_packet(const ElementColumns& columns, std::uint32_t at) {
        return {Test::template lanes<Spread<A, E>>(columns, at), simd::spread<A, E>(columns.slots + at), at};
    }

    static THRONG_INLINE typename Test::Lanes candidates(const ElementColumns& columns, std::uint32_t at) {
        return Test::template lanes<Repeat<A, E>>(columns, at);
    }

    // Candidates behind a run are in no pair with the packet, otherwise the run would contain them: a tile is cut
    // only at the end of the row.
    template <bool listed, class To>
    THRONG_INLINE bool meet_run(const ElementColumns& columns, const Elements& packet, Span run,
                                const CandidateEnd& row, To& out) const {
        using namespace simd;
        std::uint32_t j = run.begin;
        const std::uint32_t whole = smaller(run.end, row.whole);
        if constexpr (!listed) // a list takes a tile without pairs in no longer than the branch
            if (excess(whole, j) >= many_candidates && !meet_many(columns, packet, whole, j, out)) [[unlikely]]
                return false;
        for (; j < whole; j += tile) {
            if (out.full()) [[unlikely]]
                return false;
            test(columns, packet, j, out);
        }
        if (j < run.end) [[unlikely]] {
            if (out.full()) return false;
            test(columns, packet, j, out, first<A, E>(static_cast<int>(row.end - j)));
        }
        return true;
    }

    // Most of many candidates are in no pair: their tiles are skipped by a branch that is predicted. Moves j behind
    // the tested tiles.
    template <class To>
    THRONG_INLINE bool meet_many(const ElementColumns& columns, const Elements& packet, std::uint32_t whole,
                                 std::uint32_t& j, To& out) const {
        for (; j < whole; j += tile) {
            const simd::Mask<A> hit = pair_test_.meet(packet.lanes, candidates(columns, j));
            if (!any(hit)) [[likely]]
                continue;
            if (out.full()) [[unlikely]]
                return false;
            out.add(columns, packet, j, hit);
        }
        return true;
    }

    // Adds the pairs of a packet and the candidates from j on, of all lanes or of those in each of `lanes`.
    template <class To, class... Lanes>
    THRONG_INLINE void test(const ElementColumns& columns, const Elements& packet, std::uint32_t j, To& out,
                            const Lanes&... lanes) const {
        using namespace simd;
        out.add(columns, packet, j, (pair_test_.meet(packet.lanes, candidates(columns, j)) & ... & lanes));
    }

    const Test pair_test_;
    const GridView* const g_; // null: all elements share one cell
    const ElementColumns columns_;
    Output out_;
    std::uint64_t tested_ = 0;
};

template <class A, bool points> constexpr GridPairKernels grid_pairs() {
    return {.sparse = PairsKernel<A, 4, points>::run,
            .dense = PairsKernel<A, 1, points>::run,
            .in_cell = {PairsKernel<A, 4, points>::run_cell, PairsKernel<A, 1, points>::run_cell},
            .within = PairsKernel<A, 4, points, DistanceTest>::run_within};
}

} // namespace throng::kernels
