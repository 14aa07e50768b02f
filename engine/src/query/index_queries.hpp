// SPDX-License-Identifier: MIT
// The members of parts::Queries<Self>: each converts its arguments to plain data, chooses the kernel and calls the
// batch algorithm. Each index instantiates them once, for its State.
//
// A State has `gate`, `desc.executor`, view() with size and slot_count, and the static functions
// query_table(view), pair_kernel(view) and pair_items(view). That of a grid also has near_distance(view): the distance
// of queries that share some of their candidates. A State with faster ways for all its elements than AllElements has
// specializes its members.
#pragma once

#include "engine/src/base/access.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/flaws.hpp"
#include "engine/src/base/gate.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "engine/src/query/plan.hpp"
#include "engine/src/query/query_batch.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <throng/queries.hpp>

#include <algorithm>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace throng {

/// Holds an index as a reader, in the kernels' floating-point mode. An index that was never opened counts as free.
template <class State> class Inside {
public:
    explicit Inside(const State* state) noexcept : reader_(state ? state->gate : free_) {}
    bool allowed() const noexcept { return static_cast<bool>(reader_); }

private:
    const simd::FloatEnvironment environment_; // also for the planning on the calling thread
    Gate free_;
    Reader reader_;
};

/// An answer of an object that was never opened.
template <class State> [[gnu::cold, gnu::noinline]] Status of_closed() noexcept {
    return {Fault::None, no_slot, 0, closed_reason<State>};
}

/// The data that a query reads: an index that was never opened reads as empty.
template <class State> class Reading {
public:
    using View = std::remove_cvref_t<decltype(std::declval<const State&>().view())>;

    Reading(const State* state, const Executor& of_call) noexcept
        : inside_(state), state_(state), view_(state && inside_.allowed() ? view_of(*state) : nothing),
          executor_(parallel::resolve(of_call, state ? state->desc.executor : Executor{})) {}
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
    bool allowed() const noexcept { return inside_.allowed(); }
    /// The Status of an answer: of an index that was never opened it says so, although reading it as empty is no fault.
    Status with_reason(const Status& status) const noexcept { return state_ || !status ? status : of_closed<State>(); }
    const View& view() const noexcept { return view_; }
    const Executor& executor() const noexcept { return executor_; }
    /// The smaller one of two limits of an answer: the call's, and that of the index if it has one. 0: no limit.
    std::uint32_t limit_of_answer(std::uint32_t of_call) const noexcept {
        if constexpr (requires(const State& state) { state.desc.capacity; }) {
            const std::uint32_t of_index = state_ ? state_->desc.capacity.hits : 0;
            return of_call != 0 && of_index != 0 ? std::min(of_call, of_index) : of_call | of_index;
        } else {
            return of_call;
        }
    }
    /// For an index that records the largest size of its answers.
    void record_size(std::size_t answered) const noexcept {
        if constexpr (requires(const State& state) { state.max_hits; }) {
            const auto hits = static_cast<std::uint32_t>(answered);
            for (std::uint32_t most = state_ ? state_->max_hits.load(std::memory_order_relaxed) : hits; most < hits;)
                if (state_->max_hits.compare_exchange_weak(most, hits, std::memory_order_relaxed)) break;
        }
    }
    Categories categories() const noexcept {
        if constexpr (requires { view_.categories; }) {
            return {true, view_.categories};
        } else {
            return {};
        }
    }
    const kernels::QueryTable& table() const noexcept { return State::query_table(view_); }

private:
    static constexpr View nothing{};

    // It has no value until a view is made in place.
    union Room {
        Room() noexcept {}
        View view;
    };

    // A World's version keeps its view. An index makes one for each call.
    const View& view_of(const State& state) noexcept {
        if constexpr (std::is_reference_v<decltype(state.view())>) {
            return state.view();
        } else {
            return *::new (&room_.view) View(state.view());
        }
    }

    const Inside<State> inside_;
    const State* state_;
    Room room_;
    const View& view_;
    Executor executor_;
};

