// SPDX-License-Identifier: MIT
// RowGrid's public functions, and its queries.
#include "engine/src/base/blocks.hpp"
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/space_queries.hpp"
#include "engine/src/row_grid/row_grid_state.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <cmath>

namespace throng {

using kernels::GridView;
using kernels::SearchKind;

DescCheck RowGrid::State::check(const RowGridDesc& desc) noexcept {
    return DescCheck(desc).length(desc.max_half_extent, Reason::MaxHalfExtent).length(desc.cell_size, Reason::CellSize);
}

// The first build or insert decides the kind of elements; an update of none before it does not.
Reason RowGrid::State::enter(bool points) noexcept {
    const Kind wanted = points ? Kind::Points : Kind::Boxes;
    if (kind != Kind::Unknown && kind != wanted) return Reason::OtherKindOfElements;
    deciding = kind == Kind::Unknown;
    if (deciding) become(wanted);
    return Reason::None;
}

void RowGrid::State::leave(bool decides) noexcept {
    if (deciding && !decides) become(Kind::Unknown);
}

void RowGrid::State::become(Kind to) noexcept {
    set_kind(to);
    changes.set_points(points());
}

RowGrid::RowGrid() noexcept = default;
RowGrid::RowGrid(const RowGridDesc& desc) { require_open(open(desc), State::check(desc)); }
Status RowGrid::open(const RowGridDesc& desc) noexcept { return life::open<State>(*this, desc); }

Status RowGrid::build(PointView centers, Executor executor) noexcept {
    return changes::build(Access::state(*this), centers, executor);
}

Status RowGrid::update(PointView centers, Executor executor) noexcept {
    return changes::update(Access::state(*this), centers, executor);
}

Status RowGrid::insert(std::span<const Slot> slots, PointView centers, Executor executor) noexcept {
    return changes::insert(Access::state(*this), slots, centers, executor);
}

Status RowGrid::move(std::span<const Slot> slots, PointView centers, Executor executor) noexcept {
    return changes::move(Access::state(*this), slots, centers, executor);
}

std::size_t RowGrid::faulty_slots(PointView by_slot, std::span<Slot> out) const noexcept {
    return changes::faulty_slots(Access::state(*this), by_slot, out);
}

std::span<const Slot> RowGrid::order() const noexcept {
    const State* const state = Access::open_state(*this);
    if (!state) return {};
    const kernels::GridView v = state->view();
    return {v.slots, v.size};
}

RowGridView RowGrid::view() const noexcept {
    const State* const state = Access::open_state(*this);
    if (!state) return {};
    const GridGeometry& g = state->geometry;
    return {exchanged(Vec2{g.origin_x, g.origin_y}, g.turned),
            g.cell_size,
            state->size == 0 ? 0 : static_cast<std::uint32_t>(state->rows.size()),
            state->points() ? state->desc.max_half_extent : 0.f,
            g.turned,
            g.column_size};
}

RowView RowGrid::row(std::uint32_t index) const noexcept {
    const State* const state = Access::open_state(*this);
    if (!state || index >= state->rows.size()) return {};
    const kernels::GridView v = state->view();
    const kernels::GridRow& row = v.rows[index];
    if (row.size == 0) return {};
    const kernels::ElementColumns c = exchanged(kernels::columns_from(v.columns(), row.begin), v.turned);
    return {c.min_x, c.min_y, c.max_x, c.max_y, c.slots, v.cell_begin + row.cell_begin, row.cells, row.shift, row.size};
}

namespace {

// The distance between queries that share some of their candidates.
float near_distance(const GridView& view) { return 8.f / view.inverse_cell; }

// True if most neighbouring slots are near each other, as in arrays that are sorted by order() now and then, and in a
// grid of one cell. Judged by a few of them.
bool near_order(const GridView& view) {
    if (view.one_cell()) return true;
    const std::uint32_t samples = std::min(64u, view.slot_count / 16);
    const float far = near_distance(view);
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

Shown RowGrid::State::show(ViewRoom& room) const noexcept {
    const auto& v = *::new (room.place<GridView>()) GridView(view());
    Shown shown = Shown::of(v, active_kernels().grid_of_boxes);
    shown.turned = v.turned;
    shown.near = near_distance(v);
    shown.stores_boxes = !v.points;
    shown.around = {{v.min_x_all, v.min_y_all}, {v.max_x_all, v.max_y_all}};
    return shown;
}

kernels::PairKernel RowGrid::State::pair_kernel(const GridView& view) noexcept {
    const kernels::GridPairKernels& pairs = active_kernels().grid_pairs(view.points);
    return view.dense ? pairs.dense : pairs.sparse;
}

PairSearch RowGrid::State::pair_search(const kernels::IndexView& view) const noexcept {
    const auto& grid = static_cast<const GridView&>(view);
    return {pair_kernel(grid), {.count = view.size}, active_kernels().grid_pairs(grid.points).within};
}

// Rows are read one after the other, so that no element has to be searched for.
bool RowGrid::State::list_centers(Vec2* by_slot, const Executor& executor) const noexcept {
    const GridView v = view();
    const parallel::Ranges blocks(v.size == 0 ? 0u : v.row_count, 64);
    return compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
        for (std::uint32_t r = blocks.begin(b); r < blocks.end(b); ++r) {
            const kernels::GridRow& row = v.rows[r];
            for (std::uint32_t i = row.begin; i < row.begin + row.size; ++i) {
                const Vec2 low{v.min_x[i], v.min_y[i]};
                const Vec2 center = v.points ? low : predicates::center_of({low, {v.max_x[i], v.max_y[i]}});
                by_slot[v.slots[i]] = v.turned ? Vec2{center.y, center.x} : center;
            }
        }
    });
}

// The pairs of a grid of one cell, written to the room that `out` has: without the begin and end of a batch and without
// a view, which would cost a small world more than its pairs.
bool RowGrid::State::pairs_at_once(const kernels::BitsetView* among, const PairPlan& plan, Pairs& out) const noexcept {
    PairsState* const to = Access::state(out);
    if (!one_cell() || size == 0 || size > PairItems{}.block || !PairsState::real(to)) return false;
    kernels::PairSink sink;
    offer_room(to->pairs, sink);
    if (sink.capacity == 0) return false;
    const auto join = active_kernels().grid_pairs(points()).in_cell[dense];
    if (join(elements(), size, 0, size, among, sink) != size) return false;
    if (plan.limit != 0 && sink.size > plan.limit) return false;
    to->take(sink);
    to->ids.resize(0);
    to->squared.resize(0);
    return plan.order != Order::BySlot || to->sort_by_slot(serial()) == Fault::None;
}

// Neighbours are searched one after the other, so that they share their candidates' cache lines: in the order of slots
// if that is near theirs, which fills the answer in its own order, else in memory order. A fixed buffer must be filled
// row by row.
Status RowGrid::State::neighbors(const NeighborRadii& radii, Hits& out, const QueryOptions& options,
                                 const Executor& of_call) const noexcept {
    if (const HitsState* const to = Access::state(out); !HitsState::real(to) || to->is_fixed())
        return queries::neighbors_by_slot(*this, radii, out, options, of_call);
    const Reading reading(*this, of_call);
    if (!reading.allowed()) return refuse(out, Fault::Busy);
    const auto& view = reading.view_as<GridView>();
    const auto batch = plan_neighbors(nullptr, view.slot_count, radii, options, reading.categories());
    HitPlan plan = plan_of(view.slot_count, options);
    if (near_order(view))
        return queries::ask(reading, out, plan, batch,
                            reading.table()[{SearchKind::Neighbors, queries::collect_of(batch)}]);
    plan.items = view.size;
    plan.row_of_item = view.slots;
    return queries::ask(reading, out, plan, batch, queries::neighbors_in_order(reading.table(), batch));
}

} // namespace throng
