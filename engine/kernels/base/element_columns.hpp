// SPDX-License-Identifier: MIT
// Kernels read and write columns of coordinates and slots, positions by slot, and sets of slots.
#pragma once

#include <cstddef>
#include <cstdint>

namespace throng::kernels {

inline constexpr std::uint32_t no_position = 0xFFFF'FFFFu;  // of a slot that is absent
inline constexpr std::uint32_t beyond_l2_size = 200'000;    // from this many elements on, fetching ahead pays
inline constexpr std::uint32_t beyond_llc_size = 2'000'000; // and so do stores past the caches to unread memory

/// The view of every structure begins with these members. A kernel knows of which structure its view is.
struct IndexView {
    std::uint32_t size = 0, slot_count = 0;
};

/// A scan reads these columns. It takes them by value: locals stay in registers, whatever a kernel stores in between.
struct ElementColumns {
    const float *min_x, *min_y, *max_x, *max_y;
    const std::uint32_t* slots;
    float half_extent; // of points

    /// Whether the elements are points, whose max columns are their min columns.
    __attribute__((always_inline)) bool points() const noexcept { return max_x == min_x; }
};

/// Returns the columns from element `at` on.
static inline ElementColumns columns_from(const ElementColumns& c, std::uint32_t at) noexcept {
    return {c.min_x + at, c.min_y + at, c.max_x + at, c.max_y + at, c.slots + at, c.half_extent};
}

/// Exchanges x and y of the columns if `exchange` is set.
static inline ElementColumns exchanged(const ElementColumns& c, bool exchange) noexcept {
    return exchange ? ElementColumns{c.min_y, c.min_x, c.max_y, c.max_x, c.slots, c.half_extent} : c;
}

/// A pass writes these columns. The two max columns of points are null.
struct BoxColumns {
    float *min_x, *min_y, *max_x, *max_y;
    std::uint32_t* slots;
};

/// Positions by slot during a change. Each write marks the line of its position, so that copying the marked lines
/// brings a copy up to date.
struct WrittenPositions {
    static constexpr std::size_t line = 16; // positions

    std::uint32_t* positions = nullptr; // by slot
    std::uint8_t* written = nullptr;    // by line

    std::uint32_t operator[](std::uint32_t slot) const noexcept { return positions[slot]; }
    /// Several threads may call it at once, for different slots.
    void set(std::uint32_t slot, std::uint32_t position) const noexcept {
        positions[slot] = position;
        __atomic_store_n(written + slot / line, std::uint8_t{1}, __ATOMIC_RELAXED);
    }
};

/// A set of slots: the lowest level of a HierarchicalBitset, one bit per member.
struct BitsetView {
    const std::uint64_t* words = nullptr; // bit s % 64 of words[s / 64]; bits from `size` on are zero
    std::uint32_t size = 0;
    const std::uint32_t* names = nullptr; // by slot: its number in the set. Null: the slot itself
};

/// Whether `slot` is a member; slots beyond the set's size are not.
template <class A> inline bool contains(const BitsetView& set, std::uint32_t slot) {
    if (set.names) slot = set.names[slot];
    return slot < set.size && ((set.words[slot / 64] >> (slot % 64)) & 1u) != 0;
}

} // namespace throng::kernels
