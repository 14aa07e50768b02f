// SPDX-License-Identifier: MIT
// The changes of a RowGrid, each as the two passes of row_grid/passes.cpp, and the choice of its cells. Updates and
// moves: row_grid/update.cpp.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/row_grid/state.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <cmath>

namespace throng {
Status RowGrid::State::build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept {
    if (count > no_slot) return status_of(Fault::OutOfCapacity, {});
    const simd::FloatEnvironment environment;
    begin_change();
    const Extent extent = look_at(source, count);
    next_geometry = choose_geometry(extent, desc.bounds, desc.cell_size);
    kernels::ItemFaults faulty;
    Fault fault = locate(source, count, nullptr, faulty, executor);
    if (fault == Fault::None) fault = settle(false, count, executor);
    if (fault != Fault::None) return status_of(fault, {});
    apply(false, count, executor);
    laid_out_first(extent, executor);
    release_scratch();
    return status_of(Fault::None, faulty);
}

Status RowGrid::State::insert(std::span<const Slot> slots, const kernels::BoxSource& source,
                              const Executor& of_call) noexcept {
    const simd::FloatEnvironment environment;
    const Executor executor = parallel::unless_few(size + slots.size(), of_call); // blocks of old and of new ones
    begin_change();
    const bool first = size == 0;
    const Extent extent = first ? look_at(source, slots.size()) : Extent{};
    next_geometry = first ? choose_geometry(extent, desc.bounds, desc.cell_size) : geometry;

    kernels::ItemFaults wrong_slots, faulty, none;
    const auto is_present = present_in(cell_keys);
    Fault fault = new_items.choose(slots, false, is_present, wrong_slots);
    if (fault == Fault::None && !first) fault = read_rows(kernels::Change::Keep, {}, none, executor);
    const std::uint32_t first_block = block_count;
    if (fault == Fault::None) fault = locate(source, slots.size(), new_items.slots().data(), faulty, executor);
    std::size_t next_slot_count = slot_count(); // faulty items do not count
    for (std::uint32_t b = first_block; b < block_count; ++b) {
        const kernels::Movers& movers = blocks[b]->movers.view();
        for (std::uint32_t i = 0; i < movers.size; ++i)
            next_slot_count = std::max<std::size_t>(next_slot_count, std::size_t{movers.boxes.slots[i]} + 1);
    }
    if (fault == Fault::None) fault = settle(!first, next_slot_count, executor);
    if (fault != Fault::None) return status_of(fault, {});
    apply(!first, next_slot_count, executor);
    if (first)
        laid_out_first(extent, executor);
    else
        adapt(true, executor);
    merge(faulty, wrong_slots);
    return status_of(Fault::None, faulty);
}

Status RowGrid::State::erase(std::span<const Slot> slots, const Executor& executor) noexcept {
    const simd::FloatEnvironment environment;
    begin_change();
    next_geometry = geometry;
    kernels::ItemFaults wrong_slots, none;
    Fault fault = mark_present(slots, wrong_slots);
    if (size == 0) return status_of(fault, wrong_slots);
    if (fault == Fault::None) fault = read_rows(kernels::Change::Erase, {}, none, executor);
    if (fault == Fault::None) fault = settle(true, slot_count(), executor);
    if (fault == Fault::None) {
        apply(true, slot_count(), executor);
        for (const Slot slot : slots)
            if (slot < slot_count()) cell_keys[slot] = kernels::no_position;
    }
    unmark(slots);
    if (fault != Fault::None) return status_of(fault, {});
    adapt(true, executor);
    return status_of(Fault::None, wrong_slots);
}

Status RowGrid::State::refit(const Executor& executor) noexcept {
    const simd::FloatEnvironment environment;
    adapt(true, executor);
    return {};
}

void RowGrid::State::clear() noexcept {
    if (rows.empty()) return; // nothing was ever built
    size = 0;
    cell_keys.resize(0);
    for (kernels::GridRow& row : rows) row = {};
    cell_begin.resize(0);
    summarize();
}

// item_of_slot tells the passes whose turn it is. Slots that are absent, or that came before in the batch, have no
// turn.
Fault RowGrid::State::mark_present(std::span<const Slot> slots, kernels::ItemFaults& faulty) noexcept {
    if (slots.size() > no_slot) return Fault::OutOfCapacity;
    const std::size_t known = item_of_slot.size();
    if (!item_of_slot.reserve(slot_count())) return Fault::OutOfMemory;
    item_of_slot.resize(std::max(known, slot_count()));
    std::fill(item_of_slot.begin() + known, item_of_slot.end(), kernels::no_item);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const Slot slot = slots[i];
        if (slot < slot_count() && cell_keys[slot] != kernels::no_position && item_of_slot[slot] == kernels::no_item)
            item_of_slot[slot] = static_cast<std::uint32_t>(i);
        else
            note_fault(faulty, Fault::InvalidArgument, i);
    }
    return Fault::None;
}

