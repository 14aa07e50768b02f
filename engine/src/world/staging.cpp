// SPDX-License-Identifier: MIT
#include "engine/src/world/staging.hpp"

#include "engine/src/base/box_input.hpp"
#include "engine/src/base/bulk.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <bit>

namespace throng {

Fault WorldSlots::reserve(std::size_t count) noexcept {
    if (count <= free_count_) return Fault::None;
    const std::size_t wanted = size() + (count - free_count_);
    if (wanted > no_slot) return Fault::OutOfCapacity;
    if (!issued_.grow(wanted) || !free_.grow(wanted / 64 + 1)) return Fault::OutOfMemory;
    const std::size_t words = free_.size();
    free_.resize(std::max(words, wanted / 64 + 1));
    std::fill(free_.begin() + words, free_.end(), std::uint64_t{0});
    return Fault::None;
}

Id WorldSlots::take() noexcept {
    if (free_count_ == 0) {
        issued_.resize(size() + 1);
        issued_[size() - 1] = 1;
        return {static_cast<Slot>(size() - 1), 1};
    }
    while (free_[first_word_] == 0) ++first_word_;
    std::uint64_t& word = free_[first_word_];
    const auto slot = static_cast<Slot>(first_word_ * 64 + static_cast<std::size_t>(std::countr_zero(word)));
    word &= word - 1;
    --free_count_;
    return {slot, ++issued_[slot]};
}

void WorldSlots::release(Slot slot) noexcept {
    if (issued_[slot] == UINT32_MAX) return;
    free_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    first_word_ = std::min<std::size_t>(first_word_, slot / 64);
    ++free_count_;
}

Status WorldStaging::spawn(const kernels::BoxSource& boxes, std::size_t count, Motion motion, std::span<Id> out,
                           std::span<const std::uint32_t> categories, std::span<const std::uint16_t> layers) noexcept {
    if (count > no_slot) return status_of(Fault::OutOfCapacity, {});
    const simd::FloatEnvironment environment;
    std::size_t valid = 0;
    for (std::size_t i = 0; i < count; ++i) valid += is_valid(box_at(boxes, i)) ? 1u : 0u;
    if (const Fault fault = slots_.reserve(valid); fault != Fault::None) return status_of(fault, {});
    // The slots issued before, and the most that can be issued after this call.
    const std::size_t known = item_of_slot_.size(), most = slots_.size() + valid;
    if (!items_.grow(items_.size() + valid) || !item_of_slot_.grow(most)) return status_of(Fault::OutOfMemory, {});
    if (most > known) {
        item_of_slot_.resize(most);
        std::fill(item_of_slot_.begin() + known, item_of_slot_.end(), kernels::no_item);
    }

    kernels::ItemFaults faulty;
    for (std::size_t i = 0; i < count; ++i) {
        const Aabb box = box_at(boxes, i);
        out[i] = {};
        if (!is_valid(box)) {
            note_fault(faulty, Fault::InvalidBounds, i);
            continue;
        }
        out[i] = slots_.take();
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
    items_.resize(items_.size() + 1);
    return items_[items_.size() - 1] = {slot, 0, 0, {}, ~0u, 0};
}

void WorldStaging::put_in_layer(Staged& item, std::uint16_t layer) noexcept {
    item.layer = layer;
    layered_ |= layer != 0;
}

// No later id was issued for its slot.
bool WorldStaging::was_issued(Id id) const noexcept {
    return id.generation != 0 && id.slot < slots_.size() && slots_.issued()[id.slot] == id.generation;
}

bool WorldStaging::takes(const WorldVersion& now, Id id) const noexcept {
    if (!was_issued(id)) return false;
    const std::uint32_t item = item_of_slot_[id.slot];
    return item != kernels::no_item ? !items_[item].has(Staged::Ended) : now.alive(id);
}

// The staged item of the element, or null if it is neither alive nor spawned, or if its end is staged.
Staged* WorldStaging::find(const WorldVersion& now, Id id) noexcept {
    if (!was_issued(id)) return nullptr;
    if (const std::uint32_t item = item_of_slot_[id.slot]; item != kernels::no_item)
        return items_[item].has(Staged::Ended) ? nullptr : &items_[item];
    return now.alive(id) ? &add(id.slot) : nullptr;
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
        item.move_alls = move_alls_;
        return Fault::None;
    });
}

Status WorldStaging::categorize(const WorldVersion& now, std::span<const Id> ids,
                                std::span<const std::uint32_t> categories) noexcept {
    return stage(now, ids, [&](std::size_t i, Staged& item) {
        item.note(Staged::Categorized);
        item.category = categories[i];
        return Fault::None;
    });
}

Status WorldStaging::set_layers(const WorldVersion& now, std::span<const Id> ids,
                                std::span<const std::uint16_t> layers) noexcept {
    return stage(now, ids, [&](std::size_t i, Staged& item) {
        item.note(Staged::Layered);
        put_in_layer(item, layers[i]);
        return Fault::None;
    });
}

Status WorldStaging::despawn(const WorldVersion& now, std::span<const Id> ids) noexcept {
    return stage(now, ids, [](std::size_t, Staged& item) {
        item.note(Staged::Ended);
        return Fault::None;
    });
}

void WorldStaging::move_all(const kernels::BoxSource& by_slot, std::size_t size) noexcept {
    all_boxes_ = by_slot;
    all_boxes_size_ = size;
    ++move_alls_;
}

void WorldStaging::discard() noexcept {
    for (const Staged& item : items_)
        if (item.has(Staged::Spawned)) slots_.release(item.slot);
    forget();
}

void WorldStaging::applied(std::size_t elements) noexcept {
    std::size_t spawned = 0;
    for (const Staged& item : items_) {
        if (item.has(Staged::Ended)) slots_.release(item.slot);
        spawned += item.has(Staged::Spawned) ? 1u : 0u;
    }
    forget();
    if (is_bulk(spawned, elements)) items_.release();
}

void WorldStaging::forget() noexcept {
    for (const Staged& item : items_) item_of_slot_[item.slot] = kernels::no_item;
    items_.resize(0);
    all_boxes_.reset();
    all_boxes_size_ = 0;
    move_alls_ = 0;
    layered_ = false;
}

} // namespace throng
