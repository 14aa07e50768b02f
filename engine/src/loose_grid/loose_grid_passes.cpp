// SPDX-License-Identifier: MIT
// The steps of LooseGrid changes. Parallel ones run over disjoint tight cells; their results are combined in the order
// of blocks, so that nothing depends on threads.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/loose_grid/loose_grid_state.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::LooseBlock;
using kernels::LooseLevel;
using kernels::Region;

constexpr std::uint32_t elements_per_block = 2048;

} // namespace

bool LooseGrid::State::reserve_blocks(std::size_t elements) noexcept {
    return blocks.reserve(elements / elements_per_block + kernels::max_loose_levels);
}

// Splits each level into runs of tight cells with about elements_per_block elements. Depends only on the content.
void LooseGrid::State::partition() noexcept {
    blocks.resize(0);
    std::uint32_t before = 0;
    for (std::uint32_t l = 0; l < geometry.level_count; ++l) {
        const LooseLevel& level = geometry.levels[l];
        if (level.size == 0) continue;
        LooseBlock block{.level = l, .begin = level.first_tight, .elements_before = before};
        const std::uint32_t end = level.first_tight + level.tight_count(), end_before = before + level.size;
        for (std::uint32_t tight = level.first_tight; before != end_before; ++tight) {
            before += columns.tight_sizes[tight];
            if (before - block.elements_before < elements_per_block && before != end_before) continue;
            block.end = before == end_before ? end : tight + 1;
            blocks.append(block);
            block.begin = block.end;
            block.elements_before = before;
        }
    }
}

void LooseGrid::State::shrink(const Executor& executor) noexcept {
    partition();
    const kernels::LooseGridView v = view();
    const kernels::LooseCells g = writable();
    const auto wrap = active_kernels().loose_grid_changes.wrap;
    compute_blocks_to_end(executor, static_cast<std::uint32_t>(blocks.size()),
                          [&](std::uint32_t b) { wrap(v, g, blocks[b]); });
    gather_blocks();
    measure(executor);
}

// Combines the blocks: levels reach as far as the elements that stayed, and tiles that became empty are free.
void LooseGrid::State::gather_blocks() noexcept {
    for (LooseLevel& level : geometry.levels) level.reach_x = level.reach_y = 0;
    for (const LooseBlock& block : blocks) {
        LooseLevel& level = geometry.levels[block.level];
        level.reach_x = std::max(level.reach_x, kernels::surely_above(0.5f * block.widest, 0.f));
        level.reach_y = std::max(level.reach_y, kernels::surely_above(0.5f * block.tallest, 0.f));
        for (std::uint32_t tile = block.freed; tile != kernels::no_position;) {
            const std::uint32_t next = columns.next[tile];
            columns.next[tile] = free.first;
            free.first = tile;
            tile = next;
        }
    }
}

// Computes the rows of tight cells, the levels and the total box from the cells.
void LooseGrid::State::measure(const Executor& executor) noexcept {
    const kernels::LooseGridView v = view();
    const auto measure_row = active_kernels().loose_grid_changes.measure;
    constexpr std::uint32_t tight_per_task = 64;
    around = kernels::inside_out();
    for (std::uint32_t l = 0; l < geometry.level_count; ++l) {
        LooseLevel& level = geometry.levels[l];
        const std::uint32_t rows_per_task = tight_per_task / level.tight_columns + 1;
        compute_ranges_to_end(executor, level.tight_rows, rows_per_task, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t r = begin; r < end; ++r) measure_row(v, level, r, columns.rows[level.first_row + r]);
        });
        level.size = 0;
        for (std::uint32_t r = 0; r < level.tight_rows; ++r) {
            const kernels::TightRow& row = columns.rows[level.first_row + r];
            level.size += row.size;
            kernels::include(around, row.box);
        }
    }
}

// Each cell has at most one tile that is not full, so elements beyond the cells' own tiles never need more than this.
Fault LooseGrid::State::reserve_shared(std::size_t elements) noexcept {
    if (geometry.cell_count() + elements / 16 >= kernels::TileRef::max_tiles) return Fault::OutOfCapacity;
    return columns.reserve_shared(geometry.cell_count(), elements / 16) ? Fault::None : Fault::OutOfMemory;
}

LooseLevel& LooseGrid::State::level_of(std::uint32_t cell) noexcept {
    return geometry.levels[kernels::level_of_tight(view(), cell >> geometry.cell_bits)];
}
kernels::TightRow& LooseGrid::State::row_of(const LooseLevel& level, std::uint32_t cell) noexcept {
    return columns.rows[level.first_row + ((cell >> geometry.cell_bits) - level.first_tight) / level.tight_columns];
}

// Extends the reach of a level to this box.
void LooseGrid::State::reach(LooseLevel& level, const Region& box) noexcept {
    level.reach_x = std::max(level.reach_x, kernels::surely_above(0.5f * (box.max_x - box.min_x), 0.f));
    level.reach_y = std::max(level.reach_y, kernels::surely_above(0.5f * (box.max_y - box.min_y), 0.f));
}

// Extends everything around a cell to include this box.
void LooseGrid::State::grow(std::uint32_t cell, const Region& box) noexcept {
    LooseLevel& level = level_of(cell);
    reach(level, box);
    kernels::include(row_of(level, cell).box, box);
    kernels::include(around, box);
}

// Adds the elements that left a cell in an update to their new cells.
void LooseGrid::State::arrive(const kernels::BoxSource& source) noexcept {
    const kernels::LooseGridView v = view();
    const kernels::LooseCells g = writable();
    for (const LooseBlock& block : blocks) {
        for (std::uint32_t i = 0; i < block.leaving; ++i) {
            const Region box = region_of(box_at(source, block.slots[i]));
            kernels::put_in(v, g, block.cells[i], block.slots[i], box, free);
            reach(level_of(block.cells[i]), box);
        }
    }
}

void LooseGrid::State::put(std::uint32_t cell, Slot slot, const Region& box) noexcept {
    kernels::put_in(view(), writable(), cell, slot, box, free);
    grow(cell, box);
    LooseLevel& level = level_of(cell);
    ++row_of(level, cell).size;
    ++level.size;
    ++size;
}

void LooseGrid::State::take(Slot slot) noexcept {
    const std::uint32_t position = positions[slot], cell = view().cell_of_tile(position >> kernels::lane_bits);
    kernels::take_out(view(), writable(), cell, position, free.first);
    positions.set(slot, kernels::no_position);
    LooseLevel& level = level_of(cell);
    --row_of(level, cell).size;
    --level.size;
    --size;
}

void LooseGrid::State::place(Slot slot, const Region& box) noexcept {
    const std::uint32_t position = positions[slot], cell = kernels::loose_cell_of(view(), box);
    if (view().cell_of_tile(position >> kernels::lane_bits) != cell) {
        take(slot);
        put(cell, slot, box);
        return;
    }
    kernels::set_box(columns.tiles[position >> kernels::lane_bits], position & 15, box);
    kernels::include(columns.cells[cell >> kernels::lane_bits], cell & 15, box);
    grow(cell, box);
}

} // namespace throng
