// SPDX-License-Identifier: MIT
// Build, insert, erase and refit of a row grid. Updates and moves: row_grid/row_grid_update.cpp.
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
    if (is_bulk(slots.size(), to.size)) {
        scratch_.release();
        new_items_.release();
    }
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

} // namespace throng
