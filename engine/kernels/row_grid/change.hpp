// SPDX-License-Identifier: MIT
// What a change of a row grid passes to its kernels: new boxes, the columns that they go to, and what happened.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/row_grid/grid_view.hpp"

namespace throng::kernels {

/// How a pass treats the elements that are there.
enum class Change : std::uint8_t {
    Update, // item i of the source is slot i
    Move,   // item_of_slot says which item is a slot's, no_item: it stays as it is
    Erase,  // slots with an item leave
    Keep    // all stay as they are (others are being inserted)
};
/// Elements on their way to another cell, and where to: with their boxes, or a sweep's, with where they come from.
/// `capacity` leaves room for a whole tile past it.
struct Movers {
    BoxColumns boxes{};
    std::uint32_t *row = nullptr, *column = nullptr;
    std::uint32_t *from_row = nullptr, *from_column = nullptr;
    std::uint32_t size = 0, capacity = 0;
};

/// Boxes new to the grid, items [at, end) of the source, on their way to `out`.
struct Locate {
    BoxSource source{};
    const std::uint32_t* slot_of_item = nullptr; // null: an item's slot is its position; no_item: it is passed over
    std::uint32_t at = 0, end = 0;
    Movers* out = nullptr;
    ItemFaults faulty{};
};

/// A sweep over the slots [at, end) of an update, in their own order. What is written of faulty boxes, and of absent
/// ones, is of no use.
struct SlotSweep {
    BoxSource source{};
    std::uint32_t
        at = 0,
        end = 0; // multiples of 256, but for the last `end`; `at` tells where one that ran out of room in `out` goes on
    float* boxes =
        nullptr; // by slot, up to the end of a tile: four floats each, of points two; null: nobody asks for them
    std::uint64_t* leaving = nullptr; // a bit per slot, in whole groups of 256: who is no longer in its cell
    Movers* out = nullptr;            // the same, and where to
    ItemFaults faulty{};
};

/// What a row keeps of a sweep's leavers.
struct LeaveRow {
    const std::uint32_t* slots = nullptr;      // the row's, by cell
    const std::uint32_t* cell_begin = nullptr; // its cells + 1 offsets
    std::uint32_t* stayers = nullptr;          // gets those who stay, in their order; may be `slots`
    // Gets where the stayers of each cell begin; `cell_begin` where `stayers` are `slots`; null: nobody asks.
    std::uint32_t* stay_begin = nullptr;
    std::uint32_t* lost = nullptr; // room for cells + 1 counts, where stay_begin is asked for
    const Movers* movers = nullptr;
    const std::uint32_t* leaver = nullptr; // positions in `movers`
    std::uint32_t leaver_count = 0;
    const std::uint64_t* leaving = nullptr; // a sweep's
};

/// A first pass over one row: who stays in its cell is packed to the back columns, who leaves it is posted to `out`.
struct ReadRow {
    const BoxSource* source = nullptr;
    const std::uint32_t* item_of_slot = nullptr; // Move, Erase
    BoxColumns back{};                           // stayers, from the row's old place on
    std::uint32_t* stay_begin =
        nullptr; // by the old cells: offsets of the stayers of each; until the pass is over, how many left
    // In and out, so that a pass that ran out of room in `out` can be resumed:
    std::uint32_t at = 0;   // elements read
    std::uint32_t stay = 0; // elements packed
    Movers* out = nullptr;
    ItemFaults faulty{};
};

/// Second pass over one row: stayers and arrivals are laid out by cell at the row's new place.
struct WriteRow {
    BoxColumns back{}; // where the stayers wait
    const BoxSource* source =
        nullptr; // an update's, after a sweep: slots wait alone, and all boxes of the row are read again
    std::uint32_t back_begin = 0, stay = 0;
    const std::uint32_t* stay_begin = nullptr; // null: the cells have changed, stayers are sorted like arrivals
    const Movers* arrivals = nullptr;
    const std::uint32_t* arrival = nullptr; // positions in `arrivals`, in the order that they settle
    std::uint32_t arrival_count = 0;
    std::uint32_t next_arrival_count = 0;                               // of the next row, right behind them
    const std::uint32_t *next_cells = nullptr, *next_stayers = nullptr; // what the next row's turn reads first, or null
    BoxColumns front{};
    std::uint32_t* cell_begin = nullptr; // of this row: cells + 1
    std::uint32_t row = 0;               // its number
    std::uint32_t* cell_keys = nullptr;  // by slot
};

} // namespace throng::kernels
