// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/searched_parts.hpp"

#include <algorithm>

namespace throng {

SearchedLayers::SearchedLayers(const WorldView& world, LayerRange range) noexcept
    : world_(world), base_(range.first == 0 && world.part_count != 0) {
    const auto from = [&](std::uint32_t layer) {
        return static_cast<std::uint32_t>(first_from(world.layers, world.layers + world.layer_count, layer) -
                                          world.layers);
    };
    first_ = range.first == 0 ? 0 : from(range.first);
    last_ = range.last == 0xFFFF ? world.layer_count : std::max(first_, from(range.last + 1u));
}

std::uint32_t SearchedParts::list(const Part** to, std::uint32_t most) const noexcept {
    std::uint32_t count = 0;
    for (const Part& part : *this) {
        if (count++ == most) break;
        to[count - 1] = &part;
    }
    return count;
}

InLayer place_of(const WorldView& world, Slot slot) noexcept {
    if (slot >= world.slot_count || (world.flags[slot] & WorldView::alive) == 0) return {};
    const std::uint32_t layer = world.layer_of(slot);
    if (layer == 0) return {&world, slot};
    const WorldView& view = *first_from(world.layers, world.layers + world.layer_count, layer)->view;
    return {&view, slot_among(view.members, view.slot_count, slot)};
}

Slot slot_among(const Slot* names, std::uint32_t count, Slot slot) noexcept {
    if (!names || slot == no_slot) return slot;
    if (count == 0 || slot < names[0] || slot > names[count - 1]) return no_slot;
    // Mostly the slots of a layer are spread evenly: the search begins where it would be then.
    std::uint32_t low = static_cast<std::uint32_t>(std::uint64_t{slot - names[0]} * (count - 1) /
                                                   std::max<std::uint64_t>(1, names[count - 1] - names[0]));
    std::uint32_t high = low + 1, step = 1; // names[low] <= slot < names[high], if there is one
    for (; names[low] > slot; step *= 2) {
        high = low;
        low -= std::min(low, step);
    }
    for (; high < count && names[high] <= slot; step *= 2) {
        low = high;
        high += std::min(count - high, step);
    }
    const Slot* const at = std::lower_bound(names + low, names + high, slot);
    return at != names + high && *at == slot ? static_cast<Slot>(at - names) : no_slot;
}

bool box_of(const WorldView& view, Slot slot, kernels::Region& box) noexcept {
    if (slot >= view.slot_count) return false;
    const Part* const part = view.part_in(structure_of(static_cast<Route>(view.routes[slot]), view.is_static(slot)));
    if (!part) return false;
    box = part->kind->box_of(*part->view, slot);
    return true;
}

bool center_of(const WorldView& view, Slot slot, float& x, float& y) noexcept {
    kernels::Region box{};
    if (!box_of(view, slot, box)) return false;
    x = 0.5f * box.min_x + 0.5f * box.max_x;
    y = 0.5f * box.min_y + 0.5f * box.max_y;
    return true;
}

Slot* list_in_order(const WorldView& view, Slot* to, bool only_dynamic, Slot* own) noexcept {
    for (const Part& part : view.parts_here(only_dynamic)) {
        Slot* const begin = to;
        for_each_run(part, 0, part.items(),
                     [&](const Elements& elements) { to = std::copy_n(elements.columns.slots, elements.count, to); });
        if (own) own = std::copy(begin, to, own);
        part.name_in_world(begin, static_cast<std::uint32_t>(to - begin));
    }
    return to;
}

} // namespace throng
