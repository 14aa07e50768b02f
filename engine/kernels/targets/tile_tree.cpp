// SPDX-License-Identifier: MIT
// Trees of tiles.
#include "engine/kernels/tiles/tile_tree.hpp"
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/query/tree_queries.hpp"

namespace throng::kernels {

template <class A>
constinit const QueryKernels<TileTreeView> KernelsOf<A>::tile_tree = index_queries<A, TileTree<A>, TilePairs, true>();
template const QueryKernels<TileTreeView> KernelsOf<simd::THRONG_TARGET>::tile_tree;

} // namespace throng::kernels