/// Empty answers with a fault of the whole call.
Status refuse(Hits& out, const Status& status) noexcept;
Status refuse(Pairs& out, const Status& status) noexcept;
template <class Answer> Status refuse(Answer& out, Fault fault) noexcept { return refuse(out, status_of(fault, {})); }
template <class Answer> Status refuse(Answer& out, Reason reason) noexcept { return refuse(out, refused(reason)); }

/// The plan of a batch with these options, and that of a kernel that always writes distances and orders rows itself.
HitPlan plan_of(std::size_t rows, const QueryOptions& options) noexcept;
HitPlan ordered_plan_of(std::size_t rows, const QueryOptions& options) noexcept;

/// Why an index without categories does not support the options.
inline Reason flaw_of(const PairOptions& options) noexcept {
    if (!is_known(options.order)) return Reason::UnknownOrder;
    if (options.mask != ~0u) return Reason::MaskWithoutWorld;
    if (!options.collides_with.empty()) return Reason::CollidesWithWithoutWorld;
    if (options.static_static) return Reason::StaticStaticWithoutWorld;
    const bool layered = options.layers != LayerRange{} || options.across_layers;
    return layered ? Reason::LayersWithoutWorld : Reason::None;
}

namespace queries {

/// The batch in the coordinates of the view: those of a turned grid are exchanged.
template <class View> kernels::Batch as_stored(const View& view, const kernels::Batch& batch) noexcept {
    if constexpr (requires { view.turned; }) {
        return exchanged(batch, view.turned);
    } else {
        return batch;
    }
}

/// The order in which to execute a batch that is large and in no order of space, for an index that is not small. Null:
/// the order of the batch.
template <class State>
std::optional<SortedAlong> order_to_run_in(const Reading<State>& reading, const kernels::Batch& batch,
                                           const HitPlan& plan, Hits& out) noexcept {
    constexpr std::size_t fewest_queries = 2048, fewest_elements = 2048;
    if (plan.rows < fewest_queries || plan.rows >= no_slot || reading.view().size < fewest_elements || !batch.a_x)
        return std::nullopt;
    if (const HitsState* const to = Access::state(out); !HitsState::real(to) || to->is_fixed()) return std::nullopt;
    float near = 0;
    SortedAlong along = SortedAlong::Curve;
    if constexpr (requires { State::near_distance(reading.view()); }) { // a grid
        near = State::near_distance(reading.view());
        along = SortedAlong::Rows;
    }
    // Layers of their own lie apart as well.
    return batch.layers_of || are_scattered(batch, plan.rows, near) ? std::optional(along) : std::nullopt;
}

template <class State, class Kernel>
Status answer_batch(const Reading<State>& reading, Hits& out, const HitPlan& plan, const kernels::Batch& batch,
                    Kernel kernel) noexcept {
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
        return kernel(reading.view(), batch, begin, end, sink);
    };
    const Status status = answer(out, plan, call, reading.executor());
    reading.record_size(out.slots().size());
    return status;
}

