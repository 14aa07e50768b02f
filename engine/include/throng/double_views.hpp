// SPDX-License-Identifier: MIT
// Views of coordinates in doubles, for a World with an origin: points, boxes, discs and rays (docs/precision.md).
//
// A world stores floats, relative to its origin. It converts a coordinate p in doubles to
//     static_cast<float>(p - origin)
// The subtraction is one of doubles, exact where p and origin are within a factor of two; the conversion rounds to the
// nearest float, ties to even. What overflows a float is not finite, and so InvalidBounds of its item. Lengths (half
// extents, radii, distances) and directions are no places: they do not count from the origin.
//
// The rest is as in views.hpp: a view points into the caller's arrays and owns nothing. Strides are in bytes and
// multiples of 8; stride 0 repeats one element. The call that is given a view reports null data with a size, other
// strides and columns of unequal length as InvalidArgument. No view can be made from a list in braces alone, so that
// such a list always is the floats' view.
#pragma once

#include <throng/views.hpp>

#include <concepts>
#include <cstddef>
#include <span>

#include <throng/names_begin.hpp>

namespace throng {

/// A point of the plane in doubles.
struct DoubleVec2 {
    double x, y;
    friend bool operator==(DoubleVec2, DoubleVec2) = default;
};

/// A box in doubles, as Aabb.
struct DoubleAabb {
    DoubleVec2 min, max;
};

/// Points with double members.
template <class T>
concept DoubleSpacePoint = SpacePointOf<T, double>;
template <class T>
concept DoublePlanePoint = PlanePointOf<T, double>;

/// A vector, array or span of them.
template <class R>
concept DoublePlanePointRange = Contiguous<R> && DoublePlanePoint<ElementOf<R>>;
template <class R>
concept DoubleSpacePointRange = Contiguous<R> && DoubleSpacePoint<ElementOf<R>>;

/// `size` points in doubles: two columns, or one array of structures.
struct DoublePointView : PointColumns<DoublePointView, double> {
    /// Columns x_ and y_ of `n` doubles each, `stride_bytes` apart.
    template <std::same_as<double> T>
    constexpr DoublePointView(const T* x_, const T* y_, std::size_t n, std::size_t stride_bytes = sizeof(T)) noexcept
        : PointColumns(x_, y_, n, stride_bytes) {}

    /// One point.
    template <DoublePlanePoint P>
    constexpr DoublePointView(const P& one) noexcept : DoublePointView(&one.x, &one.y, 1) {}

    /// A vector, array or span of points.
    template <DoublePlanePointRange R>
    constexpr DoublePointView(const R& range) noexcept
        : DoublePointView(range.size() ? &range.data()->x : nullptr, range.size() ? &range.data()->y : nullptr,
                          range.size(), sizeof(*range.data())) {}

    /// Points of space have no plane of their own: write DoublePointView::xy(points) or DoublePointView::xz(points).
    template <DoubleSpacePointRange R> constexpr DoublePointView(const R&) = delete;
};

/// Boxes by their corners in doubles, or by centres in doubles with half extents.
///
/// Corners are converted one by one. Around centres, the centre is converted and the box is {c - h, c + h} in floats,
/// each coordinate rounded once, as of a BoxView; half extents in doubles are rounded to floats first.
struct DoubleBoxView {
    DoublePointView a, b;              ///< minima and maxima, or centres and half extents in doubles
    PointView float_half_extents = {}; ///< around centres: half extents in floats, b unused
    float half_extent = -1;            ///< >= 0: common to all, b is unused
    bool around_centers = false;       ///< a holds centres
    bool float_extents = false;        ///< around centres: float_half_extents holds the half extents

    /// Corners. Both views have the same size.
    constexpr DoubleBoxView(DoublePointView min, DoublePointView max) noexcept : a(min), b(max) {}

    /// One box.
    template <std::same_as<DoubleAabb> B> constexpr DoubleBoxView(const B& one) noexcept : a(one.min), b(one.max) {}

    /// A vector, array or span of boxes.
    template <Contiguous R>
    requires std::same_as<ElementOf<R>, DoubleAabb>
    constexpr DoubleBoxView(const R& boxes) noexcept
        : a(corners(boxes, &DoubleAabb::min)), b(corners(boxes, &DoubleAabb::max)) {}

    /// Squares of one size, as BoxView::around: a half extent that is negative or a NaN is InvalidArgument in the call
    /// that is given the view, unless it is empty.
    static constexpr DoubleBoxView around(DoublePointView centers, float half_extent) noexcept {
        DoubleBoxView boxes(centers, DoublePointView::none());
        boxes.half_extent = half_extent;
        boxes.around_centers = true;
        return boxes;
    }

