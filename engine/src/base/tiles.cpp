// SPDX-License-Identifier: MIT
#include "engine/src/base/tiles.hpp"

#include "engine/src/base/box_input.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::Tile;
using kernels::TileRef;
using kernels::TileTreeView;

// Deeper than any tree with sixteen or four children per node: the check of a broken one ends here.
constexpr std::uint32_t max_tile_levels = 40;

bool contains(const Aabb& outer, const Aabb& inner) {
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

std::uint32_t elements_below(const TileTreeView& tree, std::uint32_t ref) {
    std::uint32_t sum = 0;
    if (TileRef::leaf(ref)) {
        for (; ref != kernels::no_tile; ref = tree.next_of(ref)) sum += TileRef::count(ref);
        return sum;
    }
    for (std::uint32_t lane = 0; lane < TileRef::count(ref); ++lane)
        sum += elements_below(tree, tree.tiles[TileRef::index(ref)].ids[lane]);
    return sum;
}

void visit(const TileTreeView& tree, std::uint32_t ref, const Aabb& box, std::uint32_t depth, NodeVisitor* visitor,
           void* context) {
    const Node node{box, depth, elements_below(tree, ref), TileRef::leaf(ref), Route::StaticTree};
    if (!visitor(context, node) || node.leaf) return;
    const Tile& tile = tree.tiles[TileRef::index(ref)];
    for (std::uint32_t lane = 0; lane < TileRef::count(ref); ++lane)
        visit(tree, tile.ids[lane], box_in(tile, lane), depth + 1, visitor, context);
}

// How many valid elements are below; more than all elements if anything is wrong.
std::uint64_t sound_below(const TileTreeView& tree, std::uint32_t ref, const Aabb& box, std::uint32_t level) {
    constexpr std::uint64_t broken = std::uint64_t{1} << 40;
    std::uint64_t sum = 0;
    if (level > max_tile_levels) return broken;
    for (; ref != kernels::no_tile; ref = TileRef::leaf(ref) ? tree.next_of(ref) : kernels::no_tile) {
        const std::uint32_t index = TileRef::index(ref), count = TileRef::count(ref);
        const bool emptied = TileRef::leaf(ref) && level != 0; // by elements that were removed
        if (index >= tree.tile_count || (count == 0 && !emptied) || count > 16 || sum > tree.size) return broken;
        if (TileRef::leaf(ref) && tree.leaf_at(index) != ref) return broken;
        for (std::uint32_t lane = 0; lane < count; ++lane) {
            const Aabb inner = box_in(tree.tiles[index], lane);
            const std::uint32_t id = tree.tiles[index].ids[lane];
            if (!is_valid(inner) || !contains(box, inner)) return broken;
            if (!TileRef::leaf(ref)) {
                sum += sound_below(tree, id, inner, level + 1);
            } else {
                if (id >= tree.slot_count || tree.positions[id] != (index << kernels::lane_bits) + lane) return broken;
                ++sum;
            }
        }
    }
    return sum;
}

// The elements that joins find, which visit leaves in the order of tiles.
std::uint64_t elements_in_leaves(const TileTreeView& tree) {
    std::uint64_t sum = 0;
    for (std::uint32_t tile = tree.first_leaf; tile < tree.tile_count; ++tile)
        sum += TileRef::count(leaf_of(tree, tile - tree.first_leaf));
    return sum;
}

} // namespace

Aabb box_around(const Tile& tile, std::uint32_t count) noexcept {
    Aabb box = box_in(tile, 0);
    for (std::uint32_t lane = 1; lane < count; ++lane) box = around_both(box_in(tile, lane), box);
    return box;
}

void visit_tiles(const TileTreeView& tree, NodeVisitor* visitor, void* context) noexcept {
    Aabb all = box_around(tree.tiles[TileRef::index(tree.root)], TileRef::count(tree.root));
    if (TileRef::leaf(tree.root)) {
        for (std::uint32_t ref = tree.next_of(tree.root); ref != kernels::no_tile; ref = tree.next_of(ref))
            all = around_both(all, box_around(tree.tiles[TileRef::index(ref)], TileRef::count(ref)));
    }
    visit(tree, tree.root, all, 0, visitor, context);
}

bool valid_tiles(const TileTreeView& tree) noexcept {
    std::uint32_t present = 0;
    for (std::uint32_t slot = 0; slot < tree.slot_count; ++slot)
        present += tree.positions[slot] != kernels::no_position;
    if (present != tree.size) return false;
    if (tree.size == 0) return tree.root == kernels::no_tile;
    constexpr float most = 3.402823466e38f;
    return sound_below(tree, tree.root, {{-most, -most}, {most, most}}, 0) == tree.size &&
           elements_in_leaves(tree) == tree.size;
}

} // namespace throng
