// SPDX-License-Identifier: MIT
// Overlap, within, neighbours and their counts on a row grid: a query walks the rows it reaches; in each, its candidates are
// one run of the columns, tested a tile at a time. Runs of cells that lie wholly inside are taken without a test
// (after Sidlauskas & Jensen 2014).
#pragma once

#include "engine/kernels/answer_row.hpp"
#include "engine/kernels/find_slot.hpp"
#include "engine/kernels/grid_packet.hpp"

namespace throng::kernels {

/// The run of `span` whose elements all have their centre strictly between the columns of min_x and max_x, empty if there is none.
static inline Span covered_run(const GridView& g, const GridRow& row, Span span, float min_x, float max_x) noexcept {
    // Columns are monotone in the coordinate: a centre in a column strictly between two coordinates' lies strictly between them.
    const std::uint32_t first = (column_of(g, min_x) >> row.shift) + 1, last = column_of(g, max_x) >> row.shift;
    if (first >= last) return {span.begin, span.begin};
    const std::uint32_t* cells = g.cell_begin + row.cell_begin;
    return {row.begin + cells[first], row.begin + cells[last]};
}

template <class A, class Shape, bool points, Collect collect> class SearchKernel : AnswerRow<A, collect> {
    using Row = AnswerRow<A, collect>;
    using Row::batch_, Row::size_, Row::candidates_, Row::slots_, Row::capacity_, Row::count_;

public:
    template <Asker asker>
    static std::uint32_t run(const GridView& grid, const Batch& batch, std::uint32_t begin, std::uint32_t end, HitSink& sink) {
        const GridView g = grid; // copies that stores to the answer cannot alias
        SearchKernel search{g, batch, sink};
        std::uint32_t i = begin;
        if constexpr (asker == Asker::Memory) {
            for (std::uint32_t row = row_holding(g, begin); i < end; row = next_occupied(g, row + 1)) {
                const std::uint32_t row_end = g.rows[row].begin + g.rows[row].size, stop = row_end < end ? row_end : end;
                search.find_streams(row);
                while (i < stop && search.template answer<asker>(i, {}, {})) ++i;
                if (i < stop) break;
            }
        } else {
            answer_packets<A, Shape::by_center, Asked>(
                g, i, end,
                [&](std::uint32_t first, std::uint32_t count, Asked& asked)
                    THRONG_FLAT { return search.template ask<asker>(first, count, asked); },
                [&](std::uint32_t query, const Asked& asked, const Runs& runs)
                    THRONG_FLAT { return search.template answer<asker>(query, asked, runs); });
        }
        search.give_back();
        return i;
    }

private:
    SearchKernel(const GridView& g, const Batch& batch, HitSink& sink) : Row(batch, sink), g_(g) {}

    // What a packet asks.
    struct Asked {
        typename Shape::Asked shapes;
        std::uint32_t places[Packet::most]; // Asker::Slots: where the elements stand
    };

    // Queries [first, first + count). Returns their regions.
    template <Asker asker> THRONG_INLINE simd::Boxes<A> ask(std::uint32_t first, std::uint32_t count, Asked& asked) {
        using namespace simd;
        if constexpr (asker == Asker::View) {
            return Shape::template ask_all<A>(batch_, first, count, asked.shapes);
        } else {
            find_slots<A>(g_, batch_.of, first, count, asked.places);
            const Words<A> places = load<A>(asked.places);
            const Mask<A> present = simd::first<A>(static_cast<int>(count)) & (places < broadcast<A>(no_position));
            std::uint32_t at[Packet::most];
            store(at, select(present, places, broadcast<A>(0u)));
            const auto column = [&](const float* values) THRONG_FLAT { return gather<A>(values, sizeof(float), at); };
            const Floats<A> x = points ? column(g_.min_x) : center<A>(column(g_.min_x), column(g_.max_x));
            const Floats<A> y = points ? column(g_.min_y) : center<A>(column(g_.min_y), column(g_.max_y));
            return only(asked.shapes.template set<A>(x, y, broadcast<A>(batch_.reach)), present);
        }
    }

    // Query i, of a packet that asks this; its runs, where they are known. False: the sink is full; nothing of this query is left in it.
    template <Asker asker> THRONG_INLINE bool answer(std::uint32_t i, const Asked& asked, const Runs& runs) {
        const std::uint32_t row = asker == Asker::Memory ? g_.slots[i] : i, lane = i % Packet::most;
        Filter filter = Filter::of(batch_, row);
        if constexpr (asker == Asker::Memory) filter.self = row;
        if constexpr (asker == Asker::Slots) filter.self = batch_.of ? batch_.of[i] : i;
        Shape shape{};
        std::uint32_t faults = 0;
        bool asks = g_.size != 0;
        if (asker != Asker::Memory && runs.known()) {
            shape = Shape::of(asked.shapes, lane);
        } else if constexpr (asker == Asker::View) {
            faults = Shape::ask(batch_, i, shape);
            asks = asks && faults == 0;
        } else {
            const std::uint32_t position = asker == Asker::Memory ? i : asks ? asked.places[lane] : no_position;
            asks = position != no_position;
            if (asks) {
                const float x = points ? g_.min_x[position] : 0.5f * g_.min_x[position] + 0.5f * g_.max_x[position];
                const float y = points ? g_.min_y[position] : 0.5f * g_.min_y[position] + 0.5f * g_.max_y[position];
                shape.set(x, y, batch_.reach);
            }
        }
        const std::uint32_t row_begin = size_;
        const std::uint64_t tested = candidates_;
        count_ = 0;
        if (asks && !find<asker>(shape, filter, runs)) {
            size_ = row_begin;
            candidates_ = tested;
            return false;
        }
        this->finish(row, row_begin, faults);
        return true;
    }

    template <Asker asker> THRONG_INLINE bool find(const Shape& shape, const Filter& filter, const Runs& runs) {
        if (asker != Asker::Memory && runs.known()) return scan_runs(shape, filter, runs);
        if (asker == Asker::Memory && stream_count_ != 0) return search_streams(shape, filter);
        return search(shape, filter);
    }

    THRONG_INLINE bool search(const Shape& shape, const Filter& filter) {
        bool room = true;
        const std::uint32_t inner_low = row_of(g_, shape.region.min_y), inner_high = row_of(g_, shape.region.max_y);
        const ColumnRange<Shape::by_center> columns(g_, shape.region.min_x, shape.region.max_x);
        for_rows_from(g_, 0, shape.region, [&](std::uint32_t r, const GridRow& row) THRONG_FLAT {
            float min_x = shape.region.min_x, max_x = shape.region.max_x;
            if constexpr (!Shape::round && collect != Collect::Ranked) {
                if (inner_high - inner_low > many_rows) [[unlikely]]
                    fetch_ahead(r, columns);
            }
            Span span = columns.in(g_, row, min_x, max_x);
            if constexpr (Shape::round) {
                if (inner_high - inner_low > 6) {
                    if (!chord(shape, row, min_x, max_x)) return;
                    span = candidates_in_row(g_, row, min_x, max_x);
                }
            }
            if constexpr (!Shape::round && collect != Collect::Ranked) {
                if (r > inner_low && r < inner_high && span.end - span.begin > 32 && !batch_.filtered() &&
                    filter.self == no_slot_excluded) {
                    if (const Span inside = covered_run(g_, row, span, min_x, max_x); inside.begin != inside.end) {
                        const bool whole = !points && row.min_y >= shape.region.min_y && row.max_y <= shape.region.max_y;
                        room = room &&
                               (whole ? scan_side<true>(min_x, {span.begin, inside.begin})
                                      : scan(shape, {span.begin, inside.begin}, filter)) &&
                               take_all(inside) &&
                               (whole ? scan_side<false>(max_x, {inside.end, span.end}) : scan(shape, {inside.end, span.end}, filter));
                        return;
                    }
                }
            }
            room = room && scan(shape, span, filter);
        });
        return room;
    }

    // A search of many rows begins in each at another place: the offsets at both sides of the region, then who stands there.
    THRONG_INLINE void fetch_ahead(std::uint32_t r, const ColumnRange<Shape::by_center>& columns) const {
        constexpr std::uint32_t cells_ahead = 12, elements_ahead = 6;
        if (r + cells_ahead >= g_.row_count) return;
        if (const GridRow& row = g_.rows[r + cells_ahead]; row.size != 0) {
            const std::uint32_t* const cells = g_.cell_begin + row.cell_begin;
            simd::prefetch(cells + (columns.first >> row.shift)), simd::prefetch(cells + (columns.last >> row.shift) + 1);
        }
        if (const GridRow& row = g_.rows[r + elements_ahead]; row.size != 0) {
            const Span span = elements_between(g_, row, columns.first, columns.last);
            const std::uint32_t left = span.begin, right = span.end > 16 ? span.end - 16 : 0;
            simd::prefetch(g_.max_x + left), simd::prefetch(g_.max_x + left + 15);
            simd::prefetch(g_.min_x + right), simd::prefetch(g_.min_x + right + 15);
        }
    }

    // The rows that neighbours of one row's elements lie in, found once for all of them.
    struct Stream {
        const std::uint32_t* cells;
        std::uint32_t begin, shift;
        bool own;
    };
    static constexpr std::uint32_t most_streams = 16; // beyond, runs are long and finding them does not matter

    void find_streams(std::uint32_t row_index) {
        stream_count_ = 0;
        const float reach = widened_reach(batch_.reach);
        const GridRow& own = g_.rows[row_index];
        const std::uint32_t first = row_of(g_, surely_below(own.min_y, reach)), last = row_of(g_, surely_above(own.max_y, reach));
        if (last - first >= most_streams) return;
        for (std::uint32_t r = first; r <= last; ++r)
            if (const GridRow& row = g_.rows[r]; row.size != 0)
                streams_[stream_count_++] = {g_.cell_begin + row.cell_begin, row.begin, row.shift, r == row_index};
    }

    THRONG_INLINE bool search_streams(const Shape& shape, const Filter& filter) {
        Filter of_others = filter; // the asker is in its own row
        of_others.self = no_slot_excluded;
        const std::uint32_t first = column_of(g_, shape.region.min_x), last = column_of(g_, shape.region.max_x);
        for (std::uint32_t s = 0; s < stream_count_; ++s) {
            const Stream& stream = streams_[s];
            const Span span{stream.begin + stream.cells[first >> stream.shift], stream.begin + stream.cells[(last >> stream.shift) + 1]};
            if (!scan(shape, span, stream.own ? filter : of_others)) return false;
        }
        return true;
    }

    // Few candidates make one tile, whatever rows they are from. Of more, all runs share one end of the answer's row: it stays in registers.
    // Mostly each run is a tile, and there is room for all they may hold.
    THRONG_INLINE bool scan_runs(const Shape& shape, const Filter& filter, const Runs& runs) {
        const ElementColumns columns = g_.columns();
        const std::uint32_t capacity = capacity_;
        RowEnd row = this->end();
        const auto take = [&](const auto& tile, const simd::Mask<A>& live)
                              THRONG_FLAT { collect_tile<A, points, collect>(batch_, shape, tile, live, filter, row); };
        const auto room_for = [&](std::uint64_t tiles)
                                  THRONG_FLAT { return collect == Collect::Count || row.size + 16 * (tiles - 1) <= capacity; };
        if (runs.size <= 16) {
            if (!room_for(1)) return false;
            const JoinedTile<A, points> tile = join<A, points>(columns, runs);
            take(tile, tile.live());
        } else if (runs.longest <= 16 && room_for(runs.count)) {
            for (std::size_t r = 0; r < runs.count; ++r) {
                const Span span = runs[r];
                take(TileAt<A>{columns, span.begin}, simd::first<A>(static_cast<int>(span.end - span.begin)));
            }
        } else {
            for (std::size_t r = 0; r < runs.count; ++r) {
                const Span span = runs[r];
                for (std::uint32_t at = span.begin; at < span.end; at += 16) {
                    if (!room_for(1)) return false;
                    take(TileAt<A>{columns, at}, live_lanes<A>(at, span.end));
                }
            }
        }
        this->end(row);
        candidates_ += runs.size;
        return true;
    }

    // The part of [min_x, max_x] where the disc can touch the row's boxes; false where it cannot.
    THRONG_INLINE bool chord(const Shape& shape, const GridRow& row, float& min_x, float& max_x) const {
        if (!finite(shape.reach)) return true;
        const float above = row.min_y - shape.y, below = shape.y - row.max_y;
        const float away = above > below ? above : below;
        if (away <= 0.f) return true;
        const float squared = shape.reach * shape.reach - away * away * 0.999999f;
        if (squared < 0.f) return false;
        const float half = __builtin_sqrtf(squared) * 1.000001f;
        min_x = surely_below(shape.x, half), max_x = surely_above(shape.x, half);
        return true;
    }

    THRONG_INLINE bool scan(const Shape& shape, Span span, const Filter& filter) {
        const ElementColumns columns = g_.columns();
        const std::uint32_t capacity = capacity_;
        RowEnd row = this->end();
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            if (collect != Collect::Count && row.size > capacity) return false;
            collect_tile<A, points, collect>(batch_, shape, TileAt<A>{columns, at}, live_lanes<A>(at, span.end), filter, row);
        }
        this->end(row);
        if (span.end > span.begin) candidates_ += span.end - span.begin;
        return true;
    }

