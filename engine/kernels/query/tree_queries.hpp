// SPDX-License-Identifier: MIT
// All query kernels of an index with walks.
#pragma once

#include "engine/kernels/query/index_kernels.hpp"
#include "engine/kernels/query/query_kernels.hpp"

namespace throng::kernels {

template <class A, class Index, class Shape> constexpr SearchKernels<typename Index::View> index_searches() {
    return {.slots = IndexSearch<A, Index, Shape, Collect::Slots>::template run<QueryFrom::Views>,
            .ranked = IndexSearch<A, Index, Shape, Collect::Ranked>::template run<QueryFrom::Views>,
            .count = IndexSearch<A, Index, Shape, Collect::Count>::template run<QueryFrom::Views>};
}

/// `with_cones`: whether a World has the index, as cones are asked of worlds alone.
template <class A, class Index, template <class, class> class Pairs, bool with_cones>
constexpr QueryKernels<typename Index::View> index_queries() {
    QueryKernels<typename Index::View> all = {
        .overlap = index_searches<A, Index, BoxShape>(),
        .within_box = index_searches<A, Index, DiscShape<false>>(),
        .within_center = index_searches<A, Index, DiscShape<true>>(),
        .neighbors_of = {.slots =
                             IndexSearch<A, Index, DiscShape<true>, Collect::Slots>::template run<QueryFrom::Slots>,
                         .ranked =
                             IndexSearch<A, Index, DiscShape<true>, Collect::Ranked>::template run<QueryFrom::Slots>},
        .nearest = IndexNearest<A, Index>::run,
        .cast = IndexRays<A, Index, RayAnswer::First>::run,
        .along = IndexRays<A, Index, RayAnswer::All>::run,
        .pairs = Pairs<A, Index>::run};
    if constexpr (with_cones)
        all.cone = IndexSearch<A, Index, ConeShape, Collect::Ranked>::template run<QueryFrom::Views>;
    return all;
}

} // namespace throng::kernels
