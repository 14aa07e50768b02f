// SPDX-License-Identifier: MIT
// The second pass: each row takes its stayers and its arrivals, and lays them out by cell at its new place. Blocks of
// rows are disjoint and share only the results of the first pass, so order never depends on threads.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/row_grid/first_pass.hpp"

#include <algorithm>

namespace throng {

void ByRows::begin_apply() noexcept { waiting_ = scratch_.stayers.back.columns(); }

inline void ByRows::prepare_stayers(std::uint32_t r, const kernels::GridRow& row,
                                    kernels::WriteRow& io) const noexcept {
    const kernels::GridRow& old = old_rows_[r];
    const std::uint32_t* const old_cells = scratch_.stayers.begin.data() + old.cell_begin;
    io.stay_begin = old.shift == row.shift ? old_cells : nullptr;
    io.next_cells = old_cells + old.cells + 1;
    io.next_stayers = waiting_.slots + old.begin + old.size;
}

namespace {

// True if all rows have their cells where they had them.
bool cells_stay(const RowGridStore& from, const NextRows& next) {
    for (std::uint32_t r = 0; r < next.rows.size(); ++r) {
        const kernels::GridRow &old = from.rows[r], &row = next.rows[r];
        if (row.cell_begin != old.cell_begin || row.cells != old.cells || row.shift != old.shift) return false;
    }
    return next.cells == from.cell_begin.size();
}

} // namespace

// In place, the old slots become the spare ones, as do the old cells unless they stay: a row of many cells then changes
// only a few of them. The spare columns are the scratch in which leavers are removed.
void BySweep::begin_apply() noexcept {
    RowStayers& stayers = scratch_.stayers;
    const bool keeps_cells = change_.in_place() && cells_stay(from_, scratch_.next);
    change_.to.front.swap_slots(stayers.back);
    if (!keeps_cells) change_.to.cell_begin.swap(stayers.begin);
    waiting_ = stayers.back.slots_alone();
    leave_row_ = active_kernels().grid.leave_row;
    old_slots_ = change_.in_place() ? waiting_.slots : from_.elements().slots;
    old_cells_ = change_.in_place() && !keeps_cells ? stayers.begin.data() : from_.cell_begin.data();
}

namespace {

// Each patch takes about as long as laying out so many cells and elements; a row takes as long as some patches.
bool is_patched(const kernels::GridRow& row, std::uint32_t patches) {
    constexpr std::uint32_t of_each = 64, of_a_row = 2 * of_each;
    return patches <= kernels::WriteRow::most_patches && patches * of_each <= of_a_row + row.cells + row.size;
}

} // namespace

inline void BySweep::prepare_stayers(std::uint32_t r, const kernels::GridRow& row,
                                     kernels::WriteRow& io) const noexcept {
    const kernels::GridRow& old = from_.rows[r];
    const MoversByRow& leavers = scratch_.movers.leavers();
    const std::uint32_t *const slots = old_slots_ + old.begin, *const cells = old_cells_ + old.cell_begin;
    std::uint32_t* const begin = scratch_.stayers.begin.data() + old.cell_begin;
    const bool same_cells = old.shift == row.shift;
    io.next_cells = cells + old.cells + 1;
    io.next_stayers = slots + old.size;
    if (same_cells && is_patched(row, leavers.count(r) + io.arrival_count)) {
        io.old_slots = slots;
        io.old_cells = cells;
        io.old_size = old.size;
        io.leaver = leavers.of(r);
        io.leaver_count = leavers.count(r);
        return;
    }
    io.stay_begin = same_cells ? begin : nullptr;
    leave_row_(old, {.slots = slots,
                     .cell_begin = cells,
                     .stayers = waiting_.slots + old.begin,
                     .stay_begin = same_cells ? begin : nullptr,
                     .lost = begin == cells ? io.cell_begin : begin,
                     .movers = &scratch_.movers.gathered(),
                     .leaver = leavers.of(r),
                     .leaver_count = leavers.count(r),
                     .leaving = scratch_.leaving.data()});
}

namespace {

// Columns that had to grow do not keep their content: all of it is written. A sweep in place still reads the old slots,
// and writes the new ones to spare columns.
void take_grown(RowGridStore& to, RowGridScratch& scratch, bool keeps_slots) {
    NextRows& next = scratch.next;
    if (next.front.capacity() > to.front.capacity()) {
        to.front.swap(next.front);
        if (keeps_slots) to.front.swap_slots(next.front);
    }
    if (next.cell_begin.capacity() > to.cell_begin.capacity()) to.cell_begin.swap(next.cell_begin);
    scratch.forget_next();
}

// Slots that stay absent, and those of arrivals, have no key yet.
void resize_keys(RowGridStore& to, std::size_t known, std::size_t slot_count) {
    to.cell_keys.resize(slot_count);
    std::fill(to.cell_keys.begin() + known, to.cell_keys.end(), kernels::no_position);
}

template <class FirstPass> void write_rows(const FromTo& change, FirstPass& read, RowGridScratch& scratch) {
    RowGridStore& to = change.to;
    NextRows& next = scratch.next;
    const kernels::GridView grid = to.view();
    const MoversByRow& arrivals = scratch.movers.arrivals();
    const std::span<const kernels::GridRow> old_rows = read.old_rows();
    const auto write = active_kernels().grid.write_row[to.points()];
    compute_blocks_to_end(change.executor, scratch.row_blocks(), [&](std::uint32_t b) {
        for (std::uint32_t r = next.block_rows[b]; r < next.block_rows[b + 1]; ++r) {
            kernels::GridRow& row = next.rows[r];
            if (row.cells != 0 && row.size == 0) std::fill_n(to.cell_begin.data() + row.cell_begin, row.cells + 1, 0u);
            if (next.extent != next.size) to.leave_empty(row.begin + row.size, next.end_of(r));
            if (row.size == 0) continue;
            kernels::WriteRow io{.back = read.waiting(),
                                 .source = read.source(),
                                 .arrivals = &scratch.movers.gathered(),
                                 .arrival = arrivals.of(r),
                                 .arrival_count = arrivals.count(r),
                                 .next_arrival_count = r + 1 < grid.row_count ? arrivals.count(r + 1) : 0,
                                 .front = to.front.columns(),
                                 .cell_begin = to.cell_begin.data() + row.cell_begin,
                                 .row = r,
                                 .cell_keys = to.cell_keys.data()};
            if (!old_rows.empty() && old_rows[r].size != 0) {
                io.back_begin = old_rows[r].begin;
                io.stay = scratch.stayers.count[r];
                read.prepare_stayers(r, row, io);
            }
            write(grid, row, io);
        }
    });
}

} // namespace

template <class FirstPass>
void apply(const FromTo& change, FirstPass& read, RowGridScratch& scratch, std::size_t next_slot_count) noexcept {
    RowGridStore& to = change.to;
    take_grown(to, scratch, FirstPass::reads_old_slots && change.in_place());
    read.begin_apply();
    to.cell_begin.resize(scratch.next.cells);
    resize_keys(to, read.old_rows().empty() ? 0 : to.cell_keys.size(), next_slot_count);
    to.geometry = scratch.next.geometry;
    to.size = scratch.next.size;
    to.extent = scratch.next.extent;
    write_rows(change, read, scratch);
    to.rows.swap(scratch.next.rows);
    to.summarize();
}

template void apply(const FromTo&, ByRows&, RowGridScratch&, std::size_t) noexcept;
template void apply(const FromTo&, BySweep&, RowGridScratch&, std::size_t) noexcept;

} // namespace throng