    // Of a row that lies between the region's upper and lower side, those who stand at its left or right one. Their centres lie before the
    // other one, and a box begins no later than at the first float past its centre, so that one column decides.
    template <bool left> THRONG_INLINE bool scan_side(float side, Span span) {
        using namespace simd;
        const Floats<A> bound = broadcast<A>(side);
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            if (this->full()) return false;
            const Mask<A> live = live_lanes<A>(at, span.end);
            const std::uint32_t hit = bits(live & (left ? load<A>(g_.max_x + at) >= bound : load<A>(g_.min_x + at) <= bound));
            if constexpr (collect == Collect::Count)
                count_ += count<A>(hit);
            else
                size_ += pack_store<A>(slots_ + size_, load<A>(g_.slots + at), hit);
        }
        candidates_ += span.end - span.begin;
        return true;
    }

    THRONG_INLINE bool take_all(Span inside) {
        if (inside.end <= inside.begin) return true;
        const std::uint32_t n = inside.end - inside.begin;
        if constexpr (collect == Collect::Count) {
            count_ += n;
        } else {
            if (n > capacity_ || size_ > capacity_ - n) return false;
            for (std::uint32_t i = 0; i < n; i += 16) simd::store(slots_ + size_ + i, simd::load<A>(g_.slots + inside.begin + i));
            size_ += n;
        }
        return true;
    }

    const GridView& g_;
    std::uint32_t stream_count_ = 0;
    Stream streams_[most_streams];
};

} // namespace throng::kernels
