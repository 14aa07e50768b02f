// SPDX-License-Identifier: MIT
// Walks through a tight quadtree. An element is listed in every leaf that its box touches; of the leaves that a search visits, the one
// that holds a certain cell of the element shows it, and no other does.
#pragma once

#include "engine/kernels/quadtree_bounds.hpp"
#include "engine/kernels/ray_row.hpp"
#include "engine/kernels/shapes.hpp"
#include "engine/kernels/tile.hpp"

namespace throng::kernels {

template <class A> struct QuadtreeWalk {
    using View = QuadtreeView;

    /// Up to sixteen elements of a leaf, of which those in `lanes` are shown.
    struct Candidates {
        ElementColumns columns;
        std::uint32_t count, lanes;
        THRONG_INLINE simd::Mask<A> live() const { return simd::from_bits<A>(lanes); }
    };

    static bool empty(const View& v) { return v.size == 0; }

    static bool find(const View& v, std::uint32_t slot, Region& box) {
        if (slot >= v.slot_count || is_absent(v.boxes[slot])) return false;
        box = v.boxes[slot];
        return true;
    }

    /// Every leaf with a cell of `region`. A box that overlaps the region is shown where the cell of the overlap's lowest corner is: it is
    /// the larger one of two cells, of the region and of the box, and both are at or before any leaf that is visited and lists the box.
    template <class Pick, class Body> static THRONG_INLINE bool walk(const View& v, const Region& region, Pick&&, Body&& body) {
        const QuadFrame& f = v.frame;
        const auto cell = [&](float at, float origin)
                              THRONG_FLAT { return static_cast<std::uint16_t>(cell_index(at, origin, f.inverse_cell, f.cells())); };
        const CellRect rect{cell(region.min_x, f.origin_x), cell(region.min_y, f.origin_y), cell(region.max_x, f.origin_x),
                            cell(region.max_y, f.origin_y)};
        return for_leaves(v.nodes, f.cells(), rect, [&](const QuadSquare& square, const QuadNode& node) THRONG_FLAT {
            const Owner x = owner(rect.min_x, square.x, square.side), y = owner(rect.min_y, square.y, square.side);
            return leaf(
                v, node,
                [&](const ElementColumns& c) THRONG_FLAT {
                    return owned(x, c.min_x, c.max_x, f.origin_x, f, square.x, square.side) &
                           owned(y, c.min_y, c.max_y, f.origin_y, f, square.y, square.side);
                },
                body);
        });
    }

    /// An element is shown where the cell of its point nearest to the row's is.
    template <class Row, class Body> static THRONG_INLINE bool walk_near(const View& v, const Row& row, Body&& body) {
        const QuadFrame& f = v.frame;
        const QuadAxis axis_x(f.origin_x, f), axis_y(f.origin_y, f);
        const std::uint32_t at_x = cell_index(row.x(), f.origin_x, f.inverse_cell, f.cells());
        const std::uint32_t at_y = cell_index(row.y(), f.origin_y, f.inverse_cell, f.cells());
        return walk_in_order(
            v, row,
            [&](const QuadSquare& square, double& key) THRONG_FLAT {
                const double dx = axis_x.distance(static_cast<double>(row.x()), square.x, square.side);
                const double dy = axis_y.distance(static_cast<double>(row.y()), square.y, square.side);
                key = (dx * dx + dy * dy) * (1 - 1e-6) - 1e-37; // squares may underflow in float
                return true;
            },
            [&](const ElementColumns& c, const QuadSquare& square) THRONG_FLAT {
                return owned(owner(at_x, square.x, square.side), c.min_x, c.max_x, f.origin_x, f, square.x, square.side) &
                       owned(owner(at_y, square.y, square.side), c.min_y, c.max_y, f.origin_y, f, square.y, square.side);
            },
            body);
    }

    /// Where every box is asked for, it is shown where the cell of the point is at which the ray enters it. A first box may be met twice.
    template <class Row, class Body> static THRONG_INLINE bool walk_ray(const View& v, const Row& row, Body&& body) {
        const QuadFrame& f = v.frame;
        const QuadAxis axis_x(f.origin_x, f), axis_y(f.origin_y, f);
        const QuadRayAxis<A> ray_x(row.origin_x(), row.direction_x(), row.half_extent()),
            ray_y(row.origin_y(), row.direction_y(), row.half_extent());
        return walk_in_order(
            v, row,
            [&](const QuadSquare& s, double& key) THRONG_FLAT {
                key = 0;
                double to = static_cast<double>(row.limit());
                return ray_x.cut(axis_x.low(s.x), axis_x.high(s.x + s.side), key, to) &&
                       ray_y.cut(axis_y.low(s.y), axis_y.high(s.y + s.side), key, to);
            },
            [&](const ElementColumns& c, const QuadSquare& square) THRONG_FLAT {
                if constexpr (Row::wanted == RayAnswer::First) return simd::first<A>(16);
                const simd::Floats<A> t = row.entries(c).t;
                return entered(t, c.min_x, c.max_x, row.origin_x(), row.direction_x(), f.origin_x, f, square.x, square.side) &
                       entered(t, c.min_y, c.max_y, row.origin_y(), row.direction_y(), f.origin_y, f, square.y, square.side);
            },
            body);
    }

private:
    // Which elements a leaf shows, on one axis, to a search at some cell: all, those that begin in it, or those that end in it.
    enum class Owner : std::uint8_t { All, Beginning, Ending };

    static THRONG_INLINE Owner owner(std::uint32_t cell, std::uint32_t begin, std::uint32_t side) {
        return cell < begin ? Owner::Beginning : cell >= begin + side ? Owner::Ending : Owner::All;
    }

    // cell_index() of what `before` and `from` compare is not clamped: a leaf at the border is never asked on its outer side.
    static THRONG_INLINE simd::Floats<A> cells_from(const simd::Floats<A>& v, float origin, const QuadFrame& f) {
        return (v - simd::broadcast<A>(origin)) * simd::broadcast<A>(f.inverse_cell);
    }
    static THRONG_INLINE simd::Floats<A> edge(std::uint32_t index) { return simd::broadcast<A>(static_cast<float>(index)); }

    static THRONG_INLINE simd::Mask<A> owned(Owner by, const float* min, const float* max, float origin, const QuadFrame& f,
                                             std::uint32_t begin, std::uint32_t side) {
        using namespace simd;
        if (by == Owner::All) return first<A>(16);
        if (by == Owner::Beginning) return cells_from(load<A>(min), origin, f) >= edge(begin);
        return cells_from(load<A>(max), origin, f) < edge(begin + side);
    }

    static THRONG_INLINE simd::Mask<A> entered(const simd::Floats<A>& t, const float* min, const float* max, float ray_origin,
                                               float direction, float origin, const QuadFrame& f, std::uint32_t begin, std::uint32_t side) {
        using namespace simd;
        const Floats<A> low = load<A>(min), high = load<A>(max), from = broadcast<A>(ray_origin);
        Floats<A> point = simd::min(simd::max(from, low), high);
        if (direction != 0.f) {
            const Floats<A> way = t * broadcast<A>(direction), half = broadcast<A>(0.5f), infinity = broadcast<A>(__builtin_inff());
            // A way from one end of the floats to the other is none of them, but half of it is.
            const Floats<A> half_way = half * from + (half * t) * broadcast<A>(direction);
            const Floats<A> far = simd::min(simd::max(half_way, half * low), half * high);
            point = select(abs(way) == infinity, far + far, simd::min(simd::max(from + way, low), high));
        }
        const Floats<A> cell = cells_from(point, origin, f);
        Mask<A> here = first<A>(16);
        if (begin != 0) here = here & (cell >= edge(begin));
        if (begin + side != f.cells()) here = here & (cell < edge(begin + side));
        return here;
    }

    // The elements of a leaf, sixteen at a time; shown(columns) -> Mask says which of them.
    template <class Shown, class Body> static THRONG_INLINE bool leaf(const View& v, const QuadNode& node, Shown&& shown, Body&& body) {
        Tile tile;
        for (std::uint32_t entry = node.first; entry != no_entry;) {
            std::uint32_t count = 0;
            for (; entry != no_entry && count < 16; ++count) {
                const QuadEntry at = v.entries[entry];
                const Region& box = v.boxes[at.slot];
                tile.min_x[count] = box.min_x, tile.min_y[count] = box.min_y;
                tile.max_x[count] = box.max_x, tile.max_y[count] = box.max_y;
                tile.ids[count] = at.slot;
                entry = at.next;
            }
            const ElementColumns columns = columns_of(tile);
            const simd::Mask<A> lanes = simd::first<A>(static_cast<int>(count)) & shown(columns);
            if (!body(Candidates{columns, count, bits(lanes)})) return false;
        }
        return true;
    }

    // Leaves that reach(square, key) meets, those with small keys first, but for what is beyond row.limit() when its turn comes.
    template <class Row, class Reach, class Shown, class Body>
    static THRONG_INLINE bool walk_in_order(const View& v, const Row& row, Reach&& reach, Shown&& shown, Body&& body) {
        QuadSquare waiting[most_waiting_squares];
        double keys[most_waiting_squares];
        std::uint32_t size = 1;
        waiting[0] = {0, 0, 0, v.frame.cells()};
        keys[0] = 0;
        while (size != 0) {
            const QuadSquare at = waiting[--size];
            if (!(keys[size] <= static_cast<double>(row.limit()))) continue;
            const QuadNode node = v.nodes[at.node];
            if (node.count != QuadNode::branch) {
                if (!leaf(
                        v, node, [&](const ElementColumns& c) THRONG_FLAT { return shown(c, at); }, body))
                    return false;
                continue;
            }
            const std::uint32_t begin = size;
            for (std::uint32_t quarter = 0; quarter < 4; ++quarter) {
                const QuadSquare child = at.child(node.first, quarter);
                double key = 0;
                if (!reach(child, key)) continue;
                std::uint32_t to = size++; // sorted in: the nearest last
                for (; to > begin && keys[to - 1] < key; --to) waiting[to] = waiting[to - 1], keys[to] = keys[to - 1];
                waiting[to] = child, keys[to] = key;
            }
        }
        return true;
    }
};

} // namespace throng::kernels
