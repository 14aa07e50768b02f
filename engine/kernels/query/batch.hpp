// SPDX-License-Identifier: MIT
// Kernels get a batch of queries, and the places where a block of it writes its answers.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/element_columns.hpp"

#include <throng/types.hpp>

namespace throng::kernels {

inline constexpr std::uint32_t no_slot = 0xFFFF'FFFFu;

/// So few queries are answered one by one: a packet is not worth its preparation.
inline constexpr std::uint32_t few_queries = 2;

/// A value for each query, `stride` bytes apart; a stride of 0 repeats one.
template <class T> struct Column {
    const T* data = nullptr;
    std::size_t stride = sizeof(T);

    constexpr Column() noexcept = default;
    constexpr Column(const T* first, std::size_t apart = sizeof(T)) noexcept : data(first), stride(apart) {}

    explicit operator bool() const noexcept { return data != nullptr; }
    const T& operator[](std::size_t i) const noexcept { return data[i * (stride / sizeof(T))]; }
    bool operator==(const Column&) const = default;

    /// Returns the column of the queries from `first` on.
    Column from(std::size_t first) const noexcept { return data ? Column(&(*this)[first], stride) : Column(); }
};
using NumberColumn = Column<float>;
using WordColumn = Column<std::uint32_t>;

/// The parameters of all queries of the batch. Unused columns are null.
struct Batch {
    enum NumberName : std::uint8_t {
        at_x, // min corners or centres of boxes; centres of discs; points; origins of rays
        at_y,
        to_x, // max corners or half extents of boxes; directions
        to_y,
        reaches, // radii, greatest t or ranges; null: `reach` is that of all
        cosines, // of half the angle of a cone
        number_columns
    };
    enum WordName : std::uint8_t {
        around_slots, // neighbors_of: the slots to search around; null: all
        ks,           // null: `k`
        limits,       // null: `limit`
        exclude,      // null: `excluded`
        also_exclude, // another slot that is left out
        masks,        // null: `mask`
        also_masks,   // another mask, of which an element needs a bit
        word_columns
    };
    static_assert(at_x == 0 && at_y == 1 && to_x == 2 && to_y == 3, "the columns of a place or a segment come first");
    NumberColumn numbers[number_columns];
    WordColumn words[word_columns];

    BoxSource::Form form = BoxSource::Form::Points; // of boxes
    float half_extent = 0;                          // CommonCenters: of all boxes; rays: boxes grow by it
    float reach = 0;                                // radius, max_distance, max_t or range
    std::uint32_t k = 0;                            // nearest
    std::uint32_t limit = 0;
    std::uint32_t excluded = no_slot;

    BitsetView among{};
    bool has_among = false;
    bool by_center = false;         // Measure::Center
    bool keys_wanted = false;       // distances are part of the answer
    bool keys_stay_squared = false; // the caller ranks them further
    bool count_found = true;        // QueryOptions::count_found, for who makes a sink
    bool few = false;               // at most few_queries in all, in whatever parts they are executed

    bool has_mask = false;                     // an element counts if its category shares a bit with each mask
    const std::uint32_t* categories = nullptr; // by slot; null: all are ~0u
    std::uint32_t mask = ~0u;

    // A World reads these before its layers are searched one by one; kernels do not.
    LayerRange layers{};
    Column<LayerRange> layers_of; // or one per query
    bool across_layers = false;   // neighbours in other layers count as well
    bool only_dynamic = false;    // no structure of static elements is searched, in no layer

    bool any_hit = false; // of rays: only whether there is a hit matters

    NumberColumn& operator[](NumberName name) noexcept { return numbers[name]; }
    const NumberColumn& operator[](NumberName name) const noexcept { return numbers[name]; }
    WordColumn& operator[](WordName name) noexcept { return words[name]; }
    const WordColumn& operator[](WordName name) const noexcept { return words[name]; }
    float reach_of(std::uint32_t i) const noexcept { return value_of(numbers[reaches], reach, i); }
    std::uint32_t slot_around(std::uint32_t i) const noexcept { return value_of(words[around_slots], i, i); }
    std::uint32_t k_of(std::uint32_t i) const noexcept { return value_of(words[ks], k, i); }
    std::uint32_t limit_of(std::uint32_t i) const noexcept { return value_of(words[limits], limit, i); }
    std::uint32_t excluded_by(std::uint32_t i) const noexcept { return value_of(words[exclude], excluded, i); }
    std::uint32_t mask_of(std::uint32_t i) const noexcept { return value_of(words[masks], mask, i); }
    LayerRange layers_at(std::uint32_t i) const noexcept { return layers_of ? layers_of[i] : layers; }
    bool all_layers() const noexcept { return !layers_of && layers == LayerRange{}; }
    /// also_exclude does not count: every kernel applies it.
    bool filtered() const noexcept { return chooses() || excludes(); }
    /// Whether it depends on sets and categories, which lie elsewhere than elements, if a hit counts.
    bool chooses() const noexcept { return has_among || has_mask; }
    bool excludes() const noexcept { return words[exclude] || excluded != no_slot; }
    bool limited() const noexcept { return limit != 0 || words[limits]; }
    bool ranked() const noexcept { return limited() || keys_wanted; }
    bool general() const noexcept { return filtered() || ranked(); }

private:
    template <class Column, class T> static T value_of(const Column& column, T common, std::uint32_t i) noexcept {
        return column ? column[i] : common;
    }
};

static_assert(sizeof(Batch) <= 344, "calls of one query copy a batch");

/// Exchanges x and y of queries, as a turned grid stores elements.
inline Batch exchanged(const Batch& batch) noexcept {
    Batch result = batch;
    result[Batch::at_x] = batch[Batch::at_y], result[Batch::at_y] = batch[Batch::at_x];
    result[Batch::to_x] = batch[Batch::to_y], result[Batch::to_y] = batch[Batch::to_x];
    return result;
}

/// A kernel may write this many entries past a sink's capacity, because its last tile is written whole.
inline constexpr std::uint32_t sink_margin = 16;

/// A count that depends on sets or categories collects slots in its sink, up to this number and a tile, before it looks
/// them up.
inline constexpr std::uint32_t counted_at_once = 240;

/// An answer's memory is fetched so many bytes ahead of its end. Otherwise stores that miss the caches fill the store
/// buffer, and all later stores wait.
inline constexpr std::uintptr_t answer_fetch_distance = 2048;

/// A block writes its hits here. There is room for a whole tile behind `capacity`. A kernel that would pass the
/// capacity stops before the current query and is called again with a larger sink, so kernels never allocate.
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

/// A block writes its pairs here: a0 b0 a1 b1 ... `capacity` is in pairs, with room for 16 more.
struct PairSink {
    std::uint32_t* pairs = nullptr;
    std::uint32_t size = 0, capacity = 0;
    std::uint64_t dropped = 0; // pairs that were written and then removed by a filter
    std::uint64_t candidates = 0;
    // If there is a taker, a kernel whose items may have very many pairs gives it those of a full sink, empties the
    // sink, and goes on within the item.
    PairTaker* taker = nullptr;
};

} // namespace throng::kernels
