// SPDX-License-Identifier: MIT
// An index with walks gets all query kernels from here.
#pragma once

#include "engine/kernels/query/index_kernels.hpp"
#include "engine/kernels/query/query_kernels.hpp"

namespace throng::kernels {

/// Discs with a limit whose further matches need no count are searched as the nearest within their reach: both have
/// the same rows.
template <class A, class Index, class Shape>
std::uint32_t ranked_discs(const IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                           HitSink& sink) {
    constexpr QueryFrom from = QueryFrom::Views;
    if (batch.limit == 0 || batch[Batch::limits] || batch.count_found)
        return IndexSearch<A, Index, Shape, Collect::Ranked>::template run<from>(view, batch, begin, end, sink);
    Batch nearest = batch;
    nearest.k = batch.limit;
    nearest.by_center = Shape::by_center;
    return IndexNearest<A, Index>::template run<from>(view, nearest, begin, end, sink);
}

template <class A, class Index, class Shape, QueryFrom from> constexpr HitKernel index_search(Collect collect) {
    HitKernel count = nullptr, ranked = IndexSearch<A, Index, Shape, Collect::Ranked>::template run<from>;
    if constexpr (from == QueryFrom::Views) {
        count = IndexSearch<A, Index, Shape, Collect::Count>::template run<from>;
        if constexpr (Shape::whole_disc) ranked = ranked_discs<A, Index, Shape>;
    }
    return choose(collect, IndexSearch<A, Index, Shape, Collect::Slots>::template run<from>, ranked, count);
}

template <class A, class Index> constexpr HitKernel cones_of() {
    return IndexSearch<A, Index, ConeShape, Collect::Ranked>::template run<QueryFrom::Views>;
}

/// `with_cones` says whether a World has the structure, as cones are asked of worlds alone.
template <class A, class Index, bool with_cones> constexpr HitKernel index_kernel(SearchKind kind, Collect collect) {
    switch (kind) {
    case SearchKind::Overlap: return index_search<A, Index, BoxShape, QueryFrom::Views>(collect);
    case SearchKind::WithinBox: return index_search<A, Index, DiscShape<false>, QueryFrom::Views>(collect);
    case SearchKind::WithinCenter: return index_search<A, Index, DiscShape<true>, QueryFrom::Views>(collect);
    case SearchKind::Neighbors: return index_search<A, Index, DiscShape<true>, QueryFrom::Slots>(collect);
    case SearchKind::Nearest: return if_ranked(IndexNearest<A, Index>::template run<QueryFrom::Views>, collect);
    case SearchKind::Cast:
        return if_ranked(IndexRays<A, Index, RayAnswer::First>::template run<QueryFrom::Views>, collect);
    case SearchKind::Along:
        return if_ranked(IndexRays<A, Index, RayAnswer::All>::template run<QueryFrom::Views>, collect);
    case SearchKind::Cone: break;
    }
    if constexpr (with_cones) return if_ranked(cones_of<A, Index>(), collect);
    return nullptr;
}

template <class A, class Index, template <class, class> class Pairs, bool with_cones>
constexpr QueryTable index_queries() {
    QueryTable table = table_of_searches(index_kernel<A, Index, with_cones>);
    table.pairs = Pairs<A, Index>::run;
    return table;
}

} // namespace throng::kernels
