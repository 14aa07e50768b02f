// SPDX-License-Identifier: MIT
// The state of a LooseQuadtree: a tree of tiles that is cut at squares.
#pragma once

#include "engine/src/tile_tree/tile_tree_state.hpp"

#include <throng/loose_quadtree.hpp>

namespace throng {

struct LooseQuadtree::State final : TileTreeState {
    explicit State(const LooseQuadtreeDesc& d) noexcept
        : TileTreeState(d, {d.bounds, d.max_per_leaf, d.max_depth}), desc(d) {}

    LooseQuadtreeDesc desc;

    static DescCheck check(const LooseQuadtreeDesc& desc) noexcept { return DescCheck(desc); }
    void end() noexcept override { destroy(desc.memory, this); }
    std::size_t bytes() const noexcept override { return sizeof(State) + bytes_beside_state(); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override;
};

} // namespace throng
