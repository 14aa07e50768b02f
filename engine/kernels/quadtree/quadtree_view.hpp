// SPDX-License-Identifier: MIT
// A read-only view of a tight quadtree: nodes of eight bytes, lists of slots linked by index, and boxes by slot.
//
// Nodes hold no boxes. At the greatest depth the root has 2^depth cells a side, and cell_index(), which is monotone,
// gives the cell of a coordinate; border cells also hold elements that lie outside. So an element covers a rectangle of
// cells and a node a square of them, and integers decide exactly which leaves list an element.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/base/element_columns.hpp"
#include "engine/kernels/base/region.hpp"

#include <throng/types.hpp>

namespace throng::kernels {

/// A branch has the first of its four children, which lie side by side; a leaf has the first entry of its list, and the
/// number of entries.
struct QuadNode {
    static constexpr std::int32_t branch = -1;
    std::uint32_t first;
    std::int32_t count;
};
static_assert(sizeof(QuadNode) == 8);

/// An entry is one element in the list of one leaf.
struct QuadEntry {
    std::uint32_t next, slot;
};
static_assert(sizeof(QuadEntry) == 8);
inline constexpr std::uint32_t no_entry = 0xFFFF'FFFFu;

/// A rectangle has the cells from min to max, both included.
struct CellRect {
    std::uint16_t min_x, min_y, max_x, max_y;
    friend bool operator==(CellRect, CellRect) = default;
};

/// The frame is the position of the cells.
struct QuadFrame {
    float origin_x = 0, origin_y = 0, inverse_cell = 1;
    std::uint32_t depth = 0; // of the deepest leaves, at most 15
    constexpr std::uint32_t cells() const noexcept { return 1u << depth; }
};

/// A square is a node and its cells: [x, x + side) and [y, y + side).
struct QuadSquare {
    std::uint32_t node, x, y, side;

    constexpr QuadSquare child(std::uint32_t first, std::uint32_t quarter) const noexcept {
        const std::uint32_t half = side / 2;
        return {first + quarter, x + (quarter & 1) * half, y + (quarter >> 1) * half, half};
    }
    constexpr bool meets(const CellRect& rect) const noexcept {
        return rect.min_x < x + side && rect.max_x >= x && rect.min_y < y + side && rect.max_y >= y;
    }
};

/// The box of an absent slot has no minimum.
static inline bool is_absent(const Region& box) noexcept { return box.min_x != box.min_x; }

struct QuadtreeView : IndexView {
    const QuadNode* nodes = nullptr; // the root is the first
    const QuadEntry* entries = nullptr;
    const Region* boxes = nullptr; // by slot
    // First cells of runs of leaves, as Z-order numbers in the order of the walk; then the end.
    const std::uint32_t* parts = nullptr;
    std::uint32_t part_count = 0;
    QuadFrame frame{};
};

// A branch adds up to three others to the stack on each of at most 15 levels.
inline constexpr std::uint32_t max_waiting_squares = 64;

/// Calls body(square, leaf) -> bool for every leaf that shares a cell with `rect`, in Z-order; stops at the first
/// false, which it returns.
template <class Body>
static inline bool for_leaves(const QuadNode* nodes, std::uint32_t cells, const CellRect& rect, Body&& body) noexcept {
    QuadSquare waiting[max_waiting_squares];
    std::uint32_t size = 0;
    QuadSquare at{0, 0, 0, cells};
    for (;;) {
        const QuadNode node = nodes[at.node];
        if (node.count == QuadNode::branch) {
            const std::uint32_t middle_x = at.x + at.side / 2, middle_y = at.y + at.side / 2;
            const bool low = rect.min_y < middle_y, high = rect.max_y >= middle_y;
            const bool left = rect.min_x < middle_x, right = rect.max_x >= middle_x;
            if (high && right) waiting[size++] = at.child(node.first, 3);
            if (high && left) waiting[size++] = at.child(node.first, 2);
            if (low && right) waiting[size++] = at.child(node.first, 1);
            if (low && left) waiting[size++] = at.child(node.first, 0);
        } else if (!body(at, node)) {
            return false;
        }
        if (size == 0) return true;
        at = waiting[--size];
    }
}

/// Boxes to locate: their coordinates, and the cells that they cover.
struct QuadLocate {
    BoxSource source{};
    QuadFrame frame{};
    const std::uint32_t* items = nullptr; // `count` of them, filled up to whole tiles of 16
    std::uint32_t count = 0;
    bool check = false;            // whether faulty boxes are reported and removed from `live`
    std::uint32_t* live = nullptr; // by tile: a bit per item
    Region* boxes = nullptr;       // null: not needed. Whole tiles are written
    CellRect* rects = nullptr;
    ItemFaults faulty{};
};

struct QuadtreeKernels {
    void (*locate)(QuadLocate&);
};

} // namespace throng::kernels
