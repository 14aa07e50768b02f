// SPDX-License-Identifier: MIT
// A batch of queries and the places where a block of it writes its answers, for kernels.
#pragma once

#include "engine/kernels/base/bitset_view.hpp"
#include "engine/kernels/base/box_source.hpp"

#include <throng/types.hpp>

namespace throng::kernels {

inline constexpr std::uint32_t no_slot = 0xFFFF'FFFFu;

/// The parameters of all queries of the batch. Pointers are strided columns as in the public views; unused
/// ones are null.
struct Batch {
    const float *a_x = nullptr, *a_y = nullptr; // min corners or centres; disc centres; points; ray origins
    const float *b_x = nullptr, *b_y = nullptr; // max corners or half extents; ray directions
    std::size_t a_stride = 0, b_stride = 0;
    BoxSource::Form form = BoxSource::Form::Points; // of boxes
    float half_extent = 0;                          // CommonCenters: of all boxes; rays: boxes grow by it
    float reach = 0;                                // common radius, max_distance, max_t or range
    const float* reaches = nullptr;                 // or one per query
    std::size_t reach_stride = sizeof(float);       // of those
    const float* cosines = nullptr;                 // of half the angle of a cone, one per query
    const std::uint32_t* of = nullptr;              // neighbors_of: the slots to search around
    std::uint32_t k = 0;                            // nearest
    const std::uint32_t* ks = nullptr;              // or one per query

    BitsetView among{};
    bool has_among = false;
    const std::uint32_t *exclude = nullptr, *also_exclude = nullptr; // one per query
    std::uint32_t exclude_step = 1;                                  // 0: one in `exclude` for all of them
    std::uint32_t limit = 0;
    const std::uint32_t* limits = nullptr; // or one per query
    bool by_center = false;                // Measure::Center
    bool keys_wanted = false;              // distances are part of the answer
    bool keys_stay_squared = false;        // the caller ranks them further

    bool has_mask = false;                     // an element counts if its category shares a bit with each mask
    const std::uint32_t* categories = nullptr; // by slot; null: all are ~0u
    std::uint32_t mask = ~0u;                  // of all queries
    const std::uint32_t *masks = nullptr, *also_masks = nullptr; // one per query

    // A World reads these before its layers are searched one by one; kernels do not.
    LayerRange layers{};
    const LayerRange* layers_of = nullptr; // or one per query
    bool across_layers = false;            // neighbours in other layers count as well
    bool only_dynamic = false;             // no structure of static elements is searched, in no layer

    bool any_hit = false; // of rays: only whether there is a hit matters

    float reach_of(std::uint32_t i) const noexcept { return reaches ? value_at(reaches, reach_stride, i) : reach; }
    std::uint32_t excluded_by(std::uint32_t i) const noexcept { return exclude[std::size_t{i} * exclude_step]; }
    std::uint32_t k_of(std::uint32_t i) const noexcept { return ks ? ks[i] : k; }
    std::uint32_t limit_of(std::uint32_t i) const noexcept { return limits ? limits[i] : limit; }
    LayerRange layers_at(std::uint32_t i) const noexcept { return layers_of ? layers_of[i] : layers; }
    bool all_layers() const noexcept { return !layers_of && layers == LayerRange{}; }
    /// It leaves out also_exclude, which every kernel applies.
    bool filtered() const noexcept { return has_among || exclude != nullptr || has_mask; }
    bool ranked() const noexcept { return limit != 0 || limits != nullptr || keys_wanted; }
    bool general() const noexcept { return filtered() || ranked(); }
};

/// How far a kernel may write past a sink's capacity: its last tile is written whole.
inline constexpr std::uint32_t sink_margin = 16;

/// How many bytes ahead of its end an answer's memory is fetched. Without that, stores that miss the caches fill the
/// store buffer, and all later stores wait.
inline constexpr std::uintptr_t answer_fetch_distance = 2048;

/// The hits of a block. Behind `capacity` is room for a whole tile. A kernel that would pass the capacity stops before
/// the current query and is called again with a larger sink, so kernels never allocate.
struct HitSink {
    std::uint32_t* slots = nullptr;
    float* keys = nullptr; // squared distances while a row is ranked, then distances; t of rays. Null: not needed
    std::uint32_t size = 0, capacity = 0;
    std::uint32_t* counts = nullptr; // by row of the answer
    std::uint32_t* found = nullptr;  // by row; null: the row's length
    std::uint64_t candidates = 0;
    ItemFaults faulty{};
};

/// Takes pairs that need not be stored.
struct PairTaker {
    void (*take)(PairTaker& self, std::uint32_t* pairs, std::uint32_t size) noexcept;
};

/// The pairs of a block: a0 b0 a1 b1 ... `capacity` is in pairs, with room for 16 more.
struct PairSink {
    std::uint32_t* pairs = nullptr;
    std::uint32_t size = 0, capacity = 0;
    std::uint64_t dropped = 0; // pairs that were written and then removed by a filter
    std::uint64_t candidates = 0;
    // Not null: a kernel whose items may have very many pairs gives it those of a full sink, empties the sink, and goes
    // on within the item.
    PairTaker* taker = nullptr;
};

} // namespace throng::kernels
