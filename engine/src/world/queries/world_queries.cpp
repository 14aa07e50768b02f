// SPDX-License-Identifier: MIT
// The public queries of World and of WorldSnapshot.
#include "engine/src/world/queries/world_queries.hpp"

#include "engine/src/base/box_input.hpp"
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/queries.hpp"
#include "engine/src/world/state.hpp"

#include <algorithm>

namespace throng {
namespace queries {
namespace {

template <class State>
Status world_pairs_of(const State* state, Pairs& out, const PairOptions& options, const Executor& executor) noexcept {
    const Reading reading(state, executor);
    const WorldView& world = reading.view();
    if (!reading.allowed()) return refuse(out, Fault::Busy);
    const bool short_list = !options.collides_with.empty() && options.collides_with.size() < world.slot_count;
    if (short_list || !is_known(options.order)) return refuse(out, Fault::InvalidArgument);
    return world_pairs(world, out, options, reading.executor());
}

template <class State>
Status query(const State* state, std::span<const Query> questions, Hits& out, const QueryOptions& options,
             const Executor& executor) noexcept {
    const Reading reading(state, executor);
    if (!reading.allowed()) return refuse(out, Fault::Busy);
    const auto plan = plan_options(questions.size(), options, reading.categories());
    if (!plan || (!questions.empty() && !questions.data())) return refuse(out, Fault::InvalidArgument);
    const Status status = world_query(reading.view(), questions, *plan, options.order, out, reading.executor());
    reading.note(out);
    return status;
}

template <class State>
Status visible(const State* state, const PointView& from, const PointView& to, std::uint32_t blockers, std::span<std::uint8_t> out,
               const Executor& executor) noexcept {
    const Reading reading(state, executor);
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    if (!is_sound(from) || !is_sound(to) || from.size != out.size() || to.size != out.size()) return status_of(Fault::InvalidArgument, {});
    return world_visible(reading.view(), from, to, blockers, out, reading.executor());
}

// Everybody asks, in the order of memory, so that neighbours share their candidates' cache lines; rows are by slot. Null: out of memory.
const Slot* slots_in_memory_order(const WorldView& world, Column<std::uint32_t>& order) noexcept {
    if (world.row_grid.size == world.size) return world.row_grid.slots;
    if (!order.resize_discard(world.size)) return nullptr;
    std::uint32_t* to = std::copy_n(world.row_grid.slots, world.row_grid.size, order.data());
    for (Slot slot = 0; slot < world.slot_count; ++slot) {
        const auto route = static_cast<Route>(world.routes[slot]);
        if (route != Route::None && route != Route::RowGrid) *to++ = slot;
    }
    return order.data();
}

template <class State>
Status world_neighbors(const State* state, float radius, Hits& out, const QueryOptions& options, const Executor& executor) noexcept {
    HitsState* const to = Access::state(out);
    const Reading reading(state, executor);
    const WorldView& world = reading.view();
    if (!reading.allowed()) return refuse(out, Fault::Busy);
    if (!HitsState::real(to) || to->is_fixed() || world.size == 0) return neighbors(state, radius, out, options, executor);
    auto batch = plan_neighbors(nullptr, world.slot_count, radius, options, reading.categories());
    HitPlan plan = plan_of(world.slot_count, options);
    plan.items = world.size;
    plan.row_of_item = slots_in_memory_order(world, to->item_order);
    if (!plan.row_of_item) return refuse(out, Fault::OutOfMemory);
    if (batch) batch->of = plan.row_of_item;
    if (world.row_grid.size != world.size) return ask(reading, out, plan, batch, choose(neighbors_in_own_rows(), batch));
    const auto kernel = choose(active_kernels().grid_queries(world.row_grid.points).neighbors, batch);
    return ask(reading, out, plan, batch,
               [kernel](const WorldView& of, const kernels::Batch& asked, std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
                   return kernel(of.row_grid, asked, begin, end, sink);
               });
}

} // namespace

// In place of those of a single index: found by the name that all share.
static Status pairs(const Access::WorldState* state, Pairs& out, const PairOptions& options, const Executor& executor) noexcept {
    return world_pairs_of(state, out, options, executor);
}
static Status pairs(const WorldVersion* state, Pairs& out, const PairOptions& options, const Executor& executor) noexcept {
    return world_pairs_of(state, out, options, executor);
}

} // namespace queries

#define THRONG_DEFINE_WORLD_QUERIES(Class)                                                                                                 \
    THRONG_DEFINE_QUERIES(Class)                                                                                                           \
    Status Class::neighbors(float radius, Hits& out, QueryOptions options, Executor on) const noexcept {                                   \
        return queries::world_neighbors(state_, radius, out, options, on);                                                                 \
    }                                                                                                                                      \
    Status Class::query(std::span<const Query> q, Hits& out, QueryOptions options, Executor on) const noexcept {                           \
        return queries::query(state_, q, out, options, on);                                                                                \
    }                                                                                                                                      \
    Status Class::visible(PointView from, PointView to, std::uint32_t blockers, std::span<std::uint8_t> out, Executor on) const noexcept { \
        return queries::visible(state_, from, to, blockers, out, on);                                                                      \
    }

THRONG_DEFINE_WORLD_QUERIES(World)
THRONG_DEFINE_WORLD_QUERIES(WorldSnapshot)

} // namespace throng
