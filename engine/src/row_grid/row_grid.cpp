// SPDX-License-Identifier: MIT
// RowGrid's public functions: life, changes and plain reads. Queries are in row_grid/row_grid_queries.cpp.
#include "engine/src/query/index.hpp"
#include "engine/src/row_grid/row_grid_state.hpp"

namespace throng {

Status RowGrid::State::check(const RowGridDesc& desc) noexcept {
    return DescCheck()
        .bounds(desc.bounds)
        .memory(desc.memory)
        .length(desc.max_half_extent, Reason::MaxHalfExtent)
        .length(desc.cell_size, Reason::CellSize)
        .status();
}

// The first build or insert decides the kind of elements; an update of none before it does not.
template <class View, class Body> Status RowGrid::State::change(const View& items, bool decides, Body&& body) noexcept {
    constexpr Kind wanted = std::is_same_v<View, PointView> ? Kind::Points : Kind::Boxes;
    const auto source = box_source_of(items, desc.max_half_extent);
    if (!source) return refused(flaw_of(items));
    if (kind != Kind::Unknown && kind != wanted) return refused(Reason::OtherKindOfElements);
    const auto become = [&](Kind to) {
        set_kind(to);
        changes.set_points(points());
    };
    const bool first = kind == Kind::Unknown;
    if (first) become(wanted);
    const Status status = body(*source);
    if (first && !(decides && status.applied())) become(Kind::Unknown);
    return status;
}

template <class View> Reason RowGrid::State::flaw_at(const View& items, std::size_t i) const noexcept {
    if (const Reason flaw = throng::flaw_at(items, i); flaw != Reason::None) return flaw;
    const float bound = desc.max_half_extent;
    const Aabb box = box_at(*box_source_of(items, bound), i);
    if constexpr (std::is_same_v<View, PointView>) return flaw_of(predicates::box_around(box.min, bound));
    return flaw_of(box, bound);
}

template class parts::Life<RowGrid, RowGridDesc>;
template class parts::Changes<RowGrid>;
template class parts::Reads<RowGrid>;

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
    const State* const state = Access::state(*this);
    if (!state) return {};
    const kernels::GridView v = state->view();
    return {v.slots, v.size};
}

RowGridView RowGrid::view() const noexcept {
    const State* const state = Access::state(*this);
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
    const State* const state = Access::state(*this);
    if (!state || index >= state->rows.size()) return {};
    const kernels::GridView v = state->view();
    const kernels::GridRow& row = v.rows[index];
    if (row.size == 0) return {};
    const kernels::ElementColumns c = exchanged(kernels::columns_from(v.columns(), row.begin), v.turned);
    return {c.min_x, c.min_y, c.max_x, c.max_y, c.slots, v.cell_begin + row.cell_begin, row.cells, row.shift, row.size};
}

} // namespace throng
