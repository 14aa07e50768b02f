// SPDX-License-Identifier: MIT
// Kernels of changes of loose quadtrees and static trees. Their queries are those of all trees of tiles.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/loose_quadtree/loose_quadtree_update_kernel.hpp"

namespace throng::kernels {

template <class A>
constinit const LooseQuadtreeKernels KernelsOf<A>::loose_quadtree_changes{LoosePasses<A>::find_leavers,
                                                                          LoosePasses<A>::take_boxes};
template const LooseQuadtreeKernels KernelsOf<simd::THRONG_TARGET>::loose_quadtree_changes;
template <class A> constinit const StaticTreeKernels KernelsOf<A>::static_tree_changes{LeafBoxes<A>::take_boxes};
template const StaticTreeKernels KernelsOf<simd::THRONG_TARGET>::static_tree_changes;

} // namespace throng::kernels
