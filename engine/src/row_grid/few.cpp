// SPDX-License-Identifier: MIT
// Changes of few elements. If a row has no room, the rest of the batch changes the whole grid, and the rows of the next
// layouts have room.
#include "engine/kernels/row_grid/cells.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/row_grid/store.hpp"
#include "engine/src/row_grid/store_change.hpp"

#include <algorithm>
#include <cstring>

namespace throng {

/// Erases, moves and inserts elements of one store of boxes, one by one and in place: each costs its rows, not the
/// whole grid. Room between the rows takes new elements.
class RowEdits {
public:
    /// `edition` names these changes in the editions of rows and keys.
    RowEdits(RowGridStore& store, std::uint64_t edition) noexcept;

    // `slot` is present.
    void erase(Slot slot) noexcept;
    /// False: the new row has no room, and nothing has changed.
    [[nodiscard]] bool move(Slot slot, const Aabb& to) noexcept;
    /// `slot` is absent, and below slot_count(). False: as for move().
    [[nodiscard]] bool insert(Slot slot, const Aabb& at) noexcept;

    /// Computes what searches need of the changed rows. Must be called after the last change.
    void finish() noexcept;

private:
    struct Place {
        std::uint32_t row, column;
    };
    Place place_of(const Aabb& box) const noexcept;
    bool has_room(std::uint32_t row) const noexcept;
    void put(Slot slot, const Aabb& box, Place at) noexcept;
    void remove(std::uint32_t row, std::uint32_t position) noexcept;
    void write(std::uint32_t position, Slot slot, const Aabb& box) noexcept;
    void set_key(Slot slot, std::uint32_t key) noexcept;
    template <class Body> void for_each_column(Body&& body) const noexcept;

    RowGridStore& store_;
    kernels::GridView view_; // its pointers and its geometry stay
    kernels::BoxColumns columns_;
    std::uint64_t edition_;
};

/// Makes `to` equal to `from`, by copying what differs if both are laid out equally. False: out of memory, and the
/// content of `to` is unspecified.
[[nodiscard]] bool catch_up(RowGridStore& to, const RowGridStore& from) noexcept;

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

namespace {

// A crowd that moves as a whole between few changes keeps its room for so many updates.
constexpr std::uint32_t layouts_with_room = 64;

} // namespace

// A change in place shifts the elements of a row or two, which takes about as long as a change of the whole grid takes
// for one element of each.
bool RowGridChange::are_few(const RowGridStore& from, std::size_t count) noexcept {
    if (!from.changes_in_place || from.points() || from.size == 0 || from.one_cell()) return false;
    const std::uint64_t usual_row = from.size / from.rows.size();
    return count * (usual_row + 64) <= from.size;
}

Fault RowGridChange::begin_few(const FromTo& change) noexcept {
    scratch_.forget_next();
    before_last_ = 0; // the movers are no longer those of the last edition
    return change.in_place() || catch_up(change.to, change.from) ? Fault::None : Fault::OutOfMemory;
}

void RowGridChange::adapt_after_few(RowGridStore& to, std::size_t count, const Executor& executor) noexcept {
    to.few_since_look += static_cast<std::uint32_t>(count);
    if (to.few_since_look < std::max<std::uint32_t>(64, to.size / 16)) return;
    to.few_since_look = 0;
    adapt(to, Look::AtOnce, executor);
}

// The slots that mark_present() accepted have their items.
Fault RowGridChange::erase_few(const FromTo& change, std::span<const Slot> slots) noexcept {
    if (const Fault fault = begin_few(change); fault != Fault::None) return fault;
    RowEdits edits(change.to, next_edition());
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (slots[i] < scratch_.item_of_slot.size() && scratch_.item_of_slot[slots[i]] == i) edits.erase(slots[i]);
    edits.finish();
    return Fault::None;
}

Fault RowGridChange::move_few(const FromTo& change, std::span<const Slot> slots, const kernels::BoxSource& source,
                              kernels::ItemFaults& faulty) noexcept {
    if (const Fault fault = begin_few(change); fault != Fault::None) return fault;
    RowEdits edits(change.to, next_edition());
    bool room = true;
    for (std::size_t i = 0; room && i < slots.size(); ++i) {
        std::uint32_t none = kernels::no_item;
        std::uint32_t& item = slots[i] < scratch_.item_of_slot.size() ? scratch_.item_of_slot[slots[i]] : none;
        if (item != i) continue;
        const Aabb box = box_at(source, i);
        if (!is_valid(box))
            note_fault(faulty, Fault::InvalidBounds, i);
        else
            room = edits.move(slots[i], box);
        if (room) item = kernels::no_item;
    }
    edits.finish();
    if (room) return Fault::None;
    change.to.room_layouts = layouts_with_room;
    kernels::ItemFaults others;
    const Fault fault = change_boxes({change.to, change.to, change.executor}, kernels::Change::Move, source, others);
    merge(faulty, others);
    return fault;
}

// The slots of the items are those of new_items_.
Fault RowGridChange::insert_few(const FromTo& change, const kernels::BoxSource& source,
                                kernels::ItemFaults& faulty) noexcept {
    if (const Fault fault = begin_few(change); fault != Fault::None) return fault;
    RowGridStore& to = change.to;
    const std::span<const Slot> slots = new_items_.slots();
    std::size_t slot_end = to.slot_count();
    for (const Slot slot : slots)
        if (slot != no_slot) slot_end = std::max(slot_end, std::size_t{slot} + 1);
    const std::size_t chunks = RowGridStore::chunks(slot_end);
    if (!to.cell_keys.grow(slot_end) || !to.key_editions.grow(chunks)) return Fault::OutOfMemory;
    to.cell_keys.extend(slot_end, kernels::no_position);
    to.key_editions.extend(chunks, 0);

    RowEdits edits(to, next_edition());
    bool room = true;
    for (std::size_t i = 0; room && i < slots.size(); ++i) {
        if (slots[i] == no_slot) continue;
        const Aabb box = box_at(source, i);
        if (!is_valid(box))
            note_fault(faulty, Fault::InvalidBounds, i);
        else
            room = edits.insert(slots[i], exchanged(box, to.geometry.turned));
        if (room) new_items_.leave_out(i);
    }
    edits.finish();
    if (room) return Fault::None;
    to.room_layouts = layouts_with_room;
    kernels::ItemFaults others;
    const Fault fault = insert_all({to, to, change.executor}, source, slots.size(), others);
    merge(faulty, others);
    return fault;
}

} // namespace throng
