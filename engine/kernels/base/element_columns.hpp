// SPDX-License-Identifier: MIT
// The columns of elements that kernels read and write: one for each coordinate, and one for slots.
#pragma once

#include <cstddef>
#include <cstdint>

namespace throng::kernels {

inline constexpr std::uint32_t no_position = 0xFFFF'FFFFu;  // of a slot that is absent
inline constexpr std::uint32_t beyond_l2_size = 200'000;    // from this many elements on, fetching ahead pays
inline constexpr std::uint32_t beyond_llc_size = 2'000'000; // and so do stores past the caches to unread memory

/// What the view of every structure begins with. A kernel knows of which structure its view is.
struct IndexView {
    std::uint32_t size = 0, slot_count = 0;
};

/// The columns that a scan reads. Taken by value: locals stay in registers, whatever a kernel stores in between.
struct ElementColumns {
    const float *min_x, *min_y, *max_x, *max_y;
    const std::uint32_t* slots;
    float half_extent;
};

/// The columns from element `at` on.
static inline ElementColumns columns_from(const ElementColumns& c, std::uint32_t at) noexcept {
    return {c.min_x + at, c.min_y + at, c.max_x + at, c.max_y + at, c.slots + at, c.half_extent};
}

/// The same elements with x and y exchanged, if `exchange`.
static inline ElementColumns exchanged(const ElementColumns& c, bool exchange) noexcept {
    return exchange ? ElementColumns{c.min_y, c.min_x, c.max_y, c.max_x, c.slots, c.half_extent} : c;
}

/// The columns that a pass writes. For points the two max columns are null.
struct BoxColumns {
    float *min_x, *min_y, *max_x, *max_y;
    std::uint32_t* slots;
};

} // namespace throng::kernels
