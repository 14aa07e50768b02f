// SPDX-License-Identifier: MIT
// The steps that the queries of all indexes share: a planned batch, sorted if that pays, is answered by a kernel over
// the view of an index.
#pragma once

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "engine/src/query/space_state.hpp"

#include <optional>

namespace throng {

/// Empty answers with a fault of the whole call.
Status refuse(Hits& out, const Status& status) noexcept;
Status refuse(Pairs& out, const Status& status) noexcept;
template <class Answer> Status refuse(Answer& out, Fault fault) noexcept { return refuse(out, status_of(fault, {})); }
template <class Answer> Status refuse(Answer& out, Reason reason) noexcept { return refuse(out, refused(reason)); }

/// What is wrong with options of pairs in any space.
Reason flaw_of_numbers(const PairOptions& options) noexcept;
/// The status of pairs, after their squared distances were computed if the options ask for them.
Status measured(const Status& status, const SpaceState& space, Pairs& out, const PairOptions& options,
                const Executor& executor) noexcept;

/// The plan of a batch with these options, and that of a kernel that always writes distances and orders rows itself.
HitPlan plan_of(std::size_t rows, const QueryOptions& options) noexcept;
HitPlan ordered_plan_of(std::size_t rows, const QueryOptions& options) noexcept;

namespace queries {

/// The order in which to execute a batch that is large and in no order of space, for an index that is not small. None:
/// the order of the batch.
std::optional<SortedAlong> order_to_run_in(const Reading& reading, const kernels::Batch& batch, const HitPlan& plan,
                                           Hits& out) noexcept;

template <class Kernel>
Status answer_batch(const Reading& reading, Hits& out, const HitPlan& plan, const kernels::Batch& batch,
                    Kernel kernel) noexcept {
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
        return kernel(reading.view(), batch, begin, end, sink);
    };
    const Status status = answer(out, plan, call, reading.executor());
    reading.record_size(out.slots().size());
    return status;
}

/// A batch with x and y as the view of the index has them. It is copied only if they are exchanged: see Planned.
class BatchAsStored {
public:
    BatchAsStored(const Reading& reading, const kernels::Batch& batch) noexcept : given_(batch) {
        if (reading.shown().turned) turned_ = exchanged(batch);
    }
    const kernels::Batch& batch() const noexcept { return turned_ ? *turned_ : given_; }

private:
    const kernels::Batch& given_;
    std::optional<kernels::Batch> turned_;
};

/// The answer to a planned batch, or the refusal of the whole call.
template <class Kernel>
Status ask(const Reading& reading, Hits& out, HitPlan plan, const Planned& batch, Kernel kernel) noexcept {
    if (!reading.allowed()) return refuse(out, Fault::Busy); // before any fault that depends on the index
    if (!batch) return refuse(out, batch.flaw());
    plan.most_hits = reading.limit_of_answer(plan.most_hits);
    const BatchAsStored as_stored(reading, *batch);
    const kernels::Batch& stored = as_stored.batch();
    const std::optional<SortedAlong> along = order_to_run_in(reading, stored, plan, out);
    if (!along) return reading.with_reason(answer_batch(reading, out, plan, stored, kernel));
    kernels::Batch sorted = stored;
    HitPlan in_order = plan;
    if (!sort_by_place(sorted, plan.items, *along, out, in_order.sorted, reading.executor()))
        return refuse(out, Fault::OutOfMemory);
    Status status = answer_batch(reading, out, in_order, sorted, kernel);
    if (status.first != no_slot) { // the caller's batch, executed on an empty index, gives the first faulty row
        auto by_row = [&](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
            return kernel(*reading.shown().empty, *batch, begin, end, sink);
        };
        status.first = first_faulty(in_order, by_row);
    }
    return status;
}

inline kernels::Collect collect_of(const Planned& batch) noexcept {
    const bool plain = !batch || !batch->general(); // only slots are needed
    return plain ? kernels::Collect::Slots : kernels::Collect::Ranked;
}

inline kernels::HitKernel neighbors_in_order(const kernels::QueryTable& table, const Planned& batch) noexcept {
    return table.neighbors_in_order[static_cast<std::size_t>(collect_of(batch))];
}

inline kernels::SearchKind kind_within(Measure measure) noexcept {
    return measure == Measure::Center ? kernels::SearchKind::WithinCenter : kernels::SearchKind::WithinBox;
}

// ---- the queries of Space and of Reader ----
Status overlap(const Reading& reading, const BoxView& boxes, Hits& out, const QueryOptions& options) noexcept;
Status within(const Reading& reading, const DiscView& discs, Hits& out, const QueryOptions& options) noexcept;
Status nearest(const Reading& reading, const PointView& points, std::uint32_t k, float max_distance, Hits& out,
               const QueryOptions& options) noexcept;
Status cast(const Reading& reading, const RayView& rays, Hits& out, const QueryOptions& options) noexcept;
Status along(const Reading& reading, const RayView& rays, Hits& out, const QueryOptions& options) noexcept;
Status neighbors_of(const Reading& reading, std::span<const Slot> of, float radius, Hits& out,
                    const QueryOptions& options) noexcept;
Status count(const Reading& reading, const BoxView& boxes, std::span<std::uint32_t> out,
             const QueryOptions& options) noexcept;
Status count(const Reading& reading, const DiscView& discs, std::span<std::uint32_t> out,
             const QueryOptions& options) noexcept;

/// neighbors() of every slot, in the order of slots.
Status neighbors_by_slot(const SpaceState& state, const NeighborRadii& radii, Hits& out, const QueryOptions& options,
                         const Executor& executor) noexcept;

} // namespace queries
} // namespace throng
