// SPDX-License-Identifier: MIT
// Queries of static trees and loose quadtrees, two trees of tiles that differ only in their pairs.
#include "engine/kernels/tiles/tile_tree.hpp"
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/loose_quadtree/loose_quadtree_pairs_kernel.hpp"
#include "engine/kernels/query/tree_queries.hpp"
#include "engine/kernels/world/cross_pairs_kernel.hpp"

namespace throng::kernels {

// A World joins trees with its other structures, too.
template <class A> constexpr QueryTable static_tree_queries() {
    QueryTable table = index_queries<A, TileTree<A>, TilePairs, true>();
    table.cross_pairs = CrossPairs<A, TileTree<A>>::run;
    return table;
}
template <class A> constexpr QueryTable loose_quadtree_queries() {
    QueryTable table = index_queries<A, TileTree<A>, TilePairs, true>();
    table.pairs = BranchPairs<A>::run;
    return table;
}

template <class A> constinit const QueryTable KernelsOf<A>::static_tree = static_tree_queries<A>();
template const QueryTable KernelsOf<simd::THRONG_TARGET>::static_tree;
template <class A> constinit const QueryTable KernelsOf<A>::loose_quadtree = loose_quadtree_queries<A>();
template const QueryTable KernelsOf<simd::THRONG_TARGET>::loose_quadtree;

} // namespace throng::kernels
