// SPDX-License-Identifier: MIT
// The loose quadtree's own kernels; its queries are those of all trees of tiles.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/loose_quadtree/loose_quadtree_pairs_kernel.hpp"
#include "engine/kernels/loose_quadtree/loose_quadtree_update_kernel.hpp"

namespace throng::kernels {

template <class A>
constinit const LooseQuadtreeKernels KernelsOf<A>::loose_quadtree{LoosePasses<A>::find_leavers,
                                                                  LoosePasses<A>::take_boxes, BranchPairs<A>::run};
template const LooseQuadtreeKernels KernelsOf<simd::THRONG_TARGET>::loose_quadtree;

} // namespace throng::kernels
