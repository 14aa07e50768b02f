// SPDX-License-Identifier: MIT
// The public queries of World and of WorldSnapshot in doubles: a batch becomes floats in memory that its answer lends,
// or that is on the stack, and is then a query in floats.
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/space_queries.hpp"
#include "engine/src/world/queries/answer_packet.hpp"
#include "engine/src/world/relative.hpp"
#include "engine/src/world/world_space_state.hpp"
#include "parallel/ranges.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::size_t converted_at_once = 256;  // on the stack
constexpr std::size_t converted_by_task = 8192; // larger batches are converted in parallel

/// Memory for a batch beside an answer: a column of scratch that the query itself does not use, or the end of a fixed
/// buffer. The answer has both again at the end of the scope.
template <class T> class LentMemory {
public:
    LentMemory(HitsState& state, Column<T>& column) noexcept
        : state_(state), column_(column), own_(column.memory()), fixed_(state.fixed) {
        own_.swap(column_);
    }
    LentMemory(const LentMemory&) = delete;
    LentMemory& operator=(const LentMemory&) = delete;
    ~LentMemory() {
        own_.swap(column_);
        state_.fixed = fixed_;
    }

    /// Null: there is not enough.
    void* take(std::size_t bytes) noexcept {
        if (state_.is_fixed()) {
            if (bytes > fixed_.size()) return nullptr;
            constexpr std::size_t alignment = 8; // the buffer's begin has it
            const std::size_t begin = (fixed_.size() - bytes) / alignment * alignment;
            state_.fixed = fixed_.first(begin);
            return fixed_.data() + begin;
        }
        const std::size_t count = (bytes + sizeof(T) - 1) / sizeof(T);
        own_.resize(0);
        return own_.grow(count) ? own_.data() : nullptr;
    }

private:
    HitsState& state_;
    Column<T>& column_;
    Column<T> own_;
    const std::span<std::byte> fixed_;
};

/// Calls convert(begin, end) for parts of [0, count). False: cancelled.
template <class Convert>
bool convert_in_parts(std::size_t count, const Executor& executor, Convert&& convert) noexcept {
    if (count <= converted_by_task) {
        convert(0, count);
        return true;
    }
    return parallel::for_each_range(executor, count, converted_by_task, [&](std::size_t begin, std::size_t end) {
        const simd::FloatEnvironment environment;
        convert(begin, end);
    });
}

/// Calls run(items) for the items of a batch of `count`, which convert(begin, end, to) writes. Without an answer that
/// can hold any, without rows and beyond what a batch can have, run(nullptr) finds the fault.
template <class Item, class T, class Convert, class Run>
Status run_converted(const Executor& executor, Hits& out, Column<T> HitsState::*scratch, std::size_t count,
                     std::size_t per_row, Convert&& convert, Run&& run) noexcept {
    HitsState* const to = Access::state(out);
    if (!HitsState::real(to) || count == 0 || count >= no_slot) return run(nullptr);
    LentMemory<T> lent(*to, to->*scratch);
    auto* const items = static_cast<Item*>(lent.take(count * per_row * sizeof(Item)));
    if (!items && to->is_fixed()) {
        to->answer_nothing();
        return {Fault::OutputTooSmall, 0, static_cast<std::uint32_t>(count)};
    }
    if (!items) return refuse(out, Fault::OutOfMemory);
    const bool converted = convert_in_parts(
        count, executor, [&](std::size_t begin, std::size_t end) { convert(begin, end, items + begin * per_row); });
    return converted ? run(items) : refuse(out, Fault::Cancelled);
}

/// Calls run(view) for `places` in floats.
template <class Places, class Run>
Status run_relative(const WorldSpaceState& state, const Places& places, Hits& out, const Executor& executor,
                    Run&& run) noexcept {
    const Inside inside(state); // the world stays as it is until the answer is there
    if (!inside.allowed()) return refuse(out, Fault::Busy);
    if (!relative::is_valid(places)) return refuse(out, Fault::InvalidArgument);
    const DoubleVec2 origin = state.origin();
    const std::size_t count = relative::size_of(places);
    return run_converted<float>(
        parallel::resolve(executor, state.host), out, &HitsState::item_queries, count, relative::floats_of(places),
        [&](std::size_t begin, std::size_t end, float* to) { relative::convert(places, origin, begin, end, to); },
        [&](const float* floats) {
            return run(floats ? relative::view_of(places, floats, count) : relative::stand_in(places));
        });
}

