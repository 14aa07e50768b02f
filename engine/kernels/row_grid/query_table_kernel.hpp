// SPDX-License-Identifier: MIT
// Row grids of boxes and row grids of points have their own query kernels. Each set is compiled in a file of its own,
// so that a build runs them in parallel.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/row_grid/nearest_kernel.hpp"
#include "engine/kernels/row_grid/pairs_kernel.hpp"
#include "engine/kernels/row_grid/ray_kernel.hpp"
#include "engine/kernels/row_grid/search_kernel.hpp"

namespace throng::kernels {

template <class A, class Shape, bool points, QueryFrom from> constexpr HitKernel grid_search(Collect collect) {
    HitKernel count = nullptr;
    if constexpr (from == QueryFrom::Views) count = SearchKernel<A, Shape, points, Collect::Count>::template run<from>;
    return choose(collect, SearchKernel<A, Shape, points, Collect::Slots>::template run<from>,
                  SearchKernel<A, Shape, points, Collect::Ranked>::template run<from>, count);
}

template <class A, bool points>
std::uint32_t nearest(const IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                      HitSink& sink) {
    constexpr QueryFrom from = QueryFrom::Views;
    const auto run = batch.by_center ? NearestKernel<A, points, true>::template run<from, RowLength::K>
                                     : NearestKernel<A, points, false>::template run<from, RowLength::K>;
    return run(view, batch, begin, end, sink);
}

template <class A, bool points> constexpr HitKernel grid_kernel(SearchKind kind, Collect collect) {
    switch (kind) {
    case SearchKind::Overlap: return grid_search<A, BoxShape, points, QueryFrom::Views>(collect);
    case SearchKind::WithinBox: return grid_search<A, DiscShape<false>, points, QueryFrom::Views>(collect);
    case SearchKind::WithinCenter: return grid_search<A, DiscShape<true>, points, QueryFrom::Views>(collect);
    case SearchKind::Neighbors: return grid_search<A, DiscShape<true>, points, QueryFrom::Slots>(collect);
    case SearchKind::Nearest: return if_ranked(nearest<A, points>, collect);
    case SearchKind::Cast: return if_ranked(RayKernel<A, points, RayAnswer::First>::run, collect);
    case SearchKind::Along: return if_ranked(RayKernel<A, points, RayAnswer::All>::run, collect);
    case SearchKind::Cone: break;
    }
    // A World stores points as boxes.
    if constexpr (!points)
        return if_ranked(SearchKernel<A, ConeShape, points, Collect::Ranked>::template run<QueryFrom::Views>, collect);
    return nullptr;
}

template <class A, bool points> constexpr QueryTable grid_queries() {
    QueryTable table = table_of_searches(grid_kernel<A, points>);
    table.neighbors_in_order[0] = grid_search<A, DiscShape<true>, points, QueryFrom::Elements>(Collect::Slots);
    table.neighbors_in_order[1] = grid_search<A, DiscShape<true>, points, QueryFrom::Elements>(Collect::Ranked);
    table.pairs = PairsKernel<A, 4, points>::run;
    return table;
}

template <class A, bool points> constexpr GridPairKernels grid_pairs() {
    return {.dense = PairsKernel<A, 1, points>::run,
            .in_cell = {PairsKernel<A, 4, points>::run_cell, PairsKernel<A, 1, points>::run_cell},
            .within = PairsKernel<A, 4, points, DistanceTest>::run_within};
}

} // namespace throng::kernels
