// SPDX-License-Identifier: MIT
// Drawing of a LooseQuadtree, and the check of its invariants.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"

#include <array>

namespace throng {

using kernels::Tile;
using kernels::TileRef;

namespace {

// Shows the squares with elements, of every depth: the quarters of a branch have no tile of their own, but are
// shown as well.
class Show {
public:
    Show(const LooseTree& tree, NodeVisitor* visitor, void* context)
        : tree_(tree), visitor_(visitor), context_(context) {}

    void tile(std::uint32_t tile, const Aabb& box) const {
        const LooseNode& node = tree_.nodes[tile];
        const bool leaf = tree_.is_leaf(tile);
        if (!report(box, node.shift, elements(tile), leaf) || leaf) return;
        for (std::uint32_t quarter = 0; quarter < 16; quarter += 4) show_quarter(tile, quarter);
    }

private:
    bool report(const Aabb& box, std::uint32_t shift, std::uint32_t elements, bool leaf) const {
        return visitor_(context_, {box, tree_.top_shift() - shift, elements, leaf, Route::LooseQuadtree});
    }

    std::uint32_t elements(std::uint32_t tile) const {
        const LooseNode& node = tree_.nodes[tile];
        if (tree_.is_leaf(tile)) return node.elements;
        std::uint32_t sum = 0;
        for (std::uint32_t lane = 0; lane < node.children; ++lane)
            sum += elements(TileRef::index(tree_.tiles[tile].ids[lane]));
        return sum;
    }

    void show_quarter(std::uint32_t branch, std::uint32_t quarter) const {
        const Tile& tile = tree_.tiles[branch];
        const LooseNode& node = tree_.nodes[branch];
        std::array<std::uint32_t, 4> lanes{};
        std::uint32_t count = 0, sum = 0;
        Tile found;
        for (std::uint32_t i = quarter; i < quarter + 4; ++i) {
            const std::uint8_t lane = node.lane_of[i];
            if (lane == no_lane || (count != 0 && lanes[count - 1] == lane)) continue;
            set_lane(found, count, box_in(tile, lane), tile.ids[lane]);
            sum += elements(TileRef::index(tile.ids[lane]));
            lanes[count++] = lane;
        }
        if (count == 0) return;
        const bool whole = tree_.nodes[TileRef::index(found.ids[0])].shift + 1 == node.shift;
        if (!whole && !report(box_around(found, count), node.shift - 1u, sum, false)) return;
        for (std::uint32_t i = 0; i < count; ++i) this->tile(TileRef::index(found.ids[i]), box_in(found, i));
    }

    const LooseTree& tree_;
    NodeVisitor* visitor_;
    void* context_;
};

} // namespace

Aabb LooseQuadtree::State::box_of(Slot slot) const noexcept { return box_of_slot(view(), slot); }

void LooseQuadtree::State::visit(NodeVisitor* visitor, void* context) const noexcept {
    const std::uint32_t top = TileRef::index(root);
    Show(*this, visitor, context)
        .tile(top, is_leaf(top) ? box_of_leaf(top) : box_around(tiles[top], nodes[top].children));
}

// Queries rely on the boxes and references, changes also on the stored place of each tile.
bool LooseTree::valid() const noexcept {
    if (!valid_tiles(view())) return false;
    return root == kernels::no_tile ||
           (nodes[TileRef::index(root)].parent == no_node && sound_below(TileRef::index(root)));
}

bool LooseTree::sound_below(std::uint32_t tile) const noexcept {
    const LooseNode& node = nodes[tile];
    if (is_leaf(tile)) return sound_leaf(tile);
    if (node.children == 0 || node.children > 16 || node.shift < finest_shift() + 1u || node.shift < 2) return false;
    for (std::uint32_t at = 0; at < 16; ++at) {
        const std::uint8_t lane = node.lane_of[at];
        if (lane != no_lane && lane >= node.children) return false;
    }
    for (std::uint32_t lane = 0; lane < node.children; ++lane) {
        const std::uint32_t ref = tiles[tile].ids[lane], below = TileRef::index(ref);
        const LooseNode& child = nodes[below];
        const std::uint32_t at = quarter_of(lowest_cell(child), node.shift);
        const bool fits = child.parent == tile && child.lane == lane && holds(node, lowest_cell(child)) &&
                          node.lane_of[at] == lane &&
                          (child.shift + 2 == node.shift || (child.shift + 1 == node.shift && is_leaf(below)));
        if (!fits || ref != refs[below] || !sound_below(below)) return false;
    }
    return true;
}

bool LooseTree::sound_leaf(std::uint32_t head) const noexcept {
    std::uint32_t elements = 0, before = head;
    if (nodes[head].shift < finest_shift()) return false;
    for (std::uint32_t ref = refs[head]; ref != kernels::no_tile; ref = next_of(ref)) {
        const std::uint32_t tile = TileRef::index(ref);
        if (nodes[tile].head != head || refs[tile] != ref || (tile != head && nodes[tile].link != before)) return false;
        for (std::uint32_t lane = 0; lane < TileRef::count(ref); ++lane)
            if (!holds(nodes[head], cell_of(box_in(tiles[tile], lane)))) return false;
        elements += TileRef::count(ref);
        before = tile;
    }
    return nodes[head].elements == elements && nodes[head].link == before;
}

} // namespace throng
