// SPDX-License-Identifier: MIT
// The nodes and lists of a Quadtree: how they are linked, split, merged and laid out. Boxes are somebody else's; here
// an element is a slot that covers a rectangle of cells.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "engine/src/base/column.hpp"

#include <cstdint>

namespace throng {

/// Reserves room for `count`, a sixteenth more than is there at least: lists breathe, and memory is what a Quadtree is
/// good at.
template <class T> [[nodiscard]] bool reserve_some(Column<T>& column, std::size_t count) noexcept {
    const std::size_t more = column.capacity() + column.capacity() / 16;
    return count <= column.capacity() || column.reserve(more > count ? more : count);
}

/// One bit per slot.
inline bool has_bit(const std::uint64_t* bits, std::uint32_t slot) noexcept {
    return ((bits[slot / 64] >> (slot % 64)) & 1u) != 0;
}

/// A column of boxes, as any others.
kernels::BoxSource source_of(const kernels::Region* boxes) noexcept;

/// Looks up which cells the boxes of some slots cover; `slots` is filled up to whole tiles.
class RectsOfSlots {
public:
    static constexpr std::uint32_t most = 256;
    explicit RectsOfSlots(const kernels::Region* boxes) noexcept : boxes_(boxes) {}
    void look_up(const kernels::QuadFrame& frame, std::uint32_t* slots, std::uint32_t count,
                 kernels::CellRect* rects) const noexcept;

private:
    const kernels::Region* boxes_;
};

class TightTree {
public:
    explicit TightTree(Memory memory) noexcept : nodes_(memory), entries_(memory), crowded_(memory), parts_(memory) {}

    /// Room for a root; the tree stays what it is. False: out of memory.
    [[nodiscard]] bool prepare() noexcept { return nodes_.reserve(group) && parts_.reserve(2); }
    /// A root without elements.
    void start(const kernels::QuadFrame& frame, std::uint32_t max_per_leaf) noexcept;

    /// Never started: there is not even a root.
    bool empty() const noexcept { return nodes_.empty(); }
    const kernels::QuadFrame& frame() const noexcept { return frame_; }
    const kernels::QuadNode* nodes() const noexcept { return nodes_.data(); }
    const kernels::QuadEntry* entries() const noexcept { return entries_.data(); }
    const Column<std::uint32_t>& parts() const noexcept { return parts_; }
    std::uint32_t listed() const noexcept { return listed_; }
    std::size_t bytes() const noexcept { return nodes_.bytes() + entries_.bytes() + crowded_.bytes() + parts_.bytes(); }

    /// The leaves that have a cell of a rectangle.
    struct Leaves {
        std::uint32_t count = 0;
        std::uint32_t open = 0;    // of them, that may yet be split
        std::uint32_t outside = 0; // of them, that have none of `other`
    };
    Leaves leaves_of(const kernels::CellRect& rect, const kernels::CellRect& other) const noexcept;
    /// The nodes of those that may yet be split. Returns the end of what was written.
    std::uint32_t* open_leaves_of(const kernels::CellRect& rect, std::uint32_t* to) const noexcept;
    /// How many entries are there of slots whose bit is set.
    std::uint32_t listed_of(const std::uint64_t* bits) const noexcept;
    std::size_t room() const noexcept { return entries_.capacity(); }
    /// How many leaves wait for split_crowded().
    std::size_t crowded() const noexcept { return crowded_.size(); }
    /// Room for `listed` entries in all, and for what split_crowded() does when elements have been linked to the leaves
    /// `touched`, which has room for those that wait behind its `count`, and is sorted.
    [[nodiscard]] bool reserve(std::uint64_t listed, std::uint32_t* touched, std::size_t count) noexcept;

    // Cannot fail: there is room.
    void link(const kernels::CellRect& rect, std::uint32_t slot) noexcept;
    /// Returns how many entries were looked at.
    std::uint32_t unlink(const kernels::CellRect& rect, std::uint32_t slot) noexcept;
    /// Unlinks every slot whose bit is set.
    void unlink_all(const std::uint64_t* bits) noexcept;

    /// Splits the leaves that have become too full since, and, `to_the_end`, those that come of it; else they wait for
    /// the next call, and reserve() has made room. False: memory was out.
    bool split_crowded(const RectsOfSlots& rects, std::uint32_t elements, bool to_the_end) noexcept;
    /// Walks all nodes: makes leaves of branches above four empty leaves, one level of them (if `merge`), and cuts the
    /// leaves into parts. Returns how many were merged.
    std::uint32_t tidy(bool merge) noexcept;
    /// Lays nodes and entries side by side in the order of the walk, with no more room than that. False: out of memory,
    /// all is as it was.
    bool compact() noexcept;

    /// Whether nodes and entries are each in use once, or free; leaf(square, node) -> bool for every leaf.
    template <class Leaf> bool valid(Leaf&& leaf) const noexcept;

private:
    static constexpr std::uint32_t group = 4; // nodes; the root is alone in the first
    static constexpr std::uint32_t no_group = 0;

    bool split(const kernels::QuadSquare& at, const RectsOfSlots& rects, std::uint32_t elements) noexcept;
    bool is_leaf(const kernels::QuadSquare& at) const noexcept;
    std::uint32_t take_entry() noexcept;
    void free_entry(std::uint32_t entry) noexcept;
    std::uint32_t take_group() noexcept; // no_group: memory is out
    void put(std::uint32_t leaf, std::uint32_t slot) noexcept;
    void note_crowded(const kernels::QuadSquare& at) noexcept;
    bool sound_lists(std::uint64_t groups, std::uint64_t entries) const noexcept;

    Column<kernels::QuadNode> nodes_;
    Column<kernels::QuadEntry> entries_;
    Column<kernels::QuadSquare> crowded_; // what were leaves, and too full
    Column<std::uint32_t> parts_;
    kernels::QuadFrame frame_{};
    std::uint32_t max_per_leaf_ = 0;
    std::uint32_t free_groups_ = no_group, free_entries_ = kernels::no_entry;
    std::uint32_t free_group_count_ = 0;
    std::uint32_t listed_ = 0; // entries in use
    bool all_noted_ = true;    // of those that are too full
};

template <class Leaf> bool TightTree::valid(Leaf&& leaf) const noexcept {
    if (nodes_.size() < group || nodes_.size() % group != 0) return false;
    kernels::QuadSquare waiting[kernels::max_waiting_squares];
    std::uint32_t size = 1;
    std::uint64_t groups = 1, entries = 0;
    waiting[0] = {0, 0, 0, frame_.cells()};
    while (size != 0) {
        const kernels::QuadSquare at = waiting[--size];
        const kernels::QuadNode node = nodes_[at.node];
        if (node.count == kernels::QuadNode::branch) {
            if (at.side == 1 || node.first % group != 0 || node.first < group || node.first >= nodes_.size())
                return false;
            if (++groups > nodes_.size() / group) return false;
            for (std::uint32_t quarter = 0; quarter < 4; ++quarter) waiting[size++] = at.child(node.first, quarter);
            continue;
        }
        std::uint32_t entry = node.first;
        for (std::int64_t i = 0; i < node.count; ++i) {
            if (entry >= entries_.size() || ++entries > listed_) return false;
            entry = entries_[entry].next;
        }
        if (node.count < 0 || entry != kernels::no_entry || !leaf(at, node)) return false;
    }
    return sound_lists(groups, entries);
}

} // namespace throng
