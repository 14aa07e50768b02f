// SPDX-License-Identifier: MIT
// A packet of queries is read in lanes: shapes from the caller's views, or discs around elements.
#pragma once

#include "engine/kernels/query/hit_row.hpp"
#include "engine/kernels/row_grid/candidate_rows.hpp"
#include "engine/kernels/row_grid/find_slot.hpp"
#include "engine/kernels/row_grid/grid_packet.hpp"

namespace throng::kernels {

/// Reads a packet of queries at once, for every Collect, so that it is compiled once.
template <class A, class Shape, bool points> struct PacketReader {
    struct QueryLanes {
        typename Shape::QueryLanes shapes;
        std::uint32_t places[Packet::most]; // where the elements stand; unused by QueryFrom::Views
    };

    /// Reads queries [first, first + count). Returns their regions; those of faulty queries and of absent elements are
    /// empty.
    template <QueryFrom from>
    static __attribute__((noinline)) simd::Boxes<A> read(const GridView& g, const Batch& batch, std::uint32_t first,
                                                         std::uint32_t count, QueryLanes& lanes) {
        using namespace simd;
        const Mask<A> live = simd::first<A>(static_cast<int>(count));
        if constexpr (from == QueryFrom::Views) {
            return keep_lanes(Shape::template read_all<A>(batch, first, count, lanes.shapes), live);
        } else {
            Mask<A> present = live;
            Points<A> at;
            Floats<A> reach = broadcast<A>(batch.reach);
            if (from == QueryFrom::Elements && !g.has_room()) { // the place of an element is its rank
                store(lanes.places, broadcast<A>(first) + lane_numbers<A>());
                at = centers_of<A, points>(TileAt<A>{g.columns(), first});
            } else {
                if constexpr (from == QueryFrom::Elements)
                    find_ranks(g, first, count, lanes.places);
                else
                    find_slots<A>(g, batch[Batch::around_slots].data, first, count, lanes.places);
                const Words<A> places = load<A>(lanes.places);
                present = live & (places < broadcast<A>(no_position));
                std::uint32_t known[Packet::most];
                store(known, select(present, places, broadcast<A>(0u)));
                const auto column = [&](const float* values)
                                        THRONG_FLAT { return gather<A>(values, sizeof(float), known); };
                at.x = points ? column(g.min_x) : center<A>(column(g.min_x), column(g.max_x));
                at.y = points ? column(g.min_y) : center<A>(column(g.min_y), column(g.max_y));
            }
            if (batch[Batch::reaches]) reach = reaches_of<from>(g, batch, first, count, lanes.places);
            return keep_lanes(lanes.shapes.template set<A>(at.x, at.y, reach), present);
        }
    }

    /// Returns the row of the answer for query i, around the element at `place`.
    template <QueryFrom from>
    static THRONG_INLINE std::uint32_t row_of(const GridView& g, std::uint32_t i, std::uint32_t place) {
        return from == QueryFrom::Elements ? g.slots[place] : i;
    }
    /// Returns where the element of query i stands; no_position: it is absent, or the query is from the caller's views.
    template <QueryFrom from>
    static THRONG_INLINE std::uint32_t place_of(const GridView& g, const Batch& batch, std::uint32_t i) {
        if constexpr (from == QueryFrom::Views) return no_position;
        if constexpr (from == QueryFrom::Slots) return find_slot<A>(g, batch.slot_around(i));
        const GridRow& row = g.rows[row_holding(g, i)];
        return i + (row.begin - row.rank);
    }
    static THRONG_INLINE Vec2 center_at(const GridView& g, std::uint32_t place) {
        if constexpr (points) return {g.min_x[place], g.min_y[place]};
        return {0.5f * g.min_x[place] + 0.5f * g.max_x[place], 0.5f * g.min_y[place] + 0.5f * g.max_y[place]};
    }
    /// Returns the filter of the query i with row `row`.
    template <QueryFrom from>
    static THRONG_INLINE Filter filter_of(const Batch& batch, std::uint32_t i, std::uint32_t row) {
        Filter filter = Filter::of(batch, row);
        if constexpr (from == QueryFrom::Elements) filter.self = row;
        if constexpr (from == QueryFrom::Slots) filter.self = batch.slot_around(i);
        return filter;
    }

private:
    // Ranks follow each other within a row.
    static void find_ranks(const GridView& g, std::uint32_t first, std::uint32_t count, std::uint32_t* places) {
        std::uint32_t r = row_holding(g, first);
        for (std::uint32_t n = 0; n < count; r = next_occupied(g, r + 1)) {
            const Span span = positions_in(g.rows[r], first + n, first + count);
            for (std::uint32_t at = span.begin; at < span.end; ++at) places[n++] = at;
        }
        for (std::uint32_t n = count; n < Packet::most; ++n) places[n] = no_position;
    }
    template <QueryFrom from>
    static simd::Floats<A> reaches_of(const GridView& g, const Batch& batch, std::uint32_t first, std::uint32_t count,
                                      const std::uint32_t* places) {
        float reaches[Packet::most] = {};
        for (std::uint32_t n = 0; n < count; ++n) {
            if (from == QueryFrom::Elements)
                reaches[n] = batch.reach_of(g.slots[places[n]]);
            else
                reaches[n] = batch.reach_of(first + n);
        }
        return simd::load<A>(reaches);
    }
};

} // namespace throng::kernels
