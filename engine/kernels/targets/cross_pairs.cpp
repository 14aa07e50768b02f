// SPDX-License-Identifier: MIT
// Pairs across the structures of a world.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/loose_grid/loose_grid_walk.hpp"
#include "engine/kernels/world/cross_pairs_kernel.hpp"
#include "engine/kernels/world/grid_cross_pairs_kernel.hpp"

namespace throng::kernels {

template <class A>
constinit const CrossPairKernels KernelsOf<A>::cross_pairs = {
    .grid = GridCrossPairs<A>::run,
    .loose_grid = CrossPairs<A, LooseGridWalk<A>>::run,
    .tile_tree = CrossPairs<A, TileTree<A>>::run,
};
template const CrossPairKernels KernelsOf<simd::THRONG_TARGET>::cross_pairs;

} // namespace throng::kernels
