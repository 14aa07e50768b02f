// SPDX-License-Identifier: MIT
#include "engine/src/quadtree/quadtree_tree.hpp"

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/box_input.hpp"

#include <algorithm>
#include <utility>

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
    nodes_.fill(group, {no_entry, 0});
    empty_all(entries_, crowded_);
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

namespace {

// A part of a list, and the cells that its elements cover.
struct Chunk {
    std::uint32_t slots[RectsOfSlots::most];
    CellRect rects[RectsOfSlots::most];
    std::uint32_t size = 0;

    // Reads on from an entry, and calls used(entry) after each. Returns the first entry that did not fit.
    template <class Used> std::uint32_t read(const Column<QuadEntry>& entries, std::uint32_t entry, Used&& used) {
        for (size = 0; entry != no_entry && size < RectsOfSlots::most; ++size) {
            const QuadEntry at = entries[entry];
            slots[size] = at.slot;
            used(entry);
            entry = at.next;
        }
        return entry;
    }
};

// The quarters of a square that a rectangle touches, if it touches the square.
struct Quarters {
    bool left, right, low, high;
    Quarters(const CellRect& rect, const QuadSquare& at)
        : left(rect.min_x < at.x + at.side / 2), right(rect.max_x >= at.x + at.side / 2),
          low(rect.min_y < at.y + at.side / 2), high(rect.max_y >= at.y + at.side / 2) {}
    bool touch(std::uint32_t quarter) const {
        return ((quarter & 1) != 0 ? right : left) && ((quarter >> 1) != 0 ? high : low);
    }
    std::uint32_t count() const {
        return (left ? 1u : 0u) + (right ? 1u : 0u) == 2 ? (low && high ? 4 : 2) : (low && high ? 2 : 1);
    }
};

// A split pays if it lists no element much more often than before, and if all lists together stay not much longer than
// the number of elements. Elements larger than leaves would be listed everywhere, and no search would be shorter.
constexpr std::uint64_t max_times_longer = 3, max_listed_each = 64;

} // namespace

bool TightTree::reserve(std::uint64_t listed, std::uint32_t* touched, std::size_t count) noexcept {
    for (const QuadSquare& at : crowded_)
        if (is_leaf(at)) touched[count++] = at.node;
    std::sort(touched, touched + count);
    std::size_t groups = 0, noted = 0;
    for (std::size_t i = 0, next = 0; i < count; i = next) {
        while (next < count && touched[next] == touched[i]) ++next;
        const std::uint64_t most = static_cast<std::uint64_t>(nodes_[touched[i]].count) + (next - i);
        if (most <= max_per_leaf_) continue;
        ++groups;
        noted += next - i + 4; // once for each link to it, and once for each of its quarters
        listed += (max_times_longer - 1) * most;
    }
    const std::size_t fresh = groups > free_group_count_ ? groups - free_group_count_ : 0;
    return listed < no_entry && reserve_some(entries_, listed) && reserve_some(nodes_, nodes_.size() + fresh * group) &&
           reserve_some(crowded_, crowded_.size() + noted);
}

// Whether a noted leaf is still one: it may have been split since, or merged with others.
bool TightTree::is_leaf(const QuadSquare& leaf) const noexcept {
    QuadSquare at{0, 0, 0, frame_.cells()};
    while (nodes_[at.node].count == QuadNode::branch && at.side > leaf.side) {
        const std::uint32_t half = at.side / 2;
        at = at.child(nodes_[at.node].first, (leaf.x >= at.x + half ? 1u : 0u) + (leaf.y >= at.y + half ? 2u : 0u));
    }
    return at.node == leaf.node && at.side == leaf.side && nodes_[at.node].count != QuadNode::branch;
}

void TightTree::note_crowded(const QuadSquare& at) noexcept {
    if (!crowded_.push(at)) all_noted_ = false;
}

std::uint32_t TightTree::take_group() noexcept {
    std::uint32_t first = free_groups_;
    if (first != no_group) {
        free_groups_ = nodes_[first].first;
        --free_group_count_;
    } else {
        first = static_cast<std::uint32_t>(nodes_.size());
        if (!reserve_some(nodes_, nodes_.size() + group)) return no_group;
        nodes_.resize(nodes_.size() + group);
    }
    std::fill_n(&nodes_[first], group, QuadNode{no_entry, 0});
    return first;
}

bool TightTree::split_crowded(const RectsOfSlots& rects, std::uint32_t elements, bool to_the_end) noexcept {
    const std::size_t known = crowded_.size();
    bool enough = true;
    for (std::size_t i = 0; !to_the_end && i < known; ++i)
        if (is_leaf(crowded_[i])) enough = split(crowded_[i], rects, elements) && enough;
    while (to_the_end && enough && !crowded_.empty()) {
        const QuadSquare last = crowded_[crowded_.size() - 1];
        crowded_.resize(crowded_.size() - 1);
        if (is_leaf(last)) enough = split(last, rects, elements);
    }
    if (!to_the_end) {
        std::copy(crowded_.begin() + known, crowded_.end(), crowded_.begin());
        crowded_.resize(crowded_.size() - known);
    }
    return std::exchange(all_noted_, true) && enough;
}

