// SPDX-License-Identifier: MIT
// The public functions of Quadtree.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/quadtree/quadtree_state.hpp"

namespace throng {

using kernels::QuadtreeView;

DescCheck Quadtree::State::check(const QuadtreeDesc& desc) noexcept {
    return DescCheck()
        .bounds(desc.bounds)
        .memory(desc.memory)
        .holds(desc.max_per_leaf != 0, Reason::MaxPerLeaf)
        .holds(desc.max_depth <= 15, Reason::MaxDepth);
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

Shown Quadtree::State::show(ViewRoom& room) const noexcept {
    return Shown::of(*::new (room.place<kernels::QuadtreeView>()) kernels::QuadtreeView(view()),
                     active_kernels().quadtree);
}
PairSearch Quadtree::State::pair_search(const kernels::IndexView& view) const noexcept {
    return {active_kernels().quadtree.pairs, pair_items(static_cast<const kernels::QuadtreeView&>(view))};
}
PairItems Quadtree::State::pair_items(const QuadtreeView& view) noexcept {
    return {.count = view.size == 0 ? 0 : view.part_count, .block = 16};
}

Quadtree::Quadtree() noexcept = default;
Quadtree::Quadtree(const QuadtreeDesc& desc) { require_open(open(desc), State::check(desc)); }
Status Quadtree::open(const QuadtreeDesc& desc) noexcept { return life::open<State>(*this, desc); }

Status Quadtree::cleanup() noexcept {
    return changes::guarded(Access::state(*this), {}, [this](const Executor&) {
        Access::open_state(*this)->cleanup();
        return Status{};
    });
}

} // namespace throng
