// SPDX-License-Identifier: MIT
// Bounds of the squares of a quadtree: the least distance of a point, the earliest entry of a ray. They are computed in
// double and widened, so that they include whatever the float predicates accept.
#pragma once

#include "engine/kernels/quadtree/quadtree_view.hpp"

namespace throng::kernels {

/// Bounds of cells on one axis.
class QuadAxis {
public:
    QuadAxis(float origin, const QuadFrame& frame)
        : origin_(static_cast<double>(origin)), cell_(1 / static_cast<double>(frame.inverse_cell)),
          cells_(frame.cells()) {}

    /// No coordinate in cell `index` or beyond is below this.
    double low(std::uint32_t index) const { return index == 0 ? -infinity : origin_ + index * cell_ * (1 - 1e-6); }
    /// No coordinate in a cell before `index` is above this.
    double high(std::uint32_t index) const { return index == cells_ ? infinity : origin_ + index * cell_ * (1 + 1e-6); }

    /// Returns the least distance from a coordinate to those in cells [index, index + side).
    double distance(double v, std::uint32_t index, std::uint32_t side) const {
        const double below = low(index) - v, above = v - high(index + side);
        const double farther = below > above ? below : above;
        return farther > 0 ? farther : 0;
    }

private:
    static constexpr double infinity = __builtin_inf();
    double origin_, cell_;
    std::uint32_t cells_;
};

/// A ray on one axis; boxes grow by a half extent.
template <class A> class QuadRayAxis {
public:
    QuadRayAxis(float origin, float direction, float half_extent)
        : origin_(static_cast<double>(origin)), direction_(static_cast<double>(direction)),
          grown_(static_cast<double>(half_extent)) {}

    /// Reduces the range of t to the part between two coordinates. False: it is empty.
    bool cut(double low, double high, double& from, double& to) const {
        if (direction_ == 0) return low - margin(low) <= origin_ && origin_ <= high + margin(high);
        const double to_low = low - margin(low) - origin_, to_high = high + margin(high) - origin_;
        const double to_near = direction_ > 0 ? to_low : to_high, to_far = direction_ > 0 ? to_high : to_low;
        // In float a grown border, a distance or a time beyond the largest number is infinity, and so equals any
        // other infinite one.
        const double border = direction_ > 0 ? high + margin(high) : low - margin(low);
        const double near = to_near / direction_, far = to_far / direction_;
        const double nearest = near < overflow ? near : overflow;
        if (nearest > from) from = nearest;
        if (far < overflow && magnitude_of(to_far) < overflow && magnitude_of(border) < overflow && far < to) to = far;
        return from <= to;
    }

private:
    static constexpr double overflow = 3e38;

    // Returns a distance that exceeds the rounding errors of a box's growth and of (v - origin) / direction.
    double margin(double v) const {
        const double size = magnitude_of(v) < __builtin_inf() ? magnitude_of(v) : 0;
        return grown_ + 2e-6 * (size + magnitude_of(origin_) + grown_) + 3e-45 * magnitude_of(direction_) + 1e-37;
    }
    static double magnitude_of(double v) { return v < 0 ? -v : v; }

    double origin_, direction_, grown_;
};

} // namespace throng::kernels