/// The answer to a planned batch, or the refusal of the whole call.
template <class State, class Kernel>
Status ask(const Reading<State>& reading, Hits& out, HitPlan plan, const Planned& batch, Kernel kernel) noexcept {
    if (!reading.allowed()) return refuse(out, Fault::Busy); // before any fault that depends on the index
    if (!batch) return refuse(out, batch.reason);
    plan.most_hits = reading.limit_of_answer(plan.most_hits);
    const kernels::Batch stored = as_stored(reading.view(), *batch);
    const std::optional<SortedAlong> along = order_to_run_in(reading, stored, plan, out);
    if (!along) return reading.with_reason(answer_batch(reading, out, plan, stored, kernel));
    kernels::Batch sorted = stored;
    HitPlan in_order = plan;
    if (!sort_by_place(sorted, plan.items, *along, out, in_order.sorted, reading.executor()))
        return refuse(out, Fault::OutOfMemory);
    Status status = answer_batch(reading, out, in_order, sorted, kernel);
    if (status.first != no_slot) { // the caller's batch, executed on an empty index, gives the first faulty row
        auto by_row = [&](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
            return kernel(typename Reading<State>::View{}, *batch, begin, end, sink);
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

template <class State>
Status count_hits(const Reading<State>& reading, std::span<std::uint32_t> out, std::size_t rows, const Planned& batch,
                  kernels::HitKernel kernel) noexcept {
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    if (!batch) return refused(batch.reason);
    if (out.size() != rows) return refused(Reason::CountsLength);
    const kernels::Batch stored = as_stored(reading.view(), *batch);
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
        return kernel(reading.view(), stored, begin, end, sink);
    };
    return reading.with_reason(answer(out, call, reading.executor()));
}

inline kernels::SearchKind within(Measure measure) noexcept {
    return measure == Measure::Center ? kernels::SearchKind::WithinCenter : kernels::SearchKind::WithinBox;
}

/// The pairs of a grid of one cell, written to the room that `out` has: without the begin and end of a batch and
/// without a view, which would cost a small world more than its pairs. False: `out` has no room for all of them, or
/// cannot be filled at all, or they are more than the limit.
template <class State>
bool answer_at_once(const State& state, const kernels::BitsetView* among, const PairPlan& plan, Pairs& out) noexcept {
    PairsState* const to = Access::state(out);
    if (state.size == 0 || state.size > PairItems{}.block || !PairsState::real(to)) return false;
    kernels::PairSink sink;
    offer_room(to->pairs, sink);
    if (sink.capacity == 0 || state.cell_pairs(among, sink) != state.size) return false;
    if (plan.limit != 0 && sink.size > plan.limit) return false;
    to->take(sink);
    to->ids.resize(0);
    return plan.order != Order::BySlot || to->sort_by_slot(serial()) == Fault::None;
}

/// neighbors() of every slot, in the order of slots.
template <class State>
Status neighbors_by_slot(const State* state, float radius, Hits& out, const QueryOptions& options,
                         const Executor& executor) noexcept {
    const Reading reading(state, executor);
    const std::size_t rows = reading.view().slot_count;
    const auto batch = plan_neighbors(nullptr, rows, radius, options, reading.categories());
    return ask(reading, out, plan_of(rows, options), batch,
               reading.table()[{kernels::SearchKind::Neighbors, collect_of(batch)}]);
}

} // namespace queries

/// The queries about all elements of an index. A specialization that comes after its first use does not compile.
template <class State> struct AllElements {
    static Status neighbors(const State* state, float radius, Hits& out, const QueryOptions& options,
                            const Executor& executor) noexcept {
        return queries::neighbors_by_slot(state, radius, out, options, executor);
    }
    static Status pairs(const State* state, Pairs& out, const PairOptions& options, const Executor& executor) noexcept;
};

template <class State>
Status AllElements<State>::pairs(const State* state, Pairs& out, const PairOptions& options,
                                 const Executor& executor) noexcept {
    const Inside inside(state);
    if (!inside.allowed()) return refuse(out, Fault::Busy);
    if (const Reason flaw = flaw_of(options); flaw != Reason::None) return refuse(out, flaw);
    if (!state) {
        const PairsState* const to = Access::state(out);
        return refuse(out, PairsState::real(to) ? of_closed<State>() : PairsState::status(to));
    }
    const kernels::BitsetView members = options.among ? Access::view(*options.among) : kernels::BitsetView{};
    const kernels::BitsetView* const among = options.among ? &members : nullptr;
    const PairPlan plan{options.order, options.limit};
    if constexpr (requires { state->one_cell(); }) {
        if (state->one_cell() && queries::answer_at_once(*state, among, plan, out)) return {};
    }
    const auto view = state->view();
    const auto kernel = State::pair_kernel(view);
    const PairItems items = State::pair_items(view);
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) {
        return kernel(view, begin, end, among, sink);
    };
    return answer(out, items, plan, call,
                  parallel::unless_few(view.size, parallel::resolve(executor, state->desc.executor)));
}

template <class Self>
Status parts::Queries<Self>::overlap(BoxView boxes, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(Access::state_of(*this), executor);
    const auto batch = plan_boxes(boxes, options, reading.categories());
    return explained(queries::ask(reading, out, plan_of(boxes.size(), options), batch,
                                  reading.table()[{kernels::SearchKind::Overlap, queries::collect_of(batch)}]),
                     [&](Slot row) { return flaw_at(boxes, row); });
}

