// SPDX-License-Identifier: MIT
// Kernels of changes of trees of tiles, and of the curve in whose order they are built.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/tiles/curve_kernel.hpp"

namespace throng::kernels {

template <class A> constinit const TileTreeKernels KernelsOf<A>::tile_tree_changes{LeafBoxes<A>::take_boxes};
template const TileTreeKernels KernelsOf<simd::THRONG_TARGET>::tile_tree_changes;
template <class A>
constinit const CurveKernels KernelsOf<A>::curve{CurveKernel<A>::area, CurveKernel<A>::places, CurveKernel<A>::sort};
template const CurveKernels KernelsOf<simd::THRONG_TARGET>::curve;

} // namespace throng::kernels
