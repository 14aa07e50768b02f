// SPDX-License-Identifier: MIT
#include "engine/src/world/staging.hpp"

#include "engine/src/base/allocation.hpp"
#include "engine/src/base/box_input.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <bit>

namespace throng {

Fault WorldSlots::reserve(const WorldVersion& now, std::size_t count) noexcept {
    if (!known_ && !find_free(now)) return Fault::OutOfMemory;
    if (count <= free_count_) return Fault::None;
    const std::size_t wanted = size_ + (count - free_count_);
    if (wanted > no_slot) return Fault::OutOfCapacity;
    if (!free_.grow(wanted / 64 + 1)) return Fault::OutOfMemory;
    free_.extend(wanted / 64 + 1, 0);
    return Fault::None;
}

bool WorldSlots::find_free(const WorldVersion& now) noexcept {
    const std::size_t words = now.slot_count() / 64 + 1;
    if (!free_.grow(words)) return false;
    free_.fill(words, 0);
    size_ = now.slot_count();
    free_count_ = first_word_ = 0;
    for (Slot slot = 0; slot < size_; ++slot)
        if (now.generations[slot] == 0) release(slot);
    first_word_ = 0;
    known_ = true;
    return true;
}

Slot WorldSlots::take() noexcept {
    if (free_count_ == 0) return static_cast<Slot>(size_++);
    while (free_[first_word_] == 0) ++first_word_;
    std::uint64_t& word = free_[first_word_];
    const auto slot = static_cast<Slot>(first_word_ * 64 + static_cast<std::size_t>(std::countr_zero(word)));
    word &= word - 1;
    --free_count_;
    return slot;
}

void WorldSlots::release(Slot slot) noexcept {
    free_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    first_word_ = std::min<std::size_t>(first_word_, slot / 64);
    ++free_count_;
}

bool WorldStaging::reserve(std::size_t slots) noexcept { return item_of_slot_.grow(slots); }

void WorldStaging::know_slots(std::size_t count) noexcept { item_of_slot_.extend(count, kernels::no_item); }

Status WorldStaging::spawn(const WorldVersion& now, const kernels::BoxSource& boxes, std::size_t count, Motion motion,
                           std::span<Id> out, const Strided<std::uint32_t>& categories,
                           const Strided<std::uint16_t>& layers) noexcept {
    if (count > no_slot) return status_of(Fault::OutOfCapacity, {});
    const simd::FloatEnvironment environment;
    std::size_t valid = 0;
    for (std::size_t i = 0; i < count; ++i) valid += is_valid(box_at(boxes, i)) ? 1u : 0u;
    if (valid != 0 && generations_.used_up()) return status_of(Fault::OutOfCapacity, {});
    if (const Fault fault = slots_.reserve(now, valid); fault != Fault::None) return status_of(fault, {});
    const std::size_t most = slots_.size() + valid; // slots after this call
    if (!items_.grow(items_.size() + valid) || !item_of_slot_.grow(most)) return status_of(Fault::OutOfMemory, {});
    know_slots(most);
    spawns_ |= valid != 0;
    awaiting_.fetch_add(valid, std::memory_order_relaxed);

    kernels::ItemFaults faulty;
    for (std::size_t i = 0; i < count; ++i) {
        const Aabb box = box_at(boxes, i);
        out[i] = {};
        if (!is_valid(box)) {
            note_fault(faulty, Fault::InvalidBounds, i);
            continue;
        }
        out[i] = {slots_.take(), generations_.current()};
        Staged& item = add(out[i].slot);
        item.note(Staged::Spawned);
        if (motion == Motion::Static) item.note(Staged::Static);
        item.box = box;
        item.category = categories.empty() ? ~0u : categories[i];
        if (!layers.empty()) put_in_layer(item, layers[i]);
    }
    return status_of(Fault::None, faulty);
}

Staged& WorldStaging::add(Slot slot) noexcept {
    item_of_slot_[slot] = static_cast<std::uint32_t>(items_.size());
    items_.append({slot, 0, 0, {}, ~0u, 0});
    return items_[items_.size() - 1];
}

void WorldStaging::put_in_layer(Staged& item, std::uint16_t layer) noexcept {
    item.layer = layer;
    layered_ |= layer != 0;
}

bool WorldStaging::takes(const WorldVersion& now, Id id) const noexcept {
    const std::uint32_t item = id.slot < item_of_slot_.size() ? item_of_slot_[id.slot] : kernels::no_item;
    if (item == kernels::no_item) return now.alive(id);
    const Staged& staged = items_[item];
    const bool named = staged.has(Staged::Spawned) ? id.generation == generations_.current() : now.alive(id);
    return named && !staged.has(Staged::Ended);
}

// The staged item of the element, or null if it is neither alive nor spawned, or if its end is staged.
Staged* WorldStaging::find(const WorldVersion& now, Id id) noexcept {
    if (!takes(now, id)) return nullptr;
    const std::uint32_t item = item_of_slot_[id.slot];
    return item == kernels::no_item ? &add(id.slot) : &items_[item];
}

template <class Change>
Status WorldStaging::stage(const WorldVersion& now, std::span<const Id> ids, Change&& change) noexcept {
    if (ids.size() > no_slot) return status_of(Fault::OutOfCapacity, {});
    if (!items_.grow(items_.size() + ids.size())) return status_of(Fault::OutOfMemory, {});
    kernels::ItemFaults faulty;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        Staged* const item = find(now, ids[i]);
        if (const Fault fault = item ? change(i, *item) : Fault::StaleId; fault != Fault::None)
            note_fault(faulty, fault, i);
    }
    return status_of(Fault::None, faulty);
}

