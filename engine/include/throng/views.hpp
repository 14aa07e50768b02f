// SPDX-License-Identifier: MIT
// Zero-copy views of the caller's columns: points, boxes, discs and rays.
//
// A view points into the caller's arrays and owns nothing; the arrays stay unchanged until the call that was given the
// view returns. A view of a temporary is valid for that one call. Strides are in bytes and multiples of 4; stride 0
// repeats one element `size` times. Views check nothing: the call that is given a view reports null data with a size,
// odd strides and columns of unequal length as InvalidArgument.
#pragma once

#include <throng/types.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <throng/names_begin.hpp>

namespace throng {

/// Anything with members x, y and z of this type, and anything with such members x and y, but no z.
template <class T, class Number>
concept SpacePointOf = std::same_as<decltype(T::x), Number> && std::same_as<decltype(T::y), Number> &&
    std::same_as<decltype(T::z), Number>;
template <class T, class Number>
concept PlanePointOf =
    std::same_as<decltype(T::x), Number> && std::same_as<decltype(T::y), Number> && !requires(const T& point) {
    point.z;
};

/// In floats: glm::vec3, a vector type of the caller's. It has no plane of its own: PointView::xy() or PointView::xz()
/// chooses one.
template <class T>
concept SpacePoint = SpacePointOf<T, float>;

/// In floats: Vec2, glm::vec2, a vector type of the caller's.
template <class T>
concept PlanePoint = PlanePointOf<T, float>;

/// A vector, array or span: elements that lie side by side.
template <class R>
concept Contiguous = requires(const R& range) {
    *range.data();
    { range.size() } -> std::convertible_to<std::size_t>;
};
template <Contiguous R> using ElementOf = std::remove_cvref_t<decltype(*std::declval<const R&>().data())>;

/// Two floats side by side: std::array<float, 2>, float[2].
template <class T>
concept FloatPair = sizeof(T) == 2 * sizeof(float) && requires(const T& point) {
    { point[0] } -> std::same_as<const float&>;
};

/// A vector, array or span of points of the plane, or of space.
template <class R>
concept PlanePointRange = Contiguous<R> && PlanePoint<ElementOf<R>>;
template <class R>
concept SpacePointRange = Contiguous<R> && SpacePoint<ElementOf<R>>;
template <class R>
concept FloatPairRange = Contiguous<R> && FloatPair<ElementOf<R>>;

/// A vector, array or span of points with double members x and y.
template <class R>
concept DoublePointRange = Contiguous<R> && std::same_as<decltype(ElementOf<R>::x), double>;

/// A container that ends with the statement, such as a vector that a function returns; no span or other view.
template <class R>
concept TemporaryArray = !std::is_lvalue_reference_v<R> && Contiguous<R> &&
                         !std::ranges::enable_borrowed_range<std::remove_cv_t<R>> && requires(const R& range) {
    range.begin();
};

/// What a PointView and a DoublePointView (`View`) have in common: two columns of numbers, or one array of structures.
template <class View, class Number> struct PointColumns {
    const Number* x = nullptr;
    const Number* y = nullptr;
    std::size_t size = 0;
    std::size_t stride = sizeof(Number); ///< bytes from one point to the next, in both columns

    /// No points.
    static constexpr View none() noexcept { return View(no_column, no_column, 0); }

    /// The x and y of points of space: a vector, array or span.
    template <Contiguous R>
    requires SpacePointOf<ElementOf<R>, Number>
    static constexpr View xy(const R& points) noexcept {
        using P = ElementOf<R>;
        return columns(points, &P::x, &P::y);
    }

    /// The x and z of points of space, z in place of y: the ground where y points up.
    template <Contiguous R>
    requires SpacePointOf<ElementOf<R>, Number>
    static constexpr View xz(const R& points) noexcept {
        using P = ElementOf<R>;
        return columns(points, &P::x, &P::z);
    }

    /// The member `member` of each of `structs`, a vector, array or span, with any point of the plane as member:
    /// PointView::of(agents, &Agent::position).
    template <Contiguous R, class T, PlanePointOf<Number> P>
    requires std::derived_from<ElementOf<R>, T>
    static constexpr View of(const R& structs, P T::*member) noexcept { return columns(structs, member, &P::x, &P::y); }

    /// The same, with a point of space as member.
    template <Contiguous R, class T, SpacePointOf<Number> P>
    requires std::derived_from<ElementOf<R>, T>
    static constexpr View xy(const R& structs, P T::*member) noexcept { return columns(structs, member, &P::x, &P::y); }
    template <Contiguous R, class T, SpacePointOf<Number> P>
    requires std::derived_from<ElementOf<R>, T>
    static constexpr View xz(const R& structs, P T::*member) noexcept { return columns(structs, member, &P::x, &P::z); }

    /// Points first .. first + count - 1, as far as they are in the view: points beyond its end are left out.
    constexpr View slice(std::size_t first, std::size_t count) const noexcept {
        const std::size_t begin = first < size ? first : size;
        const std::size_t step = begin * (stride / sizeof(Number));
        return View(x ? x + step : nullptr, y ? y + step : nullptr, count < size - begin ? count : size - begin,
                    stride);
    }

protected:
    constexpr PointColumns() = default;
    constexpr PointColumns(const Number* x_, const Number* y_, std::size_t n, std::size_t stride_bytes) noexcept
        : x(x_), y(y_), size(n), stride(stride_bytes) {}

private:
    static constexpr const Number* no_column = nullptr;

    template <class R, class P, class Of>
    static constexpr View columns(const R& points, Number Of::*first, Number P::*second) noexcept {
        if (points.size() == 0) return none();
        return View(&(points.data()->*first), &(points.data()->*second), points.size(), sizeof(*points.data()));
    }
    template <class R, class T, class P, class Of>
    static constexpr View columns(const R& structs, P T::*member, Number Of::*first, Number Of::*second) noexcept {
        if (structs.size() == 0) return none();
        const P& point = structs.data()->*member;
        return View(&(point.*first), &(point.*second), structs.size(), sizeof(*structs.data()));
    }
};

/// `size` points: two columns of floats, or one array of structures.
struct PointView : PointColumns<PointView, float> {
    constexpr PointView() = default;

