// SPDX-License-Identifier: MIT
// The elements of leaf tiles get the caller's new boxes, and those that leave their squares are found.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/tiles/leaf_update.hpp"
#include "simd/lane_predicates.hpp"

namespace throng::kernels {

/// Reads the boxes of the first `count` elements of a leaf, whose items are their ids. Further lanes read the first
/// one's box again. `items` becomes the item of each lane.
template <class A>
THRONG_INLINE NewBoxes<A> new_leaf_boxes(const BoxSource& source, const std::uint32_t* ids, std::uint32_t count,
                                         std::uint32_t* items) {
    using namespace simd;
    store(items, select(first<A>(static_cast<int>(count)), load<A>(ids), broadcast<A>(ids[0])));
    return gather_boxes<A, false>(source, items);
}

/// Replaces `box` by the stored one in the lanes `keeps`.
template <class A> THRONG_INLINE void keep_boxes(const Tile& tile, std::uint32_t keeps, NewBoxes<A>& box) {
    using namespace simd;
    const Mask<A> lanes = from_bits<A>(keeps);
    box = {select(lanes, load<A>(tile.min_x), box.min_x), select(lanes, load<A>(tile.min_y), box.min_y),
           select(lanes, load<A>(tile.max_x), box.max_x), select(lanes, load<A>(tile.max_y), box.max_y)};
}

template <class A> THRONG_INLINE void store_boxes(Tile& tile, const NewBoxes<A>& box) {
    simd::store(tile.min_x, box.min_x), simd::store(tile.min_y, box.min_y);
    simd::store(tile.max_x, box.max_x), simd::store(tile.max_y, box.max_y);
}

/// Grows sixteen boxes by the boxes in `lanes`.
template <class A>
THRONG_INLINE void include(simd::Boxes<A>& around, const NewBoxes<A>& box, const simd::Mask<A>& lanes) {
    using namespace simd;
    const Floats<A> infinity = broadcast<A>(__builtin_inff()), none = broadcast<A>(-__builtin_inff());
    around = {min(around.min_x, select(lanes, box.min_x, infinity)),
              min(around.min_y, select(lanes, box.min_y, infinity)), max(around.max_x, select(lanes, box.max_x, none)),
              max(around.max_y, select(lanes, box.max_y, none))};
}

template <class A> THRONG_INLINE simd::Boxes<A> no_boxes() {
    const simd::Floats<A> infinity = simd::broadcast<A>(__builtin_inff()), none = simd::broadcast<A>(-__builtin_inff());
    return {infinity, infinity, none, none};
}
template <class A> THRONG_INLINE Region box_around(const simd::Boxes<A>& boxes) {
    return {simd::reduce_min<A>(boxes.min_x), simd::reduce_min<A>(boxes.min_y), simd::reduce_max<A>(boxes.max_x),
            simd::reduce_max<A>(boxes.max_y)};
}

template <class A> struct LeafBoxes {
    static double take_boxes(const LeafUpdate& update, std::uint32_t begin, std::uint32_t end, ItemFaults& faulty) {
        const LeafUpdate u = update;
        double sides = 0;
        for (std::uint32_t leaf = begin; leaf < end; ++leaf) {
            fetch_boxes_behind(u, leaf);
            const std::uint32_t head = u.tree.leaf_at(u.tree.first_leaf + leaf), branch = u.branch_above(leaf);
            if (TileRef::count(head) == 0) [[unlikely]] {
                set_box(u.tiles[branch], leaf % 16, box_of_lane(u.before[branch], leaf % 16));
                continue;
            }
            simd::Boxes<A> boxes = no_boxes<A>();
            for (std::uint32_t ref = head; ref != no_tile; ref = u.tree.next_of(ref))
                take_tile(u, leaf, ref, boxes, faulty);
            Region around = box_around<A>(boxes);
            if (!(around.min_x <= around.max_x)) [[unlikely]] {
                if (branch == LeafUpdate::no_branch) continue;
                around = box_of_lane(u.before[branch], leaf % 16);
            }
            if (branch != LeafUpdate::no_branch) set_box(u.tiles[branch], leaf % 16, around);
            sides += double{around.max_x} - double{around.min_x} + (double{around.max_y} - double{around.min_y});
        }
        return sides;
    }

private:
    static THRONG_INLINE void take_tile(const LeafUpdate& u, std::uint32_t leaf, std::uint32_t ref,
                                        simd::Boxes<A>& around, ItemFaults& faulty) {
        Tile& tile = u.tiles[TileRef::index(ref)];
        const std::uint32_t live = (1u << TileRef::count(ref)) - 1;
        std::uint32_t items[16];
        NewBoxes<A> box = new_leaf_boxes<A>(u.source, tile.ids, TileRef::count(ref), items);
        const std::uint32_t valid = reject_faulty<A, false>(u.source, box, items, live, faulty);
        if (valid != live) [[unlikely]]
            keep_boxes<A>(u.before[TileRef::index(ref)], live & ~valid, box);
        store_boxes<A>(tile, box);
        std::uint32_t leavers = 0;
        if (u.squares.homes) {
            leavers = live & valid & find_leavers(u.squares, leaf, box);
            u.squares.leavers[TileRef::index(ref) - u.tree.first_leaf] = static_cast<std::uint16_t>(leavers);
        }
        include<A>(around, box, simd::from_bits<A>(live & ~leavers));
    }

    static THRONG_INLINE std::uint32_t find_leavers(const LeafSquares& squares, std::uint32_t leaf,
                                                    const NewBoxes<A>& box) {
        using namespace simd;
        const Region& home = squares.homes[leaf];
        const Floats<A> x = center<A>(box.min_x, box.max_x), y = center<A>(box.min_y, box.max_y);
        Mask<A> stays = (x >= broadcast<A>(home.min_x)) & (x <= broadcast<A>(home.max_x)) &
                        (y >= broadcast<A>(home.min_y)) & (y <= broadcast<A>(home.max_y));
        if (squares.long_side < __builtin_inff()) [[unlikely]] {
            const Floats<A> long_side = broadcast<A>(squares.long_side);
            const std::uint32_t wide = bits(box.max_x - box.min_x > long_side),
                                tall = bits(box.max_y - box.min_y > long_side);
            const std::uint32_t kind = squares.kind_of(leaf);
            const std::uint32_t other = (wide ^ (kind & 1 ? 0xFFFFu : 0u)) | (tall ^ (kind & 2 ? 0xFFFFu : 0u));
            stays = stays & from_bits<A>(~other & 0xFFFFu);
        }
        return ~bits(stays);
    }

    // Elements are in no order of items, so that no hardware fetches their boxes.
    static THRONG_INLINE void fetch_boxes_behind(const LeafUpdate& u, std::uint32_t leaf) {
        constexpr std::uint32_t ahead = 3;
        if (u.leaf_count - leaf <= ahead) return;
        const std::uint32_t behind = u.tree.first_leaf + leaf + ahead;
        for (std::uint32_t lane = 0; lane < 16; ++lane) // lanes that are not in use name an element, too
            simd::prefetch(u.source.a_x, u.tiles[behind].ids[lane] * u.source.a_stride);
    }
};

} // namespace throng::kernels
