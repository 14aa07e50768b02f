// SPDX-License-Identifier: MIT
// A loose grid is two grids. Loose cells own elements, in one tile each and in further ones if needed; tight cells list
// the loose cells in them, with the boxes around their elements, sixteen to a tile. This follows the loose/tight double
// grids of game engines, with one difference: a loose cell is listed in only one tight cell, and searches reach farther
// by as much as the elements of a level reach beyond their cells. So no cell is found twice, lists are never rebuilt,
// and an insertion or a move is complete at once.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "engine/kernels/base/region.hpp"
#include "engine/kernels/base/tile.hpp"

namespace throng::kernels {

/// Each level is four times as coarse as the one before, and a side has at most 2^24 cells. Two more are for wires.
inline constexpr std::uint32_t max_sized_levels = 13, max_loose_levels = max_sized_levels + 2;

/// A level is a grid of loose cells for elements up to the size of a cell, or for wide or for tall ones.
struct LooseLevel {
    float cell = 1, inverse_cell = 1;
    std::uint32_t columns = 1, rows = 1; // of loose cells
    std::uint32_t tight_columns = 1, tight_rows = 1;
    std::uint32_t first_tight = 0; // its tight cells, row by row
    std::uint32_t first_row = 0;
    std::uint32_t size = 0;         // elements
    float reach_x = 0, reach_y = 0; // half the largest width and height, rounded up
    std::uint32_t tight_count() const noexcept { return tight_columns * tight_rows; }
};

/// A row of tight cells has the box around its elements, with min > max if there are none.
struct TightRow {
    Region box;
    std::uint32_t size;
};

struct LooseGridView : IndexView {
    // Tile c holds the first elements of cell c; the further tiles belong to any cells that need more.
    const Tile* tiles = nullptr;
    const std::uint32_t* next = nullptr;   // by tile - cell_count: a reference to the full tile behind it
    const std::uint32_t* owners = nullptr; // by tile - cell_count: its cell
    // Each tile has sixteen loose cells: the boxes around their elements, and references to their last tiles.
    const Tile* cells = nullptr;
    const std::uint32_t* tight_sizes = nullptr; // elements of each tight cell
    const TightRow* rows = nullptr;
    const std::uint32_t* positions = nullptr; // by slot, or no_position
    const LooseLevel* levels = nullptr;
    std::uint32_t level_count = 0;
    std::uint32_t shift = 0;     // a tight cell is 2^shift loose cells wide
    std::uint32_t cell_bits = 0; // and has room for 2^cell_bits of them, in whole tiles
    std::uint32_t cell_count = 0, tile_count = 0;
    float origin_x = 0, origin_y = 0;
    // Elements longer than this in one direction alone are on the last two levels, wide ones on the first of these.
    // Infinite: there are no such levels.
    float long_side = __builtin_inff();
    Region around{}; // all boxes

    bool by_kind() const noexcept { return long_side < __builtin_inff(); }
    std::uint32_t sized_levels() const noexcept { return by_kind() ? level_count - 2 : level_count; }

    std::uint32_t next_of(std::uint32_t ref) const noexcept {
        const std::uint32_t tile = TileRef::index(ref);
        return tile < cell_count ? no_tile : next[tile - cell_count];
    }
    std::uint32_t cell_of_tile(std::uint32_t tile) const noexcept {
        return tile < cell_count ? tile : owners[tile - cell_count];
    }
    std::uint32_t last_tile(std::uint32_t cell) const noexcept { return cells[cell >> lane_bits].ids[cell & 15]; }
};

/// Returns the number of the loose cell in a column and row, which is also the number of its first tile.
static inline std::uint32_t loose_cell(const LooseGridView& v, const LooseLevel& level, std::uint32_t column,
                                       std::uint32_t row) noexcept {
    const std::uint32_t inner = (1u << v.shift) - 1;
    const std::uint32_t tight = level.first_tight + (row >> v.shift) * level.tight_columns + (column >> v.shift);
    return (tight << v.cell_bits) + ((row & inner) << v.shift) + (column & inner);
}

/// Returns the level of wires for a wire, else the finest one with cells no smaller than the box; the coarsest level
/// also takes larger boxes.
static inline std::uint32_t loose_level(const LooseGridView& v, const Region& box) noexcept {
    const float width = box.max_x - box.min_x, height = box.max_y - box.min_y, side = width > height ? width : height;
    if (side > v.long_side && (width > v.long_side) != (height > v.long_side))
        return v.level_count - (width > height ? 2 : 1);
    const std::uint32_t levels = v.sized_levels();
    std::uint32_t level = 0;
    while (level + 1 < levels && side > v.levels[level].cell) ++level;
    return level;
}

/// Returns the loose cell of a box: on its level, the cell of its centre.
static inline std::uint32_t loose_cell_of(const LooseGridView& v, const Region& box) noexcept {
    const LooseLevel& level = v.levels[loose_level(v, box)];
    return loose_cell(v, level,
                      cell_index(0.5f * box.min_x + 0.5f * box.max_x, v.origin_x, level.inverse_cell, level.columns),
                      cell_index(0.5f * box.min_y + 0.5f * box.max_y, v.origin_y, level.inverse_cell, level.rows));
}

/// Returns the level of a tight cell.
static inline std::uint32_t level_of_tight(const LooseGridView& v, std::uint32_t tight) noexcept {
    std::uint32_t level = 0;
    while (level + 1 < v.level_count && tight >= v.levels[level + 1].first_tight) ++level;
    return level;
}

/// A rectangle of tight cells, both ends included.
struct TightRange {
    std::uint32_t first_column, first_row, last_column, last_row;
};

/// Returns the tight cells of a level whose elements may touch the region: their centres are no farther from it than
/// the level's reach.
static inline TightRange tight_range(const LooseGridView& v, const LooseLevel& level, const Region& region) noexcept {
    const auto column = [&](float x) {
        return cell_index(x, v.origin_x, level.inverse_cell, level.columns) >> v.shift;
    };
    const auto row = [&](float y) { return cell_index(y, v.origin_y, level.inverse_cell, level.rows) >> v.shift; };
    return {column(surely_below(region.min_x, level.reach_x)), row(surely_below(region.min_y, level.reach_y)),
            column(surely_above(region.max_x, level.reach_x)), row(surely_above(region.max_y, level.reach_y))};
}

} // namespace throng::kernels
