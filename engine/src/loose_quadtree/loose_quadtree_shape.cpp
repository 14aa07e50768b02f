// SPDX-License-Identifier: MIT
// The shape of a LooseQuadtree: leaves are split into four or merged with their neighbours, and
// boxes are shrink-wrapped.
#include "engine/src/base/tiles.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_tree.hpp"

#include <algorithm>
#include <array>

namespace throng {

using kernels::Tile;
using kernels::TileRef;

namespace {

// Well below the limit of splits, so that single elements that come and go do not change the shape.
std::uint32_t merge_limit(std::uint32_t max_per_leaf) { return std::max(max_per_leaf / 2, 1u); }

} // namespace

// A leaf that is a whole quarter is replaced by up to four leaves in the same branch; any other becomes a branch of up
// to four quarters.
void LooseTree::split(std::uint32_t head) noexcept {
    const LooseNode leaf = nodes[head];
    std::uint32_t ref = refs[head], branch = leaf.parent, span = 1;
    if (branch != no_node && nodes[branch].shift == leaf.shift + 1) {
        forget_child(branch, leaf.lane);
    } else {
        span = 4;
        branch = new_leaf(leaf.parent, leaf.lane, leaf.shift, lowest_cell(leaf).x, lowest_cell(leaf).y);
        refs[branch] = TileRef::make(branch, false, 0);
    }
    for (; ref != kernels::no_tile; ref = next_of(ref)) {
        for (std::uint32_t lane = 0; lane < TileRef::count(ref); ++lane) {
            const Aabb box = box_in(tiles[TileRef::index(ref)], lane);
            const std::uint32_t at = quarter_of(cell_of(box), nodes[branch].shift);
            const std::uint8_t child = nodes[branch].lane_of[at];
            const std::uint32_t to =
                child != no_lane ? TileRef::index(tiles[branch].ids[child]) : new_child(branch, at, span);
            append(to, box, tiles[TileRef::index(ref)].ids[lane]);
            widen(to, box);
        }
    }
    give_back_leaf(head);
}

void LooseTree::absorb(std::uint32_t into, std::uint32_t head) noexcept {
    for (std::uint32_t ref = refs[head]; ref != kernels::no_tile; ref = next_of(ref))
        for (std::uint32_t lane = 0; lane < TileRef::count(ref); ++lane)
            append(into, box_in(tiles[TileRef::index(ref)], lane), tiles[TileRef::index(ref)].ids[lane]);
    give_back_leaf(head);
    nodes[into].shrunk = true;
}

// Quarters of a quarter with few elements become one leaf.
bool LooseTree::fuse_quarter(std::uint32_t branch, std::uint32_t quarter, std::uint32_t max_tiles) noexcept {
    std::array<std::uint32_t, 4> leaves{};
    std::uint32_t count = 0, elements = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint8_t lane = nodes[branch].lane_of[quarter + i];
        if (lane == no_lane) continue;
        const std::uint32_t below = TileRef::index(tiles[branch].ids[lane]);
        if (!is_leaf(below) || nodes[below].shift + 1 == nodes[branch].shift) return false;
        leaves[count++] = below;
        elements += nodes[below].elements;
    }
    if (count == 0 || elements > merge_limit(max_per_leaf) || used() + elements / 16 > max_tiles) return false;
    const std::uint32_t into = leaves[0];
    for (std::uint32_t i = 1; i < count; ++i) {
        forget_child(branch, nodes[leaves[i]].lane);
        absorb(into, leaves[i]);
    }
    LooseNode& node = nodes[into];
    ++node.shift;
    node.x = static_cast<std::uint16_t>(node.x >> node.shift << node.shift);
    node.y = static_cast<std::uint16_t>(node.y >> node.shift << node.shift);
    node.shrunk = true;
    for (std::uint32_t i = 0; i < 4; ++i) nodes[branch].lane_of[quarter + i] = node.lane;
    return true;
}

