// SPDX-License-Identifier: MIT
// Takes and frees tiles, adds and removes elements.
#include "engine/src/loose_quadtree/loose_quadtree_tree.hpp"

#include "engine/kernels/base/region.hpp"
#include "engine/src/base/tiles.hpp"

#include <algorithm>
#include <limits>

namespace throng {

using kernels::Tile;
using kernels::TileRef;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr Aabb nothing{{infinity, infinity}, {-infinity, -infinity}};

} // namespace

LooseRoot LooseTree::root_around(const Aabb& area) noexcept {
    const auto extent = [](float low, float high) { return static_cast<double>(high) - static_cast<double>(low); };
    const double side = std::max(extent(area.min.x, area.max.x), extent(area.min.y, area.max.y));
    const auto least = static_cast<double>(LooseRoot::min_cells_per_unit);
    const auto most = static_cast<double>(LooseRoot::max_cells_per_unit);
    const double cells = std::clamp(LooseRoot::cells_across / std::max(side, 1e-30), least, most);
    const auto low = [&](float from, float to) {
        return static_cast<float>(0.5 * (static_cast<double>(from) + to) - 0.5 * side);
    };
    return {std::max(low(area.min.x, area.max.x), -3e38f), std::max(low(area.min.y, area.max.y), -3e38f),
            static_cast<float>(cells), infinity};
}

LooseCell LooseTree::cell_of(const Aabb& box) const noexcept {
    const auto cell = [&](float low, float high, float origin) {
        return kernels::cell_index(0.5f * low + 0.5f * high, origin, square.inverse_cell, LooseRoot::cells_across);
    };
    const std::uint32_t wide = box.max.x - box.min.x > square.long_side,
                        tall = box.max.y - box.min.y > square.long_side;
    return {cell(box.min.x, box.max.x, square.x) | wide << LooseRoot::shift,
            cell(box.min.y, box.max.y, square.y) | tall << LooseRoot::shift};
}

kernels::TileTreeView LooseTree::view() const noexcept {
    kernels::TileTreeView v;
    v.tiles = tiles.data();
    v.next = next.data();
    v.refs = refs.data();
    v.positions = positions.data();
    v.root = root;
    v.tile_count = static_cast<std::uint32_t>(tiles.size());
    v.size = size;
    v.slot_count = static_cast<std::uint32_t>(positions.size());
    v.wires = square.by_kind();
    return v;
}

void LooseTree::clear() noexcept {
    tiles.resize(0);
    next.resize(0);
    refs.resize(0);
    nodes.resize(0);
    positions.reset(0);
    root = kernels::no_tile;
    size = free_count = 0;
    first_free = no_node;
}

Aabb LooseTree::box_of_leaf(std::uint32_t head) const noexcept {
    Aabb box = nothing;
    for (std::uint32_t ref = refs[head]; ref != kernels::no_tile; ref = next_of(ref))
        box = around_both(box, box_around(tiles[TileRef::index(ref)], TileRef::count(ref)));
    return box;
}

Fault LooseTree::reserve(std::size_t count) noexcept {
    if (count <= free_count) return Fault::None;
    const std::size_t wanted = tiles.size() + count - free_count;
    if (wanted >= TileRef::max_tiles) return Fault::OutOfCapacity;
    return tiles.grow(wanted) && next.grow(wanted) && refs.grow(wanted) && nodes.grow(wanted) ? Fault::None
                                                                                              : Fault::OutOfMemory;
}

std::uint32_t LooseTree::take() noexcept {
    if (free_count != 0) {
        const std::uint32_t tile = first_free;
        first_free = next[tile];
        --free_count;
        return tile;
    }
    const std::size_t tile = tiles.size();
    tiles.resize(tile + 1);
    next.resize(tile + 1);
    refs.resize(tile + 1);
    nodes.resize(tile + 1);
    return static_cast<std::uint32_t>(tile);
}

void LooseTree::release_tile(std::uint32_t tile) noexcept {
    refs[tile] = kernels::no_tile;
    nodes[tile].leavers = 0;
    next[tile] = first_free;
    first_free = tile;
    ++free_count;
}

void LooseTree::give_back_leaf(std::uint32_t head) noexcept {
    for (std::uint32_t tile = nodes[head].link; tile != head;) {
        const std::uint32_t before = nodes[tile].link;
        release_tile(tile);
        tile = before;
    }
    release_tile(head);
}

// The number of a quarter's quarter in Z-order: the quarter's two bits, then those of its quarter.
std::uint32_t LooseTree::quarter_of(LooseCell cell, std::uint32_t shift) noexcept {
    const std::uint32_t x = cell.x >> (shift - 2) & 3, y = cell.y >> (shift - 2) & 3;
    return (y & 2) << 2 | (x & 2) << 1 | (y & 1) << 1 | (x & 1);
}

