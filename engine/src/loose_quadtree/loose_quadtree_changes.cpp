// SPDX-License-Identifier: MIT
// The changes of a LooseQuadtree except update: all steps that can fail come first, then the tree is changed.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/base/space_curve.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace throng {

using kernels::TileRef;

namespace {

// A mark in the position of a slot that a batch has named.
constexpr std::uint32_t named = 1u << 31;

} // namespace

// A search enters leaves of wide and of tall wires in vain. So where wires much longer than a leaf are common, each
// kind of element has a square of its own.
float LooseQuadtree::State::choose_long_side(std::span<const Aabb> sample, const Extent& extent,
                                             bool by_kind) const noexcept {
    constexpr float infinity = std::numeric_limits<float>::infinity(), leaves = 3;
    const float density = extent.density();
    if (desc.max_depth == 0 || density <= 0) return infinity;
    const float side = leaves * std::sqrt(0.5f * static_cast<float>(desc.max_per_leaf) / density);
    return wires_are_common(sample, side, by_kind) ? side : infinity;
}

// False: cancelled.
bool LooseQuadtree::State::choose_square(const kernels::BoxSource& source, std::size_t count, LooseRoot& chosen,
                                         const Executor& executor) const noexcept {
    Aabb area = desc.bounds;
    // Half the middle on each side: elements farther out belong to the border.
    if (!has_area(area) && !find_area(source, count, 0.5f, area, executor)) return false;
    chosen = root_around(area);
    std::array<Aabb, largest_sample> places;
    const std::span<Aabb> sample = sample_of(source, count, places);
    chosen.long_side = choose_long_side(sample, estimate_extent(sample, count), false);
    return true;
}

Fault LooseQuadtree::State::lay_out_anew(const kernels::BoxSource& source, std::size_t count, const Slot* slots,
                                         std::size_t slots_needed, kernels::ItemFaults& faulty,
                                         const Executor& executor) noexcept {
    LooseTree fresh(desc.memory, desc.max_per_leaf, desc.max_depth);
    if (!choose_square(source, count, fresh.square, executor)) return Fault::Cancelled;
    if (const Fault fault = fresh.lay_out(source, count, slots, slots_needed, faulty, executor); fault != Fault::None)
        return fault;
    static_cast<LooseTree&>(*this) = std::move(fresh);
    changes_unseen = 0;
    laid_for = look();
    (void)sees_jump(*this, whereabouts);
    return Fault::None;
}

// Lays out the present elements together with the items of `source` that have a slot.
Fault LooseQuadtree::State::lay_out_with(std::span<const Slot> slots, const kernels::BoxSource& source,
                                         std::size_t slots_needed, const Executor& executor) noexcept {
    Column<Aabb> boxes(desc.memory);
    Column<Slot> names(desc.memory);
    const std::size_t most = std::size_t{size} + slots.size();
    if (most > no_slot) return Fault::OutOfCapacity;
    if (!boxes.resize_discard(most) || !names.resize_discard(most)) return Fault::OutOfMemory;
    std::size_t count = 0;
    const auto put = [&](const Aabb& box, Slot slot) {
        boxes[count] = box;
        names[count++] = slot;
    };
    for (std::uint32_t tile = 0; tile < tiles.size(); ++tile) {
        if (!is_leaf(tile)) continue;
        for (std::uint32_t lane = 0; lane < TileRef::count(refs[tile]); ++lane)
            put(box_in(tiles[tile], lane), tiles[tile].ids[lane]);
    }
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (slots[i] != kernels::no_item) put(box_at(source, i), slots[i]);
    kernels::ItemFaults none;
    return lay_out_anew(box_source_of(boxes.data()), count, names.data(), slots_needed, none, executor);
}

