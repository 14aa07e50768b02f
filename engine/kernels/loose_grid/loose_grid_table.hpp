// SPDX-License-Identifier: MIT
// The kernels of changes of loose grids.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/loose_grid/loose_grid_cells.hpp"

namespace throng::kernels {

/// A run of tight cells of one level, and the results of a pass over it.
struct LooseBlock {
    std::uint32_t level = 0, begin = 0, end = 0; // tight cells
    std::uint32_t elements_before = 0;           // in earlier blocks

    // The slots of elements that leave their cell, and their new cells. Room for all elements of the block.
    std::uint32_t *slots = nullptr, *cells = nullptr;
    std::uint32_t leaving = 0;
    std::uint32_t freed = no_position; // tiles that became empty, a chain
    float widest = 0, tallest = 0;     // of the elements that stay
    ItemFaults faulty{};
};

struct LooseGridKernels {
    void (*update[2])(const LooseGridView&, const LooseCells&, const BoxSource&, LooseBlock&); // view.by_kind()
    void (*wrap)(const LooseGridView&, const LooseCells&, LooseBlock&);
    void (*measure)(const LooseGridView&, const LooseLevel&, std::uint32_t row, TightRow&);
};

} // namespace throng::kernels
