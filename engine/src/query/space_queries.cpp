// SPDX-License-Identifier: MIT
// The queries of every index: each converts its arguments to plain data, chooses the kernel and calls the batch
// algorithm.
#include "engine/src/query/space_queries.hpp"

#include "engine/src/base/flaws.hpp"
#include "engine/src/query/few_members.hpp"

namespace throng {
namespace {

Status count_hits(const Reading& reading, std::span<std::uint32_t> out, std::size_t rows, const Planned& batch,
                  kernels::HitKernel kernel) noexcept {
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    if (!batch) return refused(batch.reason);
    if (out.size() != rows) return refused(Reason::CountsLength);
    const queries::BatchAsStored stored(reading, *batch);
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
        return kernel(reading.view(), stored.batch(), begin, end, sink);
    };
    return reading.with_reason(answer(out, call, reading.executor()));
}

} // namespace

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
    const bool limited = options.limit != 0 || !options.limits.empty();
    plan.keys = options.distances || limited;
    plan.distances = options.distances;
    plan.found = limited && options.count_found;
    plan.most_hits = options.most_hits;
    return plan;
}

HitPlan ordered_plan_of(std::size_t rows, const QueryOptions& options) noexcept {
    HitPlan plan = plan_of(rows, options);
    plan.keys = plan.distances = true;
    plan.order = Order::Stable;
    return plan;
}

std::optional<SortedAlong> queries::order_to_run_in(const Reading& reading, const kernels::Batch& batch,
                                                    const HitPlan& plan, Hits& out) noexcept {
    const float near = reading.shown().near;
    // Wide discs with a limit are counted together where they lie together in both directions.
    const bool counts = batch.limited() && plan.found && near > 0 && 4 * batch.reach > near;
    const std::size_t fewest = counts ? 256 : 2048; // queries and elements
    if (plan.rows < fewest || plan.rows >= no_slot || reading.view().size < fewest || !batch[kernels::Batch::at_x])
        return std::nullopt;
    if (const HitsState* const to = Access::state(out); !HitsState::real(to) || to->is_fixed()) return std::nullopt;
    const SortedAlong along = near > 0 && !counts ? SortedAlong::Rows : SortedAlong::Curve;
    // Layers of their own lie apart as well.
    return batch.layers_of || are_scattered(batch, plan.rows, near) ? std::optional(along) : std::nullopt;
}

Status queries::neighbors_by_slot(const SpaceState& state, const NeighborRadii& radii, Hits& out,
                                  const QueryOptions& options, const Executor& executor) noexcept {
    const Reading reading(state, executor);
    const std::size_t rows = reading.view().slot_count;
    const auto batch = plan_neighbors(nullptr, rows, radii, options, reading.categories());
    return ask(reading, out, plan_of(rows, options), batch,
               reading.table()[{kernels::SearchKind::Neighbors, queries::collect_of(batch)}]);
}

Status Space::State::neighbors(const NeighborRadii& radii, Hits& out, const QueryOptions& options,
                               const Executor& of_call) const noexcept {
    return queries::neighbors_by_slot(*this, radii, out, options, of_call);
}

Status queries::overlap(const Reading& reading, const BoxView& boxes, Hits& out, const QueryOptions& options) noexcept {
    const auto batch = plan_boxes(boxes, options, reading.categories());
    return explained(ask(reading, out, plan_of(boxes.size(), options), batch,
                         reading.table()[{kernels::SearchKind::Overlap, collect_of(batch)}]),
                     [&](Slot row) { return flaw_at(boxes, row); });
}

Status queries::within(const Reading& reading, const DiscView& discs, Hits& out, const QueryOptions& options) noexcept {
    const auto batch = plan_discs(discs, options, reading.categories());
    const auto kernel = reading.table()[{kind_within(options.measure), collect_of(batch)}];
    return explained(ask(reading, out, plan_of(discs.centers.size, options), batch, kernel),
                     [&](Slot row) { return flaw_at(discs, row); });
}

Status queries::nearest(const Reading& reading, const PointView& points, std::uint32_t k, float max_distance, Hits& out,
                        const QueryOptions& options) noexcept {
    const kernels::Search search{kernels::SearchKind::Nearest};
    Planned batch = plan_points(points, k, max_distance, options, reading.categories());
    const HitPlan plan = ordered_plan_of(points.size, options);
    const auto reason_of = [&](Slot row) { return flaw_at(points, row); };
    if (batch && batch->chooses()) [[unlikely]]
        if (FewMembers members; members.collect(reading, points.size, *batch)) {
            const auto kernel = [&](const kernels::IndexView& view, auto&&... range) { // also of an empty index
                const auto& searched = view.size != 0 ? members.view() : no_elements<kernels::TileTreeView>;
                return active_kernels().tile_tree[search](searched, range...);
            };
            return explained(ask(reading, out, plan, batch, kernel), reason_of);
        }
    return explained(ask(reading, out, plan, batch, reading.table()[search]), reason_of);
}

