// SPDX-License-Identifier: MIT
// How indexes are made and changed, and the layout of a row grid.
#include "engine/src/c/input.hpp"

namespace throng::c {
namespace {

template <class Index> struct Held : throng_index { Index index; };

// A field that is left at its default where the kind of index has none like it.
template <class T> bool unused(T value, T standard) noexcept { return value == standard; }

// THRONG_INDEX_DESC_INIT had 8 for both before each tree had limits of its own.
bool limits_unused(const throng_index_desc& from) noexcept {
    constexpr std::uint32_t before = 8;
    return (from.max_per_leaf == 0 || from.max_per_leaf == before) && (from.max_depth == 0 || from.max_depth == before);
}

bool describe(const throng_index_desc& from, RowGridDesc& to) noexcept {
    to.max_half_extent = from.max_half_extent;
    to.cell_size = from.cell_size;
    return unused(from.tight_cell_size, 0.f) && limits_unused(from);
}

bool describe(const throng_index_desc& from, LooseGridDesc& to) noexcept {
    to.loose_cell = from.cell_size;
    to.tight_cell = from.tight_cell_size;
    return unused(from.max_half_extent, 0.f) && limits_unused(from);
}

template <class Desc> bool describe_tree(const throng_index_desc& from, Desc& to) noexcept {
    if (from.max_per_leaf != 0) to.max_per_leaf = from.max_per_leaf;
    if (from.max_depth != 0) to.max_depth = from.max_depth;
    return unused(from.max_half_extent, 0.f) && unused(from.cell_size, 0.f) && unused(from.tight_cell_size, 0.f);
}
bool describe(const throng_index_desc& from, QuadtreeDesc& to) noexcept { return describe_tree(from, to); }
bool describe(const throng_index_desc& from, LooseQuadtreeDesc& to) noexcept { return describe_tree(from, to); }

bool describe(const throng_index_desc& from, StaticTreeDesc&) noexcept {
    const throng_aabb& b = from.bounds;
    return unused(b.min.x, 0.f) && unused(b.min.y, 0.f) && unused(b.max.x, 0.f) && unused(b.max.y, 0.f) &&
           unused(from.max_half_extent, 0.f) && unused(from.cell_size, 0.f) && unused(from.tight_cell_size, 0.f) &&
           limits_unused(from);
}

template <class Index, class Desc>
Status create(const throng_index_desc& from, SpaceKind kind, throng_index*& out) noexcept {
    Desc desc;
    desc.memory = to_cpp(from.memory);
    desc.executor = to_cpp(from.executor);
    if constexpr (requires { desc.bounds; }) desc.bounds = to_cpp(from.bounds);
    if (!describe(from, desc)) return refused(Reason::MemberOfOtherKind);
    return make<Held<Index>>(out, [&](Held<Index>& held) {
        held.space = {kind, &held.index};
        held.destroy = [](throng_index* handle) { delete static_cast<Held<Index>*>(handle); };
        return held.index.open(desc);
    });
}

RowGrid* grid_of(const throng_index* index) noexcept { return index ? c::row_grid(index->space) : nullptr; }

// The same for changes with points: f(grid, what each of `from` is in C++...).
template <class... From> auto with_grid(throng_index* index, bool valid, const From*... from) noexcept {
    return [=](auto&& f) noexcept {
        return with(index && valid, from...)([&](const auto&... each) {
            RowGrid* const grid = grid_of(index);
            return grid ? f(*grid, each...) : refused(Reason::OnlyDynamicIndexes);
        });
    };
}

} // namespace
} // namespace throng::c

using namespace throng;
using namespace throng::c;

throng_status throng_index_create(const throng_index_desc* desc, throng_index** out) {
    if (!out) return to_c(invalid);
    *out = nullptr;
    throng_index_desc given = THRONG_INDEX_DESC_INIT;
    if (!read_versioned(desc, given)) return to_c(invalid);
    switch (given.kind) {
    case THRONG_ROW_GRID: return to_c(create<RowGrid, RowGridDesc>(given, SpaceKind::RowGrid, *out));
    case THRONG_LOOSE_GRID: return to_c(create<LooseGrid, LooseGridDesc>(given, SpaceKind::LooseGrid, *out));
    case THRONG_QUADTREE: return to_c(create<Quadtree, QuadtreeDesc>(given, SpaceKind::Quadtree, *out));
    case THRONG_LOOSE_QUADTREE:
        return to_c(create<LooseQuadtree, LooseQuadtreeDesc>(given, SpaceKind::LooseQuadtree, *out));
    case THRONG_STATIC_TREE: return to_c(create<StaticTree, StaticTreeDesc>(given, SpaceKind::StaticTree, *out));
    default: return to_c(invalid);
    }
}

