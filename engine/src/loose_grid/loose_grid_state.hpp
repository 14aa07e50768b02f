// SPDX-License-Identifier: MIT
// The state of a LooseGrid and its changes. A change prepares (validates, reserves every tile that it could need) and
// then applies, cell by cell and in place, which cannot fail. When the cells no longer suit the elements, the grid is
// laid out again, into new columns.
#pragma once

#include "engine/kernels/loose_grid/loose_grid_cells.hpp"
#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/positions.hpp"
#include "engine/src/loose_grid/geometry.hpp"
#include "engine/src/query/box_index_state.hpp"
#include "engine/src/query/opening.hpp"

#include <throng/loose_grid.hpp>

#include <optional>

namespace throng {

inline kernels::Region region_of(const Aabb& box) noexcept { return {box.min.x, box.min.y, box.max.x, box.max.y}; }

/// The columns of one layout.
struct LooseColumns {
    explicit LooseColumns(Memory memory) noexcept
        : tiles(memory), next(memory), owners(memory), cells(memory), tight_sizes(memory), rows(memory) {}

    Column<kernels::Tile> tiles;        // one for each cell, then shared ones
    Column<std::uint32_t> next, owners; // of shared tiles
    Column<kernels::Tile> cells;        // sixteen loose cells each
    Column<std::uint32_t> tight_sizes;
    Column<kernels::TightRow> rows;

    /// Room for `shared` shared tiles; the content is unspecified.
    bool reserve(const LooseGeometry& geometry, std::size_t shared) noexcept;
    /// Room for `shared` shared tiles; the content stays.
    bool reserve_shared(std::size_t cells_before, std::size_t shared) noexcept;
    void swap(LooseColumns& other) noexcept;
    /// Without `with_tiles` there is only room for the tiles. False: out of memory.
    std::size_t bytes() const noexcept;
};

/// The input of a layout: items of a source, and their slots (no_item: the item is skipped) if these are
/// not their positions.
struct LooseItems {
    const kernels::BoxSource& source;
    std::size_t count;
    const std::uint32_t* slots;
};

struct LooseGrid::State final : BoxIndexState {
    explicit State(const LooseGridDesc& d) noexcept
        : BoxIndexState(d), desc(d), columns(d.memory), positions(d.memory), blocks(d.memory), leaving_slots(d.memory),
          leaving_cells(d.memory), chosen(d.memory) {}

    // ---- visible to queries ----
    LooseGridDesc desc;
    LooseGeometry geometry{}; // with the elements of its levels
    LooseColumns columns;
    Positions positions;
    kernels::FreeTiles free{};
    kernels::Region around = kernels::inside_out(); // all boxes
    std::uint32_t size = 0;

    // ---- of changes ----
    Column<kernels::LooseBlock> blocks;
    Column<std::uint32_t> leaving_slots, leaving_cells; // of an update, a range for each block
    ChosenItems chosen;                                 // of a batch
    std::uint64_t changes_since_look = 0;
    std::optional<LooseExtent> laid_for; // as LaidFor
    Whereabouts whereabouts;

    static DescCheck check(const LooseGridDesc& desc) noexcept;
    void end() noexcept override { destroy(desc.memory, this); }

    kernels::LooseGridView view() const noexcept;
    kernels::LooseCells writable() noexcept;
    Shown show(ViewRoom& room) const noexcept override;
    PairSearch pair_search(const kernels::IndexView& view) const noexcept override;
    static PairItems pair_items(const kernels::LooseGridView& view) noexcept;
    std::size_t element_count() const noexcept override { return size; }
    std::size_t slot_count() const noexcept override { return positions.size(); }
    bool is_present(Slot slot) const noexcept override { return has_slot(positions, slot); }
    std::size_t bytes() const noexcept override;
    Aabb box_of(Slot slot) const noexcept override;
    void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept override { list_boxes(*this, slots, out); }
    void visit(NodeVisitor* visitor, void* context) const noexcept override; // loose_grid/loose_grid_inspect.cpp
    bool valid() const noexcept override;

    // ---- changes, loose_grid/loose_grid_changes.cpp; each is the whole call ----
    Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept override;
    Status update(const kernels::BoxSource& source, const Executor& executor) noexcept override;
    Status insert(std::span<const Slot> slots, const kernels::BoxSource& source,
                  const Executor& executor) noexcept override;
    Status move(std::span<const Slot> slots, const kernels::BoxSource& source,
                const Executor& executor) noexcept override;
    Status erase(std::span<const Slot> slots, const Executor& executor) noexcept override;
    Status refit(const Executor& executor) noexcept override;
    void clear() noexcept override;

    // ---- layout, loose_grid/loose_grid_layout.cpp ----
    Fault layout(const LooseGeometry& wanted, const LooseItems& items, std::size_t min_slot_count,
                 kernels::ItemFaults& faulty, const Executor& executor) noexcept;
    LooseExtent extent_of(const kernels::BoxSource& source, std::size_t count) const noexcept;
    LooseExtent look() const noexcept;
    // The number of changes after which a check of the layout pays.
    std::uint64_t enough_to_look() const noexcept { return 16 + std::uint64_t{size} / 4; }
    void adapt(std::uint64_t changes, const Executor& executor) noexcept;
    Fault relayout(const LooseGeometry& wanted, const Executor& executor) noexcept;

    // ---- steps of changes, loose_grid/loose_grid_passes.cpp ----
    bool reserve_blocks(std::size_t elements) noexcept;
    void partition() noexcept;
    void shrink(const Executor& executor) noexcept; // the box of every cell to its elements
    void gather_blocks() noexcept;
    void arrive(const kernels::BoxSource& source) noexcept;
    void measure(const Executor& executor) noexcept;
    Fault reserve_shared(std::size_t elements) noexcept;
    void put(std::uint32_t cell, Slot slot, const kernels::Region& box) noexcept;
    void take(Slot slot) noexcept;
    void place(Slot slot, const kernels::Region& box) noexcept; // the slot is present
    kernels::LooseLevel& level_of(std::uint32_t cell) noexcept;
    kernels::TightRow& row_of(const kernels::LooseLevel& level, std::uint32_t cell) noexcept;
    static void reach(kernels::LooseLevel& level, const kernels::Region& box) noexcept;
    void grow(std::uint32_t cell, const kernels::Region& box) noexcept;
};

} // namespace throng
