// SPDX-License-Identifier: MIT
// How indexes are made, and the layout of a row grid.
#include "engine/src/c/input.hpp"

#include <new>

namespace throng::c {
namespace {

template <class Index> struct Held : throng_index { Index index; };

// A field that is left at its default where the kind of index has none like it.
template <class T> bool unused(T value, T standard) noexcept { return value == standard; }

bool describe(const throng_index_desc& from, RowGridDesc& to) noexcept {
    to.max_half_extent = from.max_half_extent;
    to.cell_size = from.cell_size;
    return unused(from.tight_cell_size, 0.f) && unused(from.max_per_leaf, 8u) && unused(from.max_depth, 8u);
}

bool describe(const throng_index_desc& from, LooseGridDesc& to) noexcept {
    to.loose_cell = from.cell_size;
    to.tight_cell = from.tight_cell_size;
    return unused(from.max_half_extent, 0.f) && unused(from.max_per_leaf, 8u) && unused(from.max_depth, 8u);
}

template <class Desc> bool describe_tree(const throng_index_desc& from, Desc& to) noexcept {
    to.max_per_leaf = from.max_per_leaf;
    to.max_depth = from.max_depth;
    return unused(from.max_half_extent, 0.f) && unused(from.cell_size, 0.f) && unused(from.tight_cell_size, 0.f);
}
bool describe(const throng_index_desc& from, QuadtreeDesc& to) noexcept { return describe_tree(from, to); }
bool describe(const throng_index_desc& from, LooseQuadtreeDesc& to) noexcept { return describe_tree(from, to); }

bool describe(const throng_index_desc& from, StaticTreeDesc&) noexcept {
    const throng_aabb& b = from.bounds;
    return unused(b.min.x, 0.f) && unused(b.min.y, 0.f) && unused(b.max.x, 0.f) && unused(b.max.y, 0.f) &&
           unused(from.max_half_extent, 0.f) && unused(from.cell_size, 0.f) && unused(from.tight_cell_size, 0.f) &&
           unused(from.max_per_leaf, 8u) && unused(from.max_depth, 8u);
}

template <class Index, class Desc>
Status create(const throng_index_desc& from, SpaceKind kind, throng_index*& out) noexcept {
    Desc desc;
    desc.memory = to_cpp(from.memory);
    desc.executor = to_cpp(from.executor);
    if constexpr (requires { desc.bounds; }) desc.bounds = to_cpp(from.bounds);
    if (!describe(from, desc)) return refused(Reason::MemberOfOtherKind);
    auto* const held = new (std::nothrow) Held<Index>;
    if (!held) return {Fault::OutOfMemory, no_slot, 0};
    const Status status = held->index.open(desc);
    if (!status) {
        delete held;
        return status;
    }
    held->space = {kind, &held->index};
    held->destroy = [](throng_index* handle) { delete static_cast<Held<Index>*>(handle); };
    out = held;
    return status;
}

const RowGrid* grid_of(const throng_index* index) noexcept { return index ? c::row_grid(index->space) : nullptr; }

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
