// SPDX-License-Identifier: MIT
// RowGrid's queries: what the caller asks as plain data, the kernel that answers it, and the batch algorithm.
#include "engine/src/access.hpp"
#include "engine/src/hits_state.hpp"
#include "engine/src/item_faults.hpp"
#include "engine/src/kernels.hpp"
#include "engine/src/pairs_state.hpp"
#include "engine/src/query_batch.hpp"
#include "engine/src/query_plan.hpp"
#include "engine/src/row_grid_state.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::Batch;
using kernels::GridView;
using kernels::HitKernel;

// What a query reads: a grid that was never opened reads as empty, and its gate as free.
class Reading {
public:
    Reading(const RowGridState* state, Executor of_call) noexcept
        : reader_(state ? state->gate : free_), view_(state && reader_ ? state->view() : GridView{}),
          executor_(parallel::resolve(of_call, state ? state->desc.executor : Executor{})) {}
    bool allowed() const noexcept { return static_cast<bool>(reader_); }
    const GridView& view() const noexcept { return view_; }
    const Executor& executor() const noexcept { return executor_; }

private:
    Gate free_;
    Reader reader_;
    GridView view_;
    Executor executor_;
};

Status refuse(Hits& out, Fault fault) {
    if (HitsState* const state = Access::state(out); HitsState::real(state)) state->answer_nothing();
    return status_of(fault, {});
}

HitPlan plan_of(std::size_t rows, const QueryOptions& options) {
    HitPlan plan;
    plan.rows = rows;
    plan.items = static_cast<std::uint32_t>(std::min<std::size_t>(rows, no_slot));
    plan.order = options.order;
    plan.keys = options.distances || options.limit != 0;
    plan.distances = options.distances;
    plan.found = options.limit != 0;
    return plan;
}

Status ask(const Reading& reading, Hits& out, const HitPlan& plan, const std::optional<Batch>& batch, HitKernel kernel) {
    if (!batch) return refuse(out, Fault::InvalidArgument);
    if (!reading.allowed()) return refuse(out, Fault::Busy);
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
        return kernel(reading.view(), *batch, begin, end, sink);
    };
    return answer(out, plan, call, reading.executor());
}

// The plain kernel where slots are all that is asked for.
HitKernel choose(const kernels::SearchKernels& kernels, const std::optional<Batch>& batch, bool points) {
    return batch && batch->general() ? kernels.ranked[points] : kernels.slots[points];
}

Status count_hits(const Reading& reading, std::span<std::uint32_t> out, std::size_t rows, const std::optional<Batch>& batch,
                  HitKernel kernel) {
    if (!batch || out.size() != rows) return status_of(Fault::InvalidArgument, {});
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
        return kernel(reading.view(), *batch, begin, end, sink);
    };
    return answer(out, call, reading.executor());
}

// Where an element meets many others in a row, one element x 16 candidates wastes fewer lanes than 4 x 4 with their wider common run.
bool is_dense(const GridView& view) { return view.size > 12 * std::uint64_t{view.cell_count}; }

} // namespace

Status RowGrid::overlap(BoxView queries, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(state_, executor);
    const auto batch = plan_boxes(queries, options);
    return ask(reading, out, plan_of(queries.size(), options), batch, choose(active_kernels().grid.overlap, batch, reading.view().points));
}

Status RowGrid::within(DiscView queries, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(state_, executor);
    const auto batch = plan_discs(queries, options);
    const kernels::GridKernels& kernels = active_kernels().grid;
    const kernels::SearchKernels& search = options.measure == Measure::Center ? kernels.within_center : kernels.within_box;
    return ask(reading, out, plan_of(queries.centers.size, options), batch, choose(search, batch, reading.view().points));
}

Status RowGrid::nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options,
                        Executor executor) const noexcept {
    const Reading reading(state_, executor);
    const auto batch = plan_points(queries, k, max_distance, options);
    HitPlan plan = plan_of(queries.size, options);
    plan.keys = plan.distances = true;
    plan.order = Order::Stable;
    return ask(reading, out, plan, batch, active_kernels().grid.nearest[reading.view().points]);
}

Status RowGrid::cast(RayView queries, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(state_, executor);
    const auto batch = plan_rays(queries, options);
    HitPlan plan = plan_of(queries.origins.size, options);
    plan.keys = plan.distances = true;
    plan.found = false;
    plan.order = Order::Stable;
    return ask(reading, out, plan, batch, active_kernels().grid.cast[reading.view().points]);
}

Status RowGrid::along(RayView queries, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(state_, executor);
    const auto batch = plan_rays(queries, options);
    HitPlan plan = plan_of(queries.origins.size, options);
    plan.keys = plan.distances = true;
    plan.order = Order::Stable;
    return ask(reading, out, plan, batch, active_kernels().grid.along[reading.view().points]);
}

Status RowGrid::count(BoxView queries, std::span<std::uint32_t> out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(state_, executor);
    return count_hits(reading, out, queries.size(), plan_boxes(queries, options),
                      active_kernels().grid.overlap.count[reading.view().points]);
}

Status RowGrid::count(DiscView queries, std::span<std::uint32_t> out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(state_, executor);
    const kernels::GridKernels& kernels = active_kernels().grid;
    const kernels::SearchKernels& search = options.measure == Measure::Center ? kernels.within_center : kernels.within_box;
    return count_hits(reading, out, queries.centers.size, plan_discs(queries, options), search.count[reading.view().points]);
}

// Everybody asks, in memory order, so that neighbours share their candidates' cache lines; rows are by slot. A fixed buffer
// must be filled row by row, in the order of slots.
Status RowGrid::neighbors(float radius, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(state_, executor);
    const GridView& view = reading.view();
    const HitsState* const answer_state = Access::state(out);
    const bool in_memory_order = HitsState::real(answer_state) && !answer_state->is_fixed();
    const auto batch = plan_neighbors(nullptr, view.slot_count, radius, options);
    HitPlan plan = plan_of(view.slot_count, options);
    if (in_memory_order) {
        plan.items = view.size;
        plan.row_of_item = view.slots;
    }
    const kernels::GridKernels& kernels = active_kernels().grid;
    return ask(reading, out, plan, batch, choose(in_memory_order ? kernels.neighbors : kernels.neighbors_of, batch, view.points));
}

Status RowGrid::neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(state_, executor);
    const auto batch = plan_neighbors(of.data(), of.size(), radius, options);
    return ask(reading, out, plan_of(of.size(), options), batch, choose(active_kernels().grid.neighbors_of, batch, reading.view().points));
}

Status RowGrid::pairs(Pairs& out, PairOptions options, Executor executor) const noexcept {
    const Reading reading(state_, executor);
    const bool applies = options.mask == ~0u && options.collides_with.empty() && !options.static_static;
    if (!reading.allowed() || !applies) {
        if (PairsState* const state = Access::state(out); PairsState::real(state)) state->pairs.resize(0);
        return status_of(applies ? Fault::Busy : Fault::InvalidArgument, {});
    }
    const kernels::BitsetView members = options.among ? Access::view(*options.among) : kernels::BitsetView{};
    const GridView& view = reading.view();
    const kernels::GridKernels& kernels = active_kernels().grid;
    const auto kernel = (is_dense(view) ? kernels.dense_pairs : kernels.pairs)[view.points][options.among != nullptr];
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) {
        return kernel(view, begin, end, options.among ? &members : nullptr, sink);
    };
    return answer(out, view.size, options.order, call, reading.executor());
}

} // namespace throng
