// SPDX-License-Identifier: MIT
// A change of a row grid passes new boxes and the columns for them to its kernels, and gets their results.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/row_grid/grid_view.hpp"

namespace throng::kernels {

/// A pass treats the present elements in one of these ways.
enum class Change : std::uint8_t {
    Update, // item i of the source is slot i
    Move,   // item_of_slot gives the item of a slot; no_item: the element stays unchanged
    Erase,  // slots with an item leave
    Keep    // all stay unchanged (others are being inserted)
};
/// Elements that move to another cell. They have their boxes, or, after a sweep, the cells that they come from. There
/// is room for a whole tile behind `capacity`.
struct Movers {
    BoxColumns boxes{};
    std::uint32_t *row = nullptr, *column = nullptr;
    std::uint32_t *from_row = nullptr, *from_column = nullptr;
    std::uint32_t size = 0, capacity = 0;
};

/// Locates boxes that are new to the grid, items [at, end) of the source, and writes them to `out`.
struct Locate {
    BoxSource source{};
    const std::uint32_t* slot_of_item = nullptr; // null: an item's slot is its position; no_item: it is skipped
    std::uint32_t at = 0, end = 0;
    Movers* out = nullptr;
    ItemFaults faulty{};
};

/// A sweep of an update visits the slots [at, end) in their order. The output for faulty boxes and absent slots is
/// arbitrary.
struct SlotSweep {
    BoxSource source{};
    // Both are multiples of 256, except the last `end`. A sweep that ran out of room in `out` continues at `at`.
    std::uint32_t at = 0, end = 0;
    float* boxes = nullptr; // by slot, up to the end of a tile: four floats each, two for points; null: not needed
    std::uint64_t* leaving = nullptr; // a bit per slot, in whole groups of 256: the element leaves its cell
    Movers* out = nullptr;            // the same elements, with their new cells
    ItemFaults faulty{};
};

/// Removes the leavers of a sweep from a row.
struct LeaveRow {
    const std::uint32_t* slots = nullptr;      // of the row, by cell
    const std::uint32_t* cell_begin = nullptr; // cells + 1 offsets of the row
    std::uint32_t* stayers = nullptr;          // out: the slots that stay, in their order; may equal `slots`
    // The kernel writes where the stayers of each cell begin; this may equal `cell_begin`; null: not needed.
    std::uint32_t* stay_begin = nullptr;
    std::uint32_t* lost = nullptr; // room for cells + 1 counts, if stay_begin is needed; equals one of both at most
    const Movers* movers = nullptr;
    const std::uint32_t* leaver = nullptr; // positions in `movers`
    std::uint32_t leaver_count = 0;
    const std::uint64_t* leaving = nullptr; // of the sweep
};

/// The first pass over one row packs elements that stay in their cell to the back columns; leavers go to `out`.
struct ReadRow {
    const BoxSource* source = nullptr;
    const std::uint32_t* item_of_slot = nullptr; // Move, Erase
    BoxColumns back{};                           // of stayers, from the row's old place on
    // Offsets of the stayers of each old cell; during the pass, counts of its leavers.
    std::uint32_t* stay_begin = nullptr;
    // A pass that ran out of room in `out` continues from these:
    std::uint32_t at = 0;   // elements read
    std::uint32_t stay = 0; // elements packed
    Movers* out = nullptr;
    ItemFaults faulty{};
};

/// The second pass over one row lays out stayers and arrivals by cell at the row's new place.
struct WriteRow {
    static constexpr std::uint32_t most_patches = 32; // leavers and arrivals together

    BoxColumns back{}; // of stayers
    // An update after a sweep has a source: `back` has only slots, and all boxes of the row are read again.
    const BoxSource* source = nullptr;
    std::uint32_t back_begin = 0, stay = 0;
    const std::uint32_t* stay_begin = nullptr; // null: the cells have changed, and stayers are sorted like arrivals
    // The row's old slots and cells, with the leavers, if so few elements leave and arrive that all others are copied
    // in pieces. Null: stayers are in `back`.
    const std::uint32_t *old_slots = nullptr, *old_cells = nullptr;
    const std::uint32_t* leaver = nullptr; // positions in `arrivals`, which contains all movers
    std::uint32_t leaver_count = 0, old_size = 0;
    const Movers* arrivals = nullptr;
    const std::uint32_t* arrival = nullptr; // positions in `arrivals`, in the order of their placement
    std::uint32_t arrival_count = 0;
    std::uint32_t next_arrival_count = 0;                               // of the next row, directly behind them
    const std::uint32_t *next_cells = nullptr, *next_stayers = nullptr; // read first for the next row, or null
    BoxColumns front{};
    std::uint32_t* cell_begin = nullptr; // of this row: cells + 1
    std::uint32_t row = 0;               // its number
    std::uint32_t* cell_keys = nullptr;  // by slot
};

} // namespace throng::kernels
