// SPDX-License-Identifier: MIT
// The layers of a version from loaded elements: each is laid out as a world of its own.
#include "engine/src/world/lay_out.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>

namespace throng {

// Makes the versions of all layers, with their members. Until one is laid out, its boxes wait in the columns of its row
// grid.
bool WorldLayout::divide(WorldVersion& world, const UnsortedBoxes& boxes) noexcept {
    const Column<std::uint16_t>& layer_of = world.layers_by_slot;
    const std::uint32_t highest = *std::max_element(layer_of.begin(), layer_of.end());
    Column<std::uint32_t> counts(world.desc.memory); // by layer; then its number among those with elements
    if (!counts.resize_discard(std::size_t{highest} + 1)) return false;
    std::fill(counts.begin(), counts.end(), 0u);
    for (const std::uint16_t layer : layer_of) ++counts[layer];
    const auto without = static_cast<std::size_t>(std::count(counts.begin() + 1, counts.end(), 0u));
    if (!world.layers.reserve(highest - without)) return false;
    for (std::uint32_t layer = 1; layer <= highest; ++layer) {
        if (counts[layer] == 0) continue;
        auto* const content = create<WorldVersion>(world.desc.memory, world.desc);
        if (!content) return false;
        const auto number = static_cast<std::uint32_t>(world.layers.size());
        world.layers.append({layer, &content->view(), content});
        if (!content->members.reserve(counts[layer])) return false;
        counts[layer] = number;
    }
    for (std::size_t s = 0; s < layer_of.size(); ++s)
        if (layer_of[s] != 0) world.layers[counts[layer_of[s]]].content->members.append(static_cast<Slot>(s));
    return std::all_of(world.layers.begin(), world.layers.end(),
                       [&](const WorldLayer& layer) { return take_columns(*layer.content, world, boxes); });
}

// Its elements have no generations of their own: all are alive.
bool WorldLayout::take_columns(WorldVersion& layer, const WorldVersion& world, const UnsortedBoxes& boxes) noexcept {
    const Column<Slot>& members = layer.members;
    const std::size_t count = members.size();
    const auto take = [&](auto& column, auto&& of_slot) {
        if (!column.resize_discard(count)) return false;
        for (std::size_t i = 0; i < count; ++i) column[i] = of_slot(members[i]);
        return true;
    };
    UnsortedBoxes own(world.desc.memory);
    Column<Slot> none(world.desc.memory);
    const auto take_box_column = [&](Column<float>& to, const Column<float>& from) {
        return take(to, [&](Slot slot) { return from[slot]; });
    };
    if (!take_box_column(own.min_x, boxes.min_x) || !take_box_column(own.min_y, boxes.min_y) ||
        !take_box_column(own.max_x, boxes.max_x) || !take_box_column(own.max_y, boxes.max_y))
        return false;
    layer.row_grid.front.take(own.min_x, own.min_y, own.max_x, own.max_y, none);
    layer.size = static_cast<std::uint32_t>(count);
    if (world.statics != 0) {
        if (!take(layer.flags, [&](Slot slot) { return world.flags[slot]; })) return false;
        for (const Slot slot : members) layer.statics += world.is_static(slot) ? 1u : 0u;
    }
    const auto has_category = [&](Slot slot) { return world.categories[slot] != ~0u; };
    const bool categorized = !world.categories.empty() && std::any_of(members.begin(), members.end(), has_category);
    if (categorized && !take(layer.categories, [&](Slot slot) { return world.categories[slot]; })) return false;
    return take(layer.generations, [](Slot) { return 1u; });
}

Fault WorldLayout::lay_out_layer(WorldVersion& layer) noexcept {
    UnsortedBoxes own(layer.desc.memory);
    Column<Slot> none(layer.desc.memory);
    layer.row_grid.front.take(own.min_x, own.min_y, own.max_x, own.max_y, none);
    const Executor on = parallel::unless_few(layer.size, executor_);
    const Fault fault = WorldLayout(grids_, routing_, edition_, on).lay_out(layer, own);
    if (fault != Fault::None) return fault;
    layer.members_edition = layer.made_at = edition_;
    layer.finish();
    return Fault::None;
}

} // namespace throng
