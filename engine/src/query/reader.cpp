// SPDX-License-Identifier: MIT
#include <throng/reader.hpp>

#include "engine/src/base/flaws.hpp"
#include "engine/src/query/space_queries.hpp"

#include <new>

namespace throng {

using kernels::Collect;
using kernels::SearchKind;

struct Reader::State {
    explicit State(const Space& space) noexcept : reading(Access::state(space), serial()) {}
    const Reading reading;
};

Reader::Reader(const Space& space) noexcept {
    static_assert(sizeof(State) <= state_size && alignof(State) <= alignof(std::max_align_t));
    ::new (bytes_) State(space);
}
Reader::~Reader() { state().~State(); }
Reader::State& Reader::state() noexcept { return *std::launder(reinterpret_cast<State*>(bytes_)); }
const Reader::State& Reader::state() const noexcept { return *std::launder(reinterpret_cast<const State*>(bytes_)); }
Reader::operator bool() const noexcept { return state().reading.allowed(); }

Status Reader::overlap(BoxView queries, Hits& out, const QueryOptions& options) const noexcept {
    return queries::overlap(state().reading, queries, out, options);
}
Status Reader::within(DiscView queries, Hits& out, const QueryOptions& options) const noexcept {
    return queries::within(state().reading, queries, out, options);
}
Status Reader::nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out,
                       const QueryOptions& options) const noexcept {
    return queries::nearest(state().reading, queries, k, max_distance, out, options);
}
Status Reader::cast(RayView queries, Hits& out, const QueryOptions& options) const noexcept {
    return queries::cast(state().reading, queries, out, options);
}
Status Reader::along(RayView queries, Hits& out, const QueryOptions& options) const noexcept {
    return queries::along(state().reading, queries, out, options);
}
Status Reader::neighbors_of(std::span<const Slot> of, float radius, Hits& out,
                            const QueryOptions& options) const noexcept {
    return queries::neighbors_of(state().reading, of, radius, out, options);
}
Status Reader::count(BoxView queries, std::span<std::uint32_t> out, const QueryOptions& options) const noexcept {
    return queries::count(state().reading, queries, out, options);
}
Status Reader::count(DiscView queries, std::span<std::uint32_t> out, const QueryOptions& options) const noexcept {
    return queries::count(state().reading, queries, out, options);
}

Reader::Row::~Row() { delete more; }

namespace {

// The answer to a batch of one query, in an object that grows.
Status answer_in(const Reading& reading, Hits& out, const kernels::Batch& batch, kernels::HitKernel kernel) {
    HitPlan plan;
    plan.rows = plan.items = 1;
    plan.keys = batch.ranked();
    plan.distances = batch.keys_wanted;
    return queries::answer_batch(reading, out, plan, batch, kernel);
}

// Answers a batch of one query of this kind. explain(0) says what is wrong with it.
template <class Row, class Explain>
void find_row(const Reading& reading, const Planned& batch, SearchKind kind, Row& row,
              const Explain& explain) noexcept {
    if (!reading.allowed() || !batch) {
        row.status = !reading.allowed() ? busy : batch.flaw();
        return;
    }
    const bool always_ranked = kind == SearchKind::Nearest || kind == SearchKind::Along;
    const kernels::HitKernel kernel =
        reading.table()[{kind, always_ranked ? Collect::Ranked : queries::collect_of(batch)}];
    const queries::BatchAsStored as_stored(reading, *batch);
    kernels::HitSink sink;
    std::uint32_t size = 0;
    sink.slots = row.own_slots;
    sink.keys = row.own_distances;
    sink.capacity = Row::most;
    sink.counts = &size;
    if (kernel(reading.view(), as_stored.batch(), 0, 1, sink) == 1) {
        row.size = size;
        row.status = explained(reading.with_reason(status_of(Fault::None, sink.faulty)), explain);
        return;
    }
    row.more = new (std::nothrow) Hits;
    if (row.more == nullptr) {
        row.status = refused(Reason::None, Fault::OutOfMemory);
        return;
    }
    row.status = answer_in(reading, *row.more, as_stored.batch(), kernel);
    row.size = static_cast<std::uint32_t>(row.more->slots().size());
    row.slots = row.more->slots().data();
    row.distances = row.more->distances().data();
}

template <class View, class Plan, class Row>
void find_among(const Reading& reading, Plan* plan, const View& view, const QueryOptions& options, bool distances,
                SearchKind kind, Row& row) noexcept {
    Planned batch = plan(view, options, reading.categories());
    batch->keys_wanted = distances;
    find_row(reading, batch, kind, row, [&](Slot i) { return flaw_at(view, i); });
}

} // namespace

void Reader::find(const Disc& disc, const QueryOptions& options, bool distances, Row& row) const noexcept {
    const DiscView view(disc);
    find_among(state().reading, plan_discs, view, options, distances, queries::kind_within(options.measure), row);
}
void Reader::find(const Aabb& box, const QueryOptions& options, bool distances, Row& row) const noexcept {
    find_among(state().reading, plan_boxes, BoxView(box), options, distances, SearchKind::Overlap, row);
}
void Reader::find(Slot slot, float radius, const QueryOptions& options, bool distances, Row& row) const noexcept {
    const Reading& reading = state().reading;
    Planned batch = plan_neighbors(&slot, 1, {radius}, options, reading.categories());
    batch->keys_wanted = distances;
    find_row(reading, batch, SearchKind::Neighbors, row, [](Slot) { return Reason::None; });
}
void Reader::find(Vec2 point, std::uint32_t k, float max_distance, const QueryOptions& options,
                  Row& row) const noexcept {
    const Reading& reading = state().reading;
    const PointView view(point);
    const Planned batch = plan_points(view, k, max_distance, options, reading.categories());
    find_row(reading, batch, SearchKind::Nearest, row, [&](Slot i) { return flaw_at(view, i); });
}
void Reader::find(const Ray& ray, const QueryOptions& options, Row& row) const noexcept {
    find_among(state().reading, plan_rays, RayView(ray), options, true, SearchKind::Along, row);
}

} // namespace throng
