// SPDX-License-Identifier: MIT
// What the change kernels of a loose quadtree read and write; queries read a TileTreeView.
//
// A branch tile covers two levels of squares: each of its lanes is a quarter of its square, which is a leaf, or
// a quarter of a quarter, which is a leaf or a branch. So one test covers sixteen boxes, and a leaf still
// splits into four.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/region.hpp"
#include "engine/kernels/base/tile.hpp"

namespace throng::kernels {

/// A finest cell. The root square is 2^16 of them wide, and squares of all depths consist of them. A tree of four
/// squares, one for each kind of element, has them side by side: bit 16 of x is set for wide elements, of y for tall.
struct LooseCell {
    std::uint32_t x, y;
};

/// The root is the square around all elements. An element's cell is that of its centre; border cells also hold elements
/// that lie outside.
struct LooseRoot {
    static constexpr std::uint32_t shift = 16, cells_across = 1u << shift;
    static constexpr std::uint32_t kinds_shift = shift + 1; // of a root above the squares of all kinds
    // A smaller square would have all elements in one cell; a larger one would not fit the smallest floats.
    static constexpr float min_cells_per_unit = 9e-35f, max_cells_per_unit = 1e30f;
    float x = 0, y = 0, inverse_cell = 1;
    // Elements wider than this are wide, and higher ones tall. Infinite: all are of one kind, in a single square.
    float long_side = __builtin_inff();
    bool by_kind() const noexcept { return long_side < __builtin_inff(); }
};

/// A node is the place of a tile in the tree.
struct LooseNode {
    std::uint32_t parent;   // the branch above, or no_node
    std::uint32_t head;     // of a leaf: its first tile; else the branch itself
    std::uint32_t link;     // of a head: the leaf's last tile; of its other tiles: the one before
    std::uint32_t elements; // of a head: in the whole leaf
    std::uint32_t arrivals; // of a head: elements that are about to come
    std::uint16_t x, y;     // the lowest cell of the square, without bit 16
    std::uint16_t leavers;  // lanes that an update moves elsewhere
    std::uint16_t faulty;   // lanes that an update leaves unchanged
    std::uint8_t shift;     // the square is 2^shift cells wide
    std::uint8_t lane;      // in the parent
    std::uint8_t children;  // of a branch: its lanes in use
    bool shrunk : 1;        // of a head: its stored box may be wider than its elements
    bool wide : 1, tall : 1;
    // A branch has the lane of each quarter of a quarter; the lane of a whole quarter is stored four times.
    std::uint8_t lane_of[16];
};
static inline LooseCell lowest_cell(const LooseNode& node) noexcept {
    return {node.x | std::uint32_t{node.wide} << LooseRoot::shift,
            node.y | std::uint32_t{node.tall} << LooseRoot::shift};
}
inline constexpr std::uint32_t no_node = 0xFFFF'FFFFu;
inline constexpr std::uint8_t no_lane = 0xFF;

/// An update of all elements: item i of `source` is slot i.
struct LooseUpdate {
    Tile* tiles = nullptr;
    const std::uint32_t *next = nullptr, *refs = nullptr; // as in TileTreeView
    LooseNode* nodes = nullptr;
    LooseRoot root{};
    BoxSource source{};
};

struct LooseQuadtreeKernels {
    /// Marks the elements of the leaf tiles in [begin, end) that leave the square of their leaf and those with a faulty
    /// new box, and returns how many leave.
    std::uint32_t (*find_leavers)(const LooseUpdate&, std::uint32_t begin, std::uint32_t end, ItemFaults&);
    /// Writes the new boxes of the leaves that begin in [begin, end), and the boxes of the leaves around the
    /// elements that stay.
    void (*take_boxes)(const LooseUpdate&, std::uint32_t begin, std::uint32_t end);
};

} // namespace throng::kernels
