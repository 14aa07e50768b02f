// SPDX-License-Identifier: MIT
// The kernels of one instruction set are plain function pointers over plain views.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/loose_grid/loose_grid_cells.hpp"
#include "engine/kernels/quadtree/quadtree_view.hpp"
#include "engine/kernels/query/query_kernels.hpp"
#include "engine/kernels/row_grid/change.hpp"
#include "engine/kernels/tiles/curve.hpp"
#include "engine/kernels/tiles/leaf_update.hpp"
#include "simd/arch.hpp"
#include "simd/instruction_sets.hpp"

namespace throng::kernels {

/// Finds the pairs of a row grid of `size` elements that all share one cell: a PairKernel without the grid.
using CellPairKernel = std::uint32_t (*)(const ElementColumns&, std::uint32_t size, std::uint32_t begin,
                                         std::uint32_t end, const BitsetView* among, PairSink&);

/// A kernel that differs for grids of points is indexed by `points` (false, true).
struct GridKernels {
    simd::Isa compiled_for; // derived from the compiler's flags, not from the name of the table
    bool (*read_row[2][4])(const GridView&, std::uint32_t row, ReadRow&); // by Change
    bool (*sweep_slots[2])(const GridView&, SlotSweep&);
    void (*leave_row)(const GridRow&, const LeaveRow&);
    bool (*locate[2])(const GridView&, Locate&);
    void (*write_row[2])(const GridView&, GridRow&, const WriteRow&);
    void (*refresh_row[2][2])(GridRow&, const BoxColumns& row_columns, const BoxSource&,
                              const std::uint32_t* item_of_slot,
                              ItemFaults&); // Update, Move
    std::uint32_t (*find_slot)(const GridView&, std::uint32_t slot);
};

/// Row grids of boxes and those of points have kernels of pairs of their own. All other queries of both are those of
/// grid_of_boxes.
struct GridPairKernels {
    PairKernel sparse;         // four elements with four candidates each
    PairKernel dense;          // one element with sixteen candidates
    CellPairKernel in_cell[2]; // by whether they are dense
    DistancePairKernel within;
};

/// Sorts `count` <= most hits of a row, with different slots, by slot; `keys` are null or are moved with them.
struct SlotOrderKernel {
    std::uint32_t most;
    void (*run)(std::uint32_t* slots, float* keys, std::uint32_t count);
};

// All tables of one instruction set: type and name. A file of targets/ defines each of them.
#define THRONG_KERNEL_TABLES(TABLE)             \
    TABLE(QueryTable, grid_of_boxes)            \
    TABLE(QueryTable, loose_grid)               \
    TABLE(QueryTable, tile_tree)                \
    TABLE(QueryTable, quadtree)                 \
    TABLE(GridKernels, grid)                    \
    TABLE(GridPairKernels, pairs_of_boxes)      \
    TABLE(GridPairKernels, pairs_of_points)     \
    TABLE(TileTreeKernels, tile_tree_changes)   \
    TABLE(CurveKernels, curve)                  \
    TABLE(LooseGridKernels, loose_grid_changes) \
    TABLE(QuadtreeKernels, quadtree_changes)    \
    TABLE(SlotOrderKernel, slot_order)

#define THRONG_DECLARE_MEMBER(Type, name) static const Type name;
template <class A> struct KernelsOf { THRONG_KERNEL_TABLES(THRONG_DECLARE_MEMBER) };
#undef THRONG_DECLARE_MEMBER

#define THRONG_DECLARE_TABLE(Type, name)                        \
    extern template const Type KernelsOf<simd::baseline>::name; \
    extern template const Type KernelsOf<simd::avx2>::name;     \
    extern template const Type KernelsOf<simd::avx512>::name;   \
    extern template const Type KernelsOf<simd::neon64>::name;
THRONG_KERNEL_TABLES(THRONG_DECLARE_TABLE)
#undef THRONG_DECLARE_TABLE

#define THRONG_DECLARE_REFERENCE(Type, name) const Type& name;
struct KernelTable {
    THRONG_KERNEL_TABLES(THRONG_DECLARE_REFERENCE)

    const GridPairKernels& grid_pairs(bool points) const noexcept { return points ? pairs_of_points : pairs_of_boxes; }
};
#undef THRONG_DECLARE_REFERENCE

#define THRONG_TABLE_OF_SET(Type, name) KernelsOf<A>::name,
template <class A> constexpr KernelTable kernel_table_of() { return {THRONG_KERNEL_TABLES(THRONG_TABLE_OF_SET)}; }
#undef THRONG_TABLE_OF_SET
#undef THRONG_KERNEL_TABLES

} // namespace throng::kernels
