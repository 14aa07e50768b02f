// SPDX-License-Identifier: MIT
// A row grid seen from outside: its nodes for drawing, and the check of its invariants.
#include "engine/kernels/row_grid/cells.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/row_grid/store.hpp"
#include "simd/float_environment.hpp"

namespace throng {
namespace {

using kernels::GridRow;
using kernels::GridView;

// The rectangle of columns [first, end) in rows [low, high). The only row, or cell, of a small world is as large as its
// content.
Aabb rectangle(const GridGeometry& g, const GridView& v, std::uint32_t first, std::uint32_t end, std::uint32_t low,
               std::uint32_t high) {
    const auto x = [&](std::uint32_t column) {
        return g.origin_x + g.column_size * static_cast<float>(column < g.columns ? column : g.columns);
    };
    const auto y = [&](std::uint32_t row) { return g.origin_y + g.cell_size * static_cast<float>(row); };
    Aabb box{{x(first), y(low)}, {x(end), y(high)}};
    if (g.one_row) box.min.y = v.min_y_all, box.max.y = v.max_y_all;
    if (g.one_cell) box.min.x = v.min_x_all, box.max.x = v.max_x_all;
    return exchanged(box, g.turned);
}

void visit_row(const GridGeometry& g, const GridView& v, std::uint32_t index, NodeVisitor* visitor, void* context) {
    const GridRow& row = v.rows[index];
    if (!visitor(context, {rectangle(g, v, 0, g.columns, index, index + 1), 1, row.size, false, Route::RowGrid}))
        return;
    const std::uint32_t* cells = v.cell_begin + row.cell_begin;
    for (std::uint32_t c = 0; c < row.cells; ++c) {
        if (cells[c + 1] == cells[c]) continue;
        const Aabb box = rectangle(g, v, c << row.shift, (c + 1) << row.shift, index, index + 1);
        visitor(context, {box, 2, cells[c + 1] - cells[c], true, Route::RowGrid});
    }
}

// True if a slot's key is that of this cell.
bool names(const GridView& v, std::uint32_t key, std::uint32_t row, std::uint32_t cell) {
    const kernels::CellKeyFormat format = v.key_format;
    const std::uint32_t shift = v.rows[row].shift;
    return key != kernels::no_position && format.row(key) == row && format.first_column(key) >> shift <= cell &&
           cell <= format.last_column(key) >> shift;
}

// Checks all invariants of one row that queries rely on.
bool valid_row(const GridView& v, std::uint32_t index, std::uint32_t begin) {
    const GridRow& row = v.rows[index];
    if (row.begin < begin || (!v.has_room() && row.begin != begin)) return false;
    if (row.size == 0) return true;
    const std::uint32_t* cells = v.cell_begin + row.cell_begin;
    if (row.cells != ((v.column_count - 1) >> row.shift) + 1 || cells[0] != 0 || cells[row.cells] != row.size)
        return false;
    for (std::uint32_t c = 0; c < row.cells; ++c) {
        if (cells[c] > cells[c + 1]) return false;
        for (std::uint32_t i = row.begin + cells[c]; i < row.begin + cells[c + 1]; ++i) {
            const float h = v.half_extent, x = v.points ? v.min_x[i] : 0.5f * v.min_x[i] + 0.5f * v.max_x[i];
            const float y = v.points ? v.min_y[i] : 0.5f * v.min_y[i] + 0.5f * v.max_y[i];
            if (kernels::row_of(v, y) != index || kernels::column_of(v, x) >> row.shift != c) return false;
            if (v.slots[i] >= v.slot_count || !names(v, v.cell_keys[v.slots[i]], index, c)) return false;
            if (!(row.min_x <= v.min_x[i] - h && row.min_y <= v.min_y[i] - h && v.max_x[i] + h <= row.max_x &&
                  v.max_y[i] + h <= row.max_y))
                return false;
            if (!(0.5f * (v.max_x[i] - v.min_x[i]) + h <= row.reach_x &&
                  0.5f * (v.max_y[i] - v.min_y[i]) + h <= row.reach_y))
                return false;
        }
    }
    return true;
}

template <class Box> bool encloses(const Box& outer, const GridRow& row) {
    return outer.min_x <= row.min_x && outer.min_y <= row.min_y && row.max_x <= outer.max_x && row.max_y <= outer.max_y;
}

// Whether searches find each of `rows` valid rows: boxes are around it, and it is listed exactly if it reaches
// unusually far.
bool valid_summary(const GridView& v, std::size_t rows) {
    const kernels::RowBlock all{v.min_x_all, v.min_y_all, v.max_x_all, v.max_y_all};
    std::uint32_t tall = 0;
    for (std::uint32_t r = 0; r < rows; ++r) {
        const GridRow& row = v.rows[r];
        if (row.size == 0) continue;
        if (!encloses(v.row_blocks[r / 64], row) || !encloses(all, row)) return false;
        if (row.reach_y > v.reach_y && (tall == v.tall_count || v.tall_rows[tall++] != r)) return false;
    }
    return tall == v.tall_count;
}

} // namespace

Aabb RowGridStore::box_of(Slot slot) const noexcept {
    const GridView v = view();
    const std::uint32_t i = active_kernels().grid.find_slot(v, slot);
    if (i == kernels::no_position) return {};
    if (!v.points) return exchanged(Aabb{{v.min_x[i], v.min_y[i]}, {v.max_x[i], v.max_y[i]}}, v.turned);
    const simd::FloatEnvironment environment;
    float h = v.half_extent;
    simd::pin(h);
    const float x = v.min_x[i], y = v.min_y[i];
    Aabb box{{x - h, y - h}, {x + h, y + h}};
    for (float* edge : {&box.min.x, &box.min.y, &box.max.x, &box.max.y}) simd::pin(*edge);
    return exchanged(box, v.turned);
}

void RowGridStore::visit(NodeVisitor* visitor, void* context) const noexcept {
    const GridGeometry& g = geometry;
    const GridView v = view();
    if (!visitor(context, {rectangle(g, v, 0, g.columns, 0, g.rows), 0, v.size, false, Route::RowGrid})) return;
    for (std::uint32_t r = 0; r < v.row_count; ++r)
        if (v.rows[r].size != 0) visit_row(g, v, r, visitor, context);
}

bool RowGridStore::valid() const noexcept {
    const GridView v = view();
    std::uint32_t begin = 0, rank = 0, present = 0;
    bool valid = rows.size() == v.row_count || v.size == 0;
    for (std::uint32_t r = 0; valid && r < rows.size(); ++r) {
        valid = valid_row(v, r, begin) && (((v.occupied[r / 64] >> (r % 64)) & 1u) != 0) == (v.rows[r].size != 0);
        valid = valid && v.rows[r].rank == rank;
        begin = v.rows[r].begin + v.rows[r].size;
        rank += v.rows[r].size;
    }
    for (std::uint32_t slot = 0; slot < v.slot_count; ++slot) present += v.cell_keys[slot] != kernels::no_position;
    return valid && begin <= v.extent && rank == v.size && present == v.size && valid_summary(v, rows.size());
}

} // namespace throng