void throng_index_destroy(throng_index* index) {
    if (index) index->destroy(index);
}

const throng_space* throng_index_space(const throng_index* index) { return index ? &index->space : nullptr; }

uint32_t throng_index_kind(const throng_index* index) {
    if (!index) return THRONG_NO_ROUTE;
    return static_cast<uint32_t>(index->space.kind) - static_cast<uint32_t>(SpaceKind::RowGrid) + THRONG_ROW_GRID;
}

void throng_row_grid_read(const throng_index* index, throng_row_grid_layout* out) {
    if (!out) return;
    *out = {};
    const RowGrid* const grid = grid_of(index);
    if (!grid) return;
    const RowGridView view = grid->view();
    *out = {{view.origin.x, view.origin.y}, view.cell_size, view.rows, view.half_extent, view.turned, view.column_size};
}

void throng_row_grid_row(const throng_index* index, uint32_t row, throng_row* out) {
    if (!out) return;
    *out = {};
    const RowGrid* const grid = grid_of(index);
    if (!grid) return;
    const RowView view = grid->row(row);
    *out = {view.min_x,      view.min_y, view.max_x, view.max_y, view.slots,
            view.cell_begin, view.cells, view.shift, view.size,  0};
}

const throng_slot* throng_row_grid_order(const throng_index* index, size_t* count) {
    const RowGrid* const grid = grid_of(index);
    const auto order = grid ? grid->order() : std::span<const Slot>();
    if (count) *count = order.size();
    return order.data();
}

throng_status throng_index_build(throng_index* index, const throng_boxes* boxes, const throng_executor* executor) {
    return with(index, boxes, executor)([&](const auto&... from) { return box_index(index).build(from...); });
}

throng_status throng_index_update(throng_index* index, const throng_boxes* boxes, const throng_executor* executor) {
    return with(index, boxes, executor)([&](const auto&... from) { return box_index(index).update(from...); });
}

throng_status throng_index_insert(throng_index* index, const throng_slot* slots, size_t size, const throng_boxes* boxes,
                                  const throng_executor* executor) {
    return with(index && holds(slots, size), boxes, executor)(
        [&](const auto&... from) { return box_index(index).insert(std::span(slots, size), from...); });
}

throng_status throng_index_move(throng_index* index, const throng_slot* slots, size_t size, const throng_boxes* boxes,
                                const throng_executor* executor) {
    return with(index && holds(slots, size), boxes,
                executor)([&](const auto&... from) { return box_index(index).move(std::span(slots, size), from...); });
}

throng_status throng_index_erase(throng_index* index, const throng_slot* slots, size_t size,
                                 const throng_executor* executor) {
    return with(index && holds(slots, size),
                executor)([&](Executor e) { return box_index(index).erase(std::span(slots, size), e); });
}

throng_status throng_index_refit(throng_index* index, const throng_executor* executor) {
    return with(index, executor)([&](Executor e) { return box_index(index).refit(e); });
}

throng_status throng_index_clear(throng_index* index) { return to_c(index ? box_index(index).clear() : invalid); }

throng_status throng_index_cleanup(throng_index* index) {
    if (!index) return to_c(invalid);
    if (auto* const tree = object_of<Quadtree>(index->space, SpaceKind::Quadtree)) return to_c(tree->cleanup());
    auto* const tree = object_of<LooseQuadtree>(index->space, SpaceKind::LooseQuadtree);
    return to_c(tree ? tree->cleanup() : c::refused(Reason::OnlyDynamicIndexes));
}

throng_status throng_index_build_points(throng_index* index, const throng_points* points,
                                        const throng_executor* executor) {
    return with_grid(index, true, points,
                     executor)([](RowGrid& grid, const auto&... from) { return grid.build(from...); });
}

throng_status throng_index_update_points(throng_index* index, const throng_points* points,
                                         const throng_executor* executor) {
    return with_grid(index, true, points,
                     executor)([](RowGrid& grid, const auto&... from) { return grid.update(from...); });
}

throng_status throng_index_insert_points(throng_index* index, const throng_slot* slots, size_t size,
                                         const throng_points* points, const throng_executor* executor) {
    return with_grid(index, holds(slots, size), points, executor)(
        [&](RowGrid& grid, const auto&... from) { return grid.insert(std::span(slots, size), from...); });
}

throng_status throng_index_move_points(throng_index* index, const throng_slot* slots, size_t size,
                                       const throng_points* points, const throng_executor* executor) {
    return with_grid(index, holds(slots, size), points, executor)(
        [&](RowGrid& grid, const auto&... from) { return grid.move(std::span(slots, size), from...); });
}
