// SPDX-License-Identifier: MIT
// Views of doubles become floats relative to an origin, items side by side: two floats a point, or four a box. The
// calling thread is in the kernels' floating-point mode.
#pragma once

#include "engine/src/base/column.hpp"

#include <throng/double_views.hpp>
#include <throng/world.hpp>

#include <cstddef>
#include <optional>

namespace throng::relative {

/// False: null data with a size, a stride that is no multiple of 8, or lengths that differ.
bool is_valid(const DoublePointView& points) noexcept;
bool is_valid(const DoubleBoxView& boxes) noexcept;

inline std::size_t size_of(const DoublePointView& points) noexcept { return points.size; }
inline std::size_t size_of(const DoubleBoxView& boxes) noexcept { return boxes.size(); }

inline constexpr std::size_t most_floats = 4; // of an item
inline std::size_t floats_of(const DoublePointView&) noexcept { return 2; }
inline std::size_t floats_of(const DoubleBoxView& boxes) noexcept { return boxes.half_extent >= 0 ? 2 : 4; }

/// static_cast<float>(place - origin) of each coordinate: not finite where it is out of range.
Vec2 convert(DoubleVec2 place, DoubleVec2 origin) noexcept;

/// Writes items [begin, end) of a valid view to `to`, floats_of(view) floats each.
void convert(const DoublePointView& points, DoubleVec2 origin, std::size_t begin, std::size_t end, float* to) noexcept;
void convert(const DoubleBoxView& boxes, DoubleVec2 origin, std::size_t begin, std::size_t end, float* to) noexcept;
void convert(const DoubleQuery* queries, DoubleVec2 origin, std::size_t begin, std::size_t end, Query* to) noexcept;

/// `count` converted items at `floats`; `repeated`: the first of them, as often.
PointView view_of(const DoublePointView& points, const float* floats, std::size_t count,
                  bool repeated = false) noexcept;
BoxView view_of(const DoubleBoxView& boxes, const float* floats, std::size_t count, bool repeated = false) noexcept;

/// The first `count` boxes of a valid view in memory of the caller's. Null: out of memory.
std::optional<BoxView> convert(const DoubleBoxView& boxes, DoubleVec2 origin, std::size_t count,
                               Column<float>& to) noexcept;

/// A valid view of as many items and of the same form, for a call that finds a fault before it reads them.
template <class View> auto stand_in(const View& view) noexcept {
    static constexpr float zeros[most_floats] = {};
    return view_of(view, zeros, size_of(view), true);
}

/// A box relative to another origin that is `shift` = old - new away: float(double(coordinate) + shift).
Aabb shifted(const Aabb& box, DoubleVec2 shift) noexcept;

} // namespace throng::relative
