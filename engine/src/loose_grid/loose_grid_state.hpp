// SPDX-License-Identifier: MIT
// The state of a LooseGrid and its changes. A change prepares (validates, reserves every tile that it could need) and
// then applies, cell by cell and in place, which cannot fail. When the cells no longer suit the elements, the grid is
// laid out again, into new columns.
#pragma once

#include "engine/kernels/loose_grid/loose_grid_cells.hpp"
#include "engine/kernels/loose_grid/loose_grid_view.hpp"
#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/base/positions.hpp"
#include "engine/src/query/box_index_state.hpp"
#include "engine/src/query/opening.hpp"

#include <throng/loose_grid.hpp>

#include <array>
#include <optional>
#include <span>

namespace throng {

/// The position and size of the cells of a loose grid, level by level. They never change an answer.
struct LooseGeometry {
    float origin_x = 0, origin_y = 0;
    std::uint32_t shift = 0, cell_bits = kernels::lane_bits;
    std::uint32_t level_count = 0, tight_count = 0, row_count = 0;
    float long_side = __builtin_inff(); // as in LooseGridView
    bool by_kind() const noexcept { return long_side < __builtin_inff(); }
    std::array<kernels::LooseLevel, kernels::max_loose_levels> levels{}; // without elements

    std::uint32_t cell_count() const noexcept { return tight_count << cell_bits; }
    void show_in(kernels::LooseGridView& view) const noexcept;
};

/// What a grid is laid out for.
struct LooseExtent {
    Extent all;      // if wires are common, half_extent is that of the other elements
    float long_side; // that makes a wire; infinite if wires are few

    bool resembles(const LooseExtent& other) const noexcept {
        return (long_side < __builtin_inff()) == (other.long_side < __builtin_inff()) && all.resembles(other.all);
    }
};

/// `sample` is reordered. It represents `elements` elements, of which wires are kept apart now, or are not.
LooseExtent loose_extent(std::span<Aabb> sample, std::size_t elements, const LooseGridDesc& desc,
                         bool kept_apart) noexcept;

/// The geometry for elements of this extent. Cells are enlarged until there are at most 4,096 or one per element.
LooseGeometry choose_loose_geometry(const LooseExtent& extent, const LooseGridDesc& desc) noexcept;

/// Whether a grid with the layout `now` should get the layout `wanted`: its cells are far too large or too small, or
/// many elements are outside of it.
bool outgrown(const LooseGeometry& now, const LooseGeometry& wanted, const LooseExtent& extent,
              const LooseGridDesc& desc) noexcept;

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
    std::size_t bytes() const noexcept { return bytes_of(tiles, next, owners, cells, tight_sizes, rows); }
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
    Status insert(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override;
    Status move(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept override;
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
