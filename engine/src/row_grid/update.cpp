// SPDX-License-Identifier: MIT
// Updates and moves of a RowGrid. An update reads the caller's boxes twice, where that is cheap: in their own order,
// for their cells (row_grid/sweep.cpp), and again in the order in which they are stored. Then nothing passes from the
// first pass to the second but who leaves and, of arrays in no order, boxes side by side.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/row_grid/state.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>

namespace throng {

// Nobody can leave a cell that is the only one.
inline Fault RowGrid::State::change_boxes(kernels::Change change, const kernels::BoxSource& source,
                                          kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    if (base != this || !one_cell()) return read_and_write(change, source, faulty, executor);
    const kernels::BoxColumns own = front.columns();
    active_kernels().grid.refresh_row[points()][static_cast<std::size_t>(change)](rows[0], own, source,
                                                                                  item_of_slot.data(), faulty);
    only_arrivals = false;
    summarize_only_row();
    return Fault::None;
}

Status RowGrid::State::update(const kernels::BoxSource& source, const Executor& executor) noexcept {
    if (size == 0) return {};
    const simd::FloatEnvironment environment;
    kernels::ItemFaults faulty;
    const Fault fault = change_boxes(kernels::Change::Update, source, faulty, executor);
    if (fault != Fault::None) return status_of(fault, {});
    adapt(false, executor);
    return status_of(Fault::None, faulty);
}

Status RowGrid::State::move(std::span<const Slot> slots, const kernels::BoxSource& source,
                            const Executor& executor) noexcept {
    const simd::FloatEnvironment environment;
    kernels::ItemFaults wrong_slots, faulty;
    Fault fault = mark_present(slots, wrong_slots);
    if (size == 0) return status_of(fault, wrong_slots);
    if (fault == Fault::None) fault = change_boxes(kernels::Change::Move, source, faulty, executor);
    unmark(slots);
    if (fault != Fault::None) return status_of(fault, {});
    adapt(false, executor);
    merge(faulty, wrong_slots);
    return status_of(Fault::None, faulty);
}

Fault RowGrid::State::read_and_write(kernels::Change change, const kernels::BoxSource& source,
                                     kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    const bool update = change == kernels::Change::Update;
    begin_change();
    next_geometry = geometry;
    Boxes boxes = update ? choose_boxes(source) : Boxes::Wait;
    kernels::BoxSource again = source;
    Fault fault = Fault::None;
    if (boxes != Boxes::Wait) {
        fault = sweep_slots(source, boxes, faulty, executor);
        if (fault == Fault::None && boxes == Boxes::SetSideBySide) again = swept();
        if (boxes == Boxes::ReadTwice && size >= kernels::beyond_l2_size) again.lead = lead_of(source);
    }
    // Who has a faulty box keeps the old one: boxes wait after all.
    if (fault == Fault::None && faulty.count != 0) {
        boxes = Boxes::Wait;
        begin_change();
    }
    if (fault == Fault::None && boxes == Boxes::Wait) fault = read_rows(change, source, faulty, executor);
    if (fault == Fault::None) fault = settle(true, slot_count(), executor, boxes);
    if (fault != Fault::None) return fault;
    if (update && boxes == Boxes::Wait) sort_arrivals_by_slot(executor); // as a sweep finds them
    if (update) had_faults = faulty.count != 0;
    only_arrivals = same_cells();
    apply(true, slot_count(), executor, boxes == Boxes::Wait ? nullptr : &again);
    return Fault::None;
}

// Where neighbours in the grid have their boxes so near to each other that the caches still hold them, these are read
// again from where they are; where a box is a small part of what stands there, or slots are in no order of space and
// each box would be missed once for each column, from where the sweep has set them side by side. A sweep needs keys
// that tell whole columns, and no box of the wrong kind.
RowGrid::State::Boxes RowGrid::State::choose_boxes(const kernels::BoxSource& source) const noexcept {
    constexpr std::size_t max_bytes = 48, near = std::size_t{256} << 10, samples = 64;
    const bool keys_name_columns = kernels::CellKeyFormat::of(geometry.rows, geometry.columns).dropped_bits == 0;
    if (had_faults || !keys_name_columns || slot_count() / 2 > size) return Boxes::Wait;
    const std::size_t bytes = bytes_per_item(source);
    if (bytes > max_bytes) return Boxes::SetSideBySide;
    if (slot_count() * bytes <= 2 * near || size <= samples) return Boxes::ReadTwice;
    const std::uint32_t* const slots = base->view().slots;
    std::size_t far = 0;
    for (std::size_t i = 0; i < samples; ++i) {
        const std::size_t at = i * (size - 1) / samples, a = slots[at], b = slots[at + 1];
        far += (a < b ? b - a : a - b) * bytes > near ? 1 : 0;
    }
    return far <= samples / 8 ? Boxes::ReadTwice : Boxes::SetSideBySide;
}

// Where items stand in about the order of the grid, so many items ahead of its element's place a box is hardly ever
// found. Elements leave that order little by little: some then ask for a box a row or more ahead, before its neighbours
// are asked for and where no processor foresees it.
std::uint32_t RowGrid::State::lead_of(const kernels::BoxSource& source) const noexcept {
    constexpr std::uint32_t samples = 64;
    const std::int64_t row = size / base->rows.size();
    const auto near =
        static_cast<std::int64_t>((std::size_t{256} << 10) / std::max<std::size_t>(bytes_per_item(source), 1));
    const std::uint32_t* const slots = base->view().slots;
    std::int64_t most = 0;
    std::uint32_t in_order = 0;
    for (std::size_t i = 0; i < samples; ++i) {
        const std::size_t at = i * (size - 1) / samples;
        const std::int64_t lead = std::int64_t{slots[at]} - static_cast<std::int64_t>(at);
        if (lead < -near || lead > near) continue;
        ++in_order;
        most = std::max(most, lead);
    }
    return in_order >= samples / 8 * 7 ? static_cast<std::uint32_t>(std::min(near, 2 * (most + row))) : 0;
}

// Whether those who stay in a row find its cells as they were.
bool RowGrid::State::same_cells() const noexcept {
    for (std::uint32_t r = 0; r < next_rows.size(); ++r)
        if (stay_count[r] != 0 && next_rows[r].shift != base->rows[r].shift) return false;
    return true;
}

} // namespace throng
