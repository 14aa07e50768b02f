// SPDX-License-Identifier: MIT
// The steps of a change. Pass one reads rows (or slots, row_grid/sweep.cpp), pass two writes rows; in between the
// arrivals are sorted by row. Both passes run over disjoint blocks and share only what the other has finished, so order
// never depends on threads.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/row_grid/state.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <new>

namespace throng {
namespace {

constexpr std::uint32_t elements_per_block = 2048;

std::uint32_t cells_of(std::uint32_t columns, std::uint32_t shift) { return ((columns - 1) >> shift) + 1; }

// Cells number at most about twice the elements, so that memory follows what is occupied; a row keeps its shift until
// they number four times as many, or less than half, so that a row at the border does not change back and forth.
std::uint32_t choose_shift(std::uint32_t columns, std::uint32_t size, std::uint32_t old_size, std::uint32_t old_shift) {
    if (old_size != 0) {
        const std::uint64_t cells = cells_of(columns, old_shift);
        if (cells <= 4 * std::uint64_t{size} && (old_shift == 0 || 2 * cells > size)) return old_shift;
    }
    std::uint32_t shift = 0;
    while (cells_of(columns, shift) > 2 * std::uint64_t{size}) ++shift;
    return shift;
}

} // namespace

void RowGrid::State::begin_change() noexcept {
    block_count = 0;
    only_arrivals = false;
    // What a change that failed has left: apply() would take it for its own.
    if (next_front.capacity() != 0) next_front = GridColumns(desc.memory, points());
    if (next_cell_begin.capacity() != 0) next_cell_begin.release();
}

bool RowGrid::State::extend_blocks(std::uint32_t more, Boxes boxes) noexcept {
    const std::uint32_t count = block_count + more;
    if (!blocks.reserve(count)) return false;
    while (blocks.size() < count) {
        void* const place = allocate(desc.memory, sizeof(ChangeBlock), alignof(ChangeBlock));
        if (!place) return false;
        blocks.resize(blocks.size() + 1);
        blocks[blocks.size() - 1] = ::new (place) ChangeBlock(desc.memory);
    }
    for (std::uint32_t b = block_count; b < count; ++b) {
        blocks[b]->movers.begin(points(), boxes == Boxes::Wait);
        blocks[b]->faulty = {};
        blocks[b]->out_of_memory = false;
    }
    block_count = count;
    return true;
}

// Blocks of whole rows with about elements_per_block elements, from the content alone.
bool RowGrid::State::partition_rows(const Column<kernels::GridRow>& of, std::uint32_t elements) noexcept {
    if (!block_rows.reserve(elements / elements_per_block + 2)) return false;
    block_rows.resize(1);
    block_rows[0] = 0;
    std::uint32_t filled = 0;
    const auto close = [&](std::uint32_t row) {
        block_rows.resize(block_rows.size() + 1);
        block_rows[block_rows.size() - 1] = row;
        filled = 0;
    };
    for (std::uint32_t r = 0; r < of.size(); ++r) {
        filled += of[r].size;
        if (filled >= elements_per_block) close(r + 1);
    }
    if (filled != 0 || block_rows.size() == 1) close(static_cast<std::uint32_t>(of.size()));
    block_rows[block_rows.size() - 1] = static_cast<std::uint32_t>(of.size());
    return true;
}

Fault RowGrid::State::read_rows(kernels::Change change, const kernels::BoxSource& source, kernels::ItemFaults& faulty,
                                const Executor& executor) noexcept {
    const Column<kernels::GridRow>& old_rows = base->rows;
    if (!partition_rows(old_rows, size) ||
        !extend_blocks(static_cast<std::uint32_t>(block_rows.size() - 1), Boxes::Wait))
        return Fault::OutOfMemory;
    if (!stay_count.resize_discard(old_rows.size()) || !stay_begin.resize_discard(base->cell_begin.size()) ||
        !between.back.reserve_discard(size))
        return Fault::OutOfMemory;

    const kernels::GridView grid = base->view();
    const kernels::BoxColumns stayers = between.back.columns();
    const auto read = active_kernels().grid.read_row[points()][static_cast<std::size_t>(change)];
    const bool ran = parallel::for_each_block(executor, block_count, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        ChangeBlock& block = *blocks[b];
        for (std::uint32_t r = block_rows[b]; r < block_rows[b + 1]; ++r) {
            stay_count[r] = 0;
            if (old_rows[r].size == 0) continue;
            kernels::ReadRow io{.source = &source,
                                .item_of_slot = item_of_slot.data(),
                                .back = stayers,
                                .stay_begin = stay_begin.data() + old_rows[r].cell_begin,
                                .out = &block.movers.view(),
                                .faulty = block.faulty};
            while (!read(grid, r, io)) {
                if (!block.movers.grow(more_movers(io.out->capacity))) {
                    block.out_of_memory = true;
                    return;
                }
            }
            stay_count[r] = io.stay;
            block.faulty = io.faulty;
        }
    });
    return collect(ran, faulty);
}

