// SPDX-License-Identifier: MIT
// Who is on the way between the two passes of a change: sorted by the row they go to and, where a sweep has seen them
// leave, by the one they come from.
#include "engine/src/row_grid/state.hpp"
#include "parallel/counting_sort.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <cstring>

namespace throng {

// All movers in one place, block after block, and their order by destination row.
Fault RowGrid::State::gather_arrivals(std::uint32_t count, Boxes boxes, const Executor& executor) noexcept {
    arrivals.begin(points(), boxes == Boxes::Wait);
    if (!arrivals.grow(count) || !arrival_order.resize_discard(count) ||
        !arrival_begin.resize_discard(std::size_t{next_geometry.rows} + 1) ||
        !sort_scratch.resize_discard(parallel::sort_scratch_size(count, next_geometry.rows)) ||
        !block_arrivals.resize_discard(std::size_t{block_count} + 1))
        return Fault::OutOfMemory;
    if (count == 0) {
        std::fill(arrival_begin.begin(), arrival_begin.end(), 0u);
        return Fault::None;
    }
    block_arrivals[0] = 0;
    for (std::uint32_t b = 0; b < block_count; ++b)
        block_arrivals[b + 1] = block_arrivals[b] + blocks[b]->movers.view().size;
    kernels::Movers& to = arrivals.view();
    const bool ran = parallel::for_each_block(executor, block_count, [&](std::uint32_t b) {
        const kernels::Movers& from = blocks[b]->movers.view();
        const auto copy = [&](auto* column, const auto* part) {
            if (from.size != 0) std::memcpy(column + block_arrivals[b], part, from.size * sizeof(*part));
        };
        if (boxes == Boxes::Wait) {
            copy(to.boxes.min_x, from.boxes.min_x);
            copy(to.boxes.min_y, from.boxes.min_y);
            if (!points()) {
                copy(to.boxes.max_x, from.boxes.max_x);
                copy(to.boxes.max_y, from.boxes.max_y);
            }
        }
        copy(to.boxes.slots, from.boxes.slots);
        copy(to.row, from.row);
        copy(to.column, from.column);
        if (boxes != Boxes::Wait) copy(to.from_row, from.from_row), copy(to.from_column, from.from_column);
    });
    if (!ran) return Fault::Cancelled;
    parallel::sort_by_key({to.row, count}, next_geometry.rows, {arrival_order.data(), count},
                          {arrival_begin.data(), arrival_begin.size()}, {sort_scratch.data(), sort_scratch.size()},
                          executor);
    return Fault::None;
}

// Those of each row. They keep the order of rows.
void RowGrid::State::sort_arrivals_by_slot(const Executor& executor) noexcept {
    const Slot* const slots = arrivals.view().boxes.slots;
    parallel::for_each_block_to_end(executor, static_cast<std::uint32_t>(block_rows.size() - 1), [&](std::uint32_t b) {
        for (std::uint32_t r = block_rows[b]; r < block_rows[b + 1]; ++r) {
            std::sort(arrival_order.data() + arrival_begin[r], arrival_order.data() + arrival_begin[r + 1],
                      [&](std::uint32_t i, std::uint32_t j) { return slots[i] < slots[j]; });
        }
    });
}

// Where a sweep's leavers come from; how many stay in each row.
Fault RowGrid::State::sort_leavers(const Executor& executor) noexcept {
    const Column<kernels::GridRow>& old_rows = base->rows;
    const kernels::Movers& movers = arrivals.view();
    const std::size_t count = arrival_order.size();
    const auto row_count = static_cast<std::uint32_t>(old_rows.size());
    if (!stay_count.resize_discard(old_rows.size()) || !leaver_order.resize_discard(count) ||
        !leaver_begin.resize_discard(old_rows.size() + 1) ||
        !sort_scratch.resize_discard(parallel::sort_scratch_size(count, row_count)))
        return Fault::OutOfMemory;
    parallel::sort_by_key({movers.from_row, count}, row_count, {leaver_order.data(), count},
                          {leaver_begin.data(), leaver_begin.size()}, {sort_scratch.data(), sort_scratch.size()},
                          executor);
    for (std::uint32_t r = 0; r < row_count; ++r)
        stay_count[r] = old_rows[r].size - (leaver_begin[r + 1] - leaver_begin[r]);
    return Fault::None;
}

} // namespace throng
