// SPDX-License-Identifier: MIT
// Overlap, within, neighbours and their counts on a row grid. Small queries find their candidates by
// packets (grid_packet.hpp), neighbours of a row's elements in the same rows; any other query is searched
// alone (region_search.hpp).
#pragma once

#include "engine/kernels/row_grid/find_slot.hpp"
#include "engine/kernels/row_grid/grid_packet.hpp"
#include "engine/kernels/row_grid/limited_together.hpp"
#include "engine/kernels/row_grid/region_search.hpp"
#include "engine/kernels/row_grid/repeated_row.hpp"

namespace throng::kernels {

/// What a packet of queries asks for, read at once: the same for all that may be collected, and so compiled once for
/// them.
template <class A, class Shape, bool points> struct PacketReader {
    struct QueryLanes {
        typename Shape::QueryLanes shapes;
        std::uint32_t places[Packet::most]; // QueryFrom::Slots: where the elements stand
    };

    /// Queries [first, first + count). Returns their regions.
    template <QueryFrom from>
    static __attribute__((noinline)) simd::Boxes<A> read(const GridView& g, const Batch& batch, std::uint32_t first,
                                                         std::uint32_t count, QueryLanes& lanes) {
        using namespace simd;
        if constexpr (from == QueryFrom::Views) {
            return Shape::template read_all<A>(batch, first, count, lanes.shapes);
        } else {
            find_slots<A>(g, batch.of, first, count, lanes.places);
            const Words<A> places = load<A>(lanes.places);
            const Mask<A> present = simd::first<A>(static_cast<int>(count)) & (places < broadcast<A>(no_position));
            std::uint32_t at[Packet::most];
            store(at, select(present, places, broadcast<A>(0u)));
            const auto column = [&](const float* values) THRONG_FLAT { return gather<A>(values, sizeof(float), at); };
            const Floats<A> x = points ? column(g.min_x) : center<A>(column(g.min_x), column(g.max_x));
            const Floats<A> y = points ? column(g.min_y) : center<A>(column(g.min_y), column(g.max_y));
            return only(lanes.shapes.template set<A>(x, y, broadcast<A>(batch.reach)), present);
        }
    }
};

template <class A, class Shape, bool points, Collect collect> class SearchKernel : AnswerRow<A, collect> {
    using Row = AnswerRow<A, collect>;
    using Packets = GridPacket<A, Shape::by_center>;
    using Reader = PacketReader<A, Shape, points>;
    using Together = LimitedTogether<A, points>;
    using QueryLanes = typename Reader::QueryLanes;
    using Row::batch_, Row::sink_, Row::size_, Row::candidates_, Row::slots_, Row::keys_, Row::capacity_, Row::count_;

public:
    template <QueryFrom from>
    static std::uint32_t run(const GridView& grid, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                             HitSink& sink) {
        const GridView g = grid; // copies that stores to the answer cannot alias
        SearchKernel search{g, grid, batch, sink};
        RepeatedRow repeated;
        [[maybe_unused]] Together together;
        if constexpr (from != QueryFrom::Views && limits_early)
            if (batch.limit != 0 && !batch.limits && !batch.filtered() && !batch.also_exclude && sink.found)
                search.repeated_ = &repeated, search.together_ = &together;
        std::uint32_t i = begin;
        if constexpr (from == QueryFrom::Elements) {
            for (std::uint32_t row = row_holding(g, begin); i < end; row = next_occupied(g, row + 1)) {
                const Span positions = positions_in(g.rows[row], i, end);
                search.find_streams(row);
                search.row_ = {g.rows[row].begin, g.rows[row].begin + g.rows[row].size};
                std::uint32_t at = positions.begin;
                while (at < positions.end && search.search_element(at)) ++at;
                i += at - positions.begin;
                if (at < positions.end) break;
            }
        } else {
            const auto read = [&](std::uint32_t first, std::uint32_t count, QueryLanes& lanes)
                                  THRONG_FLAT { return Reader::template read<from>(g, batch, first, count, lanes); };
            const auto answer =
                [&](std::uint32_t query, std::uint32_t stop, const Packets& packet, const QueryLanes& lanes)
                    THRONG_FLAT { return search.template search_packet<from>(query, stop, packet, lanes); };
            const auto alone = [&](std::uint32_t query, const Packets& packet, const QueryLanes& lanes) THRONG_FLAT {
                return !packet.runs(query).known() && search.template search_one<from>(query, lanes);
            };
            answer_packets<A, Shape::by_center, QueryLanes>(g, i, end, read, answer, alone);
        }
        search.store_to_sink();
        return i;
    }

private:
    SearchKernel(const GridView& g, const GridView& grid, const Batch& batch, HitSink& sink)
        : Row(batch, sink), g_(g), grid_(grid) {}

    // Queries i up to `stop`, or to the first whose runs are unknown or do not fit the sink. A function of its own: a
    // loop that calls functions keeps no vectors in registers.
    template <QueryFrom from>
    __attribute__((noinline)) std::uint32_t search_packet(std::uint32_t i, std::uint32_t stop, const Packets& packet,
                                                          const QueryLanes& lanes) {
        SearchKernel own = *this; // a copy that stores to the answer cannot alias
        for (; i < stop; ++i) {
            const CandidateRuns runs = packet.runs(i);
            if (!runs.known()) break;
            const Shape shape = Shape::of(lanes.shapes, i % Packet::most);
            if (own.template repeat_row<from>(i, shape, false, runs.size)) continue;
            const std::uint64_t before = own.candidates_;
            const auto find = [&]() THRONG_FLAT { return own.scan_runs(shape, own.template filter_of<from>(i), runs); };
            if (!own.append_row(i, 0, __builtin_inff(), find)) break;
            own.template keep_row<from>(i, shape, false, before);
        }
        size_ = own.size_, candidates_ = own.candidates_;
        return i;
    }
    // Query i, if its runs are unknown. False: the sink is full.
    template <QueryFrom from> THRONG_INLINE bool search_one(std::uint32_t i, const QueryLanes& lanes) {
        Shape shape{};
        std::uint32_t faults = 0;
        bool searches = g_.size != 0;
        if constexpr (from == QueryFrom::Views) {
            faults = Shape::read(batch_, i, shape);
            searches = searches && faults == 0;
        } else if (searches) {
            const std::uint32_t position = lanes.places[i % Packet::most];
            searches = position != no_position;
            if (searches) shape = around_element(position);
        }
        if (searches && repeat_row<from>(i, shape, true, repeated_ ? repeated_->tested : 0)) return true;
        const std::uint64_t before = candidates_;
        const float likely = searches ? likely_key(i, shape) : 0.f;
        if (!append_row(i, faults, likely,
                        [&]() THRONG_FLAT { return !searches || search(shape, filter_of<from>(i)); }))
            return false;
        keep_row<from>(i, shape, true, before);
        return true;
    }
    // The element at `position`, after find_streams() of its row. False: the sink is full.
    THRONG_INLINE bool search_element(std::uint32_t position) {
        const std::uint32_t row = g_.slots[position];
        const Filter filter = filter_of<QueryFrom::Elements>(row);
        const Shape shape = around_element(position);
        if (repeat_row<QueryFrom::Elements>(row, shape, true, repeated_ ? repeated_->tested : 0)) return true;
        const std::uint64_t before = candidates_;
        if constexpr (limits_early) {
            if (together_ && finds_together(position)) {
                if (!append_near(row, (position - row_.begin) % Packet::most, shape, filter)) return false;
                keep_row<QueryFrom::Elements>(row, shape, true, before);
                return true;
            }
        }
        if (!append_row(row, 0, likely_key(row, shape), [&]() THRONG_FLAT {
                return stream_count_ != 0 ? search_streams(shape, filter) : search(shape, filter);
            }))
            return false;
        keep_row<QueryFrom::Elements>(row, shape, true, before);
        return true;
    }

    // Appends row `row` without a search, if it follows from the one that was kept.
    template <QueryFrom from>
    THRONG_INLINE bool repeat_row(std::uint32_t row, const Shape& shape, bool alone, std::uint64_t tested) {
        if constexpr (from == QueryFrom::Views || !limits_early) return false;
        if (!repeated_ || !repeated_->at(shape.x, shape.y)) [[likely]]
            return false;
        return repeat(filter_of<from>(row).self, row, alone, tested);
    }
    __attribute__((noinline)) bool repeat(std::uint32_t self, std::uint32_t row, bool alone, std::uint64_t tested) {
        const RepeatedRow& kept = *repeated_;
        if (kept.alone != alone || batch_.limit_of(row) != kept.limit || !kept.lacks(slots_, self)) return false;
        if (capacity_ < size_ || capacity_ - size_ <= kept.size) return false; // a search finds whether there is room
        const std::uint32_t length = kept.write(slots_, keys_, size_);
        sink_.counts[row] = length;
        sink_.found[row] = kept.found;
        size_ += length;
        candidates_ += tested;
        return true;
    }
    // Keeps the row that was appended last, if it was cut from very many hits.
    template <QueryFrom from>
    THRONG_INLINE void keep_row(std::uint32_t row, const Shape& shape, bool alone, std::uint64_t before) {
        if constexpr (from != QueryFrom::Views && limits_early) {
            if (!repeated_ || sink_.found[row] < RepeatedRow::least) [[likely]]
                return;
            const std::uint32_t size = sink_.counts[row];
            *repeated_ = {shape.x, shape.y,          filter_of<from>(row).self, size_ - size,
                          size,    sink_.found[row], batch_.limit_of(row),      candidates_ - before,
                          alone};
        }
    }

    // Row `row` of the answer, filled by find(). False: the answer is full, and the row is removed.
    template <class Find>
    THRONG_INLINE bool append_row(std::uint32_t row, std::uint32_t faults, float likely, Find&& find) {
        const std::uint32_t row_begin = size_;
        const std::uint64_t tested = candidates_;
        for (;; likely = __builtin_inff()) {
            this->begin(row, likely);
            const bool room = find();
            if (room && !this->lacks_hits()) break;
            size_ = row_begin;
            candidates_ = tested;
            if (!room) return false;
        }
        this->finish(row, row_begin, faults);
        return true;
    }

    // Whether the element at `position` of the current row is answered with those around it.
    THRONG_INLINE bool finds_together(std::uint32_t position) {
        const std::uint32_t first = position - (position - row_.begin) % Packet::most;
        if (together_->key != first) find_together(first);
        return together_->pays;
    }
    __attribute__((noinline)) void find_together(std::uint32_t first) {
        Together& together = *together_;
        const std::uint32_t count = Packet::size_at(first, row_.end);
        together.key = first;
        for (std::uint32_t n = 0; n < Packet::most; ++n) {
            const Shape shape = around_element(first + (n < count ? n : 0));
            together.x[n] = shape.x, together.y[n] = shape.y;
        }
        together.find(g_, count, batch_.reach, batch_.limit);
    }

    // Appends row `row`, that of element `n` of together_. False: the answer is full, and the row is removed.
    THRONG_INLINE bool append_near(std::uint32_t row, std::uint32_t n, const Shape& shape, const Filter& filter) {
        const std::uint32_t row_begin = size_, found = together_->found[n] - 1;
        const std::uint32_t wanted = batch_.limit < found ? batch_.limit : found;
        const std::uint64_t tested = candidates_;
        const CandidateRuns runs = together_->packet.runs(n);
        float radius = together_->radius;
        bool by_runs = runs.known();
        for (;; by_runs = false) {
            Shape near{};
            near.set(shape.x, shape.y, radius);
            this->begin(row, near.squared_radius);
            if (!(by_runs ? scan_runs(near, filter, runs) : search(near, filter))) {
                size_ = row_begin;
                candidates_ = tested;
                return false;
            }
            const std::uint32_t got = size_ - row_begin;
            if (got >= wanted) break;
            size_ = row_begin;
            radius = wider_radius(radius, got, wanted);
            if (!(radius < batch_.reach)) radius = batch_.reach;
        }
        candidates_ += together_->tested;
        count_ = found;
        this->finish(row, row_begin, 0);
        return true;
    }

    // A bound that the keys of the hits within a limit are likely to stay below, from the cells around the centre.
    static constexpr bool limits_early = collect == Collect::Ranked && LimitedRow<A, points, Shape>::possible;
    float likely_key(std::uint32_t row, const Shape& shape) const {
        if constexpr (limits_early) {
            if (const std::uint32_t limit = batch_.limit_of(row); limit != 0 && !batch_.filtered()) {
                const float radius = likely_radius(g_, limit, elements_per_cell_at(g_, shape.x, shape.y));
                return radius * radius;
            }
        }
        return __builtin_inff();
    }

    // The filter of the query with row `row`.
    template <QueryFrom from> THRONG_INLINE Filter filter_of(std::uint32_t row) const {
        Filter filter = Filter::of(batch_, row);
        if constexpr (from == QueryFrom::Elements) filter.self = row;
        if constexpr (from == QueryFrom::Slots) filter.self = batch_.of ? batch_.of[row] : row;
        return filter;
    }

    THRONG_INLINE Shape around_element(std::uint32_t position) const {
        const float x = points ? g_.min_x[position] : 0.5f * g_.min_x[position] + 0.5f * g_.max_x[position];
        const float y = points ? g_.min_y[position] : 0.5f * g_.min_y[position] + 0.5f * g_.max_y[position];
        Shape shape{};
        shape.set(x, y, batch_.reach);
        return shape;
    }

    // Passes copies to a function that is compiled separately, so that the originals stay in registers.
    THRONG_INLINE bool search(Shape shape, Filter filter) {
        HitCursor row = this->end();
        std::uint64_t tested = 0;
        const bool room =
            RegionSearch<A, Shape, points, collect>::run(grid_, batch_, shape, filter, capacity_, row, tested);
        this->end(row);
        candidates_ += tested;
        return room;
    }

    // The rows with the neighbours of one row's elements, found once for all of them.
    struct Stream {
        const std::uint32_t* cells;
        std::uint32_t begin, shift;
        bool own;
    };
    static constexpr std::uint32_t max_streams = 16; // above, runs are long, and finding them costs little

    void find_streams(std::uint32_t row_index) {
        stream_count_ = 0;
        const float reach = widened_reach(batch_.reach);
        const GridRow& own = g_.rows[row_index];
        const std::uint32_t first = row_of(g_, surely_below(own.min_y, reach));
        const std::uint32_t last = row_of(g_, surely_above(own.max_y, reach));
        if (last - first >= max_streams) return;
        for (std::uint32_t r = first; r <= last; ++r)
            if (const GridRow& row = g_.rows[r]; row.size != 0)
                streams_[stream_count_++] = {g_.cell_begin + row.cell_begin, row.begin, row.shift, r == row_index};
    }

    THRONG_INLINE bool search_streams(const Shape& shape, const Filter& filter) {
        Filter of_others = filter; // the query's element itself is in its own row
        of_others.self = no_slot;
        const std::uint32_t first = column_of(g_, shape.region.min_x), last = column_of(g_, shape.region.max_x);
        HitCursor row = this->end();
        if constexpr (limits_early) {
            if (LimitedRow<A, points, Shape>::applies(batch_, row)) return search_limited(shape, filter, row);
        }
        for (std::uint32_t s = 0; s < stream_count_; ++s) {
            const Stream& stream = streams_[s];
            const Span span{stream.begin + stream.cells[first >> stream.shift],
                            stream.begin + stream.cells[(last >> stream.shift) + 1]};
            if (!collect_span<A, points, collect>(g_, batch_, shape, span, stream.own ? filter : of_others, capacity_,
                                                  row))
                return false;
            candidates_ += span.end - span.begin;
        }
        this->end(row);
        return true;
    }

    // As search_streams(), for the nearest few.
    THRONG_INLINE bool search_limited(const Shape& shape, const Filter& filter, HitCursor row) {
        const ElementColumns columns = g_.columns();
        const std::uint32_t first = column_of(g_, shape.region.min_x), last = column_of(g_, shape.region.max_x);
        for (std::uint32_t s = 0; s < stream_count_; ++s) {
            const Stream& stream = streams_[s];
            const Span span{stream.begin + stream.cells[first >> stream.shift],
                            stream.begin + stream.cells[(last >> stream.shift) + 1]};
            if (!LimitedRow<A, points, Shape>::collect(columns, span, shape, filter.self, capacity_, row)) return false;
            candidates_ += span.end - span.begin;
        }
        this->end(row);
        return true;
    }

    // Few candidates form one tile, even from several rows. With more, all runs share one cursor, which stays in
    // registers. Mostly each run is a tile, and there is room for all candidates.
    THRONG_INLINE bool scan_runs(const Shape& shape, const Filter& filter, const CandidateRuns& runs) {
        const ElementColumns columns = g_.columns();
        const std::uint32_t capacity = capacity_;
        HitCursor row = this->end();
        const auto take = [&](const auto& tile, const simd::Mask<A>& live)
                              THRONG_FLAT { collect_tile<A, points, collect>(batch_, shape, tile, live, filter, row); };
        const auto room_for = [&](std::uint64_t tiles) THRONG_FLAT {
            return collect == Collect::Count || row.size + 16 * (tiles - 1) <= capacity;
        };
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

    const GridView& g_;
    const GridView& grid_;            // the caller's: the copy g_ is not passed to other functions
    RepeatedRow* repeated_ = nullptr; // null: rows do not repeat
    Together* together_ = nullptr;    // null: elements are not answered together
    Span row_{};                      // the positions of the current row
    std::uint32_t stream_count_ = 0;
    Stream streams_[max_streams];
};

} // namespace throng::kernels
