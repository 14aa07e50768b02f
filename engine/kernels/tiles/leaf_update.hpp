// SPDX-License-Identifier: MIT
// What the change kernel of a tree of tiles reads and writes; queries read a TileTreeView.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/tile.hpp"

namespace throng::kernels {

/// Where the elements of each leaf belong.
struct LeafSquares {
    const Region* homes = nullptr; // by leaf: where their centres may be. Null: elements never leave their tile
    // Elements wider, or higher, than this are of another kind than others; kinds have leaves one behind the other.
    float long_side = __builtin_inff();
    const std::uint32_t* first_leaves = nullptr; // of each of four kinds
    std::uint16_t* leavers = nullptr;            // by tile, from the first leaf on: lanes that belong elsewhere

    std::uint32_t kind_of(std::uint32_t leaf) const noexcept {
        return (leaf >= first_leaves[1] ? 1u : 0u) + (leaf >= first_leaves[2] ? 1u : 0u) +
               (leaf >= first_leaves[3] ? 1u : 0u);
    }
};

/// New boxes for the elements of all leaves: item i of `source` is the element with id i.
struct LeafUpdate {
    Tile* tiles = nullptr;
    const Tile* before = nullptr; // what stays is read from here: `tiles`, or tiles of the same elements
    TileTreeView tree{};
    std::uint32_t leaf_count = 0; // further tiles continue leaves
    BoxSource source{};
    LeafSquares squares{};

    /// Sixteen leaves share a branch, the last ones before the leaves; no_branch if the only leaf is the root.
    std::uint32_t branch_above(std::uint32_t leaf) const noexcept {
        return leaf_count == 1 ? no_branch : tree.first_leaf - (leaf_count + 15) / 16 + leaf / 16;
    }
    static constexpr std::uint32_t no_branch = 0xFFFF'FFFFu;
};

struct TileTreeKernels {
    /// Writes the new boxes of leaves [begin, end), where those of faulty items stay, and in the branch above them the
    /// box of each leaf around the elements that do not leave it; a leaf without any keeps its box. Returns the sum of
    /// the widths and heights of the leaves.
    double (*take_boxes)(const LeafUpdate&, std::uint32_t begin, std::uint32_t end, ItemFaults&);
};

} // namespace throng::kernels
