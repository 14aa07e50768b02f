// SPDX-License-Identifier: MIT
// The first pass: over rows, over items that are new to the grid, or of an update in the caller's order, a sweep over
// slots, which finds the movers, and puts boxes side by side if arrays are in no order of space.
#include "engine/src/row_grid/first_pass.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"

#include <algorithm>

namespace throng {

namespace {

constexpr std::size_t sample_count = 64, near_bytes = std::size_t{256} << 10;

// The position of sample i in storage order, and whether an element is there and behind it.
bool sampled(const RowGridStore& store, std::size_t i, std::size_t& at) {
    const std::uint32_t* const slots = store.elements().slots;
    at = i * (store.extent - 1) / sample_count;
    return slots[at] != no_slot && slots[at + 1] != no_slot;
}

} // namespace

bool BySweep::suits(const RowGridStore& store) noexcept {
    const GridGeometry& geometry = store.geometry;
    const bool keys_name_columns = kernels::CellKeyFormat::of(geometry.rows, geometry.columns).dropped_bits == 0;
    return keys_name_columns && store.slot_count() / 2 <= store.size;
}

BySweep::BySweep(const FromTo& change, RowGridScratch& scratch) noexcept
    : change_(change), from_(change.from), scratch_(scratch) {
    scratch.movers.begin(from_.points(), false);
}

// If neighbours in the grid have their boxes so near to each other that the caches still contain them, boxes are read
// again from the caller's arrays. If a box is a small part of an item, or if slots are in no order of space, so that
// each box would be a cache miss for every column, the sweep puts boxes side by side, and these are read.
Fault BySweep::read(const kernels::BoxSource& source, kernels::ItemFaults& faulty) noexcept {
    again_ = source;
    if (!are_far_apart(source)) {
        if (from_.size >= kernels::beyond_l2_size) again_.lead = lead_of(source);
        return sweep(source, nullptr, faulty);
    }
    const std::size_t floats = from_.points() ? 2 : 4;
    if (!scratch_.swept_boxes.resize_with_room((from_.slot_count() + 15) / 16 * 16 * floats)) return Fault::OutOfMemory;
    float* const boxes = scratch_.swept_boxes.data();
    again_ = from_.points() ? kernels::BoxSource{.a_x = boxes, .a_y = boxes + 1, .a_stride = 2 * sizeof(float)}
                            : box_source_of_corners(boxes);
    return sweep(source, boxes, faulty);
}

bool BySweep::are_far_apart(const kernels::BoxSource& source) const noexcept {
    constexpr std::size_t max_bytes = 48;
    const std::size_t bytes = bytes_per_item(source);
    if (bytes > max_bytes) return true;
    if (from_.slot_count() * bytes <= 2 * near_bytes || from_.size <= sample_count) return false;
    const std::uint32_t* const slots = from_.elements().slots;
    std::size_t far = 0;
    for (std::size_t i = 0; i < sample_count; ++i) {
        std::size_t at;
        if (!sampled(from_, i, at)) continue;
        const std::size_t a = slots[at], b = slots[at + 1];
        far += (a < b ? b - a : a - b) * bytes > near_bytes ? 1 : 0;
    }
    return far > sample_count / 8;
}

// The distance, in items, at which boxes are fetched ahead; 0 if items are not in about the order of the grid. Hardly
// any box lies farther ahead of its element's position. Elements leave that order little by little: some then need a
// box a row or more ahead, before the boxes of their neighbours are read and where no processor prefetches.
std::uint32_t BySweep::lead_of(const kernels::BoxSource& source) const noexcept {
    const std::int64_t row = from_.size / from_.rows.size();
    const auto near = static_cast<std::int64_t>(near_bytes / std::max<std::size_t>(bytes_per_item(source), 1));
    const std::uint32_t* const slots = from_.elements().slots;
    std::int64_t max_lead = 0;
    std::size_t asked = 0, in_order = 0;
    for (std::size_t i = 0; i < sample_count; ++i) {
        std::size_t at;
        if (!sampled(from_, i, at)) continue;
        ++asked;
        const std::int64_t lead = std::int64_t{slots[at]} - static_cast<std::int64_t>(at);
        if (lead < -near || lead > near) continue;
        ++in_order;
        max_lead = std::max(max_lead, lead);
    }
    return 8 * in_order >= 7 * asked ? static_cast<std::uint32_t>(std::min(near, 2 * (max_lead + row))) : 0;
}

// `boxes`: memory to put them side by side, or null.
Fault BySweep::sweep(const kernels::BoxSource& source, float* boxes, kernels::ItemFaults& faulty) noexcept {
    constexpr std::size_t per_block = 4096, in_a_group = 256;
    const std::size_t count = from_.slot_count(), groups = (count + in_a_group - 1) / in_a_group;
    const auto blocks = static_cast<std::uint32_t>((count + per_block - 1) / per_block);
    if (!scratch_.leaving.resize_with_room(groups * in_a_group / 64) || !scratch_.movers.extend(blocks))
        return Fault::OutOfMemory;
    const kernels::GridView grid = from_.view();
    const auto kernel = active_kernels().grid.sweep_slots[from_.points()];
    const bool ran = compute_blocks(change_.executor, blocks, [&](std::uint32_t b) {
        MoverBlock& block = scratch_.movers.block(b);
        const std::size_t begin = b * per_block, end = std::min(count, begin + per_block);
        kernels::SlotSweep io{.source = source,
                              .at = static_cast<std::uint32_t>(begin),
                              .end = static_cast<std::uint32_t>(end),
                              .boxes = boxes,
                              .leaving = scratch_.leaving.data(),
                              .out = &block.movers.view()};
        while (!kernel(grid, io))
            if (!block.grow()) return;
        block.faulty = io.faulty;
    });
    return scratch_.movers.collect(ran, faulty);
}

Fault BySweep::count_stayers() noexcept {
    const auto row_count = static_cast<std::uint32_t>(from_.rows.size());
    Column<std::uint32_t>& stay = scratch_.stayers.count;
    if (!stay.resize_discard(row_count)) return Fault::OutOfMemory;
    const Fault fault = scratch_.movers.sort_leavers(row_count, change_.executor);
    for (std::uint32_t r = 0; fault == Fault::None && r < row_count; ++r)
        stay[r] = from_.rows[r].size - scratch_.movers.leavers().count(r);
    return fault;
}

// New slots and cells are written to spare columns. The columns of the store that is written are the scratch in which
// leavers are removed.
bool BySweep::reserve(std::uint64_t cells) noexcept {
    RowGridStore& to = change_.to;
    RowStayers& stayers = scratch_.stayers;
    NextRows& next = scratch_.next;
    const std::size_t old_cells = from_.cell_begin.size();
    return (cells <= stayers.begin.capacity() || stayers.begin.reserve(cells + cells / 8)) &&
           (old_cells <= to.cell_begin.capacity() || next.cell_begin.reserve(old_cells)) &&
           stayers.back.reserve_slots_discard(
               std::max({to.front.capacity(), next.front.capacity(), std::size_t{from_.extent}}));
}

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
