// SPDX-License-Identifier: MIT
// A loose quadtree's update takes two passes, a tile of elements at a time.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/loose_quadtree/loose_quadtree_view.hpp"
#include "engine/kernels/query/shapes.hpp"

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
            const NewBoxes<A> box = new_boxes(u, tile, ref, slots);
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

    // Lanes beyond the last element read the first one's box again.
    static THRONG_INLINE NewBoxes<A> new_boxes(const LooseUpdate& u, std::uint32_t tile, std::uint32_t ref,
                                               std::uint32_t* slots) {
        using namespace simd;
        const std::uint32_t* ids = u.tiles[tile].ids;
        store(slots, select(first<A>(static_cast<int>(TileRef::count(ref))), load<A>(ids), broadcast<A>(ids[0])));
        return gather_boxes<A, false>(u.source, slots);
    }

    static THRONG_INLINE void take_leaf(const LooseUpdate& u, std::uint32_t head) {
        using namespace simd;
        const Floats<A> infinity = broadcast<A>(__builtin_inff()), none = broadcast<A>(-__builtin_inff());
        Boxes<A> around{infinity, infinity, none, none};
        for (std::uint32_t tile = head, ref = u.refs[head];;) {
            Tile& to = u.tiles[tile];
            const LooseNode& node = u.nodes[tile];
            std::uint32_t slots[16];
            NewBoxes<A> box = new_boxes(u, tile, ref, slots);
            if (node.faulty != 0) [[unlikely]] {
                const Mask<A> keeps = from_bits<A>(node.faulty);
                box = {select(keeps, load<A>(to.min_x), box.min_x), select(keeps, load<A>(to.min_y), box.min_y),
                       select(keeps, load<A>(to.max_x), box.max_x), select(keeps, load<A>(to.max_y), box.max_y)};
            }
            store(to.min_x, box.min_x);
            store(to.min_y, box.min_y);
            store(to.max_x, box.max_x);
            store(to.max_y, box.max_y);
            const Mask<A> stays = from_bits<A>(((1u << TileRef::count(ref)) - 1) & ~std::uint32_t{node.leavers});
            around = {min(around.min_x, select(stays, box.min_x, infinity)),
                      min(around.min_y, select(stays, box.min_y, infinity)),
                      max(around.max_x, select(stays, box.max_x, none)),
                      max(around.max_y, select(stays, box.max_y, none))};
            ref = TileRef::count(ref) == 16 ? u.next[tile] : no_tile;
            if (ref == no_tile) break;
            tile = TileRef::index(ref);
        }
        const LooseNode& leaf = u.nodes[head];
        if (leaf.parent == no_node) return;
        Tile& above = u.tiles[leaf.parent];
        above.min_x[leaf.lane] = reduce_min<A>(around.min_x);
        above.min_y[leaf.lane] = reduce_min<A>(around.min_y);
        above.max_x[leaf.lane] = reduce_max<A>(around.max_x);
        above.max_y[leaf.lane] = reduce_max<A>(around.max_y);
    }
};

} // namespace throng::kernels
