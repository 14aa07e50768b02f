// SPDX-License-Identifier: MIT
// From a public query to the plain batch that kernels read, or the fault of the whole call.
#pragma once

#include "engine/kernels/batch.hpp"

#include <throng/query_options.hpp>
#include <throng/views.hpp>

#include <optional>

namespace throng {

/// Null where the arguments do not fit each other or the options do not apply: InvalidArgument.
std::optional<kernels::Batch> plan_boxes(const BoxView& queries, const QueryOptions& options) noexcept;
std::optional<kernels::Batch> plan_discs(const DiscView& queries, const QueryOptions& options) noexcept;
std::optional<kernels::Batch> plan_points(const PointView& queries, std::uint32_t k, float max_distance,
                                          const QueryOptions& options) noexcept;
std::optional<kernels::Batch> plan_rays(const RayView& queries, const QueryOptions& options) noexcept;
/// `rows` neighbourhoods of `of`, or of every slot (null).
std::optional<kernels::Batch> plan_neighbors(const Slot* of, std::size_t rows, float radius, const QueryOptions& options) noexcept;

} // namespace throng
