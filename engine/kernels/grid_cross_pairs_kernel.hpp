// SPDX-License-Identifier: MIT
// Pairs of some elements with those of a row grid of boxes, which holds others. What each has to be compared with is listed first, sixteen
// candidates at a time; then all that is listed is compared; then what was found becomes pairs. No loop has an end that depends on how many
// one element meets in one row, which nobody could predict, and what is listed can be fetched ahead.
#pragma once

#include "engine/kernels/batch.hpp"
#include "engine/kernels/candidate_rows.hpp"
#include "engine/kernels/cell_lanes.hpp"
#include "engine/kernels/filter.hpp"

namespace throng::kernels {

template <class A, bool filtered> class GridCrossPairs {
public:
    static bool run(const GridView& view, const ElementColumns& elements, std::uint32_t count, const BitsetView* among, PairSink& sink) {
        GridCrossPairs cross(view, elements, among, sink);
        if (!cross.list_all(count) || !cross.compare()) return false;
        sink.size = cross.size_;
        sink.candidates += cross.candidates_;
        return true;
    }

private:
    GridCrossPairs(const GridView& g, const ElementColumns& elements, const BitsetView* among, const PairSink& sink)
        : g_(g), elements_(elements), among_(among), pairs_(sink.pairs), size_(sink.size), capacity_(sink.capacity) {}

    bool list_all(std::uint32_t count) {
        using namespace simd;
        const Boxes<A> boxes = load_boxes<A, false>(elements_, 0);
        const Floats<A> reach_x = broadcast<A>(g_.reach_x), reach_y = broadcast<A>(g_.reach_y);
        const CellAxis<A> across(g_.origin_x, g_.inverse_cell, g_.column_count), up(g_.origin_y, g_.inverse_cell, g_.row_count);
        CellRange ranges;
        store(ranges.first_column, across.index(surely_below<A>(boxes.min_x, reach_x)));
        store(ranges.last_column, across.index(surely_above<A>(boxes.max_x, reach_x)));
        store(ranges.first_row, up.index(surely_below<A>(boxes.min_y, reach_y)));
        store(ranges.last_row, up.index(surely_above<A>(boxes.max_y, reach_y)));
        for (std::uint32_t lane = 0; lane < count; ++lane) {
            if (filtered && !contains<A>(*among_, elements_.slots[lane])) continue;
            const bool simple = g_.tall_count == 0 && ranges.last_row[lane] - ranges.first_row[lane] < most_rows;
            if (!(simple ? list_rows(lane, ranges) : list_anywhere(lane))) return false;
        }
        return true;
    }

    // The cells that each element reaches.
    struct CellRange {
        alignas(64) std::uint32_t first_column[16], last_column[16], first_row[16], last_row[16];
    };

    THRONG_INLINE bool list_rows(std::uint32_t lane, const CellRange& ranges) {
        const GridView& g = g_;
        const ColumnRange<false> columns(ranges.first_column[lane], ranges.last_column[lane]);
        const std::uint32_t last_row = ranges.last_row[lane];
        std::uint32_t listed = listed_;
        std::uint64_t candidates = 0;
        for (std::uint32_t r = ranges.first_row[lane]; r <= last_row; ++r) {
            const GridRow& row = g.rows[r];
            if (row.size == 0) continue;
            const Span span = columns.in(g, row, elements_.min_x[lane], elements_.max_x[lane]);
            const std::uint32_t size = span.end - span.begin, needed = (size + 15) / 16;
            candidates += size;
            if (needed > 2 || listed > most - 2) [[unlikely]] {
                listed_ = listed;
                if (!list(lane, span)) return false;
                listed = listed_;
                continue;
            }
            tiles_[listed] = {span.begin, size, lane}; // two, whether they are needed or not
            tiles_[listed + 1] = {span.begin + 16, size - 16, lane};
            listed += needed;
        }
        listed_ = listed;
        candidates_ += candidates;
        return true;
    }

    // Of an element that crosses many rows, or where rows reach unusually far.
    __attribute__((noinline)) bool list_anywhere(std::uint32_t lane) {
        const Region box{elements_.min_x[lane], elements_.min_y[lane], elements_.max_x[lane], elements_.max_y[lane]};
        const ColumnRange<false> columns(g_, box.min_x, box.max_x);
        bool room = true;
        for_rows_from(g_, 0, box, [&](std::uint32_t, const GridRow& row) THRONG_FLAT {
            const Span span = columns.in(g_, row, box.min_x, box.max_x);
            candidates_ += span.end - span.begin;
            room = room && list(lane, span);
        });
        return room;
    }

    __attribute__((noinline)) bool list(std::uint32_t lane, const Span& span) {
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            if (listed_ == most && !compare()) return false;
            tiles_[listed_++] = {at, span.end - at, lane};
        }
        return true;
    }

