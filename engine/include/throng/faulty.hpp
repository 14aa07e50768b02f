// SPDX-License-Identifier: MIT
// All faulty items of a batch: Status names only the first of them and their number.
//
// A call that reports faulty items has done the rest. To learn which they are, pass the same views, ids or queries
// again to one of these functions, or to World::faulty_positions, World::faulty_slots or the faulty_slots of an index.
// Calls without faults pay nothing for it, and nothing is stored.
#pragma once

#include <throng/export.hpp>
#include <throng/views.hpp>

#include <cstddef>
#include <span>

namespace throng {

struct Query;

/// Writes the positions of the faulty items to `out`, ascending, and returns how many there are. `out` may be shorter,
/// or empty: it gets the first of them, and the number is still that of all. A view that cannot be read (null data with
/// a size, a stride that is no multiple of 4, columns of unequal length), and a common radius or max_t that is negative
/// or a NaN, are faults of the whole call and of no item: 0.
///
/// Boxes: of overlap and count, of spawn, and of build, update, insert and move of an index without a bound for its
/// elements. `max_half_extent` is the bound of a RowGrid (RowGridDesc::max_half_extent), 0: none. It is finite and 0 or
/// more, else there is no bound.
///
/// Cost     O(items), on the calling thread, about a nanosecond each. Memory: none.
/// Threads  any number of callers at once; the arrays behind the view stay unchanged meanwhile.
THRONG_API std::size_t faulty_positions(const BoxView& boxes, std::span<Slot> out, float max_half_extent = 0) noexcept;

/// Points: of nearest, of visible (both ends), and of build, update, insert and move of a RowGrid of points.
/// `half_extent` is that of the grid's elements (RowGridDesc::max_half_extent): a point whose box overflows is faulty.
THRONG_API std::size_t faulty_positions(const PointView& points, std::span<Slot> out, float half_extent = 0) noexcept;

/// Discs: of within and count.
THRONG_API std::size_t faulty_positions(const DiscView& discs, std::span<Slot> out) noexcept;

/// Rays: of cast and along.
THRONG_API std::size_t faulty_positions(const RayView& rays, std::span<Slot> out) noexcept;

/// Queries of a mixed batch. A batch without data has no items.
THRONG_API std::size_t faulty_positions(std::span<const Query> queries, std::span<Slot> out) noexcept;

} // namespace throng
