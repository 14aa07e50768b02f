// SPDX-License-Identifier: MIT
// Counts the elements that have their centre within a radius of each of sixteen points that lie together. Cells that
// lie within all sixteen discs are counted by two offsets a row; each other candidate is compared with all points at
// once.
#pragma once

#include "engine/kernels/base/elements.hpp"
#include "engine/kernels/base/region_lanes.hpp"
#include "engine/kernels/row_grid/row_facts.hpp"

namespace throng::kernels {

template <class A> class CountedTogether {
public:
    /// Takes sixteen points, of which some may be the same, and the square of the radius around each. That of the
    /// widest reach, too, is finite.
    CountedTogether(const GridView& g, const simd::Floats<A>& x, const simd::Floats<A>& y,
                    const simd::Floats<A>& squares)
        : g_(g), x_(x), y_(y), squares_(squares), least_square_(simd::reduce_min<A>(squares)),
          reach_(widened_reach(__builtin_sqrtf(simd::reduce_max<A>(squares)))), left_(simd::reduce_min<A>(x_)),
          right_(simd::reduce_max<A>(x_)), low_(simd::reduce_min<A>(y_)), high_(simd::reduce_max<A>(y_)) {}

    /// Stores the number of elements for each point. Returns the number of candidates.
    __attribute__((noinline)) std::uint32_t run(RowFacts<A>& facts, std::uint32_t* counts) {
        const std::uint32_t first = row_of(g_, surely_below(low_, reach_));
        const std::uint32_t last = row_of(g_, surely_above(high_, reach_));
        for (std::uint32_t r = first & ~15u; r <= last; r += 16) {
            const std::uint32_t occupied = facts.occupied(g_, r);
            if (occupied != 0) count_rows(facts.rows_from(g_, r), occupied);
        }
        compare();
        simd::store(counts, counts_ + simd::broadcast<A>(covered_));
        return tested_;
    }

private:
    static constexpr std::uint32_t most = 512;

    // Counts in the rows of `occupied`.
    THRONG_INLINE void count_rows(const typename RowFacts<A>::Rows& rows, std::uint32_t occupied) {
        using namespace simd;
        const Floats<A> zero = broadcast<A>(0.f), left = broadcast<A>(left_), right = broadcast<A>(right_);
        const Floats<A> low = load<A>(rows.low), high = load<A>(rows.high);
        const Floats<A> down = broadcast<A>(high_) - low, up = high - broadcast<A>(low_);
        const CellAxis<A> across(g_.origin_x, g_.inverse_column, g_.column_count);

        // The same as chord(). `down` or `up` is negative where a row lies beyond the points.
        const Floats<A> away = zero - min(down, up), reach = broadcast<A>(reach_);
        const Floats<A> chord = reach * reach - away * away * broadcast<A>(0.999999f);
        const Mask<A> beyond = away > zero;
        const std::uint32_t touched = occupied & ~bits(beyond & (chord < zero));
        const Floats<A> half = select(beyond, sqrt(max(chord, zero)) * broadcast<A>(1.000001f), reach);
        std::uint32_t outer_first[16], outer_last[16], inner_first[16], inner_last[16];
        store(outer_first, across.index(surely_below<A>(left, half)));
        store(outer_last, across.index(surely_above<A>(right, half)));

        // Centres between `from` and `to` are within all discs if the predicate holds for the largest differences of
        // coordinates that there may be: rounded differences, squares and sums are monotone.
        const Floats<A> far = max(down, up), squared_radius = broadcast<A>(least_square_);
        const Floats<A> inner = zero - sqrt(max(squared_radius - far * far, zero)) * broadcast<A>(0.999999f);
        const Floats<A> from = surely_above<A>(right, inner), to = surely_below<A>(left, inner);
        const std::uint32_t covered =
            bits((from < to) & (squared_length(max(to - left, right - from), far) <= squared_radius));
        store(inner_first, across.index(from));
        store(inner_last, across.index(to));

        for (std::uint32_t remaining = touched; remaining != 0; remaining &= remaining - 1) {
            const std::uint32_t n = lowest<A>(remaining), shift = rows.shift[n], begin = rows.begin[n];
            const std::uint32_t* const cells = g_.cell_begin + rows.cell_begin[n];
            const Span all{begin + cells[outer_first[n] >> shift], begin + cells[(outer_last[n] >> shift) + 1]};
            const std::uint32_t first = (inner_first[n] >> shift) + 1, last = inner_last[n] >> shift;
            if ((covered >> n & 1) != 0 && first < last) {
                const Span inside{begin + cells[first], begin + cells[last]};
                covered_ += inside.end - inside.begin;
                add_candidates({all.begin, inside.begin});
                add_candidates({inside.end, all.end});
            } else {
                add_candidates(all);
            }
        }
    }

    THRONG_INLINE void add_candidates(Span span) {
        using namespace simd;
        const ElementColumns columns = g_.columns();
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            const Points<A> center = centers_of<A>(GridTileAt<A>{columns, at});
            store(center_x_ + size_, center.x), store(center_y_ + size_, center.y);
            const std::uint32_t left = span.end - at;
            size_ += left < 16 ? left : 16;
            if (size_ >= most) compare();
        }
    }

    __attribute__((noinline)) void compare() {
        using namespace simd;
        const Floats<A> x = x_, y = y_, squared_radius = squares_;
        Words<A> counts = counts_;
        const Words<A> one = broadcast<A>(1u);
        for (std::uint32_t i = 0; i < size_; ++i) {
            const Floats<A> squared = squared_length(broadcast<A>(center_x_[i]) - x, broadcast<A>(center_y_[i]) - y);
            counts = add_where(squared <= squared_radius, counts, one);
        }
        counts_ = counts;
        tested_ += size_;
        size_ = 0;
    }

    const GridView& g_;
    const simd::Floats<A> x_, y_, squares_;
    const float least_square_, reach_;
    const float left_, right_, low_, high_;
    simd::Words<A> counts_ = simd::broadcast<A>(0u);
    std::uint32_t covered_ = 0, tested_ = 0, size_ = 0;
    float center_x_[most + 16], center_y_[most + 16];
};

} // namespace throng::kernels
