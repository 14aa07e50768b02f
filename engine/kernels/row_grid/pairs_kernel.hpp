// SPDX-License-Identifier: MIT
// All overlapping pairs of a row grid: each element against the rest of its own row and the rows below. Neighbouring
// elements of a row form a packet that shares one stream of candidates (after Pall & Hess 2013, cluster pairs).
#pragma once

#include "engine/kernels/base/packet_boxes.hpp"
#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/query/batch.hpp"
#include "engine/kernels/row_grid/candidate_rows.hpp"
#include "engine/kernels/row_grid/fetch_ahead.hpp"
#include "engine/kernels/row_grid/packet_reaches.hpp"
#include "engine/kernels/row_grid/pair_output.hpp"

namespace throng::kernels {

/// `listed`: the pairs of whole packets are written after many packets have been tested.
template <class A, int E, bool points, bool filtered, bool listed = E == 4 && simd::lists_tiles<A>> class PairsKernel {
    static_assert(E == 4 || !listed, "tiles of 4 x 4");

public:
    /// Pairs whose earlier member has a rank in [begin, end). Returns the rank at which `sink` was full, or `end`.
    static std::uint32_t run(const GridView& grid, std::uint32_t begin, std::uint32_t end, const BitsetView* among,
                             PairSink& sink) {
        if (grid.cell_count == offsets_of_one_cell) return run_cell(grid.columns(), grid.size, begin, end, among, sink);
        if constexpr (listed) // a list is stored as a whole, which may not fit
            if (sink.taker) return PairsKernel<A, E, points, filtered, false>::run(grid, begin, end, among, sink);
        if constexpr (E == 4 && !listed && simd::lists_tiles_by_bytes<A>)
            if (grid.packs_bytes && !sink.taker)
                return PairsKernel<A, E, points, filtered, true>::run(grid, begin, end, among, sink);
        const GridView g = grid; // a copy that stores to the answer cannot alias
        const auto join_rows = [&](PairsKernel& in) THRONG_FLAT { return in.join_rows({begin, end}); };
        return search(&g, g.columns(), among, sink, join_rows);
    }

    /// The same for `size` elements that all share one cell.
    __attribute__((noinline)) static std::uint32_t run_cell(const ElementColumns& columns, std::uint32_t size,
                                                            std::uint32_t begin, std::uint32_t end,
                                                            const BitsetView* among, PairSink& sink) {
        const auto join_cell = [&](PairsKernel& in) THRONG_FLAT { return in.join_cell({begin, end}, size); };
        return search(nullptr, columns, among, sink, join_cell);
    }

private:
    static constexpr std::uint32_t tile = 16 / E; // candidates that are tested at once
    static constexpr std::uint32_t many_candidates = 8 * tile;

    using Elements = PacketElements<A>;
    using Output = PairOutput<A, E>;

    PairsKernel(const GridView* g, const ElementColumns& columns, const BitsetView* among, PairSink& sink)
        : g_(g), columns_(columns),
          among_(among), out_{{sink.pairs + 2 * std::size_t{sink.size}, sink.pairs + 2 * std::size_t{sink.capacity}},
                              sink.pairs,
                              sink.taker} {}

    template <class Join>
    THRONG_INLINE static std::uint32_t search(const GridView* g, const ElementColumns& columns, const BitsetView* among,
                                              PairSink& sink, Join&& join) {
        PairsKernel in{g, columns, among, sink};
        const std::uint32_t done = join(in);
        sink.size = static_cast<std::uint32_t>((in.out_.room.to - sink.pairs) / 2);
        sink.candidates += in.tested_;
        return done;
    }

    // If all elements share one cell, a packet's candidates are all behind it. Returns the element at which the sink
    // was full, or the end.
    static constexpr std::uint32_t offsets_of_one_cell = 2;
    THRONG_INLINE std::uint32_t join_cell(Span elements, std::uint32_t size) {
        const ElementColumns columns = columns_;
        const CandidateEnd own{size}, below{0};
        Output out = out_; // a local stays in registers; members would be read again after every store
        for (std::uint32_t at = elements.begin; at < elements.end; at += E) {
            simd::prefetch(out.room.to, answer_fetch_distance);
            if (!meet<true, false>(columns, at, smaller(elements.end - at, E), {size, 0, 0}, own, below, out))
                return elements.begin;
        }
        out_ = out;
        const std::uint64_t most = size - elements.begin, least = size - elements.end;
        // The last element has no candidates, the one before it has one.
        tested_ += (most * (most - 1) - least * (least - 1)) / 2;
        return elements.end;
    }

    // Row by row, of elements by rank; the result is as that of join_cell().
    std::uint32_t join_rows(Span elements) {
        std::uint32_t at = elements.begin;
        for (std::uint32_t row = row_holding(*g_, at); at < elements.end; row = next_occupied(*g_, row + 1)) {
            const Span positions = positions_in(g_->rows[row], at, elements.end);
            const Output kept = out_;
            const std::uint64_t tested = tested_;
            if (!join(positions, row)) { // a full sink keeps none of the row's pairs
                out_ = kept, tested_ = tested;
                break;
            }
            at += positions.end - positions.begin;
        }
        return at;
    }

    // Elements of one row against the rest of it and each row below that the row's boxes reach. The first of these,
    // mostly the only one, is joined together with the own row. False: the sink is full.
    bool join(Span elements, std::uint32_t row_index) {
        const GridRow& own = g_->rows[row_index];
        bool room = true, own_done = false;
        const auto join_below = [&](std::uint32_t, const GridRow& below) THRONG_FLAT {
            const CandidateRow row = candidates_of(own, below);
            room = room && (own_done ? join_row<false>(elements, own, row) : join_row<true>(elements, own, row));
            own_done = true;
        };
        for_rows_from(*g_, row_index + 1, {own.min_x, own.min_y, own.max_x, own.max_y}, join_below);
        return own_done ? room : join_row<true>(elements, own, {});
    }
    CandidateRow candidates_of(const GridRow& own, const GridRow& other) const {
        return {*g_, own, other, points ? g_->half_extent : 0.f};
    }

    template <bool same_row> bool join_row(Span elements, const GridRow& own, const CandidateRow& below) {
        const CandidateRow row = candidates_of(own, own);
        PacketReaches<A, E> reaches;
        const auto number = [&](std::uint32_t n) THRONG_FLAT { return E == 4 ? reaches.sorted(n) : n; };
        const auto reach = [&](std::uint32_t n) THRONG_FLAT { return reaches[n]; };
        const auto fetch_ahead = [&](std::uint32_t n) THRONG_FLAT {
            if (g_->beyond_l2 && n % tile == 0) fetch_behind(reaches.behind(), n * E);
        };
        static constexpr std::uint32_t most = PacketReaches<A, E>::most * E;
        for (std::uint32_t at = elements.begin; at < elements.end; at += most) {
            const std::uint32_t size = smaller(elements.end - at, most);
            tested_ += E * reaches.template find<same_row>(*g_, {at, at + size}, row, below);
            if constexpr (E == 4)
                reaches.template sort<same_row>(at, whole_packets<same_row>({at, at + size}, row.end));
            if (!meet_each<same_row>({at, at + size}, row.end, below.end, number, reach, fetch_ahead)) return false;
            // Subtracts the missing elements of the last packet, and the tests of elements against themselves and
            // earlier ones of their packet, which are not done.
            const std::uint32_t last = size % E;
            if (last != 0) {
                const Reach of = reaches[size / E];
                const std::uint32_t own_candidates = same_row ? of.own_end - (at + size - last) : 0;
                tested_ -= (E - last) * (std::uint64_t{of.end - of.begin} + own_candidates);
            }
            if (same_row) tested_ -= size / E * (E * (E + 1) / 2) + last * (last + 1) / 2;
        }
        return true;
    }

    // Tiles that begin before `whole` have all their candidates in the row.
    struct CandidateEnd {
        explicit CandidateEnd(std::uint32_t row_end) : end(row_end), whole(less(row_end, tile - 1)) {}
        std::uint32_t end, whole;
    };
    static std::uint32_t smaller(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }
    static std::uint32_t less(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : 0; }

    // How many packets have all their elements, and a first tile with all its candidates.
    template <bool same_row> static std::uint32_t whole_packets(Span elements, std::uint32_t row_end) {
        const std::uint32_t end = same_row ? smaller(elements.end, less(row_end, tile - E + 1)) : elements.end;
        return less(end, elements.begin) / E;
    }

    // An upper bound of the tiles of a packet at `at`: one more in each row than its candidates fill, and the first
    // tile of its own row.
    template <bool same_row> static std::uint32_t max_tiles(std::uint32_t at, const Reach& reach) {
        return ((reach.end - reach.begin) + (same_row ? reach.own_end - at : 0)) / tile + 3;
    }

    // While sixteen elements are tested, fetches one tile of the data for later packets. These are read in bursts,
    // which hardware does not prefetch.
    THRONG_INLINE void fetch_behind(const typename PacketReaches<A, E>::Behind& behind, std::uint32_t elements) const {
        const std::size_t at = std::size_t{behind.element} + elements;
        fetch(columns_.min_x, at), fetch(columns_.min_y, at), fetch(columns_.slots, at);
        if constexpr (!points) fetch(columns_.max_x, at), fetch(columns_.max_y, at);
        fetch(behind.cells, elements);
    }

    // Tests each packet of the elements against its reach: the whole packets in the order of number(n), then the last
    // one or two. False: the sink is full.
    template <bool same_row, class Number, class ReachOf, class Fetch>
    THRONG_INLINE bool meet_each(Span elements, std::uint32_t own_end, std::uint32_t below_end, Number&& number,
                                 ReachOf&& reach, Fetch&& fetch_ahead) {
        const ElementColumns columns = columns_;
        const CandidateEnd own{own_end}, below{below_end};
        const std::uint32_t whole = whole_packets<same_row>(elements, own_end);
        Output out = out_; // as in join_cell()
        if constexpr (listed) {
            const auto meet_whole = [&](std::uint32_t n, auto& to) THRONG_FLAT {
                return meet<same_row, true>(columns, elements.begin + n * E, E, reach(n), own, below, to);
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
                if (!meet<same_row, true>(columns, elements.begin + packet * E, E, reach(packet), own, below, out))
                    return false;
            }
        }
        out_ = out;
        for (std::uint32_t n = whole, at = elements.begin + n * E; at < elements.end; at += E, ++n)
            if (!meet_last<same_row>(at, smaller(elements.end - at, E), reach(n), own, below)) return false;
        return true;
    }

    template <bool same_row>
    __attribute__((noinline)) bool meet_last(std::uint32_t at, std::uint32_t size, const Reach& reach,
                                             const CandidateEnd& own, const CandidateEnd& below) {
        Output out = out_;
        if (!meet<same_row, false>(columns_, at, size, reach, own, below, out)) return false;
        out_ = out;
        return true;
    }

    // Tests a packet of `size` <= E elements. `whole`: it has all elements and all candidates of its first tile.
    template <bool same_row, bool whole, class To>
    THRONG_INLINE bool meet(const ElementColumns& columns, std::uint32_t at, std::uint32_t size, const Reach& reach,
                            const CandidateEnd& own, const CandidateEnd& below, To& out) const {
        using namespace simd;
        Elements packet{spread_boxes<A, E, points>(columns, at), spread<A, E>(columns.slots + at), at};
        if constexpr (!whole) { // missing elements overlap nothing
            const Mask<A> live = from_bits<A>((1u << (size * tile)) - 1);
            packet.boxes.min_x = select(live, packet.boxes.min_x, broadcast<A>(__builtin_inff()));
            packet.boxes.max_x = select(live, packet.boxes.max_x, broadcast<A>(-__builtin_inff()));
        }
        if constexpr (same_row) {
            if (out.full()) [[unlikely]]
                return false;
            const Mask<A> later = constant_mask<A>(later_members<E>(1));
            test(columns, packet, at + 1, out,
                 whole ? later : later & first<A, E>(static_cast<int>(smaller(own.end - at - 1, tile))));
            if (!meet_run(columns, packet, {at + 1 + tile, reach.own_end}, own, out)) return false;
        }
        return meet_run(columns, packet, {reach.begin, reach.end}, below, out);
    }

    // Candidates behind a run overlap no element of the packet, otherwise the run would contain them: a tile is cut
    // only at the end of the row.
    template <class To>
    THRONG_INLINE bool meet_run(const ElementColumns& columns, const Elements& packet, Span run,
                                const CandidateEnd& row, To& out) const {
        using namespace simd;
        std::uint32_t j = run.begin;
        const std::uint32_t whole = smaller(run.end, row.whole);
        if constexpr (!listed) // a list takes a tile without pairs in no longer than the branch
            if (less(whole, j) >= many_candidates && !meet_many(columns, packet, whole, j, out)) [[unlikely]]
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

    // Of many candidates most overlap nothing: their tiles are skipped by a branch that is predicted. Moves j behind
    // the tested tiles.
    template <class To>
    THRONG_INLINE bool meet_many(const ElementColumns& columns, const Elements& packet, std::uint32_t whole,
                                 std::uint32_t& j, To& out) const {
        for (; j < whole; j += tile) {
            const simd::Mask<A> hit = overlaps(packet.boxes, repeat_boxes<A, E, points>(columns, j));
            if (!any(hit)) [[likely]]
                continue;
            if (out.full()) [[unlikely]]
                return false;
            add(columns, packet, j, hit, out);
        }
        return true;
    }

    // Adds the pairs of a packet and the candidates from j on, of all lanes or of those in `among`.
    template <class To, class... Among>
    THRONG_INLINE void test(const ElementColumns& columns, const Elements& packet, std::uint32_t j, To& out,
                            const Among&... among) const {
        using namespace simd;
        add(columns, packet, j, (overlaps(packet.boxes, repeat_boxes<A, E, points>(columns, j)) & ... & among), out);
    }
    template <class To>
    THRONG_INLINE void add(const ElementColumns& columns, const Elements& packet, std::uint32_t j, simd::Mask<A> hit,
                           To& out) const {
        if constexpr (filtered) hit = simd::from_bits<A>(both_members(packet.at, j, simd::bits(hit)));
        out.add(columns, packet, j, hit);
    }

    std::uint32_t both_members(std::uint32_t at, std::uint32_t j, std::uint32_t hit) const {
        std::uint32_t kept = 0;
        for (std::uint32_t rest = hit; rest != 0; rest &= rest - 1) {
            const std::uint32_t lane = simd::lowest<A>(rest);
            const bool both = contains<A>(*among_, columns_.slots[at + lane / tile]) &&
                              contains<A>(*among_, columns_.slots[j + lane % tile]);
            kept |= (both ? 1u : 0u) << lane;
        }
        return kept;
    }

    const GridView* const g_; // null: all elements share one cell
    const ElementColumns columns_;
    const BitsetView* const among_;
    Output out_;
    std::uint64_t tested_ = 0;
};

} // namespace throng::kernels
