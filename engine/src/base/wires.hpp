// SPDX-License-Identifier: MIT
// Wires are elements that are long in one direction alone. A box around wide and tall ones is as large as their length
// both ways, and almost empty, so indexes keep the two apart where wires are common.
#pragma once

#include <throng/types.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace throng {

/// Whether it is longer than `long_side` in one direction alone.
inline bool is_wire(const Aabb& box, float long_side) noexcept {
    return (box.max.x - box.min.x > long_side) != (box.max.y - box.min.y > long_side);
}

/// Whether more than one element in eight is a wire; in sixteen if they are `kept_apart` already, so that a crowd at
/// the limit is not laid out again and again. Of the smallest floats, whose squares vanish, none is.
inline bool wires_are_common(std::span<const Aabb> sample, float long_side, bool kept_apart) noexcept {
    const auto wires = static_cast<std::size_t>(
        std::count_if(sample.begin(), sample.end(), [&](const Aabb& box) { return is_wire(box, long_side); }));
    return long_side > 0 && wires * (kept_apart ? 16 : 8) > sample.size();
}

} // namespace throng
