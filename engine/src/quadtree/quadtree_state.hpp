// SPDX-License-Identifier: MIT
// The state of a Quadtree: boxes by slot, and the tree of the present elements.
#pragma once

#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/quadtree/quadtree_tree.hpp"
#include "engine/src/query/box_index_state.hpp"
#include "engine/src/query/opening.hpp"

#include <throng/quadtree.hpp>

namespace throng {

/// A batch of changes. Item i is for slots[i] (no_item: it is skipped). Without slots, item i is for slot i, and is
/// skipped if that should be present and is not.
struct QuadBatch {
    const kernels::BoxSource* source = nullptr; // null: elements leave
    const std::uint32_t* slots = nullptr;
    std::size_t count = 0;
    bool present = true; // whether its elements are present already
    bool fresh = false;  // whether the tree is built again, with this batch and another frame
    kernels::QuadFrame frame{};
};

/// The work for one block of a batch, or for all of it.
struct QuadWork {
    kernels::ItemFaults faulty{};
    std::uint64_t links = 0;   // new entries
    std::uint32_t open = 0;    // of these, entries in leaves that may be split further
    std::uint32_t changed = 0; // elements that are listed again, or no longer
    std::uint32_t slots = 0;   // the highest added slot + 1
    bool all_at_once = false;  // whether all elements that are listed again are unlinked first
};

/// Some items of a batch: which of them are valid, and the boxes and cells of their elements before or
/// after the change.
struct QuadItems {
    static constexpr std::uint32_t most = RectsOfSlots::most;
    std::uint32_t items[most], slots[most], live[most / 16], size = 0;
    kernels::Region boxes[most];
    kernels::CellRect now[most], next[most];
    bool lives(std::uint32_t i) const noexcept { return ((live[i / 16] >> (i % 16)) & 1u) != 0; }
};

struct Quadtree::State final : BoxIndexState {
    explicit State(const QuadtreeDesc& d) noexcept
        : BoxIndexState(d), desc(d), tree(d.memory), boxes(d.memory), marks(d.memory), chosen(d.memory),
          touched(d.memory), works(d.memory) {}

    // ---- visible to queries ----
    QuadtreeDesc desc;
    TightTree tree;
    Column<kernels::Region> boxes; // by slot
    std::uint32_t size = 0;

    // ---- of changes ----
    Column<std::uint64_t> marks;   // a bit per slot that is listed again; all zero outside of batches
    ChosenItems chosen;            // of a batch
    Column<std::uint32_t> touched; // leaves
    Column<QuadWork> works;        // by block
    std::uint32_t updates_since_look = 0;
    LaidFor laid_for;
    Whereabouts whereabouts;
    std::uint64_t links_since_tidy = 0;

    kernels::QuadtreeView view() const noexcept;
    std::size_t element_count() const noexcept override { return size; }
    std::size_t slot_count() const noexcept override { return boxes.size(); }
    std::size_t bytes() const noexcept override;
    Aabb box_of(Slot slot) const noexcept override;
    void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept override { list_boxes(*this, slots, out); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override; // quadtree/quadtree_inspect.cpp
    bool valid() const noexcept override;

    static DescCheck check(const QuadtreeDesc& desc) noexcept { return DescCheck(desc); }
    void end() noexcept override { destroy(desc.memory, this); }

    Shown show(ViewRoom& room) const noexcept override;
    PairSearch pair_search(const kernels::IndexView& view) const noexcept override;
    static PairItems pair_items(const kernels::QuadtreeView& view) noexcept;

    // ---- changes, quadtree/quadtree_changes.cpp; each is the whole call ----
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept override;
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept override;
    Status insert(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override;
    Status move(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override;
    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept override;
    Status refit(const Executor& executor) noexcept override;
    std::uint32_t cleanup() noexcept;
    void clear() noexcept override;

    Status carry_out(const QuadBatch& batch, const kernels::ItemFaults& wrong_slots, const Executor& executor) noexcept;
    Fault choose(std::span<const Slot> slots, bool present, kernels::ItemFaults& faulty) noexcept;
    Status layout(QuadBatch batch, std::size_t slots, const kernels::ItemFaults& wrong_slots,
                  const Executor& executor) noexcept;
    Extent look() const noexcept;
    void adapt(bool at_once, const Executor& executor) noexcept;

    // ---- steps of a change, quadtree/quadtree_passes.cpp ----
    Fault prepare(const QuadBatch& batch, QuadWork& all, const Executor& executor) noexcept;
    bool apply(const QuadBatch& batch, const QuadWork& all) noexcept; // false: memory ran out before all splits
    void locate(const QuadBatch& batch, std::size_t begin, std::size_t end, bool now, QuadItems& out,
                kernels::ItemFaults& faulty) const noexcept;
    void inspect(const QuadBatch& batch, std::size_t begin, std::size_t end, QuadWork& work) noexcept;
    std::uint32_t* touch(const QuadBatch& batch, std::size_t begin, std::size_t end, std::uint32_t* to) const noexcept;
    bool is_present(Slot slot) const noexcept override {
        return slot < slot_count() && !kernels::is_absent(boxes[slot]);
    }
};

/// The root around most of these boxes (a few far ones do not stretch it), or around `bounds` if that has an area.
kernels::QuadFrame choose_frame(const kernels::BoxSource& source, std::size_t count, const QuadtreeDesc& desc) noexcept;

/// Whether elements of this extent need another frame than the present one; never with given `bounds`.
bool misplaced(const kernels::QuadFrame& frame, const Extent& extent, const Aabb& bounds) noexcept;

} // namespace throng
