// SPDX-License-Identifier: MIT
// Pairs of a world: those of its parts, or those of the neighbours of each element.
#include "engine/src/query/neighbor_pairs.hpp"
#include "engine/src/query/space_queries.hpp"
#include "engine/src/world/queries/part_pairs.hpp"
#include "engine/src/world/queries/world_queries.hpp"
#include "engine/src/world/world_space_state.hpp"

#include <throng/predicates.hpp>

namespace throng {
namespace {

Status find_pairs(const PartPairs& kernel, const WorldView& world, const PairPlan& plan, Pairs& out,
                  const Executor& executor) noexcept {
    if (kernel.items() > no_slot) return refuse(out, Fault::OutOfCapacity);
    return answer(out, {.count = static_cast<std::uint32_t>(kernel.items()), .block = PartPairs::block}, plan, kernel,
                  parallel::unless_few(world.size, executor));
}

// Lists the slots of the elements in a range of layers, in the order of memory. False: out of memory.
bool list_slots(const WorldView& world, LayerRange range, bool only_dynamic, Column<Slot>& out) noexcept {
    const SearchedLayers layers(world, range);
    std::size_t size = 0;
    for (std::uint32_t i = 0; i < layers.count(); ++i) size += layers[i].size_here(only_dynamic);
    if (!out.resize_with_room(size)) return false;
    Slot* to = out.data();
    for (std::uint32_t i = 0; i < layers.count(); ++i) to = list_in_order(layers[i], to, only_dynamic);
    return true;
}

// Pairs of elements within a distance, whatever the structures that hold them. Pairs of a static element are found by
// the dynamic one, so that only dynamic ones are searched around.
Status pairs_of_neighbors(const WorldView& world, Pairs& out, const PairOptions& options,
                          const Executor& executor) noexcept {
    PairsState* const to = Access::state(out);
    if (!PairsState::real(to)) return PairsState::status(to);
    const bool only_dynamic = !options.static_static;
    if (!list_slots(world, options.layers, only_dynamic, to->items)) return refuse(out, Fault::OutOfMemory);
    QueryOptions nearby;
    nearby.mask = options.mask;
    nearby.among = options.among;
    nearby.layers = options.layers;
    nearby.across_layers = options.across_layers;
    const Categories categories{true, world.categories, world.all_kinds};
    const Planned around = plan_neighbors(to->items.data(), to->items.size(), {options.distance}, nearby, categories);
    const PairFilter filter(world, options);
    const auto lists = [&](Slot own, Slot other) {
        const bool once = own < other || (only_dynamic && world.is_static(other));
        return once && (!options.among || options.among->test(own)) && filter.keeps(own, other);
    };
    const auto kernel = world_query_table()[{kernels::SearchKind::Neighbors, queries::collect_of(around)}];
    const NeighborPairs pairs(world, kernel, *around, lists);
    return answer(out, {.count = static_cast<std::uint32_t>(to->items.size())}, {options.order, options.limit}, pairs,
                  parallel::unless_few(world.size, executor));
}

} // namespace

// Parts are read one after the other, so that no element has to be searched for.
bool WorldSpace::State::list_centers(Vec2* by_slot, const Executor&) const noexcept {
    for_each_element(view(), [by_slot](const kernels::ElementColumns& c, std::uint32_t i, Slot slot) {
        by_slot[slot] = predicates::center_of({{c.min_x[i], c.min_y[i]}, {c.max_x[i], c.max_y[i]}});
    });
    return true;
}

Status world_pairs(const WorldView& world, Pairs& out, const PairOptions& options, const Executor& executor) noexcept {
    PairsState* const to = Access::state(out);
    if (!PairsState::real(to)) return PairsState::status(to);
    const bool one_kernel = !world.layer_by_slot && options.layers == LayerRange{} && world.only_row_grid();
    if (options.by_distance() && !one_kernel) return pairs_of_neighbors(world, out, options, executor);
    const PairFilter filter(world, options);
    PartPairs kernel(world, options.layers, filter, to->runs);
    if (!kernel.list(options.static_static, options.across_layers, options.among, options.distance))
        return refuse(out, Fault::OutOfMemory);
    return find_pairs(kernel, world, {options.order, options.limit}, out, executor);
}

Status world_pairs(const WorldView& world, Pairs& out, const TrackedPairs& tracked, const Executor& executor) noexcept {
    PairsState* const to = Access::state(out);
    if (!PairsState::real(to)) return PairsState::status(to);
    const PairFilter filter(world, tracked);
    PartPairs kernel(world, {}, filter, to->runs);
    if (!kernel.list(false, tracked.across_layers, nullptr, no_distance)) return refuse(out, Fault::OutOfMemory);
    return find_pairs(kernel, world, {.order = Order::Stable}, out, executor);
}

} // namespace throng
