// SPDX-License-Identifier: MIT
// A walk through a loose grid visits the tight cells within reach, then those of their loose cells whose boxes match,
// sixteen at a time, then elements.
#pragma once

#include "engine/kernels/loose_grid/loose_grid_cells.hpp"
#include "engine/kernels/tiles/tile_tree.hpp"

namespace throng::kernels {

template <class A> struct LooseGridWalk {
    using View = LooseGridView;
    using Candidates = typename TileTree<A>::Candidates;

    static bool empty(const View& v) { return v.size == 0; }

    /// Finds the box of a present slot.
    static bool find(const View& v, std::uint32_t slot, Region& box) { return find_in_tiles(v, slot, box); }

    template <class Pick, class Body>
    static THRONG_INLINE bool walk(const View& v, const Region& region, Pick&& pick, Body&& body) {
        const auto visit = [&](std::uint32_t tight) THRONG_FLAT {
            return for_cells(v, tight, [&](const ElementColumns& boxes, std::uint32_t) THRONG_FLAT {
                return for_lanes(v, boxes, occupied(boxes, pick(boxes)), body);
            });
        };
        for (std::uint32_t l = 0; l < v.level_count; ++l) {
            const LooseLevel& level = v.levels[l];
            if (level.size == 0) continue;
            const TightRange range = tight_range(v, level, region);
            for (std::uint32_t row = range.first_row; row <= range.last_row; ++row) {
                if (!meets(v.rows[level.first_row + row].box, region)) continue;
                if (!for_row(level, row, range.first_column, range.last_column, visit)) return false;
            }
        }
        return true;
    }

    /// Visits rings of tight cells around the point, and in each tight cell the nearest loose cell first. The fullest
    /// level comes first, because its elements bound the rings of the others soonest.
    template <class Row, class Body> static THRONG_INLINE bool walk_near(const View& v, const Row& row, Body&& body) {
        const auto visit = [&](std::uint32_t tight) THRONG_FLAT {
            return for_cells(v, tight, [&](const ElementColumns& boxes, std::uint32_t) THRONG_FLAT {
                return nearest_first(v, boxes, row, row.bounds(boxes), simd::first<A>(16), body);
            });
        };
        const std::uint32_t fullest = fullest_level(v);
        for (std::uint32_t n = 0; n < v.level_count; ++n) {
            const std::uint32_t l = n == 0 ? fullest : n - (n <= fullest ? 1 : 0);
            if (v.levels[l].size != 0 && !for_rings(v, v.levels[l], row, visit)) return false;
        }
        return true;
    }

    /// Returns the side of most loose cells.
    static float leaf_side(const View& v) { return v.levels[fullest_level(v)].cell; }

    /// Visits rows of tight cells in the ray's direction, and in each the tight cells that the ray passes.
    template <class Row, class Body> static THRONG_INLINE bool walk_ray(const View& v, const Row& row, Body&& body) {
        const bool visits_all = row.overflows(v.around);
        const auto visit = [&](std::uint32_t tight) THRONG_FLAT {
            return for_cells(v, tight, [&](const ElementColumns& boxes, std::uint32_t) THRONG_FLAT {
                const simd::Entries<A> entries = row.entries(boxes);
                if constexpr (Row::wanted == RayAnswer::First) {
                    return nearest_first(v, boxes, row, entries.t, entries.hit, body);
                } else {
                    return for_lanes(v, boxes, occupied(boxes, entries.hit), body);
                }
            });
        };
        for (std::uint32_t l = 0; l < v.level_count; ++l) {
            const LooseLevel& level = v.levels[l];
            if (level.size == 0) continue;
            if (visits_all) {
                for (std::uint32_t r = 0; r < level.tight_rows; ++r)
                    if (!for_row(level, r, 0, level.tight_columns - 1, visit)) return false;
            } else if (!for_rows_along(v, level, row, visit)) {
                return false;
            }
        }
        return true;
    }

    /// The items of pairs are tiles.
    static THRONG_INLINE bool tile(const View& v, std::uint32_t item, Candidates& out) {
        const std::uint32_t cell = v.cell_of_tile(item);
        if (cell == no_position) return false;
        fetch_ahead(v, item, cell);
        const std::uint32_t last = v.last_tile(cell);
        out = {columns_of(v.tiles[item]), TileRef::index(last) == item ? TileRef::count(last)
                                          : last == no_tile            ? 0u
                                                                       : 16u};
        return out.count != 0;
    }

    /// Visits the tiles after a tile in its own cell, the later cells of its own level, and all cells of the coarser
    /// levels.
    template <class Body>
    static THRONG_INLINE bool walk_after(const View& v, std::uint32_t item, const Region& box, Body&& body) {
        using namespace simd;
        const std::uint32_t cell = v.cell_of_tile(item), own_tight = cell >> v.cell_bits;
        for (std::uint32_t ref = v.next_of(TileRef::make(item, true, 0)); ref != no_tile; ref = v.next_of(ref))
            if (!body(at(v, ref), unbounded_region)) return false;
        const Boxes<A> around = same_box<A>(box);
        const auto visit = [&](std::uint32_t tight) THRONG_FLAT {
            return for_cells(v, tight, [&](const ElementColumns& boxes, std::uint32_t first_cell) THRONG_FLAT {
                std::uint32_t met = bits(overlaps(around, load_boxes<A>(boxes, 0)));
                if (first_cell <= cell) met &= cell - first_cell >= 15 ? 0u : ~0u << (cell - first_cell + 1);
                for (; met != 0; met &= met - 1) {
                    const std::uint32_t lane = lowest<A>(met);
                    const Region cell_box{boxes.min_x[lane], boxes.min_y[lane], boxes.max_x[lane], boxes.max_y[lane]};
                    for (std::uint32_t ref = boxes.slots[lane]; ref != no_tile; ref = v.next_of(ref))
                        if (!body(at(v, ref), cell_box)) return false;
                }
                return true;
            });
        };
        for (std::uint32_t l = level_of_tight(v, own_tight); l < v.level_count; ++l) {
            const LooseLevel& level = v.levels[l];
            if (level.size == 0) continue;
            const TightRange range = tight_range(v, level, box);
            for (std::uint32_t row = range.first_row; row <= range.last_row; ++row) {
                // The cells before the own tight cell have been joined with it already.
                const std::uint32_t row_begin = level.first_tight + row * level.tight_columns;
                std::uint32_t first = range.first_column;
                if (row_begin + first < own_tight) {
                    if (row_begin + range.last_column < own_tight) continue;
                    first = own_tight - row_begin;
                }
                if (!for_row(level, row, first, range.last_column, visit)) return false;
            }
        }
        return true;
    }

private:
    static THRONG_INLINE Candidates at(const View& v, std::uint32_t ref) {
        return {columns_of(v.tiles[TileRef::index(ref)]), TileRef::count(ref)};
    }
    // Tiles are joined in the order of memory, and with cells of the next row of tight cells, which are elsewhere in
    // memory: those are fetched two tight cells ahead.
    static THRONG_INLINE void fetch_ahead(const View& v, std::uint32_t item, std::uint32_t cell) {
        constexpr std::uint32_t tiles_ahead = 8, tight_ahead = 2;
        if (item + tiles_ahead >= v.cell_count) return;
        prefetch_tile(v.tiles[item + tiles_ahead]);
        const std::uint32_t within = cell & ((1u << v.cell_bits) - 1), columns = 1u << v.shift;
        if (within > columns) return;
        const LooseLevel& level = v.levels[level_of_tight(v, cell >> v.cell_bits)];
        const std::uint32_t above = cell + ((level.tight_columns + tight_ahead) << v.cell_bits);
        if (above >= v.cell_count) return;
        prefetch_tile(within == columns ? v.cells[above >> lane_bits] : v.tiles[above]);
    }
    static THRONG_INLINE simd::Mask<A> occupied(const ElementColumns& boxes, const simd::Mask<A>& lanes) {
        return simd::andnot(lanes, simd::load<A>(boxes.slots) == simd::broadcast<A>(no_tile));
    }

    template <class Visit>
    static THRONG_INLINE bool for_row(const LooseLevel& level, std::uint32_t row, std::uint32_t first,
                                      std::uint32_t last, Visit&& visit) {
        const std::uint32_t begin = level.first_tight + row * level.tight_columns;
        for (std::uint32_t tight = begin + first; tight <= begin + last; ++tight)
            if (!visit(tight)) return false;
        return true;
    }
    // Calls body(boxes of sixteen loose cells, number of the first) -> bool.
    template <class Body> static THRONG_INLINE bool for_cells(const View& v, std::uint32_t tight, Body&& body) {
        if (v.tight_sizes[tight] == 0) return true;
        for (std::uint32_t cell = tight << v.cell_bits; cell >> v.cell_bits == tight; cell += 16)
            if (!body(columns_of(v.cells[cell >> lane_bits]), cell)) return false;
        return true;
    }
    template <class Body>
    static THRONG_INLINE bool for_lanes(const View& v, const ElementColumns& boxes, const simd::Mask<A>& lanes,
                                        Body&& body) {
        for (std::uint32_t remaining = simd::bits(lanes); remaining != 0; remaining &= remaining - 1)
            if (!visit_cell(v, boxes.slots[simd::lowest<A>(remaining)], body)) return false;
        return true;
    }
    template <class Body> static THRONG_INLINE bool visit_cell(const View& v, std::uint32_t ref, Body&& body) {
        for (; ref != no_tile; ref = v.next_of(ref))
            if (!body(at(v, ref))) return false;
        return true;
    }

    // Visits loose cells by ascending key, up to row.limit().
    template <class Row, class Body>
    static THRONG_INLINE bool nearest_first(const View& v, const ElementColumns& boxes, const Row& row,
                                            const simd::Floats<A>& keys, simd::Mask<A> remaining, Body&& body) {
        using namespace simd;
        const Floats<A> infinity = broadcast<A>(__builtin_inff());
        remaining = occupied(boxes, remaining);
        while (true) {
            const std::uint32_t waiting = bits(remaining & (keys <= broadcast<A>(row.limit())));
            if (waiting == 0) return true;
            remaining = from_bits<A>(waiting);
            const Floats<A> masked = select(remaining, keys, infinity);
            const std::uint32_t lane = lowest<A>(waiting & bits(masked == broadcast<A>(reduce_min<A>(masked))));
            if (!visit_cell(v, boxes.slots[lane], body)) return false;
            remaining = from_bits<A>(waiting & ~(1u << lane));
        }
    }
    static std::uint32_t fullest_level(const View& v) {
        std::uint32_t fullest = 0;
        for (std::uint32_t l = 1; l < v.level_count; ++l)
            if (v.levels[l].size > v.levels[fullest].size) fullest = l;
        return fullest;
    }

    // Returns the tight cells that may hold an element within row.limit().
    template <class Row> static TightRange range_near(const View& v, const LooseLevel& level, const Row& row) {
        return tight_range(v, level, around(row.x(), row.y(), widened_reach(__builtin_sqrtf(row.limit()) * 1.000001f)));
    }

    template <class Row, class Visit>
    static THRONG_INLINE bool for_rings(const View& v, const LooseLevel& level, const Row& row, Visit&& visit) {
        const std::uint32_t column = cell_index(row.x(), v.origin_x, level.inverse_cell, level.columns) >> v.shift;
        const std::uint32_t own_row = cell_index(row.y(), v.origin_y, level.inverse_cell, level.rows) >> v.shift;
        for (std::uint32_t ring = 0;; ++ring) {
            const TightRange range = range_near(v, level, row);
            const std::uint32_t left = column - range.first_column;
            const std::uint32_t right = range.last_column - column;
            const std::uint32_t down = own_row - range.first_row;
            const std::uint32_t up = range.last_row - own_row;
            if (ring > left && ring > right && ring > down && ring > up) return true;
            const std::uint32_t first = column - (ring < left ? ring : left);
            const std::uint32_t last = column + (ring < right ? ring : right);
            const std::uint32_t low = own_row - (ring < down ? ring : down), high = own_row + (ring < up ? ring : up);
            // If both sides of the ring lie outside, only its top and bottom rows are left. Rings would visit the rows
            // in between again and again.
            const bool sides = ring <= left || ring <= right;
            for (std::uint32_t r = low; r <= high; r = sides || r == high ? r + 1 : high) {
                if (v.rows[level.first_row + r].size == 0) continue;
                if (r + ring == own_row || r == own_row + ring) {
                    if (!for_row(level, r, first, last, visit)) return false;
                    continue;
                }
                if (ring <= left && !for_row(level, r, first, first, visit)) return false;
                if (ring <= right && !for_row(level, r, last, last, visit)) return false;
            }
        }
    }

    // Finds the rows up to the end of the ray, which is nearer after every better hit.
    template <class Row>
    static void rows_along(const View& v, const LooseLevel& level, const Row& row, std::uint32_t& first,
                           std::uint32_t& last) {
        const double infinity = static_cast<double>(__builtin_inff());
        double low = 0, high = 0;
        row.range_y(low, high);
        const float reach = level.reach_y + row.half_extent();
        const auto tight_row = [&](float at) {
            return cell_index(at, v.origin_y, level.inverse_cell, level.rows) >> v.shift;
        };
        first = tight_row(surely_below(Row::as_float(low, -infinity), reach));
        last = tight_row(surely_above(Row::as_float(high, infinity), reach));
    }

    template <class Row, class Visit>
    static THRONG_INLINE bool for_rows_along(const View& v, const LooseLevel& level, const Row& row, Visit&& visit) {
        const bool upward = row.direction_y() >= 0.f;
        std::uint32_t first = 0, last = 0;
        rows_along(v, level, row, first, last);
        for (std::uint32_t n = 0; n <= last - first; ++n) {
            const std::uint32_t r = upward ? first + n : last - n;
            const TightRow& tight_row = v.rows[level.first_row + r];
            if (tight_row.size == 0) continue;
            const float before = row.limit();
            if (!along_row(v, level, tight_row, r, row, visit)) return false;
            if constexpr (Row::wanted == RayAnswer::First) {
                if (row.limit() == before) continue;
                std::uint32_t nearer_first = 0, nearer_last = 0;
                rows_along(v, level, row, nearer_first, nearer_last);
                // Only the far end moves: the loop began at the near one.
                if (upward)
                    last = nearer_last < r ? r : nearer_last;
                else
                    first = nearer_first > r ? r : nearer_first;
            }
        }
        return true;
    }

    template <class Row, class Visit>
    static THRONG_INLINE bool along_row(const View& v, const LooseLevel& level, const TightRow& tight_row,
                                        std::uint32_t r, const Row& row, Visit&& visit) {
        const double infinity = static_cast<double>(__builtin_inff());
        const auto column = [&](float at) {
            return cell_index(at, v.origin_x, level.inverse_cell, level.columns) >> v.shift;
        };
        const auto columns_along = [&](std::uint32_t& first, std::uint32_t& last) {
            double enter = 0, min_x = 0, max_x = 0;
            if (!row.stretch(static_cast<double>(tight_row.box.min_y), static_cast<double>(tight_row.box.max_y), enter,
                             min_x, max_x) ||
                enter > static_cast<double>(row.limit()))
                return false;
            first = column(surely_below(Row::as_float(min_x, -infinity), level.reach_x));
            last = column(surely_above(Row::as_float(max_x, infinity), level.reach_x));
            return true;
        };
        std::uint32_t first = 0, last = 0;
        if (!columns_along(first, last)) return true;
        const bool rightward = row.direction_x() >= 0.f;
        for (std::uint32_t n = 0; n <= last - first; ++n) {
            const std::uint32_t c = rightward ? first + n : last - n;
            const float before = row.limit();
            if (!for_row(level, r, c, c, visit)) return false;
            if (row.limit() == before) continue;
            std::uint32_t nearer_first = 0, nearer_last = 0;
            if (!columns_along(nearer_first, nearer_last)) return true;
            if (rightward)
                last = nearer_last < c ? c : nearer_last;
            else
                first = nearer_first > c ? c : nearer_first;
        }
        return true;
    }
};

} // namespace throng::kernels
