// SPDX-License-Identifier: MIT
// A tile, the building block of trees, is sixteen boxes side by side. A leaf tile has the boxes of elements; in a
// branch tile each box encloses a tile below.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "engine/kernels/base/region.hpp"

namespace throng::kernels {

struct alignas(64) Tile {
    float min_x[16], min_y[16], max_x[16], max_y[16];
    std::uint32_t ids[16]; // slots, or references to tiles
};
static_assert(sizeof(Tile) == 320);

/// A reference to a tile holds its index, whether it is a leaf, and the number of lanes in use, which are the first
/// ones.
struct TileRef {
    static constexpr std::uint32_t leaf_bit = 32, count_mask = 31, index_shift = 6;
    static constexpr std::uint32_t max_tiles = 1u << (32 - index_shift);
    static constexpr std::uint64_t max_elements = std::uint64_t{max_tiles} * 16; // full tiles alone hold no more

    static constexpr std::uint32_t make(std::uint32_t index, bool leaf, std::uint32_t count) noexcept {
        return index << index_shift | (leaf ? leaf_bit : 0) | count;
    }
    static constexpr std::uint32_t index(std::uint32_t ref) noexcept { return ref >> index_shift; }
    static constexpr bool leaf(std::uint32_t ref) noexcept { return (ref & leaf_bit) != 0; }
    static constexpr std::uint32_t count(std::uint32_t ref) noexcept { return ref & count_mask; }
};
inline constexpr std::uint32_t no_tile = 0; // a reference with no lanes

/// The position of an element is tile * 16 + lane.
inline constexpr std::uint32_t lane_bits = 4;

/// A read-only view of a tree of tiles.
struct TileTreeView : IndexView {
    const Tile* tiles = nullptr;
    const std::uint32_t* next = nullptr; // by tile: a full leaf may continue in another one. Null: no leaf does
    // The reference of each tile, or no_tile if it is unused. Null: leaves follow first_leaf.
    const std::uint32_t* refs = nullptr;
    const std::uint32_t* positions = nullptr; // by slot, or no_position
    std::uint32_t root = no_tile;
    std::uint32_t first_leaf = 0; // without refs: the tiles from here on are leaves, and all but the last one are full
    std::uint32_t tile_count = 0;
    bool wires = false; // elements are much longer than a leaf is wide

    std::uint32_t leaf_at(std::uint32_t tile) const noexcept {
        if (refs) return refs[tile];
        const std::uint32_t before = (tile - first_leaf) * 16;
        return TileRef::make(tile, true, size - before < 16 ? size - before : 16);
    }
    std::uint32_t next_of(std::uint32_t ref) const noexcept {
        return next && TileRef::count(ref) == 16 ? next[TileRef::index(ref)] : no_tile;
    }
};

/// Sets the box of a lane in a Tile, or in anything else with columns of boxes.
template <class Columns> static inline void set_box(Columns& tile, std::uint32_t lane, const Region& box) noexcept {
    tile.min_x[lane] = box.min_x, tile.min_y[lane] = box.min_y;
    tile.max_x[lane] = box.max_x, tile.max_y[lane] = box.max_y;
}

static inline Region box_of_lane(const Tile& tile, std::uint32_t lane) noexcept {
    return {tile.min_x[lane], tile.min_y[lane], tile.max_x[lane], tile.max_y[lane]};
}

/// Finds the box of a slot in a view whose positions are tile * 16 + lane. False: the slot is absent.
template <class View> static inline bool find_in_tiles(const View& v, std::uint32_t slot, Region& box) noexcept {
    if (slot >= v.slot_count || v.positions[slot] == no_position) return false;
    box = box_of_lane(v.tiles[v.positions[slot] >> lane_bits], v.positions[slot] & 15);
    return true;
}

static inline ElementColumns columns_of(const Tile& tile) noexcept {
    return {tile.min_x, tile.min_y, tile.max_x, tile.max_y, tile.ids, 0};
}

} // namespace throng::kernels
