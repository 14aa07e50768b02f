// SPDX-License-Identifier: MIT
// The published predicates, one element at a time: what an answer of every index is made of.
#pragma once

#include <throng/types.hpp>

#include <bit>
#include <cmath>
#include <cstdint>

#include <throng/names_begin.hpp>

/// What decides whether an element answers a query, in float and in this order of operations. Whichever index answers,
/// on whichever instruction set, brute force by these functions gives the same set and the same bits of every distance.
///
/// That holds for code compiled with `-ffp-contract=off` and without `-ffast-math`, in the usual mode of the CPU (round
/// to nearest, with denormals). A compiler that fuses a product and a sum gives other bits: gcc does so by default for
/// CPUs with FMA (`-march=native`, AArch64), and so does clang. Then squared_distance, within, within_cone and
/// center_of may differ by a rounding, and an element at the border of a disc may change sides. The others contain no
/// sum of products: is_finite, is_valid, box_around, overlaps, contains, enter, touches_segment and ranks_before give
/// the same bits, fused or not.
///
/// Arguments are what a query takes and an index stores: finite points, valid boxes, a radius or max_t of 0 or more. A
/// query with others is a Fault and has an empty row, see Space; each function says what it returns for them.
namespace throng::predicates {

namespace detail {

inline constexpr float greatest = 0x1.fffffep127f; // of all finite ones

constexpr float larger(float a, float b) noexcept { return a > b ? a : b; }
constexpr float smaller(float a, float b) noexcept { return a < b ? a : b; }

constexpr float dot(Vec2 a, Vec2 b) noexcept { return a.x * b.x + a.y * b.y; }

constexpr float magnitude(float a) noexcept { return larger(a, -a); }

// 2 to the power of `exponent`, which is -126 .. 127.
constexpr float power_of_two(int exponent) noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127) << 23);
}

// The direction of a cone, times a power of two, so that its square neither vanishes nor overflows: the larger one of
// its numbers is brought into [0.25, 0.5) from below and into [1, 2) from above, and stays between them. Both numbers
// are exact, except for a smaller one that becomes a denormal. From below squares only grow and stay below 1, from
// above they only shrink and stay at 1 or more: where no product of a predicate vanished or overflowed before, none
// does, and so it gives the same answer.
constexpr Vec2 of_usual_length(Vec2 d) noexcept {
    constexpr float step = power_of_two(64);
    float length = larger(magnitude(d.x), magnitude(d.y));
    if (!(length > 0) || !(length <= greatest)) return d;
    const int wanted = length < 0.25f ? -2 : 0;
    if (wanted == 0 && length < 2) return d;
    for (; length < 1 / step; length *= step) d = {d.x * step, d.y * step};
    for (; length >= step; length /= step) d = {d.x / step, d.y / step};
    const int exponent = static_cast<int>(std::bit_cast<std::uint32_t>(length) >> 23) - 127;
    const float factor = power_of_two(wanted - exponent);
    return {d.x * factor, d.y * factor};
}

// Narrows [near, far] to the t with min <= o + t * d <= max. False: there is none, whatever the other axis gives.
constexpr bool clip(float min, float max, float o, float d, float& near, float& far) noexcept {
    if (d == 0) return min <= o && o <= max;
    const float to_min = (min - o) / d, to_max = (max - o) / d;
    const bool forward = to_min <= to_max;
    const float enter = forward ? to_min : to_max, leave = forward ? to_max : to_min;
    near = larger(enter, near);
    far = smaller(leave, far);
    return enter <= leave; // false only where one of them is a NaN
}

} // namespace detail

/// Neither infinite nor a NaN.
constexpr bool is_finite(float value) noexcept { return -detail::greatest <= value && value <= detail::greatest; }
constexpr bool is_finite(Vec2 point) noexcept { return is_finite(point.x) && is_finite(point.y); }

/// All four numbers finite, and min <= max on both axes: a box that an index stores and a query takes. A point is one.
constexpr bool is_valid(const Aabb& box) noexcept {
    return -detail::greatest <= box.min.x && box.min.x <= box.max.x && box.max.x <= detail::greatest &&
           -detail::greatest <= box.min.y && box.min.y <= box.max.y && box.max.y <= detail::greatest;
}

