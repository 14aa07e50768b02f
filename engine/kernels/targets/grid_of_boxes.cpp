// SPDX-License-Identifier: MIT
// Queries of row grids, and pairs of those of boxes.
#include "engine/kernels/row_grid/pairs_kernel.hpp"
#include "engine/kernels/row_grid/query_table_kernel.hpp"
#include "engine/kernels/world/grid_cross_pairs_kernel.hpp"

namespace throng::kernels {

template <class A> constexpr QueryTable grid_of_boxes() {
    QueryTable table = grid_queries<A>();
    table.pairs = PairsKernel<A, 4, false>::run;
    table.cross_pairs = GridCrossPairs<A>::run;
    return table;
}

template <class A> constinit const QueryTable KernelsOf<A>::grid_of_boxes = kernels::grid_of_boxes<A>();
template const QueryTable KernelsOf<simd::THRONG_TARGET>::grid_of_boxes;
template <class A> constinit const GridPairKernels KernelsOf<A>::pairs_of_boxes = grid_pairs<A, false>();
template const GridPairKernels KernelsOf<simd::THRONG_TARGET>::pairs_of_boxes;

} // namespace throng::kernels
