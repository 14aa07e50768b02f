// SPDX-License-Identifier: MIT
// Converts a public query to the plain batch that kernels read, or finds the fault of the whole call.
#pragma once

#include "engine/kernels/query/batch.hpp"

#include <throng/query_options.hpp>
#include <throng/views.hpp>

#include <optional>

namespace throng {

/// The categories that masks are compared with. An index without categories refuses masks.
struct Categories {
    bool known = false;
    const std::uint32_t* by_slot = nullptr; // null: all are ~0u
};

constexpr bool is_known(Order order) noexcept { return order <= Order::BySlot; }

/// Null if the arguments do not fit each other or the options do not apply: InvalidArgument.
std::optional<kernels::Batch> plan_boxes(const BoxView& queries, const QueryOptions& options,
                                         Categories categories) noexcept;
std::optional<kernels::Batch> plan_discs(const DiscView& queries, const QueryOptions& options,
                                         Categories categories) noexcept;
std::optional<kernels::Batch> plan_points(const PointView& queries, std::uint32_t k, float max_distance,
                                          const QueryOptions& options, Categories categories) noexcept;
std::optional<kernels::Batch> plan_rays(const RayView& queries, const QueryOptions& options,
                                        Categories categories) noexcept;
/// `rows` neighbourhoods of `of`, or of every slot (null).
std::optional<kernels::Batch> plan_neighbors(const Slot* of, std::size_t rows, float radius,
                                             const QueryOptions& options, Categories categories) noexcept;
/// Only the options, of a batch whose queries the caller sets.
std::optional<kernels::Batch> plan_options(std::size_t rows, const QueryOptions& options,
                                           Categories categories) noexcept;

} // namespace throng
