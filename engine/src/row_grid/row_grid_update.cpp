// SPDX-License-Identifier: MIT
// Updates and moves of a row grid. An update reads every box twice if that is cheap: in the caller's order, to find the
// elements that leave their cell, and in storage order, to store them.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/row_grid/store_change.hpp"

namespace throng {
namespace {

// True if each row with stayers has the same cells as before.
bool has_same_cells(const RowGridStore& from, const RowGridScratch& scratch) {
    const Column<kernels::GridRow>& rows = scratch.next.rows;
    for (std::uint32_t r = 0; r < rows.size(); ++r)
        if (scratch.stayers.count[r] != 0 && rows[r].shift != from.rows[r].shift) return false;
    return true;
}

} // namespace

// No element can leave the only cell, so each new box is stored in place of the old one, or of its copy.
Fault RowGridChange::change_boxes(const FromTo& change, kernels::Change what, const kernels::BoxSource& source,
                                  kernels::ItemFaults& faulty) noexcept {
    if (!change.from.one_cell()) return read_and_write(change, what, source, faulty);
    if (!change.in_place())
        if (const Fault fault = begin_few(change); fault != Fault::None) return fault;
    RowGridStore& grid = change.to;
    if (!grid.row_editions.empty()) grid.row_editions[0] = next_edition();
    const auto refresh = active_kernels().grid.refresh_row[grid.points()][static_cast<std::size_t>(what)];
    refresh(grid.rows[0], grid.front.columns(), source, scratch_.item_of_slot.data(), faulty);
    grid.summarize_only_row();
    return Fault::None;
}

Status RowGridChange::update(const RowGridStore& from, RowGridStore& to, const kernels::BoxSource& source,
                             const Executor& executor) noexcept {
    const FromTo change{from, to, executor};
    if (from.size == 0) return status_of(change.keep(), {});
    kernels::ItemFaults faulty;
    const Fault fault = change_boxes(change, kernels::Change::Update, exchanged(source, from.geometry.turned), faulty);
    if (fault != Fault::None) return status_of(fault, {});
    if (to.room_layouts != 0) --to.room_layouts;
    adapt(to, Look::NowAndThen, executor);
    return status_of(Fault::None, faulty);
}

Status RowGridChange::move(const RowGridStore& from, RowGridStore& to, std::span<const Slot> slots,
                           const kernels::BoxSource& source, const Executor& executor) noexcept {
    const FromTo change{from, to, executor};
    const kernels::BoxSource stored = exchanged(source, from.geometry.turned);
    kernels::ItemFaults wrong_slots, faulty;
    Fault fault = mark_present(from, slots, wrong_slots);
    if (from.size == 0) return status_of(fault | change.keep(), wrong_slots);
    const bool few = are_few(from, slots.size());
    if (fault == Fault::None)
        fault =
            few ? move_few(change, slots, stored, faulty) : change_boxes(change, kernels::Change::Move, stored, faulty);
    unmark(slots);
    if (fault != Fault::None) return status_of(fault, {});
    if (few)
        adapt_after_few(to, slots.size(), executor);
    else
        adapt(to, Look::NowAndThen, executor);
    merge(faulty, wrong_slots);
    return status_of(Fault::None, faulty);
}

Fault RowGridChange::read_and_write(const FromTo& change, kernels::Change what, const kernels::BoxSource& source,
                                    kernels::ItemFaults& faulty) noexcept {
    if (!begin(change)) return Fault::OutOfMemory;
    scratch_.next.geometry = change.from.geometry;
    const std::size_t slot_count = change.from.slot_count();
    const bool update = what == kernels::Change::Update;
    if (update && !had_faults_ && BySweep::suits(change.from)) {
        BySweep read(change, scratch_);
        Fault fault = read.read(source, faulty);
        const bool swept = fault == Fault::None && faulty.count == 0;
        if (swept) fault = settle(change, read, scratch_, slot_count);
        if (swept && fault == Fault::None) apply_boxes(change, read);
        if (swept || fault != Fault::None) return fault;
        // An element with a faulty box keeps the old one, so the boxes have to be copied after all.
    }
    ByRows read(change, scratch_, ByRows::Stayers::All);
    Fault fault = read.read(what, source, faulty);
    if (fault == Fault::None) fault = settle(change, read, scratch_, slot_count);
    if (fault != Fault::None) return fault;
    if (update) {
        scratch_.movers.sort_arrivals_by_slot(scratch_.next.block_rows, change.executor); // as a sweep finds them
        had_faults_ = faulty.count != 0;
    }
    apply_boxes(change, read);
    return Fault::None;
}

template <class FirstPass> void RowGridChange::apply_boxes(const FromTo& change, FirstPass& read) noexcept {
    const bool movers_alone = has_same_cells(change.from, scratch_);
    const std::uint64_t before = change.from.keys_edition;
    apply(change, read, scratch_, change.from.slot_count());
    name_layout(change.to);
    if (movers_alone) before_last_ = before;
}

} // namespace throng