Status queries::cast(const Reading& reading, const RayView& rays, Hits& out, const QueryOptions& options) noexcept {
    HitPlan plan = ordered_plan_of(rays.origins.size, options);
    plan.found = false;
    const auto batch = plan_rays(rays, options, reading.categories());
    return explained(ask(reading, out, plan, batch, reading.table()[{kernels::SearchKind::Cast}]),
                     [&](Slot row) { return flaw_at(rays, row); });
}

Status queries::along(const Reading& reading, const RayView& rays, Hits& out, const QueryOptions& options) noexcept {
    const auto batch = plan_rays(rays, options, reading.categories());
    return explained(ask(reading, out, ordered_plan_of(rays.origins.size, options), batch,
                         reading.table()[{kernels::SearchKind::Along}]),
                     [&](Slot row) { return flaw_at(rays, row); });
}

Status queries::count(const Reading& reading, const BoxView& boxes, std::span<std::uint32_t> out,
                      const QueryOptions& options) noexcept {
    const auto batch = plan_boxes(boxes, options, reading.categories());
    return explained(count_hits(reading, out, boxes.size(), batch,
                                reading.table()[{kernels::SearchKind::Overlap, kernels::Collect::Count}]),
                     [&](Slot row) { return flaw_at(boxes, row); });
}

Status queries::count(const Reading& reading, const DiscView& discs, std::span<std::uint32_t> out,
                      const QueryOptions& options) noexcept {
    const auto batch = plan_discs(discs, options, reading.categories());
    const auto kernel = reading.table()[{kind_within(options.measure), kernels::Collect::Count}];
    return explained(count_hits(reading, out, discs.centers.size, batch, kernel),
                     [&](Slot row) { return flaw_at(discs, row); });
}

Status queries::neighbors_of(const Reading& reading, std::span<const Slot> of, float radius, Hits& out,
                             const QueryOptions& options) noexcept {
    const auto batch = plan_neighbors(of.data(), of.size(), {radius}, options, reading.categories());
    const auto kernel = reading.table()[{kernels::SearchKind::Neighbors, collect_of(batch)}];
    return ask(reading, out, plan_of(of.size(), options), batch, kernel);
}

Status Space::overlap(BoxView boxes, Hits& out, QueryOptions options, Executor executor) const noexcept {
    return queries::overlap(Reading(*state_, executor), boxes, out, options);
}
Status Space::within(DiscView discs, Hits& out, QueryOptions options, Executor executor) const noexcept {
    return queries::within(Reading(*state_, executor), discs, out, options);
}
Status Space::nearest(PointView points, std::uint32_t k, float max_distance, Hits& out, QueryOptions options,
                      Executor executor) const noexcept {
    return queries::nearest(Reading(*state_, executor), points, k, max_distance, out, options);
}
Status Space::cast(RayView rays, Hits& out, QueryOptions options, Executor executor) const noexcept {
    return queries::cast(Reading(*state_, executor), rays, out, options);
}
Status Space::along(RayView rays, Hits& out, QueryOptions options, Executor executor) const noexcept {
    return queries::along(Reading(*state_, executor), rays, out, options);
}
Status Space::count(BoxView boxes, std::span<std::uint32_t> out, QueryOptions options,
                    Executor executor) const noexcept {
    return queries::count(Reading(*state_, executor), boxes, out, options);
}
Status Space::count(DiscView discs, std::span<std::uint32_t> out, QueryOptions options,
                    Executor executor) const noexcept {
    return queries::count(Reading(*state_, executor), discs, out, options);
}
Status Space::neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions options,
                           Executor executor) const noexcept {
    return queries::neighbors_of(Reading(*state_, executor), of, radius, out, options);
}

Status Space::neighbors(float radius, Hits& out, QueryOptions options, Executor executor) const noexcept {
    return state_->neighbors({radius}, out, options, executor);
}

Status Space::neighbors(std::span<const float> radii, Hits& out, QueryOptions options,
                        Executor executor) const noexcept {
    return state_->neighbors({0, &radii}, out, options, executor);
}

Status Space::pairs(Pairs& out, PairOptions options, Executor executor) const noexcept {
    return state_->pairs(out, options, executor);
}

} // namespace throng
