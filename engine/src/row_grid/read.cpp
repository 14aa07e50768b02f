// SPDX-License-Identifier: MIT
// The first pass over rows, and over items that are new to the grid.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/row_grid/first_pass.hpp"

#include <algorithm>

namespace throng {

ByRows::ByRows(const FromTo& change, RowGridScratch& scratch, Stayers stayers) noexcept
    : change_(change), scratch_(scratch) {
    const Column<kernels::GridRow>& rows = change.from.rows;
    if (stayers == Stayers::All) old_rows_ = {rows.data(), rows.size()};
    scratch.movers.begin(change.from.points(), true);
}

Fault ByRows::read(kernels::Change change, const kernels::BoxSource& source, kernels::ItemFaults& faulty) noexcept {
    const RowGridStore& from = change_.from;
    RowStayers& stayers = scratch_.stayers;
    if (!scratch_.partition(old_rows_, from.size) || !scratch_.movers.extend(scratch_.row_blocks()) ||
        !stayers.count.resize_discard(old_rows_.size()) || !stayers.begin.resize_discard(from.cell_begin.size()) ||
        !stayers.back.reserve_discard(from.extent))
        return Fault::OutOfMemory;
    const kernels::GridView grid = from.view();
    const auto kernel = active_kernels().grid.read_row[grid.points][static_cast<std::size_t>(change)];
    const Column<std::uint32_t>& block_rows = scratch_.next.block_rows;
    const bool ran = compute_blocks(change_.executor, scratch_.row_blocks(), [&](std::uint32_t b) {
        MoverBlock& block = scratch_.movers.block(b);
        for (std::uint32_t r = block_rows[b]; r < block_rows[b + 1]; ++r)
            if (!read_row(grid, r, kernel, source, block)) return;
    });
    return scratch_.movers.collect(ran, faulty);
}

// False: out of memory.
inline bool ByRows::read_row(const kernels::GridView& grid, std::uint32_t r, ReadKernel* kernel,
                             const kernels::BoxSource& source, MoverBlock& block) noexcept {
    const kernels::GridRow& row = old_rows_[r];
    RowStayers& stayers = scratch_.stayers;
    stayers.count[r] = 0;
    if (row.size == 0) return true;
    kernels::ReadRow io{.source = &source,
                        .item_of_slot = scratch_.item_of_slot.data(),
                        .back = stayers.back.columns(),
                        .stay_begin = stayers.begin.data() + row.cell_begin,
                        .out = &block.movers.view(),
                        .faulty = block.faulty};
    while (!kernel(grid, r, io))
        if (!block.grow()) return false;
    stayers.count[r] = io.stay;
    block.faulty = io.faulty;
    return true;
}

Fault ByRows::read_new(const kernels::BoxSource& source, std::size_t items, const std::uint32_t* slots,
                       kernels::ItemFaults& faulty) noexcept {
    constexpr std::size_t per_block = RowGridScratch::block_elements;
    const std::uint32_t first_block = scratch_.movers.block_count();
    const auto more = static_cast<std::uint32_t>((items + per_block - 1) / per_block);
    if (!scratch_.movers.extend(more)) return Fault::OutOfMemory;
    const GridGeometry& geometry = scratch_.next.geometry;
    kernels::GridView grid;
    grid.points = change_.from.points();
    grid.origin_x = geometry.origin_x;
    grid.origin_y = geometry.origin_y;
    grid.inverse_cell = geometry.inverse_cell;
    grid.inverse_column = geometry.inverse_column;
    grid.row_count = geometry.rows;
    grid.column_count = geometry.columns;
    const auto locate = active_kernels().grid.locate[grid.points];
    const bool ran = compute_blocks(change_.executor, more, [&](std::uint32_t b) {
        MoverBlock& block = scratch_.movers.block(first_block + b);
        const std::size_t begin = b * per_block, end = std::min(items, begin + per_block);
        if (!block.grow((end - begin + 15) / 16 * 16)) return; // the kernel needs room for a whole tile
        kernels::Locate io{.source = source,
                           .slot_of_item = slots,
                           .at = static_cast<std::uint32_t>(begin),
                           .end = static_cast<std::uint32_t>(end),
                           .out = &block.movers.view()};
        locate(grid, io); // the block has room for all its items
        block.faulty = io.faulty;
    });
    return scratch_.movers.collect(ran, faulty);
}

std::uint64_t ByRows::stayer_count() const noexcept {
    std::uint64_t total = 0;
    for (std::size_t r = 0; r < old_rows_.size(); ++r) total += scratch_.stayers.count[r];
    return total;
}

bool ByRows::reserve(std::uint64_t cells) noexcept {
    return cells <= change_.to.cell_begin.capacity() || scratch_.next.cell_begin.reserve(cells + cells / 8);
}

} // namespace throng
