// SPDX-License-Identifier: MIT
// RowGrid's public face: life, changes and plain reads. Queries are in row_grid_queries.cpp.
#include "engine/src/box_source.hpp"
#include "engine/src/row_grid_state.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <utility>

namespace throng {
namespace {

constexpr Status refused{Fault::InvalidArgument, no_slot, 0};
constexpr Status busy{Fault::Busy, no_slot, 0};

Fault check(const RowGridDesc& desc) {
    const Aabb& b = desc.bounds;
    for (const float v : {b.min.x, b.min.y, b.max.x, b.max.y})
        if (!std::isfinite(v)) return Fault::InvalidBounds;
    if (b.min.x > b.max.x || b.min.y > b.max.y) return Fault::InvalidBounds;
    for (const float v : {desc.max_half_extent, desc.cell_size})
        if (!std::isfinite(v) || v < 0) return Fault::InvalidArgument;
    if (!desc.memory.allocate && desc.memory.deallocate) return Fault::InvalidArgument;
    return Fault::None;
}

} // namespace

RowGrid::RowGrid() noexcept = default;

RowGrid::RowGrid(const RowGridDesc& desc) {
    const Status status = open(desc);
    if (has(status.faults, Fault::InvalidBounds))
        throw std::invalid_argument("RowGridDesc::bounds must be finite, with min <= max; leave it empty to take it from the first build");
    if (has(status.faults, Fault::InvalidArgument))
        throw std::invalid_argument(
            "RowGridDesc: max_half_extent and cell_size must be finite and not negative; memory may not give back what it did not give");
    if (!status) throw std::bad_alloc();
}

Status RowGrid::open(const RowGridDesc& desc) noexcept {
    if (const Fault fault = check(desc); fault != Fault::None) return {fault, no_slot, 0};
    void* const place = allocate(desc.memory, sizeof(State), alignof(State));
    if (!place) return {Fault::OutOfMemory, no_slot, 0};
    RowGrid fresh;
    fresh.state_ = ::new (place) State(desc);
    *this = std::move(fresh);
    return {};
}

RowGrid::RowGrid(RowGrid&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

RowGrid& RowGrid::operator=(RowGrid&& other) noexcept {
    RowGrid taken(std::move(other));
    std::swap(state_, taken.state_);
    return *this;
}

RowGrid::~RowGrid() {
    if (!state_) return;
    const Memory memory = state_->desc.memory;
    state_->~State();
    deallocate(memory, state_, sizeof(State), alignof(State));
}

// Every change: an open grid, its kind, sound arguments, nobody inside.
template <class View, class Body> Status RowGrid::State::change(State* state, const View& view, Executor executor, Body&& body) noexcept {
    if (!state) return refused;
    const Writer writer(state->gate);
    if (!writer) return busy;
    constexpr Kind wanted = std::is_same_v<View, PointView> ? Kind::Points : Kind::Boxes;
    const auto source = state->source_of(view);
    if (!source || (state->kind != Kind::Unknown && state->kind != wanted)) return refused;
    const bool first = state->kind == Kind::Unknown;
    if (first) state->set_kind(wanted);
    const Status status = body(*source, parallel::resolve(executor, state->desc.executor));
    if (first && !status.applied()) state->set_kind(Kind::Unknown);
    return status;
}

Status RowGrid::build(BoxView boxes, Executor executor) noexcept {
    return State::change(state_, boxes, executor,
                         [&](const auto& source, const Executor& on) { return state_->build(source, boxes.size(), on); });
}
Status RowGrid::build(PointView centers, Executor executor) noexcept {
    return State::change(state_, centers, executor,
                         [&](const auto& source, const Executor& on) { return state_->build(source, centers.size, on); });
}
Status RowGrid::update(BoxView boxes, Executor executor) noexcept {
    return State::change(state_, boxes, executor, [&](const auto& source, const Executor& on) {
        return boxes.size() == state_->slot_count() ? state_->update(source, on) : refused;
    });
}
Status RowGrid::update(PointView centers, Executor executor) noexcept {
    return State::change(state_, centers, executor, [&](const auto& source, const Executor& on) {
        return centers.size == state_->slot_count() ? state_->update(source, on) : refused;
    });
}
Status RowGrid::insert(std::span<const Slot> slots, BoxView boxes, Executor executor) noexcept {
    return State::change(state_, boxes, executor, [&](const auto& source, const Executor& on) {
        return slots.size() == boxes.size() ? state_->insert(slots, source, on) : refused;
    });
}
Status RowGrid::insert(std::span<const Slot> slots, PointView centers, Executor executor) noexcept {
    return State::change(state_, centers, executor, [&](const auto& source, const Executor& on) {
        return slots.size() == centers.size ? state_->insert(slots, source, on) : refused;
    });
}
Status RowGrid::move(std::span<const Slot> slots, BoxView boxes, Executor executor) noexcept {
    return State::change(state_, boxes, executor, [&](const auto& source, const Executor& on) {
        return slots.size() == boxes.size() ? state_->move(slots, source, on) : refused;
    });
}
Status RowGrid::move(std::span<const Slot> slots, PointView centers, Executor executor) noexcept {
    return State::change(state_, centers, executor, [&](const auto& source, const Executor& on) {
        return slots.size() == centers.size ? state_->move(slots, source, on) : refused;
    });
}

Status RowGrid::erase(std::span<const Slot> slots, Executor executor) noexcept {
    if (!state_) return refused;
    const Writer writer(state_->gate);
    return writer ? state_->erase(slots, parallel::resolve(executor, state_->desc.executor)) : busy;
}
Status RowGrid::refit(Executor executor) noexcept {
    if (!state_) return refused;
    const Writer writer(state_->gate);
    return writer ? state_->refit(parallel::resolve(executor, state_->desc.executor)) : busy;
}
Status RowGrid::clear() noexcept {
    if (!state_) return refused;
    const Writer writer(state_->gate);
    if (!writer) return busy;
    state_->clear();
    return {};
}

Aabb RowGrid::bounds_of(Slot slot) const noexcept {
    if (!state_ || slot >= state_->slot_count() || state_->positions[slot] == kernels::no_position) return {};
    const kernels::GridView v = state_->view();
    const std::uint32_t i = v.positions[slot];
    if (!v.points) return {{v.min_x[i], v.min_y[i]}, {v.max_x[i], v.max_y[i]}};
    const float x = v.min_x[i], y = v.min_y[i], h = v.half_extent;
    return {{x - h, y - h}, {x + h, y + h}};
}

std::size_t RowGrid::slot_count() const noexcept { return state_ ? state_->slot_count() : 0; }
std::size_t RowGrid::size() const noexcept { return state_ ? state_->size : 0; }
std::size_t RowGrid::bytes() const noexcept { return state_ ? state_->bytes() : 0; }

std::span<const Slot> RowGrid::order() const noexcept {
    if (!state_) return {};
    const kernels::GridView v = state_->view();
    return {v.slots, v.size};
}

RowGridView RowGrid::view() const noexcept {
    if (!state_) return {};
    const GridGeometry& g = state_->geometry;
    return {{g.origin_x, g.origin_y},
            g.cell_size,
            state_->size == 0 ? 0 : static_cast<std::uint32_t>(state_->rows.size()),
            state_->points() ? state_->desc.max_half_extent : 0.f};
}

RowView RowGrid::row(std::uint32_t index) const noexcept {
    if (!state_ || index >= state_->rows.size()) return {};
    const kernels::GridView v = state_->view();
    const kernels::GridRow& row = v.rows[index];
    if (row.size == 0) return {};
    const std::uint32_t b = row.begin;
    return {v.min_x + b, v.min_y + b, v.max_x + b, v.max_y + b, v.slots + b, v.cell_begin + row.cell_begin, row.cells, row.shift, row.size};
}

} // namespace throng