    // False: the sink is full, and as it was.
    __attribute__((noinline)) bool compare() {
        using namespace simd;
        const ElementColumns own = elements_, columns = g_.columns();
        for (std::uint32_t i = 0; i < fetched_ahead; ++i) tiles_[listed_ + i].at = 0;
        std::uint32_t found = 0;
        for (const Candidates *tile = tiles_, *const end = tiles_ + listed_; tile != end; ++tile) {
            fetch(columns, tile[fetched_ahead].at);
            const std::uint32_t lane = tile->lane;
            const Region box{own.min_x[lane], own.min_y[lane], own.max_x[lane], own.max_y[lane]};
            const ElementColumns other = columns_from(columns, tile->at);
            const Mask<A> hit = live_lanes<A>(0, tile->size) & overlaps(same_box<A>(box), load_boxes<A, false>(other, 0));
            const Words<A> slots = load<A>(other.slots);
            store(askers_ + found, broadcast<A>(own.slots[lane]));
            if constexpr (filtered)
                found += pack_store<A>(met_ + found, slots, members_only<A>(*among_, slots, bits(hit)));
            else
                found += pack_store<A>(met_ + found, slots, hit);
        }
        listed_ = 0;
        if (size_ + found > capacity_) return false;
        pair_up(found);
        size_ += found;
        return true;
    }
    // Ordered pairs of the first `found`: two lines at a time.
    THRONG_INLINE void pair_up(std::uint32_t found) const {
        using namespace simd;
        std::uint32_t* to = pairs_ + 2 * std::size_t{size_};
        for (std::uint32_t i = 0; i < found; i += 16, to += 32) {
            prefetch(to, answer_fetch_distance), prefetch(to, answer_fetch_distance + 64);
            const Words<A> a = load<A>(askers_ + i), b = load<A>(met_ + i);
            interleave_store<A>(to, min(a, b), max(a, b));
        }
    }
    static THRONG_INLINE void fetch(const ElementColumns& columns, std::uint32_t at) {
        for (const float* column : {columns.min_x, columns.min_y, columns.max_x, columns.max_y})
            simd::prefetch(column + at), simd::prefetch(column + at + 15);
        simd::prefetch(columns.slots + at), simd::prefetch(columns.slots + at + 15);
    }

    static constexpr std::uint32_t most = 128; // tiles listed: what they lead to stays in the first cache
    static constexpr std::uint32_t most_rows = 32, fetched_ahead = 8;
    struct Candidates {
        std::uint32_t at, size, lane; // the size is of what is left of a run, and may be more than sixteen
    };

    const GridView& g_;
    const ElementColumns& elements_;
    const BitsetView* const among_;
    std::uint32_t* const pairs_;
    std::uint32_t size_, capacity_;
    std::uint64_t candidates_ = 0;
    std::uint32_t listed_ = 0;
    Candidates tiles_[most + fetched_ahead];
    // Of what was found: who asked, and whom it met. Whole vectors are read from any place on.
    std::uint32_t askers_[16 * most + 16], met_[16 * most + 16];
};

} // namespace throng::kernels