/// Counts around `places`, some queries at a time. plan(floats) plans a batch of which only the places count.
template <class Places, class Plan>
Status count_relative(const WorldSpaceState& state, const Places& places, std::span<std::uint32_t> out,
                      kernels::SearchKind kind, const Executor& of_call, Plan&& plan) noexcept {
    const Reading reading(state, of_call);
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    if (!relative::is_valid(places)) return refused(Reason::DoublesUnreadable);
    const Planned batch = plan(relative::stand_in(places), reading.categories());
    if (!batch) return refused(batch.reason);
    if (out.size() != relative::size_of(places)) return refused(Reason::CountsLength);
    const DoubleVec2 origin = state.origin();
    const kernels::HitKernel kernel = reading.table()[{kind, kernels::Collect::Count}];
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::HitSink& sink) {
        float floats[converted_at_once * relative::most_floats];
        const auto most = static_cast<std::uint32_t>(converted_at_once);
        for (std::uint32_t first = begin; first < end; first += std::min(end - first, most)) {
            const std::uint32_t count = std::min(end - first, most);
            relative::convert(places, origin, first, first + count, floats);
            kernels::Batch part = from_query(*batch, first);
            const std::size_t stride = relative::floats_of(places);
            for (std::size_t name = 0; name < stride; ++name)
                part.numbers[name] = {floats + name, stride * sizeof(float)};
            kernels::HitSink counted = sink;
            counted.counts = sink.counts + first;
            counted.faulty = {};
            kernel(reading.view(), part, 0, count, counted);
            merge(sink.faulty, counted.faulty, first);
        }
        return end;
    };
    return answer(out, call, reading.executor());
}

DiscView with_centers(const DoubleDiscView& discs, const PointView& centers) noexcept {
    DiscView floats(centers, discs.radius);
    floats.radii = discs.radii;
    return floats;
}

RayView with_origins(const DoubleRayView& rays, const PointView& origins) noexcept {
    RayView floats(origins, rays.directions, rays.max_t);
    floats.max_ts = rays.max_ts;
    floats.half_extent = rays.half_extent;
    return floats;
}

} // namespace

Status WorldSpace::overlap(DoubleBoxView queries, Hits& out, QueryOptions options, Executor executor) const noexcept {
    return run_relative(state_of(*this), queries, out, executor,
                        [&](const BoxView& boxes) { return overlap(boxes, out, options, executor); });
}

Status WorldSpace::within(DoubleDiscView queries, Hits& out, QueryOptions options, Executor executor) const noexcept {
    return run_relative(state_of(*this), queries.centers, out, executor, [&](const PointView& centers) {
        return within(with_centers(queries, centers), out, options, executor);
    });
}

Status WorldSpace::nearest(DoublePointView queries, std::uint32_t k, float max_distance, Hits& out,
                           QueryOptions options, Executor executor) const noexcept {
    return run_relative(state_of(*this), queries, out, executor, [&](const PointView& points) {
        return nearest(points, k, max_distance, out, options, executor);
    });
}

Status WorldSpace::cast(DoubleRayView queries, Hits& out, QueryOptions options, Executor executor) const noexcept {
    return run_relative(state_of(*this), queries.origins, out, executor, [&](const PointView& origins) {
        return cast(with_origins(queries, origins), out, options, executor);
    });
}

Status WorldSpace::along(DoubleRayView queries, Hits& out, QueryOptions options, Executor executor) const noexcept {
    return run_relative(state_of(*this), queries.origins, out, executor, [&](const PointView& origins) {
        return along(with_origins(queries, origins), out, options, executor);
    });
}

Status WorldSpace::count(DoubleBoxView boxes, std::span<std::uint32_t> out, QueryOptions options,
                         Executor executor) const noexcept {
    return count_relative(
        state_of(*this), boxes, out, kernels::SearchKind::Overlap, executor,
        [&](const BoxView& floats, const Categories& categories) { return plan_boxes(floats, options, categories); });
}

Status WorldSpace::count(DoubleDiscView discs, std::span<std::uint32_t> out, QueryOptions options,
                         Executor executor) const noexcept {
    return count_relative(state_of(*this), discs.centers, out, queries::kind_within(options.measure), executor,
                          [&](const PointView& centers, const Categories& categories) {
                              return plan_discs(with_centers(discs, centers), options, categories);
                          });
}

Status WorldSpace::query(DoubleQueryView queries, Hits& out, QueryOptions options, Executor executor) const noexcept {
    const WorldSpaceState& state = state_of(*this);
    const Inside inside(state);
    if (!inside.allowed()) return refuse(out, Fault::Busy);
    if (queries.size != 0 && !queries.data) return refuse(out, Reason::QueriesWithoutData);
    const DoubleVec2 origin = state.origin();
    return run_converted<Query>(
        parallel::resolve(executor, state.host), out, &HitsState::item_columns, queries.size, 1,
        [&](std::size_t begin, std::size_t end, Query* to) { relative::convert(queries.data, origin, begin, end, to); },
        [&](const Query* floats) {
            // Out of memory: query() is given the count alone, and reports the fault without reading.
            static constexpr Query none{};
            return query({floats ? floats : &none, queries.size}, out, options, executor);
        });
}

DoubleVec2 WorldSpace::origin() const noexcept { return state_of(*this).origin(); }

Vec2 WorldSpace::relative(DoubleVec2 place) const noexcept {
    const simd::FloatEnvironment environment;
    return throng::relative::convert(place, origin());
}

DoubleVec2 WorldSpace::absolute(Vec2 point) const noexcept {
    const DoubleVec2 from = origin();
    return {from.x + double{point.x}, from.y + double{point.y}};
}

DoubleAabb WorldSpace::absolute(const Aabb& box) const noexcept { return {absolute(box.min), absolute(box.max)}; }

} // namespace throng
