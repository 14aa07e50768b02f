// SPDX-License-Identifier: MIT
// The published predicates on 16 boxes at once, with the same operations as the scalar ones: they define every answer.
// Bounds, points and radii are ordered (no NaN). Nothing here is contracted or estimated.
#pragma once

#include "simd/lanes.hpp"

namespace throng::simd {

/// Closed boxes: touching ones overlap.
template <class A> struct Boxes { Floats<A> min_x, min_y, max_x, max_y; };

template <class A> struct Points { Floats<A> x, y; };

/// Origin + t * direction for t in [0, max_t].
template <class A> struct Rays {
    Points<A> origin, direction;
    Floats<A> max_t;
};

/// Where rays enter boxes. t is 0 for an origin inside, and arbitrary without a hit.
template <class A> struct Entries {
    Floats<A> t;
    Mask<A> hit;
};

template <class A> THRONG_INLINE Mask<A> overlaps(const Boxes<A>& a, const Boxes<A>& b) {
    return (a.min_x <= b.max_x) & (b.min_x <= a.max_x) & (a.min_y <= b.max_y) & (b.min_y <= a.max_y);
}

template <class A> THRONG_INLINE Floats<A> squared_length(const Floats<A>& dx, const Floats<A>& dy) {
    return dx * dx + dy * dy;
}

template <class A> THRONG_INLINE Points<A> center_of(const Boxes<A>& box) {
    const Floats<A> half = broadcast<A>(0.5f);
    return {half * box.min_x + half * box.max_x, half * box.min_y + half * box.max_y};
}

/// 0 inside.
template <class A> THRONG_INLINE Floats<A> squared_distance_to_box(const Boxes<A>& box, const Points<A>& p) {
    const Floats<A> zero = broadcast<A>(0.0f);
    const Floats<A> dx = max(max(box.min_x - p.x, zero), p.x - box.max_x);
    const Floats<A> dy = max(max(box.min_y - p.y, zero), p.y - box.max_y);
    return squared_length(dx, dy);
}

template <class A> THRONG_INLINE Floats<A> squared_distance_to_center(const Points<A>& center, const Points<A>& p) {
    return squared_length(center.x - p.x, center.y - p.y);
}

/// The range of t in which a ray is between min and max, along one axis. A ray without motion along the axis is between
/// them always, or never: then the range is empty, from -infinity to -infinity.
template <class A> struct Slab {
    Floats<A> near, far;

    THRONG_INLINE static Slab cross(const Floats<A>& min, const Floats<A>& max, const Floats<A>& origin,
                                    const Floats<A>& direction) {
        const Floats<A> infinity = broadcast<A>(__builtin_inff()), minus_infinity = broadcast<A>(-__builtin_inff());
        const Mask<A> beside = direction == broadcast<A>(0.0f), between = (min <= origin) & (origin <= max);
        const Floats<A> to_min = (min - origin) / direction, to_max = (max - origin) / direction;
        return {select(beside, minus_infinity, simd::min(to_min, to_max)),
                select(beside, select(between, infinity, minus_infinity), simd::max(to_min, to_max))};
    }
};

/// t is never -0: the larger of 0 and the nearer end, 0 where they are equal.
template <class A> THRONG_INLINE Entries<A> enter(const Rays<A>& ray, const Boxes<A>& box) {
    const Slab<A> x = Slab<A>::cross(box.min_x, box.max_x, ray.origin.x, ray.direction.x);
    const Slab<A> y = Slab<A>::cross(box.min_y, box.max_y, ray.origin.y, ray.direction.y);
    const Floats<A> t = max(max(x.near, y.near), broadcast<A>(0.0f));
    return {t, t <= min(ray.max_t, min(x.far, y.far))};
}

} // namespace throng::simd