// Updates the number of lanes in the reference to the tile.
void LooseTree::lead_to(std::uint32_t tile) noexcept {
    const LooseNode& node = nodes[tile];
    if (node.head != tile)
        next[node.link] = refs[tile];
    else if (node.parent == no_node)
        root = refs[tile];
    else
        tiles[node.parent].ids[node.lane] = refs[tile];
}

LooseNode LooseTree::node_at(std::uint32_t tile, std::uint32_t parent, std::uint32_t lane, std::uint32_t shift,
                             std::uint32_t x, std::uint32_t y) noexcept {
    LooseNode node{};
    node.parent = parent;
    node.head = node.link = tile;
    node.x = static_cast<std::uint16_t>(x);
    node.y = static_cast<std::uint16_t>(y);
    node.wide = (x >> LooseRoot::shift & 1) != 0;
    node.tall = (y >> LooseRoot::shift & 1) != 0;
    node.shift = static_cast<std::uint8_t>(shift);
    node.lane = static_cast<std::uint8_t>(lane);
    std::fill(node.lane_of, node.lane_of + 16, no_lane);
    return node;
}

std::uint32_t LooseTree::new_leaf(std::uint32_t parent, std::uint32_t lane, std::uint32_t shift, std::uint32_t x,
                                  std::uint32_t y) noexcept {
    const std::uint32_t tile = take();
    nodes[tile] = node_at(tile, parent, lane, shift, x, y);
    refs[tile] = TileRef::make(tile, true, 0);
    next[tile] = kernels::no_tile;
    return tile;
}

// `span` 4: a whole quarter, of which `quarter` is any quarter; 1: that quarter of a quarter.
std::uint32_t LooseTree::claim_lane(std::uint32_t branch, std::uint32_t quarter, std::uint32_t span) noexcept {
    LooseNode& node = nodes[branch];
    const std::uint8_t lane = node.children++;
    refs[branch] = TileRef::make(branch, false, node.children);
    for (std::uint32_t i = 0; i < span; ++i) node.lane_of[quarter / span * span + i] = lane;
    return lane;
}

std::uint32_t LooseTree::new_child(std::uint32_t branch, std::uint32_t quarter, std::uint32_t span) noexcept {
    const std::uint32_t lane = claim_lane(branch, quarter, span);
    const LooseCell above = lowest_cell(nodes[branch]);
    const std::uint32_t half = nodes[branch].shift - 1u, inner = span == 1 ? quarter : 0;
    const std::uint32_t x = above.x + ((quarter >> 2 & 1) << half) + ((inner & 1) << (half - 1));
    const std::uint32_t y = above.y + ((quarter >> 3 & 1) << half) + ((inner >> 1 & 1) << (half - 1));
    const std::uint32_t leaf = new_leaf(branch, lane, span == 4 ? half : half - 1, x, y);
    set_lane(tiles[branch], lane, nothing, refs[leaf]);
    lead_to(branch);
    return leaf;
}

// The leaf for elements of this cell. If there is none, it is created, as large as possible.
std::uint32_t LooseTree::leaf_at(LooseCell cell) noexcept {
    if (root == kernels::no_tile) {
        const std::uint32_t leaf = new_leaf(no_node, 0, top_shift(), 0, 0);
        root = refs[leaf];
        return leaf;
    }
    std::uint32_t tile = TileRef::index(root);
    while (!is_leaf(tile)) {
        const LooseNode& node = nodes[tile];
        const std::uint32_t at = quarter_of(cell, node.shift), quarter = at & ~3u;
        if (const std::uint8_t lane = node.lane_of[at]; lane != no_lane) {
            tile = TileRef::index(tiles[tile].ids[lane]);
            continue;
        }
        const bool all_free = node.lane_of[quarter] == no_lane && node.lane_of[quarter + 1] == no_lane &&
                              node.lane_of[quarter + 2] == no_lane && node.lane_of[quarter + 3] == no_lane;
        return all_free ? new_child(tile, at, 4) : new_child(tile, at, 1);
    }
    return tile;
}

// The last lane takes the place of the removed one.
void LooseTree::forget_child(std::uint32_t branch, std::uint32_t lane) noexcept {
    LooseNode& node = nodes[branch];
    const std::uint32_t last = node.children - 1u;
    for (std::uint8_t& at : node.lane_of) {
        if (at == lane)
            at = no_lane;
        else if (at == last)
            at = static_cast<std::uint8_t>(lane);
    }
    if (lane != last) {
        Tile& tile = tiles[branch];
        set_lane(tile, lane, box_in(tile, last), tile.ids[last]);
        nodes[TileRef::index(tile.ids[lane])].lane = static_cast<std::uint8_t>(lane);
    }
    node.children = static_cast<std::uint8_t>(last);
    refs[branch] = TileRef::make(branch, false, last);
    lead_to(branch);
}

