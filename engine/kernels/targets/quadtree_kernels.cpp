// SPDX-License-Identifier: MIT
// Kernels of tight quadtrees.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/quadtree/quadtree_locate_kernel.hpp"
#include "engine/kernels/quadtree/quadtree_pairs_kernel.hpp"
#include "engine/kernels/quadtree/quadtree_walk.hpp"
#include "engine/kernels/query/tree_queries.hpp"

namespace throng::kernels {

template <class A>
constinit const QueryTable KernelsOf<A>::quadtree = index_queries<A, QuadtreeWalk<A>, QuadtreePairs, false>();
template const QueryTable KernelsOf<simd::THRONG_TARGET>::quadtree;
template <class A>
constinit const QuadtreeKernels KernelsOf<A>::quadtree_changes = {.locate = QuadLocateKernel<A>::run};
template const QuadtreeKernels KernelsOf<simd::THRONG_TARGET>::quadtree_changes;

} // namespace throng::kernels
