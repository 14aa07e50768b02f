// SPDX-License-Identifier: MIT
// Converts the public views to the input of kernels.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/element_columns.hpp"

#include <throng/predicates.hpp>
#include <throng/views.hpp>

#include <optional>

namespace throng {

/// The box is finite and min <= max.
using predicates::is_valid;

/// Null for a view with a flaw, see flaw_of().
std::optional<kernels::BoxSource> box_source_of(const BoxView& boxes, float max_half_extent) noexcept;
std::optional<kernels::BoxSource> box_source_of(const PointView& points, float half_extent) noexcept;
/// The columns of an index as a source.
kernels::BoxSource box_source_of(const kernels::ElementColumns& columns, bool points) noexcept;

/// Boxes of four floats each: min x, min y, max x, max y. There is at least one.
inline kernels::BoxSource box_source_of_corners(const float* corners) noexcept {
    constexpr std::size_t stride = 4 * sizeof(float);
    return {.a_x = corners,
            .a_y = corners + 1,
            .b_x = corners + 2,
            .b_y = corners + 3,
            .a_stride = stride,
            .b_stride = stride,
            .form = kernels::BoxSource::Form::Corners,
            .side_by_side = true};
}
inline kernels::BoxSource box_source_of(const Aabb* boxes) noexcept { return box_source_of_corners(&boxes->min.x); }

/// How many bytes of the caller's memory an item takes.
std::size_t bytes_per_item(const kernels::BoxSource& source) noexcept;

/// Box i in the form in which an index stores it (a point as an empty box).
inline Aabb box_at(const kernels::BoxSource& s, std::size_t i) noexcept {
    const std::size_t a = i * (s.a_stride / sizeof(float)), b = i * (s.b_stride / sizeof(float));
    const Vec2 at{s.a_x[a], s.a_y[a]};
    switch (s.form) {
    case kernels::BoxSource::Form::Points: return {at, at};
    case kernels::BoxSource::Form::CommonCenters: return predicates::box_around(at, s.half_extent);
    case kernels::BoxSource::Form::Corners: return {at, {s.b_x[b], s.b_y[b]}};
    case kernels::BoxSource::Form::Centers: break;
    }
    return predicates::box_around(at, Vec2{s.b_x[b], s.b_y[b]});
}

} // namespace throng
