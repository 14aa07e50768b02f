// SPDX-License-Identifier: MIT
// The state of a StaticTree: one buffer of tiles, the root first, level by level, the leaves after them. Sixteen tiles
// side by side share the tile above them. Full leaves continue in tiles behind all leaves.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/tiles/leaf_update.hpp"
#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/positions.hpp"
#include "engine/src/base/space_curve.hpp"
#include "engine/src/query/box_index_state.hpp"
#include "engine/src/query/opening.hpp"

#include <throng/static_tree.hpp>

#include <algorithm>
#include <array>

namespace throng {

/// The width and the height of a box together.
inline double sides_of(const Aabb& box) noexcept {
    return static_cast<double>(box.max.x) - static_cast<double>(box.min.x) +
           (static_cast<double>(box.max.y) - static_cast<double>(box.min.y));
}

/// The number of tiles of each level, from the leaves to the root, and the begin of each: the root's level comes first.
/// Tiles that continue a leaf are not counted.
struct TileLevels {
    explicit TileLevels(std::size_t leaves) noexcept;
    std::array<std::uint32_t, 9> count{}, begin{};
    std::uint32_t height = 0;
    std::uint64_t total = 0;
};

/// Where a leaf tile is in its leaf.
struct TilePlace {
    std::uint32_t head; // the leaf's first tile
    std::uint32_t link; // of the first tile: the leaf's last one; of the others: the tile before
};

/// What changes need meanwhile. It is kept for the next ones, so that a tick like the last one allocates nothing.
struct TreeScratch {
    explicit TreeScratch(Memory memory) noexcept : chosen(memory), boxes(memory), slots(memory), curve(memory) {}

    ChosenItems chosen; // of a batch of slots
    // All elements, while they are sorted again.
    Column<Aabb> boxes;
    Column<Slot> slots;
    CurveOrder curve;

    std::size_t bytes() const noexcept { return chosen.bytes() + boxes.bytes() + slots.bytes() + curve.bytes(); }
    void release() noexcept {
        chosen.release();
        boxes.release();
        slots.release();
        curve.release();
    }
};

struct StaticTree::State final : VersionedState {
    explicit State(const StaticTreeDesc& d) noexcept
        : VersionedState(d), desc(d), tiles(d.memory), refs(d.memory), next(d.memory), places(d.memory),
          positions(d.memory), editions(d.memory), own_scratch(d.memory) {}

    static constexpr std::uint32_t tiles_per_block = 256;

    StaticTreeDesc desc;
    Column<kernels::Tile> tiles;
    // By tile, as in TileTreeView. Empty as long as all leaves but the last are full.
    Column<std::uint32_t> refs, next;
    Column<TilePlace> places; // of leaf tiles; as long as `refs`
    Positions positions;      // by slot: tile * 16 + lane, or no_position
    std::uint32_t root = kernels::no_tile;
    std::uint32_t first_leaf = 0, leaf_count = 0;
    std::uint32_t size = 0;
    // The widths and heights of all leaves together, now and after they were sorted, and those of all elements then:
    // they tell how much longer searches take since elements have moved.
    double sides = 0, sides_sorted = 0, around_sorted = 0, width_sorted = 0;
    std::size_t changes = 0; // elements that came or went since all were sorted

    // What another version of a world need not copy: chunks of tiles whose edition is the same, and everything but
    // boxes if the arrangement of elements is the same.
    static constexpr std::uint32_t chunk_tiles = 64;
    Column<std::uint64_t> editions; // by chunk: of the last change
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};
    std::uint64_t edition = 0, arrangement = 0;
    const kernels::Tile* tiles_before = nullptr; // of the version from which the next update reads what stays

    TreeScratch own_scratch;
    TreeScratch* scratch = &own_scratch;
    /// What changes use from now on: a world has one for all its trees. Null: their own.
    void use(TreeScratch* shared) noexcept { scratch = shared ? shared : &own_scratch; }

    static DescCheck check(const StaticTreeDesc& desc) noexcept { return DescCheck().memory(desc.memory); }
    void end() noexcept override { destroy(desc.memory, this); }

