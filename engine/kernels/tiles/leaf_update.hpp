// SPDX-License-Identifier: MIT
// What the change kernel of a static tree reads and writes; queries read a TileTreeView.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/tile.hpp"

namespace throng::kernels {

/// New boxes for the elements of all leaves: item i of `source` is the element with id i.
struct LeafUpdate {
    Tile* tiles = nullptr;
    const Tile* before = nullptr; // what stays is read from here: `tiles`, or tiles of the same elements
    TileTreeView tree{};
    std::uint32_t leaf_count = 0; // further tiles continue leaves
    BoxSource source{};

    /// Sixteen leaves share a branch, the last ones before the leaves; no_branch if the only leaf is the root.
    std::uint32_t branch_above(std::uint32_t leaf) const noexcept {
        return leaf_count == 1 ? no_branch : tree.first_leaf - (leaf_count + 15) / 16 + leaf / 16;
    }
    static constexpr std::uint32_t no_branch = 0xFFFF'FFFFu;
};

struct StaticTreeKernels {
    /// Writes the new boxes of leaves [begin, end), where those of faulty items stay, and the box of each leaf in the
    /// branch above it; an empty leaf keeps its box. Returns the sum of the widths and heights of the leaves.
    double (*take_boxes)(const LeafUpdate&, std::uint32_t begin, std::uint32_t end, ItemFaults&);
};

} // namespace throng::kernels
