// SPDX-License-Identifier: MIT
// The state of a StaticTree: one buffer of tiles, the root first, level by level, the leaves last.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/positions.hpp"
#include "engine/src/query/opening.hpp"

#include <throng/static_tree.hpp>

namespace throng {

struct StaticTree::State final : SpaceState {
    explicit State(const StaticTreeDesc& d) noexcept
        : SpaceState(d.executor), desc(d), tiles(d.memory), refs(d.memory), positions(d.memory) {}

    StaticTreeDesc desc;
    Column<kernels::Tile> tiles;
    Column<std::uint32_t> refs;      // of leaves, by tile; empty as long as all leaves but the last are full
    Column<std::uint32_t> positions; // by slot: tile * 16 + lane, or no_position
    std::uint32_t root = kernels::no_tile;
    std::uint32_t first_leaf = 0;
    std::uint32_t size = 0;

    static DescCheck check(const StaticTreeDesc& desc) noexcept { return DescCheck().memory(desc.memory); }
    void end() noexcept override { destroy(desc.memory, this); }

    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept;

    // Further functions for World: a build of items with slots of their own (each once; null: an item's slot is its
    // position), a copy (false: out of memory, unspecified content), and the removal of an element. take() requires a
    // present element, after count_leaves(); false: the element is alone in its leaf, and nothing is changed.
    Status build(const kernels::BoxSource& source, std::size_t count, const Slot* slots, std::size_t slot_count,
                 const Executor& executor) noexcept;
    bool assign(const State& other) noexcept;
    bool count_leaves() noexcept;
    bool take(Slot slot) noexcept;

    kernels::TileTreeView view() const noexcept;
    Shown show(ViewRoom& room) const noexcept override;
    PairSearch pair_search(const kernels::IndexView& view) const noexcept override;
    static PairItems pair_items(const kernels::TileTreeView& view) noexcept;

    std::size_t element_count() const noexcept override { return size; }
    std::size_t slot_count() const noexcept override { return positions.size(); }
    bool is_present(Slot slot) const noexcept override { return has_slot(positions, slot); }
    std::size_t bytes() const noexcept override {
        return sizeof(State) + tiles.bytes() + refs.bytes() + positions.bytes();
    }
    Aabb box_of(Slot slot) const noexcept override;
    void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept override { list_boxes(*this, slots, out); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override;
    bool valid() const noexcept override;
};

} // namespace throng
