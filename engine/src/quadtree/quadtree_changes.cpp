// SPDX-License-Identifier: MIT
// The changes of a Quadtree.
#include "engine/src/base/item_faults.hpp"
#include "engine/src/quadtree/quadtree_state.hpp"

#include <algorithm>

namespace throng {

Status Quadtree::State::carry_out(const QuadBatch& batch, const kernels::ItemFaults& wrong_slots,
                                  const Executor& executor) noexcept {
    QuadWork all{.faulty = wrong_slots};
    const Fault fault = prepare(batch, all, executor);
    if (fault != Fault::None) {
        std::fill(marks.begin(), marks.end(), 0);
        return status_of(fault, {});
    }
    apply(batch, all);
    return status_of(Fault::None, all.faulty);
}

// Builds an empty tree beside this one from a batch of new elements; it replaces this one, and has at
// least `slots` slots.
Status Quadtree::State::layout(QuadBatch batch, std::size_t slots, const kernels::ItemFaults& wrong_slots,
                               const Executor& executor) noexcept {
    batch.present = false;
    batch.fresh = true;
    State beside(desc);
    QuadWork all{.faulty = wrong_slots};
    if (!beside.boxes.reserve(slots)) return status_of(Fault::OutOfMemory, {});
    const Fault fault = beside.prepare(batch, all, executor);
    if (fault != Fault::None) return status_of(fault, {});
    all.slots = std::max(all.slots, static_cast<std::uint32_t>(slots));
    if (!beside.apply(batch, all) || !beside.tree.compact()) return status_of(Fault::OutOfMemory, {});
    beside.tree.tidy(false);
    std::swap(tree, beside.tree);
    boxes.swap(beside.boxes);
    size = beside.size;
    updates_since_look = 0;
    links_since_tidy = 0;
    laid_for = size != 0 ? LaidFor(look()) : std::nullopt;
    (void)sees_jump(*this, whereabouts);
    return status_of(Fault::None, all.faulty);
}

Status Quadtree::State::build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept {
    if (count > no_slot) return status_of(Fault::OutOfCapacity, {});
    return layout({.source = &source, .count = count, .frame = choose_frame(source, count, desc)}, count, {}, executor);
}

Status Quadtree::State::update(const kernels::BoxSource& source, const Executor& executor) noexcept {
    if (size == 0) return {};
    const Status status = carry_out({.source = &source, .count = slot_count(), .frame = tree.frame()}, {}, executor);
    if (!status.applied()) return status;
    cleanup();
    adapt(false, executor);
    return status;
}

Status Quadtree::State::insert(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept {
    kernels::ItemFaults wrong_slots;
    if (const Fault fault = choose(slots, false, wrong_slots); fault != Fault::None) return status_of(fault, {});
    const QuadBatch batch{.source = &source,
                          .slots = chosen.slots().data(),
                          .count = slots.size(),
                          .present = false,
                          .frame = tree.frame()};
    if (size == 0) {
        QuadBatch first = batch;
        first.frame = choose_frame(source, slots.size(), desc);
        return layout(first, slot_count(), wrong_slots, executor);
    }
    const Status status = carry_out(batch, wrong_slots, executor);
    if (status.applied()) adapt(slots.size() > size / 16, executor);
    return status;
}

Status Quadtree::State::move(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept {
    kernels::ItemFaults wrong_slots;
    const Fault fault = choose(slots, true, wrong_slots);
    if (fault != Fault::None || size == 0) return status_of(fault, wrong_slots);
    const Status status =
        carry_out({.source = &source, .slots = chosen.slots().data(), .count = slots.size(), .frame = tree.frame()},
                  wrong_slots, executor);
    if (status.applied()) adapt(false, executor);
    return status;
}

Status Quadtree::State::erase(std::span<const Slot> slots, const Executor& executor) noexcept {
    kernels::ItemFaults wrong_slots;
    const Fault fault = choose(slots, true, wrong_slots);
    if (fault != Fault::None || size == 0) return status_of(fault, wrong_slots);
    return carry_out({.slots = chosen.slots().data(), .count = slots.size(), .frame = tree.frame()}, wrong_slots,
                     executor);
}

Status Quadtree::State::refit(const Executor& executor) noexcept {
    if (tree.empty()) return {};
    while (cleanup() != 0) {}
    tree.split_crowded(RectsOfSlots(boxes.data()), size, true); // memory permitting: answers are exact without it
    adapt(true, executor);
    return {};
}

std::uint32_t Quadtree::State::cleanup() noexcept {
    links_since_tidy = 0;
    return tree.empty() ? 0 : tree.tidy(true);
}

void Quadtree::State::clear() noexcept {
    boxes.resize(0);
    size = 0;
    if (!tree.empty()) tree.start(tree.frame(), desc.max_per_leaf);
}

Fault Quadtree::State::choose(std::span<const Slot> slots, bool present, kernels::ItemFaults& faulty) noexcept {
    auto there = [this](Slot slot) { return is_present(slot); };
    return chosen.choose(slots, present, there, faulty);
}

Extent Quadtree::State::look() const noexcept { return sample_extent(source_of(boxes.data()), slot_count()); }

// Lays out a root without given bounds again if it has become far too large for its elements, or an eighth of their
// extent lies outside; checked at every sixteenth update. Parts are divided again when half of the entries are new.
// Memory permitting: answers are exact without it.
void Quadtree::State::adapt(bool at_once, const Executor& executor) noexcept {
    if (size == 0) return;
    if (links_since_tidy > tree.listed() / 2) {
        tree.tidy(false);
        links_since_tidy = 0;
    }
    if (!sees_jump(*this, whereabouts) && !at_once && ++updates_since_look < 16) return;
    updates_since_look = 0;
    const kernels::BoxSource own = source_of(boxes.data());
    const Extent extent = look();
    if (is_laid_for(laid_for, extent) || !misplaced(tree.frame(), extent, desc.bounds)) return;
    const QuadBatch all{.source = &own, .count = slot_count(), .frame = choose_frame(own, slot_count(), desc)};
    (void)layout(all, slot_count(), {}, executor);
}

} // namespace throng
