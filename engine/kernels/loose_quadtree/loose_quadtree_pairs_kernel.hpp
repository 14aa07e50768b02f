// SPDX-License-Identifier: MIT
// The leaves of a loose quadtree are small and have one tile each, so they are not joined one by one to find all
// overlapping pairs: the elements below a branch are packed side by side and compared with each other, and with
// elements of later branches that reach among them. The tree is walked once for each branch.
#pragma once

#include "engine/kernels/loose_quadtree/loose_quadtree_view.hpp"
#include "engine/kernels/tiles/tile_pairs_kernel.hpp"

namespace throng::kernels {

/// A buffer of elements, with room for a whole tile after the last.
struct PackedElements {
    static constexpr std::uint32_t most = 48;
    alignas(64) float min_x[most + 16];
    alignas(64) float min_y[most + 16];
    alignas(64) float max_x[most + 16];
    alignas(64) float max_y[most + 16];
    alignas(64) std::uint32_t slots[most + 16];
    std::uint32_t count = 0;

    THRONG_INLINE ElementColumns from(std::uint32_t first) const {
        return {min_x + first, min_y + first, max_x + first, max_y + first, slots + first, 0};
    }
    template <class A> THRONG_INLINE void add(const ElementColumns& tile, std::uint32_t lanes) {
        using namespace simd;
        pack_store<A>(min_x + count, load<A>(tile.min_x), lanes);
        pack_store<A>(min_y + count, load<A>(tile.min_y), lanes);
        pack_store<A>(max_x + count, load<A>(tile.max_x), lanes);
        pack_store<A>(max_y + count, load<A>(tile.max_y), lanes);
        count += pack_store<A>(slots + count, load<A>(tile.slots), lanes);
    }
};

/// An item is a tile; it has pairs if it is a branch, or the root.
template <class A> class BranchPairs : public ItemPairs<A, TileTreeView, BranchPairs<A>> {
    using View = TileTreeView;
    using Found = PairCursor<A>;

    // Iterates over the leaf tiles directly below a branch, or over those of a root that is a leaf.
    struct Leaves {
        const std::uint32_t* refs;
        std::uint32_t count, lane = 0, at = no_tile;

        THRONG_INLINE void next(const View& v) {
            if (at != no_tile) at = v.next_of(at);
            while (at == no_tile && lane < count) {
                const std::uint32_t ref = refs[lane++];
                if (TileRef::leaf(ref)) at = ref;
            }
        }
    };

public:
    static bool join(const View& v, std::uint32_t item, Found& found) {
        const std::uint32_t ref = v.refs[item];
        if (ref == no_tile || (TileRef::leaf(ref) && ref != v.root)) return true;
        const bool branch = !TileRef::leaf(ref);
        Leaves leaves{branch ? v.tiles[item].ids : &v.root, branch ? TileRef::count(ref) : 1};
        leaves.next(v);
        while (leaves.at != no_tile) {
            PackedElements packed;
            for (; leaves.at != no_tile && packed.count + TileRef::count(leaves.at) <= PackedElements::most;
                 leaves.next(v)) {
                const std::uint32_t count = TileRef::count(leaves.at);
                packed.add<A>(columns_of(v.tiles[TileRef::index(leaves.at)]), (1u << count) - 1);
            }
            if (!join_itself(packed, found) || !join_others(v, item, packed, leaves, found)) return false;
        }
        return true;
    }

private:
    static THRONG_INLINE bool join_itself(const PackedElements& packed, Found& found) {
        using namespace simd;
        found.tested(std::uint64_t{packed.count} * (packed.count - 1) / 2);
        for (std::uint32_t i = 0; i + 1 < packed.count; ++i) {
            const std::uint32_t next = i + 1;
            std::uint32_t first_lanes = 0xFFFFu << (next % 16);
            for (std::uint32_t at = next - next % 16; at < packed.count; at += 16, first_lanes = 0xFFFFu) {
                const std::uint32_t remaining = packed.count - at;
                const std::uint32_t lanes = first_lanes & 0xFFFFu & (remaining < 16 ? (1u << remaining) - 1 : 0xFFFFu);
                if (!found.join(packed.from(0), i, packed.from(at), from_bits<A>(lanes))) return false;
            }
        }
        return true;
    }

    // `remaining` are the leaves of the same branch that did not fit into `packed`.
    static THRONG_INLINE bool join_others(const View& v, std::uint32_t item, const PackedElements& packed,
                                          Leaves remaining, Found& found) {
        using namespace simd;
        const Region box = box_around_all(packed);
        const Boxes<A> around = same_box<A>(box);
        PackedElements others;
        const auto add_tile = [&](std::uint32_t ref) THRONG_FLAT {
            const ElementColumns tile = columns_of(v.tiles[TileRef::index(ref)]);
            const Mask<A> live = first<A>(static_cast<int>(TileRef::count(ref)));
            others.add<A>(tile, bits(live & overlaps(around, load_boxes<A, false>(tile, 0))));
            return others.count <= PackedElements::most - 16 || flush(packed, others, found);
        };
        for (; remaining.at != no_tile; remaining.next(v))
            if (!add_tile(remaining.at)) return false;
        std::uint32_t stack[max_waiting], waiting = 0;
        if (!TileRef::leaf(v.root)) stack[waiting++] = v.root;
        while (waiting != 0) {
            const std::uint32_t ref = stack[--waiting];
            const ElementColumns node = columns_of(v.tiles[TileRef::index(ref)]);
            const Mask<A> met =
                first<A>(static_cast<int>(TileRef::count(ref))) & overlaps(around, load_boxes<A, false>(node, 0));
            const Mask<A> leaf =
                (load<A>(node.slots) & broadcast<A>(TileRef::leaf_bit)) == broadcast<A>(TileRef::leaf_bit);
            waiting += pack_store<A>(stack + waiting, load<A>(node.slots), andnot(met, leaf));
            if (TileRef::index(ref) <= item) continue;
            for (std::uint32_t lanes = bits(met & leaf); lanes != 0; lanes &= lanes - 1)
                for (std::uint32_t at = node.slots[lowest<A>(lanes)]; at != no_tile; at = v.next_of(at))
                    if (!add_tile(at)) return false;
        }
        return flush(packed, others, found);
    }

    static THRONG_INLINE bool flush(const PackedElements& packed, PackedElements& others, Found& found) {
        using namespace simd;
        found.tested(std::uint64_t{packed.count} * others.count);
        for (std::uint32_t at = 0; at < others.count; at += 16) {
            const Mask<A> live = first<A>(static_cast<int>(others.count - at));
            const ElementColumns tile = others.from(at);
            for (std::uint32_t i = 0; i < packed.count; ++i)
                if (!found.join(packed.from(0), i, tile, live)) return false;
        }
        others.count = 0;
        return true;
    }

    static THRONG_INLINE Region box_around_all(const PackedElements& packed) {
        Region box = box_around<A>(packed.from(0), packed.count);
        for (std::uint32_t at = 16; at < packed.count; at += 16) {
            const Region tile = box_around<A>(packed.from(at), packed.count - at);
            box = {tile.min_x < box.min_x ? tile.min_x : box.min_x, tile.min_y < box.min_y ? tile.min_y : box.min_y,
                   tile.max_x > box.max_x ? tile.max_x : box.max_x, tile.max_y > box.max_y ? tile.max_y : box.max_y};
        }
        return box;
    }

    // A branch adds up to 15 others to the stack on each of at most nine levels, and its own tile is stored whole.
    static constexpr std::uint32_t max_waiting = 256;
};

} // namespace throng::kernels
