// SPDX-License-Identifier: MIT
// The elements of a row grid in the form that queries read: rows are runs of one set of columns, sorted by cell.
#pragma once

#include "engine/kernels/row_grid/grid_view.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/base/positions.hpp"
#include "engine/src/row_grid/columns.hpp"

#include <throng/row_grid.hpp>

namespace throng {

/// The single values of a store, copied together.
struct RowGridFacts {
    GridGeometry geometry{};
    Aabb around{};                  // all boxes, rounded outward
    float reach_x = 0, reach_y = 0; // half the widest and tallest box of all but a few rows, rounded up
    bool dense = false;             // each element has many candidates in a row
    std::uint32_t size = 0;
    std::uint32_t extent = 0;       // the positions of all rows: more than `size` if there is room between them
    std::uint32_t room_layouts = 0; // so many more layouts leave room between rows
    std::uint32_t few_since_look = 0;
    LaidFor laid_for;
    Whereabouts whereabouts;
    float density = 0;                    // at the choice of the cell size; 0: degenerate
    float crowded_cell = 0;               // at the same time: the estimate of Extent
    std::uint32_t changes_since_look = 0; // the last check whether the cells still suit
    // Two stores of one RowGridChange have the same cell keys if these numbers are equal. 0: no other store has them.
    std::uint64_t keys_edition = 0;
    // Two stores of one RowGridChange have their rows and cells at the same places if these numbers are equal. 0: none.
    std::uint64_t layout = 0;
};

/// Plain data: a RowGridChange makes one from another. Reads are those of the index, without its guard.
struct RowGridStore : RowGridFacts {
    enum class Kind : std::uint8_t { Unknown, Points, Boxes };

    explicit RowGridStore(const RowGridDesc& d) noexcept : desc(d) {}

    RowGridDesc desc;
    Kind kind = Kind::Unknown;
    GridColumns front{desc.memory, false};
    Column<kernels::GridRow> rows{desc.memory};
    Column<std::uint32_t> cell_begin{desc.memory};
    Column<std::uint32_t> cell_keys{desc.memory};      // by slot
    Column<std::uint64_t> occupied{desc.memory};       // one bit per row
    Column<kernels::RowBlock> row_blocks{desc.memory}; // around 64 rows each
    Column<std::uint32_t> tall_rows{desc.memory};
    // The change that wrote each row, and each chunk of cell keys: what is equal in two stores is not copied again.
    Column<std::uint64_t> row_editions{desc.memory}, key_editions{desc.memory};
    bool changes_in_place = false; // changes of few elements are made in place; rows then have room between them

    static constexpr std::size_t chunk_slots = 1024; // of one key edition
    static std::size_t chunks(std::size_t slots) noexcept { return (slots + chunk_slots - 1) / chunk_slots; }

    /// Calls body for each column, with that column of each of the stores.
    template <class Body, class... Stores> static void for_each_column(Body&& body, Stores&... stores) noexcept {
        body(stores.front...);
        body(stores.rows...);
        body(stores.cell_begin...);
        body(stores.cell_keys...);
        body(stores.occupied...);
        body(stores.row_blocks...);
        body(stores.tall_rows...);
        body(stores.row_editions...);
        body(stores.key_editions...);
    }

    void set_kind(Kind to) noexcept; // only without elements
    /// Copies the elements of `other`. False: out of memory, and the content is unspecified until the next copy.
    [[nodiscard]] bool assign(const RowGridStore& other) noexcept;
    void clear() noexcept;

    bool points() const noexcept { return kind == Kind::Points; }
    bool one_cell() const noexcept { return rows.size() == 1 && rows[0].cells == 1; }
    std::size_t slot_count() const noexcept { return cell_keys.size(); }
    bool is_present(Slot slot) const noexcept { return has_slot(cell_keys, slot); }
    std::size_t bytes() const noexcept; // of the columns
    kernels::GridView view() const noexcept;
    kernels::ElementColumns elements() const noexcept { return front.elements(points() ? desc.max_half_extent : 0.f); }
    Aabb box_of(Slot slot) const noexcept;
    void visit(NodeVisitor* visitor, void* context) const noexcept; // row_grid/row_grid_inspect.cpp
    bool valid() const noexcept;

    /// Computes the values of all rows that searches need, without allocation. row_grid/summary.cpp
    void summarize() noexcept;
    /// Empties the positions [begin, end) between rows: their slots name no element.
    void leave_empty(std::uint32_t begin, std::uint32_t end) noexcept;
    /// The positions of a row end here.
    std::uint32_t room_end(std::uint32_t row) const noexcept {
        return row + 1 < rows.size() ? rows[row + 1].begin : extent;
    }
    /// The same, if since the last summarize() only boxes in the only row have changed.
    void summarize_only_row() noexcept;
};

/// Sets the box around the elements of `row`, of which there is at least one, and its reaches. The columns are those of
/// the grid: elements with boxes.
void measure_row(kernels::GridRow& row, const kernels::BoxColumns& columns) noexcept;

} // namespace throng
