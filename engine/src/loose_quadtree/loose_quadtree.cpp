// SPDX-License-Identifier: MIT
// The public functions of LooseQuadtree, and its squares as nodes.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"

namespace throng {
namespace {

using kernels::TileRef;
using Leaves = Squares::Range;

// Shows the squares in which leaf tiles begin, from the whole one down to that of one tile.
class Show {
public:
    Show(const TileTreeState& tree, NodeVisitor* visitor, void* context) noexcept
        : tree_(tree), view_(tree.view()), visitor_(visitor), context_(context) {}

    void square(const Leaves& leaves, std::uint32_t depth) const {
        const SquareRules& rules = tree_.squares.rules();
        Node node{{}, depth, 0, false, Route::LooseQuadtree};
        for (std::uint32_t leaf = leaves.begin; leaf < leaves.end; ++leaf) add(leaf, node);
        if (node.elements == 0) return;
        node.leaf = leaves.end - leaves.begin == 1 || node.elements <= rules.max_per_leaf || depth == rules.max_depth;
        if (!visitor_(context_, node) || node.leaf) return;
        const bool of_kinds = depth == 0 && tree_.squares.by_kind();
        for (Leaves rest = leaves; rest.begin < rest.end;) {
            const Leaves own = of_kinds ? first_kind(rest) : first_quarter(rest, depth + 1);
            square(own, depth + 1);
            rest.begin = own.end;
        }
    }

private:
    void add(std::uint32_t leaf, Node& node) const {
        for (std::uint32_t ref = view_.leaf_at(view_.first_leaf + leaf); ref != kernels::no_tile;
             ref = view_.next_of(ref)) {
            if (TileRef::count(ref) == 0) continue;
            const Aabb box = box_around(view_.tiles[TileRef::index(ref)], TileRef::count(ref));
            node.bounds = node.elements == 0 ? box : around_both(node.bounds, box);
            node.elements += TileRef::count(ref);
        }
    }
    Leaves first_kind(const Leaves& leaves) const {
        std::uint32_t kind = 0;
        while (tree_.squares.leaves_of_kind(kind).end <= leaves.begin) ++kind;
        return {leaves.begin, tree_.squares.leaves_of_kind(kind).end};
    }
    Leaves first_quarter(const Leaves& leaves, std::uint32_t depth) const {
        return tree_.squares.first_square(leaves, tree_.squares.by_kind() ? depth - 1 : depth);
    }

    const TileTreeState& tree_;
    const kernels::TileTreeView view_;
    NodeVisitor* visitor_;
    void* context_;
};

} // namespace

void LooseQuadtree::State::visit(NodeVisitor* visitor, void* context) const noexcept {
    Show(*this, visitor, context).square({0, leaf_count}, 0);
}

LooseQuadtree::LooseQuadtree() noexcept = default;
LooseQuadtree::LooseQuadtree(const LooseQuadtreeDesc& desc) { require_open(open(desc), State::check(desc)); }
Status LooseQuadtree::open(const LooseQuadtreeDesc& desc) noexcept { return life::open<State>(*this, desc); }

Status LooseQuadtree::cleanup() noexcept {
    return changes::guarded(Access::state(*this), {}, [this](const Executor& executor) {
        Access::open_state(*this)->cleanup(executor);
        return Status{};
    });
}

} // namespace throng
