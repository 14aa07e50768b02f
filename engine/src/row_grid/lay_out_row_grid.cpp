// SPDX-License-Identifier: MIT
// A row grid from boxes by slot in little memory: slots are sorted by row, then by cell, and each column of the boxes
// is brought into their order through one spare column.
#include "engine/kernels/base/region.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/row_grid/store.hpp"
#include "engine/src/row_grid/store_change.hpp"

#include <algorithm>
#include <cassert>

namespace throng {
namespace {

constexpr std::size_t slots_at_once = 4096;

// The cells along one axis.
struct Axis {
    float origin, inverse;
    std::uint32_t count;

    std::uint32_t of(float min, float max) const noexcept {
        return kernels::cell_index(0.5f * min + 0.5f * max, origin, inverse, count);
    }
};

Axis columns_of(const GridGeometry& g) noexcept { return {g.origin_x, g.inverse_column, g.columns}; }
Axis rows_of(const GridGeometry& g) noexcept { return {g.origin_y, g.inverse_cell, g.rows}; }

// The columns of all slots; those of slots without a mark are arbitrary.
void find_columns(const UnsortedBoxes& boxes, const GridGeometry& geometry, std::span<std::uint32_t> columns,
                  const Executor& executor) noexcept {
    const Axis axis = columns_of(geometry);
    compute_ranges_to_end(executor, columns.size(), slots_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) columns[s] = axis.of(boxes.min_x.data()[s], boxes.max_x.data()[s]);
    });
}

bool bring_in_order(UnsortedBoxes& boxes, const Column<Slot>& slots, const Executor& executor) noexcept {
    Column<float> spare(slots.memory());
    for (Column<float>* const column : {&boxes.min_x, &boxes.min_y, &boxes.max_x, &boxes.max_y}) {
        if (spare.capacity() != slots.size()) spare.release();
        if (!spare.resize_discard(slots.size())) return false;
        const float* const from = column->data();
        parallel::for_each_range_to_end(executor, slots.size(), slots_at_once, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) spare.data()[i] = from[slots.data()[i]];
        });
        column->swap(spare);
    }
    return true;
}

} // namespace

// Slots without a mark come after all rows.
Fault RowGridChange::sort_by_row(RowGridStore& to, const UnsortedBoxes& boxes, const MarkedSlots& slots,
                                 Column<std::uint32_t>& row_of_slot, const Executor& executor) noexcept {
    if (!row_of_slot.resize_discard(slots.end) || !to.cell_keys.reserve(slots.end)) return Fault::OutOfMemory;
    to.cell_keys.resize(slots.end);
    const GridGeometry& geometry = scratch_.next.geometry;
    const Axis rows = rows_of(geometry), columns = columns_of(geometry);
    const auto format = kernels::CellKeyFormat::of(geometry.rows, geometry.columns);
    std::uint32_t *const row_of = row_of_slot.data(), *const keys = to.cell_keys.data();
    const float *const min_x = boxes.min_x.data(), *const max_x = boxes.max_x.data();
    const float *const min_y = boxes.min_y.data(), *const max_y = boxes.max_y.data();
    const parallel::Ranges<std::size_t> blocks(slots.end, slots_at_once);
    const bool ran = compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
        const std::size_t begin = blocks.begin(b), end = blocks.end(b);
        for (std::size_t s = begin; s < end; ++s) {
            row_of[s] = rows.of(min_y[s], max_y[s]);
            keys[s] = format.key(row_of[s], columns.of(min_x[s], max_x[s]));
        }
        if (slots.all()) return;
        for (std::size_t s = begin; s < end; ++s) {
            if (slots.has(s)) continue;
            row_of[s] = geometry.rows;
            keys[s] = kernels::no_position;
        }
    });
    if (!ran) return Fault::Cancelled;
    return scratch_.movers.sort_rows({row_of_slot.data(), slots.end}, geometry.rows + (slots.all() ? 0 : 1), executor);
}