Status LooseQuadtree::State::build(const kernels::BoxSource& source, std::size_t count,
                                   const Executor& executor) noexcept {
    if (count >= TileRef::max_elements) return status_of(Fault::OutOfCapacity, {});
    kernels::ItemFaults faulty;
    const Fault fault = lay_out_anew(source, count, nullptr, count, faulty, executor);
    if (fault != Fault::None) return status_of(fault, {});
    laid_for.reset();
    // A sample in the order of tiles may show another extent; a later check would act on it, so this happens at once.
    adapt(size, executor);
    return status_of(Fault::None, faulty);
}

Status LooseQuadtree::State::insert(std::span<const Slot> slots, const kernels::BoxSource& source,
                                    const Executor& executor) noexcept {
    kernels::ItemFaults faulty;
    const auto is_present = present_in(positions);
    if (const Fault fault = new_items.choose(slots, false, is_present, faulty); fault != Fault::None)
        return status_of(fault, {});
    const auto [count, slots_needed] = new_items.keep_valid(source, slot_count(), faulty);
    if (count == 0) return status_of(Fault::None, faulty);
    const Fault fault = size == 0 || many(count, size) ? lay_out_with(new_items.slots(), source, slots_needed, executor)
                                                       : insert_some(source, count, slots_needed);
    if (fault != Fault::None) return status_of(fault, {});
    adapt(4 * count, executor);
    return status_of(Fault::None, faulty);
}

Fault LooseQuadtree::State::reserve_for_movers(std::uint32_t& max_tiles, std::size_t others) noexcept {
    const std::size_t wanted = tiles_to_settle(movers) + movers.size() / 4 + 8 + others;
    const Fault fault = reserve(wanted);
    max_tiles = static_cast<std::uint32_t>(used() + wanted);
    return fault;
}

Fault LooseQuadtree::State::insert_some(const kernels::BoxSource& source, std::size_t count,
                                        std::size_t slots_needed) noexcept {
    movers.resize(0);
    if (!movers.grow(count)) return Fault::OutOfMemory;
    for (std::size_t i = 0; i < new_items.slots().size(); ++i)
        if (new_items.chosen(i)) post(new_items.slots()[i], box_at(source, i));
    std::uint32_t max_tiles = 0;
    if (const Fault fault = reserve_for_movers(max_tiles); fault != Fault::None) return fault;
    if (!positions.extend(slots_needed)) return Fault::OutOfMemory;
    add_movers();
    for (const Mover& mover : movers)
        while (split_if_room(leaf_of(mover.slot), max_tiles)) {}
    return Fault::None;
}

// Absent slots, and slots that came before in the batch, are skipped.
Status LooseQuadtree::State::move(std::span<const Slot> slots, const kernels::BoxSource& source,
                                  const Executor& executor) noexcept {
    if (slots.size() > no_slot) return status_of(Fault::OutOfCapacity, {});
    movers.resize(0);
    if (!movers.grow(slots.size())) return status_of(Fault::OutOfMemory, {});
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!is_present(slots[i]) || (positions[slots[i]] & named) != 0) continue;
        const Aabb box = box_at(source, i);
        if (is_valid(box) && !stays(slots[i], box)) post(slots[i], box);
        positions.set(slots[i], positions[slots[i]] | named);
    }
    std::uint32_t max_tiles = 0;
    const Fault fault = reserve_for_movers(max_tiles);
    kernels::ItemFaults faulty;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!is_present(slots[i]) || (positions[slots[i]] & named) == 0) {
            note_fault(faulty, Fault::InvalidArgument, i);
            continue;
        }
        positions.set(slots[i], positions[slots[i]] & ~named);
        const Aabb box = box_at(source, i);
        if (!is_valid(box))
            note_fault(faulty, Fault::InvalidBounds, i);
        else if (fault == Fault::None && stays(slots[i], box))
            overwrite(slots[i], box);
    }
    if (fault != Fault::None) return status_of(fault, {});
    for (const Mover& mover : movers) remove(mover.slot);
    add_movers();
    adapt(slots.size(), executor);
    return status_of(Fault::None, faulty);
}

