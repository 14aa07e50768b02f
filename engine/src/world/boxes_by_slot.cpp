// SPDX-License-Identifier: MIT
#include "engine/src/world/boxes_by_slot.hpp"

#include "engine/src/world/queries/searched_parts.hpp"
#include "parallel/ranges.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace throng {
namespace {

using simd::SignedBox;

constexpr std::uint32_t slots_per_block = 16 * 1024, items_per_block = 4096;
static_assert(items_per_block % packet_queries == 0); // an item of a tree of tiles is a lane

} // namespace

// An element whose structure has not changed keeps the box that it has here: whatever happens to a slot changes the
// structure where its element is then.
Fault BoxesBySlot::take(const WorldVersion& world, bool with_categories, const Executor& executor) noexcept {
    const std::size_t count = world.slot_count(), categories = with_categories ? world.categories.size() : 0;
    const std::size_t layers = world.layers_by_slot.size(), flags = world.statics != 0 ? count : 0;
    if (!grow_all(count, boxes_, generations_) || !categories_.grow(categories) || !layers_.grow(layers) ||
        !flags_.grow(flags))
        return Fault::OutOfMemory;
    if (edition() != world.edition(columns_by_slot))
        categories_.resize(categories), layers_.resize(layers), flags_.resize(flags);
    const auto copy = [&](WorldPart part, auto&& body) {
        std::uint64_t& edition = editions_[part];
        if (edition == world.edition(part)) return true;
        edition = being_made;
        if (!body()) return false;
        edition = world.edition(part);
        return true;
    };
    if (!copy(columns_by_slot, [&] { return copy_slots(world, executor); })) return Fault::Cancelled;
    for (std::uint8_t s = 0; s < world_structures; ++s) {
        const Part* const part = world.view().part_in(static_cast<WorldStructure>(s));
        if (!copy(s, [&] { return !part || copy_boxes(*part, executor); })) return Fault::Cancelled;
    }
    return copy_layers(world, executor);
}

bool BoxesBySlot::suits(const WorldVersion& world, bool with_categories) const noexcept {
    const bool same_columns =
        flags_.empty() == (world.statics == 0) && (!with_categories || categories_.empty() == world.categories.empty());
    return same_columns && layers_.empty() && world.layers_by_slot.empty() && world.slot_count() >= slot_count() &&
           std::find(editions_.begin(), editions_.end(), being_made) == editions_.end();
}

BoxOfSlot BoxesBySlot::of(const WorldVersion& world, Slot slot) noexcept {
    if (slot >= world.slot_count() || world.generations[slot] == 0) return {slot, 0, 0, false, SignedBox::nothing()};
    const Aabb box = world.box_of(slot);
    return {slot, world.generations[slot], world.category_of(slot), world.is_static(slot),
            SignedBox::of(box.min.x, box.min.y, box.max.x, box.max.y)};
}

void BoxesBySlot::put(const BoxOfSlot& element) noexcept {
    const Slot slot = element.slot;
    boxes_[slot] = element.box;
    generations_[slot] = element.generation;
    if (!categories_.empty()) categories_[slot] = element.category;
    if (!flags_.empty()) flags_[slot] = element.is_static ? WorldView::static_element : std::uint8_t{0};
}

Fault BoxesBySlot::copy_layers(const WorldVersion& world, const Executor& executor) noexcept {
    if (!copied_.grow(copied_.size() + world.layers.size())) return Fault::OutOfMemory;
    const std::size_t known = copied_.size();
    std::size_t at = 0;
    for (const WorldLayer& layer : world.layers) {
        while (at < known && copied_[at].layer < layer.layer) ++at;
        const std::uint64_t made_at = layer.content->made_at;
        if (at < known && copied_[at].layer == layer.layer && copied_[at].made_at == made_at) {
            copied_.append({layer.layer, made_at});
            continue;
        }
        for (const Part& part : layer.view->parts_here()) {
            if (copy_boxes(part, executor)) continue;
            copied_.resize(0);
            return Fault::Cancelled;
        }
        copied_.append({layer.layer, made_at});
    }
    std::copy(copied_.begin() + known, copied_.end(), copied_.begin());
    copied_.resize(copied_.size() - known);
    return Fault::None;
}

