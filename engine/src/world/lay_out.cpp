// SPDX-License-Identifier: MIT
#include "engine/src/world/lay_out.hpp"

#include "engine/src/base/box_input.hpp"
#include "engine/src/query/index.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <span>

namespace throng {
namespace {

constexpr std::size_t slots_at_once = 1024;

// How many boxes of the slots are larger; those without numbers are not.
std::size_t count_larger(const UnsortedBoxes& boxes, std::size_t begin, std::size_t end, float half_extent) noexcept {
    const float *const min_x = boxes.min_x.data(), *const min_y = boxes.min_y.data();
    const float *const max_x = boxes.max_x.data(), *const max_y = boxes.max_y.data();
    std::uint32_t larger = 0;
    for (std::size_t s = begin; s < end; ++s)
        larger += half_extent_of({{min_x[s], min_y[s]}, {max_x[s], max_y[s]}}) > half_extent ? 1u : 0u;
    return larger;
}

// Marked slots one after the other, with their boxes.
struct Gathered {
    explicit Gathered(const Memory& memory) noexcept : slots(memory), boxes(memory) {}

    [[nodiscard]] bool take(const UnsortedBoxes& from, const MarkedSlots& marked) noexcept {
        if (!slots.reserve(marked.count) || !boxes.reserve(marked.count)) return false;
        for (std::size_t s = 0; s < marked.end; ++s) {
            if (!marked.has(s)) continue;
            slots.append(static_cast<Slot>(s));
            boxes.append(from[s]);
        }
        return true;
    }
    std::span<const Slot> list() const noexcept { return {slots.data(), slots.size()}; }
    kernels::BoxSource source() const noexcept { return box_source_of(boxes.data()); }

