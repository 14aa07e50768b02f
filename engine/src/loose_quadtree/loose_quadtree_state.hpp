// SPDX-License-Identifier: MIT
// The state of a LooseQuadtree: its tree, and the scratch of changes.
#pragma once

#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_tree.hpp"
#include "engine/src/query/box_index_state.hpp"
#include "engine/src/query/opening.hpp"

#include <throng/loose_quadtree.hpp>

#include <algorithm>
#include <optional>
#include <span>

namespace throng {

struct LooseQuadtree::State final : BoxIndexState, LooseTree {
    explicit State(const LooseQuadtreeDesc& d) noexcept
        : BoxIndexState(d), LooseTree(d.memory, d.max_per_leaf, d.max_depth), desc(d), new_items(d.memory),
          movers(d.memory) {}

    LooseQuadtreeDesc desc;

    ChosenItems new_items;            // of an insert
    Column<Mover> movers;             // in the order of their arrival
    std::uint64_t changes_unseen = 0; // since the last check of the layout: see adapt()
    // What an index adapts to; `laid_for` as LaidFor.
    struct Look {
        Extent extent;
        bool wires; // are common
    };
    std::optional<Look> laid_for;
    Whereabouts whereabouts;

    static DescCheck check(const LooseQuadtreeDesc& desc) noexcept;
    void end() noexcept override { destroy(desc.memory, this); }

    // Changes.
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept override;
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept override;
    Status insert(std::span<const Slot> slots, const kernels::BoxSource& source,
                  const Executor& executor) noexcept override;
    Status move(std::span<const Slot> slots, const kernels::BoxSource& source,
                const Executor& executor) noexcept override;
    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept override;
    Status refit(const Executor& executor) noexcept override;
    void clear() noexcept override;
    void cleanup() noexcept;

    // Reads and queries.
    Shown show(ViewRoom& room) const noexcept override;
    PairSearch pair_search(const kernels::IndexView& view) const noexcept override;
    static PairItems pair_items(const kernels::TileTreeView& view) noexcept;
    std::size_t element_count() const noexcept override { return size; }
    std::size_t slot_count() const noexcept override { return positions.size(); }
    std::size_t bytes() const noexcept override {
        return sizeof(State) + LooseTree::bytes() + new_items.bytes() + movers.bytes();
    }
    Aabb box_of(Slot slot) const noexcept override;
    void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept override { list_boxes(*this, slots, out); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override;
    bool valid() const noexcept override { return LooseTree::valid(); }

    bool is_present(Slot slot) const noexcept override { return has_slot(positions, slot); }

private:
    // Whether a box belongs to the leaf that has the element now.
    bool stays(Slot slot, const Aabb& box) const noexcept { return holds(nodes[leaf_of(slot)], cell_of(box)); }

    // A batch of more changes than this is laid out together with all other elements: that costs less than a descent
    // for each, and gives a better shape.
    static bool many(std::size_t changes, std::size_t size) noexcept {
        return changes > std::max<std::size_t>(size / 4, 16);
    }
    // Reserves tiles for movers and a quarter more, for leaves that split then, and `others` for other splits. A change
    // reserves them before it is decided, and uses no more, however much memory there is, so that the shape does not
    // depend on the history of memory. Afterwards at most `max_tiles` are in use.
    Fault reserve_for_movers(std::uint32_t& max_tiles, std::size_t others = 0) noexcept;

    // Of elements of which this is a sample; infinite: wires are too few for squares by kind.
    float choose_long_side(std::span<const Aabb> sample, const Extent& extent, bool by_kind) const noexcept;
    bool choose_square(const kernels::BoxSource& source, std::size_t count, LooseRoot& chosen,
                       const Executor& executor) const noexcept;
    Fault lay_out_anew(const kernels::BoxSource& source, std::size_t count, const Slot* slots, std::size_t slots_needed,
                       kernels::ItemFaults& faulty, const Executor& executor) noexcept;
    Fault lay_out_with(std::span<const Slot> slots, const kernels::BoxSource& source, std::size_t slots_needed,
                       const Executor& executor) noexcept;
    Fault insert_some(const kernels::BoxSource& source, std::size_t count, std::size_t slots_needed) noexcept;

    bool find_leavers(const kernels::BoxSource& source, std::uint32_t& leavers, kernels::ItemFaults& faulty,
                      const Executor& executor) noexcept;
    void take_boxes(const kernels::BoxSource& source, const Executor& executor) noexcept;
    kernels::LooseUpdate update_of(const kernels::BoxSource& source) noexcept;
    // Returns the tiles that splits of leaves take which are overfull already.
    std::size_t gather_leavers(const kernels::BoxSource& source) noexcept;

    void post(Slot slot, const Aabb& box) noexcept;
    void add_movers() noexcept;
    bool clean_up_once() noexcept;
    Look look() const noexcept;
    bool suits(const Extent& extent) const noexcept;
    void adapt(std::size_t changes, const Executor& executor) noexcept;
};

} // namespace throng
