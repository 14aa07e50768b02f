// SPDX-License-Identifier: MIT First settle() computes the new place of each row, and takes all memory that the second
// pass needs. Up to here nothing visible has changed. The second pass is apply().
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/row_grid/first_pass.hpp"

#include <algorithm>

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

// In the second pass each row takes its stayers and its arrivals, and lays them out by cell at its new place. Blocks of
// rows are disjoint and share only the results of the first pass, so order never depends on threads.

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
    if (read.old_rows().empty()) to.cell_keys.resize(0);
    to.cell_keys.extend(next_slot_count, kernels::no_position); // of slots that stay absent, and of arrivals so far
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