// A branch with few elements becomes a leaf.
bool LooseTree::collapse(std::uint32_t branch, std::uint32_t max_tiles) noexcept {
    const LooseNode node = nodes[branch];
    std::uint32_t elements = 0;
    for (std::uint32_t lane = 0; lane < node.children; ++lane) {
        const std::uint32_t below = TileRef::index(tiles[branch].ids[lane]);
        if (!is_leaf(below)) return false;
        elements += nodes[below].elements;
    }
    if (elements > merge_limit(max_per_leaf) || used() + elements / 16 > max_tiles) return false;
    const std::uint32_t into = TileRef::index(tiles[branch].ids[0]);
    LooseNode& leaf = nodes[into];
    leaf.parent = node.parent;
    leaf.lane = node.lane;
    leaf.shift = node.shift;
    leaf.x = node.x;
    leaf.y = node.y;
    leaf.wide = node.wide;
    leaf.tall = node.tall;
    leaf.shrunk = true;
    for (std::uint32_t lane = 1; lane < node.children; ++lane) absorb(into, TileRef::index(tiles[branch].ids[lane]));
    lead_to(into);
    release_tile(branch);
    return true;
}

bool LooseTree::split_if_room(std::uint32_t head, std::uint32_t max_tiles) noexcept {
    if (!overfull(head) || used() + tiles_to_split(nodes[head]) > max_tiles) return false;
    split(head);
    return true;
}

bool LooseTree::split_children(std::uint32_t branch, std::uint32_t max_tiles) noexcept {
    std::array<std::uint32_t, 16> full{};
    std::uint32_t count = 0;
    for (std::uint32_t lane = 0; lane < nodes[branch].children; ++lane) {
        const std::uint32_t below = TileRef::index(tiles[branch].ids[lane]);
        if (is_leaf(below) && overfull(below)) full[count++] = below;
    }
    bool changed = false;
    for (std::uint32_t i = 0; i < count; ++i) changed |= split_if_room(full[i], max_tiles);
    return changed;
}

void LooseTree::wrap(std::uint32_t branch, std::uint32_t lane) noexcept {
    Tile& tile = tiles[branch];
    const std::uint32_t below = TileRef::index(tile.ids[lane]);
    if (is_leaf(below)) nodes[below].shrunk = false;
    set_lane(tile, lane, is_leaf(below) ? box_of_leaf(below) : box_around(tiles[below], nodes[below].children),
             tile.ids[lane]);
}

// Merges before the descent and splits after it, so that either proceeds by one level.
bool LooseTree::clean_branch(std::uint32_t branch, std::uint32_t max_tiles) noexcept {
    bool changed = false;
    for (std::uint32_t quarter = 0; quarter < 16; quarter += 4) changed |= fuse_quarter(branch, quarter, max_tiles);
    if (collapse(branch, max_tiles)) return true;
    for (std::uint32_t lane = 0; lane < nodes[branch].children; ++lane) {
        const std::uint32_t below = TileRef::index(tiles[branch].ids[lane]);
        if (!is_leaf(below)) {
            changed |= clean_branch(below, max_tiles);
            wrap(branch, lane);
        } else if (nodes[below].shrunk) {
            wrap(branch, lane);
        }
    }
    return split_children(branch, max_tiles) || changed;
}

bool LooseTree::clean_up(std::uint32_t max_tiles) noexcept {
    if (root == kernels::no_tile) return false;
    const std::uint32_t top = TileRef::index(root);
    return is_leaf(top) ? split_if_room(top, max_tiles) : clean_branch(top, max_tiles);
}

std::size_t LooseTree::tiles_wanted() const noexcept {
    std::size_t wanted = merge_limit(max_per_leaf) / 16; // a merged leaf takes its tiles before the old ones are free
    for (std::uint32_t tile = 0; tile < tiles.size(); ++tile) wanted += tiles_if_split(tile);
    return wanted;
}

} // namespace throng
