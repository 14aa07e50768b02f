// SPDX-License-Identifier: MIT
// The public functions of LooseQuadtree.
#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"
#include "engine/src/query/index_queries.hpp"

namespace throng {
namespace {

constexpr std::uint32_t leaves_per_block = 256;

} // namespace

Status LooseQuadtree::State::check(const LooseQuadtreeDesc& desc) noexcept {
    return DescCheck()
        .bounds(desc.bounds)
        .memory(desc.memory)
        .holds(desc.max_per_leaf != 0, Reason::MaxPerLeaf)
        .holds(desc.max_depth <= 15, Reason::MaxDepth)
        .status();
}

const kernels::QueryTable& LooseQuadtree::State::query_table(const kernels::TileTreeView&) noexcept {
    return active_kernels().loose_quadtree;
}
kernels::PairKernel LooseQuadtree::State::pair_kernel(const kernels::TileTreeView&) noexcept {
    return active_kernels().loose_quadtree.pairs;
}
PairItems LooseQuadtree::State::pair_items(const kernels::TileTreeView& view) noexcept {
    return {.count = view.size == 0 ? 0 : view.tile_count, .block = leaves_per_block};
}

template class parts::Life<LooseQuadtree, LooseQuadtreeDesc>;
template class parts::Queries<LooseQuadtree>;
template class parts::Changes<LooseQuadtree>;
template class parts::Reads<LooseQuadtree>;

Status LooseQuadtree::cleanup() noexcept {
    State* const state = Access::state(*this);
    return changes::guarded(state, {}, [&](const Executor&) {
        state->cleanup();
        return Status{};
    });
}

} // namespace throng
