// SPDX-License-Identifier: MIT
// RowGrid's queries.
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/index_queries.hpp"
#include "engine/src/row_grid/row_grid_state.hpp"

#include <cmath>

namespace throng {

using kernels::GridView;
using kernels::SearchKind;

namespace {

// True if most neighbouring slots are near each other, as in arrays that are sorted by order() now and then. Judged by
// a few of them.
bool near_order(const GridView& view) {
    constexpr std::uint32_t samples = 64;
    const float far = Access::RowGridState::near_distance(view);
    const auto find_slot = active_kernels().grid.find_slot;
    std::uint32_t asked = 0, near = 0;
    for (std::uint64_t i = 0; i < samples && view.slot_count > 1; ++i) {
        const auto slot = static_cast<std::uint32_t>(i * (view.slot_count - 1) / samples);
        const std::uint32_t a = find_slot(view, slot), b = find_slot(view, slot + 1);
        if (a == kernels::no_position || b == kernels::no_position) continue;
        ++asked;
        near += std::abs(view.min_x[a] - view.min_x[b]) < far && std::abs(view.min_y[a] - view.min_y[b]) < far ? 1 : 0;
    }
    return 4 * near >= 3 * asked;
}

} // namespace

// Reads only the elements: for few of them, the rest of a view would take as long as their pairs.
std::uint32_t RowGrid::State::cell_pairs(const kernels::BitsetView* among, kernels::PairSink& sink) const noexcept {
    return active_kernels().grid_pairs(points()).in_cell[dense](elements(), size, 0, size, among, sink);
}

const kernels::QueryTable& RowGrid::State::query_table(const GridView& view) noexcept {
    return active_kernels().grid_queries(view.points);
}
kernels::PairKernel RowGrid::State::pair_kernel(const GridView& view) noexcept {
    return view.dense ? active_kernels().grid_pairs(view.points).dense : query_table(view).pairs;
}
float RowGrid::State::near_distance(const GridView& view) noexcept { return 8.f / view.inverse_cell; }
PairItems RowGrid::State::pair_items(const GridView& view) noexcept { return {.count = view.size}; }

// Neighbours are searched one after the other, so that they share their candidates' cache lines: in the order of slots
// if that is near theirs, which fills the answer in its own order, else in memory order. A fixed buffer must be filled
// row by row.
template <>
Status AllElements<Access::RowGridState>::neighbors(const Access::RowGridState* state, float radius, Hits& out,
                                                    const QueryOptions& options, const Executor& executor) noexcept {
    if (const HitsState* const to = Access::state(out); !HitsState::real(to) || to->is_fixed())
        return queries::neighbors_by_slot(state, radius, out, options, executor);
    const Reading reading(state, executor);
    const GridView& view = reading.view();
    const auto batch = plan_neighbors(nullptr, view.slot_count, radius, options, reading.categories());
    if (near_order(view))
        return queries::ask(reading, out, plan_of(view.slot_count, options), batch,
                            reading.table()[{SearchKind::Neighbors, queries::collect_of(batch)}]);
    HitPlan plan = plan_of(view.slot_count, options);
    plan.items = view.size;
    plan.row_of_item = view.slots;
    return queries::ask(reading, out, plan, batch, queries::neighbors_in_order(reading.table(), batch));
}

template class parts::Queries<RowGrid>;

} // namespace throng
