// SPDX-License-Identifier: MIT
// The public functions of Quadtree, and the position of its root, which never changes an answer.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/quadtree/quadtree_state.hpp"

#include <algorithm>

namespace throng {

using kernels::QuadtreeView;

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
    return sizeof(State) + bytes_of(tree, boxes, marks, chosen, touched, works);
}

Aabb Quadtree::State::box_of(Slot slot) const noexcept {
    if (!is_present(slot)) return {};
    const kernels::Region& box = boxes[slot];
    return {{box.min_x, box.min_y}, {box.max_x, box.max_y}};
}

Shown Quadtree::State::show(ViewRoom& room) const noexcept {
    return Shown::in(room, view(), active_kernels().quadtree);
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

namespace {

// Within these bounds no computation on a root overflows.
constexpr double farthest = 1.5e38;

struct Stretch {
    double low, high;
    double length() const { return high - low; }
    void clamp(const Stretch& to) {
        low = std::clamp(low, to.low, to.high);
        high = std::clamp(high, to.low, to.high);
    }
};

Aabb around_all(const kernels::BoxSource& source, std::size_t count) {
    constexpr float most = 3.402823466e38f;
    Aabb all{{most, most}, {-most, -most}};
    for (std::size_t i = 0; i < count; ++i) {
        const Aabb box = box_at(source, i);
        if (!is_valid(box)) continue;
        all.min = {std::min(all.min.x, box.min.x), std::min(all.min.y, box.min.y)};
        all.max = {std::max(all.max.x, box.max.x), std::max(all.max.y, box.max.y)};
    }
    return all;
}

// The range that the middle allows, as far as there are elements.
Stretch stretch_of(float low, float high, float middle_low, float middle_high, float half_extent) {
    const double a = static_cast<double>(middle_low), b = static_cast<double>(middle_high);
    const double more = (b - a) / 2 + 4 * static_cast<double>(half_extent);
    Stretch result{a - more, b + more};
    result.clamp({static_cast<double>(low), static_cast<double>(high)});
    return result;
}

} // namespace

kernels::QuadFrame choose_frame(const kernels::BoxSource& source, std::size_t count,
                                const QuadtreeDesc& desc) noexcept {
    const Aabb& bounds = desc.bounds;
    const auto wide = [](float v) { return static_cast<double>(v); };
    Stretch x{wide(bounds.min.x), wide(bounds.max.x)}, y{wide(bounds.min.y), wide(bounds.max.y)};
    if (!has_area(bounds)) {
        const Extent extent = sample_extent(source, count);
        const Aabb all = around_all(source, count), &middle = extent.middle;
        x = y = {0, 0};
        if (all.min.x <= all.max.x) {
            x = stretch_of(all.min.x, all.max.x, middle.min.x, middle.max.x, extent.half_extent);
            y = stretch_of(all.min.y, all.max.y, middle.min.y, middle.max.y, extent.half_extent);
        }
    }
    x.clamp({-farthest, farthest});
    y.clamp({-farthest, farthest});
    kernels::QuadFrame frame;
    frame.depth = desc.max_depth;
    double side = std::max(x.length(), y.length());
    if (side == 0) side = 1;
    frame.inverse_cell = static_cast<float>(frame.cells() / std::max(side, 1e-30 * frame.cells()));
    frame.origin_x = static_cast<float>(x.low);
    frame.origin_y = static_cast<float>(y.low);
    return frame;
}

bool misplaced(const kernels::QuadFrame& frame, const Extent& extent, const Aabb& bounds) noexcept {
    if (has_area(bounds)) return false;
    const double side = frame.cells() / static_cast<double>(frame.inverse_cell);
    const auto juts = [&](float low, float high, float origin) {
        return juts_out(low, high, static_cast<double>(origin), static_cast<double>(origin) + side);
    };
    const Aabb& middle = extent.middle;
    const double needed = 2 * std::max(extent.width(), extent.height()) + 16 * static_cast<double>(extent.half_extent);
    return juts(middle.min.x, middle.max.x, frame.origin_x) || juts(middle.min.y, middle.max.y, frame.origin_y) ||
           (needed > 0 && needed * 4 + 1e-25 < side);
}

} // namespace throng
