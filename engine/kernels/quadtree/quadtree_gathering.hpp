// SPDX-License-Identifier: MIT
// Elements from the leaves of a tight quadtree are collected into a tile. A leaf seldom fills one, so those of the next
// leaf follow. An element is listed in every leaf that its box touches, so each has the borders within which its leaf
// is the one to report it.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/quadtree/quadtree_view.hpp"
#include "engine/kernels/query/shapes.hpp"

namespace throng::kernels {

/// A leaf reports an element within these borders, in cells; infinite if there is no border.
struct QuadBorders {
    float begin_x, end_x, begin_y, end_y;

    /// Returns the borders for a search at some cell: on each axis the leaf reports every element, or those that begin
    /// in it, or those that end in it.
    static THRONG_INLINE QuadBorders owning(const QuadSquare& s, std::uint32_t x, std::uint32_t y) {
        return {lower_border(s.x, x < s.x), upper_border(s.x + s.side, x >= s.x + s.side), lower_border(s.y, y < s.y),
                upper_border(s.y + s.side, y >= s.y + s.side)};
    }

    /// Returns the borders of the leaf's cells; border cells of the root include everything outside.
    static THRONG_INLINE QuadBorders of(const QuadSquare& s, std::uint32_t cells) {
        return {lower_border(s.x, s.x != 0), upper_border(s.x + s.side, s.x + s.side != cells),
                lower_border(s.y, s.y != 0), upper_border(s.y + s.side, s.y + s.side != cells)};
    }

private:
    static THRONG_INLINE float lower_border(std::uint32_t cell, bool bounded) {
        return bounded ? static_cast<float>(cell) : -__builtin_inff();
    }
    static THRONG_INLINE float upper_border(std::uint32_t cell, bool bounded) {
        return bounded ? static_cast<float>(cell) : __builtin_inff();
    }
};

/// A walk that may report an element more than once has no borders.
struct NoQuadBorders {};

/// A tile has up to sixteen elements, of one leaf or of several; those in `lanes` are reported.
template <class A> struct QuadCandidates {
    ElementColumns columns;
    std::uint32_t count, lanes;
    THRONG_INLINE simd::Mask<A> live() const { return simd::from_bits<A>(lanes); }
};

template <class A> class QuadGathering {
    using Floats = simd::Floats<A>;
    using Mask = simd::Mask<A>;

public:
    std::uint32_t size() const { return count_; }

    /// Adds the elements of a leaf. Full tiles go to `body`.
    template <class Borders, class Shown, class Body>
    THRONG_INLINE bool add(const QuadtreeView& v, const QuadNode& leaf, const Borders& borders, Shown&& shown,
                           Body&& body) {
        for (std::uint32_t entry = leaf.first; entry != no_entry;) {
            set_borders(borders);
            for (; entry != no_entry && count_ < 16; ++count_) {
                const QuadEntry at = v.entries[entry];
                const Region& box = v.boxes[at.slot];
                tile_.min_x[count_] = box.min_x, tile_.min_y[count_] = box.min_y;
                tile_.max_x[count_] = box.max_x, tile_.max_y[count_] = box.max_y;
                tile_.ids[count_] = at.slot;
                entry = at.next;
            }
            if (count_ == 16 && !flush(shown, body)) return false;
        }
        return true;
    }

    /// Visits all elements once, in the order of slots.
    template <class Body> THRONG_INLINE bool add_all(const QuadtreeView& v, Body&& body) {
        for (std::uint32_t slot = 0; slot < v.slot_count; slot += count_) {
            const std::uint32_t left = v.slot_count - slot;
            count_ = left < 16 ? left : 16;
            std::uint32_t present = 0;
            for (std::uint32_t k = 0; k < count_; ++k) {
                const Region& box = v.boxes[slot + k];
                tile_.min_x[k] = box.min_x, tile_.min_y[k] = box.min_y;
                tile_.max_x[k] = box.max_x, tile_.max_y[k] = box.max_y;
                tile_.ids[k] = slot + k;
                present |= static_cast<std::uint32_t>(!is_absent(box)) << k;
            }
            if (!body(QuadCandidates<A>{columns_of(tile_), count_, present})) return false;
        }
        return true;
    }

    /// Calls body(candidates) with the collected elements, of which shown(*this) are reported.
    template <class Shown, class Body> THRONG_INLINE bool flush(Shown&& shown, Body&& body) {
        if (count_ == 0) return true;
        const Mask live = simd::first<A>(static_cast<int>(count_)) & shown(*this);
        const QuadCandidates<A> candidates{columns_of(tile_), count_, bits(live)};
        count_ = 0;
        return body(candidates);
    }

    /// Returns the elements that begin and end within their leaf's borders.
    THRONG_INLINE Mask owned(const QuadFrame& f) const {
        using namespace simd;
        return (cells_from(load<A>(tile_.min_x), f.origin_x, f) >= load<A>(begin_x_)) &
               (cells_from(load<A>(tile_.max_x), f.origin_x, f) < load<A>(end_x_)) &
               (cells_from(load<A>(tile_.min_y), f.origin_y, f) >= load<A>(begin_y_)) &
               (cells_from(load<A>(tile_.max_y), f.origin_y, f) < load<A>(end_y_));
    }

    /// Returns the elements that a ray enters within their leaf's borders.
    template <class Row> THRONG_INLINE Mask entered(const Row& ray, const QuadFrame& f) const {
        using namespace simd;
        const Floats t = ray.entries(columns_of(tile_)).t;
        const Floats x = entry_point(t, tile_.min_x, tile_.max_x, ray.origin_x(), ray.direction_x());
        const Floats y = entry_point(t, tile_.min_y, tile_.max_y, ray.origin_y(), ray.direction_y());
        const Floats cell_x = cells_from(x, f.origin_x, f), cell_y = cells_from(y, f.origin_y, f);
        return (cell_x >= load<A>(begin_x_)) & (cell_x < load<A>(end_x_)) & (cell_y >= load<A>(begin_y_)) &
               (cell_y < load<A>(end_y_));
    }

private:
    THRONG_INLINE void set_borders(NoQuadBorders) {}
    THRONG_INLINE void set_borders(const QuadBorders& borders) {
        using namespace simd;
        store(begin_x_ + count_, broadcast<A>(borders.begin_x)), store(end_x_ + count_, broadcast<A>(borders.end_x));
        store(begin_y_ + count_, broadcast<A>(borders.begin_y)), store(end_y_ + count_, broadcast<A>(borders.end_y));
    }

    // Returns cell_index() without its clamp, but finite, for comparisons with borders.
    static THRONG_INLINE Floats cells_from(const Floats& v, float origin, const QuadFrame& f) {
        using namespace simd;
        return simd::min((v - broadcast<A>(origin)) * broadcast<A>(f.inverse_cell), broadcast<A>(3.4e38f));
    }

    // Returns the coordinate of a ray at t on one axis, clamped to the box.
    static THRONG_INLINE Floats entry_point(const Floats& t, const float* min, const float* max, float ray_origin,
                                            float direction) {
        using namespace simd;
        const Floats low = load<A>(min), high = load<A>(max), origin = broadcast<A>(ray_origin);
        const Floats start = simd::min(simd::max(origin, low), high);
        if (direction == 0.f) return start;
        const Floats offset = t * broadcast<A>(direction), half = broadcast<A>(0.5f);
        const Floats infinity = broadcast<A>(__builtin_inff());
        // An offset from one end of the floats to the other overflows, but half of it does not.
        const Floats half_point = half * origin + (half * t) * broadcast<A>(direction);
        const Floats far = simd::min(simd::max(half_point, half * low), half * high);
        return select(abs(offset) == infinity, far + far, simd::min(simd::max(origin + offset, low), high));
    }

    Tile tile_;
    alignas(64) float begin_x_[32], end_x_[32], begin_y_[32], end_y_[32]; // written sixteen at a time
    std::uint32_t count_ = 0;
};

} // namespace throng::kernels
