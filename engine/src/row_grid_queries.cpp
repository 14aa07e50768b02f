// SPDX-License-Identifier: MIT
// RowGrid's queries.
#include "engine/src/hits_state.hpp"
#include "engine/src/index_queries.hpp"
#include "engine/src/row_grid_state.hpp"

namespace throng {
namespace {

using kernels::GridView;

// Where each element meets many others in a row, one element x 16 candidates wastes fewer lanes than 4 x 4 with their wider common run.
bool is_dense(const GridView& view) { return view.size > 12 * std::uint64_t{view.cell_count}; }

} // namespace

const kernels::QueryKernels<GridView>& RowGrid::State::query_kernels(const GridView& view) noexcept {
    return active_kernels().grid.queries[view.points];
}
kernels::PairKernel<GridView> RowGrid::State::pair_kernel(const GridView& view, bool among) noexcept {
    const kernels::GridKernels& grid = active_kernels().grid;
    return is_dense(view) ? grid.dense_pairs[view.points][among] : grid.queries[view.points].pairs[among];
}
PairItems RowGrid::State::pair_items(const GridView& view) noexcept { return {.count = view.size}; }

THRONG_DEFINE_QUERIES(RowGrid)

// Everybody asks, in memory order, so that neighbours share their candidates' cache lines; rows are by slot. A fixed buffer
// must be filled row by row, in the order of slots.
Status RowGrid::neighbors(float radius, Hits& out, QueryOptions options, Executor executor) const noexcept {
    if (const HitsState* const to = Access::state(out); !HitsState::real(to) || to->is_fixed())
        return queries::neighbors(state_, radius, out, options, executor);
    const Reading reading(state_, executor);
    const GridView& view = reading.view();
    const auto batch = plan_neighbors(nullptr, view.slot_count, radius, options, reading.categories());
    HitPlan plan = plan_of(view.slot_count, options);
    plan.items = view.size;
    plan.row_of_item = view.slots;
    return queries::ask(reading, out, plan, batch, queries::choose(active_kernels().grid.neighbors[view.points], batch));
}

} // namespace throng
