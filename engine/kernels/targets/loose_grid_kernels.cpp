// SPDX-License-Identifier: MIT
// Kernels of loose grids.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/loose_grid/loose_grid_kernel.hpp"
#include "engine/kernels/loose_grid/loose_grid_walk.hpp"
#include "engine/kernels/query/tree_queries.hpp"
#include "engine/kernels/world/cross_pairs_kernel.hpp"

namespace throng::kernels {

template <class A> constexpr QueryTable loose_grid_queries() {
    QueryTable table = index_queries<A, LooseGridWalk<A>, TilePairs, true>();
    table.cross_pairs = CrossPairs<A, LooseGridWalk<A>>::run;
    return table;
}

template <class A> constinit const QueryTable KernelsOf<A>::loose_grid = loose_grid_queries<A>();
template const QueryTable KernelsOf<simd::THRONG_TARGET>::loose_grid;
template <class A>
constinit const LooseGridKernels KernelsOf<A>::loose_grid_changes = {
    .update = {LooseGridKernel<A>::template update<false>, LooseGridKernel<A>::template update<true>},
    .wrap = LooseGridKernel<A>::wrap,
    .measure = LooseGridKernel<A>::measure,
};
template const LooseGridKernels KernelsOf<simd::THRONG_TARGET>::loose_grid_changes;

} // namespace throng::kernels
