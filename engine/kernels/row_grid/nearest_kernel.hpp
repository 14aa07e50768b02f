// SPDX-License-Identifier: MIT
// A disc that should hold the k nearest elements, estimated from the cells around, is searched row by row from the
// inside outward. If it holds too few, it is widened; if it holds far too many, it shrinks to the k-th of them.
#pragma once

#include "engine/kernels/query/nearest_row.hpp"
#include "engine/kernels/row_grid/grid_packet.hpp"
#include "engine/kernels/row_grid/local_density.hpp"

namespace throng::kernels {

template <class A, bool points> class NearestKernel : NearestRow<A> {
    using Row = NearestRow<A>;
    using Row::batch_, Row::begin_, Row::size_, Row::x_, Row::y_, Row::k_, Row::reach_, Row::limit_, Row::candidates_;

public:
    static std::uint32_t run(const IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                             HitSink& sink) {
        const GridView g = static_cast<const GridView&>(view); // copies that stores to the answer cannot alias
        NearestKernel search{g, batch, sink};
        std::uint32_t i = begin;
        const auto read = [&](std::uint32_t first, std::uint32_t count, Radii& radii)
                              THRONG_FLAT { return search.regions(first, count, radii); };
        const auto answer = [&](std::uint32_t query, std::uint32_t stop, const GridPacket<A, false>& packet,
                                const Radii& radii) THRONG_FLAT {
            const auto collect = [&]() THRONG_FLAT { return search.collect(query, radii, packet.runs(query)); };
            while (query < stop && search.answer(query, g.size == 0, collect)) ++query;
            return query;
        };
        answer_packets<A, false, Radii>(g, i, end, read, answer, no_single_answer);
        search.store_to_sink();
        return i;
    }

private:
    NearestKernel(const GridView& g, const Batch& batch, HitSink& sink) : Row(batch, sink), g_(g) {}

    struct Radii {
        float values[Packet::most];
    };
    // Returns regions of discs that should hold k and a few deviations more. The density is taken from the cells around
    // all points of a packet if they lie together, else from the cells around each point.
    THRONG_INLINE simd::Boxes<A> regions(std::uint32_t first, std::uint32_t count, Radii& radii) {
        using namespace simd;
        const Floats<A> x = values_from<A>(batch_[Batch::at_x], first, count);
        const Floats<A> y = values_from<A>(batch_[Batch::at_y], first, count);
        const Mask<A> live = simd::first<A>(static_cast<int>(count));
        const Floats<A> column = cell_place<A>(x, g_.origin_x, g_.inverse_column, g_.column_count);
        const Floats<A> row = cell_place<A>(y, g_.origin_y, g_.inverse_cell, g_.row_count);
        const Floats<A> none = broadcast<A>(0.f), far = broadcast<A>(__builtin_inff());
        const float left = reduce_min<A>(select(live, column, far)), right = reduce_max<A>(select(live, column, none));
        const float low = reduce_min<A>(select(live, row, far)), high = reduce_max<A>(select(live, row, none));
        if (right - left <= 32.f && high - low <= 8.f) {
            const float density = elements_per_cell(g_, cell_at(left), cell_at(right), cell_at(low), cell_at(high));
            for (std::uint32_t n = 0; n < count; ++n) radii.values[n] = likely_radius(density, first + n);
        } else {
            for (std::uint32_t n = 0; n < count; ++n) radii.values[n] = likely_radius(density_at(first + n), first + n);
        }
        return around<A>(x, y, widened_reach<A>(load<A>(radii.values)));
    }

    float density_at(std::uint32_t i) const {
        return elements_per_cell_at(g_, batch_[Batch::at_x][i], batch_[Batch::at_y][i]);
    }
    float likely_radius(float per_cell, std::uint32_t i) const {
        const float radius = kernels::likely_radius(g_, batch_.k_of(i), per_cell);
        const float reach = batch_.reach_of(i);
        return radius < reach ? radius : reach;
    }

    // Collects all elements within some radius, at least k unless none is farther. False: the sink is full.
    bool collect(std::uint32_t i, const Radii& radii, const CandidateRuns& runs) {
        float radius = runs.known() ? radii.values[i % Packet::most] : likely_radius(density_at(i), i);
        if (runs.known()) {
            limit_ = radius * radius;
            if (!take_runs(runs)) return false;
            if (enough(radius)) return true;
            radius = wider(radius);
        }
        for (;; radius = wider(radius)) {
            if (!(radius < reach_of_all())) radius = __builtin_inff();
            if (!(radius < reach_)) radius = reach_;
            size_ = begin_;
            limit_ = radius * radius;
            if (!search_rows(radius)) return false;
            if (enough(radius)) return true;
        }
    }
    bool enough(float radius) const {
        return this->collected() >= k_ || radius >= reach_ || !(limit_ < __builtin_inff());
    }

    float wider(float radius) const { return wider_radius(radius, this->collected(), k_); }

    THRONG_INLINE bool take_runs(const CandidateRuns& runs) {
        const ElementColumns columns = g_.columns();
        for (std::uint32_t r = 0; r < runs.count; ++r) {
            const Span span = runs[r];
            for (std::uint32_t at = span.begin; at < span.end; at += 16) {
                if (this->full()) return false;
                this->template append_near<points>(TileAt<A>{columns, at}, live_lanes<A>(at, span.end));
            }
        }
        candidates_ += runs.size;
        return true;
    }

    // Returns a radius that no element's distance exceeds.
    float reach_of_all() const {
        const float left = x_ - g_.min_x_all, right = g_.max_x_all - x_;
        const float down = y_ - g_.min_y_all, up = g_.max_y_all - y_;
        const float dx = left > right ? left : right, dy = down > up ? down : up;
        return (dx > 0.f ? dx : 0.f) + (dy > 0.f ? dy : 0.f);
    }

    // Searches rows upward and downward from the point's own, the nearer ones first, as long as they are within reach.
    bool search_rows(float radius) {
        disc_ = widened_reach(radius);
        const Region region = around(x_, y_, disc_);
        const float beyond = batch_.by_center ? 0.f : g_.reach_y;
        const std::uint32_t low = row_of(g_, surely_below(region.min_y, beyond));
        const std::uint32_t high = row_of(g_, surely_above(region.max_y, beyond));
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
        float half = disc_;
        if (finite(disc_)) {
            const float above = row.min_y - y_, below = y_ - row.max_y, away = above > below ? above : below;
            if (away > 0.f) {
                const float squared = disc_ * disc_ - away * away * 0.999999f;
                if (squared < 0.f) return true;
                half = __builtin_sqrtf(squared) * 1.000001f;
            }
        }
        const Span span = candidates_in_row(g_, row, surely_below(x_, half), surely_above(x_, half));
        const ElementColumns columns = g_.columns();
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            if (this->full()) return false;
            this->template append_near<points>(TileAt<A>{columns, at}, live_lanes<A>(at, span.end));
            if (this->collected() > 4 * std::uint64_t{k_} + 256) shrink_reach();
        }
        candidates_ += span.end - span.begin;
        return true;
    }

    // A smaller disc is enough after far more than k candidates.
    void shrink_reach() {
        this->shrink();
        disc_ = widened_reach(__builtin_sqrtf(limit_) * 1.000001f);
    }

    const GridView& g_;
    float disc_ = 0; // the radius searched, widened
};

} // namespace throng::kernels