Fault RowGrid::State::locate(const kernels::BoxSource& source, std::size_t items, const std::uint32_t* slots,
                             kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    const std::uint32_t first_block = block_count;
    const auto more = static_cast<std::uint32_t>((items + elements_per_block - 1) / elements_per_block);
    if (!extend_blocks(more, Boxes::Wait)) return Fault::OutOfMemory;
    kernels::GridView grid;
    grid.origin_x = next_geometry.origin_x;
    grid.origin_y = next_geometry.origin_y;
    grid.inverse_cell = next_geometry.inverse_cell;
    grid.row_count = next_geometry.rows;
    grid.column_count = next_geometry.columns;
    const auto run = active_kernels().grid.locate[points()];
    const bool ran = parallel::for_each_block(executor, more, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        ChangeBlock& block = *blocks[first_block + b];
        const std::size_t begin = std::size_t{b} * elements_per_block,
                          end = std::min(items, begin + elements_per_block);
        if (!block.movers.grow(elements_per_block)) {
            block.out_of_memory = true;
            return;
        }
        kernels::Locate io{.source = source,
                           .slot_of_item = slots,
                           .at = static_cast<std::uint32_t>(begin),
                           .end = static_cast<std::uint32_t>(end),
                           .out = &block.movers.view()};
        run(grid, io); // the block has room for all its items
        block.faulty = io.faulty;
    });
    return collect(ran, faulty);
}

Fault RowGrid::State::collect(bool ran, kernels::ItemFaults& faulty) const noexcept {
    if (!ran) return Fault::Cancelled;
    for (std::uint32_t b = 0; b < block_count; ++b)
        if (blocks[b]->out_of_memory) return Fault::OutOfMemory;
    faulty = {};
    for (std::uint32_t b = 0; b < block_count; ++b) merge(faulty, blocks[b]->faulty);
    return Fault::None;
}

Fault RowGrid::State::settle(bool stayers, std::size_t next_slot_count, const Executor& executor,
                             Boxes boxes) noexcept {
    std::uint64_t arrived = 0, stayed = 0;
    const bool swept = boxes != Boxes::Wait;
    for (std::uint32_t b = 0; b < block_count; ++b) arrived += blocks[b]->movers.view().size;
    const Column<kernels::GridRow>& old_rows = base->rows;
    if (swept) stayed = size - arrived; // none is new, and none is gone
    for (std::uint32_t r = 0; stayers && !swept && r < old_rows.size(); ++r) stayed += stay_count[r];
    if (arrived + stayed >= kernels::no_position || next_slot_count > no_slot) return Fault::OutOfCapacity;
    next_size = static_cast<std::uint32_t>(arrived + stayed);

    Fault fault = gather_arrivals(static_cast<std::uint32_t>(arrived), boxes, executor);
    if (fault == Fault::None && swept) fault = sort_leavers(executor);
    if (fault != Fault::None) return fault;
    if (!next_rows.resize_discard(next_geometry.rows)) return Fault::OutOfMemory;
    std::uint64_t cells = 0;
    std::uint32_t begin = 0;
    for (std::uint32_t r = 0; r < next_rows.size(); ++r) {
        kernels::GridRow row{};
        row.begin = begin;
        row.size = (stayers ? stay_count[r] : 0) + arrival_begin[r + 1] - arrival_begin[r];
        row.cell_begin = static_cast<std::uint32_t>(cells);
        if (row.size != 0) {
            row.shift = choose_shift(next_geometry.columns, row.size, stayers ? old_rows[r].size : 0,
                                     stayers ? old_rows[r].shift : 0);
            row.cells = cells_of(next_geometry.columns, row.shift);
            cells += row.cells + 1;
            if (cells > UINT32_MAX) return Fault::OutOfCapacity;
        }
        begin += row.size;
        next_rows[r] = row;
    }
    const bool grown = next_slot_count <= cell_keys.capacity() || cell_keys.grow(next_slot_count);
    if (!grown || !partition_rows(next_rows, next_size) ||
        (next_size > front.capacity() && !next_front.reserve_discard(next_size)) ||
        !(swept ? reserve_spare(cells)
                : cells <= cell_begin.capacity() || next_cell_begin.reserve(cells + cells / 8)) ||
        !occupied.reserve(next_rows.size() / 64 + 1) || !row_blocks.reserve(next_rows.size() / 64 + 1) ||
        !tall_rows.reserve(next_rows.size()))
        return Fault::OutOfMemory;
    next_cells = static_cast<std::uint32_t>(cells);
    return Fault::None;
}

