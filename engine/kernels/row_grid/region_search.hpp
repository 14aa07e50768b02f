// SPDX-License-Identifier: MIT
// A query of a row grid that is searched alone walks the rows in reach of its region; in each, its candidates are one
// run of the columns, tested a tile at a time. Runs of cells that lie wholly inside are taken without a test (after
// Sidlauskas & Jensen 2014).
#pragma once

#include "engine/kernels/query/hit_row.hpp"
#include "engine/kernels/row_grid/cells.hpp"

namespace throng::kernels {

/// Returns the run of `span` whose elements all have their centre strictly between the columns of min_x and max_x;
/// empty if there is none.
static inline Span covered_run(const GridView& g, const GridRow& row, Span span, float min_x, float max_x) noexcept {
    // Columns are monotone in the coordinate: a centre in a column strictly between the columns of two coordinates lies
    // strictly between them.
    const std::uint32_t first = (column_of(g, min_x) >> row.shift) + 1, last = column_of(g, max_x) >> row.shift;
    if (first >= last) return {span.begin, span.begin};
    const std::uint32_t* cells = g.cell_begin + row.cell_begin;
    return {row.begin + cells[first], row.begin + cells[last]};
}

/// Finds the part of [min_x, max_x] where the disc can touch the row's boxes; false if it cannot.
template <class Shape> THRONG_INLINE bool chord(const Shape& shape, const GridRow& row, float& min_x, float& max_x) {
    if (!finite(shape.reach)) return true;
    const float above = row.min_y - shape.y, below = shape.y - row.max_y, away = above > below ? above : below;
    if (away <= 0.f) return true;
    const float squared = shape.reach * shape.reach - away * away * 0.999999f;
    if (!(squared >= 0.f)) return false; // also where both squares overflow
    const float half = __builtin_sqrtf(squared) * 1.000001f;
    min_x = surely_below(shape.x, half), max_x = surely_above(shape.x, half);
    return true;
}

/// Appends the hits among the elements of `span`. False: the answer is full.
template <class A, Collect collect, class Shape>
THRONG_INLINE bool collect_span(const GridView& g, const Batch& batch, const Shape& shape, Span span,
                                const Filter& filter, std::uint32_t capacity, HitCursor& row) {
    const ElementColumns columns = g.columns();
    HitCursor end = row; // a local stays in registers
    for (std::uint32_t at = span.begin; at < span.end; at += 16) {
        if (collect != Collect::Count && end.size > capacity) return false;
        collect_tile<A, collect>(batch, shape, GridTileAt<A>{columns, at}, live_lanes<A>(at, span.end), filter, end);
    }
    row.size = end.size, row.count = end.count; // a copy of the whole cursor would wait for these
    return true;
}

template <class A, class Shape, Collect collect> class RegionSearch {
public:
    /// False: the answer is full. `tested` grows by the number of candidates. It is a function of its own, so that
    /// packets of small queries do not contain its code.
    static __attribute__((noinline)) bool run(const GridView& grid, const Batch& batch, const Shape& shape,
                                              const Filter& filter, std::uint32_t capacity, HitCursor& row,
                                              std::uint64_t& tested) {
        const GridView g = grid; // copies that stores to the answer cannot alias
        const Shape shape_copy = shape;
        const Filter filter_copy = filter;
        RegionSearch search{g, batch, shape_copy, filter_copy, capacity, row};
        const bool room = search.walk();
        row = search.row_;
        tested += search.tested_;
        return room;
    }

private:
    RegionSearch(const GridView& g, const Batch& batch, const Shape& shape, const Filter& filter,
                 std::uint32_t capacity, const HitCursor& row)
        : g_(g), batch_(batch), shape_(shape), filter_(filter), capacity_(capacity), row_(row) {}

    // Runs of cells inside are taken without a test.
    static constexpr bool takes_cells = !Shape::round && collect != Collect::Ranked;

    THRONG_INLINE bool walk() {
        const Shape& shape = shape_;
        const bool boxes = !g_.points;
        bool room = true;
        if (g_.one_cell() && !g_.has_room()) return scan({0, g_.size});
        const std::uint32_t inner_low = row_of(g_, shape.region.min_y), inner_high = row_of(g_, shape.region.max_y);
        const ColumnRange<Shape::by_center> columns(g_, shape.region.min_x, shape.region.max_x);
        for_rows_from(g_, 0, shape.region, [&](std::uint32_t r, const GridRow& row) THRONG_FLAT {
            float min_x = shape.region.min_x, max_x = shape.region.max_x;
            if constexpr (takes_cells) {
                if (inner_high - inner_low > many_rows) [[unlikely]]
                    fetch_ahead(r, columns);
            }
            Span span = columns.candidates_in(g_, row, min_x, max_x);
            if constexpr (Shape::round) {
                if (inner_high - inner_low > 6) {
                    if (!chord(shape, row, min_x, max_x)) return;
                    if constexpr (requires { shape.sector; })
                        if (!shape.sector.shorten(shape.x, shape.y, row, min_x, max_x)) return;
                    span = candidates_in_row(g_, row, min_x, max_x);
                }
            }
            Span inside{span.end, span.end};
            if constexpr (takes_cells) {
                if (r > inner_low && r < inner_high && span.end - span.begin > 32 && !batch_.filtered() &&
                    filter_.self == no_slot) {
                    if (const Span run = covered_run(g_, row, span, min_x, max_x); run.begin != run.end) {
                        if (boxes && row.min_y >= shape.region.min_y && row.max_y <= shape.region.max_y) {
                            room = room && scan_side<true>(min_x, {span.begin, run.begin}) && append_all(run) &&
                                   scan_side<false>(max_x, {run.end, span.end});
                            return;
                        }
                        inside = run;
                    }
                }
            }
            if constexpr (collect == Collect::Count) { // its body is small
                room = room && scan({span.begin, inside.begin}) && append_all(inside) && scan({inside.end, span.end});
                return;
            }
            // One loop, so that the large body is compiled once.
            for (Span part{span.begin, inside.begin}; room;) {
                room = scan(part);
                if (part.end == span.end) break;
                room = room && append_all(inside);
                part = {inside.end, span.end};
            }
        });
        return room;
    }

    // A search of many rows begins at a different place in each. Fetches the offsets at both sides of the region, then
    // the elements there.
    THRONG_INLINE void fetch_ahead(std::uint32_t r, const ColumnRange<Shape::by_center>& columns) const {
        constexpr std::uint32_t cells_ahead = 12, elements_ahead = 6;
        if (r + cells_ahead >= g_.row_count) return;
        if (const GridRow& row = g_.rows[r + cells_ahead]; row.size != 0) {
            const std::uint32_t* const cells = g_.cell_begin + row.cell_begin;
            simd::prefetch(cells + (columns.first >> row.shift));
            simd::prefetch(cells + (columns.last >> row.shift) + 1);
        }
        if (const GridRow& row = g_.rows[r + elements_ahead]; row.size != 0) {
            const Span span = elements_between(g_, row, columns.first, columns.last);
            const std::uint32_t left = span.begin, right = span.end > 16 ? span.end - 16 : 0;
            simd::prefetch(g_.max_x + left), simd::prefetch(g_.max_x + left + 15);
            simd::prefetch(g_.min_x + right), simd::prefetch(g_.min_x + right + 15);
        }
    }

    THRONG_INLINE bool scan(Span span) {
        if (!collect_span<A, collect>(g_, batch_, shape_, span, filter_, capacity_, row_)) return false;
        if (span.end > span.begin) tested_ += span.end - span.begin;
        return true;
    }

    // Tests the elements at the left or right side of a row between the region's upper and lower side. Their centres
    // lie before the other side, and a box begins no later than at the first float past its centre, so that one column
    // decides.
    template <bool left> THRONG_INLINE bool scan_side(float side, Span span) {
        using namespace simd;
        const Floats<A> bound = broadcast<A>(side);
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            if (collect != Collect::Count && row_.size > capacity_) return false;
            const Mask<A> live = live_lanes<A>(at, span.end);
            const std::uint32_t hit =
                bits(live & (left ? load<A>(g_.max_x + at) >= bound : load<A>(g_.min_x + at) <= bound));
            if constexpr (collect == Collect::Count)
                row_.count += count<A>(hit);
            else
                row_.size += pack_store<A>(row_.slots + row_.size, load<A>(g_.slots + at), hit);
        }
        tested_ += span.end - span.begin;
        return true;
    }