bool TightTree::split(const QuadSquare& at, const RectsOfSlots& rects, std::uint32_t elements) noexcept {
    const QuadNode leaf = nodes_[at.node];
    if (static_cast<std::uint32_t>(leaf.count) <= max_per_leaf_) return true;
    const auto count = static_cast<std::uint64_t>(leaf.count);
    Chunk chunk;
    std::uint64_t listed = 0;
    for (std::uint32_t entry = leaf.first; entry != no_entry;) {
        entry = chunk.read(entries_, entry, [](std::uint32_t) {});
        rects.look_up(frame_, chunk.slots, chunk.size, chunk.rects);
        for (std::uint32_t i = 0; i < chunk.size; ++i) listed += Quarters(chunk.rects[i], at).count();
    }
    if (listed > max_times_longer * count || listed_ + listed > max_listed_each * elements + 1024) return true;
    const std::uint64_t all = listed_ - count + listed;
    if (all >= no_entry || !reserve_some(entries_, all)) return false;
    const std::uint32_t first = take_group();
    if (first == no_group) return false;
    nodes_[at.node] = {first, QuadNode::branch};
    for (std::uint32_t entry = leaf.first; entry != no_entry;) {
        entry = chunk.read(entries_, entry, [&](std::uint32_t read) { free_entry(read); });
        rects.look_up(frame_, chunk.slots, chunk.size, chunk.rects);
        for (std::uint32_t i = 0; i < chunk.size; ++i)
            for (std::uint32_t quarter = 0; quarter < 4; ++quarter)
                if (Quarters(chunk.rects[i], at).touch(quarter)) put(first + quarter, chunk.slots[i]);
    }
    for (std::uint32_t quarter = 0; quarter < 4; ++quarter)
        if (at.side > 2 && static_cast<std::uint32_t>(nodes_[first + quarter].count) > max_per_leaf_)
            note_crowded(at.child(first, quarter));
    return true;
}

bool TightTree::compact() noexcept {
    Column<QuadNode> nodes(nodes_.memory());
    Column<QuadEntry> entries(nodes_.memory());
    std::size_t groups = nodes_.size() / group;
    for (std::uint32_t at = free_groups_; at != no_group; at = nodes_[at].first) --groups;
    if (!nodes.reserve(groups * group) || !entries.reserve(listed_ + listed_ / 16)) return false;

    struct Waiting {
        std::uint32_t from, to;
    };
    Waiting waiting[kernels::max_waiting_squares];
    std::uint32_t size = 1;
    waiting[0] = {0, 0};
    nodes.fill(group, {no_entry, 0});
    while (size != 0) {
        const Waiting at = waiting[--size];
        const QuadNode from = nodes_[at.from];
        if (from.count == QuadNode::branch) {
            const auto first = static_cast<std::uint32_t>(nodes.size());
            nodes.resize(nodes.size() + group);
            nodes[at.to] = {first, QuadNode::branch};
            for (std::uint32_t quarter = 4; quarter-- > 0;) waiting[size++] = {from.first + quarter, first + quarter};
            continue;
        }
        auto next = static_cast<std::uint32_t>(entries.size());
        nodes[at.to] = {from.count == 0 ? no_entry : next, from.count};
        entries.resize(entries.size() + static_cast<std::uint32_t>(from.count));
        for (std::uint32_t entry = from.first; entry != no_entry; entry = entries_[entry].next, ++next)
            entries[next] = {entries_[entry].next == no_entry ? no_entry : next + 1, entries_[entry].slot};
    }
    nodes_.swap(nodes);
    entries_.swap(entries);
    crowded_.release();
    free_groups_ = no_group;
    free_group_count_ = 0;
    free_entries_ = no_entry;
    return true;
}

bool TightTree::sound_lists(Met met) const noexcept {
    if (met.entries != listed_) return false;
    std::uint32_t free = 0;
    for (std::uint32_t at = free_groups_; at != no_group; at = nodes_[at].first, ++free) {
        if (at % group != 0 || at >= nodes_.size() || met.groups == nodes_.size() / group) return false;
        met.add_group(at);
    }
    for (std::uint32_t at = free_entries_; at != no_entry; at = entries_[at].next) {
        if (at >= entries_.size() || met.entries == entries_.size()) return false;
        met.add_entry(at);
    }
    Met all;
    for (std::uint32_t first = 0; first < nodes_.size(); first += group) all.add_group(first);
    for (std::uint32_t entry = 0; entry < entries_.size(); ++entry) all.add_entry(entry);
    if (met != all || free != free_group_count_) return false;
    for (std::size_t i = 1; i < parts_.size(); ++i)
        if (parts_[i - 1] >= parts_[i]) return false;
    return parts_.empty() || (parts_[0] == 0 && parts_[parts_.size() - 1] == frame_.cells() * frame_.cells());
}

} // namespace throng
