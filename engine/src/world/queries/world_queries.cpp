// SPDX-License-Identifier: MIT
// The public queries of World and of WorldSnapshot.
#include "engine/src/world/queries/world_queries.hpp"

#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/space_queries.hpp"
#include "engine/src/world/queries/world_neighbors.hpp"
#include "engine/src/world/world_space_state.hpp"

#include <utility>

namespace throng {
// Rows are by slot, but computed in the order of memory.
Status WorldSpace::State::neighbors(const NeighborRadii& radii, Hits& out, const QueryOptions& options,
                                    const Executor& of_call) const noexcept {
    HitsState* const to = Access::state(out);
    const Reading reading(*this, of_call);
    if (!reading.allowed()) return refuse(out, Fault::Busy);
    const auto& world = reading.view_as<WorldView>();
    if (!HitsState::real(to) || to->is_fixed() || world.size == 0)
        return queries::neighbors_by_slot(*this, radii, out, options, of_call);
    auto batch = plan_neighbors(nullptr, world.slot_count, radii, options, reading.categories());
    HitPlan plan = plan_of(world.slot_count, options);
    NeighborsInOrder neighbors;
    if (batch) {
        if (!neighbors.list(world, *batch, *to)) return refuse(out, Fault::OutOfMemory);
        plan.items = neighbors.items();
        (*batch)[kernels::Batch::around_slots] = plan.row_of_item = neighbors.slots();
    }
    return queries::ask(reading, out, plan, batch, neighbors);
}

Status WorldSpace::State::pairs(Pairs& out, const PairOptions& options, const Executor& of_call) const noexcept {
    const Reading reading(*this, of_call);
    if (!reading.allowed()) return refuse(out, Fault::Busy);
    const auto& world = reading.view_as<WorldView>();
    const bool short_list = !options.collides_with.empty() && options.collides_with.size() < world.slot_count;
    if (const Reason flaw = flaw_of_numbers(options); flaw != Reason::None) return refuse(out, flaw);
    if (options.layers.first > options.layers.last) return refuse(out, Reason::LayersReversed);
    if (short_list) return refuse(out, Reason::CollidesWithLength);
    PairOptions limited = options;
    limited.limit = reading.limit_of_answer(options.limit);
    const Status status = world_pairs(world, out, limited, reading.executor());
    reading.record_size(out.size());
    return reading.with_reason(measured(status, *this, out, options, reading.executor()));
}

Status WorldSpace::query(std::span<const Query> batch, Hits& out, QueryOptions options,
                         Executor executor) const noexcept {
    const Reading reading(state_of(*this), executor);
    if (!reading.allowed()) return refuse(out, Fault::Busy);
    const Planned plan = plan_options(batch.size(), options, reading.categories());
    if (!plan) return refuse(out, plan.reason);
    if (!batch.empty() && !batch.data()) return refuse(out, Reason::QueriesWithoutData);
    const Status status =
        world_query(reading, batch, *plan, options.order, reading.limit_of_answer(options.most_hits), out);
    reading.record_size(out.slots().size());
    return explained(reading.with_reason(status), [&](Slot row) { return flaw_of(batch[row]); });
}

} // namespace throng