/// The centre of a box: 0.5f * min + 0.5f * max on both axes, which does not overflow. An element of an index of points
/// has its point as centre instead. Of a box that is not finite, the result is a NaN or infinite.
constexpr Vec2 center_of(const Aabb& box) noexcept {
    return {0.5f * box.min.x + 0.5f * box.max.x, 0.5f * box.min.y + 0.5f * box.max.y};
}

/// The box {center - half_extent, center + half_extent}, each number rounded once. It is not valid where a sum
/// overflows or an argument is a NaN; a negative half extent exchanges min and max.
constexpr Aabb box_around(Vec2 center, Vec2 half_extent) noexcept {
    return {{center.x - half_extent.x, center.y - half_extent.y}, {center.x + half_extent.x, center.y + half_extent.y}};
}
/// A square.
constexpr Aabb box_around(Vec2 center, float half_extent) noexcept {
    return box_around(center, Vec2{half_extent, half_extent});
}

/// Whether two closed boxes share a point; boxes that touch overlap:
///     a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
/// False where a number that is compared is a NaN. An infinite side has no end.
constexpr bool overlaps(const Aabb& a, const Aabb& b) noexcept {
    // & in place of &&: without branches, compilers make vector code of loops.
    return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y);
}

/// Whether a point is in a closed box: overlaps(box, {point, point}).
constexpr bool contains(const Aabb& box, Vec2 point) noexcept { return overlaps(box, {point, point}); }

/// The squared distance from `p` to a box (Measure::Box), 0 inside:
///     dx*dx + dy*dy, dx = max(min.x - p.x, 0, p.x - max.x), dy likewise
/// A NaN for a NaN in `p`; +infinity where a square overflows. An index reports its IEEE square root.
constexpr float squared_distance(const Aabb& box, Vec2 p) noexcept {
    const Vec2 d{detail::larger(detail::larger(box.min.x - p.x, 0.f), p.x - box.max.x),
                 detail::larger(detail::larger(box.min.y - p.y, 0.f), p.y - box.max.y)};
    return detail::dot(d, d);
}

/// The squared distance from `p` to a centre (Measure::Center):
///     dx*dx + dy*dy, dx = center.x - p.x, dy likewise
/// A NaN for a NaN; +infinity where a square overflows. An index reports its IEEE square root.
constexpr float squared_distance(Vec2 center, Vec2 p) noexcept {
    const Vec2 d{center.x - p.x, center.y - p.y};
    return detail::dot(d, d);
}

/// Whether a box (Measure::Box) is in a closed disc: squared_distance <= radius*radius. So are those that nearest() may
/// list, with max_distance as the radius. Everything is within +infinity, and within a radius whose square overflows.
/// False for a NaN in the disc; the sign of the radius is not looked at.
constexpr bool within(const Aabb& box, const Disc& disc) noexcept {
    return squared_distance(box, disc.center) <= disc.radius * disc.radius;
}

/// Whether a centre (Measure::Center, and in neighbors() from one centre to the other) is in a closed disc, likewise.
constexpr bool within(Vec2 center, const Disc& disc) noexcept {
    return squared_distance(center, disc.center) <= disc.radius * disc.radius;
}

/// The next larger float: a radius or max_distance that surely reaches an element which was reported at this distance.
///
/// A reported distance is an IEEE square root, rounded to the nearest float. Its own square may be below the squared
/// distance that it was taken from, so that the same element is not within() a disc of that radius: about every fourth
/// one is missed. Distances of rays are no roots: a t is reached by itself as max_t.
///
/// `distance` is 0 or more; +infinity and a NaN are returned as they are. Never misses an element at this distance; may
/// find others that are farther by a rounding. Cost O(1). Any thread may call at any time.
constexpr float radius_reaching(float distance) noexcept {
    // Let q be the squared distance, a float, s its exact root and t = s rounded to nearest, so that s <= t + u/2, u
    // being the step from t to the next float t + u. Then (t + u)^2 > s^2 = q. Rounding is monotone and q is a float,
    // so that (t + u)*(t + u) rounded is at least q as well; where it overflows, it is +infinity.
    if (!(distance >= 0) || !(distance <= detail::greatest)) return distance;
    return distance == 0 ? std::bit_cast<float>(std::uint32_t{1}) // also of -0
                         : std::bit_cast<float>(std::bit_cast<std::uint32_t>(distance) + 1);
}

