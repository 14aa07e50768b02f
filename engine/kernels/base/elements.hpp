// SPDX-License-Identifier: MIT
// The sixteen candidates of a search lie in memory or in registers, behind the same interface. Whether they are points
// is a branch for each tile, always to the same side: kernels of points alone would be a quarter of all code.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "simd/lane_predicates.hpp"

namespace throng::kernels {

/// Sixteen neighbouring elements in memory. Those of a row grid may be points.
template <class A, bool in_grid = false> struct TileAt {
    const ElementColumns& columns;
    std::uint32_t at;

    THRONG_INLINE simd::Floats<A> min_x() const { return simd::load<A>(columns.min_x + at); }
    THRONG_INLINE simd::Floats<A> min_y() const { return simd::load<A>(columns.min_y + at); }
    THRONG_INLINE simd::Floats<A> max_x() const { return simd::load<A>(columns.max_x + at); }
    THRONG_INLINE simd::Floats<A> max_y() const { return simd::load<A>(columns.max_y + at); }
    THRONG_INLINE simd::Words<A> slots() const { return simd::load<A>(columns.slots + at); }
    THRONG_INLINE bool points() const { return in_grid && columns.points(); }
    THRONG_INLINE float half_extent() const { return columns.half_extent; }
};
template <class A> using GridTileAt = TileAt<A, true>;

/// Sixteen elements of several runs, in registers. Each run is loaded from an address so far before its begin that its
/// elements land behind those of the last run.
template <class A> class JoinedTile {
public:
    /// The max columns are not read unless `sides` is set.
    THRONG_INLINE JoinedTile(const ElementColumns& c, std::uint32_t begin, std::uint32_t size, bool sides)
        : columns_(c), min_x_(simd::load<A>(c.min_x + begin)), min_y_(simd::load<A>(c.min_y + begin)),
          slots_(simd::load<A>(c.slots + begin)), size_(size) {
        if (sides) max_x_ = simd::load<A>(c.max_x + begin), max_y_ = simd::load<A>(c.max_y + begin);
    }

    /// Adds a run. It requires room in the tile, and in the columns before `begin` at least as many elements as the
    /// tile holds.
    THRONG_INLINE void add(std::uint32_t begin, std::uint32_t size, bool sides) {
        using namespace simd;
        const Mask<A> keep = live();
        const std::uint32_t at = begin - size_;
        min_x_ = select(keep, min_x_, load<A>(columns_.min_x + at));
        min_y_ = select(keep, min_y_, load<A>(columns_.min_y + at));
        if (sides) {
            max_x_ = select(keep, max_x_, load<A>(columns_.max_x + at));
            max_y_ = select(keep, max_y_, load<A>(columns_.max_y + at));
        }
        slots_ = select(keep, slots_, load<A>(columns_.slots + at));
        size_ += size;
    }
    THRONG_INLINE simd::Mask<A> live() const { return simd::first<A>(static_cast<int>(size_)); }

    THRONG_INLINE const simd::Floats<A>& min_x() const { return min_x_; }
    THRONG_INLINE const simd::Floats<A>& min_y() const { return min_y_; }
    THRONG_INLINE const simd::Floats<A>& max_x() const { return max_x_; }
    THRONG_INLINE const simd::Floats<A>& max_y() const { return max_y_; }
    THRONG_INLINE const simd::Words<A>& slots() const { return slots_; }
    THRONG_INLINE bool points() const { return columns_.points(); }
    THRONG_INLINE float half_extent() const { return columns_.half_extent; }

private:
    const ElementColumns& columns_;
    simd::Floats<A> min_x_, min_y_, max_x_{}, max_y_{};
    simd::Words<A> slots_;
    std::uint32_t size_;
};

/// Returns the sides of sixteen elements as they are stored.
template <class A, class Elements> THRONG_INLINE simd::Boxes<A> sides_of(const Elements& e) {
    return {e.min_x(), e.min_y(), e.max_x(), e.max_y()};
}
template <class A> THRONG_INLINE simd::Boxes<A> grown(const simd::Boxes<A>& box, float half_extent) {
    const simd::Floats<A> h = simd::broadcast<A>(half_extent);
    return {box.min_x - h, box.min_y - h, box.max_x + h, box.max_y + h};
}
/// Returns f(boxes) and f(centers) of sixteen elements; f is compiled twice, so that registers hold no more at once.
template <class A, class Elements, class F> THRONG_INLINE auto with_boxes(const Elements& e, const F& f) {
    if (!e.points()) return f(sides_of<A>(e));
    const simd::Floats<A> x = e.min_x(), y = e.min_y();
    return f(grown<A>({x, y, x, y}, e.half_extent()));
}
template <class A, class Elements, class F> THRONG_INLINE auto with_centers(const Elements& e, const F& f) {
    if (!e.points()) return f(center_of(sides_of<A>(e)));
    return f(simd::Points<A>{e.min_x(), e.min_y()});
}
template <class A, class Elements> THRONG_INLINE simd::Points<A> centers_of(const Elements& e) {
    return with_centers<A>(e, [](const simd::Points<A>& centers) THRONG_FLAT { return centers; });
}
template <class A> THRONG_INLINE simd::Boxes<A> load_boxes(const ElementColumns& boxes, std::uint32_t at) {
    return sides_of<A>(TileAt<A>{boxes, at});
}

// A tile of pairs compares E elements with 16/E candidates.

/// Returns the bits of a tile whose candidate comes later in memory than the element, if candidate 0 is element
/// `first`. Each pair is reported by its earlier member, so no pair is reported twice.
template <int E> static constexpr std::uint32_t later_members(int first) {
    constexpr int candidates = 16 / E;
    std::uint32_t result = 0;
    for (int e = 0; e < E; ++e)
        for (int c = 0; c < candidates; ++c)
            if (c + first > e) result |= 1u << (e * candidates + c);
    return result;
}
/// Loads sixteen values at an address: E of them, each for its 16/E lanes.
template <class A, int E> struct Spread {
    static THRONG_INLINE simd::Floats<A> load(const float* at) { return simd::spread<A, E>(at); }
};
/// Loads sixteen values at an address: 16/E of them, E times over.
template <class A, int E> struct Repeat {
    static THRONG_INLINE simd::Floats<A> load(const float* at) { return simd::repeat<A, E>(at); }
};

/// `points` says that all elements have the half extent of the columns.
template <class A, class Lanes, bool points>
THRONG_INLINE simd::Boxes<A> boxes_at(const ElementColumns& g, std::uint32_t at) {
    using namespace simd;
    if constexpr (points) {
        const Floats<A> x = Lanes::load(g.min_x + at), y = Lanes::load(g.min_y + at), h = broadcast<A>(g.half_extent);
        return {x - h, y - h, x + h, y + h};
    } else {
        return {Lanes::load(g.min_x + at), Lanes::load(g.min_y + at), Lanes::load(g.max_x + at),
                Lanes::load(g.max_y + at)};
    }
}
template <class A, class Lanes, bool points>
THRONG_INLINE simd::Points<A> centers_at(const ElementColumns& g, std::uint32_t at) {
    if constexpr (points) return {Lanes::load(g.min_x + at), Lanes::load(g.min_y + at)};
    return center_of(boxes_at<A, Lanes, false>(g, at));
}

} // namespace throng::kernels
