// SPDX-License-Identifier: MIT
// Loose grids.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/loose_grid/loose_grid_kernel.hpp"
#include "engine/kernels/loose_grid/loose_grid_walk.hpp"
#include "engine/kernels/query/tree_queries.hpp"

namespace throng::kernels {

template <class A>
constinit const LooseGridKernels KernelsOf<A>::loose_grid = {
    .queries = index_queries<A, LooseGridWalk<A>, TilePairs, true>(),
    .update = {LooseGridKernel<A>::template update<false>, LooseGridKernel<A>::template update<true>},
    .wrap = LooseGridKernel<A>::wrap,
    .measure = LooseGridKernel<A>::measure,
};
template const LooseGridKernels KernelsOf<simd::THRONG_TARGET>::loose_grid;

} // namespace throng::kernels
