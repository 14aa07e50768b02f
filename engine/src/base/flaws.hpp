// SPDX-License-Identifier: MIT
// What is wrong with a view, or with one item of it. Items are looked at only after a fault: the passes that find
// faults record only their kinds, and so cost nothing where there is none.
#pragma once

#include <throng/predicates.hpp>
#include <throng/views.hpp>
#include <throng/world.hpp>

#include <cstddef>
#include <span>

namespace throng {

/// The flaw of a whole view; None: it can be read.
constexpr Reason flaw_of(const PointView& points, Reason without_data = Reason::PointsWithoutData,
                         Reason stride = Reason::PointsStride) noexcept {
    if (points.stride % sizeof(float) != 0) return stride;
    return points.size != 0 && !(points.x && points.y) ? without_data : Reason::None;
}
Reason flaw_of(const BoxView& boxes) noexcept;
Reason flaw_of(const DiscView& discs) noexcept;
Reason flaw_of(const RayView& rays) noexcept;

/// Whether there is a value for each item, or none at all.
template <class T> constexpr bool fits(const Strided<T>& each, std::size_t items) noexcept {
    return each.empty() || (each.data() && each.stride() % sizeof(T) == 0 && each.size() >= items);
}

/// The flaw of item i of a readable view; None: it is valid. The thread is in the kernels' floating-point mode.
Reason flaw_of(const Aabb& box) noexcept;
/// The flaw of an element of a grid with this bound; 0: there is no bound.
Reason flaw_of(const Aabb& box, float max_half_extent) noexcept;
Reason flaw_at(const BoxView& boxes, std::size_t i) noexcept;
Reason flaw_at(const PointView& points, std::size_t i) noexcept;
Reason flaw_at(const DiscView& discs, std::size_t i) noexcept;
Reason flaw_at(const RayView& rays, std::size_t i) noexcept;
Reason flaw_of(const Query& query) noexcept;

/// What is wrong with an item of a batch of slots, whatever the index holds.
Reason flaw_of_slot(std::span<const Slot> slots, std::size_t item) noexcept;

} // namespace throng
