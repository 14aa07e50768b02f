// SPDX-License-Identifier: MIT
#include "engine/src/quadtree/quadtree_tree.hpp"

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/box_input.hpp"

#include <algorithm>

namespace throng {

using kernels::CellRect;
using kernels::no_entry;
using kernels::QuadEntry;
using kernels::QuadNode;
using kernels::QuadSquare;

namespace {

constexpr CellRect everywhere{0, 0, 0xFFFF, 0xFFFF};

} // namespace

kernels::BoxSource source_of(const kernels::Region* boxes) noexcept {
    static_assert(sizeof(kernels::Region) == 4 * sizeof(float));
    return box_source_of_corners(&boxes->min_x);
}

void RectsOfSlots::look_up(const kernels::QuadFrame& frame, std::uint32_t* slots, std::uint32_t count,
                           CellRect* rects) const noexcept {
    for (std::uint32_t i = count; i % 16 != 0; ++i) slots[i] = slots[0];
    kernels::QuadLocate io;
    io.source = source_of(boxes_);
    io.frame = frame;
    io.items = slots;
    io.count = count;
    io.rects = rects;
    active_kernels().quadtree_changes.locate(io);
}

void TightTree::start(const kernels::QuadFrame& frame, std::uint32_t max_per_leaf) noexcept {
    frame_ = frame;
    max_per_leaf_ = max_per_leaf;
    nodes_.resize(group);
    for (QuadNode& node : nodes_) node = {no_entry, 0};
    entries_.resize(0);
    crowded_.resize(0);
    parts_.resize(2);
    parts_[0] = 0;
    parts_[1] = frame.cells() * frame.cells();
    free_groups_ = no_group;
    free_group_count_ = 0;
    free_entries_ = no_entry;
    listed_ = 0;
    all_noted_ = true;
}

TightTree::Leaves TightTree::leaves_of(const CellRect& rect, const CellRect& other) const noexcept {
    Leaves leaves;
    for_leaves(nodes_.data(), frame_.cells(), rect, [&](const QuadSquare& at, const QuadNode&) {
        ++leaves.count;
        leaves.open += at.side > 1 ? 1u : 0u;
        leaves.outside += at.meets(other) ? 0u : 1u;
        return true;
    });
    return leaves;
}

std::uint32_t* TightTree::open_leaves_of(const CellRect& rect, std::uint32_t* to) const noexcept {
    for_leaves(nodes_.data(), frame_.cells(), rect, [&](const QuadSquare& at, const QuadNode&) {
        *to = at.node;
        to += at.side > 1 ? 1 : 0;
        return true;
    });
    return to;
}

std::uint32_t TightTree::listed_of(const std::uint64_t* bits) const noexcept {
    std::uint32_t listed = 0;
    for_leaves(nodes_.data(), frame_.cells(), everywhere, [&](const QuadSquare&, const QuadNode& node) {
        for (std::uint32_t entry = node.first; entry != no_entry; entry = entries_[entry].next)
            listed += has_bit(bits, entries_[entry].slot) ? 1u : 0u;
        return true;
    });
    return listed;
}

std::uint32_t TightTree::take_entry() noexcept {
    ++listed_;
    if (free_entries_ != no_entry) {
        const std::uint32_t entry = free_entries_;
        free_entries_ = entries_[entry].next;
        return entry;
    }
    entries_.resize(entries_.size() + 1);
    return static_cast<std::uint32_t>(entries_.size() - 1);
}

void TightTree::free_entry(std::uint32_t entry) noexcept {
    entries_[entry].next = free_entries_;
    free_entries_ = entry;
    --listed_;
}

void TightTree::put(std::uint32_t leaf, std::uint32_t slot) noexcept {
    const std::uint32_t entry = take_entry();
    QuadNode& node = nodes_[leaf];
    entries_[entry] = {node.first, slot};
    node.first = entry;
    ++node.count;
}

// Notes a leaf when it becomes too full, and again each time that its list has doubled.
void TightTree::link(const CellRect& rect, std::uint32_t slot) noexcept {
    for_leaves(nodes_.data(), frame_.cells(), rect, [&](const QuadSquare& at, const QuadNode& before) {
        put(at.node, slot);
        const auto count = static_cast<std::uint32_t>(before.count) + 1;
        if (count > max_per_leaf_ && at.side > 1 && (count == max_per_leaf_ + 1 || (count & (count - 1)) == 0))
            note_crowded(at);
        return true;
    });
}

std::uint32_t TightTree::unlink(const CellRect& rect, std::uint32_t slot) noexcept {
    std::uint32_t seen = 0;
    for_leaves(nodes_.data(), frame_.cells(), rect, [&](const QuadSquare& at, const QuadNode&) {
        QuadNode& node = nodes_[at.node];
        std::uint32_t* link = &node.first;
        for (++seen; entries_[*link].slot != slot; ++seen) link = &entries_[*link].next;
        const std::uint32_t entry = *link;
        *link = entries_[entry].next;
        free_entry(entry);
        --node.count;
        return true;
    });
    return seen;
}

void TightTree::unlink_all(const std::uint64_t* bits) noexcept {
    for_leaves(nodes_.data(), frame_.cells(), everywhere, [&](const QuadSquare& at, const QuadNode&) {
        QuadNode& node = nodes_[at.node];
        for (std::uint32_t* link = &node.first; *link != no_entry;) {
            const std::uint32_t entry = *link;
            if (has_bit(bits, entries_[entry].slot)) {
                *link = entries_[entry].next;
                free_entry(entry);
                --node.count;
            } else {
                link = &entries_[entry].next;
            }
        }
        return true;
    });
}

std::uint32_t TightTree::tidy(bool merge) noexcept {
    struct Waiting {
        std::uint32_t node, side, code; // the Z-order number of its first cell
    };
    constexpr std::uint32_t listed_per_part = 512;
    Waiting waiting[kernels::max_waiting_squares];
    std::uint32_t size = 1, merged = 0, listed = listed_per_part;
    const bool cut = reserve_some(parts_, listed_ / listed_per_part + std::size_t{2}); // else the old parts remain
    if (cut) parts_.resize(0);
    const auto add_part = [&](std::uint32_t code) {
        parts_.append(code);
        listed = 0;
    };
    waiting[0] = {0, frame_.cells(), 0};
    while (size != 0) {
        const Waiting at = waiting[--size];
        QuadNode& node = nodes_[at.node];
        const std::uint32_t first = node.first;
        if (node.count == QuadNode::branch && merge &&
            std::all_of(&nodes_[first], &nodes_[first] + group,
                        [](const QuadNode& child) { return child.count == 0; })) {
            nodes_[first].first = free_groups_;
            free_groups_ = first;
            ++free_group_count_;
            node = {no_entry, 0};
            ++merged;
        }
        if (node.count == QuadNode::branch) {
            const std::uint32_t half = at.side / 2;
            for (std::uint32_t quarter = 4; quarter-- > 0;)
                waiting[size++] = {first + quarter, half, at.code + quarter * half * half};
            continue;
        }
        if (cut && listed >= listed_per_part) add_part(at.code);
        listed += static_cast<std::uint32_t>(node.count);
    }
    if (cut) add_part(frame_.cells() * frame_.cells());
    return merged;
}

} // namespace throng