    THRONG_INLINE bool append_all(Span inside) {
        if (inside.end <= inside.begin) return true;
        const std::uint32_t n = inside.end - inside.begin;
        if constexpr (collect == Collect::Count) {
            row_.count += n;
        } else {
            if (n > capacity_ || row_.size > capacity_ - n) return false;
            for (std::uint32_t i = 0; i < n; i += 16)
                simd::store(row_.slots + row_.size + i, simd::load<A>(g_.slots + inside.begin + i));
            row_.size += n;
        }
        return true;
    }

    const GridView& g_;
    const Batch& batch_;
    const Shape& shape_;
    const Filter& filter_;
    const std::uint32_t capacity_;
    HitCursor row_;
    std::uint64_t tested_ = 0;
};

/// A row whose query is searched alone.
template <class A, class Shape, Collect collect> class RegionRow : public AnswerRow<A, collect> {
public:
    /// The row begins at sink.size.
    RegionRow(const GridView& grid, const Batch& batch, HitSink& sink) : AnswerRow<A, collect>(batch, sink), g_(grid) {}

    /// Appends row `row`, in the ascending order of elements; `searches` says that it has any. False: the sink is full.
    THRONG_INLINE bool search_row(std::uint32_t row, std::uint32_t faults, const Shape& shape, const Filter& filter,
                                  bool searches) {
        return this->append_row(row, faults, filter, [&]() THRONG_FLAT { return !searches || search(shape, filter); });
    }
    using AnswerRow<A, collect>::store_to_sink;

private:
    // Passes copies to a function that is compiled separately, so that the originals stay in registers.
    THRONG_INLINE bool search(Shape shape, Filter filter) {
        HitCursor row = this->end();
        std::uint64_t tested = 0;
        const bool room =
            RegionSearch<A, Shape, collect>::run(g_, this->batch_, shape, filter, this->capacity_, row, tested);
        this->end(row);
        this->candidates_ += tested;
        return room;
    }

    const GridView& g_;
};

} // namespace throng::kernels