    /// Columns x_ and y_ of `n` floats each, `stride_bytes` apart.
    constexpr PointView(const float* x_, const float* y_, std::size_t n,
                        std::size_t stride_bytes = sizeof(float)) noexcept
        : PointColumns(x_, y_, n, stride_bytes) {}

    /// One point.
    constexpr PointView(const Vec2& one) noexcept : PointView(&one.x, &one.y, 1) {}

    /// One point in braces, for the call that is given it: nearest({1, 2}, 3, reach, out).
    constexpr PointView(const float& x_, const float& y_) noexcept : PointView(&x_, &y_, 1) {}

    /// A vector, array or span of points.
    template <PlanePointRange R>
    constexpr PointView(const R& range) noexcept
        : PointView(range.size() ? &range.data()->x : nullptr, range.size() ? &range.data()->y : nullptr, range.size(),
                    sizeof(*range.data())) {}

    /// A vector, array or span of std::array<float, 2> or float[2].
    template <FloatPairRange R>
    constexpr PointView(const R& range) noexcept
        : PointView(range.size() ? &range.data()[0][0] : nullptr, range.size() ? &range.data()[0][1] : nullptr,
                    range.size(), sizeof(*range.data())) {}

    template <SpacePointRange R> constexpr PointView(const R&) = delete; ///< choose a plane: PointView::xy() or xz()

