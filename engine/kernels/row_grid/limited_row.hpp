// SPDX-License-Identifier: MIT
// If only the nearest few within a disc are wanted, hits beyond a bound are only counted.
#pragma once

#include "engine/kernels/query/hit_row.hpp"
#include "engine/kernels/row_grid/cells.hpp"

namespace throng::kernels {

/// Collects hits by centre within a disc, for a row of the answer with a limit.
template <class A, bool points, class Shape> struct LimitedRow {
    static constexpr bool possible = Shape::whole_disc && Shape::by_center;

    /// Whether a row of the answer has a bound, in a batch without other filters.
    static THRONG_INLINE bool applies(const Batch& batch, const HitCursor& row) {
        return possible && row.limit != 0 && row.bound < __builtin_inff() && !batch.filtered();
    }

    /// Counts the hits among `span`, and collects those with keys up to the bound. False: the answer is full. It is a
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
        const Words<A> self_slots = broadcast<A>(self);
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            const TileAt<A> tile{c, at};
            Floats<A> squared{};
            const Words<A> slots = tile.slots();
            const Mask<A> hit =
                andnot(live_lanes<A>(at, span.end) & disc.template test<A, points>(tile, squared), slots == self_slots);
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
