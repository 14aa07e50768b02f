// SPDX-License-Identifier: MIT
// Between the passes: computes the new place of each row, and takes all memory that the second pass needs. Up to here
// nothing visible has changed.
#include "engine/src/row_grid/first_pass.hpp"

namespace throng {
namespace {

std::uint32_t cells_of(std::uint32_t columns, std::uint32_t shift) { return ((columns - 1) >> shift) + 1; }

// There are at most about twice as many cells as elements, so that memory depends on occupied rows. Where elements are
// placed unevenly, a row with far more elements than most, which is searched most, has eight times as many.
class CellsPerElement {
public:
    explicit CellsPerElement(const NextRows& next)
        : uneven_(next.geometry.column_size < next.geometry.cell_size), elements_(next.size), rows_(next.rows.size()) {}

    /// At most, in a row. One that is crowded stays so until it has a quarter less elements.
    std::uint32_t of(const kernels::GridRow& row, const kernels::GridRow& old) const {
        const bool was_crowded = old.cells > 2 * usual * std::uint64_t{old.size};
        return uneven_ && row.size * rows_ > (was_crowded ? 6 : 8) * elements_ ? crowded : usual;
    }

private:
    static constexpr std::uint32_t usual = 2, crowded = 16;
    bool uneven_;
    std::uint64_t elements_, rows_;
};

// A row keeps its shift until there are twice as many cells as the most, or less than a quarter of it, so that a row
// near the limit does not change back and forth.
std::uint32_t choose_shift(std::uint32_t columns, std::uint64_t most, const kernels::GridRow& old) {
    if (old.size != 0) {
        const std::uint64_t cells = cells_of(columns, old.shift);
        if (cells <= 2 * most && (old.shift == 0 || 4 * cells > most)) return old.shift;
    }
    std::uint32_t shift = 0;
    while (cells_of(columns, shift) > most) ++shift;
    return shift;
}

// The room behind a row for elements that come one by one. Empty rows get cells for them, too.
std::uint32_t room_behind(const kernels::GridRow& row) { return 4 + row.size / 16; }
constexpr std::uint32_t expected_in_empty_row = 4;

} // namespace

Fault lay_rows_out(std::span<const kernels::GridRow> old_rows, bool with_room, RowGridScratch& scratch) noexcept {
    NextRows& next = scratch.next;
    if (!next.rows.resize_discard(next.geometry.rows)) return Fault::OutOfMemory;
    std::uint64_t cells = 0, begin = 0;
    std::uint32_t rank = 0;
    const CellsPerElement cells_per_element(next);
    for (std::uint32_t r = 0; r < next.rows.size(); ++r) {
        const kernels::GridRow old = old_rows.empty() ? kernels::GridRow{} : old_rows[r];
        kernels::GridRow row{};
        row.begin = static_cast<std::uint32_t>(begin);
        row.rank = rank;
        row.size = (old.size != 0 ? scratch.stayers.count[r] : 0) + scratch.movers.arrivals().count(r);
        row.cell_begin = static_cast<std::uint32_t>(cells);
        if (row.size != 0 || with_room) {
            const std::uint32_t expected = row.size != 0 ? row.size : expected_in_empty_row;
            row.shift =
                choose_shift(next.geometry.columns, std::uint64_t{cells_per_element.of(row, old)} * expected, old);
            row.cells = cells_of(next.geometry.columns, row.shift);
            cells += row.cells + 1;
            if (cells > UINT32_MAX) return Fault::OutOfCapacity;
        }
        begin += row.size + (with_room ? room_behind(row) : 0);
        rank += row.size;
        if (begin >= kernels::no_position) return Fault::OutOfCapacity;
        next.rows[r] = row;
    }
    next.extent = static_cast<std::uint32_t>(begin);
    next.cells = static_cast<std::uint32_t>(cells);
    return Fault::None;
}

bool reserve_for_rows(RowGridStore& to, RowGridScratch& scratch, std::size_t next_slot_count) noexcept {
    const NextRows& next = scratch.next;
    const std::size_t blocks = next.rows.size() / 64 + 1, key_chunks = RowGridStore::chunks(next_slot_count);
    return (next_slot_count <= to.cell_keys.capacity() || to.cell_keys.grow(next_slot_count)) &&
           scratch.partition({next.rows.data(), next.rows.size()}, next.size) && to.occupied.reserve(blocks) &&
           to.row_blocks.reserve(blocks) && to.tall_rows.reserve(next.rows.size()) &&
           to.row_editions.reserve(next.rows.size()) && to.key_editions.reserve(key_chunks);
}

namespace {

// The memory that both first passes need.
bool reserve(RowGridStore& to, RowGridScratch& scratch, std::size_t next_slot_count) {
    NextRows& next = scratch.next;
    return reserve_for_rows(to, scratch, next_slot_count) &&
           (next.extent <= to.front.capacity() || next.front.reserve_discard(next.extent));
}

} // namespace

template <class FirstPass>
Fault settle(const FromTo& change, FirstPass& read, RowGridScratch& scratch, std::size_t next_slot_count) noexcept {
    NextRows& next = scratch.next;
    const std::uint64_t size = scratch.movers.count() + read.stayer_count();
    if (size >= kernels::no_position || next_slot_count > no_slot) return Fault::OutOfCapacity;
    next.size = static_cast<std::uint32_t>(size);
    Fault fault = scratch.movers.gather(next.geometry.rows, change.executor);
    if (fault == Fault::None) fault = read.count_stayers();
    if (fault == Fault::None) fault = lay_rows_out(read.old_rows(), change.to.room_layouts != 0, scratch);
    if (fault != Fault::None) return fault;
    return reserve(change.to, scratch, next_slot_count) && read.reserve(next.cells) ? Fault::None : Fault::OutOfMemory;
}

template Fault settle(const FromTo&, ByRows&, RowGridScratch&, std::size_t) noexcept;
template Fault settle(const FromTo&, BySweep&, RowGridScratch&, std::size_t) noexcept;

} // namespace throng