    using PointColumns::of;
    /// PointView::of(std::span<const Agent>(agents), &Agent::position).
    template <class T> static constexpr PointView of(std::span<const T> structs, Vec2 T::*member) noexcept {
        return structs.empty() ? PointView()
                               : PointView(&(structs[0].*member).x, &(structs[0].*member).y, structs.size(), sizeof(T));
    }
};

/// A value for each item: a vector, array or span, or a member of structures. Strides are in bytes and multiples of the
/// value's size; stride 0 repeats one value.
template <class T> class Strided {
public:
    constexpr Strided() = default;

    /// `count` values from `first` on.
    template <class P>
    requires(std::convertible_to<P, const T*> &&
             !std::integral<P>) constexpr Strided(P first, std::size_t count,
                                                  std::size_t stride_bytes = sizeof(T)) noexcept
        : first_(first), count_(count), stride_(stride_bytes) {}

    /// A vector, array or span.
    template <class R>
    requires std::convertible_to<const R&, std::span<const T>>
    constexpr Strided(const R& values) noexcept
        : first_(std::span<const T>(values).data()), count_(std::span<const T>(values).size()) {}

    /// The member `member` of each of `structs`: StridedFloats::of(agents, &Agent::radius).
    template <Contiguous R, class S>
    requires std::derived_from<ElementOf<R>, S>
    static constexpr Strided of(const R& structs, T S::*member) noexcept {
        static_assert(sizeof(ElementOf<R>) % sizeof(T) == 0, "a stride is a multiple of the value's size");
        if (structs.size() == 0) return {};
        return {&(structs.data()->*member), structs.size(), sizeof(*structs.data())};
    }

    /// The first value; the others follow it stride() bytes apart.
    constexpr const T* data() const noexcept { return first_; }
    constexpr std::size_t size() const noexcept { return count_; }
    constexpr bool empty() const noexcept { return count_ == 0; }
    constexpr std::size_t stride() const noexcept { return stride_; } ///< in bytes
    constexpr const T& operator[](std::size_t i) const noexcept { return first_[i * (stride_ / sizeof(T))]; }

    /// Values first .. first + count - 1, as far as they are in the view.
    constexpr Strided slice(std::size_t first, std::size_t count) const noexcept {
        const std::size_t begin = first < count_ ? first : count_;
        const std::size_t step = begin * (stride_ / sizeof(T));
        return {first_ ? first_ + step : nullptr, count < count_ - begin ? count : count_ - begin, stride_};
    }

private:
    const T* first_ = nullptr;
    std::size_t count_ = 0, stride_ = sizeof(T);
};

/// Radii, half extents and lengths are given so.
using StridedFloats = Strided<float>;

/// Boxes by their corners, or by centres with half extents, which are never written out as corners.
///
/// Around centres, a box is {c - h, c + h}, each coordinate rounded once.
struct BoxView {
    PointView a, b;              ///< minima and maxima, or centres and half extents
    float half_extent = -1;      ///< >= 0: common to all, b is unused
    bool around_centers = false; ///< a and b are centres and half extents

    constexpr BoxView() = default;

    /// A copy. It is not trivial, so that calls take the view by its address: a trivial one would be copied once more,
    /// sixteen bytes at a time, right after the caller has written it in smaller parts, and such loads wait.
    constexpr BoxView(const BoxView& other) noexcept
        : a(other.a), b(other.b), half_extent(other.half_extent), around_centers(other.around_centers) {}
    constexpr BoxView& operator=(const BoxView&) noexcept = default;

    /// Corners. Both views have the same size.
    constexpr BoxView(PointView min, PointView max) noexcept : a(min), b(max) {}

    /// One box.
    constexpr BoxView(const Aabb& one) noexcept : a(one.min), b(one.max) {}

    /// A vector, array or span of boxes.
    template <class R>
    requires std::convertible_to<const R&, std::span<const Aabb>>
    constexpr BoxView(const R& boxes) noexcept : BoxView(std::span<const Aabb>(boxes), 0) {}

    /// Squares of one size. `half_extent` is 0 or more. A negative one or a NaN gives a view without half extents,
    /// whose two lengths differ unless it is empty: InvalidArgument in the call that is given it. It is never read as
    /// boxes by corners.
    static constexpr BoxView around(PointView centers, float half_extent) noexcept {
        return {centers, {}, half_extent};
    }

    /// Squares, with one half extent for each centre.
    static constexpr BoxView around(PointView centers, StridedFloats half_extents) noexcept {
        return {centers,
                PointView(half_extents.data(), half_extents.data(), half_extents.size(), half_extents.stride()), -1};
    }

    /// Boxes with one half width (x) and half height (y) for each centre.
    static constexpr BoxView around(PointView centers, PointView half_extents) noexcept {
        return {centers, half_extents, -1};
    }

    /// The view may outlive a container that ends with the statement: give the container a name.
    template <class C, class H>
    requires(TemporaryArray<C> || TemporaryArray<H>) static constexpr BoxView around(C&&, H&&) = delete;

    /// The number of boxes.
    constexpr std::size_t size() const noexcept { return a.size; }

