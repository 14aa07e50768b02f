// SPDX-License-Identifier: MIT
// Drawing of a loose grid, and the check of its invariants.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/loose_grid/loose_grid_state.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::LooseGridView;
using kernels::LooseLevel;
using kernels::Region;
using kernels::TileRef;

Aabb box_of(const Region& region) { return {{region.min_x, region.min_y}, {region.max_x, region.max_y}}; }

bool contains(const Region& outer, const Region& inner) {
    return outer.min_x <= inner.min_x && outer.min_y <= inner.min_y && inner.max_x <= outer.max_x &&
           inner.max_y <= outer.max_y;
}

std::uint32_t elements_of(const LooseGridView& v, std::uint32_t cell) {
    std::uint32_t sum = 0;
    for (std::uint32_t ref = v.last_tile(cell); ref != kernels::no_tile; ref = v.next_of(ref))
        sum += TileRef::count(ref);
    return sum;
}

template <class Body> void for_occupied(const LooseGridView& v, const LooseLevel& level, Body&& body) {
    const std::uint32_t begin = level.first_tight << v.cell_bits, end = begin + (level.tight_count() << v.cell_bits);
    for (std::uint32_t cell = begin; cell < end; ++cell)
        if (v.last_tile(cell) != kernels::no_tile)
            body(cell, kernels::box_of(v.cells[cell >> kernels::lane_bits], cell & 15));
}

Region around_level(const LooseGridView& v, const LooseLevel& level) {
    Region all = kernels::inside_out();
    for_occupied(v, level, [&](std::uint32_t, const Region& box) { kernels::include(all, box); });
    return all;
}

// Whether one element is in its proper cell, inside the cell's box, within the reach of its level, and at the position
// of its slot.
bool sound_element(const LooseGridView& v, const LooseLevel& level, std::uint32_t cell, const Region& of_cell,
                   std::uint32_t position) {
    const kernels::Tile& tile = v.tiles[position >> kernels::lane_bits];
    const Region box = kernels::box_of(tile, position & 15);
    const std::uint32_t slot = tile.ids[position & 15];
    return is_valid(box_of(box)) && kernels::loose_cell_of(v, box) == cell && contains(of_cell, box) &&
           0.5f * (box.max_x - box.min_x) <= level.reach_x && 0.5f * (box.max_y - box.min_y) <= level.reach_y &&
           slot < v.slot_count && v.positions[slot] == position;
}

// How many valid elements a cell holds; more than all elements if anything is wrong.
std::uint64_t sound_cell(const LooseGridView& v, const LooseLevel& level, std::uint32_t cell) {
    constexpr std::uint64_t broken = std::uint64_t{1} << 40;
    const Region of_cell = kernels::box_of(v.cells[cell >> kernels::lane_bits], cell & 15);
    std::uint64_t sum = 0;
    for (std::uint32_t ref = v.last_tile(cell), before = 16; ref != kernels::no_tile;
         before = TileRef::index(ref), ref = v.next_of(ref)) {
        const std::uint32_t tile = TileRef::index(ref), count = TileRef::count(ref);
        const bool last = ref == v.last_tile(cell);
        if (tile >= v.tile_count || v.cell_of_tile(tile) != cell || count == 0 ||
            (!last && (count != 16 || tile == before)) || sum > v.size)
            return broken;
        for (std::uint32_t lane = 0; lane < count; ++lane)
            if (!sound_element(v, level, cell, of_cell, (tile << kernels::lane_bits) + lane)) return broken;
        for (std::uint32_t lane = 0; lane < 16; ++lane)
            if (v.tiles[tile].ids[lane] >= v.slot_count) return broken;
        sum += count;
        if (v.next_of(ref) == kernels::no_tile && tile != cell) return broken;
    }
    return sum;
}

// Adds the tiles of its cells besides their own ones to `shared`.
bool valid_row(const LooseGridView& v, const LooseLevel& level, std::uint32_t row, std::uint64_t& shared) {
    const kernels::TightRow& tight_row = v.rows[level.first_row + row];
    std::uint64_t in_row = 0;
    for (std::uint32_t column = 0; column < level.tight_columns; ++column) {
        const std::uint32_t tight = level.first_tight + row * level.tight_columns + column;
        std::uint64_t in_tight = 0;
        for (std::uint32_t cell = tight << v.cell_bits; cell >> v.cell_bits == tight; ++cell) {
            const Region box = kernels::box_of(v.cells[cell >> kernels::lane_bits], cell & 15);
            const std::uint64_t in_cell = sound_cell(v, level, cell);
            in_tight += in_cell;
            shared += in_cell == 0 ? 0 : (in_cell - 1) / 16;
            if (v.last_tile(cell) != kernels::no_tile && !(contains(tight_row.box, box) && contains(v.around, box)))
                return false;
            if (v.last_tile(cell) == kernels::no_tile && box.min_x <= box.max_x) return false;
        }
        if (in_tight != v.tight_sizes[tight]) return false;
        in_row += in_tight;
    }
    return in_row == tight_row.size;
}

} // namespace

Aabb LooseGrid::State::box_of(Slot slot) const noexcept {
    if (!has_slot(positions, slot)) return {};
    return box_in(columns.tiles[positions[slot] >> kernels::lane_bits], positions[slot] & 15);
}

void LooseGrid::State::visit(NodeVisitor* visitor, void* context) const noexcept {
    const LooseGridView v = view();
    Region all = kernels::inside_out();
    for (std::uint32_t l = 0; l < v.level_count; ++l) kernels::include(all, around_level(v, v.levels[l]));
    if (!visitor(context, {throng::box_of(all), 0, v.size, false, Route::LooseGrid})) return;
    for (std::uint32_t l = 0; l < v.level_count; ++l) {
        const LooseLevel& level = v.levels[l];
        if (level.size == 0) continue;
        if (!visitor(context, {throng::box_of(around_level(v, level)), 1, level.size, false, Route::LooseGrid}))
            continue;
        for_occupied(v, level, [&](std::uint32_t cell, const Region& box) {
            visitor(context, {throng::box_of(box), 2, elements_of(v, cell), true, Route::LooseGrid});
        });
    }
}

bool LooseGrid::State::valid() const noexcept {
    const LooseGridView v = view();
    std::uint32_t present = 0;
    for (std::uint32_t slot = 0; slot < v.slot_count; ++slot) present += v.positions[slot] != kernels::no_position;
    std::uint64_t found = 0, shared = 0;
    for (std::uint32_t l = 0; l < v.level_count; ++l) {
        std::uint64_t in_level = 0;
        for (std::uint32_t r = 0; r < v.levels[l].tight_rows; ++r) {
            if (!valid_row(v, v.levels[l], r, shared)) return false;
            in_level += v.rows[v.levels[l].first_row + r].size;
        }
        if (in_level != v.levels[l].size) return false;
        found += in_level;
    }
    // Shared tiles without an owner are all in the chain of free ones, the others in the chains of cells.
    std::uint32_t unowned = 0, chained = 0;
    for (std::uint32_t t = 0; t < free.unused; ++t) unowned += v.owners[t] == kernels::no_position;
    for (std::uint32_t t = free.first; t != kernels::no_position && chained <= unowned; t = v.next[t]) {
        if (t >= free.unused || v.owners[t] != kernels::no_position) return false;
        ++chained;
    }
    return found == v.size && present == v.size && chained == unowned && shared + unowned == free.unused;
}

} // namespace throng
