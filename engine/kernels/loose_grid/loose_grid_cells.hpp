// SPDX-License-Identifier: MIT
// Changes of loose cells. A new element goes to the end of its cell; when one leaves, the last one takes its
// place. O(1) each.
#pragma once

#include "engine/kernels/base/written_positions.hpp"
#include "engine/kernels/loose_grid/loose_grid_view.hpp"

namespace throng::kernels {

/// Tiles beyond the cells' own, chained by `next`, that belong to no cell.
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

static inline void set_box(Tile& tile, std::uint32_t lane, const Region& box) noexcept {
    tile.min_x[lane] = box.min_x, tile.min_y[lane] = box.min_y;
    tile.max_x[lane] = box.max_x, tile.max_y[lane] = box.max_y;
}
static inline Region box_of(const Tile& tile, std::uint32_t lane) noexcept {
    return {tile.min_x[lane], tile.min_y[lane], tile.max_x[lane], tile.max_y[lane]};
}
/// The empty box: include() of any box into it gives that box.
static inline Region inside_out() noexcept {
    const float infinity = __builtin_inff();
    return {infinity, infinity, -infinity, -infinity};
}
static inline void include(Region& all, const Region& box) noexcept {
    all.min_x = box.min_x < all.min_x ? box.min_x : all.min_x;
    all.min_y = box.min_y < all.min_y ? box.min_y : all.min_y;
    all.max_x = box.max_x > all.max_x ? box.max_x : all.max_x;
    all.max_y = box.max_y > all.max_y ? box.max_y : all.max_y;
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
    Tile& of_cell = g.cells[cell >> lane_bits];
    std::uint32_t& ref = of_cell.ids[cell & 15];
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
        set_box(of_cell, cell & 15, inside_out());
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
    Tile& of_cell = g.cells[cell >> lane_bits];
    std::uint32_t& ref = of_cell.ids[cell & 15];
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
    include(of_cell, cell & 15, box);
    ++g.tight_sizes[cell >> v.cell_bits];
}

} // namespace throng::kernels
