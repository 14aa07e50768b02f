// SPDX-License-Identifier: MIT
// The kernels of one instruction set: plain function pointers over plain views.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/loose_grid/loose_grid_table.hpp"
#include "engine/kernels/loose_quadtree/loose_quadtree_view.hpp"
#include "engine/kernels/quadtree/quadtree_view.hpp"
#include "engine/kernels/query/query_kernels.hpp"
#include "engine/kernels/row_grid/change.hpp"
#include "simd/arch.hpp"
#include "simd/instruction_sets.hpp"

namespace throng::kernels {

/// Pairs of a row grid of `size` elements that all share one cell: a PairKernel without the grid.
using CellPairKernel = std::uint32_t (*)(const ElementColumns&, std::uint32_t size, std::uint32_t begin,
                                         std::uint32_t end, const BitsetView* among, PairSink&);

/// Indexed by `points` (false, true) if a kernel differs for grids of points.
struct GridKernels {
    simd::Isa compiled_for; // derived from the compiler's flags, not from the name of the table
    bool (*read_row[2][4])(const GridView&, std::uint32_t row, ReadRow&); // by Change
    bool (*sweep_slots[2])(const GridView&, SlotSweep&);
    void (*leave_row)(const GridRow&, const LeaveRow&);
    bool (*locate[2])(const GridView&, Locate&);
    void (*write_row[2])(const GridView&, GridRow&, const WriteRow&);
    void (*refresh_row[2][2])(GridRow&, const BoxColumns& own, const BoxSource&, const std::uint32_t* item_of_slot,
                              ItemFaults&); // Update, Move
    std::uint32_t (*find_slot)(const GridView&, std::uint32_t slot);
};

/// For a row grid of boxes, or for one of points.
struct GridQueryKernels {
    QueryKernels<GridView> queries;      // pairs by packets of 4 elements x 4 candidates
    PairKernel<GridView> dense_pairs;    // 1 x 16
    CellPairKernel cell_pairs[2];        // by whether they are dense
    NeighborKernels<GridView> neighbors; // of elements in memory order, rows by slot
};

/// Pairs of `count` elements of one structure, at most sixteen, with the elements of another one, of members of `among`
/// if it is given. False: the sink is full, has no taker, and holds none of these pairs.
template <class View>
using CrossPairKernel = bool (*)(const View&, const ElementColumns& elements, std::uint32_t count,
                                 const BitsetView* among, PairSink&);

/// The row grid is one of boxes.
struct CrossPairKernels {
    CrossPairKernel<GridView> grid;
    CrossPairKernel<LooseGridView> loose_grid;
    CrossPairKernel<TileTreeView> tile_tree;
};

/// Sorts `count` <= most hits of a row, with different slots, by slot; `keys` are null or are moved with them.
struct SlotOrderKernel {
    std::uint32_t most;
    void (*run)(std::uint32_t* slots, float* keys, std::uint32_t count);
};

/// A file of targets/ defines each member, once per instruction set.
template <class A> struct KernelsOf {
    static const GridKernels grid;
    static const GridQueryKernels grid_of_boxes, grid_of_points;
    static const QueryKernels<TileTreeView> tile_tree;
    static const LooseQuadtreeKernels loose_quadtree;
    static const LooseGridKernels loose_grid;
    static const QuadtreeKernels quadtree;
    static const CrossPairKernels cross_pairs;
    static const SlotOrderKernel slot_order;
};

#define THRONG_DECLARE_KERNELS(A)                                                   \
    extern template const GridKernels KernelsOf<simd::A>::grid;                     \
    extern template const GridQueryKernels KernelsOf<simd::A>::grid_of_boxes;       \
    extern template const GridQueryKernels KernelsOf<simd::A>::grid_of_points;      \
    extern template const QueryKernels<TileTreeView> KernelsOf<simd::A>::tile_tree; \
    extern template const LooseQuadtreeKernels KernelsOf<simd::A>::loose_quadtree;  \
    extern template const LooseGridKernels KernelsOf<simd::A>::loose_grid;          \
    extern template const QuadtreeKernels KernelsOf<simd::A>::quadtree;             \
    extern template const CrossPairKernels KernelsOf<simd::A>::cross_pairs;         \
    extern template const SlotOrderKernel KernelsOf<simd::A>::slot_order;
THRONG_DECLARE_KERNELS(baseline)
THRONG_DECLARE_KERNELS(avx2)
THRONG_DECLARE_KERNELS(avx512)
THRONG_DECLARE_KERNELS(neon64)
#undef THRONG_DECLARE_KERNELS

struct KernelTable {
    const GridKernels& grid;
    const GridQueryKernels &grid_of_boxes, &grid_of_points;
    const QueryKernels<TileTreeView>& tile_tree;
    const LooseQuadtreeKernels& loose_quadtree;
    const LooseGridKernels& loose_grid;
    const QuadtreeKernels& quadtree;
    const CrossPairKernels& cross_pairs;
    const SlotOrderKernel& slot_order;

    const GridQueryKernels& grid_queries(bool points) const noexcept { return points ? grid_of_points : grid_of_boxes; }
};

} // namespace throng::kernels
