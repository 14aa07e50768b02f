// SPDX-License-Identifier: MIT
// Functions that are not inlined stay between the changes of the floating-point mode.
#include "engine/src/world/relative.hpp"

#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"

#include <new>
#include <type_traits>

namespace throng::relative {
namespace {

// Two columns, interleaved `step` floats apart. The usual strides are constants for the compiler, which then
// converts several points at once.
template <class Stride, class Step>
void convert_columns(const double* x, const double* y, Stride stride, DoubleVec2 origin, std::size_t count, float* to,
                     Step step) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        to[i * step] = static_cast<float>(x[i * stride] - origin.x);
        to[i * step + 1] = static_cast<float>(y[i * stride] - origin.y);
    }
}

template <std::size_t doubles> using Known = std::integral_constant<std::size_t, doubles>;

void convert_columns(const DoublePointView& points, DoubleVec2 origin, std::size_t begin, std::size_t end, float* to,
                     std::size_t step) noexcept {
    const std::size_t stride = points.stride / sizeof(double), count = end - begin;
    const double *const x = points.x + begin * stride, *const y = points.y + begin * stride;
    if (step == 2 && stride == 2 && y == x + 1) {
        convert_columns(x, x + 1, Known<2>{}, origin, count, to, Known<2>{});
        return;
    }
    if (step == 2 && stride == 1) {
        convert_columns(x, y, Known<1>{}, origin, count, to, Known<2>{});
        return;
    }
    convert_columns(x, y, stride, origin, count, to, step);
}

} // namespace

bool is_valid(const DoublePointView& points) noexcept {
    return points.stride % sizeof(double) == 0 && (points.size == 0 || (points.x && points.y));
}

bool is_valid(const DoubleBoxView& boxes) noexcept {
    if (!is_valid(boxes.a)) return false;
    if (boxes.half_extent >= 0) return boxes.around_centers;
    if (boxes.float_extents)
        return flaw_of(boxes.float_half_extents) == Reason::None && boxes.float_half_extents.size == boxes.size();
    return is_valid(boxes.b) && boxes.b.size == boxes.size();
}

[[gnu::noinline]] Vec2 convert(DoubleVec2 place, DoubleVec2 origin) noexcept {
    return {static_cast<float>(place.x - origin.x), static_cast<float>(place.y - origin.y)};
}

[[gnu::noinline]] void convert(const DoublePointView& points, DoubleVec2 origin, std::size_t begin, std::size_t end,
                               float* to) noexcept {
    convert_columns(points, origin, begin, end, to, 2);
}

[[gnu::noinline]] void convert(const DoubleBoxView& boxes, DoubleVec2 origin, std::size_t begin, std::size_t end,
                               float* to) noexcept {
    const std::size_t step = floats_of(boxes);
    convert_columns(boxes.a, origin, begin, end, to, step);
    if (step == 2) return;
    if (!boxes.float_extents) {
        convert_columns(boxes.b, boxes.around_centers ? DoubleVec2{0, 0} : origin, begin, end, to + 2, step);
        return;
    }
    const PointView& h = boxes.float_half_extents;
    for (std::size_t i = begin; i < end; ++i, to += step) {
        to[2] = kernels::value_at(h.x, h.stride, i);
        to[3] = kernels::value_at(h.y, h.stride, i);
    }
}

[[gnu::noinline]] void convert(const DoubleQuery* queries, DoubleVec2 origin, std::size_t begin, std::size_t end,
                               Query* to) noexcept {
    for (std::size_t i = begin; i < end; ++i, ++to) {
        const DoubleQuery& query = queries[i];
        ::new (static_cast<void*>(to)) Query(query.query);
        to->at = convert(query.place, origin);
        if (to->kind == QueryKind::Overlap) to->to = convert(query.corner, origin);
    }
}

PointView view_of(const DoublePointView&, const float* floats, std::size_t count, bool repeated) noexcept {
    return {floats, floats + 1, count, repeated ? 0 : 2 * sizeof(float)};
}

BoxView view_of(const DoubleBoxView& boxes, const float* floats, std::size_t count, bool repeated) noexcept {
    const std::size_t stride = repeated ? 0 : floats_of(boxes) * sizeof(float);
    const PointView a(floats, floats + 1, count, stride);
    if (floats_of(boxes) == 2) return BoxView::around(a, boxes.half_extent);
    const PointView b(floats + 2, floats + 3, count, stride);
    return boxes.around_centers ? BoxView::around(a, b) : BoxView(a, b);
}

std::optional<BoxView> convert(const DoubleBoxView& boxes, DoubleVec2 origin, std::size_t count,
                               Column<float>& to) noexcept {
    if (count == 0) return stand_in(boxes.slice(0, 0)); // there may be no columns
    if (!to.resize_with_room(count * floats_of(boxes))) return std::nullopt;
    convert(boxes, origin, 0, count, to.data());
    return view_of(boxes, to.data(), count);
}

[[gnu::noinline]] Aabb shifted(const Aabb& box, DoubleVec2 shift) noexcept {
    const auto of = [](float coordinate, double by) { return static_cast<float>(double{coordinate} + by); };
    return {{of(box.min.x, shift.x), of(box.min.y, shift.y)}, {of(box.max.x, shift.x), of(box.max.y, shift.y)}};
}

} // namespace throng::relative
