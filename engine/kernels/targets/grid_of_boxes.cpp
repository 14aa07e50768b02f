// SPDX-License-Identifier: MIT
// Queries of row grids of boxes.
#include "engine/kernels/row_grid/query_table_kernel.hpp"

namespace throng::kernels {

template <class A> constinit const GridQueryKernels KernelsOf<A>::grid_of_boxes = grid_queries<A, false>();
template const GridQueryKernels KernelsOf<simd::THRONG_TARGET>::grid_of_boxes;

} // namespace throng::kernels
