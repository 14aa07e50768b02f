// SPDX-License-Identifier: MIT
// Elements as kernels read and write them: a column for each coordinate, and one for slots.
#pragma once

#include <cstddef>
#include <cstdint>

namespace throng::kernels {

inline constexpr std::uint32_t no_position = 0xFFFF'FFFFu;  // of a slot that is absent
inline constexpr std::uint32_t beyond_l2_size = 200'000;    // from so many elements on it pays to fetch ahead
inline constexpr std::uint32_t beyond_llc_size = 2'000'000; // and to write past the caches what was not read before

/// The columns that a scan reads. Taken by value: what only locals hold stays in registers, whatever a kernel stores in
/// between.
struct ElementColumns {
    const float *min_x, *min_y, *max_x, *max_y;
    const std::uint32_t* slots;
    float half_extent;
};

/// The columns from an element on.
static inline ElementColumns columns_from(const ElementColumns& c, std::uint32_t at) noexcept {
    return {c.min_x + at, c.min_y + at, c.max_x + at, c.max_y + at, c.slots + at, c.half_extent};
}

/// Columns that a pass writes. For points the two max columns are null.
struct BoxColumns {
    float *min_x, *min_y, *max_x, *max_y;
    std::uint32_t* slots;
};

} // namespace throng::kernels
