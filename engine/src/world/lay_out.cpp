// SPDX-License-Identifier: MIT
#include "engine/src/world/lay_out.hpp"

#include "engine/src/base/box_input.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace throng {

namespace {

constexpr std::size_t slots_at_once = 1024;

// How many boxes of the slots are larger, by more than the rounding of corners around a center; those without numbers
// are not.
std::size_t count_larger(const UnsortedBoxes& boxes, std::size_t begin, std::size_t end, float half_extent) noexcept {
    const float *const min_x = boxes.min_x.data(), *const min_y = boxes.min_y.data();
    const float *const max_x = boxes.max_x.data(), *const max_y = boxes.max_y.data();
    std::uint32_t larger = 0;
    for (std::size_t s = begin; s < end; ++s) {
        const float sum_x = std::fabs(min_x[s]) + std::fabs(max_x[s]),
                    sum_y = std::fabs(min_y[s]) + std::fabs(max_y[s]);
        const float most = half_extent + (sum_x > sum_y ? sum_x : sum_y) * 0x1p-24f;
        larger += half_extent_of({{min_x[s], min_y[s]}, {max_x[s], max_y[s]}}) > most ? 1u : 0u;
    }
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

constexpr auto of_row_grid = static_cast<std::uint8_t>(Route::RowGrid);
static_assert(of_row_grid == 1 + in_row_grid);
static_assert(world_structures == 4); // each is filled

} // namespace

// Layers come last, when the boxes of all slots are no longer needed.
Fault WorldLayout::lay_out(WorldVersion& version, UnsortedBoxes& boxes) noexcept {
    if (!version.layers_by_slot.empty() && !divide(version, boxes)) return Fault::OutOfMemory;
    Fault fault = lay_out_alone(version, boxes);
    boxes.release();
    for (const WorldLayer& layer : version.layers)
        if (fault == Fault::None) fault = lay_out_layer(*layer.content);
    return fault;
}

// The structures of the version itself.
Fault WorldLayout::lay_out_alone(WorldVersion& version, UnsortedBoxes& boxes) noexcept {
    Routed routed;
    if (!route(version, boxes, routed)) return Fault::OutOfMemory;
    Fault fault = build_tree(version, version.quadtree, boxes, routed[1 + in_quadtree]);
    if (fault == Fault::None) fault = build_tree(version, version.static_tree, boxes, routed[1 + in_static_tree]);
    // The larger row grid is filled last, because it takes the boxes.
    WorldStructure first = in_static_grid, last = in_row_grid;
    if (routed[1u + first].count > routed[1u + last].count) std::swap(first, last);
    const auto grid = [&](WorldStructure s) -> WorldRowGrid& {
        return s == in_row_grid ? version.row_grid : version.static_grid;
    };
    if (fault == Fault::None) fault = fill_grid(grid(first), boxes, routed[1u + first]);
    if (fault == Fault::None) fault = grids_.lay_out(grid(last), boxes, routed[1u + last], executor_);
    if (routed[1 + in_row_grid].count != version.routes.size())
        for (std::uint8_t& route : version.routes)
            if (route > of_row_grid)
                route = static_cast<std::uint8_t>(route_of(static_cast<WorldStructure>(route - 1)));
    return fault == Fault::None && !finish(version) ? Fault::OutOfMemory : fault;
}

// Chooses a structure for each element of layer 0, and marks it in the column of routes by its number, from 1 on.
// Mostly all of many slots belong to the row grid.
bool WorldLayout::route(WorldVersion& version, const UnsortedBoxes& boxes, Routed& routed) noexcept {
    const std::size_t slots = version.generations.size();
    if (!version.routes.reserve(slots)) return false;
    version.routes.resize(slots);
    for (std::size_t r = 0; r < routed.size(); ++r)
        routed[r] = {.marks = version.routes.data(), .mark = static_cast<std::uint8_t>(r)};
    const auto give = [&](std::size_t slot, WorldStructure structure) {
        MarkedSlots& same = routed[(1u + structure) % routed.size()];
        version.routes[slot] = same.mark;
        ++same.count;
        same.end = slot + 1;
    };
    const bool plain = version.statics == 0 && version.layers_by_slot.empty();
    const auto element_at = [&](std::size_t s, Aabb& box) {
        const auto slot = static_cast<Slot>(s);
        if (version.generations[s] == 0 || version.layer_of(slot) != 0) return false;
        if (version.statics != 0 && version.is_static(slot)) return false;
        box = boxes[s];
        return true;
    };
    std::size_t statics = version.statics, dynamic = version.size - version.statics;
    for (const WorldLayer& layer : version.layers) {
        dynamic -= layer.content->size - layer.content->statics;
        statics -= layer.content->statics;
    }
    CrowdPlan& crowd = version.crowd.plan;
    constexpr bool may_have_large = true;
    crowd = routing_.plan(dynamic, slots, {}, may_have_large, element_at);
    if (version.statics != 0) {
        CrowdPlan& plan = version.static_crowd.plan;
        plan = WorldRouting::plan_statics(statics, plan, [&](auto&& take) {
            for (std::size_t s = 0; s < slots; ++s) {
                const auto slot = static_cast<Slot>(s);
                if (version.generations[s] != 0 && version.layer_of(slot) == 0 && version.is_static(slot))
                    take([&] { return boxes[s]; });
            }
        });
    }
    for (std::size_t begin = 0; begin < slots; begin += slots_at_once) {
        const std::size_t end = std::min(slots, begin + slots_at_once);
        const std::uint32_t* const generations = version.generations.data();
        if (plain && !crowd.in_tree && std::count(generations + begin, generations + end, 0u) == 0 &&
            count_larger(boxes, begin, end, routing_.largest_agent(crowd)) == 0) {
            MarkedSlots& of_grid = routed[1 + in_row_grid];
            std::fill(version.routes.begin() + begin, version.routes.begin() + end, of_grid.mark);
            of_grid.count += end - begin;
            of_grid.end = end;
            continue;
        }
        for (std::size_t s = begin; s < end; ++s) {
            const auto slot = static_cast<Slot>(s);
            if (generations[s] == 0 || version.layer_of(slot) != 0)
                give(s, world_structures);
            else if (version.statics != 0 && version.is_static(slot))
                give(s,
                     structure_of(WorldRouting::choose_static(boxes[s], Route::None, version.static_crowd.plan), true));
            else
                give(s, structure_of(routing_.choose(boxes[s], Route::None, crowd), false));
        }
    }
    return true;
}

Fault WorldLayout::build_tree(const WorldVersion& version, TileTreeState& tree, const UnsortedBoxes& boxes,
                              const MarkedSlots& slots) noexcept {
    if (slots.count == 0) return Fault::None;
    const auto build = [&](const kernels::BoxSource& source, const Slot* list) {
        const Status status = tree.build(source, slots.count, list, version.generations.size(), executor_);
        return status.applied() ? Fault::None : status.faults;
    };
    if (slots.all()) return build(boxes.source(), nullptr);
    Gathered own(version.desc.memory);
    return own.take(boxes, slots) ? build(own.source(), own.slots.data()) : Fault::OutOfMemory;
}

Fault WorldLayout::fill_grid(WorldRowGrid& grid, const UnsortedBoxes& boxes, const MarkedSlots& slots) noexcept {
    if (slots.count == 0) return Fault::None;
    Gathered own(grid.desc.memory);
    if (!own.take(boxes, slots)) return Fault::OutOfMemory;
    const Status status = grids_.insert(grid, grid, own.list(), own.source(), executor_);
    return status.applied() ? Fault::None : status.faults;
}

bool WorldLayout::finish(WorldVersion& version) noexcept {
    const std::size_t slots = version.generations.size();
    const std::size_t chunks = (slots + WorldVersion::chunk_slots - 1) / WorldVersion::chunk_slots;
    if (!version.slot_editions.reserve(chunks) || !version.flags.reserve(slots)) return false;
    version.slot_editions.fill(chunks, edition_);
    if (version.flags.empty()) {
        version.flags.fill(slots, WorldView::alive);
        for (std::size_t s = 0; version.size != slots && s < slots; ++s)
            version.flags[s] = version.generations[s] != 0 ? WorldView::alive : std::uint8_t{0};
    }
    version.kinds.fill(CategorySummary::of_nothing());
    if (!version.categories.empty())
        for (std::size_t s = 0; s < slots; ++s) version.add_kind(static_cast<Slot>(s));
    version.editions.fill(edition_);
    return true;
}

// Makes the versions of all layers, with their members: each is laid out as a world of its own. Until then its boxes
// wait in the columns of its row grid.
bool WorldLayout::divide(WorldVersion& world, const UnsortedBoxes& boxes) noexcept {
    const Column<std::uint16_t>& layer_of = world.layers_by_slot;
    const std::uint32_t highest = *std::max_element(layer_of.begin(), layer_of.end());
    Column<std::uint32_t> counts(world.desc.memory); // by layer; then its number among those with elements
    if (!counts.reserve(std::size_t{highest} + 1)) return false;
    counts.fill(std::size_t{highest} + 1, 0u);
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
