// SPDX-License-Identifier: MIT
// A pass over all loose cells shrink-wraps each cell's box; an update gives all elements new boxes in the same pass.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/loose_grid/loose_grid_cells.hpp"
#include "engine/kernels/tiles/tile_pairs_kernel.hpp"

namespace throng::kernels {

/// Sixteen partial boxes of a cell, and the largest width and height of their elements.
template <class A> struct Wrap {
    simd::Boxes<A> all;
    simd::Floats<A> widest, tallest;

    THRONG_INLINE void begin() {
        const simd::Floats<A> infinity = simd::broadcast<A>(__builtin_inff());
        const simd::Floats<A> none = simd::broadcast<A>(-__builtin_inff());
        all = {infinity, infinity, none, none};
    }
    THRONG_INLINE void add(const simd::Boxes<A>& box, const simd::Mask<A>& live) {
        using namespace simd;
        all.min_x = min(all.min_x, select(live, box.min_x, all.min_x));
        all.min_y = min(all.min_y, select(live, box.min_y, all.min_y));
        all.max_x = max(all.max_x, select(live, box.max_x, all.max_x));
        all.max_y = max(all.max_y, select(live, box.max_y, all.max_y));
        widest = max(widest, select(live, box.max_x - box.min_x, widest));
        tallest = max(tallest, select(live, box.max_y - box.min_y, tallest));
    }
    THRONG_INLINE Region region() const {
        return {simd::reduce_min<A>(all.min_x), simd::reduce_min<A>(all.min_y), simd::reduce_max<A>(all.max_x),
                simd::reduce_max<A>(all.max_y)};
    }
};

template <class A> struct LooseGridKernel {
    /// Writes new boxes for all elements of the block, from the view's tiles to those of `g`, which may be the same. An
    /// element that stays in its cell keeps its position. One that leaves is removed from its cell and listed in
    /// `block` without a position. Elements with faulty boxes keep their box. The boxes of cells fit exactly
    /// afterwards. `by_kind` says whether the view keeps wires apart.
    template <bool by_kind>
    static void update(const LooseGridView& v, const LooseCells& g, const BoxSource& source, LooseBlock& block) {
        constexpr std::uint32_t tiles_ahead = 6;
        const auto renew_cell = [&](std::uint32_t cell, std::uint32_t column, std::uint32_t row,
                                    Wrap<A>& wrap) THRONG_FLAT {
            const std::uint32_t leaving = block.leaving;
            if (cell + tiles_ahead < v.cell_count) prefetch_tile(v.tiles[cell + tiles_ahead]);
            for (std::uint32_t ref = v.last_tile(cell); ref != no_tile; ref = v.next_of(ref))
                renew<by_kind>(v, v.tiles[TileRef::index(ref)], g.tiles[TileRef::index(ref)], TileRef::count(ref),
                               source, column, row, block, wrap);
            for (std::uint32_t i = leaving; i < block.leaving; ++i)
                take_out(v, g, cell, g.positions[block.slots[i]], block.freed);
            return block.leaving == leaving || v.last_tile(cell) != no_tile;
        };
        for_cells(v, g, block, renew_cell);
    }

    /// Shrinks the boxes of cells to their elements.
    static void wrap(const LooseGridView& v, const LooseCells& g, LooseBlock& block) {
        using namespace simd;
        for_cells(v, g, block, [&](std::uint32_t cell, std::uint32_t, std::uint32_t, Wrap<A>& wrap) THRONG_FLAT {
            for (std::uint32_t ref = v.last_tile(cell); ref != no_tile; ref = v.next_of(ref))
                wrap.add(load_boxes<A>(columns_of(v.tiles[TileRef::index(ref)]), 0),
                         first<A>(static_cast<int>(TileRef::count(ref))));
            return true;
        });
    }

    /// Computes the size and box of a row of tight cells from its cells.
    static void measure(const LooseGridView& v, const LooseLevel& level, std::uint32_t row, TightRow& out) {
        using namespace simd;
        Wrap<A> wrap;
        wrap.begin();
        out.size = 0;
        const std::uint32_t begin = level.first_tight + row * level.tight_columns;
        for (std::uint32_t tight = begin; tight < begin + level.tight_columns; ++tight) {
            if (v.tight_sizes[tight] == 0) continue;
            out.size += v.tight_sizes[tight];
            for (std::uint32_t cell = tight << v.cell_bits; cell >> v.cell_bits == tight; cell += 16) {
                const Boxes<A> boxes = load_boxes<A>(columns_of(v.cells[cell >> lane_bits]), 0);
                wrap.all = {min(wrap.all.min_x, boxes.min_x), min(wrap.all.min_y, boxes.min_y),
                            max(wrap.all.max_x, boxes.max_x), max(wrap.all.max_y, boxes.max_y)};
            }
        }
        out.box = wrap.region();
    }

private:
    // Calls body(cell, its column and row, wrap) -> bool for each cell with elements; false: the cell has become empty.
    template <class Body>
    static THRONG_INLINE void for_cells(const LooseGridView& v, const LooseCells& g, LooseBlock& block, Body&& body) {
        const LooseLevel level = v.levels[block.level];
        const std::uint32_t inner = (1u << v.shift) - 1;
        Wrap<A> wrap;
        wrap.widest = wrap.tallest = simd::broadcast<A>(0.f);
        for (std::uint32_t tight = block.begin; tight < block.end; ++tight) {
            if (v.tight_sizes[tight] == 0) continue;
            const std::uint32_t in_level = tight - level.first_tight, tight_row = in_level / level.tight_columns;
            const std::uint32_t first_column = (in_level - tight_row * level.tight_columns) << v.shift;
            const std::uint32_t first_row = tight_row << v.shift;
            for (std::uint32_t within = 0; within >> v.cell_bits == 0; ++within) {
                const std::uint32_t cell = (tight << v.cell_bits) + within;
                if (v.last_tile(cell) == no_tile) continue;
                wrap.begin();
                if (body(cell, first_column + (within & inner), first_row + (within >> v.shift), wrap))
                    set_box(g.cells[cell >> lane_bits], cell & 15, wrap.region());
            }
        }
        block.widest = simd::reduce_max<A>(wrap.widest);
        block.tallest = simd::reduce_max<A>(wrap.tallest);
    }

    // Gives the elements of a tile new boxes.
    template <bool by_kind>
    static THRONG_INLINE void renew(const LooseGridView& v, const Tile& before, Tile& tile, std::uint32_t count,
                                    const BoxSource& source, std::uint32_t column, std::uint32_t row, LooseBlock& block,
                                    Wrap<A>& wrap) {
        using namespace simd;
        const LooseLevel& level = v.levels[block.level];
        const NewBoxes<A> new_boxes = gather_boxes<A, false>(source, before.ids);
        const Mask<A> live = first<A>(static_cast<int>(count));
        Boxes<A> box{new_boxes.min_x, new_boxes.min_y, new_boxes.max_x, new_boxes.max_y};
        const std::uint32_t all = (1u << count) - 1;
        const std::uint32_t valid = reject_faulty<A, false>(source, new_boxes, before.ids, all, block.faulty);
        if (valid != all) [[unlikely]] {
            const Mask<A> changes = from_bits<A>(valid);
            box = {select(changes, box.min_x, load<A>(before.min_x)), select(changes, box.min_y, load<A>(before.min_y)),
                   select(changes, box.max_x, load<A>(before.max_x)),
                   select(changes, box.max_y, load<A>(before.max_y))};
        }
        store(tile.min_x, box.min_x);
        store(tile.min_y, box.min_y);
        store(tile.max_x, box.max_x);
        store(tile.max_y, box.max_y);
        store(tile.ids, load<A>(before.ids));

        const Floats<A> width = box.max_x - box.min_x, height = box.max_y - box.min_y, side = max(width, height);
        Mask<A> stay = (cell_index<A>(center<A>(box.min_x, box.max_x), v.origin_x, level.inverse_cell, level.columns) ==
                        broadcast<A>(column)) &
                       (cell_index<A>(center<A>(box.min_y, box.max_y), v.origin_y, level.inverse_cell, level.rows) ==
                        broadcast<A>(row));
        const std::uint32_t levels = by_kind ? v.sized_levels() : v.level_count;
        if (block.level + 1 < levels) stay = stay & (side <= broadcast<A>(level.cell));
        if (block.level > 0 && (!by_kind || block.level < levels))
            stay = stay & (side > broadcast<A>(v.levels[block.level - 1].cell));
        if constexpr (by_kind) {
            const Mask<A> wide = width > broadcast<A>(v.long_side), tall = height > broadcast<A>(v.long_side);
            const Mask<A> wires = block.level == levels ? andnot(wide, tall) : andnot(tall, wide);
            stay = block.level < levels ? andnot(stay, andnot(wide, tall) | andnot(tall, wide)) : stay & wires;
        }
        wrap.add(box, live & stay);
        const std::uint32_t leaving = all & ~bits(stay);
        if (leaving == 0) return;
        for (std::uint32_t remaining = leaving; remaining != 0; remaining &= remaining - 1) {
            const std::uint32_t lane = lowest<A>(remaining);
            block.slots[block.leaving] = tile.ids[lane];
            block.cells[block.leaving++] = loose_cell_of(v, box_of(tile, lane));
        }
    }
};

} // namespace throng::kernels
