// SPDX-License-Identifier: MIT
// Queries of row grids of points.
#include "engine/kernels/row_grid/query_table_kernel.hpp"

namespace throng::kernels {

template <class A> constinit const GridQueryKernels KernelsOf<A>::grid_of_points = grid_queries<A, true>();
template const GridQueryKernels KernelsOf<simd::THRONG_TARGET>::grid_of_points;

} // namespace throng::kernels
