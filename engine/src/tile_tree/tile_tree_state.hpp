// SPDX-License-Identifier: MIT
// The state of a StaticTree and of a LooseQuadtree: one buffer of tiles, the root first, level by level, the leaves
// after them. Sixteen tiles side by side share the tile above them. Full leaves continue in tiles behind all leaves.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/tiles/leaf_update.hpp"
#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/positions.hpp"
#include "engine/src/base/space_curve.hpp"
#include "engine/src/query/box_index_state.hpp"
#include "engine/src/query/opening.hpp"
#include "engine/src/tile_tree/squares.hpp"

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
    explicit TreeScratch(Memory memory) noexcept
        : chosen(memory), boxes(memory), slots(memory), curve(memory), begins(memory) {}

    ChosenItems chosen; // of a batch of slots
    // All elements, while they are sorted again.
    Column<Aabb> boxes;
    Column<Slot> slots;
    CurveOrder curve;
    Column<std::uint32_t> begins; // of leaves, among sorted elements

    std::size_t bytes() const noexcept { return bytes_of(chosen, boxes, slots, curve, begins); }
    void release() noexcept { release_all(chosen, boxes, slots, curve, begins); }
};

/// The numbers of a tree that versions of a world have in common with the tiles.
struct TileTreeShape {
    std::uint32_t root = kernels::no_tile;
    std::uint32_t first_leaf = 0, leaf_count = 0;
    std::uint32_t size = 0;
    // The widths and heights of all leaves together, now and after they were sorted, and those of all elements then:
    // they tell how much longer searches take since elements have moved.
    double sides = 0, sides_sorted = 0, around_sorted = 0, width_sorted = 0;
    std::size_t changes = 0;            // elements that came, went or left their squares since all were sorted
    std::size_t changes_since_look = 0; // of elements, since the last look at their kinds
};

struct TileTreeState : VersionedState, TileTreeShape {
    template <class Desc>
    explicit TileTreeState(const Desc& desc, const SquareRules& rules = {}) noexcept
        : VersionedState(desc), tiles(desc.memory), refs(desc.memory), next(desc.memory), places(desc.memory),
          positions(desc.memory), squares(rules, desc.memory), leavers(desc.memory), editions(desc.memory),
          arrangements(desc.memory), own_scratch(desc.memory) {}

    static constexpr std::uint32_t tiles_per_block = 256;

