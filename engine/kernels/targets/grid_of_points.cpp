// SPDX-License-Identifier: MIT
// Queries of row grids of points.
#include "engine/kernels/row_grid/query_table_kernel.hpp"

namespace throng::kernels {

template <class A> constinit const QueryTable KernelsOf<A>::grid_of_points = grid_queries<A, true>();
template const QueryTable KernelsOf<simd::THRONG_TARGET>::grid_of_points;
template <class A> constinit const GridPairKernels KernelsOf<A>::pairs_of_points = grid_pairs<A, true>();
template const GridPairKernels KernelsOf<simd::THRONG_TARGET>::pairs_of_points;

} // namespace throng::kernels