Status WorldStaging::move(const WorldVersion& now, std::span<const Id> ids, const kernels::BoxSource& boxes) noexcept {
    const simd::FloatEnvironment environment;
    return stage(now, ids, [&](std::size_t i, Staged& item) {
        const Aabb box = box_at(boxes, i);
        if (!is_valid(box)) return Fault::InvalidBounds;
        item.note(Staged::Moved);
        item.box = box;
        item.move_alls = all_.number;
        return Fault::None;
    });
}

Status WorldStaging::categorize(const WorldVersion& now, std::span<const Id> ids,
                                const Strided<std::uint32_t>& categories) noexcept {
    return stage(now, ids, [&](std::size_t i, Staged& item) {
        item.note(Staged::Categorized);
        item.category = categories[i];
        return Fault::None;
    });
}

Status WorldStaging::set_layers(const WorldVersion& now, std::span<const Id> ids,
                                const Strided<std::uint16_t>& layers) noexcept {
    return stage(now, ids, [&](std::size_t i, Staged& item) {
        item.note(Staged::Layered);
        put_in_layer(item, layers[i]);
        return Fault::None;
    });
}

Status WorldStaging::despawn(const WorldVersion& now, std::span<const Id> ids) noexcept {
    return stage(now, ids, [this](std::size_t, Staged& item) {
        if (item.has(Staged::Spawned)) awaiting_.fetch_sub(1, std::memory_order_relaxed);
        item.note(Staged::Ended);
        return Fault::None;
    });
}

void WorldStaging::move_all(const kernels::BoxSource& by_slot, std::size_t size) noexcept {
    all_ = {by_slot, size, all_.number + 1};
}

void WorldStaging::discard() noexcept {
    for (const Staged& item : items_)
        if (item.has(Staged::Spawned)) slots_.release(item.slot);
    generations_.go_on_from(generations_after());
    forget();
}

void WorldStaging::applied(std::size_t elements) noexcept {
    std::size_t spawned = 0;
    for (const Staged& item : items_) {
        if (item.has(Staged::Ended) && slots_.known()) slots_.release(item.slot);
        spawned += item.has(Staged::Spawned) ? 1u : 0u;
    }
    generations_.go_on_from(generations_after());
    forget();
    if (is_bulk(spawned, elements)) items_.release();
}

void WorldStaging::go_on_from(std::uint64_t generations, std::size_t slots) noexcept {
    forget();
    know_slots(slots);
    slots_.forget();
    generations_.go_on_from(generations);
}

void WorldStaging::forget() noexcept {
    for (const Staged& item : items_) item_of_slot_[item.slot] = kernels::no_item;
    items_.resize(0);
    all_ = {};
    layered_ = spawns_ = false;
    awaiting_.store(0, std::memory_order_relaxed);
}

} // namespace throng
