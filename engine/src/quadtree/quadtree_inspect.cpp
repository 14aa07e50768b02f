// SPDX-License-Identifier: MIT
// Drawing of a Quadtree, and the check of its invariants.
#include "engine/src/base/box_input.hpp"
#include "engine/src/quadtree/quadtree_state.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::CellRect;
using kernels::QuadNode;
using kernels::QuadSquare;

// Calls body(slot, rect) for the elements of a leaf, some at a time.
template <class Body>
void for_listed(const TightTree& tree, const kernels::Region* boxes, const QuadNode& leaf, Body&& body) {
    std::uint32_t slots[RectsOfSlots::most];
    CellRect rects[RectsOfSlots::most];
    for (std::uint32_t entry = leaf.first; entry != kernels::no_entry;) {
        std::uint32_t size = 0;
        for (; entry != kernels::no_entry && size < RectsOfSlots::most; entry = tree.entries()[entry].next)
            slots[size++] = tree.entries()[entry].slot;
        RectsOfSlots(boxes).look_up(tree.frame(), slots, size, rects);
        for (std::uint32_t i = 0; i < size; ++i) body(slots[i], rects[i]);
    }
}

CellRect cells_of(const QuadSquare& at) {
    const auto narrow = [](std::uint32_t v) { return static_cast<std::uint16_t>(v); };
    return {narrow(at.x), narrow(at.y), narrow(at.x + at.side - 1), narrow(at.y + at.side - 1)};
}

// An element of several leaves counts in the leaf where its part inside the square begins.
std::uint32_t elements_in(const TightTree& tree, const kernels::Region* boxes, const QuadSquare& square) {
    const simd::FloatEnvironment environment;
    std::uint32_t sum = 0;
    kernels::for_leaves(tree.nodes(), tree.frame().cells(), cells_of(square),
                        [&](const QuadSquare& leaf, const QuadNode& node) {
                            for_listed(tree, boxes, node, [&](Slot, const CellRect& rect) {
                                const bool begins_x = std::max<std::uint32_t>(rect.min_x, square.x) >= leaf.x;
                                const bool begins_y = std::max<std::uint32_t>(rect.min_y, square.y) >= leaf.y;
                                sum += begins_x && begins_y ? 1u : 0u;
                            });
                            return true;
                        });
    return sum;
}

Aabb bounds_around(const kernels::QuadFrame& frame, const QuadSquare& at) {
    const auto edge = [&](float origin, std::uint32_t cell) {
        return static_cast<float>(static_cast<double>(origin) + cell / static_cast<double>(frame.inverse_cell));
    };
    return {{edge(frame.origin_x, at.x), edge(frame.origin_y, at.y)},
            {edge(frame.origin_x, at.x + at.side), edge(frame.origin_y, at.y + at.side)}};
}

// A number for an entry; the sum over all entries does not depend on their order.
std::uint64_t listing(std::uint32_t node, Slot slot) { return mixed(((std::uint64_t{node} << 32) | slot) + 1); }

} // namespace

void Quadtree::State::visit(NodeVisitor* visitor, void* context) const noexcept {
    struct Waiting {
        QuadSquare square;
        std::uint32_t depth;
    };
    Waiting waiting[kernels::max_waiting_squares];
    std::uint32_t waiting_size = tree.empty() ? 0 : 1;
    waiting[0] = {{0, 0, 0, tree.frame().cells()}, 0};
    while (waiting_size != 0) {
        const Waiting at = waiting[--waiting_size];
        const QuadNode node = tree.nodes()[at.square.node];
        const bool leaf = node.count != QuadNode::branch;
        const std::uint32_t elements =
            leaf ? static_cast<std::uint32_t>(node.count) : elements_in(tree, boxes.data(), at.square);
        if (!visitor(context, {bounds_around(tree.frame(), at.square), at.depth, elements, leaf, Route::Quadtree}) ||
            leaf)
            continue;
        for (std::uint32_t quarter = 4; quarter-- > 0;)
            waiting[waiting_size++] = {at.square.child(node.first, quarter), at.depth + 1};
    }
}

bool Quadtree::State::valid() const noexcept {
    if (tree.empty()) return size == 0 && slot_count() == 0;
    std::uint64_t listed = 0, expected = 0;
    bool here = true;
    const bool linked = tree.valid([&](const QuadSquare& at, const QuadNode& node) {
        for (std::uint32_t entry = node.first; entry != kernels::no_entry; entry = tree.entries()[entry].next)
            if (!is_present(tree.entries()[entry].slot)) return false;
        for_listed(tree, boxes.data(), node, [&](Slot slot, const CellRect& rect) {
            here = here && at.meets(rect);
            listed += listing(at.node, slot);
        });
        return here;
    });
    if (!linked) return false;
    std::uint32_t present = 0;
    for (Slot slot = 0; slot < slot_count(); ++slot) {
        if (!is_present(slot)) continue;
        ++present;
        if (!is_valid(box_of(slot))) return false;
        std::uint32_t slots[16] = {slot};
        CellRect rects[16];
        RectsOfSlots(boxes.data()).look_up(tree.frame(), slots, 1, rects);
        kernels::for_leaves(tree.nodes(), tree.frame().cells(), rects[0], [&](const QuadSquare& at, const QuadNode&) {
            expected += listing(at.node, slot);
            return true;
        });
    }
    return present == size && listed == expected &&
           std::all_of(marks.begin(), marks.end(), [](std::uint64_t word) { return word == 0; });
}

} // namespace throng
