// SPDX-License-Identifier: MIT
// Kernels of loose grids.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/loose_grid/loose_grid_kernel.hpp"
#include "engine/kernels/loose_grid/loose_grid_walk.hpp"
#include "engine/kernels/query/tree_queries.hpp"

namespace throng::kernels {

template <class A>
constinit const QueryTable KernelsOf<A>::loose_grid = index_queries<A, LooseGridWalk<A>, TilePairs, true>();
template const QueryTable KernelsOf<simd::THRONG_TARGET>::loose_grid;
template <class A>
constinit const LooseGridKernels KernelsOf<A>::loose_grid_changes = {
    .update = {LooseGridKernel<A>::template update<false>, LooseGridKernel<A>::template update<true>},
    .wrap = LooseGridKernel<A>::wrap,
    .measure = LooseGridKernel<A>::measure,
};
template const LooseGridKernels KernelsOf<simd::THRONG_TARGET>::loose_grid_changes;

} // namespace throng::kernels