Status LooseQuadtree::State::erase(std::span<const Slot> slots, const Executor&) noexcept {
    if (slots.size() > no_slot) return status_of(Fault::OutOfCapacity, {});
    kernels::ItemFaults faulty;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (is_present(slots[i]))
            remove(slots[i]);
        else
            note_fault(faulty, Fault::InvalidArgument, i);
    }
    return status_of(Fault::None, faulty);
}

void LooseQuadtree::State::post(Slot slot, const Aabb& box) noexcept { movers.append({slot, box}); }

void LooseQuadtree::State::add_movers() noexcept {
    for (const Mover& mover : movers) add(mover.slot, mover.box);
}

// Memory permitting: without it leaves stay as full as they are.
void LooseQuadtree::State::cleanup() noexcept { clean_up_once(); }
bool LooseQuadtree::State::clean_up_once() noexcept {
    const std::size_t wanted = tiles_wanted();
    const std::size_t granted = reserve(wanted) == Fault::None ? wanted : free_count;
    return clean_up(static_cast<std::uint32_t>(used() + granted));
}

Status LooseQuadtree::State::refit(const Executor& executor) noexcept {
    adapt(size, executor);
    while (clean_up_once()) {}
    return {};
}

void LooseQuadtree::State::clear() noexcept {
    LooseTree::clear();
    changes_unseen = 0;
}

// Samples the lanes of tiles: their number depends on the elements, not on the slots.
LooseQuadtree::State::Look LooseQuadtree::State::look() const noexcept {
    std::array<Aabb, largest_sample> places;
    const std::size_t lanes = std::size_t{tiles.size()} << kernels::lane_bits;
    const auto box_at = [&](std::size_t place, Aabb& box) {
        const auto tile = static_cast<std::uint32_t>(place >> kernels::lane_bits);
        const auto lane = static_cast<std::uint32_t>(place & 15);
        if (!is_leaf(tile) || lane >= TileRef::count(refs[tile])) return false;
        box = box_in(tiles[tile], lane);
        return true;
    };
    const std::span<Aabb> sample = take_sample(places, lanes, lanes / largest_sample + 1, box_at);
    const Extent extent = estimate_extent(sample, size);
    return {extent, choose_long_side(sample, extent, square.by_kind()) < std::numeric_limits<float>::infinity()};
}

// False if the crowd extends beyond the square by an eighth, or covers only a quarter of its side. Exceptions: all
// elements share one spot, or a smaller square is impossible.
bool LooseQuadtree::State::suits(const Extent& extent) const noexcept {
    const Aabb& middle = extent.middle;
    const auto cells = static_cast<double>(LooseRoot::cells_across), scale = static_cast<double>(square.inverse_cell);
    const auto at = [&](float v, float origin) {
        return (static_cast<double>(v) - static_cast<double>(origin)) * scale;
    };
    const double low = std::min(at(middle.min.x, square.x), at(middle.min.y, square.y));
    const double high = std::max(at(middle.max.x, square.x), at(middle.max.y, square.y));
    const double across = std::max(at(middle.max.x, middle.min.x), at(middle.max.y, middle.min.y));
    const bool inside = low > -cells / 8 && high < cells * 9 / 8;
    const bool small = across <= cells / 4 && square.inverse_cell < LooseRoot::max_cells_per_unit;
    return across == 0 || (inside && !small);
}

// Lays out a tree without given bounds again if its square no longer suits its elements. Checked now and then, after as
// many changes as there are elements. Memory permitting: without it the tree keeps its layout and stays exact.
void LooseQuadtree::State::adapt(std::size_t changes, const Executor& executor) noexcept {
    changes_unseen += changes;
    if (has_area(desc.bounds) || size == 0) return;
    if (sees_jump(*this, whereabouts)) changes_unseen += size;
    if (changes_unseen < size) return;
    changes_unseen = 0;
    if (size <= max_per_leaf) return;
    const Look now = look();
    const bool is_laid_for = laid_for && laid_for->wires == now.wires && laid_for->extent.resembles(now.extent);
    if (is_laid_for || (suits(now.extent) && now.wires == square.by_kind())) return;
    (void)lay_out_with({}, {}, slot_count(), executor);
}

} // namespace throng
