// SPDX-License-Identifier: MIT
// The public functions of LooseQuadtree.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"

namespace throng {
namespace {

constexpr std::uint32_t leaves_per_block = 256;

} // namespace

DescCheck LooseQuadtree::State::check(const LooseQuadtreeDesc& desc) noexcept {
    return DescCheck()
        .bounds(desc.bounds)
        .memory(desc.memory)
        .holds(desc.max_per_leaf != 0, Reason::MaxPerLeaf)
        .holds(desc.max_depth <= 15, Reason::MaxDepth);
}

Shown LooseQuadtree::State::show(ViewRoom& room) const noexcept {
    return Shown::of(*::new (room.place<kernels::TileTreeView>()) kernels::TileTreeView(view()),
                     active_kernels().loose_quadtree);
}
PairSearch LooseQuadtree::State::pair_search(const kernels::IndexView& view) const noexcept {
    return {active_kernels().loose_quadtree.pairs, pair_items(static_cast<const kernels::TileTreeView&>(view))};
}
PairItems LooseQuadtree::State::pair_items(const kernels::TileTreeView& view) noexcept {
    return {.count = view.size == 0 ? 0 : view.tile_count, .block = leaves_per_block};
}

LooseQuadtree::LooseQuadtree() noexcept = default;
LooseQuadtree::LooseQuadtree(const LooseQuadtreeDesc& desc) { require_open(open(desc), State::check(desc)); }
Status LooseQuadtree::open(const LooseQuadtreeDesc& desc) noexcept { return life::open<State>(*this, desc); }

Status LooseQuadtree::cleanup() noexcept {
    return changes::guarded(Access::state(*this), {}, [this](const Executor&) {
        Access::open_state(*this)->cleanup();
        return Status{};
    });
}

} // namespace throng
