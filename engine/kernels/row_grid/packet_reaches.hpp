// SPDX-License-Identifier: MIT
// The candidates of packets of neighbouring elements of a row are found for many packets before their tests: a test
// loop that waits for its own bounds pays for each mispredicted end with the whole computation from coordinates to
// cells. The packets are also put into an order in which these ends are predictable.
#pragma once

#include "engine/kernels/base/region.hpp"
#include "engine/kernels/base/region_lanes.hpp"
#include "engine/kernels/row_grid/cells.hpp"
#include "simd/lanes.hpp"

namespace throng::kernels {

/// A row is a source of candidates. They lie between the cells of a packet's leftmost and rightmost points. Both points
/// are moved outward by the largest distance of a candidate's centre from them, and by more than any rounding error at
/// their coordinates: an error at those of a whole row could be wider than all of a crowd with one element far away.
struct CandidateRow {
    const std::uint32_t* cells;
    std::uint32_t begin, end, shift;
    float reach;

    /// Takes a row whose candidates are at most `most` beyond a packet.
    CandidateRow(const GridView& g, const GridRow& row, float most)
        : cells(g.cell_begin + row.cell_begin), begin(row.begin), end(row.begin + row.size), shift(row.shift),
          reach(most) {}
    /// An empty row.
    CandidateRow() : cells(no_cells), begin(0), end(0), shift(31), reach(0) {}

private:
    static constexpr std::uint32_t no_cells[2] = {0, 0};
};

/// A packet's candidates are those behind it in its own row, up to own_end, and a run of the row below.
struct Reach {
    std::uint32_t own_end, begin, end;
};

/// The reaches of up to `most` packets of E elements, of which the last may have fewer. They are reckoned from the
/// sides of boxes, or from centres.
template <class A, int E, bool by_center> class PacketReaches {
public:
    static constexpr std::uint32_t most = 64;

    /// Finds the reaches of the packets of `elements`. Returns the total number of their candidates. If `same_row` is
    /// false, `row` has no candidates.
    template <bool same_row>
    std::uint64_t find(const GridView& g, Span elements, const CandidateRow& row, const CandidateRow& below) {
        using namespace simd;
        const std::uint32_t packets = (elements.end - elements.begin + E - 1) / E;
        if (packets <= few_packets) return find_one_by_one<same_row>(g, elements, row, below);
        Sum candidates;
        for (std::uint32_t p = 0; p < packets; p += 16) {
            const Mask<A> live = first<A>(static_cast<int>(packets - p));
            const std::uint32_t at = elements.begin + p * E, left = elements.end - at;
            const Floats<A> low = fold(lefts(g, at), left, farthest,
                                       [](const Floats<A>& a, const Floats<A>& b) THRONG_FLAT { return min(a, b); });
            const Floats<A> high = fold(rights(g, at), left, -farthest,
                                        [](const Floats<A>& a, const Floats<A>& b) THRONG_FLAT { return max(a, b); });
            const Words<A> end_cells = cells_of(g, below, right_of(high, below));
            const Words<A> end = look_up(g, below, end_cells, 1);
            const Words<A> begin =
                look_up(g, below, cells_of(g, below, surely_below<A>(low, broadcast<A>(below.reach))), 0);
            store(end_ + p, end);
            store(end_cells_, end_cells);
            store(begin_ + p, begin);
            candidates.add(end - begin, live);
            if constexpr (same_row) {
                const Words<A> own_end = look_up(g, row, cells_of(g, row, right_of(high, row)), 1);
                store(own_end_ + p, own_end);
                candidates.add(own_end - places(at), live);
            }
        }
        next_data_ = {end_[packets - 1], below.cells + end_cells_[(packets - 1) % 16]};
        return candidates.total();
    }

    /// The packets behind these first need candidates of the row below from `element` on, and their cells. The row
    /// after that follows behind the last candidates in all columns.
    struct NextData {
        std::uint32_t element;
        const std::uint32_t* cells;
    };
    const NextData& next_data() const { return next_data_; }

    THRONG_INLINE Reach operator[](std::uint32_t packet) const {
        return {own_end_[packet], begin_[packet], end_[packet]};
    }

    /// Orders the first `count` packets by their number of tiles of candidates. The end of a packet's tiles cannot be
    /// predicted by itself, but it mostly equals that of the packet before.
    template <bool same_row> void sort(std::uint32_t first_element, std::uint32_t count) {
        static_assert(E == 4, "tiles of four candidates");
        using namespace simd;
        const Words<A> lane = lane_numbers<A>();
        if (count <= few) {
            store(order_, lane);
            return;
        }
        // There are three classes by the number of tiles behind the first in the own row, for each of four by the row
        // below.
        const auto tiles = [](const Words<A>& candidates) THRONG_FLAT { return (candidates + broadcast<A>(3u)) >> 2; };
        Words<A> classes[most / 16];
        for (std::uint32_t p = 0; p < count; p += 16) {
            const Words<A> below = tiles(load<A>(end_ + p) - load<A>(begin_ + p));
            Words<A> number = min(max(below, broadcast<A>(1u)), broadcast<A>(below_classes));
            number = number + number + number;
            if constexpr (same_row) { // the first tile, which each packet has, begins with its second element
                const Words<A> second_tile = places(first_element + p * E + 5);
                number = number + min(tiles(max(load<A>(own_end_ + p), second_tile) - second_tile), broadcast<A>(2u));
            }
            classes[p / 16] = select(first<A>(static_cast<int>(count - p)), number, broadcast<A>(0u));
        }
        std::uint32_t sorted = 0;
        for (std::uint32_t wanted = 3; wanted < 3 * (below_classes + 1); ++wanted) {
            for (std::uint32_t p = 0; p < count; p += 16)
                sorted +=
                    pack_store<A>(order_ + sorted, lane + broadcast<A>(p), classes[p / 16] == broadcast<A>(wanted));
        }
    }

    /// Returns the n-th packet in the order of sort().
    THRONG_INLINE std::uint32_t sorted(std::uint32_t n) const { return order_[n]; }

private:
    static constexpr std::uint32_t few = 8, below_classes = 4;
    static constexpr float farthest = 3.402823466e38f; // missing elements are there; finite, as their slack must be
    static constexpr std::uint32_t few_packets = 2;    // for which sixteen lanes are not worth their while

    template <bool same_row>
    __attribute__((noinline)) std::uint64_t find_one_by_one(const GridView& g, Span elements, const CandidateRow& row,
                                                            const CandidateRow& below) {
        std::uint64_t candidates = 0;
        std::uint32_t end_cell = 0;
        for (std::uint32_t p = 0, at = elements.begin; at < elements.end; ++p, at += E) {
            float low = __builtin_inff(), high = -__builtin_inff();
            for (std::uint32_t i = at; i < at + E && i < elements.end; ++i) {
                const float center = 0.5f * g.min_x[i] + 0.5f * g.max_x[i];
                const float left = by_center ? center : g.min_x[i], right = by_center ? center : g.max_x[i];
                low = left < low ? left : low;
                high = right > high ? right : high;
            }
            end_cell = cell_of(g, below, surely_above(high, below.reach));
            end_[p] = below.cells[end_cell + 1] + below.begin;
            begin_[p] = below.cells[cell_of(g, below, surely_below(low, below.reach))] + below.begin;
            candidates += end_[p] - begin_[p];
            if constexpr (same_row) {
                own_end_[p] = row.cells[cell_of(g, row, surely_above(high, row.reach)) + 1] + row.begin;
                candidates += own_end_[p] - at;
            }
        }
        next_data_ = {end_[(elements.end - elements.begin - 1) / E], below.cells + end_cell};
        return candidates;
    }
    static std::uint32_t cell_of(const GridView& g, const CandidateRow& row, float x) {
        return column_of(g, x) >> row.shift;
    }

    // A sum of 32-bit numbers that may exceed 32 bits.
    class Sum {
    public:
        THRONG_INLINE void add(const simd::Words<A>& numbers, const simd::Mask<A>& lanes) {
            using namespace simd;
            const Words<A> chosen = select(lanes, numbers, broadcast<A>(0u));
            low_ = low_ + (chosen & broadcast<A>(0xFFFFu)), high_ = high_ + (chosen >> 16);
        }
        std::uint64_t total() const {
            std::uint32_t low[16], high[16];
            simd::store(low, low_), simd::store(high, high_);
            std::uint64_t sum = 0;
            for (int i = 0; i < 16; ++i) sum += low[i] + (std::uint64_t{high[i]} << 16);
            return sum;
        }

    private:
        simd::Words<A> low_ = simd::broadcast<A>(0u), high_ = low_;
    };

    // Returns the positions of sixteen packets, of which the first is at `first`.
    THRONG_INLINE static simd::Words<A> places(std::uint32_t first) {
        using namespace simd;
        static_assert(E == 1 || E == 4);
        const Words<A> lane = lane_numbers<A>();
        return broadcast<A>(first) + (E == 1 ? lane : (lane + lane) + (lane + lane));
    }

    THRONG_INLINE static simd::Floats<A> right_of(const simd::Floats<A>& high, const CandidateRow& row) {
        return surely_above<A>(high, simd::broadcast<A>(row.reach));
    }
    THRONG_INLINE static simd::Words<A> cells_of(const GridView& g, const CandidateRow& row, const simd::Floats<A>& x) {
        return cell_index<A>(x, g.origin_x, g.inverse_column, g.column_count) >> row.shift;
    }
    // Returns offsets into the columns: where the cells begin, or, if `after` is 1, where they end.
    THRONG_INLINE static simd::Words<A> look_up(const GridView& g, const CandidateRow& row, const simd::Words<A>& cells,
                                                std::uint32_t after) {
        using namespace simd;
        return gather_words<A>(row.cells + after, cells, g.gathers) + broadcast<A>(row.begin);
    }

    // The left or right ends of elements, from one element on: a side of a box, or the centre between both.
    struct Ends {
        const float *side, *other;

        template <class Read> THRONG_INLINE simd::Floats<A> read(const Read& column) const {
            if constexpr (!by_center) return column(side);
            const simd::Floats<A> half = simd::broadcast<A>(0.5f);
            return half * column(side) + half * column(other);
        }
    };
    static Ends lefts(const GridView& g, std::uint32_t at) { return {g.min_x + at, g.max_x + at}; }
    static Ends rights(const GridView& g, std::uint32_t at) { return {g.max_x + at, g.min_x + at}; }

    // Returns the leftmost or rightmost points of sixteen packets whose elements have these ends. Missing elements
    // have the value `nowhere`.
    template <class Fold>
    THRONG_INLINE static simd::Floats<A> fold(const Ends& ends, std::uint32_t left, float nowhere, Fold&& combine) {
        using namespace simd;
        const auto tile = [&](std::uint32_t i) THRONG_FLAT {
            if (left >= i + 16) return ends.read([i](const float* column) THRONG_FLAT { return load<A>(column + i); });
            const int live = left > i ? static_cast<int>(left - i) : 0;
            return select(simd::first<A>(live),
                          ends.read([&](const float* column) THRONG_FLAT { return load_first<A>(column + i, live); }),
                          broadcast<A>(nowhere));
        };
        if constexpr (E == 1) {
            return tile(0);
        } else {
            const auto halves = [&](const Floats<A>& a, const Floats<A>& b)
                                    THRONG_FLAT { return combine(even_lanes(a, b), odd_lanes(a, b)); };
            return halves(halves(tile(0), tile(16)), halves(tile(32), tile(48)));
        }
    }

    std::uint32_t own_end_[most], begin_[most], end_[most], order_[most + 16];
    std::uint32_t end_cells_[16]; // of the last sixteen packets
    NextData next_data_{};
};

} // namespace throng::kernels