// In each cell slots ascend, as they do after an insert.
void RowGridChange::sort_by_cell(RowGridStore& to, const std::uint32_t* columns, std::uint32_t column_mask, Slot* slots,
                                 const Executor& executor) noexcept {
    const NextRows& next = scratch_.next;
    const MoversByRow& by_row = scratch_.movers.arrivals();
    parallel::for_each_block_to_end(executor, scratch_.row_blocks(), [&](std::uint32_t b) {
        for (std::uint32_t r = next.block_rows[b]; r < next.block_rows[b + 1]; ++r) {
            const kernels::GridRow& row = next.rows[r];
            if (row.cells == 0) continue;
            std::uint32_t* const cells = to.cell_begin.data() + row.cell_begin;
            const Slot* const own = by_row.of(r);
            const auto cell_of = [&](Slot slot) { return (columns[slot] & column_mask) >> row.shift; };
            std::fill_n(cells, row.cells + 1, 0u);
            for (std::uint32_t k = 0; k < row.size; ++k) ++cells[cell_of(own[k]) + 1];
            // cells[c + 1] is where the next slot of cell c goes; after the last one it is the end of cell c.
            std::uint32_t begin = 0;
            for (std::uint32_t c = 1; c <= row.cells; ++c) {
                const std::uint32_t size = cells[c];
                cells[c] = begin;
                begin += size;
            }
            for (std::uint32_t k = 0; k < row.size; ++k) slots[row.begin + cells[cell_of(own[k]) + 1]++] = own[k];
        }
    });
}

Fault RowGridChange::lay_out(RowGridStore& to, UnsortedBoxes& boxes, const MarkedSlots& slots,
                             const Executor& executor) noexcept {
    assert(!to.points() && to.size == 0 && to.room_layouts == 0);
    if (slots.count == 0) return Fault::None;
    if (slots.end >= kernels::no_position) return Fault::OutOfCapacity;
    const Extent extent = extent_of(to, boxes, slots);
    NextRows& next = scratch_.next;
    const GridGeometry& geometry = next.geometry =
        choose_long_rows(extent, to.desc.bounds, to.desc.cell_size, to.geometry.turned);
    if (geometry.turned) boxes.exchange_axes();
    before_last_ = 0;
    scratch_.forget_next();
    next.size = static_cast<std::uint32_t>(slots.count);
    Column<std::uint32_t> order(to.desc.memory); // first the row of each slot
    Fault fault = sort_by_row(to, boxes, slots, order, executor);
    if (fault == Fault::None) fault = lay_rows_out({}, false, scratch_);
    if (fault != Fault::None) return fault;

    if (!slots.all()) order.release();
    const std::size_t cells = std::size_t{next.cells} + next.cells / 8;
    if (!reserve_for_rows(to, scratch_, slots.end) || !order.resize_discard(slots.count) ||
        !to.cell_begin.reserve(cells))
        return Fault::OutOfMemory;
    to.cell_begin.resize(next.cells);
    const auto format = kernels::CellKeyFormat::of(geometry.rows, geometry.columns);
    if (format.dropped_bits == 0) {
        sort_by_cell(to, to.cell_keys.data(), (1u << format.column_bits) - 1, order.data(), executor);
    } else { // keys do not tell columns
        Column<std::uint32_t> columns(to.desc.memory);
        if (!columns.resize_discard(slots.end)) return Fault::OutOfMemory;
        find_columns(boxes, geometry, {columns.data(), columns.size()}, executor);
        sort_by_cell(to, columns.data(), ~0u, order.data(), executor);
    }
    scratch_.movers.release();
    if (!bring_in_order(boxes, order, executor)) return Fault::OutOfMemory;

    to.front.take(boxes.min_x, boxes.min_y, boxes.max_x, boxes.max_y, order);
    to.geometry = geometry;
    to.size = next.size;
    to.extent = next.extent;
    compute_blocks_to_end(executor, scratch_.row_blocks(), [&](std::uint32_t b) {
        for (std::uint32_t r = next.block_rows[b]; r < next.block_rows[b + 1]; ++r)
            if (next.rows[r].size != 0) measure_row(next.rows[r], to.front.columns());
    });
    to.rows.swap(next.rows);
    to.summarize();
    name_layout(to);
    laid_out_first(to, extent, executor);
    scratch_.release();
    return Fault::None;
}

} // namespace throng