    /// Boxes first .. first + count - 1, as far as they are in the view.
    constexpr BoxView slice(std::size_t first, std::size_t count) const noexcept {
        BoxView part = *this;
        part.a = a.slice(first, count);
        part.b = b.slice(first, count);
        return part;
    }

private:
    constexpr BoxView(std::span<const Aabb> s, int) noexcept
        : a(s.empty() ? nullptr : &s[0].min.x, s.empty() ? nullptr : &s[0].min.y, s.size(), sizeof(Aabb)),
          b(s.empty() ? nullptr : &s[0].max.x, s.empty() ? nullptr : &s[0].max.y, s.size(), sizeof(Aabb)) {}
    constexpr BoxView(PointView centers, PointView half_extents, float common) noexcept
        : a(centers), b(half_extents), half_extent(common), around_centers(true) {}
};

/// Discs: centres with one radius for all, or one each. A radius is 0 or more; +infinity covers the whole plane.
struct DiscView {
    PointView centers;
    /// For all discs, unless radii are given: then -1 (0 if empty), so that missing radii are never read as 0.
    float radius = 0;
    StridedFloats radii = {}; ///< empty, or one per centre

    /// Discs of one size.
    constexpr DiscView(PointView c, float common_radius) noexcept : centers(c), radius(common_radius) {}

    /// One radius for each centre.
    constexpr DiscView(PointView c, StridedFloats each) noexcept
        : centers(c), radius(c.size ? -1.f : 0.f), radii(each) {}

    /// Members of structures: DiscView::of(agents, &Agent::position, &Agent::radius).
    template <Contiguous R, class T, PlanePoint P, class U>
    static constexpr DiscView of(const R& structs, P T::*position, float U::*radius) noexcept {
        return {PointView::of(structs, position), StridedFloats::of(structs, radius)};
    }

    /// One disc.
    constexpr DiscView(const Disc& one) noexcept : centers(one.center), radius(one.radius) {}

    /// A vector, array or span of discs.
    template <class R>
    requires std::convertible_to<const R&, std::span<const Disc>>
    constexpr DiscView(const R& discs) noexcept
        : DiscView(of(std::span<const Disc>(discs), &Disc::center, &Disc::radius)) {}

    /// Discs first .. first + count - 1, as far as they are in the view.
    constexpr DiscView slice(std::size_t first, std::size_t count) const noexcept {
        DiscView part = *this;
        part.centers = centers.slice(first, count);
        part.radii = radii.slice(first, count);
        if (!radii.empty() && part.centers.size == 0) part.radius = 0;
        return part;
    }
};

/// Rays: origins and directions in equal numbers, with one length for all, or one each. A length is 0 or more;
/// +infinity is a ray without end.
struct RayView {
    PointView origins, directions;
    float max_t = 0;           ///< for all, in lengths of the direction, unless max_ts are given: then -1 (0 if empty)
    StridedFloats max_ts = {}; ///< empty, or one per ray
    float half_extent = 0;     ///< > 0 sweeps a square: boxes grow by it on every side

    /// Rays of one length.
    constexpr RayView(PointView o, PointView d, float common_max_t) noexcept
        : origins(o), directions(d), max_t(common_max_t) {}

    /// One length for each ray.
    constexpr RayView(PointView o, PointView d, StridedFloats each) noexcept
        : origins(o), directions(d), max_t(o.size ? -1.f : 0.f), max_ts(each) {}

    /// Members of structures: RayView::of(shots, &Shot::origin, &Shot::direction, &Shot::max_t).
    template <Contiguous R, class T, PlanePoint P, class U, PlanePoint D, class V>
    static constexpr RayView of(const R& structs, P T::*origin, D U::*direction, float V::*max_t) noexcept {
        return {PointView::of(structs, origin), PointView::of(structs, direction), StridedFloats::of(structs, max_t)};
    }

    /// One ray.
    constexpr RayView(const Ray& one) noexcept : origins(one.origin), directions(one.direction), max_t(one.max_t) {}

    /// A vector, array or span of rays.
    template <class R>
    requires std::convertible_to<const R&, std::span<const Ray>>
    constexpr RayView(const R& rays) noexcept
        : RayView(of(std::span<const Ray>(rays), &Ray::origin, &Ray::direction, &Ray::max_t)) {}

    /// Rays first .. first + count - 1, as far as they are in the view.
    constexpr RayView slice(std::size_t first, std::size_t count) const noexcept {
        RayView part = *this;
        part.origins = origins.slice(first, count);
        part.directions = directions.slice(first, count);
        part.max_ts = max_ts.slice(first, count);
        if (!max_ts.empty() && part.origins.size == 0) part.max_t = 0;
        return part;
    }
};

} // namespace throng

#include <throng/names_end.hpp>
