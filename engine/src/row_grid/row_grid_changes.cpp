// SPDX-License-Identifier: MIT
// Changes of a row grid, each as a whole call.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/allocation.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/row_grid/store_change.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>

namespace throng {

Status RowGridChange::build(RowGridStore& to, const kernels::BoxSource& source, std::size_t count,
                            const Executor& executor) noexcept {
    if (count > no_slot) return status_of(Fault::OutOfCapacity, {});
    const FromTo change{to, to, executor};
    if (!begin(change)) return status_of(Fault::OutOfMemory, {});
    const Extent extent = extent_of(to, source, count);
    const GridGeometry& geometry = scratch_.next.geometry =
        choose_long_rows(extent, to.desc.bounds, to.desc.cell_size, to.geometry.turned);
    ByRows read(change, scratch_, ByRows::Stayers::None);
    kernels::ItemFaults faulty;
    Fault fault = read.read_new(exchanged(source, geometry.turned), count, nullptr, faulty);
    if (fault == Fault::None) fault = write(change, read, count);
    if (fault != Fault::None) return status_of(fault, {});
    laid_out_first(to, extent, executor);
    scratch_.release();
    return status_of(Fault::None, faulty);
}

Status RowGridChange::insert(const RowGridStore& from, RowGridStore& to, std::span<const Slot> slots,
                             const kernels::BoxSource& source, const Executor& of_call) noexcept {
    const Executor executor =
        parallel::unless_few(from.size + slots.size(), of_call); // blocks of old and of new elements
    const FromTo change{from, to, executor};
    kernels::ItemFaults wrong_slots, faulty;
    const auto is_present = present_in(from.cell_keys);
    Fault fault = new_items_.choose(slots, false, is_present, wrong_slots);
    const bool few = are_few(from, slots.size());
    if (fault == Fault::None)
        fault = few ? insert_few(change, source, faulty) : insert_all(change, source, slots.size(), faulty);
    if (fault != Fault::None) return status_of(fault, {});
    if (few) adapt_after_few(to, slots.size(), executor);
    if (is_bulk(slots.size(), to.size)) release_all(scratch_, new_items_);
    merge(faulty, wrong_slots);
    return status_of(Fault::None, faulty);
}

// The slots of the items are those of new_items_.
Fault RowGridChange::insert_all(const FromTo& change, const kernels::BoxSource& source, std::size_t count,
                                kernels::ItemFaults& faulty) noexcept {
    if (!begin(change)) return Fault::OutOfMemory;
    const RowGridStore& from = change.from;
    const bool first = from.size == 0;
    const Extent extent = first ? extent_of(from, source, count) : Extent{};
    const GridGeometry& geometry = scratch_.next.geometry =
        first ? choose_long_rows(extent, from.desc.bounds, from.desc.cell_size, from.geometry.turned) : from.geometry;
    ByRows read(change, scratch_, first ? ByRows::Stayers::None : ByRows::Stayers::All);
    kernels::ItemFaults none;
    Fault fault = first ? Fault::None : read.read(kernels::Change::Keep, {}, none);
    const kernels::BoxSource stored = exchanged(source, geometry.turned);
    if (fault == Fault::None) fault = read.read_new(stored, count, new_items_.slots().data(), faulty);
    const std::size_t next_slot_count = std::max(from.slot_count(), scratch_.movers.slot_end());
    if (fault == Fault::None) fault = write(change, read, next_slot_count);
    if (fault != Fault::None) return fault;
    if (first)
        laid_out_first(change.to, extent, change.executor);
    else
        adapt(change.to, Look::AtOnce, change.executor);
    return Fault::None;
}

Status RowGridChange::erase(const RowGridStore& from, RowGridStore& to, std::span<const Slot> slots,
                            const Executor& executor) noexcept {
    const FromTo change{from, to, executor};
    kernels::ItemFaults wrong_slots, none;
    Fault fault = mark_present(from, slots, wrong_slots);
    if (from.size == 0) return status_of(fault | change.keep(), wrong_slots);
    if (fault == Fault::None && are_few(from, slots.size())) {
        fault = erase_few(change, slots);
        unmark(slots);
        if (fault != Fault::None) return status_of(fault, {});
        adapt_after_few(to, slots.size(), executor);
        return status_of(Fault::None, wrong_slots);
    }
    if (fault == Fault::None && !begin(change)) fault = Fault::OutOfMemory;
    scratch_.next.geometry = from.geometry;
    ByRows read(change, scratch_, ByRows::Stayers::All);
    if (fault == Fault::None) fault = read.read(kernels::Change::Erase, {}, none);
    if (fault == Fault::None) fault = write(change, read, from.slot_count());
    if (fault == Fault::None)
        for (const Slot slot : slots)
            if (slot < to.slot_count()) to.cell_keys[slot] = kernels::no_position;
    unmark(slots);
    if (fault != Fault::None) return status_of(fault, {});
    adapt(to, Look::AtOnce, executor);
    return status_of(Fault::None, wrong_slots);
}

Status RowGridChange::refit(RowGridStore& to, const Executor& executor) noexcept {
    adapt(to, Look::AtOnce, executor);
    return {};
}

// Updates and moves of a row grid. An update reads every box twice if that is cheap: in the caller's order, to find the
// elements that leave their cell, and in storage order, to store them.

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
