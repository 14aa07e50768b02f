// SPDX-License-Identifier: MIT
// Some elements are joined with those of a row grid of boxes, which holds other elements. The candidates are listed
// first, sixteen at a time, row by row for all elements that reach the row; then all listed tiles are compared. No
// branch depends on the number of candidates of one element in one row, which is unpredictable, and listed tiles can be
// fetched ahead.
#pragma once

#include "engine/kernels/base/region_lanes.hpp"
#include "engine/kernels/query/filter.hpp"
#include "engine/kernels/query/kept_pairs.hpp"
#include "engine/kernels/row_grid/cells.hpp"

namespace throng::kernels {

template <class A> class GridCrossPairs : public CrossPairsAmong<A, GridView, GridCrossPairs<A>> {
public:
    static bool join(const GridView& view, const ElementColumns& elements, std::uint32_t count, PairSink& sink) {
        GridCrossPairs cross(view, elements, sink);
        if (!cross.list_all(count) || !cross.compare()) return false;
        sink.size = cross.size_;
        sink.candidates += cross.candidates_;
        return true;
    }

private:
    GridCrossPairs(const GridView& g, const ElementColumns& elements, const PairSink& sink)
        : g_(g), elements_(elements), pairs_(sink.pairs), size_(sink.size), capacity_(sink.capacity),
          taker_(sink.taker) {}

    bool list_all(std::uint32_t count) {
        using namespace simd;
        const Boxes<A> boxes = load_boxes<A>(elements_, 0);
        const Floats<A> reach = broadcast<A>(g_.reach_y);
        const CellAxis<A> up(g_.origin_y, g_.inverse_cell, g_.row_count);
        const Floats<A> first_row = up.place(surely_below<A>(boxes.min_y, reach));
        const Floats<A> last_row = up.place(surely_above<A>(boxes.max_y, reach));
        const Mask<A> few_rows = last_row - first_row < broadcast<A>(max_rows);
        const std::uint32_t lanes = (1u << count) - 1;
        const std::uint32_t grouped = g_.tall_count == 0 ? lanes & bits(few_rows) : 0;
        for (std::uint32_t remaining = lanes & ~grouped; remaining != 0; remaining &= remaining - 1)
            if (!list_anywhere(lowest<A>(remaining))) return false;
        return grouped == 0 || list_grouped(boxes, first_row, last_row, from_bits<A>(grouped));
    }

    // Lists the candidates of all elements that reach a row, one row after the other.
    bool list_grouped(const simd::Boxes<A>& boxes, const simd::Floats<A>& first_row, const simd::Floats<A>& last_row,
                      const simd::Mask<A>& lanes) {
        using namespace simd;
        const Floats<A> far = broadcast<A>(__builtin_inff()), none = broadcast<A>(0.f);
        const std::uint32_t begin = cell_at(reduce_min<A>(select(lanes, first_row, far)));
        const std::uint32_t end = cell_at(reduce_max<A>(select(lanes, last_row, none))) + 1;
        const Words<A> first = to_words(first_row), last = to_words(last_row), zero = broadcast<A>(0u);
        Words<A> candidates = zero;
        const Columns usual = columns_within(boxes, lanes, g_.reach_x);
        for (std::uint32_t r = next_occupied(g_, begin); r < end; r = next_occupied(g_, r + 1)) {
            const Mask<A> live = lanes & (first < broadcast<A>(r + 1)) & (broadcast<A>(r) < last + broadcast<A>(1u));
            if (!any(live)) continue;
            const GridRow& row = g_.rows[r];
            const Columns columns = row.reach_x > g_.reach_x ? columns_within(boxes, lanes, row.reach_x) : usual;
            const std::uint32_t* const cells = g_.cell_begin + row.cell_begin;
            const Words<A> from = gather_words<A>(cells, columns.first >> row.shift, g_.gathers);
            const Words<A> to = gather_words<A>(cells + 1, columns.last >> row.shift, g_.gathers);
            const Words<A> size = select(live, to - from, zero);
            candidates = candidates + size;
            if (!list_row(from + broadcast<A>(row.begin), size)) return false;
        }
        std::uint32_t lane_candidates[16];
        store(lane_candidates, candidates);
        for (const std::uint32_t count : lane_candidates) candidates_ += count;
        return true;
    }

    // Grid columns, both ends included; lanes that are not in use have the first column.
    struct Columns {
        simd::Words<A> first, last;
    };
    THRONG_INLINE Columns columns_within(const simd::Boxes<A>& boxes, const simd::Mask<A>& lanes, float reach) const {
        using namespace simd;
        const CellAxis<A> across(g_.origin_x, g_.inverse_column, g_.column_count);
        const Floats<A> reach_lanes = broadcast<A>(reach);
        const Words<A> none = broadcast<A>(0u);
        return {select(lanes, across.index(surely_below<A>(boxes.min_x, reach_lanes)), none),
                select(lanes, across.index(surely_above<A>(boxes.max_x, reach_lanes)), none)};
    }

    // Lists each lane's run, sixteen elements at a time.
    THRONG_INLINE bool list_row(simd::Words<A> at, simd::Words<A> size) {
        using namespace simd;
        const Words<A> sixteen = broadcast<A>(16u);
        std::uint32_t remaining = bits(broadcast<A>(0u) < size);
        while (remaining != 0) {
            if (listed_ > most - 16 && !compare()) return false;
            pack_store(at_ + listed_, at, remaining);
            pack_store(sizes_ + listed_, size, remaining);
            listed_ += pack_store(lanes_ + listed_, lane_numbers<A>(), remaining);
            remaining &= bits(sixteen < size);
            at = at + sixteen, size = size - sixteen;
        }
        return true;
    }

    // Lists the candidates of an element that crosses many rows, or of rows that reach unusually far.
    __attribute__((noinline)) bool list_anywhere(std::uint32_t lane) {
        const Region box{elements_.min_x[lane], elements_.min_y[lane], elements_.max_x[lane], elements_.max_y[lane]};
        const ColumnRange<false> columns(g_, box.min_x, box.max_x);
        bool room = true;
        for_rows_from(g_, 0, box, [&](std::uint32_t, const GridRow& row) THRONG_FLAT {
            const Span span = columns.candidates_in(g_, row, box.min_x, box.max_x);
            candidates_ += span.end - span.begin;
            room = room && list(lane, span);
        });
        return room;
    }

    __attribute__((noinline)) bool list(std::uint32_t lane, const Span& span) {
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            if (listed_ == most && !compare()) return false;
            at_[listed_] = at, sizes_[listed_] = span.end - at, lanes_[listed_++] = lane;
        }
        return true;
    }