    /// Squares, with one half extent for each centre.
    static constexpr DoubleBoxView around(DoublePointView centers, std::span<const float> half_extents) noexcept {
        return around(centers, PointView(half_extents.data(), half_extents.data(), half_extents.size()));
    }
    static constexpr DoubleBoxView around(DoublePointView centers, std::span<const double> half_extents) noexcept {
        return around(centers, DoublePointView(half_extents.data(), half_extents.data(), half_extents.size()));
    }

    /// Boxes with one half width (x) and half height (y) for each centre.
    static constexpr DoubleBoxView around(DoublePointView centers, PointView half_extents) noexcept {
        DoubleBoxView boxes(centers, DoublePointView::none());
        boxes.float_half_extents = half_extents;
        boxes.around_centers = boxes.float_extents = true;
        return boxes;
    }
    static constexpr DoubleBoxView around(DoublePointView centers, DoublePointView half_extents) noexcept {
        DoubleBoxView boxes(centers, half_extents);
        boxes.around_centers = true;
        return boxes;
    }

    /// The number of boxes.
    constexpr std::size_t size() const noexcept { return a.size; }

    /// Boxes first .. first + count - 1, as far as they are in the view.
    constexpr DoubleBoxView slice(std::size_t first, std::size_t count) const noexcept {
        DoubleBoxView part = *this;
        part.a = a.slice(first, count);
        part.b = b.slice(first, count);
        part.float_half_extents = float_half_extents.slice(first, count);
        return part;
    }

private:
    template <class R>
    static constexpr DoublePointView corners(const R& boxes, DoubleVec2 DoubleAabb::*corner) noexcept {
        if (boxes.size() == 0) return DoublePointView::none();
        const DoubleVec2& first = boxes.data()->*corner;
        return {&first.x, &first.y, boxes.size(), sizeof(DoubleAabb)};
    }
};

/// Discs around centres in doubles, with one radius for all, or one each, as of a DiscView.
struct DoubleDiscView {
    DoublePointView centers;
    float radius;                      ///< for all, unless radii are given: then -1 (0 if empty)
    std::span<const float> radii = {}; ///< empty, or one per centre

    /// Discs of one size.
    constexpr DoubleDiscView(DoublePointView c, float common_radius) noexcept : centers(c), radius(common_radius) {}

    /// One radius for each centre.
    constexpr DoubleDiscView(DoublePointView c, std::span<const float> each) noexcept
        : centers(c), radius(c.size ? -1.f : 0.f), radii(each) {}

    /// Discs first .. first + count - 1, as far as they are in the view.
    constexpr DoubleDiscView slice(std::size_t first, std::size_t count) const noexcept {
        DoubleDiscView part = *this;
        part.centers = centers.slice(first, count);
        const std::size_t begin = first < radii.size() ? first : radii.size();
        part.radii = radii.subspan(begin, count < radii.size() - begin ? count : radii.size() - begin);
        if (!radii.empty() && part.centers.size == 0) part.radius = 0;
        return part;
    }
};

/// Rays from origins in doubles, with directions in floats: the rest is as of a RayView.
struct DoubleRayView {
    DoublePointView origins;
    PointView directions;
    float max_t; ///< for all, in lengths of the direction, unless max_ts are given: then -1 (0 if empty)
    std::span<const float> max_ts = {}; ///< empty, or one per ray
    float half_extent = 0;              ///< > 0 sweeps a square: boxes grow by it on every side

    /// Rays of one length.
    constexpr DoubleRayView(DoublePointView o, PointView d, float common_max_t) noexcept
        : origins(o), directions(d), max_t(common_max_t) {}

    /// One length for each ray.
    constexpr DoubleRayView(DoublePointView o, PointView d, std::span<const float> each) noexcept
        : origins(o), directions(d), max_t(o.size ? -1.f : 0.f), max_ts(each) {}

    /// Rays first .. first + count - 1, as far as they are in the view.
    constexpr DoubleRayView slice(std::size_t first, std::size_t count) const noexcept {
        DoubleRayView part = *this;
        part.origins = origins.slice(first, count);
        part.directions = directions.slice(first, count);
        const std::size_t begin = first < max_ts.size() ? first : max_ts.size();
        part.max_ts = max_ts.subspan(begin, count < max_ts.size() - begin ? count : max_ts.size() - begin);
        if (!max_ts.empty() && part.origins.size == 0) part.max_t = 0;
        return part;
    }
};

} // namespace throng

#include <throng/names_end.hpp>
