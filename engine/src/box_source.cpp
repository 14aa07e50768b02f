// SPDX-License-Identifier: MIT
#include "engine/src/box_source.hpp"

namespace throng {
bool is_sound(const PointView& points) noexcept {
    return points.stride % sizeof(float) == 0 && (points.size == 0 || (points.x && points.y));
}

std::optional<kernels::BoxSource> box_source_of(const BoxView& boxes, float max_half_extent) noexcept {
    if (!is_sound(boxes.a)) return std::nullopt;
    kernels::BoxSource source{.a_x = boxes.a.x, .a_y = boxes.a.y, .a_stride = boxes.a.stride, .max_half_extent = max_half_extent};
    if (boxes.around_centers && boxes.half_extent >= 0) {
        source.half_extent = boxes.half_extent;
        source.form = kernels::BoxSource::Form::CommonCenters;
        return source;
    }
    if (!is_sound(boxes.b) || boxes.b.size != boxes.a.size) return std::nullopt;
    source.b_x = boxes.b.x;
    source.b_y = boxes.b.y;
    source.b_stride = boxes.b.stride;
    source.form = boxes.around_centers ? kernels::BoxSource::Form::Centers : kernels::BoxSource::Form::Corners;
    return source;
}

std::optional<kernels::BoxSource> box_source_of(const PointView& points, float half_extent) noexcept {
    if (!is_sound(points)) return std::nullopt;
    return kernels::BoxSource{.a_x = points.x, .a_y = points.y, .a_stride = points.stride, .half_extent = half_extent};
}

kernels::BoxSource box_source_of(const kernels::BoxColumns& columns, bool points) noexcept {
    kernels::BoxSource source{.a_x = columns.min_x, .a_y = columns.min_y, .a_stride = sizeof(float)};
    if (points) return source;
    source.b_x = columns.max_x;
    source.b_y = columns.max_y;
    source.b_stride = sizeof(float);
    source.form = kernels::BoxSource::Form::Corners;
    return source;
}

} // namespace throng
