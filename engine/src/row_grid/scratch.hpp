// SPDX-License-Identifier: MIT
// The memory of a change: results of its first pass for the second.
#pragma once

#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/row_grid/columns.hpp"
#include "engine/src/row_grid/movers.hpp"

namespace throng {

/// Elements that stay in their row, until it is written.
struct RowStayers {
    explicit RowStayers(const Memory& memory) noexcept : back(memory, false), count(memory), begin(memory) {}

    GridColumns back;            // with their boxes; of a sweep, the slots column to which rows are written next
    Column<std::uint32_t> count; // by old row
    Column<std::uint32_t> begin; // laid out as the old cell_begin; until a sweep's rows are written, the spare one
};

/// The new rows and cells.
struct NextRows {
    explicit NextRows(const Memory& memory) noexcept
        : rows(memory), block_rows(memory), front(memory, false), cell_begin(memory) {}

    GridGeometry geometry{};
    Column<kernels::GridRow> rows;
    Column<std::uint32_t> block_rows; // first row of each block, and the end
    std::uint32_t size = 0, extent = 0, cells = 0;
    std::uint32_t end_of(std::uint32_t row) const noexcept { // of its positions
        return row + 1 < rows.size() ? rows[row + 1].begin : extent;
    }
    GridColumns front; // this and cell_begin are used only if the store's must grow
    Column<std::uint32_t> cell_begin;
};

struct RowGridScratch {
    explicit RowGridScratch(const Memory& memory) noexcept
        : movers(memory), stayers(memory), next(memory), swept_boxes(memory), leaving(memory), item_of_slot(memory) {}

    RowGridMovers movers;
    RowStayers stayers;
    NextRows next;
    Column<float> swept_boxes;          // by slot, side by side
    Column<std::uint64_t> leaving;      // of a sweep: one bit per slot
    Column<std::uint32_t> item_of_slot; // no_item except during a batch

    /// Empties the columns, for elements of another kind.
    void set_points(bool points) noexcept;
    /// Frees the results of a failed change, which the next apply() would otherwise use.
    void forget_next() noexcept;
    /// Divides rows into blocks with about block_elements elements, by the content alone. False: out of memory.
    [[nodiscard]] bool partition(std::span<const kernels::GridRow> rows, std::uint32_t elements) noexcept;
    std::uint32_t row_blocks() const noexcept { return static_cast<std::uint32_t>(next.block_rows.size() - 1); }
    /// Frees the memory of a build or a large insert, which moves most elements once: later ticks need less.
    void release() noexcept;
    std::size_t bytes() const noexcept;

    static constexpr std::uint32_t block_elements = 2048;
};

} // namespace throng
