// SPDX-License-Identifier: MIT
// Most rays of a crowd end soon: for a first hit, the cells of a row grid around the first stretch of the ray are
// searched in no order, as for a small search. A ray that goes farther walks the rows in its direction, and in each row
// the cells that it crosses there, as runs of the columns. Empty rows and cells cost nothing.
#pragma once

#include "engine/kernels/query/ray_row.hpp"
#include "engine/kernels/row_grid/grid_packet.hpp"

namespace throng::kernels {

template <class A, RayAnswer wanted> class RayKernel : RayRow<A, wanted> {
    using Row = RayRow<A, wanted>;
    using Row::batch_, Row::origin_x_, Row::origin_y_, Row::direction_x_, Row::direction_y_, Row::max_t_, Row::passed_,
        Row::candidates_;
    using Row::magnitude_of, Row::as_float;

public:
    static std::uint32_t run(const IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                             HitSink& sink) {
        const auto& grid = static_cast<const GridView&>(view);
        if (wanted == RayAnswer::All || batch.few) return run_alone(grid, batch, begin, end, sink);
        const GridView g = grid; // copies that stores to the answer cannot alias
        RayKernel search{g, batch, sink};
        std::uint32_t i = begin;
        const auto answer = [&](std::uint32_t ray, const CandidateRuns& runs) THRONG_FLAT {
            return search.answer(ray, g.size == 0, [&]() THRONG_FLAT { return search.search_ray(runs); });
        };
        if constexpr (wanted == RayAnswer::First) {
            struct NoLanes {};
            const auto read = [&](std::uint32_t first, std::uint32_t count, NoLanes&)
                                  THRONG_FLAT { return search.reached_boxes(first, count, search.first_stretch()); };
            const auto answer_run = [&](std::uint32_t ray, std::uint32_t stop, const GridPacket<A, false>& packet,
                                        const NoLanes&) THRONG_FLAT {
                while (ray < stop && answer(ray, packet.runs(ray))) ++ray;
                return ray;
            };
            answer_packets<A, false, most_elements_of<BoxShape>, NoLanes>(g, i, end, read, answer_run,
                                                                          no_single_answer);
        }
        search.store_to_sink();
        return i;
    }

private:
    RayKernel(const GridView& g, const Batch& batch, HitSink& sink)
        : Row(batch, sink), g_(g), cell_(1.0 / static_cast<double>(g.inverse_cell)) {}

    // Without packets, which share their first stretch.
    __attribute__((noinline)) static std::uint32_t run_alone(const GridView& g, const Batch& batch, std::uint32_t begin,
                                                             std::uint32_t end, HitSink& sink) {
        RayKernel search{g, batch, sink};
        const bool tests_all = g.size <= few_elements;
        std::uint32_t i = begin;
        while (i < end && search.answer(i, g.size == 0, [&]() THRONG_FLAT {
            return tests_all ? search.test_all() : search.search_ray({});
        }))
            ++i;
        search.store_to_sink();
        return i;
    }

    static constexpr std::uint32_t few_elements = 64; // all of them are tested in no more time than a walk takes

    // Twice the mean distance of elements if a cell holds two: about sixteen candidates lie around such a stretch.
    float first_stretch() const { return 1.4f * static_cast<float>(cell_); }

    // `runs` are those of the first stretch, if they are known.
    bool search_ray(const CandidateRuns& runs) {
        if (this->overflows({g_.min_x_all, g_.min_y_all, g_.max_x_all, g_.max_y_all})) return test_all();
        if (runs.known()) {
            const float whole = max_t_, part = this->t_at(first_stretch());
            max_t_ = part < whole ? part : whole;
            if (!scan_runs(runs)) return false;
            if (this->has_best() || !(part < whole)) return true;
            max_t_ = whole, passed_ = part;
        }
        return walk();
    }

    // Few candidates form one tile, even from several rows.
    bool scan_runs(const CandidateRuns& runs) {
        if (runs.size > 16) {
            for (std::uint32_t r = 0; r < runs.count; ++r)
                if (!test(runs[r])) return false;
            return true;
        }
        if (this->full()) return false;
        const ElementColumns columns = g_.columns();
        const JoinedTile<A> tile = join<A>(columns, runs, true);
        this->append_hits(tile, tile.live());
        candidates_ += runs.size;
        return true;
    }

    bool walk() {
        const double infinity = static_cast<double>(__builtin_inff());
        double enter = 0, min_x = 0, max_x = 0;
        if (!this->stretch(static_cast<double>(g_.min_y_all), static_cast<double>(g_.max_y_all), enter, min_x, max_x))
            return true;
        if (max_x < static_cast<double>(g_.min_x_all) || min_x > static_cast<double>(g_.max_x_all)) return true;
        // The rows within the ray's range in y, extended by the reach of boxes beyond their row.
        double low = 0, high = 0;
        this->range_y(low, high);
        const float reach = g_.reach_y + batch_.half_extent;
        const std::uint32_t first = row_of(g_, surely_below(as_float(low, -infinity), reach));
        const std::uint32_t last = row_of(g_, surely_above(as_float(high, infinity), reach));
        const bool upward = direction_y_ >= 0.f;
        // Tall rows come first, because a first hit ends the walk by the reach of the others. A row may be searched
        // twice.
        for (std::uint32_t t = 0; t < g_.tall_count; ++t) {
            const std::uint32_t r = g_.tall_rows[t];
            if ((wanted == RayAnswer::First || r < first || r > last) && !test_row(g_.rows[r])) return false;
        }
        for (std::uint32_t n = 0; n <= last - first; ++n) {
            const std::uint32_t r = upward ? first + n : last - n;
            if (upward && !occupied(r)) {
                const std::uint32_t next = next_occupied(g_, r);
                if (next > last) break;
                n = next - first - 1;
                continue;
            }
            if constexpr (wanted == RayAnswer::First) {
                if (this->has_best() && beyond_best(r, upward)) break;
            }
            if (!test_row(g_.rows[r])) return false;
        }
        return true;
    }

    bool occupied(std::uint32_t r) const { return g_.rows[r].size != 0; }

    // Whether the ray enters every box of row r and of the rows behind it after the best hit so far, judged by the
    // reach of such boxes. Border rows hold elements far outside, in both directions.
    bool beyond_best(std::uint32_t r, bool upward) const {
        if (direction_y_ == 0.f || r == 0 || r + 1 == g_.row_count) return false;
        const double origin = static_cast<double>(g_.origin_y);
        const double edge = origin + cell_ * (static_cast<double>(r) + (upward ? 0 : 1));
        const double reach = static_cast<double>(g_.reach_y) + static_cast<double>(batch_.half_extent) + cell_ * 1e-3 +
                             1e-5 * (magnitude_of(edge) + magnitude_of(origin));
        const double t = (edge + (upward ? -reach : reach) - static_cast<double>(origin_y_)) * this->inverse_dy_;
        return t * 0.999999 - Row::min_step > static_cast<double>(max_t_);
    }

    // Tests the run of a row in the range of the ray.
    bool test_row(const GridRow& row) {
        double enter = 0, min_x = 0, max_x = 0;
        if (row.size == 0 ||
            !this->stretch(static_cast<double>(row.min_y), static_cast<double>(row.max_y), enter, min_x, max_x))
            return true;
        if (this->has_best() && enter > static_cast<double>(max_t_)) return true;
        const double infinity = static_cast<double>(__builtin_inff());
        const Span span = candidates_in_row(g_, row, as_float(min_x, -infinity), as_float(max_x, infinity));
        return test(span);
    }

    bool test_all() {
        for (std::uint32_t r = next_occupied(g_, 0); r < g_.row_count; r = next_occupied(g_, r + 1))
            if (!test(positions_in(g_.rows[r], g_.rows[r].rank, g_.size))) return false;
        return true;
    }

    bool test(Span span) {
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            if (this->full()) return false;
            this->append_hits(GridTileAt<A>{g_.columns(), at}, live_lanes<A>(at, span.end));
        }
        candidates_ += span.end - span.begin;
        return true;
    }

    const GridView& g_;
    double cell_; // side
};

} // namespace throng::kernels
