// SPDX-License-Identifier: MIT
// The state of a StaticTree: a tree of tiles that is cut at every sixteenth element.
#pragma once

#include "engine/src/tile_tree/tile_tree_state.hpp"

#include <throng/static_tree.hpp>

namespace throng {

struct StaticTree::State final : TileTreeState {
    explicit State(const StaticTreeDesc& d) noexcept : TileTreeState(d), desc(d) {}

    StaticTreeDesc desc;

    static DescCheck check(const StaticTreeDesc& desc) noexcept { return DescCheck(desc); }
    void end() noexcept override { destroy(desc.memory, this); }
    std::size_t bytes() const noexcept override { return sizeof(State) + bytes_beside_state(); }
};

} // namespace throng