bool BoxesBySlot::copy_slots(const WorldVersion& world, const Executor& executor) noexcept {
    const auto count = static_cast<std::uint32_t>(world.slot_count());
    boxes_.resize(count);
    generations_.resize(count);
    return parallel::for_each_range(executor, count, slots_per_block, [&](std::uint32_t begin, std::uint32_t end) {
        for (Slot slot = begin; slot < end; ++slot) generations_[slot] = world.generations[slot];
        for (Slot slot = begin; !layers_.empty() && slot < end; ++slot) layers_[slot] = world.layers_by_slot[slot];
        for (Slot slot = begin; !flags_.empty() && slot < end; ++slot) flags_[slot] = world.flags[slot];
        for (Slot slot = begin; !categories_.empty() && slot < end; ++slot) categories_[slot] = world.categories[slot];
    });
}

bool BoxesBySlot::copy_boxes(const Part& part, const Executor& executor) noexcept {
    const auto copy = [&](const Elements& elements) {
        const kernels::ElementColumns& c = elements.columns;
        for (std::uint32_t i = 0; i < elements.count; ++i)
            boxes_[part.name_of(c.slots[i])] = SignedBox::of(c.min_x[i], c.min_y[i], c.max_x[i], c.max_y[i]);
    };
    return parallel::for_each_range(
        executor, part.items(), items_per_block,
        [&](std::uint64_t begin, std::uint64_t end) { for_each_run(part, begin, end, copy); });
}

std::uint64_t BoxesBySlot::differing(const BoxesBySlot& other, std::size_t first, std::size_t count) const noexcept {
    const auto differing_of = [&](const auto& one, const auto& two) {
        const auto *const a = one.data() + first, *const b = two.data() + first;
        std::uint64_t bits = 0;
        if (std::memcmp(a, b, count * sizeof *a) == 0) return bits; // most of them
        for (std::size_t i = 0; i < count; ++i) bits |= std::uint64_t{a[i] != b[i]} << i;
        return bits;
    };
    // One of the columns may be empty.
    const auto differing_in = [&](const auto& one, const auto& two, auto&& value_of) {
        if (!one.empty() && !two.empty()) return differing_of(one, two);
        std::uint64_t bits = 0;
        if (one.empty() && two.empty()) return bits;
        for (std::size_t i = 0; i < count; ++i) {
            const auto slot = static_cast<Slot>(first + i);
            bits |= std::uint64_t{value_of(*this, slot) != value_of(other, slot)} << i;
        }
        return bits;
    };
    const auto category_of = [](const BoxesBySlot& of, Slot slot) { return of.category(slot); };
    const auto layer_of = [](const BoxesBySlot& of, Slot slot) { return of.layer(slot); };
    const auto motion_of = [](const BoxesBySlot& of, Slot slot) { return of.is_static(slot); };
    return differing_of(generations_, other.generations_) | differing_in(categories_, other.categories_, category_of) |
           differing_in(layers_, other.layers_, layer_of) | differing_in(flags_, other.flags_, motion_of);
}

void BoxesBySlot::release_memory() noexcept {
    release_all(boxes_, generations_, categories_, layers_, flags_, copied_);
    editions_.fill(being_made);
}

bool BoxesBySlot::pad(std::size_t slots) noexcept {
    if (slots <= boxes_.size()) return true;
    const bool by_category = !categories_.empty(), by_layer = !layers_.empty(), by_motion = !flags_.empty();
    if (!grow_all(slots, boxes_, generations_) || (by_category && !categories_.grow(slots)) ||
        (by_layer && !layers_.grow(slots)) || (by_motion && !flags_.grow(slots)))
        return false;
    boxes_.resize(slots);
    generations_.extend(slots, 0u);
    if (by_category) categories_.extend(slots, ~0u);
    if (by_layer) layers_.extend(slots, 0);
    if (by_motion) flags_.extend(slots, 0);
    return true;
}

} // namespace throng
