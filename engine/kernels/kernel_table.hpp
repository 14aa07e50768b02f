// SPDX-License-Identifier: MIT
// What one instruction set provides: plain function pointers over plain views.
#pragma once

#include "engine/kernels/change.hpp"
#include "engine/kernels/loose_grid_table.hpp"
#include "engine/kernels/loose_quadtree_view.hpp"
#include "engine/kernels/quadtree_view.hpp"
#include "engine/kernels/query_kernels.hpp"
#include "engine/kernels/tile.hpp"

namespace throng::kernels {

/// Indexed by `points` (false, true) where a kernel differs for point-built grids.
struct GridKernels {
    bool (*read_row[2][4])(const GridView&, std::uint32_t row, ReadRow&); // by Change
    bool (*locate[2])(const GridView&, Locate&);
    void (*write_row[2])(const GridView&, GridRow&, const WriteRow&);
    QueryKernels<GridView> queries[2];      // pairs by packets of 4 elements x 4 candidates
    PairKernel<GridView> dense_pairs[2][2]; // 1 x 16, by whether `among` is given
    SearchKernels<GridView> neighbors[2];   // of elements in memory order, rows by slot; `count` is not used
};

/// Each member is defined once per instruction set, by a file of targets/.
template <class A> struct KernelsOf {
    static const GridKernels grid;
    static const QueryKernels<TileTreeView> tile_tree;
    static const LooseQuadtreeKernels loose_quadtree;
    static const LooseGridKernels loose_grid;
    static const QuadtreeKernels quadtree;
};

struct KernelTable {
    const GridKernels& grid;
    const QueryKernels<TileTreeView>& tile_tree;
    const LooseQuadtreeKernels& loose_quadtree;
    const LooseGridKernels& loose_grid;
    const QuadtreeKernels& quadtree;
};

} // namespace throng::kernels