/// Whether a centre is in the closed sector of Query::cone. With d = center - apex and d2 = dot(d, d):
///     d2 <= range*range && (d2 == 0 || dot(d, direction) >= cos_half_angle * sqrt(d2 * dot(direction, direction)))
/// dot(a, b) is a.x*b.x + a.y*b.y. False for a NaN, unless d2 is 0; the sign of the range is not looked at.
///
/// The direction is of any length but 0, from the smallest denormal to the greatest float. If the larger one of |x| and
/// |y| is below 0.25 or at least 2, both are multiplied first by the power of two that brings it into [0.25, 0.5) or
/// [1, 2). That changes an answer only if a product of the line above vanishes, is a denormal or overflows without it.
inline bool within_cone(Vec2 center, Vec2 apex, Vec2 direction, float cos_half_angle, float range) noexcept {
    const Vec2 d{center.x - apex.x, center.y - apex.y};
    const float d2 = detail::dot(d, d);
    if (!(d2 <= range * range)) return false;
    direction = detail::of_usual_length(direction);
    return d2 == 0 || detail::dot(d, direction) >= cos_half_angle * std::sqrt(d2 * detail::dot(direction, direction));
}

/// Where a ray enters a box. `t` counts lengths of the direction and is never -0; it is 0 where there is no hit.
struct Entry {
    bool hit;
    float t;
    constexpr explicit operator bool() const noexcept { return hit; }
};

/// Where a ray, or a square of `half_extent` whose centre goes along it, enters a closed box; t is 0 from inside, and
/// touching is a hit. min and max of the box are min - half_extent and max + half_extent first; then on each axis
///     d != 0   near and far are (min - o) / d and (max - o) / d in ascending order
///     d == 0   the ray runs beside the axis: no limit if min <= o && o <= max, and else no hit
/// and it is a hit if max(0, near) <= min(max_t, far), near and far being those of both axes. t is the left side.
///
/// No hit for a NaN. `max_t` may be +infinity; so may t be, where a quotient overflows. A negative max_t is no hit.
constexpr Entry enter(const Aabb& box, const Ray& ray, float half_extent = 0) noexcept {
    const Vec2 min{box.min.x - half_extent, box.min.y - half_extent};
    const Vec2 max{box.max.x + half_extent, box.max.y + half_extent};
    float near = 0, far = ray.max_t;
    const bool meets = detail::clip(min.x, max.x, ray.origin.x, ray.direction.x, near, far) &&
                       detail::clip(min.y, max.y, ray.origin.y, ray.direction.y, near, far) && near <= far;
    return {meets, meets ? near : 0.f};
}

/// Whether a box touches the segment between two points, and so is in the way of World::visible: the ray from `from`
/// along `to - from` with max_t 1 enters it, or, where that direction is zero, it contains `from`. False for a NaN.
constexpr bool touches_segment(const Aabb& box, Vec2 from, Vec2 to) noexcept {
    const Vec2 d{to.x - from.x, to.y - from.y};
    return d.x == 0 && d.y == 0 ? contains(box, from) : enter(box, {from, d, 1.f}).hit;
}

/// An element and what ranks it: its squared distance, or for rays t.
struct Ranked {
    float key;
    Slot slot;
};

/// The order of rows that rank, by (squared distance, slot) or (t, slot): nearest() and along(), and which elements a
/// limit keeps. cast() holds the first. An order of all pairs of different slots whose keys are no NaN.
constexpr bool ranks_before(const Ranked& a, const Ranked& b) noexcept {
    return a.key < b.key || (a.key == b.key && a.slot < b.slot);
}

} // namespace throng::predicates

#include <throng/names_end.hpp>
