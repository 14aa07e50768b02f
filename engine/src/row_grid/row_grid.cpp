// SPDX-License-Identifier: MIT
// RowGrid's public functions: life, changes and plain reads. Queries are in row_grid/row_grid_queries.cpp.
#include "engine/src/row_grid/row_grid_state.hpp"

namespace throng {

DescCheck RowGrid::State::check(const RowGridDesc& desc) noexcept {
    return DescCheck()
        .bounds(desc.bounds)
        .memory(desc.memory)
        .length(desc.max_half_extent, Reason::MaxHalfExtent)
        .length(desc.cell_size, Reason::CellSize);
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

} // namespace throng
