// SPDX-License-Identifier: MIT
// What one instruction set provides for loose grids.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/loose_grid/loose_grid_cells.hpp"
#include "engine/kernels/query/query_kernels.hpp"

namespace throng::kernels {

/// A run of tight cells of one level, and what is to be done there.
struct LooseBlock {
    std::uint32_t level = 0, begin = 0, end = 0; // tight cells
    std::uint32_t elements_before = 0;           // in earlier blocks

    // Of those who leave their cell: the slots, and the cells they belong to. Room for all elements of the block.
    std::uint32_t *slots = nullptr, *cells = nullptr;
    std::uint32_t leaving = 0;
    std::uint32_t freed = no_position; // tiles given back, a chain
    float widest = 0, tallest = 0;     // of those who stay
    ItemFaults faulty{};
};

struct LooseGridKernels {
    QueryKernels<LooseGridView> queries;
    void (*update)(const LooseGridView&, const LooseCells&, const BoxSource&, LooseBlock&);
    void (*wrap)(const LooseGridView&, const LooseCells&, LooseBlock&);
    void (*measure)(const LooseGridView&, const LooseLevel&, std::uint32_t row, TightRow&);
};

} // namespace throng::kernels
