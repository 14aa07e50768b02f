// SPDX-License-Identifier: MIT
// A loose quadtree's update takes two passes, a tile of elements at a time.
#pragma once

#include "engine/kernels/loose_quadtree/loose_quadtree_view.hpp"
#include "engine/kernels/query/shapes.hpp"
#include "engine/kernels/tiles/leaf_boxes.hpp"

namespace throng::kernels {

template <class A> struct LoosePasses {
    static std::uint32_t find_leavers(const LooseUpdate& update, std::uint32_t begin, std::uint32_t end,
                                      ItemFaults& faulty) {
        return update.root.by_kind() ? mark_leavers<true>(update, begin, end, faulty)
                                     : mark_leavers<false>(update, begin, end, faulty);
    }

    static void take_boxes(const LooseUpdate& update, std::uint32_t begin, std::uint32_t end) {
        const LooseUpdate u = update;
        for (std::uint32_t tile = begin; tile < end; ++tile)
            if (TileRef::leaf(u.refs[tile]) && u.nodes[tile].head == tile) take_leaf(u, tile);
    }

private:
    template <bool by_kind>
    static std::uint32_t mark_leavers(const LooseUpdate& update, std::uint32_t begin, std::uint32_t end,
                                      ItemFaults& faulty) {
        using namespace simd;
        const LooseUpdate u = update;
        std::uint32_t leavers = 0;
        for (std::uint32_t tile = begin; tile < end; ++tile) {
            const std::uint32_t ref = u.refs[tile];
            if (!TileRef::leaf(ref)) continue;
            std::uint32_t slots[16];
            const NewBoxes<A> box = new_leaf_boxes<A>(u.source, u.tiles[tile].ids, TileRef::count(ref), slots);
            const std::uint32_t live = (1u << TileRef::count(ref)) - 1;
            const std::uint32_t valid = reject_faulty<A, false>(u.source, box, slots, live, faulty);
            const LooseNode& home = u.nodes[u.nodes[tile].head];
            const LooseCell lowest = by_kind ? lowest_cell(home) : LooseCell{home.x, home.y};
            Words<A> x =
                cell_index<A>(center<A>(box.min_x, box.max_x), u.root.x, u.root.inverse_cell, LooseRoot::cells_across);
            Words<A> y =
                cell_index<A>(center<A>(box.min_y, box.max_y), u.root.y, u.root.inverse_cell, LooseRoot::cells_across);
            if constexpr (by_kind) {
                const Floats<A> most = broadcast<A>(u.root.long_side);
                const Words<A> kind = broadcast<A>(LooseRoot::cells_across), none = broadcast<A>(0u);
                x = x + select(most < box.max_x - box.min_x, kind, none);
                y = y + select(most < box.max_y - box.min_y, kind, none);
            }
            const Mask<A> stays = ((x >> home.shift) == broadcast<A>(lowest.x >> home.shift)) &
                                  ((y >> home.shift) == broadcast<A>(lowest.y >> home.shift));
            const std::uint32_t leaving = valid & ~bits(stays);
            u.nodes[tile].leavers = static_cast<std::uint16_t>(leaving);
            u.nodes[tile].faulty = static_cast<std::uint16_t>(live & ~valid);
            leavers += count<A>(leaving);
        }
        return leavers;
    }

    static THRONG_INLINE void take_leaf(const LooseUpdate& u, std::uint32_t head) {
        using namespace simd;
        Boxes<A> boxes = no_boxes<A>();
        for (std::uint32_t tile = head, ref = u.refs[head];;) {
            Tile& to = u.tiles[tile];
            const LooseNode& node = u.nodes[tile];
            std::uint32_t slots[16];
            NewBoxes<A> box = new_leaf_boxes<A>(u.source, to.ids, TileRef::count(ref), slots);
            if (node.faulty != 0) [[unlikely]]
                keep_boxes<A>(to, node.faulty, box);
            store_boxes<A>(to, box);
            const std::uint32_t live = (1u << TileRef::count(ref)) - 1;
            include<A>(boxes, box, from_bits<A>(live & ~std::uint32_t{node.leavers}));
            ref = TileRef::count(ref) == 16 ? u.next[tile] : no_tile;
            if (ref == no_tile) break;
            tile = TileRef::index(ref);
        }
        const LooseNode& leaf = u.nodes[head];
        if (leaf.parent == no_node) return;
        set_box(u.tiles[leaf.parent], leaf.lane, box_around<A>(boxes));
    }
};

} // namespace throng::kernels
