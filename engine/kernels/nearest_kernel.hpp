// SPDX-License-Identifier: MIT
// The k nearest elements: a disc that should hold them, judged by the cells around, is searched row by row from the inside
// outward; where it held too few it is widened, where it holds far too many it shrinks to the k-th of them.
#pragma once

#include "engine/kernels/candidate_rows.hpp"
#include "engine/kernels/nearest_row.hpp"

namespace throng::kernels {

template <class A, bool points> class NearestKernel : NearestRow<A> {
    using Row = NearestRow<A>;
    using Row::batch_, Row::begin_, Row::size_, Row::x_, Row::y_, Row::k_, Row::reach_, Row::limit_, Row::candidates_;

public:
    static std::uint32_t run(const GridView& grid, const Batch& batch, std::uint32_t begin, std::uint32_t end, HitSink& sink) {
        const GridView g = grid; // copies that stores to the answer cannot alias
        NearestKernel search{g, batch, sink};
        std::uint32_t i = begin;
        for (; i < end; ++i)
            if (!search.answer(i, g.size == 0, [&]() THRONG_FLAT { return search.collect(); })) break;
        search.give_back();
        return i;
    }

private:
    NearestKernel(const GridView& g, const Batch& batch, HitSink& sink) : Row(batch, sink), g_(g) {}

    // All elements within some radius, and no fewer than k unless there are none farther. False: the sink is full.
    bool collect() {
        for (float radius = first_radius();;) {
            if (!(radius < reach_of_all())) radius = __builtin_inff();
            if (!(radius < reach_)) radius = reach_;
            size_ = begin_;
            limit_ = radius * radius;
            if (!search_rows(radius)) return false;
            const std::uint32_t got = size_ - begin_;
            if (got >= k_ || radius >= reach_ || !(limit_ < __builtin_inff())) return true;
            // Where d of k were found, a disc of k / d the area should do; somewhat more, and no more than 4 times the radius.
            const float ratio = got == 0 ? 16.f : 1.5f * static_cast<float>(k_) / static_cast<float>(got);
            radius *= __builtin_sqrtf(ratio < 16.f ? (ratio > 2.f ? ratio : 2.f) : 16.f);
        }
    }

    // A disc that holds k and a few deviations more, if elements lie as densely as in the nine cells around.
    float first_radius() const {
        const float cell = 1.f / g_.inverse_cell;
        const std::uint32_t column = column_of(g_, x_), row = row_of(g_, y_);
        const std::uint32_t left = column > 0 ? column - 1 : 0, right = column + 1 < g_.column_count ? column + 1 : column;
        std::uint32_t around = 0;
        for (std::uint32_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < g_.row_count; ++r) {
            const GridRow& at = g_.rows[r];
            if (at.size == 0) continue;
            const std::uint32_t* cells = g_.cell_begin + at.cell_begin;
            around += cells[(right >> at.shift) + 1] - cells[left >> at.shift];
        }
        const float wanted = static_cast<float>(k_) + 2.f * __builtin_sqrtf(static_cast<float>(k_));
        const float density = static_cast<float>(around > 0 ? around : 1) / 9.f; // per cell
        return cell * __builtin_sqrtf(wanted / (3.1415927f * density));
    }

    // A radius that no element's distance exceeds.
    float reach_of_all() const {
        const float left = x_ - g_.min_x_all, right = g_.max_x_all - x_, down = y_ - g_.min_y_all, up = g_.max_y_all - y_;
        const float dx = left > right ? left : right, dy = down > up ? down : up;
        return (dx > 0.f ? dx : 0.f) + (dy > 0.f ? dy : 0.f);
    }

    // Rows upward and downward from the point's own, the nearer first, as long as they can be within reach.
    bool search_rows(float radius) {
        disc_ = widened_reach(radius);
        const Region region = around(x_, y_, disc_);
        const float beyond = batch_.by_center ? 0.f : g_.reach_y;
        const std::uint32_t low = row_of(g_, surely_below(region.min_y, beyond)), high = row_of(g_, surely_above(region.max_y, beyond));
        const std::uint32_t own = row_of(g_, y_);
        for (std::uint32_t out = 0; out <= own - low || out <= high - own; ++out) {
            if (out <= high - own && !search_row(g_.rows[own + out])) return false;
            if (out != 0 && out <= own - low && !search_row(g_.rows[own - out])) return false;
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
            this->template take<points>(columns, at, live_lanes<A>(at, span.end));
            if (this->collected() > 4 * std::uint64_t{k_} + 256) shrink_reach();
        }
        candidates_ += span.end - span.begin;
        return true;
    }

    // Far more than k: a smaller disc will do.
    void shrink_reach() {
        this->shrink();
        disc_ = widened_reach(__builtin_sqrtf(limit_) * 1.000001f);
    }

    const GridView& g_;
    float disc_ = 0; // the radius searched, widened
};

} // namespace throng::kernels
