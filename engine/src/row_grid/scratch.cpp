// SPDX-License-Identifier: MIT
#include "engine/src/row_grid/scratch.hpp"

namespace throng {

void RowGridScratch::set_points(bool points) noexcept {
    next.front = GridColumns(next.front.memory(), points);
    release();
    stayers.back = GridColumns(stayers.back.memory(), points);
}

void RowGridScratch::forget_next() noexcept {
    if (next.front.capacity() != 0) next.front = GridColumns(next.front.memory(), next.front.points());
    if (next.cell_begin.capacity() != 0) next.cell_begin.release();
}

bool RowGridScratch::partition(std::span<const kernels::GridRow> rows, std::uint32_t elements) noexcept {
    Column<std::uint32_t>& begins = next.block_rows;
    if (!begins.reserve(elements / block_elements + 2)) return false;
    begins.resize(1);
    begins[0] = 0;
    std::uint32_t filled = 0;
    const auto close = [&](std::uint32_t row) {
        begins.resize(begins.size() + 1);
        begins[begins.size() - 1] = row;
        filled = 0;
    };
    const auto row_count = static_cast<std::uint32_t>(rows.size());
    for (std::uint32_t r = 0; r < row_count; ++r) {
        filled += rows[r].size;
        if (filled >= block_elements) close(r + 1);
    }
    if (filled != 0 || begins.size() == 1) close(row_count);
    begins[begins.size() - 1] = row_count;
    return true;
}

void RowGridScratch::release() noexcept {
    movers.release();
    stayers.back.release();
    swept_boxes.release();
    leaving.release();
}

std::size_t RowGridScratch::bytes() const noexcept {
    return movers.bytes() + stayers.back.bytes() + stayers.count.bytes() + stayers.begin.bytes() + next.rows.bytes() +
           next.block_rows.bytes() + next.front.bytes() + next.cell_begin.bytes() + swept_boxes.bytes() +
           leaving.bytes() + item_of_slot.bytes();
}

} // namespace throng
