// SPDX-License-Identifier: MIT
// The nearest few within a disc: hits that cannot be among them are counted, and whole cells inside the disc without a
// test.
#pragma once

#include "engine/kernels/query/hit_row.hpp"
#include "engine/kernels/row_grid/candidate_rows.hpp"

namespace throng::kernels {

/// The run of `span` whose elements all have their centre strictly between the columns of min_x and max_x, empty if
/// there is none.
static inline Span covered_run(const GridView& g, const GridRow& row, Span span, float min_x, float max_x) noexcept {
    // Columns are monotone in the coordinate: a centre in a column strictly between two coordinates' lies strictly
    // between them.
    const std::uint32_t first = (column_of(g, min_x) >> row.shift) + 1, last = column_of(g, max_x) >> row.shift;
    if (first >= last) return {span.begin, span.begin};
    const std::uint32_t* cells = g.cell_begin + row.cell_begin;
    return {row.begin + cells[first], row.begin + cells[last]};
}

/// The part of [min_x, max_x] where the disc can touch the row's boxes; false if it cannot.
template <class Shape> THRONG_INLINE bool chord(const Shape& shape, const GridRow& row, float& min_x, float& max_x) {
    if (!finite(shape.reach)) return true;
    const float above = row.min_y - shape.y, below = shape.y - row.max_y, away = above > below ? above : below;
    if (away <= 0.f) return true;
    const float squared = shape.reach * shape.reach - away * away * 0.999999f;
    if (squared < 0.f) return false;
    const float half = __builtin_sqrtf(squared) * 1.000001f;
    min_x = surely_below(shape.x, half), max_x = surely_above(shape.x, half);
    return true;
}

/// The hits among the elements of `span`. False: the answer is full.
template <class A, bool points, Collect collect, class Shape>
THRONG_INLINE bool collect_span(const GridView& g, const Batch& batch, const Shape& shape, Span span,
                                const Filter& filter, std::uint32_t capacity, HitCursor& row) {
    const ElementColumns columns = g.columns();
    HitCursor end = row; // a local stays in registers
    for (std::uint32_t at = span.begin; at < span.end; at += 16) {
        if (collect != Collect::Count && end.size > capacity) return false;
        collect_tile<A, points, collect>(batch, shape, TileAt<A>{columns, at}, live_lanes<A>(at, span.end), filter,
                                         end);
    }
    row.size = end.size, row.count = end.count, row.bound = end.bound; // a copy of all would wait for each
    return true;
}

/// Rows with a limit, of a disc around centres.
template <class A, bool points, class Shape> struct LimitedRow {
    static constexpr bool possible = Shape::whole_disc && Shape::by_center;

    /// Whether a row of the answer is such a one: of a limited batch without other filters.
    static THRONG_INLINE bool applies(const Batch& batch, const HitCursor& row) {
        return possible && row.limit != 0 && row.bound < __builtin_inff() && !batch.filtered();
    }

    /// The hits among `span`: all are counted, those with keys up to the bound collected. False: the answer is full. A
    /// function of its own, whose loop keeps all that it needs in registers.
    static __attribute__((noinline)) bool collect(const ElementColumns& columns, Span span, const Shape& shape,
                                                  std::uint32_t self, std::uint32_t capacity, HitCursor& to) {
        using namespace simd;
        const ElementColumns c = columns;
        const Shape disc = shape;
        std::uint32_t* const slots_to = to.slots;
        float* const keys_to = to.keys;
        std::uint32_t size = to.size, matches = 0;
        const std::uint32_t prune_at = to.prune_at;
        Floats<A> bound = broadcast<A>(to.bound);
        const Words<A> own = broadcast<A>(self);
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            const TileAt<A> tile{c, at};
            Floats<A> squared{};
            const Words<A> slots = tile.slots();
            const Mask<A> hit =
                andnot(live_lanes<A>(at, span.end) & disc.template test<A, points>(tile, squared), slots == own);
            matches += count<A>(bits(hit));
            const Mask<A> near = hit & (squared <= bound);
            if (!any(near)) continue;
            if (size > capacity) return false;
            pack_store<A>(keys_to + size, squared, near);
            size += pack_store<A>(slots_to + size, slots, near);
            if (size >= prune_at) [[unlikely]] {
                to.size = size;
                prune<A>(to);
                size = to.size;
                bound = broadcast<A>(to.bound);
            }
        }
        to.size = size; // one by one: a copy of all would wait for the store of each
        to.count += matches;
        return true;
    }
};

} // namespace throng::kernels
