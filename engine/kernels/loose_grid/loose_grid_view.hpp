// SPDX-License-Identifier: MIT
// A loose grid as kernels see it. Loose cells own elements, one tile each and more where one is not enough; tight cells
// list the loose cells in them, with the boxes around their elements, sixteen to a tile. After the loose/tight double
// grids of game engines, with one difference: a loose cell is listed in one tight cell alone, and searches look as much
// farther as the elements of a level reach beyond their cells. So nothing is ever met twice, a list never has to be
// made again, and an insertion or a move is in place at once.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "engine/kernels/base/region.hpp"
#include "engine/kernels/base/tile.hpp"

namespace throng::kernels {

/// Levels are four times as coarse from one to the next, and a side has at most 2^24 cells.
inline constexpr std::uint32_t max_loose_levels = 13;

/// A grid of loose cells for elements up to their size.
struct LooseLevel {
    float cell = 1, inverse_cell = 1;
    std::uint32_t columns = 1, rows = 1; // of loose cells
    std::uint32_t tight_columns = 1, tight_rows = 1;
    std::uint32_t first_tight = 0; // its tight cells, row by row
    std::uint32_t first_row = 0;
    std::uint32_t size = 0;         // elements
    float reach_x = 0, reach_y = 0; // half the widest and tallest, rounded up
    std::uint32_t tight_count() const noexcept { return tight_columns * tight_rows; }
};

/// A row of tight cells: the box around its elements, inside out where there are none.
struct TightRow {
    Region box;
    std::uint32_t size;
};

struct LooseGridView {
    const Tile* tiles = nullptr; // of elements: cell c's first, then those that belong to whichever cell needs more
    const std::uint32_t* next = nullptr;   // by tile - cell_count: the full tile behind it, as a reference
    const std::uint32_t* owners = nullptr; // by tile - cell_count: its cell
    const Tile* cells = nullptr; // sixteen loose cells: the boxes around their elements, references to their last tiles
    const std::uint32_t* tight_sizes = nullptr; // elements of each tight cell
    const TightRow* rows = nullptr;
    const std::uint32_t* positions = nullptr; // by slot, or no_position
    const LooseLevel* levels = nullptr;
    std::uint32_t level_count = 0;
    std::uint32_t shift = 0;     // a tight cell is 2^shift loose cells wide
    std::uint32_t cell_bits = 0; // and has room for 2^cell_bits of them, whole tiles
    std::uint32_t cell_count = 0, tile_count = 0;
    std::uint32_t size = 0, slot_count = 0;
    float origin_x = 0, origin_y = 0;
    Region around{}; // every box

    std::uint32_t next_of(std::uint32_t ref) const noexcept {
        const std::uint32_t tile = TileRef::index(ref);
        return tile < cell_count ? no_tile : next[tile - cell_count];
    }
    std::uint32_t cell_of_tile(std::uint32_t tile) const noexcept {
        return tile < cell_count ? tile : owners[tile - cell_count];
    }
    std::uint32_t last_tile(std::uint32_t cell) const noexcept { return cells[cell >> lane_bits].ids[cell & 15]; }
};

/// A loose cell by its place: its number, which is also that of its first tile.
static inline std::uint32_t loose_cell(const LooseGridView& v, const LooseLevel& level, std::uint32_t column,
                                       std::uint32_t row) noexcept {
    const std::uint32_t inner = (1u << v.shift) - 1;
    const std::uint32_t tight = level.first_tight + (row >> v.shift) * level.tight_columns + (column >> v.shift);
    return (tight << v.cell_bits) + ((row & inner) << v.shift) + (column & inner);
}

/// The finest level whose cells are no smaller than the box; the coarsest takes what is larger.
static inline std::uint32_t loose_level(const LooseGridView& v, const Region& box) noexcept {
    const float width = box.max_x - box.min_x, height = box.max_y - box.min_y, side = width > height ? width : height;
    std::uint32_t level = 0;
    while (level + 1 < v.level_count && side > v.levels[level].cell) ++level;
    return level;
}

/// Where a box belongs: on its level, in the cell of its centre.
static inline std::uint32_t loose_cell_of(const LooseGridView& v, const Region& box) noexcept {
    const LooseLevel& level = v.levels[loose_level(v, box)];
    return loose_cell(v, level,
                      cell_index(0.5f * box.min_x + 0.5f * box.max_x, v.origin_x, level.inverse_cell, level.columns),
                      cell_index(0.5f * box.min_y + 0.5f * box.max_y, v.origin_y, level.inverse_cell, level.rows));
}

/// The level of a tight cell.
static inline std::uint32_t level_of_tight(const LooseGridView& v, std::uint32_t tight) noexcept {
    std::uint32_t level = 0;
    while (level + 1 < v.level_count && tight >= v.levels[level + 1].first_tight) ++level;
    return level;
}

/// Tight columns and rows, both ends included.
struct TightRange {
    std::uint32_t first_column, first_row, last_column, last_row;
};

/// The tight cells of a level whose elements may touch the region: their centres lie no farther from it than the level
/// reaches.
static inline TightRange tight_range(const LooseGridView& v, const LooseLevel& level, const Region& region) noexcept {
    const auto column = [&](float x) {
        return cell_index(x, v.origin_x, level.inverse_cell, level.columns) >> v.shift;
    };
    const auto row = [&](float y) { return cell_index(y, v.origin_y, level.inverse_cell, level.rows) >> v.shift; };
    return {column(surely_below(region.min_x, level.reach_x)), row(surely_below(region.min_y, level.reach_y)),
            column(surely_above(region.max_x, level.reach_x)), row(surely_above(region.max_y, level.reach_y))};
}

} // namespace throng::kernels
