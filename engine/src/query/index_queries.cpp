// SPDX-License-Identifier: MIT
#include "engine/src/query/index_queries.hpp"

#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/pairs_state.hpp"

namespace throng {

Status refuse(Hits& out, const Status& status) noexcept {
    if (HitsState* const state = Access::state(out); HitsState::real(state)) state->answer_nothing();
    return status;
}

Status refuse(Pairs& out, const Status& status) noexcept {
    if (PairsState* const state = Access::state(out); PairsState::real(state)) state->answer_nothing();
    return status;
}

HitPlan plan_of(std::size_t rows, const QueryOptions& options) noexcept {
    HitPlan plan;
    plan.rows = rows;
    plan.items = static_cast<std::uint32_t>(std::min<std::size_t>(rows, no_slot));
    plan.order = options.order;
    plan.keys = options.distances || options.limit != 0;
    plan.distances = options.distances;
    plan.found = options.limit != 0;
    plan.most_hits = options.most_hits;
    return plan;
}

HitPlan ordered_plan_of(std::size_t rows, const QueryOptions& options) noexcept {
    HitPlan plan = plan_of(rows, options);
    plan.keys = plan.distances = true;
    plan.order = Order::Stable;
    return plan;
}

} // namespace throng
