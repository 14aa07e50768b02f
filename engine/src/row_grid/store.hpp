// SPDX-License-Identifier: MIT
// The elements of a row grid, as queries read them: rows are runs of one set of columns, sorted by cell.
#pragma once

#include "engine/kernels/row_grid/grid_view.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/row_grid/columns.hpp"

#include <throng/row_grid.hpp>

namespace throng {

/// The single values of a store, which are copied as one.
struct RowGridFacts {
    GridGeometry geometry{};
    Aabb around{};                  // every box, rounded outward
    float reach_x = 0, reach_y = 0; // half the widest and tallest box of all but a few rows, rounded up
    bool dense = false;             // each element meets many others in a row
    std::uint32_t size = 0;
    LaidFor laid_for;
    float density = 0;                    // when the cell size was chosen; 0: degenerate
    std::uint32_t changes_since_look = 0; // at whether the cells still suit
    // Of the cell keys: those of two stores of one RowGridChange are the same if these are. 0: of no other store.
    std::uint64_t keys_edition = 0;
};

/// Plain data: a RowGridChange makes one out of another. Reads are those of the index, and are not guarded.
struct RowGridStore : RowGridFacts {
    enum class Kind : std::uint8_t { Unknown, Points, Boxes };

    explicit RowGridStore(const RowGridDesc& d) noexcept : desc(d) {}

    RowGridDesc desc;
    Kind kind = Kind::Unknown;
    GridColumns front{desc.memory, false};
    Column<kernels::GridRow> rows{desc.memory};
    Column<std::uint32_t> cell_begin{desc.memory};
    Column<std::uint32_t> cell_keys{desc.memory};      // by slot
    Column<std::uint64_t> occupied{desc.memory};       // a bit per row
    Column<kernels::RowBlock> row_blocks{desc.memory}; // around 64 rows each
    Column<std::uint32_t> tall_rows{desc.memory};

    /// body(the same column of each of the stores), column by column.
    template <class Body, class... Stores> static void for_each_column(Body&& body, Stores&... stores) noexcept {
        body(stores.front...);
        body(stores.rows...);
        body(stores.cell_begin...);
        body(stores.cell_keys...);
        body(stores.occupied...);
        body(stores.row_blocks...);
        body(stores.tall_rows...);
    }

    void set_kind(Kind to) noexcept; // of a store without elements
    /// The elements of `other`. False: out of memory, and the content is unspecified until the next time.
    [[nodiscard]] bool assign(const RowGridStore& other) noexcept;
    void clear() noexcept;

    bool points() const noexcept { return kind == Kind::Points; }
    bool one_cell() const noexcept { return rows.size() == 1 && rows[0].cells == 1; }
    std::size_t slot_count() const noexcept { return cell_keys.size(); }
    std::size_t bytes() const noexcept; // of the columns
    kernels::GridView view() const noexcept;
    kernels::ElementColumns elements() const noexcept { return front.elements(points() ? desc.max_half_extent : 0.f); }
    Aabb box_of(Slot slot) const noexcept;
    void visit(NodeVisitor* visitor, void* context) const noexcept; // row_grid/inspect.cpp
    bool valid() const noexcept;

    /// What searches need to know of the rows as a whole, in memory that is there. row_grid/summary.cpp
    void summarize() noexcept;
    /// As summarize(), of a grid that has been summarized as it is but for the boxes in its only row.
    void summarize_only_row() noexcept;
};

} // namespace throng