    // ---- changes ----
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept override;
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept override;
    Status insert(std::span<const Slot> slots, const kernels::BoxSource& source,
                  const Executor& executor) noexcept override;
    Status move(std::span<const Slot> slots, const kernels::BoxSource& source,
                const Executor& executor) noexcept override;
    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept override;
    Status refit(const Executor& executor) noexcept override;
    void clear() noexcept override;
    bool start_from(const SpaceState& before, First first) noexcept override;
    void begin_edition() noexcept override { positions.begin_edition(); }

    /// A build of items with slots of their own, each once. Null: an item's slot is its position.
    Status build(const kernels::BoxSource& source, std::size_t count, const Slot* slots, std::size_t slot_count,
                 const Executor& executor) noexcept;
    /// The elements of the tiles change their slots, but stay where they are. Positions have been changed.
    void name_elements() noexcept;

    // ---- reads ----
    kernels::TileTreeView view() const noexcept;
    Shown show(ViewRoom& room) const noexcept override;
    PairSearch pair_search(const kernels::IndexView& view) const noexcept override;
    static PairItems pair_items(const kernels::TileTreeView& view) noexcept;

    std::size_t element_count() const noexcept override { return size; }
    std::size_t slot_count() const noexcept override { return positions.size(); }
    bool is_present(Slot slot) const noexcept override { return has_slot(positions, slot); }
    std::size_t bytes() const noexcept override {
        return sizeof(State) + tiles.bytes() + refs.bytes() + next.bytes() + places.bytes() + positions.bytes() +
               editions.bytes() + own_scratch.bytes();
    }
    Aabb box_of(Slot slot) const noexcept override;
    void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept override { list_boxes(*this, slots, out); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override;
    bool valid() const noexcept override;

private:
    // ---- static_tree_update.cpp ----
    // Elements get the boxes of `source` by id: see LeafUpdate.
    void take_boxes(const kernels::BoxSource& source, kernels::ItemFaults& faulty, const Executor& executor) noexcept;
    void move_together(const kernels::BoxSource& source, const Executor& executor) noexcept;
    void move_one_by_one(const kernels::BoxSource& source) noexcept;
    void hand_up(std::uint32_t head, Aabb box) noexcept;
    double sides_around() const noexcept; // all elements
    void adapt(const Executor& executor, bool all_moved = false) noexcept;
    double relative_width() const noexcept;
    // Sorts the elements again, together with the items of `source` that have a slot. A fault: nothing has changed.
    Status sort_with(std::span<const Slot> more, const kernels::BoxSource& source, std::size_t slots_needed,
                     const Executor& executor) noexcept;

    // ---- static_tree_changes.cpp ----
    Fault reserve_tiles(std::size_t elements) noexcept;
    std::uint32_t leaf_for(const Aabb& box) const noexcept;
    std::uint32_t continue_leaf(std::uint32_t head) noexcept;
    void lead_to(std::uint32_t tile) noexcept;
    void add(Slot slot, const Aabb& box) noexcept;
    void remove(Slot slot) noexcept;

    // ---- static_tree.cpp ----
    Status sort(const kernels::BoxSource& source, std::size_t count, const Slot* slots, std::size_t slots_needed,
                bool keeps_scratch, const Executor& executor) noexcept;
    void begin_change() noexcept;
    void touch(std::uint32_t tile) noexcept { editions[tile / chunk_tiles] = edition; }
    void leave_empty() noexcept;
    [[nodiscard]] bool loosen() noexcept;
    [[nodiscard]] bool copy_tiles(const State& from) noexcept;
    std::uint32_t count_in(std::uint32_t tile) const noexcept { return kernels::TileRef::count(view().leaf_at(tile)); }
    std::uint32_t head_of(std::uint32_t tile) const noexcept { return refs.empty() ? tile : places[tile].head; }
    Aabb box_of_leaf(std::uint32_t head) const noexcept;
    Aabb box_above(std::uint32_t head) const noexcept;
};

} // namespace throng