    Column<Slot> slots;
    Column<Aabb> boxes;
};

Fault fault_of_whole(const Status& status) noexcept { return status.applied() ? Fault::None : status.faults; }

} // namespace

Fault WorldLayout::lay_out(WorldVersion& version, UnsortedBoxes& boxes) noexcept {
    Fault fault = version.layers_by_slot.empty() ? Fault::None : lay_out_layers(version, boxes);
    Routed routed;
    if (fault == Fault::None && !route(version, boxes, routed)) fault = Fault::OutOfMemory;
    const auto of = [&](Route route) -> const MarkedSlots& { return routed[static_cast<std::size_t>(route)]; };
    if (fault == Fault::None) fault = build_tree(version, boxes, of(Route::StaticTree));
    if (fault == Fault::None) fault = insert(version.loose_grid, boxes, of(Route::LooseGrid));
    if (fault == Fault::None) fault = insert(version.loose_quadtree, boxes, of(Route::LooseQuadtree));
    if (fault == Fault::None) fault = grids_.lay_out(version.row_grid, boxes, of(Route::RowGrid), executor_);
    return fault == Fault::None && !finish(version) ? Fault::OutOfMemory : fault;
}

// Chooses a structure for each element of layer 0. Mostly all of many slots belong to the row grid.
bool WorldLayout::route(WorldVersion& version, const UnsortedBoxes& boxes, Routed& routed) noexcept {
    const std::size_t slots = version.generations.size();
    if (!version.routes.reserve(slots)) return false;
    version.routes.resize(slots);
    for (std::size_t r = 0; r < routed.size(); ++r)
        routed[r] = {.marks = version.routes.data(), .mark = static_cast<std::uint8_t>(r)};
    const auto give = [&](std::size_t slot, Route route) {
        MarkedSlots& same = routed[static_cast<std::size_t>(route)];
        version.routes[slot] = same.mark;
        ++same.count;
        same.end = slot + 1;
    };
    const bool plain = version.statics == 0 && version.layers_by_slot.empty();
    for (std::size_t begin = 0; begin < slots; begin += slots_at_once) {
        const std::size_t end = std::min(slots, begin + slots_at_once);
        const std::uint32_t* const generations = version.generations.data();
        if (plain && std::count(generations + begin, generations + end, 0u) == 0 &&
            count_larger(boxes, begin, end, routing_.agent_half_extent()) == 0) {
            MarkedSlots& of_grid = routed[static_cast<std::size_t>(Route::RowGrid)];
            std::fill(version.routes.begin() + begin, version.routes.begin() + end, of_grid.mark);
            of_grid.count += end - begin;
            of_grid.end = end;
            continue;
        }
        for (std::size_t s = begin; s < end; ++s) {
            const auto slot = static_cast<Slot>(s);
            if (generations[s] == 0 || version.layer_of(slot) != 0)
                give(s, Route::None);
            else if (version.statics != 0 && version.is_static(slot))
                give(s, Route::StaticTree);
            else
                give(s, routing_.choose(half_extent_of(boxes[s]), Route::None));
        }
    }
    return true;
}

template <class Structure>
Fault WorldLayout::insert(Structure& structure, const UnsortedBoxes& boxes, const MarkedSlots& slots) noexcept {
    if (slots.count == 0) return Fault::None;
    Gathered own(boxes.min_x.memory());
    if (!own.take(boxes, slots)) return Fault::OutOfMemory;
    return fault_of_whole(structure.insert(own.list(), own.source(), executor_));
}

Fault WorldLayout::build_tree(WorldVersion& version, const UnsortedBoxes& boxes, const MarkedSlots& slots) noexcept {
    if (slots.count == 0) return Fault::None;
    const auto build = [&](const kernels::BoxSource& source, const Slot* list) {
        return fault_of_whole(
            version.static_tree.build(source, slots.count, list, version.generations.size(), executor_));
    };
    if (slots.all()) return build(boxes.source(), nullptr);
    Gathered own(version.desc.memory);
    return own.take(boxes, slots) ? build(own.source(), own.slots.data()) : Fault::OutOfMemory;
}

bool WorldLayout::finish(WorldVersion& version) noexcept {
    const std::size_t slots = version.generations.size();
    const std::size_t chunks = (slots + WorldVersion::chunk_slots - 1) / WorldVersion::chunk_slots;
    if (!version.slot_editions.reserve(chunks) || !version.flags.reserve(slots)) return false;
    version.slot_editions.resize(chunks);
    std::fill(version.slot_editions.begin(), version.slot_editions.end(), number_);
    if (version.flags.empty()) {
        version.flags.resize(slots);
        for (std::size_t s = 0; s < slots; ++s)
            version.flags[s] = version.generations[s] != 0 ? WorldView::alive : std::uint8_t{0};
    }
    if (!version.categories.empty())
        for (std::size_t s = 0; s < slots; ++s) version.add_kind(static_cast<Slot>(s));
    version.stamps.fill(number_);
    return true;
}

Fault WorldLayout::lay_out_layers(WorldVersion& version, const UnsortedBoxes& boxes) noexcept {
    const Column<std::uint16_t>& layer_of = version.layers_by_slot;
    const std::size_t highest = *std::max_element(layer_of.begin(), layer_of.end());
    Column<std::uint32_t> counts(version.desc.memory); // by layer, then the place of the layer
    if (!counts.resize_discard(highest + 1)) return Fault::OutOfMemory;
    std::fill(counts.begin(), counts.end(), 0u);
    for (const std::uint16_t layer : layer_of) ++counts[layer];
    const auto used = highest + 1 - static_cast<std::size_t>(std::count(counts.begin() + 1, counts.end(), 0u));
    if (!version.layers.reserve(used - 1)) return Fault::OutOfMemory;
    for (std::uint32_t layer = 1; layer <= highest; ++layer) {
        if (counts[layer] == 0) continue;
        void* const place = allocate(version.desc.memory, sizeof(WorldVersion), alignof(WorldVersion));
        if (!place) return Fault::OutOfMemory;
        auto* const content = ::new (place) WorldVersion(version.desc);
        const auto number = static_cast<std::uint32_t>(version.layers.size());
        version.layers.append({layer, &content->shown, content});
        if (!content->members.reserve(counts[layer])) return Fault::OutOfMemory;
        counts[layer] = number;
    }
    for (std::size_t s = 0; s < layer_of.size(); ++s)
        if (layer_of[s] != 0) version.layers[counts[layer_of[s]]].content->members.append(static_cast<Slot>(s));
    for (const WorldLayer& layer : version.layers)
        if (const Fault fault = lay_out_layer(version, *layer.content, boxes); fault != Fault::None) return fault;
    return Fault::None;
}

// Its elements have no generations of their own: all are alive.
Fault WorldLayout::lay_out_layer(const WorldVersion& world, WorldVersion& layer, const UnsortedBoxes& boxes) noexcept {
    const Column<Slot>& members = layer.members;
    const std::size_t count = members.size();
    UnsortedBoxes own(world.desc.memory);
    if (!own.reserve(count) || !layer.generations.reserve(count)) return Fault::OutOfMemory;
    own.resize(count);
    layer.generations.resize(count);
    std::fill(layer.generations.begin(), layer.generations.end(), 1u);
    for (std::size_t i = 0; i < count; ++i) own.put(i, boxes[members[i]]);
    layer.size = static_cast<std::uint32_t>(count);
    if (world.statics != 0) {
        if (!layer.flags.reserve(count)) return Fault::OutOfMemory;
        layer.flags.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            layer.flags[i] = world.flags[members[i]];
            layer.statics += world.is_static(members[i]) ? 1u : 0u;
        }
    }
    const auto has_category = [&](Slot slot) { return world.categories[slot] != ~0u; };
    if (!world.categories.empty() && std::any_of(members.begin(), members.end(), has_category)) {
        if (!layer.categories.reserve(count)) return Fault::OutOfMemory;
        layer.categories.resize(count);
        for (std::size_t i = 0; i < count; ++i) layer.categories[i] = world.categories[members[i]];
    }
    const Executor on = parallel::unless_few(count, executor_);
    const Fault fault = WorldLayout(grids_, routing_, number_, on).lay_out(layer, own);
    if (fault != Fault::None) return fault;
    layer.members_number = layer.made_at = number_;
    layer.shown = layer.view();
    return Fault::None;
}

} // namespace throng
