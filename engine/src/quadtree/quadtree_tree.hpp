// SPDX-License-Identifier: MIT
// The nodes and lists of a Quadtree: how they are linked, split, merged and laid out. Boxes are stored elsewhere; here
// an element is a slot that covers a rectangle of cells.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/hash.hpp"

#include <cstdint>

namespace throng {

/// Reserves room for `count`, and at least a sixteenth more than the present room. The margin is small because lists
/// change only a little, and small memory is a strength of Quadtree.
template <class T> [[nodiscard]] bool reserve_some(Column<T>& column, std::size_t count) noexcept {
    const std::size_t more = column.capacity() + column.capacity() / 16;
    return count <= column.capacity() || column.reserve(more > count ? more : count);
}

/// One bit per slot.
inline bool has_bit(const std::uint64_t* bits, std::uint32_t slot) noexcept {
    return ((bits[slot / 64] >> (slot % 64)) & 1u) != 0;
}

/// Boxes by slot as a source.
kernels::BoxSource source_of(const kernels::Region* boxes) noexcept;

/// Finds the cells that the boxes of some slots cover; `slots` is filled up to whole tiles.
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

    /// Room for a root; the tree is unchanged. False: out of memory.
    [[nodiscard]] bool prepare() noexcept { return nodes_.reserve(group) && parts_.reserve(2); }
    /// Makes a root without elements.
    void start(const kernels::QuadFrame& frame, std::uint32_t max_per_leaf) noexcept;

    /// Never started: there is no root.
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
        std::uint32_t open = 0;    // of these, leaves that may be split further
        std::uint32_t outside = 0; // of these, leaves without a cell of `other`
    };
    Leaves leaves_of(const kernels::CellRect& rect, const kernels::CellRect& other) const noexcept;
    /// Writes the nodes of the leaves that may be split further. Returns the end of the output.
    std::uint32_t* open_leaves_of(const kernels::CellRect& rect, std::uint32_t* to) const noexcept;
    /// The number of entries of slots with a set bit.
    std::uint32_t listed_of(const std::uint64_t* bits) const noexcept;
    std::size_t room() const noexcept { return entries_.capacity(); }
    /// How many leaves wait for split_crowded().
    std::size_t crowded() const noexcept { return crowded_.size(); }
    /// Room for `listed` entries in all, and for the next split_crowded() after elements have been linked to the leaves
    /// `touched`. `touched` is sorted here, and has room for the waiting leaves behind its `count`.
    [[nodiscard]] bool reserve(std::uint64_t listed, std::uint32_t* touched, std::size_t count) noexcept;

    // Cannot fail: the room is reserved.
    void link(const kernels::CellRect& rect, std::uint32_t slot) noexcept;
    /// Returns the number of entries that were read.
    std::uint32_t unlink(const kernels::CellRect& rect, std::uint32_t slot) noexcept;
    /// Unlinks every slot with a set bit.
    void unlink_all(const std::uint64_t* bits) noexcept;

    /// Splits the leaves that have become too full since the last call, and with `to_the_end` also the resulting ones;
    /// otherwise those wait for the next call, and reserve() has made room. False: memory ran out.
    bool split_crowded(const RectsOfSlots& rects, std::uint32_t elements, bool to_the_end) noexcept;
    /// Walks all nodes: turns branches above four empty leaves into leaves, by one level (if `merge`), and divides the
    /// leaves into parts. Returns the number of merges.
    std::uint32_t tidy(bool merge) noexcept;
    /// Moves nodes and entries side by side in the order of the walk, without further room. False: out of memory, and
    /// nothing has changed.
    bool compact() noexcept;

    /// Whether nodes and entries are each used once, or free; calls leaf(square, node) -> bool for every leaf.
    template <class Leaf> bool valid(Leaf&& leaf) const noexcept;

private:
    static constexpr std::uint32_t group = 4; // nodes; the root is alone in the first
    static constexpr std::uint32_t no_group = 0;

    bool split(const kernels::QuadSquare& at, const RectsOfSlots& rects, std::uint32_t elements) noexcept;
    bool is_leaf(const kernels::QuadSquare& at) const noexcept;
    std::uint32_t take_entry() noexcept;
    void free_entry(std::uint32_t entry) noexcept;
    std::uint32_t take_group() noexcept; // no_group: out of memory
    void put(std::uint32_t leaf, std::uint32_t slot) noexcept;
    void note_crowded(const kernels::QuadSquare& at) noexcept;
    // What valid() has met: how many, and the sum of their names, so that none was met twice in place of another.
    struct Met {
        std::uint64_t groups = 0, entries = 0, names_of_groups = 0, names_of_entries = 0;
        void add_group(std::uint32_t first) noexcept { ++groups, names_of_groups += mixed(first + std::uint64_t{1}); }
        void add_entry(std::uint32_t entry) noexcept { ++entries, names_of_entries += mixed(entry + std::uint64_t{1}); }
        friend bool operator==(const Met&, const Met&) = default;
    };
    bool sound_lists(Met met) const noexcept;

    Column<kernels::QuadNode> nodes_;
    Column<kernels::QuadEntry> entries_;
    Column<kernels::QuadSquare> crowded_; // leaves that were too full when they were noted
    Column<std::uint32_t> parts_;
    kernels::QuadFrame frame_{};
    std::uint32_t max_per_leaf_ = 0;
    std::uint32_t free_groups_ = no_group, free_entries_ = kernels::no_entry;
    std::uint32_t free_group_count_ = 0;
    std::uint32_t listed_ = 0; // entries in use
    bool all_noted_ = true;    // whether crowded_ has all leaves that are too full
};

template <class Leaf> bool TightTree::valid(Leaf&& leaf) const noexcept {
    if (nodes_.size() < group || nodes_.size() % group != 0) return false;
    kernels::QuadSquare waiting[kernels::max_waiting_squares];
    std::uint32_t size = 1;
    Met met;
    met.add_group(0);
    waiting[0] = {0, 0, 0, frame_.cells()};
    while (size != 0) {
        const kernels::QuadSquare at = waiting[--size];
        const kernels::QuadNode node = nodes_[at.node];
        if (node.count == kernels::QuadNode::branch) {
            if (at.side == 1 || node.first % group != 0 || node.first < group || node.first >= nodes_.size())
                return false;
            met.add_group(node.first);
            if (met.groups > nodes_.size() / group) return false;
            for (std::uint32_t quarter = 0; quarter < 4; ++quarter) waiting[size++] = at.child(node.first, quarter);
            continue;
        }
        std::uint32_t entry = node.first;
        for (std::int64_t i = 0; i < node.count; ++i) {
            if (entry >= entries_.size() || met.entries == listed_) return false;
            met.add_entry(entry);
            entry = entries_[entry].next;
        }
        if (node.count < 0 || entry != kernels::no_entry || !leaf(at, node)) return false;
    }
    return sound_lists(met);
}

} // namespace throng
