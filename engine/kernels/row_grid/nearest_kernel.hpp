// SPDX-License-Identifier: MIT
// A disc that should hold the k nearest elements, estimated from the cells around, is searched row by row from the
// inside outward. If it holds too few, it is widened; if it holds far too many, it shrinks to the k-th of them. The
// rows of a search of discs that have a limit are filled in the same way, and further matches are counted.
#pragma once

#include "engine/kernels/query/nearest_row.hpp"
#include "engine/kernels/row_grid/local_density.hpp"
#include "engine/kernels/row_grid/match_counts.hpp"
#include "engine/kernels/row_grid/packet_reader.hpp"
#include "engine/kernels/row_grid/region_search.hpp"
#include "engine/kernels/row_grid/repeated_row.hpp"
#include "engine/kernels/row_grid/scan_runs.hpp"

namespace throng::kernels {

/// A row holds the k nearest elements, or, up to its limit, those of a disc.
enum class RowLength : std::uint8_t { K, Limit };

template <class A, bool by_center> class NearestKernel : NearestRow<A> {
    using Row = NearestRow<A>;
    using Shape = DiscShape<by_center>;
    using Reader = PacketReader<A, Shape>;
    using Packets = GridPacket<A, by_center>;
    using Row::batch_, Row::sink_, Row::begin_, Row::size_, Row::x_, Row::y_, Row::k_, Row::reach_, Row::limit_,
        Row::candidates_, Row::filter_;

public:
    static __attribute__((noinline)) std::uint32_t run(QueryFrom from, RowLength length, const GridView& grid,
                                                       const Batch& batch, std::uint32_t begin, std::uint32_t end,
                                                       HitSink& sink) {
        if (batch.few) return run_few(from, length, grid, batch, begin, end, sink);
        const GridView g = grid; // copies that stores to the answer cannot alias
        NearestKernel search{from, length, g, batch, sink};
        MatchCounts<A, by_center> counts(grid, batch, length == RowLength::Limit && sink.found);
        RepeatedRow repeated;
        std::uint32_t i = begin;
        const auto read = [&](std::uint32_t first, std::uint32_t count, Lanes& lanes)
                              THRONG_FLAT { return search.read_packet(first, count, counts, lanes); };
        const auto answer = [&](std::uint32_t query, std::uint32_t stop, const Packets& packet, const Lanes& lanes)
                                THRONG_FLAT {
                                    for (; query < stop; ++query) {
                                        const Left left = search.answer_known(query, stop, lanes, packet, counts);
                                        query = left.query;
                                        if (query == stop || left.sink_is_full) break;
                                        const auto origin = Reader::origin_of(g, lanes, batch, query);
                                        if (!search.answer_one(query, origin, &lanes, left, counts, &repeated)) break;
                                    }
                                    return query;
                                };
        answer_packets<A, by_center, most_elements_of<Shape>, Lanes>(g, i, end, read, answer, no_single_answer);
        search.store_to_sink();
        return i;
    }

private:
    NearestKernel(QueryFrom from, RowLength length, const GridView& g, const Batch& batch, HitSink& sink)
        : Row(batch, sink), from_(from), length_(length), g_(g) {}

    // A packet is not worth its preparation.
    __attribute__((noinline)) static std::uint32_t run_few(QueryFrom from, RowLength length, const GridView& g,
                                                           const Batch& batch, std::uint32_t begin, std::uint32_t end,
                                                           HitSink& sink) {
        NearestKernel search{from, length, g, batch, sink};
        MatchCounts<A, by_center> counts(g, batch, length == RowLength::Limit && sink.found);
        std::uint32_t i = begin;
        for (; i < end; ++i) {
            const auto origin = Reader::origin_of(from, g, batch, i);
            if (!search.answer_one(i, origin, nullptr, {i}, counts, nullptr)) break;
        }
        search.store_to_sink();
        return i;
    }

    struct Lanes : Reader::QueryLanes {
        float radii[Packet::most]; // that should hold the nearest few
        simd::Mask<A> live;        // neither faulty nor absent
        bool estimated = false;    // radii follow from the density; false: from the reach
        bool shares_count = false; // its discs are counted together
    };

    // The first query that a packet leaves, with what is known of it.
    struct Left {
        std::uint32_t query;
        bool sink_is_full = false;
        float radius = 0;         // to search it with, since a smaller disc held too little; 0: it was not searched
        std::uint32_t tested = 0; // candidates, in vain
    };

    std::uint32_t k_of(std::uint32_t row) const {
        if (length_ == RowLength::K) return batch_.k_of(row);
        const std::uint32_t limit = batch_.limit_of(row);
        return limit != 0 ? limit : ~0u;
    }
    // Without a limit, a row is in the order of elements, whatever limits other rows of the batch have.
    bool is_ranked(std::uint32_t row) const { return length_ == RowLength::K || batch_.limit_of(row) != 0; }

    // Reads a packet. Returns the regions of discs that should hold the nearest few and a few deviations more. The
    // density is taken from the cells around all points of a packet if they lie together, else from the cells around
    // each point.
    template <class Counts>
    simd::Boxes<A> read_packet(std::uint32_t first, std::uint32_t count, const Counts& counts, Lanes& lanes) {
        using namespace simd;
        const Boxes<A> reached = Reader::read(from_, g_, batch_, first, count, lanes);
        const Mask<A> live = lanes.live = reached.min_x <= reached.max_x;
        lanes.estimated = lanes.shares_count = false;
        if (!any<A>(live)) return reached;
        lanes.shares_count = length_ == RowLength::Limit && counts.can_share(lanes, live);
        const Floats<A> x = load<A>(lanes.shapes.x), y = load<A>(lanes.shapes.y);
        const Floats<A> column = cell_place<A>(x, g_.origin_x, g_.inverse_column, g_.column_count);
        const Floats<A> row = cell_place<A>(y, g_.origin_y, g_.inverse_cell, g_.row_count);
        const Floats<A> none = broadcast<A>(0.f), far = broadcast<A>(__builtin_inff());
        const float left = reduce_min<A>(select(live, column, far)), right = reduce_max<A>(select(live, column, none));
        const float low = reduce_min<A>(select(live, row, far)), high = reduce_max<A>(select(live, row, none));
        const bool together = right - left <= 32.f && high - low <= 8.f;
        const float density =
            together ? elements_per_cell(g_, cell_at(left), cell_at(right), cell_at(low), cell_at(high)) : 0.f;
        const bool one_k = length_ == RowLength::K ? !batch_[Batch::ks] : !batch_[Batch::limits];
        lanes.estimated = together || length_ == RowLength::K;
        if (!lanes.estimated) return reached;
        const auto inside = [&]() THRONG_FLAT {
            const Mask<A> within_x = (broadcast<A>(g_.min_x_all) <= x) & (x <= broadcast<A>(g_.max_x_all));
            const Mask<A> within_y = (broadcast<A>(g_.min_y_all) <= y) & (y <= broadcast<A>(g_.max_y_all));
            return !any<A>(andnot(live, within_x & within_y));
        };
        if (together && one_k && !batch_[Batch::reaches] && inside()) {
            const float radius = radius_for(k_of(0), batch_.reach, density, g_.min_x_all, g_.min_y_all);
            store(lanes.radii, broadcast<A>(radius));
        } else {
            for (std::uint32_t lanes_left = bits(live); lanes_left != 0; lanes_left &= lanes_left - 1) {
                const std::uint32_t n = lowest<A>(lanes_left);
                const std::uint32_t row_number = Reader::row_of(lanes, first + n);
                lanes.radii[n] =
                    radius_for(k_of(row_number), batch_.reach_of(row_number),
                               together ? density : elements_per_cell_at(g_, lanes.shapes.x[n], lanes.shapes.y[n]),
                               lanes.shapes.x[n], lanes.shapes.y[n]);
            }
        }
        return keep_lanes(around<A>(x, y, widened_reach<A>(load<A>(lanes.radii))), live);
    }

    static constexpr std::uint32_t few_elements = 32; // all of them are tested, whatever the radius

    // So many candidates are all tested, rather than those of a smaller disc.
    static std::uint64_t most_for(std::uint32_t k) { return 4 * std::uint64_t{k} + 32; }

    // Whatever is in reach is searched if that is little more than what is wanted: then matches need no count.
    float radius_for(std::uint32_t k, float reach, float density, float x, float y) const {
        const float most_of_reach = length_ == RowLength::K ? 1.f : 0.8f;
        float radius = likely_radius(g_, k, density);
        if (const float away = distance_to_all(g_, x, y); away > 0.f) [[unlikely]]
            radius = away + likely_depth(radius, away);
        return radius < most_of_reach * reach ? radius : reach;
    }

    // Returns a larger radius for a disc around (x, y) that held only `got` of the `wanted` elements.
    float wider_radius_at(float x, float y, float radius, std::uint32_t got, std::uint32_t wanted) const {
        const float away = distance_to_all(g_, x, y), deep = radius - away;
        return away > 0.f && deep > 0.f ? away + wider_radius(deep, got, wanted) : wider_radius(radius, got, wanted);
    }

    // Answers queries i up to `stop`, or to the first whose runs are unknown, hold too little or do not fit. It is a
    // function of its own, whose loops keep all that they need in registers.
    template <class Counts>
    __attribute__((noinline)) Left answer_known(std::uint32_t i, std::uint32_t stop, const Lanes& lanes,
                                                const Packets& packet, Counts& counts) {
        const Batch& batch = batch_;
        const ElementColumns columns = g_.columns();
        const HitSink sink = sink_;
        const bool roots = batch.keys_wanted && !batch.keys_stay_squared;
        HitCursor row{sink.slots, sink.keys, begin_, 0};
        Left left{stop};
        for (; i < stop; ++i) {
            const std::uint32_t n = i % Packet::most, begin = row.size;
            const CandidateRuns runs = packet.runs(i);
            left = {i};
            if (!runs.known()) break;
            const std::uint32_t row_number = Reader::row_of(lanes, i), k = k_of(row_number);
            const float reach = batch.reach_of(row_number), radius = lanes.estimated ? lanes.radii[n] : reach;
            if (k == 0 || (!lanes.estimated && runs.size > most_for(k))) break;
            const Filter filter = Reader::filter_of(batch, lanes, i, row_number);
            Shape disc{};
            disc.x = lanes.shapes.x[n], disc.y = lanes.shapes.y[n], disc.squared_radius = radius * radius;
            row.chooses_early = false;
            while (!scan_runs<A, Collect::Ranked>(columns, batch, disc, filter, runs, sink.capacity, row)) {
                row.size = begin;
                left.sink_is_full = row.chooses_early || !batch.chooses(); // as AnswerRow does
                if (left.sink_is_full) break;
                row.chooses_early = true;
            }
            if (left.sink_is_full) break;
            std::uint32_t size = row.size - begin;
            if (batch.chooses()) size = keep_chosen<A>(batch, filter, sink.slots + begin, sink.keys + begin, size);
            if (size < k && radius < reach) {
                row.size = begin;
                left.radius = wider_radius_at(disc.x, disc.y, radius, size, k);
                left.tested = runs.size;
                break;
            }
            std::uint32_t found = length_ == RowLength::K && k < size ? k : size;
            if (radius < reach && counts.wanted())
                found = counts.count(from_, i, lanes.shares_count ? &lanes : nullptr, disc.x, disc.y, reach, filter,
                                     candidates_);
            candidates_ += runs.size;
            std::uint32_t kept = size;
            if (is_ranked(row_number)) kept = Rank<A>::keep(sink.slots + begin, sink.keys + begin, size, k);
            if (sink.found) sink.found[row_number] = found;
            if (const std::uint32_t limit = batch.limit_of(row_number); limit != 0 && kept > limit) kept = limit;
            if (roots) take_roots<A>(sink.keys + begin, kept);
            sink.counts[row_number] = kept;
            row.size = begin + kept;
            fetch_answer(sink.slots, row.size, sink.capacity);
            fetch_answer(sink.keys, row.size, sink.capacity);
        }
        begin_ = size_ = row.size;
        return i == stop ? Left{stop} : left;
    }

    // Answers query i with what its packet knows, or alone if `lanes` is null. False: the sink is full.
    template <class Counts>
    __attribute__((noinline)) bool answer_one(std::uint32_t i, const typename Reader::Origin& origin,
                                              const Lanes* lanes, const Left& left, Counts& counts,
                                              RepeatedRow* repeated) {
        const std::uint32_t row = origin.row;
        std::uint32_t faults = 0;
        bool searches = g_.size != 0;
        if (from_ == QueryFrom::Views) {
            faults = this->read(i);
        } else if (searches = searches && origin.place != no_position; searches) {
            const Vec2 at = Reader::center_at(g_, origin.place);
            this->set_point(at.x, at.y, batch_.reach_of(row));
        }
        k_ = k_of(row);
        filter_ = origin.filter;
        if (!is_ranked(row)) return answer_unranked(row, faults, searches && faults == 0);
        const bool shares_count = lanes && lanes->shares_count;
        const bool repeats = from_ != QueryFrom::Views && repeated && counts.wanted() && !batch_.filtered() &&
                             !batch_[Batch::also_exclude];
        const std::uint32_t method = left.radius > 0.f || shares_count ? Packet::first_of(i) : RepeatedRow::alone;
        if (repeats && searches && repeated->is_at(x_, y_, reach_)) [[unlikely]]
            if (repeated->append<A>(batch_, sink_, begin_, filter_.self, row, method)) {
                size_ = begin_;
                candidates_ += repeated->tested;
                return true;
            }
        const std::uint64_t before = candidates_;
        const bool room = this->append_row(
            row, faults, !searches,
            [&]() THRONG_FLAT {
                candidates_ += left.tested;
                return collect(left.radius);
            },
            [&]() THRONG_FLAT {
                const std::uint32_t found = size_ - begin_;
                if (length_ == RowLength::K) return found < k_ ? found : k_;
                if (!is_part_ || !counts.wanted()) return found;
                return counts.count(from_, i, shares_count ? lanes : nullptr, x_, y_, reach_, filter_, candidates_);
            });
        if (room && repeats)
            repeated->keep(batch_, sink_, begin_, x_, y_, reach_, filter_.self, row, method, candidates_ - before);
        return room;
    }

    bool answer_unranked(std::uint32_t row, std::uint32_t faults, bool searches) {
        sink_.size = begin_;
        RegionRow<A, Shape, Collect::Ranked> whole(g_, batch_, sink_);
        Shape disc{};
        disc.set(x_, y_, reach_);
        const bool room = whole.search_row(row, faults, disc, filter_, searches);
        whole.store_to_sink();
        begin_ = size_ = sink_.size;
        return room;
    }

    // Collects all elements within some radius, at least k unless none is farther. It begins with `radius`, or, if that
    // is 0, with a likely one. False: the sink is full.
    bool collect(float radius) {
        if (!(radius > 0.f)) {
            radius =
                g_.size <= few_elements ? reach_ : radius_for(k_, reach_, elements_per_cell_at(g_, x_, y_), x_, y_);
        }
        for (;; radius = wider_radius_at(x_, y_, radius, this->collected(), k_)) {
            if (!(radius < reach_of_all())) radius = __builtin_inff();
            if (!(radius < reach_)) radius = reach_;
            size_ = begin_;
            limit_ = radius * radius;
            if (!search_rows(radius)) return false;
            if (enough(radius)) return true;
        }
    }

    bool enough(float radius) {
        is_part_ = radius < reach_ || this->bounded();
        return this->collected() >= k_ || radius >= reach_ || !(limit_ < __builtin_inff());
    }

    // Returns a radius that no element's distance exceeds.
    float reach_of_all() const {
        const float left = x_ - g_.min_x_all, right = g_.max_x_all - x_;
        const float down = y_ - g_.min_y_all, up = g_.max_y_all - y_;
        const float dx = left > right ? left : right, dy = down > up ? down : up;
        return (dx > 0.f ? dx : 0.f) + (dy > 0.f ? dy : 0.f);
    }

    // Returns half the length of the disc's longest chord beyond a line that is `before` ahead of the point on one side
    // or `behind` it on the other, whichever is positive, rounded up; below 0: the disc does not reach it.
    float half_chord(float before, float behind) const {
        const float away = before > behind ? before : behind;
        if (away <= 0.f || !finite(disc_)) return disc_;
        const float squared = disc_ * disc_ - away * away * 0.9999997f;
        return squared >= 0.f ? __builtin_sqrtf(squared) * 1.000001f : -1.f; // also where both squares overflow
    }

    // These return bounds outside the ends of a chord. An end may be much closer to 0 than the point, so that the slack
    // is in proportion to the end.
    static float begin_of(float at, float half) { return -end_of(-at, half); }
    static float end_of(float at, float half) {
        return surely_above(static_cast<float>(static_cast<double>(at) + static_cast<double>(half)), 0.f);
    }

    // Acts like widened_reach(), but adds the least that is sure, so that a disc around a far point has few candidates
    // more than it needs: five roundings of squares, each of 2^-24 of its result, are 1.5e-7 of the reach, and a root
    // and a sum are 1.2e-7.
    static float barely_widened(float radius) {
        return radius * radius < __builtin_inff() ? radius + radius * 4e-7f + 3e-22f : __builtin_inff();
    }

    // Searches rows upward and downward from the point's own, the nearer ones first, as long as they are within reach.
    bool search_rows(float radius) {
        disc_ = barely_widened(radius);
        const float half = half_chord(g_.min_x_all - x_, x_ - g_.max_x_all); // where it is among the elements
        if (half < 0.f) return true;
        const float beyond = by_center ? 0.f : g_.reach_y;
        const std::uint32_t low = row_of(g_, surely_below(begin_of(y_, half), beyond));
        const std::uint32_t high = row_of(g_, surely_above(end_of(y_, half), beyond));
        const std::uint32_t own_row = row_of(g_, y_);
        for (std::uint32_t distance = 0; distance <= own_row - low || distance <= high - own_row; ++distance) {
            if (distance <= high - own_row && !search_row(g_.rows[own_row + distance])) return false;
            if (distance != 0 && distance <= own_row - low && !search_row(g_.rows[own_row - distance])) return false;
        }
        for (std::uint32_t t = 0; t < g_.tall_count; ++t) {
            const std::uint32_t r = g_.tall_rows[t];
            if ((r < low || r > high) && !search_row(g_.rows[r])) return false;
        }
        return true;
    }

    bool search_row(const GridRow& row) {
        if (row.size == 0) return true;
        const float half = half_chord(row.min_y - y_, y_ - row.max_y);
        if (half < 0.f) return true;
        const Span span = candidates_in_row(g_, row, begin_of(x_, half), end_of(x_, half));
        const ElementColumns columns = g_.columns();
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            if (this->full()) return false;
            this->append_near(GridTileAt<A>{columns, at}, live_lanes<A>(at, span.end), by_center);
            if (this->collected() > 4 * std::uint64_t{k_} + 256) shrink_reach();
        }
        candidates_ += span.end - span.begin;
        return true;
    }

    // A smaller disc is enough after far more than k candidates.
    void shrink_reach() {
        this->shrink();
        disc_ = barely_widened(__builtin_sqrtf(limit_));
    }

    const QueryFrom from_;
    const RowLength length_;
    const GridView& g_;
    float disc_ = 0;       // the radius searched, widened
    bool is_part_ = false; // there may be further matches, beyond what was collected
};

} // namespace throng::kernels
