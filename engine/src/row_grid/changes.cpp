// SPDX-License-Identifier: MIT
// Build, insert, erase and refit of a row grid. Updates and moves: row_grid/update.cpp.
#include "engine/src/base/bulk.hpp"
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
    scratch_.next.geometry = choose_geometry(extent, to.desc.bounds, to.desc.cell_size);
    ByRows read(change, scratch_, ByRows::Stayers::None);
    kernels::ItemFaults faulty;
    Fault fault = read.read_new(source, count, nullptr, faulty);
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
    if (!begin(change)) return status_of(Fault::OutOfMemory, {});
    const bool first = from.size == 0;
    const Extent extent = first ? extent_of(from, source, slots.size()) : Extent{};
    scratch_.next.geometry = first ? choose_geometry(extent, from.desc.bounds, from.desc.cell_size) : from.geometry;

    kernels::ItemFaults wrong_slots, faulty, none;
    const auto is_present = present_in(from.cell_keys);
    Fault fault = new_items_.choose(slots, false, is_present, wrong_slots);
    ByRows read(change, scratch_, first ? ByRows::Stayers::None : ByRows::Stayers::All);
    if (fault == Fault::None && !first) fault = read.read(kernels::Change::Keep, {}, none);
    if (fault == Fault::None) fault = read.read_new(source, slots.size(), new_items_.slots().data(), faulty);
    const std::size_t next_slot_count = std::max(from.slot_count(), scratch_.movers.slot_end());
    if (fault == Fault::None) fault = write(change, read, next_slot_count);
    if (fault != Fault::None) return status_of(fault, {});
    if (first)
        laid_out_first(to, extent, executor);
    else
        adapt(to, Look::AtOnce, executor);
    if (is_bulk(slots.size(), to.size)) {
        scratch_.release();
        new_items_.release();
    }
    merge(faulty, wrong_slots);
    return status_of(Fault::None, faulty);
}

Status RowGridChange::erase(const RowGridStore& from, RowGridStore& to, std::span<const Slot> slots,
                            const Executor& executor) noexcept {
    const FromTo change{from, to, executor};
    if (!begin(change)) return status_of(Fault::OutOfMemory, {});
    scratch_.next.geometry = from.geometry;
    kernels::ItemFaults wrong_slots, none;
    Fault fault = mark_present(from, slots, wrong_slots);
    if (from.size == 0) return status_of(fault | change.keep(), wrong_slots);
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
