// SPDX-License-Identifier: MIT
// A read-only view of a row grid: plain columns, row headers and cell offsets.
#pragma once

#include "engine/kernels/base/element_columns.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace throng::kernels {

// A row grid stores only the cell of each slot. Few elements leave their cell in a tick, while nearly all of them
// change their place in the columns: places by slot would be written for every element in every tick, with a cache miss
// each if slots are in no order of space.

/// Packs the row and the grid column of an element into one number of 31 bits. If a column needs more bits than rows
/// leave, only its upper bits are kept, and a key covers several columns.
struct CellKeyFormat {
    std::uint32_t column_bits = 31, dropped_bits = 0;

    static CellKeyFormat of(std::uint32_t rows, std::uint32_t columns) noexcept {
        const auto bits_for = [](std::uint32_t count) { return static_cast<std::uint32_t>(std::bit_width(count - 1)); };
        const std::uint32_t room = 31 - bits_for(rows), wanted = bits_for(columns);
        return {room, wanted > room ? wanted - room : 0};
    }
    __attribute__((always_inline)) std::uint32_t key(std::uint32_t row, std::uint32_t column) const noexcept {
        return row << column_bits | column >> dropped_bits;
    }
    __attribute__((always_inline)) std::uint32_t row(std::uint32_t key) const noexcept { return key >> column_bits; }
    __attribute__((always_inline)) std::uint32_t first_column(std::uint32_t key) const noexcept {
        return (key & ((1u << column_bits) - 1)) << dropped_bits;
    }
    __attribute__((always_inline)) std::uint32_t last_column(std::uint32_t key) const noexcept {
        return first_column(key) | ((1u << dropped_bits) - 1);
    }
};

/// A row is a run of elements in the columns, sorted by cell. An empty row has no cells.
struct GridRow {
    std::uint32_t begin = 0;      // the position of its first element; between two rows there may be room
    std::uint32_t size = 0;       // its elements
    std::uint32_t rank = 0;       // the number of elements in all rows before
    std::uint32_t cell_begin = 0; // the first of its cells + 1 offsets in GridView::cell_begin
    std::uint32_t cells = 0;
    std::uint32_t shift = 0;                          // a cell of this row spans 2^shift grid columns
    float min_x = 0, min_y = 0, max_x = 0, max_y = 0; // around all its boxes, rounded outward
    float reach_x = 0, reach_y = 0;                   // half its largest width and height of a box, rounded up
};
static_assert(sizeof(GridRow) == 48);

/// The box around the boxes of 64 consecutive rows, those of one word of `occupied`. If none is occupied, min > max,
/// and the box overlaps nothing.
struct RowBlock {
    float min_x, min_y, max_x, max_y;
};

/// Queries read these data of a row grid.
struct GridView : IndexView {
    const float *min_x = nullptr, *min_y = nullptr, *max_x = nullptr, *max_y = nullptr; // points: max_x == min_x
    const std::uint32_t* slots = nullptr;
    const std::uint32_t* cell_keys = nullptr; // by slot: its cell, or no_position; find_slot.hpp finds the position
    CellKeyFormat key_format;
    const GridRow* rows = nullptr;
    const std::uint32_t* cell_begin = nullptr;
    const std::uint64_t* occupied = nullptr;  // a bit per row that holds an element
    const RowBlock* row_blocks = nullptr;     // one per word of `occupied`
    const std::uint32_t* tall_rows = nullptr; // rows with an element taller than reach_y allows, ascending
    std::uint32_t tall_count = 0;
    std::uint32_t row_count = 0, column_count = 0;
    std::uint32_t extent = 0;     // the positions of all rows: `size`, and the room between rows
    std::uint32_t cell_count = 0; // of all rows
    float origin_x = 0, origin_y = 0;
    float inverse_cell = 0;   // of the height of a row
    float inverse_column = 0; // of the width of a column
    float half_extent = 0;    // of the squares around all points
    float reach_x = 0;        // half the largest width of a box, except in a few rows
    float reach_y = 0;        // half the largest height of a box, except in the tall rows
    float min_x_all = 0, min_y_all = 0, max_x_all = 0, max_y_all = 0; // around every box, rounded outward
    bool turned = false; // x and y are exchanged: rows lie along y, in all that this view shows
    bool points = false;
    bool beyond_l2 = false;   // the columns exceed the second-level cache: kernels fetch ahead
    bool beyond_llc = false;  // the columns exceed all caches
    bool dense = false;       // each element is compared with many others in a row
    bool gathers = false;     // simd::gathers_fast()
    bool packs_bytes = false; // simd::packs_bytes()

    /// Whether all elements share one cell, which has two offsets.
    __attribute__((always_inline)) bool one_cell() const noexcept { return cell_count == 2; }
    __attribute__((always_inline)) bool has_room() const noexcept { return extent != size; }
    __attribute__((always_inline)) ElementColumns columns() const noexcept {
        return {min_x, min_y, max_x, max_y, slots, half_extent};
    }
};

} // namespace throng::kernels