// After a sweep the rows' new slots and cells go to spare columns. What was there before, or in a copy of another grid
// whatever was there, is scratch to take leavers out.
bool RowGrid::State::reserve_spare(std::uint64_t cells) noexcept {
    return (cells <= stay_begin.capacity() || stay_begin.reserve(cells + cells / 8)) &&
           (base->cell_begin.size() <= cell_begin.capacity() || next_cell_begin.reserve(base->cell_begin.size())) &&
           between.back.reserve_slots_discard(std::max(front.capacity(), next_front.capacity()));
}

void RowGrid::State::apply(bool stayers, std::size_t next_slot_count, const Executor& executor,
                           const kernels::BoxSource* source) noexcept {
    if (next_front.capacity() > front.capacity()) front.swap(next_front);
    if (next_cell_begin.capacity() > cell_begin.capacity()) cell_begin.swap(next_cell_begin);
    const bool swept = source != nullptr;
    if (swept) front.swap_slots(between.back), cell_begin.swap(stay_begin);
    cell_begin.resize(next_cells);
    if (next_front.capacity() != 0) next_front = GridColumns(desc.memory, points());
    next_cell_begin.release();
    geometry = next_geometry;
    const std::size_t known = stayers ? cell_keys.size() : 0;
    cell_keys.resize(next_slot_count);
    std::fill(cell_keys.begin() + known, cell_keys.end(), kernels::no_position);

    size = next_size;

    const Column<kernels::GridRow>& old_rows = base->rows;
    const kernels::GridView grid = view();
    const kernels::BoxColumns waiting = source ? between.back.slots_alone() : between.back.columns();
    const bool copies = swept && base != this;
    const std::uint32_t* const old_slots = copies ? base->view().slots : waiting.slots;
    const std::uint32_t* const old_cells = copies ? base->cell_begin.data() : stay_begin.data();
    const auto write = active_kernels().grid.write_row[points()];
    const auto leave = active_kernels().grid.leave_row;
    parallel::for_each_block_to_end(executor, static_cast<std::uint32_t>(block_rows.size() - 1), [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        for (std::uint32_t r = block_rows[b]; r < block_rows[b + 1]; ++r) {
            kernels::GridRow& row = next_rows[r];
            if (row.size == 0) continue;
            kernels::WriteRow io{.back = waiting,
                                 .source = source,
                                 .arrivals = &arrivals.view(),
                                 .arrival = arrival_order.data() + arrival_begin[r],
                                 .arrival_count = arrival_begin[r + 1] - arrival_begin[r],
                                 .next_arrival_count =
                                     r + 1 < geometry.rows ? arrival_begin[r + 2] - arrival_begin[r + 1] : 0,
                                 .front = front.columns(),
                                 .cell_begin = cell_begin.data() + row.cell_begin,
                                 .row = r,
                                 .cell_keys = cell_keys.data()};
            if (stayers && old_rows[r].size != 0) {
                const kernels::GridRow& old = old_rows[r];
                io.back_begin = old.begin;
                io.stay = stay_count[r];
                if (old.shift == row.shift) io.stay_begin = stay_begin.data() + old.cell_begin;
                io.next_cells = old_cells + old.cell_begin + old.cells + 1;
                io.next_stayers = old_slots + old.begin + old.size;
                if (swept) {
                    leave(old, {.slots = old_slots + old.begin,
                                .cell_begin = old_cells + old.cell_begin,
                                .stayers = waiting.slots + old.begin,
                                .stay_begin = old.shift == row.shift ? stay_begin.data() + old.cell_begin : nullptr,
                                .lost = cell_begin.data() + row.cell_begin,
                                .movers = &arrivals.view(),
                                .leaver = leaver_order.data() + leaver_begin[r],
                                .leaver_count = leaver_begin[r + 1] - leaver_begin[r],
                                .leaving = between.leaving.data()});
                }
            }
            write(grid, row, io);
        }
    });
    rows.swap(next_rows);
    base = this;
    summarize();
}

} // namespace throng
