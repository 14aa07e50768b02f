// SPDX-License-Identifier: MIT
// How many elements have their centre within a radius of each of sixteen points that lie together. Cells that lie
// within all sixteen discs are counted by two offsets a row; each other candidate is compared with all points at once.
#pragma once

#include "engine/kernels/row_grid/candidate_rows.hpp"
#include "engine/kernels/row_grid/chord.hpp"

namespace throng::kernels {

template <class A, bool points> class CountedTogether {
public:
    /// Sixteen points, of which some may be the same, and the radius around each. Its square is finite.
    CountedTogether(const GridView& g, const float* x, const float* y, float radius)
        : g_(g), x_(simd::load<A>(x)), y_(simd::load<A>(y)), radius_(radius), reach_(widened_reach(radius)),
          squared_radius_(simd::broadcast<A>(radius * radius)), left_(simd::reduce_min<A>(x_)),
          right_(simd::reduce_max<A>(x_)), low_(simd::reduce_min<A>(y_)), high_(simd::reduce_max<A>(y_)) {}

    /// Stores the number of elements for each point. Returns the number of candidates.
    __attribute__((noinline)) std::uint32_t run(std::uint32_t* counts) {
        const std::uint32_t first = row_of(g_, surely_below(low_, reach_));
        const std::uint32_t last = row_of(g_, surely_above(high_, reach_));
        for (std::uint32_t r = next_occupied(g_, first); r <= last; r = next_occupied(g_, r + 1)) {
            if (r == g_.row_count) break;
            count_row(r, g_.rows[r]);
        }
        compare();
        simd::store(counts, counts_ + simd::broadcast<A>(covered_));
        return tested_;
    }

private:
    static constexpr std::uint32_t most = 512;

    THRONG_INLINE void count_row(std::uint32_t r, const GridRow& row) {
        float low = row.min_y, high = row.max_y;
        narrow(r, low, high);
        const float above = low - high_, below = low_ - high, away = above > below ? above : below;
        float half = reach_;
        if (!half_chord(reach_, away, half)) return;
        const std::uint32_t outer_first = column_of(g_, surely_below(left_, half)) >> row.shift;
        const std::uint32_t outer_last = column_of(g_, surely_above(right_, half)) >> row.shift;
        const std::uint32_t* cells = g_.cell_begin + row.cell_begin;
        const Span all{row.begin + cells[outer_first], row.begin + cells[outer_last + 1]};
        const float up = high - low_, down = high_ - low, far = up > down ? up : down;
        const float squared = radius_ * radius_ - far * far;
        if (squared > 0.f) {
            const float inner = __builtin_sqrtf(squared) * 0.999999f;
            const float from = surely_above(right_, -inner), to = surely_below(left_, -inner);
            const std::uint32_t begin = (column_of(g_, from) >> row.shift) + 1, end = column_of(g_, to) >> row.shift;
            if (begin < end && covers(from, to, low, high)) {
                const Span inside{row.begin + cells[begin], row.begin + cells[end]};
                covered_ += inside.end - inside.begin;
                take({all.begin, inside.begin});
                take({inside.end, all.end});
                return;
            }
        }
        take(all);
    }

    // Narrows [low, high] to where the centres of row `r` lie. A coordinate whose row comes before `r` is below all of
    // them, because rows are monotone in the coordinate.
    THRONG_INLINE void narrow(std::uint32_t r, float& low, float& high) const {
        const float at = static_cast<float>(r) / g_.inverse_cell, next = static_cast<float>(r + 1) / g_.inverse_cell;
        const float floor = surely_below(g_.origin_y, -at), ceiling = surely_above(g_.origin_y, next);
        if (floor > low && row_of(g_, floor) < r) low = floor;
        if (ceiling < high && row_of(g_, ceiling) > r) high = ceiling;
    }

    // Whether any centre in the rectangle is within all discs. The predicate decides, of its corners: rounded
    // differences, squares and sums are monotone, so that no centre is farther than the farthest corner.
    THRONG_INLINE bool covers(float min_x, float max_x, float min_y, float max_y) const {
        using namespace simd;
        const Floats<A> dx = max(abs(broadcast<A>(min_x) - x_), abs(broadcast<A>(max_x) - x_));
        const Floats<A> dy = max(abs(broadcast<A>(min_y) - y_), abs(broadcast<A>(max_y) - y_));
        return all(squared_length(dx, dy) <= squared_radius_);
    }

    THRONG_INLINE void take(Span span) {
        using namespace simd;
        const ElementColumns columns = g_.columns();
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            const Points<A> center = centers_of<A, points>(TileAt<A>{columns, at});
            store(center_x_ + size_, center.x), store(center_y_ + size_, center.y);
            const std::uint32_t left = span.end - at;
            size_ += left < 16 ? left : 16;
            if (size_ >= most) compare();
        }
    }

    __attribute__((noinline)) void compare() {
        using namespace simd;
        const Floats<A> x = x_, y = y_, squared_radius = squared_radius_;
        Words<A> counts = counts_;
        const Words<A> one = broadcast<A>(1u);
        for (std::uint32_t i = 0; i < size_; ++i) {
            const Floats<A> squared = squared_length(broadcast<A>(center_x_[i]) - x, broadcast<A>(center_y_[i]) - y);
            counts = select(squared <= squared_radius, counts + one, counts);
        }
        counts_ = counts;
        tested_ += size_;
        size_ = 0;
    }

    const GridView& g_;
    const simd::Floats<A> x_, y_;
    const float radius_, reach_;
    const simd::Floats<A> squared_radius_;
    const float left_, right_, low_, high_;
    simd::Words<A> counts_ = simd::broadcast<A>(0u);
    std::uint32_t covered_ = 0, tested_ = 0, size_ = 0;
    float center_x_[most + 16], center_y_[most + 16];
};

} // namespace throng::kernels
