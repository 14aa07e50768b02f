// SPDX-License-Identifier: MIT
// A walk through a tree of tiles goes depth first, sixteen boxes at a time. A box around other boxes passes every
// predicate that one of them passes, because all predicates are monotone in the box, rounding included. So nodes are
// tested with the same predicates as elements.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/query/leaf_list.hpp"
#include "engine/kernels/query/packet.hpp"
#include "engine/kernels/query/ray_row.hpp"
#include "engine/kernels/query/shapes.hpp"
#include "engine/kernels/tiles/tile_pairs_kernel.hpp"
#include "simd/lane_predicates.hpp"

namespace throng::kernels {

template <class A> struct TileTree {
    using View = TileTreeView;

    /// Candidates: the first `count` lanes of a tile.
    struct Candidates {
        ElementColumns columns;
        std::uint32_t count;
        THRONG_INLINE simd::Mask<A> live() const { return simd::first<A>(static_cast<int>(count)); }
    };

    static bool empty(const View& v) { return v.size == 0; }

    /// Finds the box of a present slot.
    static bool find(const View& v, std::uint32_t slot, Region& box) { return find_in_tiles(v, slot, box); }

    /// Calls body(candidates) -> bool for every leaf below boxes that pick(columns) -> Mask keeps; stops at the first
    /// false and returns it.
    template <class Pick, class Body>
    static THRONG_INLINE bool walk(const View& v, const Region&, Pick&& pick, Body&& body) {
        using namespace simd;
        if (TileRef::leaf(v.root)) return visit_leaf(v, v.root, body);
        std::uint32_t stack[max_waiting], waiting = 0;
        stack[waiting++] = v.root;
        while (waiting != 0) {
            const Candidates node = at(v, stack[--waiting]);
            const Mask<A> met = node.live() & pick(node.columns), leaves = met & leaf_lanes(node);
            for (std::uint32_t lanes = bits(leaves); lanes != 0; lanes &= lanes - 1)
                if (!visit_leaf(v, node.columns.slots[lowest<A>(lanes)], body)) return false;
            waiting += pack_store<A>(stack + waiting, load<A>(node.columns.slots), andnot(met, leaves));
        }
        return true;
    }

    /// Returns roughly the side of a leaf.
    static float leaf_side(const View& v) {
        const Candidates root = at(v, v.root);
        const Region all = box_around<A>(root.columns, root.count);
        return __builtin_sqrtf((all.max_x - all.min_x) * (all.max_y - all.min_y) * 16.f / static_cast<float>(v.size));
    }

    /// Returns the side of a leaf near a point; leaf_side() if the root is a leaf.
    static float leaf_side_near(const View& v, float x, float y) {
        const Lane leaf = leaf_near<Guide::Center>(v, x, y).leaf;
        return leaf.branch == no_tile ? leaf_side(v) : __builtin_sqrtf(area_of(v, leaf));
    }

    /// Lists the leaves that walk() would visit in the region, in its order. False: they are too many.
    static bool list(const View& v, const Region& region, LeafList& out) {
        using namespace simd;
        std::uint32_t stack[max_waiting], waiting = 0;
        out.count = 0;
        if (TileRef::leaf(v.root)) return false;
        stack[waiting++] = v.root;
        const Boxes<A> around = same_box<A>(region);
        while (waiting != 0) {
            const Candidates node = at(v, stack[--waiting]);
            const Mask<A> met = node.live() & overlaps(around, load_boxes<A>(node.columns, 0));
            const Mask<A> leaves = met & leaf_lanes(node);
            waiting += pack_store<A>(stack + waiting, load<A>(node.columns.slots), andnot(met, leaves));
            if (!out.add<A>(node.columns, leaves)) return false;
        }
        return true;
    }

    /// Acts like walk() for a query inside the region of the list.
    template <class Pick, class Body>
    static THRONG_INLINE bool walk_list(const View& v, const LeafList& list, Pick&& pick, Body&& body) {
        using namespace simd;
        for (std::uint32_t at = 0; at < list.count; at += 16) {
            const ElementColumns boxes = columns_of(list.boxes[at / 16]);
            std::uint32_t met = bits(first<A>(static_cast<int>(list.count - at)) & pick(boxes));
            for (; met != 0; met &= met - 1)
                if (!visit_leaf(v, boxes.slots[lowest<A>(met)], body)) return false;
        }
        return true;
    }

    /// Acts like walk_list() for a first hit: among 16 leaves those that the ray enters first come first, and none that
    /// it enters after row.limit().
    template <class Row, class Body>
    static THRONG_INLINE bool walk_list_along(const View& v, const LeafList& list, const Row& row, Body&& body) {
        using namespace simd;
        for (std::uint32_t at = 0; at < list.count; at += 16) {
            const ElementColumns boxes = columns_of(list.boxes[at / 16]);
            const Entries<A> entries = row.entries(boxes);
            float times[16];
            store(times, entries.t);
            for (std::uint32_t met = bits(first<A>(static_cast<int>(list.count - at)) & entries.hit); met != 0;) {
                std::uint32_t next = lowest<A>(met);
                for (std::uint32_t remaining = met & (met - 1); remaining != 0; remaining &= remaining - 1)
                    if (times[lowest<A>(remaining)] < times[next]) next = lowest<A>(remaining);
                if (!(times[next] <= row.limit())) break;
                if (!visit_leaf(v, boxes.slots[next], body)) return false;
                met &= ~(1u << next);
            }
        }
        return true;
    }

    template <class Row, class Body> static THRONG_INLINE bool walk_near(const View& v, const Row& row, Body&& body) {
        const auto reach = [&](const ElementColumns& boxes) THRONG_FLAT {
            const simd::Floats<A> squared = row.bounds(boxes);
            return simd::Entries<A>{squared, squared <= simd::broadcast<A>(row.limit())};
        };
        return walk_in_order(v, row, reach, body);
    }

    /// Estimates the distance of the k-th nearest element from a leaf near the point; 0 if the root is a leaf.
    template <class Row> static float likely_reach(const View& v, const Row& row) {
        const Descent near = leaf_near<Guide::Center>(v, row.x(), row.y());
        if (near.leaf.branch == no_tile) return 0;
        const float reach = reach_by(v, row, near), distance = distance_to_leaf(v, near.leaf, row.x(), row.y());
        if (distance <= reach || !is_among_branches(v, row.x(), row.y())) return reach;
        // The leaf tells how dense another place is. One around the point is a better guide, unless it holds giants:
        // then its estimate reaches as far as the other leaf.
        const Descent around = leaf_near<Guide::Box>(v, row.x(), row.y());
        const float reach_around = reach_by(v, row, around);
        const bool is_around = distance_to_leaf(v, around.leaf, row.x(), row.y()) <= reach_around;
        return is_around && reach_around < distance ? reach_around : reach;
    }

    template <class Row, class Body> static THRONG_INLINE bool walk_ray(const View& v, const Row& row, Body&& body) {
        const auto entries = [&](const ElementColumns& boxes) THRONG_FLAT { return row.entries(boxes); };
        if constexpr (Row::wanted == RayAnswer::First) return walk_in_order(v, row, entries, body);
        const auto meets = [&](const ElementColumns& boxes) THRONG_FLAT { return row.entries(boxes).hit; };
        return walk(v, {}, meets, body);
    }

    /// The items of pairs are tiles.
    static THRONG_INLINE bool tile(const View& v, std::uint32_t item, Candidates& out) {
        const std::uint32_t ref = v.leaf_at(v.first_leaf + item);
        out = at(v, ref);
        return ref != no_tile;
    }
    template <class Body>
    static THRONG_INLINE bool walk_after(const View& v, std::uint32_t item, const Region& box, Body&& body) {
        using namespace simd;
        const std::uint32_t item_tile = v.first_leaf + item;
        const Boxes<A> around = same_box<A>(box);
        std::uint32_t stack[max_waiting], waiting = 0;
        if (TileRef::leaf(v.root)) return visit_later_tiles(v, v.root, item_tile, unbounded_region, body);
        stack[waiting++] = v.root;
        while (waiting != 0) {
            const Candidates node = at(v, stack[--waiting]);
            std::uint32_t met = bits(node.live() & overlaps(around, load_boxes<A>(node.columns, 0)));
            for (; met != 0; met &= met - 1) {
                const std::uint32_t lane = lowest<A>(met), ref = node.columns.slots[lane];
                const ElementColumns& c = node.columns;
                if (!TileRef::leaf(ref))
                    stack[waiting++] = ref;
                else if (!visit_later_tiles(v, ref, item_tile,
                                            {c.min_x[lane], c.min_y[lane], c.max_x[lane], c.max_y[lane]}, body))
                    return false;
            }
        }
        return true;
    }

private:
    // The place of a tile in the branch above.
    struct Lane {
        std::uint32_t branch = no_tile, lane = 0;
    };
    struct Descent {
        Lane leaf, above;
    };
    static std::uint32_t ref_at(const View& v, const Lane& at) {
        return v.tiles[TileRef::index(at.branch)].ids[at.lane];
    }

    // Descends to a leaf, each time to the box with the nearest centre: of all, or of the nearest boxes. The boxes of
    // giants are near all points, so that centres alone are the better guide, where sizes do not follow the spacing.
    enum class Guide : std::uint8_t { Center, Box };
    template <Guide guide> static THRONG_INLINE Descent leaf_near(const View& v, float x, float y) {
        using namespace simd;
        Descent way{};
        for (std::uint32_t ref = v.root; !TileRef::leaf(ref); ref = ref_at(v, way.leaf)) {
            const Candidates node = at(v, ref);
            Mask<A> among = node.live();
            if constexpr (guide == Guide::Box)
                among = nearest_of(among, squared_distances<A>(node.columns, x, y, false));
            const std::uint32_t nearest = bits(nearest_of(among, squared_distances<A>(node.columns, x, y, true)));
            way.above = way.leaf;
            way.leaf = {ref, nearest != 0 ? lowest<A>(nearest) : 0}; // none is nearest to a NaN
        }
        return way;
    }

    static bool is_among_branches(const View& v, float x, float y) {
        const Candidates root = at(v, v.root);
        const simd::Floats<A> squared = squared_distances<A>(root.columns, x, y, false);
        return simd::any<A>(root.live() & (squared == simd::broadcast<A>(0.f)));
    }

    static THRONG_INLINE simd::Mask<A> nearest_of(const simd::Mask<A>& lanes, const simd::Floats<A>& squared) {
        using namespace simd;
        const Floats<A> known = select(lanes, squared, broadcast<A>(__builtin_inff()));
        return lanes & (known == broadcast<A>(reduce_min<A>(known)));
    }

    static float distance_to_leaf(const View& v, const Lane& at, float x, float y) {
        const Tile& tile = v.tiles[TileRef::index(at.branch)];
        const float dx = distance_to(tile.min_x[at.lane], tile.max_x[at.lane], x);
        const float dy = distance_to(tile.min_y[at.lane], tile.max_y[at.lane], y);
        return __builtin_sqrtf(dx * dx + dy * dy);
    }
    static float distance_to(float low, float high, float v) { return v < low ? low - v : v > high ? v - high : 0.f; }

    static float width_of(const View& v, const Lane& at) {
        const Tile& tile = v.tiles[TileRef::index(at.branch)];
        return tile.max_x[at.lane] - tile.min_x[at.lane];
    }
    static float height_of(const View& v, const Lane& at) {
        const Tile& tile = v.tiles[TileRef::index(at.branch)];
        return tile.max_y[at.lane] - tile.min_y[at.lane];
    }
    static float area_of(const View& v, const Lane& at) { return width_of(v, at) * height_of(v, at); }

    template <class Row> static float reach_by(const View& v, const Row& row, const Descent& near) {
        const auto [leaf, above] = near;
        const float wanted = static_cast<float>(row.k()) + 2.f * __builtin_sqrtf(static_cast<float>(row.k()));
        const std::uint32_t count = TileRef::count(ref_at(v, leaf));
        const float area = wanted * area_of(v, leaf) / static_cast<float>(count != 0 ? count : 1);
        if (v.wires && above.branch != no_tile) return reach_among_wires(v, row, leaf, above, area);
        return __builtin_sqrtf(area / 3.1415927f);
    }

    // `area` is that of enough leaves side by side, but the boxes of leaves lie over each other, and an element of some
    // length is within r of all points of an area of pi r^2 + 2 r length.
    template <class Row>
    static float reach_among_wires(const View& v, const Row& row, const Lane& leaf, const Lane& above, float area) {
        const float leaves = static_cast<float>(TileRef::count(leaf.branch));
        const float leaf_area = area * area_of(v, above) / (leaves * area_of(v, leaf));
        const float width = width_of(v, leaf), height = height_of(v, leaf);
        const float length = row.by_center() ? 0.f : width > height ? width : height;
        return leaf_area / (length + __builtin_sqrtf(length * length + 3.1415927f * leaf_area));
    }

    template <class Body>
    static THRONG_INLINE bool visit_later_tiles(const View& v, std::uint32_t ref, std::uint32_t item_tile,
                                                const Region& box, Body&& body) {
        for (; ref != no_tile; ref = v.next_of(ref))
            if (TileRef::index(ref) > item_tile && !body(at(v, ref), box)) return false;
        return true;
    }

    // Acts like walk(), but enters nodes in ascending order of the t of reach(boxes) -> Entries, and none beyond
    // row.limit().
    template <class Row, class Reach, class Body>
    static THRONG_INLINE bool walk_in_order(const View& v, const Row& row, Reach&& reach, Body&& body) {
        using namespace simd;
        std::uint32_t stack[max_waiting], waiting = 0;
        float keys[max_waiting];
        keys[waiting] = 0;
        stack[waiting++] = v.root;
        while (waiting != 0) {
            const std::uint32_t ref = stack[--waiting];
            if (!(keys[waiting] <= row.limit())) continue;
            if (TileRef::leaf(ref)) {
                if (!visit_leaf(v, ref, body)) return false;
                continue;
            }
            const Candidates node = at(v, ref);
            const Entries<A> entries = reach(node.columns);
            const Mask<A> near = node.live() & entries.hit;
            pack_store<A>(keys + waiting, entries.t, near);
            const std::uint32_t added = pack_store<A>(stack + waiting, load<A>(node.columns.slots), near);
            sort_nearest_last(stack + waiting, keys + waiting, added);
            waiting += added;
        }
        return true;
    }

    // A branch adds up to 15 others to the stack on each of at most nine levels, and its own tile is stored whole.
    static constexpr std::uint32_t max_waiting = 256;

    static THRONG_INLINE Candidates at(const View& v, std::uint32_t ref) {
        return {columns_of(v.tiles[TileRef::index(ref)]), TileRef::count(ref)};
    }
    static THRONG_INLINE simd::Mask<A> leaf_lanes(const Candidates& node) {
        const simd::Words<A> bit = simd::broadcast<A>(TileRef::leaf_bit);
        return (simd::load<A>(node.columns.slots) & bit) == bit;
    }
    template <class Body> static THRONG_INLINE bool visit_leaf(const View& v, std::uint32_t ref, Body&& body) {
        for (; ref != no_tile; ref = v.next_of(ref))
            if (!body(at(v, ref))) return false;
        return true;
    }
    // Insertion sort by descending key; fast for few keys.
    static THRONG_INLINE void sort_nearest_last(std::uint32_t* refs, float* keys, std::uint32_t n) {
        for (std::uint32_t i = 1; i < n; ++i) {
            const std::uint32_t ref = refs[i];
            const float key = keys[i];
            std::uint32_t to = i;
            for (; to > 0 && keys[to - 1] < key; --to) refs[to] = refs[to - 1], keys[to] = keys[to - 1];
            refs[to] = ref, keys[to] = key;
        }
    }
};

} // namespace throng::kernels
