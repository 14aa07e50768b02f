// SPDX-License-Identifier: MIT
// Small queries of a row grid find their candidates by packets (grid_packet.hpp), neighbours of a row's elements in the
// same rows; others are searched alone (region_search.hpp).
#pragma once

#include "engine/kernels/row_grid/find_slot.hpp"
#include "engine/kernels/row_grid/grid_packet.hpp"
#include "engine/kernels/row_grid/local_density.hpp"
#include "engine/kernels/row_grid/region_search.hpp"
#include "engine/kernels/row_grid/together_rows.hpp"

#include <type_traits>

namespace throng::kernels {

/// Reads a packet of queries at once, for every Collect, so that it is compiled once.
template <class A, class Shape, bool points> struct PacketReader {
    struct QueryLanes {
        typename Shape::QueryLanes shapes;
        std::uint32_t places[Packet::most]; // QueryFrom::Slots: where the elements stand
    };

    /// Reads queries [first, first + count). Returns their regions.
    template <QueryFrom from>
    static __attribute__((noinline)) simd::Boxes<A> read(const GridView& g, const Batch& batch, std::uint32_t first,
                                                         std::uint32_t count, QueryLanes& lanes) {
        using namespace simd;
        if constexpr (from == QueryFrom::Views) {
            return Shape::template read_all<A>(batch, first, count, lanes.shapes);
        } else {
            find_slots<A>(g, batch[Batch::around_slots], first, count, lanes.places);
            const Words<A> places = load<A>(lanes.places);
            const Mask<A> present = simd::first<A>(static_cast<int>(count)) & (places < broadcast<A>(no_position));
            std::uint32_t at[Packet::most];
            store(at, select(present, places, broadcast<A>(0u)));
            const auto column = [&](const float* values) THRONG_FLAT { return gather<A>(values, sizeof(float), at); };
            const Floats<A> x = points ? column(g.min_x) : center<A>(column(g.min_x), column(g.max_x));
            const Floats<A> y = points ? column(g.min_y) : center<A>(column(g.min_y), column(g.max_y));
            return keep_lanes(lanes.shapes.template set<A>(x, y, broadcast<A>(batch.reach)), present);
        }
    }
};

template <class A, class Shape, bool points, Collect collect> class SearchKernel : AnswerRow<A, collect> {
    using Row = AnswerRow<A, collect>;
    using Packets = GridPacket<A, Shape::by_center>;
    using Reader = PacketReader<A, Shape, points>;
    using QueryLanes = typename Reader::QueryLanes;
    using Row::batch_, Row::sink_, Row::size_, Row::candidates_, Row::slots_, Row::keys_, Row::capacity_, Row::count_;

    struct Limited {
        RepeatedRow repeated;
        LimitedTogether<A, points> together;
    };
    struct NotLimited {};

public:
    template <QueryFrom from>
    static std::uint32_t run(const IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                             HitSink& sink) {
        const auto& grid = static_cast<const GridView&>(view);
        const GridView g = grid; // copies that stores to the answer cannot alias
        SearchKernel search{g, grid, batch, sink};
        // Other kernels do not even set its memory.
        [[maybe_unused]] std::conditional_t<from != QueryFrom::Views && limits_early, Limited, NotLimited> limited;
        if constexpr (from != QueryFrom::Views && limits_early)
            if (batch.limit != 0 && !batch[Batch::limits] && !batch.filtered() && !batch[Batch::also_exclude] &&
                sink.found) {
                search.repeated_ = &limited.repeated;
                if (LimitedTogether<A, points>::is_wide_enough(g, batch.reach)) search.together_ = &limited.together;
            }
        std::uint32_t i = begin;
        if constexpr (from == QueryFrom::Elements) {
            for (std::uint32_t row = row_holding(g, begin); i < end; row = next_occupied(g, row + 1)) {
                const Span positions = positions_in(g.rows[row], i, end);
                search.find_streams(row);
                std::uint32_t at = positions.begin;
                if constexpr (limits_early) {
                    at = search.search_elements(g.rows[row], at, positions.end);
                } else {
                    while (at < positions.end && search.search_element(at)) ++at;
                }
                i += at - positions.begin;
                if (at < positions.end) break;
            }
        } else {
            const auto read = [&](std::uint32_t first, std::uint32_t count, QueryLanes& lanes)
                                  THRONG_FLAT { return Reader::template read<from>(g, batch, first, count, lanes); };
            const auto answer =
                [&](std::uint32_t query, std::uint32_t stop, const Packets& packet, const QueryLanes& lanes)
                    THRONG_FLAT { return search.template search_packet<from>(query, stop, packet, lanes); };
            const auto single = [&](std::uint32_t query, const Packets& packet, const QueryLanes& lanes) THRONG_FLAT {
                return !packet.runs(query).known() && search.template search_one<from>(query, end, lanes);
            };
            answer_packets<A, Shape::by_center, QueryLanes>(g, i, end, read, answer, single);
        }
        search.store_to_sink();
        return i;
    }

private:
    SearchKernel(const GridView& g, const GridView& grid, const Batch& batch, HitSink& sink)
        : Row(batch, sink), g_(g), grid_(grid) {}

    // Answers queries i up to `stop`, or to the first whose runs are unknown or do not fit the sink. It is a function
    // of its own: a loop that calls functions keeps no vectors in registers.
    template <QueryFrom from>
    __attribute__((noinline)) std::uint32_t search_packet(std::uint32_t i, std::uint32_t stop, const Packets& packet,
                                                          const QueryLanes& lanes) {
        SearchKernel copy = *this; // a copy that stores to the answer cannot alias
        for (; i < stop; ++i) {
            const CandidateRuns runs = packet.runs(i);
            if (!runs.known()) break;
            const Shape shape = Shape::of(lanes.shapes, i % Packet::most);
            if (copy.template repeat_row<from>(i, shape, RepeatedRow::in_packet, runs.size)) continue;
            const std::uint64_t before = copy.candidates_;
            const auto find = [&]()
                                  THRONG_FLAT { return copy.scan_runs(shape, copy.template filter_of<from>(i), runs); };
            if (!copy.append_row(i, 0, __builtin_inff(), find)) break;
            copy.template keep_row<from>(i, shape, RepeatedRow::in_packet, before);
        }
        size_ = copy.size_, candidates_ = copy.candidates_;
        return i;
    }
    // Answers query i of those up to `end`, if its runs are unknown. False: the sink is full.
    template <QueryFrom from>
    THRONG_INLINE bool search_one(std::uint32_t i, std::uint32_t end, const QueryLanes& lanes) {
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
        if constexpr (from == QueryFrom::Slots && limits_early) {
            if (searches && together_) {
                const std::uint32_t n = i % Packet::most, first = i - n;
                if (finds_together(first, Packet::size_at(first, end), lanes.places)) {
                    sink_.size = size_;
                    const bool room = TogetherRows<A, points>::append(rows_together(), i, filter_of<from>(i).self, n);
                    size_ = sink_.size;
                    return room;
                }
            }
        }
        if (searches && repeat_row<from>(i, shape, RepeatedRow::alone, repeated_ ? repeated_->tested : 0)) return true;
        const std::uint64_t before = candidates_;
        const float likely = searches ? likely_key(i, shape) : 0.f;
        if (!append_row(i, faults, likely,
                        [&]() THRONG_FLAT { return !searches || search(shape, filter_of<from>(i)); }))
            return false;
        keep_row<from>(i, shape, RepeatedRow::alone, before);
        return true;
    }
    // Answers the element at `position`, after find_streams() of its row. False: the sink is full.
    THRONG_INLINE bool search_element(std::uint32_t position) {
        const std::uint32_t row = g_.slots[position];
        const Filter filter = filter_of<QueryFrom::Elements>(row);
        const Shape shape = around_element(position);
        if (repeat_row<QueryFrom::Elements>(row, shape, RepeatedRow::alone, repeated_ ? repeated_->tested : 0))
            return true;
        const std::uint64_t before = candidates_;
        if (!append_row(row, 0, likely_key(row, shape), [&]() THRONG_FLAT {
                return stream_count_ != 0 ? search_streams(shape, filter) : search(shape, filter);
            }))
            return false;
        keep_row<QueryFrom::Elements>(row, shape, RepeatedRow::alone, before);
        return true;
    }

    // Answers the elements of `row` at [position, end). Returns the first for which the sink is full.
    THRONG_INLINE std::uint32_t search_elements(const GridRow& row, std::uint32_t position, std::uint32_t end) {
        while (position < end) {
            const std::uint32_t n = (position - row.begin) % Packet::most, first = position - n;
            if (together_ && finds_together(first, Packet::size_at(first, row.begin + row.size), nullptr)) {
                const std::uint32_t last = end - first < Packet::most ? end - first : Packet::most;
                sink_.size = size_;
                const std::uint32_t done = TogetherRows<A, points>::append(rows_together(), g_.slots + first, n, last);
                size_ = sink_.size;
                position = first + done;
                if (done < last) break;
            } else if (search_element(position)) {
                ++position;
            } else {
                break;
            }
        }
        return position;
    }
    TogetherRows<A, points> rows_together() const { return {grid_, batch_, sink_, *together_, *repeated_}; }

    // Whether `count` elements are answered together: those at the positions from `first` on, or, if `places` is given,
    // those at these places, for the queries from `first` on.
    THRONG_INLINE bool finds_together(std::uint32_t first, std::uint32_t count, const std::uint32_t* places) {
        if (together_->packet_begin != first) find_together(first, count, places);
        return together_->pays;
    }
    __attribute__((noinline)) void find_together(std::uint32_t first, std::uint32_t count,
                                                 const std::uint32_t* places) {
        using namespace simd;
        Centers centers;
        bool any = true;
        if (!places) {
            const Mask<A> live = simd::first<A>(static_cast<int>(count));
            const ElementColumns columns = g_.columns();
            const Points<A> center = centers_of<A, points>(TileAt<A>{columns, first});
            const Shape first_shape = around_element(first);
            store(centers.x, select(live, center.x, broadcast<A>(first_shape.x)));
            store(centers.y, select(live, center.y, broadcast<A>(first_shape.y)));
        } else {
            std::uint32_t first_present = 0;
            while (first_present < count && places[first_present] == no_position) ++first_present;
            any = first_present < count;
            for (std::uint32_t n = 0; any && n < Packet::most; ++n) {
                const bool present = n < count && places[n] != no_position;
                const Shape shape = around_element(places[present ? n : first_present]);
                centers.x[n] = shape.x, centers.y[n] = shape.y;
            }
        }
        together_->packet_begin = first;
        if (any) together_->find(grid_, centers, batch_.reach, batch_.limit);
    }

    // Appends row `row` without a search, if it follows from the one that was kept.
    template <QueryFrom from>
    THRONG_INLINE bool repeat_row(std::uint32_t row, const Shape& shape, std::uint32_t method, std::uint64_t tested) {
        if constexpr (from == QueryFrom::Views || !limits_early) return false;
        if (!repeated_ || !repeated_->is_at(shape.x, shape.y)) [[likely]]
            return false;
        if (!repeated_->append<A>(batch_, sink_, size_, filter_of<from>(row).self, row, method)) return false;
        candidates_ += tested;
        return true;
    }
    // Keeps the row that was appended last, if it was cut from very many hits.
    template <QueryFrom from>
    THRONG_INLINE void keep_row(std::uint32_t row, const Shape& shape, std::uint32_t method, std::uint64_t before) {
        if constexpr (from != QueryFrom::Views && limits_early)
            if (repeated_)
                repeated_->keep(batch_, sink_, size_, shape.x, shape.y, filter_of<from>(row).self, row, method,
                                candidates_ - before);
    }

    // Appends row `row` of the answer, filled by find(). False: the answer is full, and the row is removed.
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

    // Estimates a bound of the keys of the hits within a limit from the cells around the centre.
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

    // Returns the filter of the query with row `row`.
    template <QueryFrom from> THRONG_INLINE Filter filter_of(std::uint32_t row) const {
        Filter filter = Filter::of(batch_, row);
        if constexpr (from == QueryFrom::Elements) filter.self = row;
        if constexpr (from == QueryFrom::Slots) filter.self = batch_.slot_around(row);
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

    // Streams are the rows with the neighbours of one row's elements, found once for all of them.
    struct Stream {
        const std::uint32_t* cells;
        std::uint32_t begin, shift;
        bool has_self;
    };
    static constexpr std::uint32_t max_streams = 16; // above, runs are long, and finding them costs little

    void find_streams(std::uint32_t row_index) {
        stream_count_ = 0;
        const float reach = widened_reach(batch_.reach);
        const GridRow& own_row = g_.rows[row_index];
        const std::uint32_t first = row_of(g_, surely_below(own_row.min_y, reach));
        const std::uint32_t last = row_of(g_, surely_above(own_row.max_y, reach));
        if (last - first >= max_streams) return;
        for (std::uint32_t r = first; r <= last; ++r)
            if (const GridRow& row = g_.rows[r]; row.size != 0)
                streams_[stream_count_++] = {g_.cell_begin + row.cell_begin, row.begin, row.shift, r == row_index};
    }

    THRONG_INLINE bool search_streams(const Shape& shape, const Filter& filter) {
        Filter filter_of_others = filter; // the query's element itself is in its own row
        filter_of_others.self = no_slot;
        const std::uint32_t first = column_of(g_, shape.region.min_x), last = column_of(g_, shape.region.max_x);
        HitCursor row = this->end();
        if constexpr (limits_early) {
            if (LimitedRow<A, points, Shape>::applies(batch_, row)) return search_limited(shape, filter, row);
        }
        for (std::uint32_t s = 0; s < stream_count_; ++s) {
            const Stream& stream = streams_[s];
            const Span span{stream.begin + stream.cells[first >> stream.shift],
                            stream.begin + stream.cells[(last >> stream.shift) + 1]};
            const Filter& stream_filter = stream.has_self ? filter : filter_of_others;
            if (!collect_span<A, points, collect>(g_, batch_, shape, span, stream_filter, capacity_, row)) return false;
            candidates_ += span.end - span.begin;
        }
        this->end(row);
        return true;
    }

    // Does the same as search_streams() for the nearest few.
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

    // Few candidates form one tile, even from several rows. Otherwise all runs share one cursor, which stays in
    // registers. Mostly each run is a tile, and there is room for all candidates.
    THRONG_INLINE bool scan_runs(const Shape& shape, const Filter& filter, const CandidateRuns& runs) {
        const ElementColumns columns = g_.columns();
        const std::uint32_t capacity = capacity_;
        HitCursor row = this->end();
        const auto add = [&](const auto& tile, const simd::Mask<A>& live)
                             THRONG_FLAT { collect_tile<A, points, collect>(batch_, shape, tile, live, filter, row); };
        const auto room_for = [&](std::uint64_t tiles) THRONG_FLAT {
            return collect == Collect::Count || row.size + 16 * (tiles - 1) <= capacity;
        };
        if (runs.size <= 16) {
            if (!room_for(1)) return false;
            const JoinedTile<A, points> tile = join<A, points>(columns, runs);
            add(tile, tile.live());
        } else if (runs.longest <= 16 && room_for(runs.count)) {
            for (std::size_t r = 0; r < runs.count; ++r) {
                const Span span = runs[r];
                add(TileAt<A>{columns, span.begin}, simd::first<A>(static_cast<int>(span.end - span.begin)));
            }
        } else {
            for (std::size_t r = 0; r < runs.count; ++r) {
                const Span span = runs[r];
                for (std::uint32_t at = span.begin; at < span.end; at += 16) {
                    if (!room_for(1)) return false;
                    add(TileAt<A>{columns, at}, live_lanes<A>(at, span.end));
                }
            }
        }
        this->end(row);
        candidates_ += runs.size;
        return true;
    }

    const GridView& g_;
    const GridView& grid_;                           // the caller's: the copy g_ is not passed to other functions
    RepeatedRow* repeated_ = nullptr;                // null: rows do not repeat
    LimitedTogether<A, points>* together_ = nullptr; // null: elements are not answered together, or repeated_ is null
    std::uint32_t stream_count_ = 0;
    Stream streams_[max_streams];
};

} // namespace throng::kernels
