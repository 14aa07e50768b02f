// SPDX-License-Identifier: MIT
// Walks through a tree of tiles: depth first, sixteen boxes at a time. A box around others passes every predicate that one of them passes,
// because all predicates are monotone in the box, rounding included; so nodes are asked what elements are asked.
#pragma once

#include "engine/kernels/ray_row.hpp"
#include "engine/kernels/shapes.hpp"
#include "engine/kernels/tile.hpp"
#include "engine/kernels/tile_pairs_kernel.hpp"
#include "simd/predicates.hpp"

namespace throng::kernels {

template <class A> struct TileTree {
    using View = TileTreeView;

    /// A tile of candidates, of which the first `count` lanes are there.
    struct Candidates {
        ElementColumns columns;
        std::uint32_t count;
        THRONG_INLINE simd::Mask<A> live() const { return simd::first<A>(static_cast<int>(count)); }
    };

    static bool empty(const View& v) { return v.size == 0; }

    /// The box of a present slot.
    static bool find(const View& v, std::uint32_t slot, Region& box) {
        if (slot >= v.slot_count || v.positions[slot] == no_position) return false;
        const Tile& tile = v.tiles[v.positions[slot] >> lane_bits];
        const std::uint32_t lane = v.positions[slot] & 15;
        box = {tile.min_x[lane], tile.min_y[lane], tile.max_x[lane], tile.max_y[lane]};
        return true;
    }

    /// body(candidates) -> bool for every leaf below boxes that pick(columns) -> Mask keeps; stops at the first false, which it returns.
    template <class Pick, class Body> static THRONG_INLINE bool walk(const View& v, const Region&, Pick&& pick, Body&& body) {
        using namespace simd;
        std::uint32_t stack[most_waiting], waiting = 0;
        stack[waiting++] = v.root;
        while (waiting != 0) {
            const std::uint32_t ref = stack[--waiting];
            if (TileRef::leaf(ref)) {
                if (!leaf(v, ref, body)) return false;
                continue;
            }
            const Candidates node = at(v, ref);
            waiting += pack_store<A>(stack + waiting, load<A>(node.columns.slots), node.live() & pick(node.columns));
        }
        return true;
    }

    template <class Row, class Body> static THRONG_INLINE bool walk_near(const View& v, const Row& row, Body&& body) {
        return walk_in_order(
            v, row,
            [&](const ElementColumns& boxes) THRONG_FLAT {
                const simd::Floats<A> squared = row.bounds(boxes);
                return simd::Entries<A>{squared, squared <= simd::broadcast<A>(row.limit())};
            },
            body);
    }

    template <class Row, class Body> static THRONG_INLINE bool walk_ray(const View& v, const Row& row, Body&& body) {
        const auto entries = [&](const ElementColumns& boxes) THRONG_FLAT { return row.entries(boxes); };
        if constexpr (Row::wanted == RayAnswer::First) return walk_in_order(v, row, entries, body);
        return walk(
            v, {}, [&](const ElementColumns& boxes) THRONG_FLAT { return row.entries(boxes).hit; }, body);
    }

    /// Items of pairs are tiles.
    static THRONG_INLINE bool tile(const View& v, std::uint32_t item, Candidates& out) {
        const std::uint32_t ref = v.leaf_at(v.first_leaf + item);
        out = at(v, ref);
        return ref != no_tile;
    }
    template <class Body> static THRONG_INLINE bool walk_after(const View& v, std::uint32_t item, const Region& box, Body&& body) {
        using namespace simd;
        const std::uint32_t own = v.first_leaf + item;
        constexpr float infinity = __builtin_inff();
        constexpr Region everywhere{-infinity, -infinity, infinity, infinity};
        const Boxes<A> around = same_box<A>(box);
        std::uint32_t stack[most_waiting], waiting = 0;
        if (TileRef::leaf(v.root)) return after(v, v.root, own, everywhere, body);
        stack[waiting++] = v.root;
        while (waiting != 0) {
            const Candidates node = at(v, stack[--waiting]);
            std::uint32_t met = bits(node.live() & overlaps(around, load_boxes<A, false>(node.columns, 0)));
            for (; met != 0; met &= met - 1) {
                const std::uint32_t lane = lowest<A>(met), ref = node.columns.slots[lane];
                const ElementColumns& c = node.columns;
                if (!TileRef::leaf(ref))
                    stack[waiting++] = ref;
                else if (!after(v, ref, own, {c.min_x[lane], c.min_y[lane], c.max_x[lane], c.max_y[lane]}, body))
                    return false;
            }
        }
        return true;
    }

private:
    template <class Body>
    static THRONG_INLINE bool after(const View& v, std::uint32_t ref, std::uint32_t own, const Region& box, Body&& body) {
        for (; ref != no_tile; ref = v.next_of(ref))
            if (TileRef::index(ref) > own && !body(at(v, ref), box)) return false;
        return true;
    }

    // As walk, but what reach(boxes) -> Entries meets first is entered first, and what it meets beyond row.limit() not at all.
    template <class Row, class Reach, class Body>
    static THRONG_INLINE bool walk_in_order(const View& v, const Row& row, Reach&& reach, Body&& body) {
        using namespace simd;
        std::uint32_t stack[most_waiting], waiting = 0;
        float keys[most_waiting];
        keys[waiting] = 0;
        stack[waiting++] = v.root;
        while (waiting != 0) {
            const std::uint32_t ref = stack[--waiting];
            if (!(keys[waiting] <= row.limit())) continue;
            if (TileRef::leaf(ref)) {
                if (!leaf(v, ref, body)) return false;
                continue;
            }
            const Candidates node = at(v, ref);
            const Entries<A> entries = reach(node.columns);
            const Mask<A> near = node.live() & entries.hit;
            pack_store<A>(keys + waiting, entries.t, near);
            const std::uint32_t more = pack_store<A>(stack + waiting, load<A>(node.columns.slots), near);
            nearest_last(stack + waiting, keys + waiting, more);
            waiting += more;
        }
        return true;
    }

    // A branch leaves up to 15 others waiting on each of at most nine levels, and its own tile is stored whole.
    static constexpr std::uint32_t most_waiting = 256;

    static THRONG_INLINE Candidates at(const View& v, std::uint32_t ref) {
        return {columns_of(v.tiles[TileRef::index(ref)]), TileRef::count(ref)};
    }
    template <class Body> static THRONG_INLINE bool leaf(const View& v, std::uint32_t ref, Body&& body) {
        for (; ref != no_tile; ref = v.next_of(ref))
            if (!body(at(v, ref))) return false;
        return true;
    }
    // Insertion sort by descending key: a few at a time.
    static THRONG_INLINE void nearest_last(std::uint32_t* refs, float* keys, std::uint32_t n) {
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