void RowGrid::State::unmark(std::span<const Slot> slots) noexcept {
    for (const Slot slot : slots)
        if (slot < item_of_slot.size()) item_of_slot[slot] = kernels::no_item;
}

Extent RowGrid::State::look_at(const kernels::BoxSource& source, std::size_t count) const noexcept {
    Extent extent = sample_extent(source, count);
    if (points()) extent.half_extent = desc.max_half_extent;
    return extent;
}

// Cells are chosen anew when elements have become too many or too few for the grid's shape, or their density has
// changed by a factor of two, and a grid without given bounds is laid anew when an eighth of the elements has left it.
// Updates look every sixteenth time. Memory permitting: without it the grid stays exact as it is.
void RowGrid::State::look_again(const Executor& executor) noexcept {
    const bool suits = geometry.suits(size);
    if (suits && geometry.one_cell) return;
    const Extent extent = look();
    if (suits && is_laid_for(laid_for, extent)) return;
    const float now = extent.density(), ratio = density > 0 ? now / density : (now > 0 ? 4.f : 1.f);
    const bool denser = desc.cell_size == 0 && (ratio > 2.f || ratio < 0.5f);
    if (suits && !denser && (has_area(desc.bounds) || !outside(extent))) return;

    next_geometry = choose_geometry(extent, desc.bounds, desc.cell_size);
    begin_change();
    kernels::ItemFaults none;
    const kernels::BoxSource own = box_source_of(front.columns(), points());
    if (locate(own, size, front.columns().slots, none, executor) != Fault::None ||
        settle(false, slot_count(), executor) != Fault::None)
        return;
    apply(false, slot_count(), executor);
    laid_out_for(extent);
    release_scratch();
}

Extent RowGrid::State::look() const noexcept {
    return look_at(box_source_of(const_cast<GridColumns&>(front).columns(), points()), size);
}

// What is kept is the extent that later looks see as long as the content rests: their sample is taken in the order of
// rows.
void RowGrid::State::laid_out_for(const Extent& extent) noexcept {
    density = extent.density();
    laid_for = look();
}

// A sample in the order of rows may show another extent than that of all items. What a later look would do about it is
// done at once.
void RowGrid::State::laid_out_first(const Extent& extent, const Executor& executor) noexcept {
    density = extent.density();
    laid_for.reset();
    if (size != 0) look_again(executor);
}

// Whether the middle of the elements juts out of the grid's area by more than an eighth of its own extent.
bool RowGrid::State::outside(const Extent& extent) const noexcept {
    const auto juts = [&](float low, float high, float origin, std::uint32_t cells) {
        const double begin = static_cast<double>(origin);
        return juts_out(low, high, begin, begin + static_cast<double>(geometry.cell_size) * cells);
    };
    return (!geometry.one_cell &&
            juts(extent.middle.min.x, extent.middle.max.x, geometry.origin_x, geometry.columns)) ||
           (!geometry.one_row && juts(extent.middle.min.y, extent.middle.max.y, geometry.origin_y, geometry.rows));
}

// A build moves everything once; what that took would be a burden on every later tick's memory.
void RowGrid::State::release_scratch() noexcept {
    arrivals.release();
    arrival_order.release();
    leaver_order.release();
    sort_scratch.release();
    between.swept_boxes.release();
    between.leaving.release();
    release_blocks();
}

} // namespace throng
