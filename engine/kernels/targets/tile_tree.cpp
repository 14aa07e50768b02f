// SPDX-License-Identifier: MIT
// Queries of static trees and loose quadtrees, two trees of tiles that differ only in their changes.
#include "engine/kernels/tiles/tile_tree.hpp"
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/query/tree_queries.hpp"
#include "engine/kernels/world/cross_pairs_kernel.hpp"

namespace throng::kernels {

// A World joins trees with its other structures, too.
template <class A> constexpr QueryTable tile_tree_queries() {
    QueryTable table = index_queries<A, TileTree<A>, TilePairs, true>();
    table.cross_pairs = CrossPairs<A, TileTree<A>>::run;
    return table;
}

template <class A> constinit const QueryTable KernelsOf<A>::tile_tree = tile_tree_queries<A>();
template const QueryTable KernelsOf<simd::THRONG_TARGET>::tile_tree;

} // namespace throng::kernels
