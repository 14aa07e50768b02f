// SPDX-License-Identifier: MIT
// The published float predicates, one element at a time: what every index must agree with, bit for bit.
#pragma once

#include <throng/types.hpp>

#include <cmath>
#include <optional>
#include <utility>

namespace throng::oracle {

inline float larger(float a, float b) { return a > b ? a : b; }
inline float smaller(float a, float b) { return a < b ? a : b; }

inline bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }
inline bool is_valid(const Aabb& box) {
    return is_finite(box.min) && is_finite(box.max) && box.min.x <= box.max.x && box.min.y <= box.max.y;
}

inline Vec2 center_of(const Aabb& box) {
    return {0.5f * box.min.x + 0.5f * box.max.x, 0.5f * box.min.y + 0.5f * box.max.y};
}
inline Aabb around(Vec2 p, Vec2 half) { return {{p.x - half.x, p.y - half.y}, {p.x + half.x, p.y + half.y}}; }

inline bool overlaps(const Aabb& a, const Aabb& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

inline float squared(float dx, float dy) { return dx * dx + dy * dy; }
inline float squared_distance(const Aabb& box, Vec2 p) {
    return squared(larger(larger(box.min.x - p.x, 0), p.x - box.max.x),
                   larger(larger(box.min.y - p.y, 0), p.y - box.max.y));
}
inline float squared_distance(Vec2 center, Vec2 p) { return squared(center.x - p.x, center.y - p.y); }

namespace detail {

// Narrows [near, far] to where o + t * d is within [min, max]; false: never.
inline bool clip(float min, float max, float o, float d, float& near, float& far) {
    if (d == 0) return min <= o && o <= max;
    float enter = (min - o) / d;
    float leave = (max - o) / d;
    if (enter > leave) std::swap(enter, leave);
    near = larger(enter, near);
    far = smaller(leave, far);
    return true;
}

} // namespace detail

/// Where the ray, swept with a square of `half_extent`, enters the box; nothing where it misses.
inline std::optional<float> entry(const Aabb& box, const Ray& ray, float half_extent) {
    const Aabb grown = {{box.min.x - half_extent, box.min.y - half_extent},
                        {box.max.x + half_extent, box.max.y + half_extent}};
    float near = 0;
    float far = ray.max_t;
    if (!detail::clip(grown.min.x, grown.max.x, ray.origin.x, ray.direction.x, near, far)) return {};
    if (!detail::clip(grown.min.y, grown.max.y, ray.origin.y, ray.direction.y, near, far)) return {};
    if (!(near <= far)) return {};
    return near;
}

} // namespace throng::oracle
