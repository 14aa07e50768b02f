// SPDX-License-Identifier: MIT
// A tight quadtree lists an element in every leaf that its box touches. The leaf with a certain cell of the element is
// the only one, among those that a search visits, to report it.
#pragma once

#include "engine/kernels/quadtree/quadtree_gathering.hpp"
#include "engine/kernels/quadtree/quadtree_view.hpp"
#include "engine/kernels/query/ray_row.hpp"

namespace throng::kernels {

// Bounds of the squares of a quadtree: the least distance of a point, the earliest entry of a ray. They are computed in
// double and widened, so that they include whatever the float predicates accept.

/// Bounds of cells on one axis.
class QuadAxis {
public:
    QuadAxis(float origin, const QuadFrame& frame)
        : origin_(static_cast<double>(origin)), cell_(1 / static_cast<double>(frame.inverse_cell)),
          cells_(frame.cells()) {}

    /// No coordinate in cell `index` or beyond is below this.
    double low(std::uint32_t index) const { return index == 0 ? -infinity : origin_ + index * cell_ * (1 - 1e-6); }
    /// No coordinate in a cell before `index` is above this.
    double high(std::uint32_t index) const { return index == cells_ ? infinity : origin_ + index * cell_ * (1 + 1e-6); }

    /// Returns the least distance from a coordinate to those in cells [index, index + side).
    double distance(double v, std::uint32_t index, std::uint32_t side) const {
        const double below = low(index) - v, above = v - high(index + side);
        const double farther = below > above ? below : above;
        return farther > 0 ? farther : 0;
    }

private:
    static constexpr double infinity = __builtin_inf();
    double origin_, cell_;
    std::uint32_t cells_;
};

/// A ray on one axis; boxes grow by a half extent.
template <class A> class QuadRayAxis {
public:
    QuadRayAxis(float origin, float direction, float half_extent)
        : origin_(static_cast<double>(origin)), direction_(static_cast<double>(direction)),
          grown_(static_cast<double>(half_extent)) {}

    /// Reduces the range of t to the part between two coordinates. False: it is empty.
    bool cut(double low, double high, double& from, double& to) const {
        if (direction_ == 0) return low - margin(low) <= origin_ && origin_ <= high + margin(high);
        const double to_low = low - margin(low) - origin_, to_high = high + margin(high) - origin_;
        const double to_near = direction_ > 0 ? to_low : to_high, to_far = direction_ > 0 ? to_high : to_low;
        // In float a grown border, a distance or a time beyond the largest number is infinity, and so equals any
        // other infinite one.
        const double border = direction_ > 0 ? high + margin(high) : low - margin(low);
        const double near = to_near / direction_, far = to_far / direction_;
        const double nearest = near < overflow ? near : overflow;
        if (nearest > from) from = nearest;
        if (far < overflow && magnitude_of(to_far) < overflow && magnitude_of(border) < overflow && far < to) to = far;
        return from <= to;
    }

private:
    static constexpr double overflow = 3e38;

    // Returns a distance that exceeds the rounding errors of a box's growth and of (v - origin) / direction.
    double margin(double v) const {
        const double size = magnitude_of(v) < __builtin_inf() ? magnitude_of(v) : 0;
        return grown_ + 2e-6 * (size + magnitude_of(origin_) + grown_) + 3e-45 * magnitude_of(direction_) + 1e-37;
    }
    static double magnitude_of(double v) { return v < 0 ? -v : v; }

    double origin_, direction_, grown_;
};

template <class A> struct QuadtreeWalk {
    using View = QuadtreeView;
    using Candidates = QuadCandidates<A>;

    static bool empty(const View& v) { return v.size == 0; }

    static bool find(const View& v, std::uint32_t slot, Region& box) {
        if (slot >= v.slot_count || is_absent(v.boxes[slot])) return false;
        box = v.boxes[slot];
        return true;
    }

    /// Visits every leaf with a cell of `region`. A box that overlaps the region is reported in the cell of the
    /// overlap's lowest corner. That is the larger one of two cells, of the region and of the box, and both are at or
    /// before any leaf that is visited and lists the box.
    template <class Pick, class Body>
    static THRONG_INLINE bool walk(const View& v, const Region& region, Pick&&, Body&& body) {
        const QuadFrame& f = v.frame;
        const auto cell = [&](float at, float origin) THRONG_FLAT {
            return static_cast<std::uint16_t>(cell_index(at, origin, f.inverse_cell, f.cells()));
        };
        const CellRect rect{cell(region.min_x, f.origin_x), cell(region.min_y, f.origin_y),
                            cell(region.max_x, f.origin_x), cell(region.max_y, f.origin_y)};
        QuadGathering<A> found;
        if (meets_many(v, rect)) return found.add_all(v, body);
        const auto owned_here = [&](const QuadGathering<A>& g) THRONG_FLAT { return g.owned(f); };
        return for_leaves(v.nodes, f.cells(), rect,
                          [&](const QuadSquare& square, const QuadNode& node) THRONG_FLAT {
                              return found.add(v, node, QuadBorders::owning(square, rect.min_x, rect.min_y), owned_here,
                                               body);
                          }) &&
               found.flush(owned_here, body);
    }

    /// The cell that reports an element holds the point of its box nearest to the row's point.
    template <class Row, class Body> static THRONG_INLINE bool walk_near(const View& v, const Row& row, Body&& body) {
        const QuadFrame& f = v.frame;
        const QuadAxis axis_x(f.origin_x, f), axis_y(f.origin_y, f);
        const std::uint32_t at_x = cell_index(row.x(), f.origin_x, f.inverse_cell, f.cells());
        const std::uint32_t at_y = cell_index(row.y(), f.origin_y, f.inverse_cell, f.cells());
        return walk_in_order<8>(
            v, row,
            [&](const QuadSquare& square, double& key) THRONG_FLAT {
                const double dx = axis_x.distance(static_cast<double>(row.x()), square.x, square.side);
                const double dy = axis_y.distance(static_cast<double>(row.y()), square.y, square.side);
                key = (dx * dx + dy * dy) * (1 - 1e-6) - 1e-37; // squares may underflow in float
                return true;
            },
            [&](const QuadSquare& square) THRONG_FLAT { return QuadBorders::owning(square, at_x, at_y); },
            [&](const QuadGathering<A>& g) THRONG_FLAT { return g.owned(f); }, body);
    }

    /// RayAnswer::All reports a box in the cell of the point at which the ray enters it. RayAnswer::First may test a
    /// box twice.
    template <class Row, class Body> static THRONG_INLINE bool walk_ray(const View& v, const Row& row, Body&& body) {
        const QuadFrame& f = v.frame;
        const QuadAxis axis_x(f.origin_x, f), axis_y(f.origin_y, f);
        const QuadRayAxis<A> ray_x(row.origin_x(), row.direction_x(), row.half_extent());
        const QuadRayAxis<A> ray_y(row.origin_y(), row.direction_y(), row.half_extent());
        // A first hit ends the search soon: then the elements of a leaf are tested at once.
        constexpr bool first = Row::wanted == RayAnswer::First;
        constexpr std::uint32_t enough = first ? 1 : 16;
        return walk_in_order<enough>(
            v, row,
            [&](const QuadSquare& s, double& key) THRONG_FLAT {
                key = 0;
                double to = static_cast<double>(row.limit());
                return ray_x.cut(axis_x.low(s.x), axis_x.high(s.x + s.side), key, to) &&
                       ray_y.cut(axis_y.low(s.y), axis_y.high(s.y + s.side), key, to);
            },
            [&](const QuadSquare& square) THRONG_FLAT {
                if constexpr (first)
                    return NoQuadBorders{};
                else
                    return QuadBorders::of(square, f.cells());
            },
            [&](const QuadGathering<A>& g) THRONG_FLAT {
                if constexpr (first)
                    return simd::first<A>(16);
                else
                    return g.entered(row, f);
            },
            body);
    }

private:
    // Whether it is faster to read all boxes in the order of slots than the lists of the leaves that a search visits.
    // An entry of a list costs about eight times as much as a box that is read as a stream. Only a search of an eighth
    // of the cells has its entries counted.
    static bool meets_many(const View& v, const CellRect& rect) {
        const std::uint64_t wide = rect.max_x - rect.min_x + 1u, tall = rect.max_y - rect.min_y + 1u;
        const std::uint64_t side = v.frame.cells();
        if (8 * wide * tall < side * side) return false;
        std::uint32_t left = v.slot_count / 8;
        return !for_leaves(v.nodes, v.frame.cells(), rect, [&](const QuadSquare&, const QuadNode& leaf) THRONG_FLAT {
            const auto entries = static_cast<std::uint32_t>(leaf.count);
            left -= entries < left ? entries : left;
            return left != 0;
        });
    }

    // Visits the leaves for which reach(square, key) is true, small keys first, except those beyond the row.limit() of
    // the moment. A tile is tested as soon as it has `enough` elements: early hits bound the rest of the search.
    template <std::uint32_t enough, class Row, class Reach, class Within, class Shown, class Body>
    static THRONG_INLINE bool walk_in_order(const View& v, const Row& row, Reach&& reach, Within&& within,
                                            Shown&& shown, Body&& body) {
        QuadSquare waiting[max_waiting_squares];
        double keys[max_waiting_squares];
        std::uint32_t size = 1;
        waiting[0] = {0, 0, 0, v.frame.cells()};
        keys[0] = 0;
        QuadGathering<A> found;
        while (size != 0) {
            const QuadSquare at = waiting[--size];
            if (!(keys[size] <= static_cast<double>(row.limit()))) continue;
            const QuadNode node = v.nodes[at.node];
            if (node.count != QuadNode::branch) {
                if (!found.add(v, node, within(at), shown, body) ||
                    (found.size() >= enough && !found.flush(shown, body)))
                    return false;
                continue;
            }
            const std::uint32_t begin = size;
            for (std::uint32_t quarter = 0; quarter < 4; ++quarter) {
                const QuadSquare child = at.child(node.first, quarter);
                double key = 0;
                if (!reach(child, key)) continue;
                std::uint32_t to = size++; // insertion sort: the nearest last
                for (; to > begin && keys[to - 1] < key; --to) waiting[to] = waiting[to - 1], keys[to] = keys[to - 1];
                waiting[to] = child, keys[to] = key;
            }
        }
        return found.flush(shown, body);
    }
};

} // namespace throng::kernels
