// SPDX-License-Identifier: MIT
// A packet of queries is read in lanes: shapes from the caller's views, or discs around elements.
#pragma once

#include "engine/kernels/query/hit_row.hpp"
#include "engine/kernels/row_grid/cells.hpp"
#include "engine/kernels/row_grid/find_slot.hpp"
#include "engine/kernels/row_grid/grid_packet.hpp"

namespace throng::kernels {

/// Queries of other shapes than this come from the caller's views alone.
template <class Shape> inline constexpr bool around_elements = Shape::whole_disc&& Shape::by_center;

/// Reads a packet of queries at once, for every Collect, so that it is compiled once.
template <class A, class Shape> struct PacketReader {
    struct QueryLanes {
        typename Shape::QueryLanes shapes;
        // Where elements stand, or no_position; the row of the answer; Filter::self. Only if around_elements.
        std::uint32_t places[Packet::most], rows[Packet::most], selves[Packet::most];
    };

    /// Reads queries [first, first + count). Returns their regions; those of faulty queries and of absent elements are
    /// empty.
    static __attribute__((noinline)) simd::Boxes<A> read(QueryFrom from, const GridView& g, const Batch& batch,
                                                         std::uint32_t first, std::uint32_t count, QueryLanes& lanes) {
        using namespace simd;
        if constexpr (around_elements<Shape>) {
            if (from != QueryFrom::Views) return read_elements(from, g, batch, first, count, lanes);
            store(lanes.places, broadcast<A>(no_position));
            store(lanes.rows, broadcast<A>(first) + lane_numbers<A>());
            store(lanes.selves, broadcast<A>(no_slot));
            if (const WordColumn& also = batch[Batch::also_exclude])
                for (std::uint32_t n = 0; n < count; ++n) lanes.selves[n] = also[first + n];
        }
        return keep_lanes(Shape::template read_all<A>(batch, first, count, lanes.shapes),
                          simd::first<A>(static_cast<int>(count)));
    }

    /// Where the element of query i stands, the row of its answer, and what that leaves out.
    struct Origin {
        std::uint32_t place, row;
        Filter filter;
    };
    static THRONG_INLINE Origin origin_of(QueryFrom from, const GridView& g, const Batch& batch, std::uint32_t i) {
        Origin origin{no_position, i, Filter::of(batch, i)};
        if (!around_elements<Shape> || from == QueryFrom::Views) return origin;
        origin.filter.self = batch.slot_around(i);
        if (from == QueryFrom::Slots) {
            origin.place = find_slot<A>(g, origin.filter.self);
        } else {
            const GridRow& row = g.rows[row_holding(g, i)];
            origin.place = i + (row.begin - row.rank);
            origin.row = g.slots[origin.place];
            origin.filter = Filter::of(batch, origin.row);
            origin.filter.self = origin.row;
        }
        return origin;
    }
    /// The same by its packet, which is not read in an empty grid.
    static THRONG_INLINE Origin origin_of(const GridView& g, const QueryLanes& lanes, const Batch& batch,
                                          std::uint32_t i) {
        if (g.size == 0) return {no_position, i, Filter::of(batch, i)};
        const std::uint32_t row = row_of(lanes, i);
        return {around_elements<Shape> ? lanes.places[i % Packet::most] : no_position, row,
                filter_of(batch, lanes, i, row)};
    }
    static THRONG_INLINE std::uint32_t row_of(const QueryLanes& lanes, std::uint32_t i) {
        return around_elements<Shape> ? lanes.rows[i % Packet::most] : i;
    }
    static THRONG_INLINE Filter filter_of(const Batch& batch, const QueryLanes& lanes, std::uint32_t i,
                                          std::uint32_t row) {
        Filter filter = Filter::of(batch, row);
        if constexpr (around_elements<Shape>) filter.self = lanes.selves[i % Packet::most];
        return filter;
    }
    static THRONG_INLINE Vec2 center_at(const GridView& g, std::uint32_t place) {
        if (g.points) return {g.min_x[place], g.min_y[place]};
        return {0.5f * g.min_x[place] + 0.5f * g.max_x[place], 0.5f * g.min_y[place] + 0.5f * g.max_y[place]};
    }

private:
    static __attribute__((noinline)) simd::Boxes<A> read_elements(QueryFrom from, const GridView& g, const Batch& batch,
                                                                  std::uint32_t first, std::uint32_t count,
                                                                  QueryLanes& lanes) {
        using namespace simd;
        Mask<A> present = simd::first<A>(static_cast<int>(count));
        Points<A> at;
        if (from == QueryFrom::Elements && !g.has_room()) { // the place of an element is its rank
            store(lanes.places, broadcast<A>(first) + lane_numbers<A>());
            store(lanes.rows, load<A>(g.slots + first));
            at = centers_of<A>(GridTileAt<A>{g.columns(), first});
        } else {
            if (from == QueryFrom::Elements)
                find_ranks(g, first, count, lanes.places);
            else
                find_slots<A>(g, batch[Batch::around_slots].data, first, count, lanes.places);
            const Words<A> places = load<A>(lanes.places);
            present = present & (places < broadcast<A>(no_position));
            std::uint32_t known[Packet::most];
            store(known, select(present, places, broadcast<A>(0u)));
            const auto column = [&](const float* values)
                                    THRONG_FLAT { return gather<A>(values, sizeof(float), known); };
            at.x = g.points ? column(g.min_x) : center<A>(column(g.min_x), column(g.max_x));
            at.y = g.points ? column(g.min_y) : center<A>(column(g.min_y), column(g.max_y));
            store(lanes.rows, broadcast<A>(first) + lane_numbers<A>());
            if (from == QueryFrom::Elements)
                for (std::uint32_t n = 0; n < count; ++n) lanes.rows[n] = g.slots[lanes.places[n]];
        }
        store(lanes.selves, load<A>(lanes.rows));
        if (from == QueryFrom::Slots && batch[Batch::around_slots])
            for (std::uint32_t n = 0; n < count; ++n) lanes.selves[n] = batch.slot_around(first + n);
        Floats<A> reach = broadcast<A>(batch.reach);
        if (batch[Batch::reaches]) {
            float reaches[Packet::most] = {};
            for (std::uint32_t n = 0; n < count; ++n) reaches[n] = batch.reach_of(lanes.rows[n]);
            reach = load<A>(reaches);
        }
        return keep_lanes(lanes.shapes.template set<A>(at.x, at.y, reach), present);
    }
    // Ranks follow each other within a row.
    static void find_ranks(const GridView& g, std::uint32_t first, std::uint32_t count, std::uint32_t* places) {
        std::uint32_t r = row_holding(g, first);
        for (std::uint32_t n = 0; n < count; r = next_occupied(g, r + 1)) {
            const Span span = positions_in(g.rows[r], first + n, first + count);
            for (std::uint32_t at = span.begin; at < span.end; ++at) places[n++] = at;
        }
        for (std::uint32_t n = count; n < Packet::most; ++n) places[n] = no_position;
    }
};

} // namespace throng::kernels
