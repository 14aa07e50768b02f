// SPDX-License-Identifier: MIT
// Access to tiles one lane at a time, for building, drawing and checking them.
#pragma once

#include "engine/kernels/base/tile.hpp"

#include <throng/spatial_index.hpp>

namespace throng {

inline void set_lane(kernels::Tile& tile, std::uint32_t lane, const Aabb& box, std::uint32_t id) noexcept {
    tile.min_x[lane] = box.min.x;
    tile.min_y[lane] = box.min.y;
    tile.max_x[lane] = box.max.x;
    tile.max_y[lane] = box.max.y;
    tile.ids[lane] = id;
}
inline Aabb box_in(const kernels::Tile& tile, std::uint32_t lane) noexcept {
    return {{tile.min_x[lane], tile.min_y[lane]}, {tile.max_x[lane], tile.max_y[lane]}};
}

inline Aabb around_both(const Aabb& a, const Aabb& b) noexcept {
    return {{a.min.x < b.min.x ? a.min.x : b.min.x, a.min.y < b.min.y ? a.min.y : b.min.y},
            {a.max.x > b.max.x ? a.max.x : b.max.x, a.max.y > b.max.y ? a.max.y : b.max.y}};
}

/// The box around the first `count` boxes, at least one.
Aabb box_around(const kernels::Tile& tile, std::uint32_t count) noexcept;

/// The leaf in tile `item`, counted from the first after the branches; no_tile if that tile is no leaf.
inline std::uint32_t leaf_of(const kernels::TileTreeView& tree, std::uint32_t item) noexcept {
    const std::uint32_t ref = tree.leaf_at(tree.first_leaf + item);
    return kernels::TileRef::leaf(ref) ? ref : kernels::no_tile;
}

/// The box of a slot; all zero if it is absent.
inline Aabb box_of_slot(const kernels::TileTreeView& tree, Slot slot) noexcept {
    if (slot >= tree.slot_count || tree.positions[slot] == kernels::no_position) return {};
    return box_in(tree.tiles[tree.positions[slot] >> kernels::lane_bits], tree.positions[slot] & 15);
}

/// Visits every tile with the box around it, parents first. The tree is not empty.
void visit_tiles(const kernels::TileTreeView& tree, NodeVisitor* visitor, void* context) noexcept;

/// Whether every box is finite and inside the one above it, every slot is where its position says, no element is
/// missing, and joins find the same leaves as searches.
bool valid_tiles(const kernels::TileTreeView& tree) noexcept;

} // namespace throng
