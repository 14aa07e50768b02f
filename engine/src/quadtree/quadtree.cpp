// SPDX-License-Identifier: MIT
// The public functions of Quadtree.
#include "engine/src/quadtree/quadtree_state.hpp"
#include "engine/src/query/index_queries.hpp"

namespace throng {

using kernels::QuadtreeView;

Status Quadtree::State::check(const QuadtreeDesc& desc) noexcept {
    return DescCheck()
        .bounds(desc.bounds)
        .memory(desc.memory)
        .holds(desc.max_per_leaf != 0, Reason::MaxPerLeaf)
        .holds(desc.max_depth <= 15, Reason::MaxDepth)
        .status();
}

QuadtreeView Quadtree::State::view() const noexcept {
    QuadtreeView v;
    v.nodes = tree.nodes();
    v.entries = tree.entries();
    v.boxes = boxes.data();
    v.parts = tree.parts().data();
    v.part_count = tree.empty() ? 0 : static_cast<std::uint32_t>(tree.parts().size()) - 1;
    v.frame = tree.frame();
    v.size = size;
    v.slot_count = static_cast<std::uint32_t>(boxes.size());
    return v;
}

std::size_t Quadtree::State::bytes() const noexcept {
    return sizeof(State) + tree.bytes() + boxes.bytes() + marks.bytes() + chosen.bytes() + touched.bytes() +
           works.bytes();
}

Aabb Quadtree::State::box_of(Slot slot) const noexcept {
    if (!is_present(slot)) return {};
    const kernels::Region& box = boxes[slot];
    return {{box.min_x, box.min_y}, {box.max_x, box.max_y}};
}

const kernels::QueryTable& Quadtree::State::query_table(const QuadtreeView&) noexcept {
    return active_kernels().quadtree;
}
kernels::PairKernel Quadtree::State::pair_kernel(const QuadtreeView&) noexcept {
    return active_kernels().quadtree.pairs;
}
PairItems Quadtree::State::pair_items(const QuadtreeView& view) noexcept {
    return {.count = view.size == 0 ? 0 : view.part_count, .block = 16};
}

template class parts::Life<Quadtree, QuadtreeDesc>;
template class parts::Queries<Quadtree>;
template class parts::Changes<Quadtree>;
template class parts::Reads<Quadtree>;

Status Quadtree::cleanup() noexcept {
    State* const state = Access::state(*this);
    return changes::guarded(state, {}, [&](const Executor&) {
        state->cleanup();
        return Status{};
    });
}

} // namespace throng
