// SPDX-License-Identifier: MIT
// A loose quadtree as its own kernels see it, beside the tree of tiles that queries see. Owns nothing.
//
// A branch tile stands for two levels of squares: each of its lanes is a quarter of its square, which is a leaf, or a
// quarter of a quarter, which is a leaf or a branch. So sixteen boxes are tested at once, and a leaf is still split
// into four.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/region.hpp"
#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/query/query_kernels.hpp"

namespace throng::kernels {

/// One of the finest cells, of which the root is 2^16 wide. Squares of all depths are made of them.
struct LooseCell {
    std::uint32_t x, y;
};

/// Where the root lies. An element's cell is that of its centre; what lies outside belongs to the border.
struct LooseRoot {
    static constexpr std::uint32_t shift = 16, cells_across = 1u << shift;
    // In a smaller square all elements would share a cell; a larger one than that of the least floats do not reach.
    static constexpr float min_cells_per_unit = 9e-35f, max_cells_per_unit = 1e30f;
    float x = 0, y = 0, inverse_cell = 1;
};

/// What a tile is in the tree.
struct LooseNode {
    std::uint32_t parent;   // the branch above, or no_node
    std::uint32_t head;     // of a leaf: its first tile; else the branch itself
    std::uint32_t link;     // of a head: the leaf's last tile; of its other tiles: the one before
    std::uint32_t elements; // of a head: in the whole leaf
    std::uint32_t arrivals; // of a head: who is about to come
    std::uint16_t x, y;     // the lowest cell of the square
    std::uint16_t leavers;  // lanes that an update is about to move elsewhere
    std::uint16_t faulty;   // lanes that an update leaves as they are
    std::uint8_t shift;     // the square is 2^shift cells wide
    std::uint8_t lane;      // in the parent
    std::uint8_t children;  // of a branch: its lanes in use
    bool shrunk;            // of a head: its stored box may be wider than its elements
    std::uint8_t
        lane_of[16]; // of a branch: by quarter of a quarter; a lane that is a whole quarter stands there four times
};
inline constexpr std::uint32_t no_node = 0xFFFF'FFFFu;
inline constexpr std::uint8_t no_lane = 0xFF;

/// An update of all elements: items of `source` are slots.
struct LooseUpdate {
    Tile* tiles = nullptr;
    const std::uint32_t *next = nullptr, *refs = nullptr; // as in TileTreeView
    LooseNode* nodes = nullptr;
    LooseRoot root{};
    BoxSource source{};
};

struct LooseQuadtreeKernels {
    /// Of the leaf tiles in [begin, end): marks who leaves the square of its leaf and whose new box is faulty, and
    /// returns how many leave.
    std::uint32_t (*find_leavers)(const LooseUpdate&, std::uint32_t begin, std::uint32_t end, ItemFaults&);
    /// Writes the new boxes of the leaves that begin in [begin, end), and around those who stay the boxes of the
    /// leaves.
    void (*take_boxes)(const LooseUpdate&, std::uint32_t begin, std::uint32_t end);
    PairKernel<TileTreeView> pairs[2]; // by whether `among` is given
};

} // namespace throng::kernels
