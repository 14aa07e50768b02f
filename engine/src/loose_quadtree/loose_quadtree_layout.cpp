// SPDX-License-Identifier: MIT
// Builds a LooseQuadtree at once: elements in the order of a space-filling curve, so that each square is a run of them,
// and tiles in the order of the tree, each branch before the tiles below it.
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/base/space_curve.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_tree.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace throng {

using kernels::TileRef;

namespace {

constexpr std::uint32_t tiles_per_block = 256, items_per_block = 4096;

} // namespace

/// Finds the nodes over the sorted items; then all tiles are written at once.
class LooseLayout {
public:
    LooseLayout(LooseTree& tree, const kernels::BoxSource& source, Memory memory)
        : tree_(tree), source_(source), curve_(memory), items_(memory), first_item_(memory) {}

    Fault sort(std::size_t count, kernels::ItemFaults& faulty, const Executor& executor) {
        const LooseRoot& s = tree_.square;
        const Fault fault = curve_.sort(source_, count, {s.x, s.y, s.inverse_cell, s.inverse_cell}, faulty, executor);
        if (fault != Fault::None) return fault;
        sorted_ = curve_.items();
        return part_kinds(executor) ? Fault::None : Fault::OutOfMemory;
    }

    /// False: out of memory or of tiles; see tile_count().
    bool plan() { return sorted_.empty() || plan_node({0, count()}, {tree_.top_shift(), 0, 0, no_node, 0}); }
    std::size_t tile_count() const { return first_item_.size(); }

    void write(const Slot* slots, const Executor& executor) {
        compute_ranges_to_end(executor, tile_count(), tiles_per_block, [&](std::size_t begin, std::size_t end) {
            for (std::size_t tile = begin; tile < end; ++tile) write_tile(static_cast<std::uint32_t>(tile), slots);
        });
        // Each tile writes its box into the branch above it. So leaves do not depend on each other, and branches follow
        // from the last one to the first.
        compute_ranges_to_end(executor, tile_count(), tiles_per_block, [&](std::size_t begin, std::size_t end) {
            for (std::size_t tile = begin; tile < end; ++tile)
                if (tree_.is_head(static_cast<std::uint32_t>(tile)))
                    hand_up(static_cast<std::uint32_t>(tile), tree_.box_of_leaf(static_cast<std::uint32_t>(tile)));
        });
        for (auto tile = static_cast<std::uint32_t>(tile_count()); tile-- > 0;)
            if (!tree_.is_leaf(tile)) hand_up(tile, box_around(tree_.tiles[tile], tree_.nodes[tile].children));
        tree_.size = count();
    }

private:
    struct Run {
        std::uint32_t begin, end;
        std::uint32_t size() const { return end - begin; }
    };
    struct Place {
        std::uint32_t shift, x, y, parent, lane;
    };

    std::uint32_t count() const { return static_cast<std::uint32_t>(sorted_.size()); }

    bool small(const Run& run, std::uint32_t shift) const {
        return run.size() <= tree_.max_per_leaf || shift <= tree_.finest_shift();
    }

    // Sorts the items by kind, each kind in the order of the curve. False: out of memory.
    bool part_kinds(const Executor& executor) {
        if (!tree_.square.by_kind()) return true;
        if (!items_.resize_discard(count())) return false;
        Column<std::uint8_t> kinds(items_.memory());
        if (!kinds.resize_discard(count())) return false;
        compute_ranges_to_end(executor, count(), items_per_block, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) kinds[i] = kind_of(sorted_[i].item);
        });
        std::uint32_t to = 0;
        for (std::uint32_t kind = 0; kind < end_of_kind_.size(); ++kind) {
            for (std::uint32_t i = 0; i < count(); ++i)
                if (kinds[i] == kind) items_[to++] = sorted_[i];
            end_of_kind_[kind] = to;
        }
        sorted_ = {items_.data(), items_.size()};
        return true;
    }
    std::uint8_t kind_of(std::uint32_t item) const {
        const LooseCell cell = tree_.cell_of(box_at(source_, item));
        return static_cast<std::uint8_t>(cell.y >> LooseRoot::shift << 1 | cell.x >> LooseRoot::shift);
    }

    // The first part of `run` that shares a square of this size. A whole square has all of its kind.
    Run first_square(const Run& run, std::uint32_t shift) const {
        if (shift == LooseRoot::shift) return {run.begin, *std::ranges::upper_bound(end_of_kind_, run.begin)};
        const std::uint32_t square = sorted_[run.begin].key >> (2 * shift);
        const auto end =
            std::partition_point(sorted_.begin() + run.begin, sorted_.begin() + run.end,
                                 [&](const parallel::KeyedItem& item) { return item.key >> (2 * shift) == square; });
        return {run.begin, static_cast<std::uint32_t>(end - sorted_.begin())};
    }

    std::uint32_t new_tile(std::uint32_t first_item, const Place& at, std::uint32_t ref_count, bool leaf) {
        const std::size_t tile = first_item_.size(), room = std::max<std::size_t>(tile + 1, count() / 8);
        if (tile + 1 >= TileRef::max_tiles || !first_item_.grow(room) || !tree_.next.grow(room) ||
            !tree_.refs.grow(room) || !tree_.nodes.grow(room))
            return no_node;
        first_item_.resize(tile + 1);
        tree_.next.resize(tile + 1);
        tree_.refs.resize(tile + 1);
        tree_.nodes.resize(tile + 1);
        const auto name = static_cast<std::uint32_t>(tile);
        first_item_[tile] = first_item;
        tree_.next[tile] = kernels::no_tile;
        tree_.refs[tile] = TileRef::make(name, leaf, ref_count);
        tree_.nodes[tile] = LooseTree::node_at(name, at.parent, at.lane, at.shift, at.x, at.y);
        return name;
    }

    bool plan_leaf(const Run& run, const Place& at) {
        std::uint32_t head = no_node, before = no_node;
        for (std::uint32_t item = run.begin; item < run.end; item += 16) {
            const std::uint32_t tile = new_tile(item, at, std::min(run.end - item, 16u), true);
            if (tile == no_node) return false;
            if (head == no_node) head = before = tile;
            tree_.nodes[tile].head = head;
            tree_.nodes[tile].link = before;
            tree_.nodes[head].link = tile;
            if (tile != head) tree_.next[before] = tree_.refs[tile];
            before = tile;
        }
        tree_.nodes[head].elements = run.size();
        return true;
    }

    bool plan_node(const Run& run, const Place& at) {
        if (small(run, at.shift)) return plan_leaf(run, at);
        const std::uint32_t branch = new_tile(0, at, 0, false);
        if (branch == no_node) return false;
        for (Run rest = run; rest.size() != 0;) {
            const Run quarter = first_square(rest, at.shift - 1);
            rest.begin = quarter.end;
            if (small(quarter, at.shift - 1)) {
                if (!plan_child(quarter, branch, 4)) return false;
                continue;
            }
            for (Run more = quarter; more.size() != 0;) {
                const Run part = first_square(more, at.shift - 2);
                more.begin = part.end;
                if (!plan_child(part, branch, 1)) return false;
            }
        }
        return true;
    }

    bool plan_child(const Run& run, std::uint32_t branch, std::uint32_t span) {
        const LooseCell cell = tree_.cell_of(box_at(source_, sorted_[run.begin].item));
        const std::uint32_t lane =
            tree_.claim_lane(branch, LooseTree::quarter_of(cell, tree_.nodes[branch].shift), span);
        const std::uint32_t shift = tree_.nodes[branch].shift - (span == 4 ? 1u : 2u);
        return plan_node(run, {shift, cell.x >> shift << shift, cell.y >> shift << shift, branch, lane});
    }

    void write_tile(std::uint32_t tile, const Slot* slots) {
        if (!tree_.is_leaf(tile)) return;
        for (std::uint32_t lane = 0; lane < TileRef::count(tree_.refs[tile]); ++lane) {
            const std::uint32_t item = sorted_[first_item_[tile] + lane].item;
            const Slot slot = slots ? slots[item] : item;
            set_lane(tree_.tiles[tile], lane, box_at(source_, item), slot);
            tree_.positions.set(slot, (tile << kernels::lane_bits) + lane);
        }
    }

    void hand_up(std::uint32_t tile, const Aabb& box) {
        const LooseNode& node = tree_.nodes[tile];
        if (node.parent == no_node)
            tree_.root = tree_.refs[tile];
        else
            set_lane(tree_.tiles[node.parent], node.lane, box, tree_.refs[tile]);
    }

    LooseTree& tree_;
    const kernels::BoxSource& source_;
    CurveOrder curve_;
    Column<parallel::KeyedItem> items_;           // by kind, if there are several
    std::span<const parallel::KeyedItem> sorted_; // the same, or those of the curve
    std::array<std::uint32_t, 4> end_of_kind_{};  // in sorted_
    Column<std::uint32_t> first_item_;            // by tile
};

Fault LooseTree::lay_out(const kernels::BoxSource& source, std::size_t count, const Slot* slots, std::size_t slot_count,
                         kernels::ItemFaults& faulty, const Executor& of_call) noexcept {
    const Executor executor = parallel::unless_few(count, of_call);
    LooseLayout layout(*this, source, tiles.memory());
    if (!positions.reserve(slot_count)) return Fault::OutOfMemory;
    positions.reset(slot_count);
    if (const Fault fault = layout.sort(count, faulty, executor); fault != Fault::None) return fault;
    if (!layout.plan())
        return layout.tile_count() + 1 >= TileRef::max_tiles ? Fault::OutOfCapacity : Fault::OutOfMemory;
    if (!tiles.resize_discard(layout.tile_count())) return Fault::OutOfMemory;
    layout.write(slots, executor);
    return Fault::None;
}

} // namespace throng
