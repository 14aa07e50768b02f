// SPDX-License-Identifier: MIT
// The state of a StaticTree: one buffer of tiles, the root first, level by level, the leaves last. Sixteen tiles side
// by side share the tile above them.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/tiles/leaf_update.hpp"
#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/positions.hpp"
#include "engine/src/query/opening.hpp"

#include <throng/static_tree.hpp>

#include <array>

namespace throng {

/// The number of tiles of each level, from the leaves to the root, and the begin of each: the root's level comes first.
struct TileLevels {
    explicit TileLevels(std::size_t leaves) noexcept;
    std::array<std::uint32_t, 9> count{}, begin{};
    std::uint32_t height = 0;
    std::uint64_t total = 0;
};

struct StaticTree::State final : SpaceState {
    explicit State(const StaticTreeDesc& d) noexcept
        : SpaceState(d.executor), desc(d), tiles(d.memory), refs(d.memory), positions(d.memory), chosen(d.memory) {}

    static constexpr std::uint32_t tiles_per_block = 256;

    StaticTreeDesc desc;
    Column<kernels::Tile> tiles;
    Column<std::uint32_t> refs;      // of leaves, by tile; empty as long as all leaves but the last are full
    Column<std::uint32_t> positions; // by slot: tile * 16 + lane, or no_position
    std::uint32_t root = kernels::no_tile;
    std::uint32_t first_leaf = 0;
    std::uint32_t size = 0;
    // The widths and heights of all leaves together, now and after they were built, and those of all elements then:
    // they tell how much longer searches take since elements have moved.
    double sides = 0, sides_built = 0, around_built = 0;
    ChosenItems chosen; // of a move

    static DescCheck check(const StaticTreeDesc& desc) noexcept { return DescCheck().memory(desc.memory); }
    void end() noexcept override { destroy(desc.memory, this); }

    // Each is the whole change of valid input.
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept;
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept;
    Status move(std::span<const Slot> slots, const kernels::BoxSource& source, const Executor& executor) noexcept;

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
        return sizeof(State) + tiles.bytes() + refs.bytes() + positions.bytes() + chosen.bytes();
    }
    Aabb box_of(Slot slot) const noexcept override;
    void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept override { list_boxes(*this, slots, out); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override;
    bool valid() const noexcept override;

private:
    // ---- steps of changes, static_tree/static_tree_update.cpp ----
    // Elements get the boxes of `source` by id: see LeafUpdate.
    void take_boxes(const kernels::BoxSource& source, kernels::ItemFaults& faulty, const Executor& executor) noexcept;
    void take_box(Slot slot, const Aabb& box) noexcept;
    double sides_around() const noexcept; // all elements
    void adapt(const Executor& executor) noexcept;
};

} // namespace throng
