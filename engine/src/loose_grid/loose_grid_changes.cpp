// SPDX-License-Identifier: MIT
// The changes of a LooseGrid, each as a whole call.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/loose_grid/loose_grid_state.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <utility>

namespace throng {

using kernels::LooseBlock;
using kernels::Region;

Status LooseGrid::State::build(const kernels::BoxSource& source, std::size_t count, const Executor& of_call) noexcept {
    if (count >= kernels::TileRef::max_elements) return status_of(Fault::OutOfCapacity, {});
    const Executor executor = parallel::unless_few(count, of_call);
    kernels::ItemFaults faulty;
    const Fault fault = layout(choose_loose_geometry(extent_of(source, count), desc), {source, count, nullptr}, count,
                               faulty, executor);
    if (fault == Fault::None) {
        changes_since_look = 0;
        (void)sees_jump(*this, whereabouts);
    }
    return status_of(fault, faulty);
}

// One pass, in place. It needs no preparation, because nothing in it can fail: a tile for every mover was reserved when
// its element was added.
Status LooseGrid::State::update(const kernels::BoxSource& source, const Executor& of_call) noexcept {
    if (size == 0) return {};
    const Executor executor = parallel::unless_few(size, of_call);
    if (!reserve_blocks(size) || !leaving_slots.resize_discard(size) || !leaving_cells.resize_discard(size))
        return status_of(Fault::OutOfMemory, {});
    partition();
    const kernels::LooseGridView v = view();
    const kernels::LooseCells g = writable();
    const auto run = active_kernels().loose_grid_changes.update[v.by_kind()];
    compute_blocks_to_end(executor, static_cast<std::uint32_t>(blocks.size()), [&](std::uint32_t b) {
        LooseBlock& block = blocks[b];
        block.slots = leaving_slots.data() + block.elements_before;
        block.cells = leaving_cells.data() + block.elements_before;
        run(v, g, source, block);
    });
    gather_blocks();
    arrive(source);
    measure(executor);
    kernels::ItemFaults faulty;
    for (const LooseBlock& block : blocks) merge(faulty, block.faulty);
    adapt(size / 64 + 1, executor);
    return status_of(Fault::None, faulty);
}

Status LooseGrid::State::insert(Slots slots, const kernels::BoxSource& source, const Executor& of_call) noexcept {
    const Executor executor = parallel::unless_few(size + slots.size(), of_call);
    kernels::ItemFaults faulty;
    const auto is_present = present_in(positions);
    if (const Fault fault = chosen.choose(slots, false, is_present, faulty); fault != Fault::None)
        return status_of(fault, {});
    const LooseItems items{source, slots.size(), chosen.slots().data()};
    if (size == 0) {
        const Fault fault =
            layout(choose_loose_geometry(extent_of(source, slots.size()), desc), items, slot_count(), faulty, executor);
        return status_of(fault, faulty);
    }
    const auto [more, slots_needed] = chosen.keep_valid(source, slot_count(), faulty);
    if (size + more >= kernels::no_position) return status_of(Fault::OutOfCapacity, {});
    if (const Fault fault = reserve_shared(size + more); fault != Fault::None) return status_of(fault, {});
    if (!positions.extend(slots_needed)) return status_of(Fault::OutOfMemory, {});

    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!chosen.chosen(i)) continue;
        const Region box = region_of(box_at(source, i));
        put(kernels::loose_cell_of(view(), box), slots[i], box);
    }
    adapt(more, executor);
    return status_of(Fault::None, faulty);
}

Status LooseGrid::State::move(Slots slots, const kernels::BoxSource& source, const Executor& of_call) noexcept {
    const Executor executor = parallel::unless_few(size, of_call);
    kernels::ItemFaults faulty;
    const auto is_present = present_in(positions);
    if (const Fault fault = chosen.choose(slots, true, is_present, faulty); fault != Fault::None)
        return status_of(fault, {});
    std::uint64_t moved = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!chosen.chosen(i)) continue;
        const Aabb to = box_at(source, i);
        if (!is_valid(to)) {
            note_fault(faulty, Fault::InvalidBounds, i);
            continue;
        }
        ++moved;
        place(slots[i], region_of(to));
    }
    adapt(moved / 16, executor);
    return status_of(Fault::None, faulty);
}

Status LooseGrid::State::erase(std::span<const Slot> slots, const Executor& of_call) noexcept {
    const Executor executor = parallel::unless_few(size, of_call);
    kernels::ItemFaults faulty;
    const auto is_present = present_in(positions);
    if (const Fault fault = chosen.choose(slots, true, is_present, faulty); fault != Fault::None)
        return status_of(fault, {});
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (chosen.chosen(i)) take(slots[i]);
    adapt(slots.size() - faulty.count, executor);
    return status_of(Fault::None, faulty);
}

Status LooseGrid::State::refit(const Executor& of_call) noexcept {
    if (size == 0) return {};
    const Executor executor = parallel::unless_few(size, of_call);
    if (!reserve_blocks(size)) return status_of(Fault::OutOfMemory, {});
    shrink(executor);
    adapt(enough_to_look(), executor);
    return {};
}

void LooseGrid::State::clear() noexcept {
    size = 0;
    positions.reset(0);
    geometry = {};
    free = {};
    around = kernels::inside_out();
}

} // namespace throng
