// SPDX-License-Identifier: MIT
// The query kernels of row grids of boxes, and of row grids of points. Each set is compiled in a file of its own, so
// that a build runs them in parallel.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/row_grid/nearest_kernel.hpp"
#include "engine/kernels/row_grid/pairs_kernel.hpp"
#include "engine/kernels/row_grid/ray_kernel.hpp"
#include "engine/kernels/row_grid/search_kernel.hpp"

namespace throng::kernels {

template <class A, class Shape, bool points> constexpr SearchKernels<GridView> searches() {
    return {.slots = SearchKernel<A, Shape, points, Collect::Slots>::template run<QueryFrom::Views>,
            .ranked = SearchKernel<A, Shape, points, Collect::Ranked>::template run<QueryFrom::Views>,
            .count = SearchKernel<A, Shape, points, Collect::Count>::template run<QueryFrom::Views>};
}

template <class A, QueryFrom from, bool points> constexpr NeighborKernels<GridView> neighbor_searches() {
    return {.slots = SearchKernel<A, DiscShape<true>, points, Collect::Slots>::template run<from>,
            .ranked = SearchKernel<A, DiscShape<true>, points, Collect::Ranked>::template run<from>};
}

template <class A, bool points> constexpr QueryKernels<GridView> queries() {
    QueryKernels<GridView> all = {.overlap = searches<A, BoxShape, points>(),
                                  .within_box = searches<A, DiscShape<false>, points>(),
                                  .within_center = searches<A, DiscShape<true>, points>(),
                                  .neighbors_of = neighbor_searches<A, QueryFrom::Slots, points>(),
                                  .nearest = NearestKernel<A, points>::run,
                                  .cast = RayKernel<A, points, RayAnswer::First>::run,
                                  .along = RayKernel<A, points, RayAnswer::All>::run,
                                  .pairs = PairsKernel<A, 4, points>::run};
    if constexpr (!points) // a World stores points as boxes
        all.cone = SearchKernel<A, ConeShape, points, Collect::Ranked>::template run<QueryFrom::Views>;
    return all;
}

template <class A, bool points> constexpr GridQueryKernels grid_queries() {
    return {.queries = queries<A, points>(),
            .dense_pairs = PairsKernel<A, 1, points>::run,
            .cell_pairs = {PairsKernel<A, 4, points>::run_cell, PairsKernel<A, 1, points>::run_cell},
            .neighbors = neighbor_searches<A, QueryFrom::Elements, points>()};
}

} // namespace throng::kernels
