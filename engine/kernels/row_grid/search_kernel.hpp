// SPDX-License-Identifier: MIT
// Small queries of a row grid find their candidates by packets (grid_packet.hpp); others are searched alone
// (region_search.hpp).
#pragma once

#include "engine/kernels/row_grid/nearest_kernel.hpp"
#include "engine/kernels/row_grid/packet_reader.hpp"
#include "engine/kernels/row_grid/region_search.hpp"
#include "engine/kernels/row_grid/scan_runs.hpp"

namespace throng::kernels {

template <class A, class Shape, Collect collect> class SearchKernel : RegionRow<A, Shape, collect> {
    using Row = RegionRow<A, Shape, collect>;
    using Packets = GridPacket<A, Shape::by_center>;
    using Reader = PacketReader<A, Shape>;
    using QueryLanes = typename Reader::QueryLanes;
    using Row::batch_, Row::size_, Row::candidates_, Row::capacity_;

public:
    template <QueryFrom from>
    static std::uint32_t run(const IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                             HitSink& sink) {
        const auto& grid = static_cast<const GridView&>(view);
        if constexpr (collect == Collect::Ranked && Shape::whole_disc) {
            using Nearest = NearestKernel<A, Shape::by_center>;
            if (batch.limited()) return Nearest::run(from, RowLength::Limit, grid, batch, begin, end, sink);
        }
        return batch.few ? run_few(from, grid, batch, begin, end, sink) : run_all(from, grid, batch, begin, end, sink);
    }

private:
    SearchKernel(QueryFrom from, const GridView& g, const GridView& grid, const Batch& batch, HitSink& sink)
        : Row(grid, batch, sink), from_(from), g_(g) {}

    __attribute__((noinline)) static std::uint32_t run_all(QueryFrom from, const GridView& grid, const Batch& batch,
                                                           std::uint32_t begin, std::uint32_t end, HitSink& sink) {
        const GridView g = grid; // copies that stores to the answer cannot alias
        SearchKernel search{from, g, grid, batch, sink};
        std::uint32_t i = begin;
        const auto read = [&](std::uint32_t first, std::uint32_t count, QueryLanes& lanes)
                              THRONG_FLAT { return Reader::read(from, g, batch, first, count, lanes); };
        const auto answer = [&](std::uint32_t query, std::uint32_t stop, const Packets& packet, const QueryLanes& lanes)
                                THRONG_FLAT { return search.search_packet(query, stop, packet, lanes); };
        const auto single = [&](std::uint32_t query, const Packets& packet, const QueryLanes& lanes) THRONG_FLAT {
            if (packet.runs(query).known()) return false; // the sink is full
            return search.search_one(query, Reader::origin_of(g, lanes, batch, query));
        };
        answer_packets<A, Shape::by_center, most_elements_of<Shape>, QueryLanes>(g, i, end, read, answer, single);
        search.store_to_sink();
        return i;
    }

    // A packet is not worth its preparation.
    __attribute__((noinline)) static std::uint32_t run_few(QueryFrom from, const GridView& g, const Batch& batch,
                                                           std::uint32_t begin, std::uint32_t end, HitSink& sink) {
        SearchKernel search{from, g, g, batch, sink};
        std::uint32_t i = begin;
        while (i < end && search.search_one(i, Reader::origin_of(from, g, batch, i))) ++i;
        search.store_to_sink();
        return i;
    }

    // Answers queries i up to `stop`, or to the first whose runs are unknown or do not fit the sink. It is a function
    // of its own: a loop that calls functions keeps no vectors in registers.
    __attribute__((noinline)) std::uint32_t search_packet(std::uint32_t i, std::uint32_t stop, const Packets& packet,
                                                          const QueryLanes& lanes) {
        SearchKernel copy = *this; // a copy that stores to the answer cannot alias
        for (; i < stop; ++i) {
            const CandidateRuns runs = packet.runs(i);
            if (!runs.known()) break;
            const Shape shape = Shape::of(lanes.shapes, i % Packet::most);
            const std::uint32_t row = Reader::row_of(lanes, i);
            const Filter filter = Reader::filter_of(batch_, lanes, i, row);
            if (!copy.append_row(row, 0, filter, [&]() THRONG_FLAT { return copy.scan(shape, filter, runs); })) break;
        }
        size_ = copy.size_, candidates_ = copy.candidates_;
        return i;
    }
    // Answers query i alone. False: the sink is full.
    THRONG_INLINE bool search_one(std::uint32_t i, const typename Reader::Origin& origin) {
        Shape shape{};
        std::uint32_t faults = 0;
        bool searches = g_.size != 0;
        if (!around_elements<Shape> || from_ == QueryFrom::Views) {
            faults = Shape::read(batch_, i, shape);
            searches = searches && faults == 0;
        } else if (searches = searches && origin.place != no_position; searches) {
            if constexpr (around_elements<Shape>) {
                const Vec2 at = Reader::center_at(g_, origin.place);
                shape.set(at.x, at.y, batch_.reach_of(origin.row));
            }
        }
        return this->search_row(origin.row, faults, shape, origin.filter, searches);
    }

    THRONG_INLINE bool scan(const Shape& shape, const Filter& filter, const CandidateRuns& runs) {
        HitCursor row = this->end();
        if (!scan_runs<A, collect>(g_.columns(), batch_, shape, filter, runs, capacity_, row)) return false;
        this->end(row);
        candidates_ += runs.size;
        return true;
    }

    const QueryFrom from_;
    const GridView& g_; // a copy of the caller's, which is not passed to other functions
};

} // namespace throng::kernels