    // False: the sink is full, and unchanged. A taker's sink is emptied instead.
    __attribute__((noinline)) bool compare() {
        using namespace simd;
        const ElementColumns elements = elements_, columns = g_.columns();
        for (std::uint32_t i = 0; i < fetched_ahead; ++i) at_[listed_ + i] = 0;
        std::uint32_t size = size_;
        for (std::uint32_t tile = 0; tile < listed_; ++tile) {
            if (size > capacity_) [[unlikely]] {
                if (!taker_) return false;
                taker_->take(*taker_, pairs_, size);
                size = 0;
            }
            fetch(columns, at_[tile + fetched_ahead]);
            const std::uint32_t lane = lanes_[tile];
            const Region box{elements.min_x[lane], elements.min_y[lane], elements.max_x[lane], elements.max_y[lane]};
            const ElementColumns other = columns_from(columns, at_[tile]);
            const std::uint32_t hit =
                bits(live_lanes<A>(0, sizes_[tile]) & overlaps(same_box<A>(box), load_boxes<A>(other, 0)));
            const Words<A> slots = load<A>(other.slots);
            std::uint32_t* const to = pairs_ + 2 * std::size_t{size};
            prefetch(to, answer_fetch_distance);
            size += ordered_pairs_store<A>(to, elements.slots[lane], slots, hit);
        }
        listed_ = 0;
        size_ = size;
        return size <= capacity_ || taker_ != nullptr;
    }

    static THRONG_INLINE void fetch(const ElementColumns& columns, std::uint32_t at) {
        const auto both_ends = [&](const auto* column)
                                   THRONG_FLAT { simd::prefetch(column + at), simd::prefetch(column + at + 15); };
        both_ends(columns.min_x), both_ends(columns.min_y);
        both_ends(columns.max_x), both_ends(columns.max_y);
        both_ends(columns.slots);
    }

    static constexpr std::uint32_t most = 128; // listed tiles: their data stay in the first-level cache
    static constexpr std::uint32_t fetched_ahead = 8;
    static constexpr float max_rows = 32;

    const GridView& g_;
    const ElementColumns& elements_;
    std::uint32_t* const pairs_;
    std::uint32_t size_, capacity_;
    PairTaker* const taker_;
    std::uint64_t candidates_ = 0;
    std::uint32_t listed_ = 0;
    // Each tile has its begin, the rest of its run, which may be more than sixteen, and the lane of its element. Whole
    // vectors are written.
    std::uint32_t at_[most + 16], sizes_[most + 16], lanes_[most + 16];
};

} // namespace throng::kernels
