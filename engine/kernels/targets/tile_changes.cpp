// SPDX-License-Identifier: MIT
// Kernels of changes of loose quadtrees and static trees, and of the curve in whose order both are built. Their queries
// are those of all trees of tiles.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/loose_quadtree/loose_quadtree_update_kernel.hpp"
#include "engine/kernels/tiles/curve_kernel.hpp"

namespace throng::kernels {

template <class A>
constinit const LooseQuadtreeKernels KernelsOf<A>::loose_quadtree_changes{LoosePasses<A>::find_leavers,
                                                                          LoosePasses<A>::take_boxes};
template const LooseQuadtreeKernels KernelsOf<simd::THRONG_TARGET>::loose_quadtree_changes;
template <class A> constinit const StaticTreeKernels KernelsOf<A>::static_tree_changes{LeafBoxes<A>::take_boxes};
template const StaticTreeKernels KernelsOf<simd::THRONG_TARGET>::static_tree_changes;
template <class A>
constinit const CurveKernels KernelsOf<A>::curve{CurveKernel<A>::area, CurveKernel<A>::places, CurveKernel<A>::sort};
template const CurveKernels KernelsOf<simd::THRONG_TARGET>::curve;

} // namespace throng::kernels