template <class Self>
Status parts::Queries<Self>::within(DiscView discs, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(Access::state_of(*this), executor);
    const auto batch = plan_discs(discs, options, reading.categories());
    const auto kernel = reading.table()[{queries::within(options.measure), queries::collect_of(batch)}];
    return explained(queries::ask(reading, out, plan_of(discs.centers.size, options), batch, kernel),
                     [&](Slot row) { return flaw_at(discs, row); });
}

template <class Self>
Status parts::Queries<Self>::nearest(PointView points, std::uint32_t k, float max_distance, Hits& out,
                                     QueryOptions options, Executor executor) const noexcept {
    const Reading reading(Access::state_of(*this), executor);
    const auto batch = plan_points(points, k, max_distance, options, reading.categories());
    return explained(queries::ask(reading, out, ordered_plan_of(points.size, options), batch,
                                  reading.table()[{kernels::SearchKind::Nearest}]),
                     [&](Slot row) { return flaw_at(points, row); });
}

template <class Self>
Status parts::Queries<Self>::cast(RayView rays, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(Access::state_of(*this), executor);
    HitPlan plan = ordered_plan_of(rays.origins.size, options);
    plan.found = false;
    const auto batch = plan_rays(rays, options, reading.categories());
    return explained(queries::ask(reading, out, plan, batch, reading.table()[{kernels::SearchKind::Cast}]),
                     [&](Slot row) { return flaw_at(rays, row); });
}

template <class Self>
Status parts::Queries<Self>::along(RayView rays, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const Reading reading(Access::state_of(*this), executor);
    const auto batch = plan_rays(rays, options, reading.categories());
    return explained(queries::ask(reading, out, ordered_plan_of(rays.origins.size, options), batch,
                                  reading.table()[{kernels::SearchKind::Along}]),
                     [&](Slot row) { return flaw_at(rays, row); });
}

template <class Self>
Status parts::Queries<Self>::count(BoxView boxes, std::span<std::uint32_t> out, QueryOptions options,
                                   Executor executor) const noexcept {
    const Reading reading(Access::state_of(*this), executor);
    const auto batch = plan_boxes(boxes, options, reading.categories());
    return explained(queries::count_hits(reading, out, boxes.size(), batch,
                                         reading.table()[{kernels::SearchKind::Overlap, kernels::Collect::Count}]),
                     [&](Slot row) { return flaw_at(boxes, row); });
}

template <class Self>
Status parts::Queries<Self>::count(DiscView discs, std::span<std::uint32_t> out, QueryOptions options,
                                   Executor executor) const noexcept {
    const Reading reading(Access::state_of(*this), executor);
    const auto batch = plan_discs(discs, options, reading.categories());
    const auto kernel = reading.table()[{queries::within(options.measure), kernels::Collect::Count}];
    return explained(queries::count_hits(reading, out, discs.centers.size, batch, kernel),
                     [&](Slot row) { return flaw_at(discs, row); });
}

template <class Self>
Status parts::Queries<Self>::neighbors(float radius, Hits& out, QueryOptions options,
                                       Executor executor) const noexcept {
    return AllElements<typename Access::StateOf<Self>>::neighbors(Access::state_of(*this), radius, out, options,
                                                                  executor);
}

template <class Self>
Status parts::Queries<Self>::neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions options,
                                          Executor executor) const noexcept {
    const Reading reading(Access::state_of(*this), executor);
    const auto batch = plan_neighbors(of.data(), of.size(), radius, options, reading.categories());
    const auto kernel = reading.table()[{kernels::SearchKind::Neighbors, queries::collect_of(batch)}];
    return queries::ask(reading, out, plan_of(of.size(), options), batch, kernel);
}

template <class Self>
Status parts::Queries<Self>::pairs(Pairs& out, PairOptions options, Executor executor) const noexcept {
    return AllElements<typename Access::StateOf<Self>>::pairs(Access::state_of(*this), out, options, executor);
}

} // namespace throng