    Column<kernels::Tile> tiles;
    // By tile, as in TileTreeView. Of a StaticTree empty as long as all leaves but the last are full.
    Column<std::uint32_t> refs, next;
    Column<TilePlace> places;      // of leaf tiles; as long as `refs`
    Positions positions;           // by slot: tile * 16 + lane, or no_position
    Squares squares;               // of a LooseQuadtree; a StaticTree has none
    Column<std::uint16_t> leavers; // by leaf tile: the lanes that leave its squares in an update
    // What another version of a world need not copy: chunks of tiles whose edition is the same, and everything but
    // boxes where the arrangement of elements is the same.
    static constexpr std::uint32_t chunk_tiles = 64;
    Column<std::uint64_t> editions, arrangements; // by chunk: of the last change, and of the last of anything but boxes
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};
    std::uint64_t edition = 0, arrangement = 0;
    const kernels::Tile* tiles_before = nullptr; // of the version from which the next update reads what stays

    TreeScratch own_scratch;
    TreeScratch* scratch = &own_scratch;
    /// What changes use from now on: a world has one for all its trees. Null: their own.
    void use(TreeScratch* shared) noexcept { scratch = shared ? shared : &own_scratch; }

    // ---- changes ----
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept override;
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept override;
    Status insert(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override;
    Status move(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override;
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
    /// Wraps each box around those below it, and sorts all elements if an update would.
    void cleanup(const Executor& executor) noexcept;

    // ---- reads ----
    kernels::TileTreeView view() const noexcept;
    Shown show(ViewRoom& room) const noexcept override;
    PairSearch pair_search(const kernels::IndexView& view) const noexcept override;
    static PairItems pair_items(const kernels::TileTreeView& view) noexcept;

    std::size_t element_count() const noexcept override { return size; }
    std::size_t slot_count() const noexcept override { return positions.size(); }
    bool is_present(Slot slot) const noexcept override { return has_slot(positions, slot); }
    std::size_t bytes_beside_state() const noexcept {
        return bytes_of(tiles, refs, next, places, positions, squares, leavers, editions, arrangements, own_scratch);
    }
    Aabb box_of(Slot slot) const noexcept override;
    void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept override { list_boxes(*this, slots, out); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override;
    bool valid() const noexcept override;

protected:
    ~TileTreeState() = default;

private:
    // Whether the boxes above a leaf are wrapped around it at once, or by the caller.
    enum class Above : std::uint8_t { Wrapped, Later };

    // ---- tile_tree_update.cpp ----
    // Elements get the boxes of `source` by id: see LeafUpdate.
    // `may_leave`: those that leave their squares go to other leaves.
    void take_boxes(const kernels::BoxSource& source, bool may_leave, kernels::ItemFaults& faulty,
                    const Executor& executor) noexcept;
    void wrap_branches(const Executor& executor) noexcept;
    void bring_home() noexcept;
    void move_together(const kernels::BoxSource& source, const Executor& executor) noexcept;
    void move_one_by_one(const kernels::BoxSource& source) noexcept;
    void set_leaf_box(std::uint32_t head, const Aabb& box) noexcept;
    void hand_up(std::uint32_t head, Aabb box) noexcept;
    double sides_around() const noexcept; // all elements
    std::size_t most_changes() const noexcept { return size / 8 + 16; }
    void adapt(const Executor& executor, bool all_moved = false) noexcept;
    bool suits_kinds() noexcept;
    double relative_width() const noexcept;
    // Sorts the elements again, together with the items of `source` that have a slot. A fault: nothing has changed.
    Status sort_with(std::span<const Slot> more, const kernels::BoxSource& source, std::size_t slots_needed,
                     const Executor& executor) noexcept;

    // ---- tile_tree_changes.cpp ----
    Fault reserve_tiles(std::size_t elements) noexcept;
    [[nodiscard]] bool grow_tiles(std::size_t count) noexcept;
    std::uint32_t leaf_for(const Aabb& box) const noexcept;
    std::uint32_t best_of(const Squares::Range& leaves, const Aabb& box) const noexcept;
    std::uint32_t home_of(const Aabb& box) const noexcept;
    std::uint32_t continue_leaf(std::uint32_t head) noexcept;
    void lead_to(std::uint32_t tile) noexcept;
    void add(std::uint32_t head, Slot slot, const Aabb& box, Above above) noexcept;
    void remove(Slot slot) noexcept;
    void take_out(std::uint32_t at) noexcept;
    [[nodiscard]] bool move_to(std::uint32_t home, Slot slot, const Aabb& box, Above above) noexcept;

    // ---- tile_tree.cpp ----
    // `again`: the items are elements of the tree, and scratch is kept for the next sort.
    Status sort(const kernels::BoxSource& source, std::size_t count, const Slot* slots, std::size_t slots_needed,
                bool again, const Executor& executor) noexcept;
    void begin_change() noexcept;
    void change_all() noexcept;
    // The boxes of a tile change.
    void touch(std::uint32_t tile) noexcept { editions[tile / chunk_tiles] = edition; }
    // Its elements, or what a tile refers to, change.
    void rearrange(std::uint32_t tile) noexcept {
        touch(tile);
        arrangement = arrangements[tile / chunk_tiles] = edition;
    }
    void leave_empty() noexcept;
    [[nodiscard]] bool reserve_links(std::size_t count) noexcept;
    template <class RefOf> void link_leaves(RefOf&& ref_of) noexcept;
    [[nodiscard]] bool loosen() noexcept;
    [[nodiscard]] bool copy_tiles(const TileTreeState& from, bool with_boxes) noexcept;
    std::uint32_t count_in(std::uint32_t tile) const noexcept {
        return kernels::TileRef::count(refs.empty() ? view().leaf_at(tile) : refs[tile]);
    }
    std::uint32_t head_of(std::uint32_t tile) const noexcept { return refs.empty() ? tile : places[tile].head; }
    std::uint32_t branch_above(std::uint32_t leaf) const noexcept {
        return first_leaf - (leaf_count + 15) / 16 + leaf / 16;
    }
    Aabb box_of_leaf(std::uint32_t head) const noexcept;
    Aabb box_above(std::uint32_t head) const noexcept;
};

} // namespace throng
