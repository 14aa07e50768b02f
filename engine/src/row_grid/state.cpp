// SPDX-License-Identifier: MIT
#include "engine/src/row_grid/state.hpp"

#include "simd/instruction_sets.hpp"

namespace throng {

RowGrid::State::State(const RowGridDesc& d) noexcept
    : desc(d), front(d.memory, false), rows(d.memory), cell_begin(d.memory), cell_keys(d.memory), occupied(d.memory),
      row_blocks(d.memory), tall_rows(d.memory), between(d.memory, false), next_front(d.memory, false),
      next_rows(d.memory), stay_count(d.memory), stay_begin(d.memory), next_cell_begin(d.memory), arrivals(d.memory),
      arrival_order(d.memory), arrival_begin(d.memory), sort_scratch(d.memory), leaver_order(d.memory),
      leaver_begin(d.memory), item_of_slot(d.memory), new_items(d.memory), block_rows(d.memory), blocks(d.memory),
      block_arrivals(d.memory) {}

RowGrid::State::~State() { release_blocks(); }

void RowGrid::State::release_blocks() noexcept {
    for (ChangeBlock* block : blocks) {
        block->~ChangeBlock();
        deallocate(desc.memory, block, sizeof(ChangeBlock), alignof(ChangeBlock));
    }
    blocks.release();
    block_count = 0;
}

void RowGrid::State::set_kind(Kind to) noexcept {
    kind = to;
    front = GridColumns(desc.memory, to == Kind::Points);
    between = BetweenPasses(desc.memory, to == Kind::Points);
    next_front = GridColumns(desc.memory, to == Kind::Points);
    release_scratch(); // has the columns of the kind
}

kernels::GridView RowGrid::State::view() const noexcept {
    const kernels::ElementColumns e = elements();
    kernels::GridView v;
    v.min_x = e.min_x;
    v.min_y = e.min_y;
    v.max_x = e.max_x;
    v.max_y = e.max_y;
    v.slots = e.slots;
    v.cell_keys = cell_keys.data();
    v.key_format = kernels::CellKeyFormat::of(geometry.rows, geometry.columns);
    v.rows = rows.data();
    v.cell_begin = cell_begin.data();
    v.occupied = occupied.data();
    v.row_blocks = row_blocks.data();
    v.tall_rows = tall_rows.data();
    v.tall_count = static_cast<std::uint32_t>(tall_rows.size());
    v.row_count = geometry.rows;
    v.column_count = geometry.columns;
    v.size = size;
    v.cell_count = static_cast<std::uint32_t>(cell_begin.size());
    v.slot_count = static_cast<std::uint32_t>(cell_keys.size());
    v.origin_x = geometry.origin_x;
    v.origin_y = geometry.origin_y;
    v.inverse_cell = geometry.inverse_cell;
    v.gathers = simd::gathers_fast();
    v.packs_bytes = simd::packs_bytes();
    v.half_extent = e.half_extent;
    v.min_x_all = around.min.x;
    v.min_y_all = around.min.y;
    v.max_x_all = around.max.x;
    v.max_y_all = around.max.y;
    v.reach_x = reach_x;
    v.reach_y = reach_y;
    v.points = points();
    v.beyond_l2 = size >= kernels::beyond_l2_size;
    v.beyond_llc = size >= kernels::beyond_llc_size;
    v.dense = dense;
    return v;
}

std::size_t RowGrid::State::bytes() const noexcept {
    std::size_t total = sizeof(State) + front.bytes() + rows.bytes() + cell_begin.bytes() + cell_keys.bytes() +
                        occupied.bytes() + row_blocks.bytes() + tall_rows.bytes() + between.bytes() +
                        next_front.bytes() + next_rows.bytes() + stay_count.bytes() + stay_begin.bytes() +
                        next_cell_begin.bytes() + arrivals.bytes() + arrival_order.bytes() + arrival_begin.bytes() +
                        leaver_order.bytes() + leaver_begin.bytes() + sort_scratch.bytes() + item_of_slot.bytes() +
                        new_items.bytes() + block_rows.bytes() + blocks.bytes() + block_arrivals.bytes();
    for (const ChangeBlock* block : blocks) total += sizeof(ChangeBlock) + block->movers.bytes();
    return total;
}

} // namespace throng
