// SPDX-License-Identifier: MIT
// A batch of queries and the places where a block of it writes its answers, as kernels see them.
#pragma once

#include "engine/kernels/bitset_view.hpp"
#include "engine/kernels/change.hpp"

namespace throng::kernels {

inline constexpr std::uint32_t no_slot_excluded = 0xFFFF'FFFFu;

/// What is asked, of every query of the batch. Pointers are strided columns as in the public views; unused ones are null.
struct Batch {
    const float *a_x = nullptr, *a_y = nullptr; // min corners or centres; disc centres; points; ray origins
    const float *b_x = nullptr, *b_y = nullptr; // max corners or half extents; ray directions
    std::size_t a_stride = 0, b_stride = 0;
    BoxSource::Form form = BoxSource::Form::Points; // of boxes
    float half_extent = 0;                          // CommonCenters; or by how much a ray's boxes grow
    float reach = 0;                                // common radius, max_distance or max_t
    const float* reaches = nullptr;                 // or one per query
    const std::uint32_t* of = nullptr;              // neighbors_of: the slots asked for
    std::uint32_t k = 0;                            // nearest

    BitsetView among{};
    bool has_among = false;
    const std::uint32_t* exclude = nullptr; // one per query
    std::uint32_t limit = 0;
    bool by_center = false;   // Measure::Center
    bool keys_wanted = false; // distances are asked for
    bool general() const noexcept { return has_among || exclude != nullptr || limit != 0 || keys_wanted; }
};

/// Where a block's hits go. `capacity` leaves room for a whole tile past it; a kernel that would pass it stops before the
/// query at hand and is called again with a larger one, so kernels never allocate.
struct HitSink {
    std::uint32_t* slots = nullptr;
    float* keys = nullptr; // squared distances while a row is ranked, then distances; t of rays. Null: not wanted
    std::uint32_t size = 0, capacity = 0;
    std::uint32_t* counts = nullptr; // by row of the answer
    std::uint32_t* found = nullptr;  // by row; null where it is the row's length
    std::uint64_t candidates = 0;
    ItemFaults faulty{};
};

/// Where a block's pairs go: a0 b0 a1 b1 ... `capacity` in pairs, with room for 16 more.
struct PairSink {
    std::uint32_t* pairs = nullptr;
    std::uint32_t size = 0, capacity = 0;
    std::uint64_t candidates = 0;
};

} // namespace throng::kernels
