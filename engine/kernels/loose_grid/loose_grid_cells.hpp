// SPDX-License-Identifier: MIT
// A new element goes to the end of its loose cell; when one leaves, the last one takes its place. Each change is O(1).
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/kernels/loose_grid/loose_grid_view.hpp"

namespace throng::kernels {

/// Tiles of no cell, chained by `next`.
struct FreeTiles {
    std::uint32_t first = no_position; // counted from the first tile that is not a cell's own
    std::uint32_t unused = 0;          // tiles from here on were never taken
};

/// The writable columns of a LooseGridView.
struct LooseCells {
    Tile* tiles = nullptr;
    std::uint32_t *next = nullptr, *owners = nullptr;
    Tile* cells = nullptr;
    std::uint32_t* tight_sizes = nullptr;
    WrittenPositions positions;
};

static inline void prefetch_tile(const Tile& tile) noexcept {
    __builtin_prefetch(tile.min_x);
    __builtin_prefetch(tile.min_y);
    __builtin_prefetch(tile.max_x);
    __builtin_prefetch(tile.max_y);
    __builtin_prefetch(tile.ids);
}

static inline Region box_of(const Tile& tile, std::uint32_t lane) noexcept {
    return {tile.min_x[lane], tile.min_y[lane], tile.max_x[lane], tile.max_y[lane]};
}
/// Returns the empty box: include() of any box into it gives that box.
static inline Region inside_out() noexcept {
    const float infinity = __builtin_inff();
    return {infinity, infinity, -infinity, -infinity};
}
static inline void include(Tile& cells, std::uint32_t lane, const Region& box) noexcept {
    Region all = box_of(cells, lane);
    include(all, box);
    set_box(cells, lane, all);
}

/// Removes the element at `position` from its cell. The cell's box is unchanged unless the cell becomes empty. A tile
/// that becomes empty is added to the chain `freed`. The caller sets the position of the removed slot.
static inline void take_out(const LooseGridView& v, const LooseCells& g, std::uint32_t cell, std::uint32_t position,
                            std::uint32_t& freed) noexcept {
    Tile& cells = g.cells[cell >> lane_bits];
    std::uint32_t& ref = cells.ids[cell & 15];
    const std::uint32_t last_tile = TileRef::index(ref), last = TileRef::count(ref) - 1, lane = position & 15;
    const Tile& from = g.tiles[last_tile];
    Tile& to = g.tiles[position >> lane_bits];
    const std::uint32_t slot = from.ids[last];
    set_box(to, lane, box_of(from, last));
    to.ids[lane] = slot;
    g.positions.set(slot, position);
    --g.tight_sizes[cell >> v.cell_bits];
    if (last != 0) {
        ref = TileRef::make(last_tile, true, last);
        return;
    }
    ref = v.next_of(ref);
    if (last_tile < v.cell_count) {
        set_box(cells, cell & 15, inside_out());
        return;
    }
    const std::uint32_t tile = last_tile - v.cell_count;
    g.owners[tile] = no_position;
    g.next[tile] = freed;
    freed = tile;
}

/// Adds an element to a cell. If it needs a tile, there has to be a free one.
static inline void put_in(const LooseGridView& v, const LooseCells& g, std::uint32_t cell, std::uint32_t slot,
                          const Region& box, FreeTiles& free) noexcept {
    Tile& cells = g.cells[cell >> lane_bits];
    std::uint32_t& ref = cells.ids[cell & 15];
    std::uint32_t tile = ref == no_tile ? cell : TileRef::index(ref), lane = TileRef::count(ref);
    if (lane == 16) {
        std::uint32_t fresh = free.first;
        if (fresh != no_position)
            free.first = g.next[fresh];
        else
            fresh = free.unused++;
        g.next[fresh] = ref;
        g.owners[fresh] = cell;
        tile = v.cell_count + fresh;
        lane = 0;
    }
    Tile& to = g.tiles[tile];
    if (lane == 0)
        for (std::uint32_t i = 0; i < 16; ++i) to.ids[i] = slot; // gathers read all sixteen ids of a tile
    set_box(to, lane, box);
    to.ids[lane] = slot;
    g.positions.set(slot, (tile << lane_bits) + lane);
    ref = TileRef::make(tile, true, lane + 1);
    include(cells, cell & 15, box);
    ++g.tight_sizes[cell >> v.cell_bits];
}

/// A pass over a run of tight cells of one level leaves its results here.
struct LooseBlock {
    std::uint32_t level = 0, begin = 0, end = 0; // tight cells
    std::uint32_t elements_before = 0;           // in earlier blocks

    // Slots of leavers and their new cells, with room for all elements of the block.
    std::uint32_t *slots = nullptr, *cells = nullptr;
    std::uint32_t leaving = 0;
    std::uint32_t freed = no_position; // tiles that became empty, a chain
    float widest = 0, tallest = 0;     // of the elements that stay
    ItemFaults faulty{};
};

struct LooseGridKernels {
    void (*update[2])(const LooseGridView&, const LooseCells&, const BoxSource&, LooseBlock&); // view.by_kind()
    void (*wrap)(const LooseGridView&, const LooseCells&, LooseBlock&);
    void (*measure)(const LooseGridView&, const LooseLevel&, std::uint32_t row, TightRow&);
};

} // namespace throng::kernels