void LooseTree::remove_leaf(std::uint32_t head) noexcept {
    std::uint32_t branch = nodes[head].parent, lane = nodes[head].lane;
    give_back_leaf(head);
    while (branch != no_node) {
        forget_child(branch, lane);
        if (nodes[branch].children != 0) return;
        lane = nodes[branch].lane;
        release_tile(branch);
        branch = nodes[branch].parent;
    }
    root = kernels::no_tile;
}

void LooseTree::append(std::uint32_t head, const Aabb& box, Slot slot) noexcept {
    std::uint32_t tile = nodes[head].link, lane = TileRef::count(refs[tile]);
    if (lane == 16) {
        const std::uint32_t more = new_leaf(no_node, 0, 0, 0, 0);
        nodes[more].head = head;
        nodes[more].link = tile;
        nodes[head].link = tile = more;
        lane = 0;
    }
    set_lane(tiles[tile], lane, box, slot);
    positions.set(slot, (tile << kernels::lane_bits) + lane);
    refs[tile] = TileRef::make(tile, true, lane + 1);
    lead_to(tile);
    ++nodes[head].elements;
}

// If a stored box already contains this one, so do all boxes above it, and the loop ends early.
void LooseTree::widen(std::uint32_t head, const Aabb& box) noexcept {
    for (std::uint32_t node = head; nodes[node].parent != no_node; node = nodes[node].parent) {
        Tile& above = tiles[nodes[node].parent];
        const std::uint32_t lane = nodes[node].lane;
        const Aabb old = box_in(above, lane);
        if (old.min.x <= box.min.x && old.min.y <= box.min.y && box.max.x <= old.max.x && box.max.y <= old.max.y)
            return;
        set_lane(above, lane, around_both(old, box), above.ids[lane]);
    }
}

// The leaf for elements of this cell, or no_node.
std::uint32_t LooseTree::find_leaf(LooseCell cell) const noexcept {
    if (root == kernels::no_tile) return no_node;
    std::uint32_t tile = TileRef::index(root);
    while (!is_leaf(tile)) {
        const std::uint8_t lane = nodes[tile].lane_of[quarter_of(cell, nodes[tile].shift)];
        if (lane == no_lane) return no_node;
        tile = TileRef::index(tiles[tile].ids[lane]);
    }
    return tile;
}

// A leaf of n elements to which m come has at most (n + m) / 16 tiles, rounded up, whichever elements leave. If there
// is no leaf, or none is left, the arriving elements share a new one with arrivals nearby: at most one tile for each,
// or as many as before.
std::size_t LooseTree::tiles_to_settle(const Column<Mover>& movers) noexcept {
    std::size_t count = 0;
    for (const Mover& mover : movers) {
        const std::uint32_t leaf = find_leaf(cell_of(mover.box));
        if (leaf == no_node || (nodes[leaf].elements + nodes[leaf].arrivals++) % 16 == 0) ++count;
    }
    for (const Mover& mover : movers)
        if (const std::uint32_t leaf = find_leaf(cell_of(mover.box)); leaf != no_node) nodes[leaf].arrivals = 0;
    return count;
}

void LooseTree::add(Slot slot, const Aabb& box) noexcept {
    const std::uint32_t leaf = leaf_at(cell_of(box));
    append(leaf, box, slot);
    widen(leaf, box);
    ++size;
}

void LooseTree::overwrite(Slot slot, const Aabb& box) noexcept {
    const std::uint32_t tile = positions[slot] >> kernels::lane_bits;
    set_lane(tiles[tile], positions[slot] & 15, box, slot);
    nodes[nodes[tile].head].shrunk = true;
    widen(nodes[tile].head, box);
}

// The leaf's last element takes the place of the removed one.
void LooseTree::remove(Slot slot) noexcept {
    const std::uint32_t position = positions[slot], head = leaf_of(slot);
    const std::uint32_t last = nodes[head].link, lane = TileRef::count(refs[last]) - 1;
    const Slot moved = tiles[last].ids[lane];
    set_lane(tiles[position >> kernels::lane_bits], position & 15, box_in(tiles[last], lane), moved);
    positions.set(moved, position);
    positions.set(slot, kernels::no_position);
    --size;
    nodes[head].shrunk = true;
    if (--nodes[head].elements == 0) return remove_leaf(head);
    if (lane != 0) {
        refs[last] = TileRef::make(last, true, lane);
        return lead_to(last);
    }
    const std::uint32_t before = nodes[last].link;
    next[before] = kernels::no_tile;
    nodes[head].link = before;
    release_tile(last);
}

} // namespace throng
