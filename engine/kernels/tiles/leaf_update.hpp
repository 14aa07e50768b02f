// SPDX-License-Identifier: MIT
// What the change kernel of a static tree reads and writes; queries read a TileTreeView.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/tile.hpp"

namespace throng::kernels {

/// New boxes for the elements of all leaves: item i of `source` is the element with id i.
struct LeafUpdate {
    Tile* tiles = nullptr;
    const std::uint32_t* refs = nullptr; // as in TileTreeView
    std::uint32_t first_leaf = 0, leaf_count = 0;
    std::uint32_t size = 0; // elements
    BoxSource source{};

    /// Sixteen leaves share a branch, the last ones before the leaves.
    Tile* branch_above(std::uint32_t leaf) const noexcept {
        return leaf_count == 1 ? nullptr : tiles + (first_leaf - (leaf_count + 15) / 16 + leaf / 16);
    }
    std::uint32_t elements_of(std::uint32_t leaf) const noexcept {
        if (refs) return TileRef::count(refs[first_leaf + leaf]);
        return size - leaf * 16 < 16 ? size - leaf * 16 : 16;
    }
};

struct StaticTreeKernels {
    /// Writes the new boxes of leaves [begin, end), where those of faulty items stay, and the box of each leaf in the
    /// branch above it. Returns the sum of the widths and heights of the leaves.
    double (*take_boxes)(const LeafUpdate&, std::uint32_t begin, std::uint32_t end, ItemFaults&);
};

} // namespace throng::kernels
