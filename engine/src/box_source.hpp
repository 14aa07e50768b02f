// SPDX-License-Identifier: MIT
// From the public views to what kernels read.
#pragma once

#include "engine/kernels/change.hpp"

#include <throng/views.hpp>

#include <optional>

namespace throng {

/// Null where data is null with a size, a stride is no multiple of 4, or lengths differ.
bool is_sound(const PointView& points) noexcept;
std::optional<kernels::BoxSource> box_source_of(const BoxView& boxes, float max_half_extent) noexcept;
std::optional<kernels::BoxSource> box_source_of(const PointView& points, float half_extent) noexcept;
/// An index's own columns.
kernels::BoxSource box_source_of(const kernels::BoxColumns& columns, bool points) noexcept;

/// Box i, as an index would store it (a point as an empty box).
Aabb box_at(const kernels::BoxSource& source, std::size_t i) noexcept;

/// Finite and not inside out: an index takes it.
bool is_sound(const Aabb& box) noexcept;

} // namespace throng
