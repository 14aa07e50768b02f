// SPDX-License-Identifier: MIT
// The tiles of a LooseQuadtree and the links between them.
#pragma once

#include "engine/kernels/loose_quadtree/loose_quadtree_view.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/positions.hpp"

#include <throng/executor.hpp>
#include <throng/types.hpp>

namespace throng {

using kernels::LooseCell;
using kernels::LooseNode;
using kernels::LooseRoot;
using kernels::lowest_cell;
using kernels::no_lane;
using kernels::no_node;

struct LooseTree {
    LooseTree(Memory memory, std::uint32_t leaf_limit, std::uint32_t depth_limit) noexcept
        : tiles(memory), next(memory), refs(memory), nodes(memory), positions(memory), max_per_leaf(leaf_limit),
          max_depth(depth_limit) {}

    Column<kernels::Tile> tiles;
    Column<std::uint32_t> next, refs; // as in TileTreeView; `next` of a free tile is the next free one
    Column<LooseNode> nodes;
    Positions positions;
    LooseRoot square{};
    std::uint32_t root = kernels::no_tile;
    std::uint32_t size = 0;
    std::uint32_t first_free = no_node, free_count = 0;
    std::uint32_t max_per_leaf, max_depth;

    std::size_t bytes() const noexcept {
        return tiles.bytes() + next.bytes() + refs.bytes() + nodes.bytes() + positions.bytes();
    }
    kernels::TileTreeView view() const noexcept;
    void clear() noexcept;

    bool is_leaf(std::uint32_t tile) const noexcept { return kernels::TileRef::leaf(refs[tile]); }
    bool is_head(std::uint32_t tile) const noexcept { return is_leaf(tile) && nodes[tile].head == tile; }
    std::uint32_t top_shift() const noexcept { return square.by_kind() ? LooseRoot::kinds_shift : LooseRoot::shift; }
    std::uint32_t finest_shift() const noexcept { return top_shift() - max_depth; }
    std::uint32_t used() const noexcept { return static_cast<std::uint32_t>(tiles.size()) - free_count; }
    std::uint32_t next_of(std::uint32_t ref) const noexcept {
        return kernels::TileRef::count(ref) == 16 ? next[kernels::TileRef::index(ref)] : kernels::no_tile;
    }
    Aabb box_of_leaf(std::uint32_t head) const noexcept;
    static LooseRoot root_around(const Aabb& area) noexcept;
    LooseCell cell_of(const Aabb& box) const noexcept;
    static bool holds(const LooseNode& node, LooseCell cell) noexcept {
        const LooseCell lowest = lowest_cell(node);
        return ((cell.x ^ lowest.x) | (cell.y ^ lowest.y)) >> node.shift == 0;
    }

    /// Makes room for `count` more tiles. None, OutOfMemory or OutOfCapacity.
    Fault reserve(std::size_t count) noexcept;

    /// An element that moves to another leaf, or is new.
    struct Mover {
        Slot slot;
        Aabb box;
    };
    /// An upper bound of the tiles that adding these takes, whichever of them are removed first.
    std::size_t tiles_to_settle(const Column<Mover>& movers) noexcept;

    // Elements. The tiles for new ones are reserved before.
    void add(Slot slot, const Aabb& box) noexcept;
    void remove(Slot slot) noexcept;
    void overwrite(Slot slot, const Aabb& box) noexcept; // the box belongs to the element's present leaf
    std::uint32_t leaf_of(Slot slot) const noexcept { return nodes[positions[slot] >> kernels::lane_bits].head; }

    // The shape.
    bool overfull(std::uint32_t head) const noexcept {
        return nodes[head].elements > max_per_leaf && nodes[head].shift > finest_shift();
    }
    static std::uint32_t tiles_to_split(const LooseNode& leaf) noexcept { return leaf.elements / 16 + 5; }
    /// The tiles that a split takes if this is the head of an overfull leaf; else 0.
    std::size_t tiles_if_split(std::uint32_t tile) const noexcept {
        return is_head(tile) && overfull(tile) ? tiles_to_split(nodes[tile]) : 0;
    }
    void split(std::uint32_t head) noexcept;
    /// Splits a leaf if it is overfull and at most `max_tiles` are in use then. True: it was split.
    bool split_if_room(std::uint32_t head, std::uint32_t max_tiles) noexcept;
    /// Splits and merges by one level, as long as at most `max_tiles` are in use, and shrink-wraps every box. True: the
    /// shape has changed.
    bool clean_up(std::uint32_t max_tiles) noexcept;
    /// An upper bound of the tiles that all splits of the next clean_up() take, and any of its merges.
    std::size_t tiles_wanted() const noexcept;

    /// Builds the whole tree at once, in a tree without elements: item i has slot slots[i], or i. After a fault the
    /// tree is unusable.
    Fault lay_out(const kernels::BoxSource& source, std::size_t count, const Slot* slots, std::size_t slot_count,
                  kernels::ItemFaults& faulty, const Executor& executor) noexcept;

    bool valid() const noexcept;

private:
    friend class LooseLayout;

    std::uint32_t take() noexcept;
    void release_tile(std::uint32_t tile) noexcept;
    void give_back_leaf(std::uint32_t head) noexcept;

    std::uint32_t find_leaf(LooseCell cell) const noexcept;
    static std::uint32_t quarter_of(LooseCell cell, std::uint32_t shift) noexcept;
    void lead_to(std::uint32_t tile) noexcept;
    std::uint32_t leaf_at(LooseCell cell) noexcept;
    static LooseNode node_at(std::uint32_t tile, std::uint32_t parent, std::uint32_t lane, std::uint32_t shift,
                             std::uint32_t x, std::uint32_t y) noexcept;
    std::uint32_t claim_lane(std::uint32_t branch, std::uint32_t quarter, std::uint32_t span) noexcept;
    std::uint32_t new_leaf(std::uint32_t parent, std::uint32_t lane, std::uint32_t shift, std::uint32_t x,
                           std::uint32_t y) noexcept;
    std::uint32_t new_child(std::uint32_t branch, std::uint32_t quarter, std::uint32_t span) noexcept;
    void forget_child(std::uint32_t branch, std::uint32_t lane) noexcept;
    void remove_leaf(std::uint32_t head) noexcept;
    void append(std::uint32_t head, const Aabb& box, Slot slot) noexcept;
    void widen(std::uint32_t head, const Aabb& box) noexcept;

    void absorb(std::uint32_t into, std::uint32_t head) noexcept;
    bool fuse_quarter(std::uint32_t branch, std::uint32_t quarter, std::uint32_t max_tiles) noexcept;
    bool collapse(std::uint32_t branch, std::uint32_t max_tiles) noexcept;
    bool split_children(std::uint32_t branch, std::uint32_t max_tiles) noexcept;
    bool clean_branch(std::uint32_t branch, std::uint32_t max_tiles) noexcept;
    void wrap(std::uint32_t branch, std::uint32_t lane) noexcept;
    bool sound_below(std::uint32_t tile) const noexcept;
    bool sound_leaf(std::uint32_t head) const noexcept;
};

} // namespace throng
