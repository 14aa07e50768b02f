// SPDX-License-Identifier: MIT
#include "engine/src/row_grid/row_edits.hpp"

#include "engine/kernels/row_grid/cells.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/row_grid/store.hpp"

#include <algorithm>
#include <cstring>

namespace throng {

using kernels::GridRow;

RowEdits::RowEdits(RowGridStore& store, std::uint64_t edition) noexcept
    : store_(store), view_(store.view()), columns_(store.front.columns()), edition_(edition) {
    store.keys_edition = edition;
}

template <class Body> void RowEdits::for_each_column(Body&& body) const noexcept {
    body(columns_.min_x);
    body(columns_.min_y);
    body(columns_.max_x);
    body(columns_.max_y);
    body(columns_.slots);
}

RowEdits::Place RowEdits::place_of(const Aabb& box) const noexcept {
    return {kernels::row_of(view_, 0.5f * box.min.y + 0.5f * box.max.y),
            kernels::column_of(view_, 0.5f * box.min.x + 0.5f * box.max.x)};
}

bool RowEdits::has_room(std::uint32_t row) const noexcept {
    const GridRow& r = store_.rows[row];
    return r.cells != 0 && r.begin + r.size < store_.room_end(row);
}

void RowEdits::set_key(Slot slot, std::uint32_t key) noexcept {
    store_.cell_keys[slot] = key;
    store_.key_editions[slot / RowGridStore::chunk_slots] = edition_;
}

void RowEdits::write(std::uint32_t position, Slot slot, const Aabb& box) noexcept {
    columns_.min_x[position] = box.min.x;
    columns_.min_y[position] = box.min.y;
    columns_.max_x[position] = box.max.x;
    columns_.max_y[position] = box.max.y;
    columns_.slots[position] = slot;
}

void RowEdits::remove(std::uint32_t row, std::uint32_t position) noexcept {
    GridRow& r = store_.rows[row];
    std::uint32_t* const cells = store_.cell_begin.data() + r.cell_begin;
    const std::uint32_t end = r.begin + r.size;
    for_each_column([&](auto* column) {
        std::memmove(column + position, column + position + 1, (end - position - 1) * sizeof(*column));
    });
    store_.leave_empty(end - 1, end);
    for (std::uint32_t c = r.cells; cells[c] > position - r.begin; --c) --cells[c];
    --r.size;
    --store_.size;
    store_.row_editions[row] = edition_;
}

// Behind the other elements of its cell.
void RowEdits::put(Slot slot, const Aabb& box, Place at) noexcept {
    GridRow& r = store_.rows[at.row];
    std::uint32_t* const cells = store_.cell_begin.data() + r.cell_begin;
    const std::uint32_t cell = at.column >> r.shift, position = r.begin + cells[cell + 1], end = r.begin + r.size;
    for_each_column([&](auto* column) {
        std::memmove(column + position + 1, column + position, (end - position) * sizeof(*column));
    });
    write(position, slot, box);
    for (std::uint32_t c = cell + 1; c <= r.cells; ++c) ++cells[c];
    ++r.size;
    ++store_.size;
    store_.row_editions[at.row] = edition_;
    set_key(slot, view_.key_format.key(at.row, at.column));
}

void RowEdits::erase(Slot slot) noexcept {
    remove(view_.key_format.row(store_.cell_keys[slot]), active_kernels().grid.find_slot(view_, slot));
    set_key(slot, kernels::no_position);
}

bool RowEdits::insert(Slot slot, const Aabb& at) noexcept {
    const Place place = place_of(at);
    if (!has_room(place.row)) return false;
    put(slot, at, place);
    return true;
}

bool RowEdits::move(Slot slot, const Aabb& to) noexcept {
    const std::uint32_t row = view_.key_format.row(store_.cell_keys[slot]);
    const std::uint32_t position = active_kernels().grid.find_slot(view_, slot);
    const GridRow& r = store_.rows[row];
    const std::uint32_t* const cells = store_.cell_begin.data() + r.cell_begin;
    const Place place = place_of(to);
    const std::uint32_t cell = place.column >> r.shift, in_row = position - r.begin;
    if (place.row == row && cells[cell] <= in_row && in_row < cells[cell + 1]) {
        write(position, slot, to);
        store_.row_editions[row] = edition_;
        return true;
    }
    if (place.row != row && !has_room(place.row)) return false;
    remove(row, position);
    put(slot, to, place);
    return true;
}

void RowEdits::finish() noexcept {
    std::uint32_t rank = 0;
    for (std::uint32_t r = 0; r < store_.rows.size(); ++r) {
        GridRow& row = store_.rows[r];
        row.rank = rank;
        rank += row.size;
        if (store_.row_editions[r] == edition_ && row.size != 0) measure_row(row, columns_);
    }
    store_.summarize();
}

bool catch_up(RowGridStore& to, const RowGridStore& from) noexcept {
    if (to.layout == 0 || to.layout != from.layout) return to.assign(from);
    to.layout = 0; // until all is copied
    const std::size_t known = to.cell_keys.size();
    if (!to.cell_keys.grow(from.cell_keys.size()) || !to.key_editions.grow(from.key_editions.size())) return false;
    to.cell_keys.resize(from.cell_keys.size());
    to.key_editions.resize(from.key_editions.size());
    for (std::size_t chunk = 0; chunk < from.key_editions.size(); ++chunk) {
        const std::size_t begin = chunk * RowGridStore::chunk_slots;
        const std::size_t end = std::min(begin + RowGridStore::chunk_slots, from.cell_keys.size());
        if (end <= known && to.key_editions[chunk] == from.key_editions[chunk]) continue;
        std::copy(from.cell_keys.data() + begin, from.cell_keys.data() + end, to.cell_keys.data() + begin);
        to.key_editions[chunk] = from.key_editions[chunk];
    }

    const kernels::BoxColumns columns = to.front.columns();
    const kernels::ElementColumns others = from.elements();
    for (std::uint32_t r = 0; r < from.rows.size(); ++r) {
        if (to.row_editions[r] == from.row_editions[r]) continue;
        const std::uint32_t begin = from.rows[r].begin, end = from.room_end(r);
        const auto copy = [&](auto* column, const auto* other) {
            std::copy(other + begin, other + end, column + begin);
        };
        copy(columns.min_x, others.min_x);
        copy(columns.min_y, others.min_y);
        copy(columns.max_x, others.max_x);
        copy(columns.max_y, others.max_y);
        copy(columns.slots, others.slots);
        if (from.rows[r].cells == 0) continue;
        const std::uint32_t cells = from.rows[r].cell_begin;
        std::copy_n(from.cell_begin.data() + cells, from.rows[r].cells + 1, to.cell_begin.data() + cells);
    }
    const bool copied = to.rows.assign(from.rows) && to.row_editions.assign(from.row_editions) &&
                        to.occupied.assign(from.occupied) && to.row_blocks.assign(from.row_blocks) &&
                        to.tall_rows.assign(from.tall_rows);
    if (copied) static_cast<RowGridFacts&>(to) = from;
    return copied;
}

} // namespace throng
