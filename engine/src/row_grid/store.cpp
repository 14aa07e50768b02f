// SPDX-License-Identifier: MIT
#include "engine/src/row_grid/store.hpp"

#include "simd/instruction_sets.hpp"

#include <algorithm>
#include <limits>

namespace throng {

void RowGridStore::set_kind(Kind to) noexcept {
    kind = to;
    front = GridColumns(desc.memory, to == Kind::Points);
}

bool RowGridStore::assign(const RowGridStore& other) noexcept {
    if (kind != other.kind) set_kind(other.kind);
    bool copied = true;
    const auto copy = [&](auto& to, const auto& from) {
        if constexpr (requires { to.assign(from, other.extent); }) {
            copied = copied && to.assign(from, other.extent);
        } else {
            copied = copied && to.assign(from);
        }
    };
    for_each_column(copy, *this, other);
    static_cast<RowGridFacts&>(*this) = other;
    if (!copied) keys_edition = layout = 0;
    return copied;
}

void RowGridStore::clear() noexcept {
    if (rows.empty()) return; // no build or insert yet
    size = extent = 0;
    keys_edition = layout = 0;
    cell_keys.resize(0);
    for (kernels::GridRow& row : rows) row = {};
    cell_begin.resize(0);
    summarize();
}

void RowGridStore::leave_empty(std::uint32_t begin, std::uint32_t end) noexcept {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    const kernels::BoxColumns to = front.columns();
    std::fill(to.slots + begin, to.slots + end, no_slot);
    for (float* column : {to.min_x, to.min_y, to.max_x, to.max_y})
        if (column) std::fill(column + begin, column + end, none);
}

std::size_t RowGridStore::bytes() const noexcept {
    std::size_t total = 0;
    for_each_column([&](const auto& column) { total += column.bytes(); }, *this);
    return total;
}

kernels::GridView RowGridStore::view() const noexcept {
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
    v.extent = extent;
    v.cell_count = static_cast<std::uint32_t>(cell_begin.size());
    v.slot_count = static_cast<std::uint32_t>(cell_keys.size());
    v.origin_x = geometry.origin_x;
    v.origin_y = geometry.origin_y;
    v.inverse_cell = geometry.inverse_cell;
    v.inverse_column = geometry.inverse_column;
    v.gathers = simd::gathers_fast();
    v.packs_bytes = simd::packs_bytes();
    v.half_extent = e.half_extent;
    v.min_x_all = around.min.x;
    v.min_y_all = around.min.y;
    v.max_x_all = around.max.x;
    v.max_y_all = around.max.y;
    v.reach_x = reach_x;
    v.reach_y = reach_y;
    v.turned = geometry.turned;
    v.points = points();
    v.beyond_l2 = size >= kernels::beyond_l2_size;
    v.beyond_llc = size >= kernels::beyond_llc_size;
    v.dense = dense;
    return v;
}

} // namespace throng
