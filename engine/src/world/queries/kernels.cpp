// SPDX-License-Identifier: MIT
// The query kernels of a world: each goes over the parts that its queries search.
#include "engine/src/world/queries/answer_packet.hpp"
#include "engine/src/world/queries/world_neighbors.hpp"

namespace throng {
namespace {

using kernels::Batch;
using kernels::choose;
using kernels::Collect;
using kernels::HitSink;
using kernels::if_ranked;

template <SearchKind kind, Collect collect>
std::uint32_t search(const kernels::IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                     HitSink& sink) {
    return search_world(static_cast<const WorldView&>(view), {kind, collect}, batch, begin, end, sink);
}

template <Collect collect>
std::uint32_t neighbors(const kernels::IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                        HitSink& sink) {
    return neighbors_of_items(static_cast<const WorldView&>(view), collect, batch, begin, end, sink);
}

template <SearchKind kind> constexpr kernels::HitKernel kernel_of(Collect collect) {
    return choose(collect, search<kind, Collect::Slots>, search<kind, Collect::Ranked>, search<kind, Collect::Count>);
}

constexpr kernels::HitKernel world_kernel(SearchKind kind, Collect collect) {
    switch (kind) {
    case SearchKind::Overlap: return kernel_of<SearchKind::Overlap>(collect);
    case SearchKind::WithinBox: return kernel_of<SearchKind::WithinBox>(collect);
    case SearchKind::WithinCenter: return kernel_of<SearchKind::WithinCenter>(collect);
    case SearchKind::Neighbors: return choose(collect, neighbors<Collect::Slots>, neighbors<Collect::Ranked>, nullptr);
    case SearchKind::Cone: return if_ranked(search<SearchKind::Cone, Collect::Ranked>, collect);
    case SearchKind::Nearest: return if_ranked(search<SearchKind::Nearest, Collect::Ranked>, collect);
    case SearchKind::Cast: return if_ranked(search<SearchKind::Cast, Collect::Ranked>, collect);
    case SearchKind::Along: break;
    }
    return if_ranked(search<SearchKind::Along, Collect::Ranked>, collect);
}

constexpr kernels::QueryTable table = kernels::table_of_searches(world_kernel);

} // namespace

const kernels::QueryTable& world_query_table() noexcept { return table; }

} // namespace throng
