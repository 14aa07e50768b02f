// SPDX-License-Identifier: MIT
// A batch of queries and the places where a block of it writes its answers, as kernels see them.
#pragma once

#include "engine/kernels/base/bitset_view.hpp"
#include "engine/kernels/base/box_source.hpp"

namespace throng::kernels {

inline constexpr std::uint32_t no_slot = 0xFFFF'FFFFu;

/// What is asked, of every query of the batch. Pointers are strided columns as in the public views; unused ones are
/// null.
struct Batch {
    const float *a_x = nullptr, *a_y = nullptr; // min corners or centres; disc centres; points; ray origins
    const float *b_x = nullptr, *b_y = nullptr; // max corners or half extents; ray directions
    std::size_t a_stride = 0, b_stride = 0;
    BoxSource::Form form = BoxSource::Form::Points; // of boxes
    float half_extent = 0;                          // CommonCenters; or by how much a ray's boxes grow
    float reach = 0;                                // common radius, max_distance, max_t or range
    const float* reaches = nullptr;                 // or one per query
    const float* cosines = nullptr;                 // of half a cone's angle, one per query
    const std::uint32_t* of = nullptr;              // neighbors_of: the slots asked for
    std::uint32_t k = 0;                            // nearest
    const std::uint32_t* ks = nullptr;              // or one per query

    BitsetView among{};
    bool has_among = false;
    const std::uint32_t *exclude = nullptr, *also_exclude = nullptr; // one per query
    std::uint32_t limit = 0;
    const std::uint32_t* limits = nullptr; // or one per query
    bool by_center = false;                // Measure::Center
    bool keys_wanted = false;              // distances are asked for
    bool keys_stay_squared = false;        // the from ranks them further

    bool has_mask = false;                     // an element counts if its category shares a bit with each mask
    const std::uint32_t* categories = nullptr; // by slot; null: all are ~0u
    std::uint32_t mask = ~0u;                  // of all queries
    const std::uint32_t *masks = nullptr, *also_masks = nullptr; // one per query

    bool any_hit = false; // of rays: whether there is a hit is all that is asked

    float reach_of(std::uint32_t i) const noexcept { return reaches ? reaches[i] : reach; }
    std::uint32_t k_of(std::uint32_t i) const noexcept { return ks ? ks[i] : k; }
    std::uint32_t limit_of(std::uint32_t i) const noexcept { return limits ? limits[i] : limit; }
    /// Apart from also_exclude, which every kernel looks at.
    bool filtered() const noexcept { return has_among || exclude != nullptr || has_mask; }
    bool ranked() const noexcept { return limit != 0 || limits != nullptr || keys_wanted; }
    bool general() const noexcept { return filtered() || ranked(); }
};

/// What a kernel may write past a sink's capacity: its last tile is written whole.
inline constexpr std::uint32_t sink_margin = 16;

/// How many bytes ahead of its end an answer's memory is fetched: past the caches, stores would fill the store buffer,
/// and all wait for it.
inline constexpr std::uintptr_t answer_fetch_distance = 2048;

/// Where a block's hits go. `capacity` leaves room for a whole tile past it; a kernel that would pass it stops before
/// the query at hand and is called again with a larger one, so kernels never allocate.
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
    std::uint64_t dropped = 0; // pairs that were written, and then left out as not wanted
    std::uint64_t candidates = 0;
};

} // namespace throng::kernels
