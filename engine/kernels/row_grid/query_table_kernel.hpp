// SPDX-License-Identifier: MIT
// Row grids of boxes and row grids of points have the same kernels of queries, but for those of pairs.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/row_grid/nearest_kernel.hpp"
#include "engine/kernels/row_grid/ray_kernel.hpp"
#include "engine/kernels/row_grid/search_kernel.hpp"

namespace throng::kernels {

template <class A, class Shape, QueryFrom from> constexpr HitKernel grid_search(Collect collect) {
    HitKernel count = nullptr;
    if constexpr (from == QueryFrom::Views) count = SearchKernel<A, Shape, Collect::Count>::template run<from>;
    return choose(collect, SearchKernel<A, Shape, Collect::Slots>::template run<from>,
                  SearchKernel<A, Shape, Collect::Ranked>::template run<from>, count);
}

template <class A>
std::uint32_t nearest(const IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                      HitSink& sink) {
    const auto run = batch.by_center ? NearestKernel<A, true>::run : NearestKernel<A, false>::run;
    return run(QueryFrom::Views, RowLength::K, static_cast<const GridView&>(view), batch, begin, end, sink);
}

template <class A> constexpr HitKernel grid_kernel(SearchKind kind, Collect collect) {
    switch (kind) {
    case SearchKind::Overlap: return grid_search<A, BoxShape, QueryFrom::Views>(collect);
    case SearchKind::WithinBox: return grid_search<A, DiscShape<false>, QueryFrom::Views>(collect);
    case SearchKind::WithinCenter: return grid_search<A, DiscShape<true>, QueryFrom::Views>(collect);
    case SearchKind::Neighbors: return grid_search<A, DiscShape<true>, QueryFrom::Slots>(collect);
    case SearchKind::Nearest: return if_ranked(nearest<A>, collect);
    case SearchKind::Cast: return if_ranked(RayKernel<A, RayAnswer::First>::run, collect);
    case SearchKind::Along: return if_ranked(RayKernel<A, RayAnswer::All>::run, collect);
    case SearchKind::Cone: break;
    }
    return if_ranked(SearchKernel<A, ConeShape, Collect::Ranked>::template run<QueryFrom::Views>, collect);
}

template <class A> constexpr QueryTable grid_queries() {
    QueryTable table = table_of_searches(grid_kernel<A>);
    table.neighbors_in_order[0] = grid_search<A, DiscShape<true>, QueryFrom::Elements>(Collect::Slots);
    table.neighbors_in_order[1] = grid_search<A, DiscShape<true>, QueryFrom::Elements>(Collect::Ranked);
    return table;
}

} // namespace throng::kernels
