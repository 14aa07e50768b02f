// SPDX-License-Identifier: MIT
// A narrow and long cone reaches little of its disc. Its matches are in three half-planes: on the inner sides of both
// edges, and ahead of the apex.
#pragma once

#include "engine/kernels/base/region.hpp"
#include "simd/lane_predicates.hpp"

namespace throng::kernels {

/// What surely encloses the centres that predicates::within_cone finds.
///
/// The predicate rounds both sides of its comparison by less than 1e-6 of |d| |direction| in all. So a cosine that is
/// 2e-6 smaller leaves no match out. Squares lose their digits only within `apex` of the apex, and overflow only
/// beyond `far`, where nothing is left out.
struct Sector {
    static constexpr float far = 1e18f, apex = 1e-18f;

    bool narrow = false;                 // than half of the disc. Else the rest is not set, and nothing is left out
    double normal_x[3], normal_y[3];     // of the half-planes, inward
    double low_x, high_x, low_y, high_y; // around the sector of radius 1

    /// `direction` is not 0, and of a length that neither vanishes nor overflows.
    THRONG_INLINE void set(float x, float y, double direction_x, double direction_y, double cosine) {
        const double cos = cosine - 2e-6;
        narrow = cos > 0 && cos < 1 && magnitude(x) < far && magnitude(y) < far;
        if (!narrow) return;
        const double length = __builtin_sqrt(direction_x * direction_x + direction_y * direction_y);
        const double sin = __builtin_sqrt(1 - cos * cos), ux = direction_x / length, uy = direction_y / length;
        const double left_x = ux * cos - uy * sin, left_y = uy * cos + ux * sin;
        const double right_x = ux * cos + uy * sin, right_y = uy * cos - ux * sin;
        normal_x[0] = left_y, normal_y[0] = -left_x;
        normal_x[1] = -right_y, normal_y[1] = right_x;
        normal_x[2] = ux, normal_y[2] = uy;
        // The circle's own extreme counts if it is between the edges.
        const auto extent = [cos](double ahead, double left, double right) {
            const double edge = left > right ? left : right;
            return ahead >= cos ? 1. : edge > 0 ? edge : 0.;
        };
        high_x = extent(ux, left_x, right_x), low_x = extent(-ux, -left_x, -right_x);
        high_y = extent(uy, left_y, right_y), low_y = extent(-uy, -left_y, -right_y);
    }

    /// Returns the box around the sector of this reach, which is within `disc`, the box around its disc. Without a
    /// bound, squares that overflow may be matches anywhere.
    THRONG_INLINE Region bounds(float x, float y, float reach, const Region& disc) const {
        if (!narrow || !finite(reach)) return disc;
        const auto offset = [reach](double unit)
                                THRONG_FLAT { return static_cast<float>(unit * static_cast<double>(reach)) + apex; };
        return {surely_below(x, offset(low_x)), surely_below(y, offset(low_y)), surely_above(x, offset(high_x)),
                surely_above(y, offset(high_y))};
    }

    /// Shrinks [min_x, max_x] to where centres within the box `row` may be matches; false: nowhere.
    template <class Box>
    THRONG_INLINE bool shorten(float x, float y, const Box& row, float& min_x, float& max_x) const {
        if (!narrow || !(-far < row.min_x && far > row.max_x && -far < row.min_y && far > row.max_y)) return true;
        const double below = static_cast<double>(row.min_y) - static_cast<double>(y) - static_cast<double>(apex);
        const double above = static_cast<double>(row.max_y) - static_cast<double>(y) + static_cast<double>(apex);
        for (int side = 0; side < 3; ++side) {
            const double most = normal_y[side] * (normal_y[side] > 0 ? above : below) + static_cast<double>(apex);
            const double nx = normal_x[side], at = -most / nx;
            if (!(at < 1e30 && at > -1e30)) continue; // an edge along x leaves nothing out, or all
            if (nx > 0) {
                const float left = surely_below(x, static_cast<float>(-at));
                min_x = left > min_x ? left : min_x;
            } else {
                const float right = surely_above(x, static_cast<float>(at));
                max_x = right < max_x ? right : max_x;
            }
        }
        return min_x <= max_x;
    }

    /// Whether each of sixteen boxes surely holds no centre of a match.
    template <class A> THRONG_INLINE simd::Mask<A> misses(float x, float y, const simd::Boxes<A>& box) const {
        using namespace simd;
        const Floats<A> left = box.min_x - broadcast<A>(x), right = box.max_x - broadcast<A>(x);
        const Floats<A> down = box.min_y - broadcast<A>(y), up = box.max_y - broadcast<A>(y);
        Mask<A> beyond = first<A>(0);
        for (int side = 0; side < 3; ++side) {
            const auto nx = static_cast<float>(normal_x[side]), ny = static_cast<float>(normal_y[side]);
            const Floats<A> across = (nx > 0.f ? right : left) * broadcast<A>(nx);
            const Floats<A> along = (ny > 0.f ? up : down) * broadcast<A>(ny);
            beyond = beyond | (across + along < broadcast<A>(-1e-6f) * (abs(across) + abs(along)) - broadcast<A>(apex));
        }
        const Floats<A> size = max(abs(left), abs(right)) + max(abs(down), abs(up));
        return beyond & (size < broadcast<A>(far));
    }
};

} // namespace throng::kernels
