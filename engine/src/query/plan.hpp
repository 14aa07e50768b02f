// SPDX-License-Identifier: MIT
// Converts a public query to the plain batch that kernels read, or finds the fault of the whole call.
#pragma once

#include "engine/kernels/query/batch.hpp"
#include "engine/src/query/category_summary.hpp"

#include <throng/query_options.hpp>
#include <throng/views.hpp>

namespace throng {

/// The categories that masks are compared with. An index without categories refuses masks.
struct Categories {
    bool known = false;
    const std::uint32_t* by_slot = nullptr; // null: all are ~0u
    CategorySummary all{};
};

/// One radius for all neighbourhoods, or one for each.
struct NeighborRadii {
    float common = 0;
    const std::span<const float>* each = nullptr; // null: `common`
};

constexpr bool is_known(Order order) noexcept { return order <= Order::BySlot; }

/// A batch, or the reason why the whole call is InvalidArgument: arguments that do not fit each other, or options that
/// do not apply. It is built in the caller's return value: copying a batch right after it was written waits until its
/// parts are in the cache, for longer than a small world takes to answer it.
struct Planned {
    kernels::Batch batch{};
    Reason reason = Reason::None;
    Slot first = no_slot; // the argument of each that it is about

    explicit operator bool() const noexcept { return reason == Reason::None; }
    Status flaw() const noexcept { return {Fault::InvalidArgument, first, first == no_slot ? 0u : 1u, reason}; }
    kernels::Batch& operator*() noexcept { return batch; }
    const kernels::Batch& operator*() const noexcept { return batch; }
    kernels::Batch* operator->() noexcept { return &batch; }
    const kernels::Batch* operator->() const noexcept { return &batch; }
};

Planned plan_boxes(const BoxView& queries, const QueryOptions& options, Categories categories) noexcept;
Planned plan_discs(const DiscView& queries, const QueryOptions& options, Categories categories) noexcept;
Planned plan_points(const PointView& queries, std::uint32_t k, float max_distance, const QueryOptions& options,
                    Categories categories) noexcept;
Planned plan_rays(const RayView& queries, const QueryOptions& options, Categories categories) noexcept;
/// `rows` neighbourhoods of `of`, or of every slot (null).
Planned plan_neighbors(const Slot* of, std::size_t rows, const NeighborRadii& radii, const QueryOptions& options,
                       Categories categories) noexcept;
/// Only the options, of a batch whose queries the caller sets.
Planned plan_options(std::size_t rows, const QueryOptions& options, Categories categories) noexcept;

} // namespace throng
