// SPDX-License-Identifier: MIT
// Tiles written and looked at one lane at a time: for building them, for drawing, and for checking that they are what
// they should be.
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

/// Around the first `count` boxes, at least one.
Aabb box_around(const kernels::Tile& tile, std::uint32_t count) noexcept;

/// The leaf that is tile `item` after the branches that come first, or no_tile where that tile is none.
inline std::uint32_t leaf_of(const kernels::TileTreeView& tree, std::uint32_t item) noexcept {
    const std::uint32_t ref = tree.leaf_at(tree.first_leaf + item);
    return kernels::TileRef::leaf(ref) ? ref : kernels::no_tile;
}

/// Of an absent slot: all zero.
Aabb box_of_slot(const kernels::TileTreeView& tree, Slot slot) noexcept;

/// Every tile with the box around it, parents first. The tree is not empty.
void visit_tiles(const kernels::TileTreeView& tree, Route route, NodeVisitor* visitor, void* context) noexcept;

/// Whether every box is inside the one above it and finite, every slot is where its position says, and nobody is
/// missing.
bool valid_tiles(const kernels::TileTreeView& tree) noexcept;

} // namespace throng
