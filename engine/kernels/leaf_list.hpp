// SPDX-License-Identifier: MIT
// Queries that lie together share one way down a tree: the leaves that any of them may reach are listed once, with their boxes sixteen to a
// tile, and each query looks at the list instead of the tree (packets, as rays are traced in). The list is in the tree's own
// order, so that answers do not depend on who shares it.
#pragma once

#include "engine/kernels/shapes.hpp"
#include "engine/kernels/tile.hpp"

namespace throng::kernels {

struct LeafList {
    static constexpr std::uint32_t most = 64;
    Tile boxes[most / 16];
    std::uint32_t count = 0;

    /// The lanes of `tile` that `lanes` names. False: there is no room for all of them.
    template <class A> THRONG_INLINE bool add(const ElementColumns& tile, const simd::Mask<A>& lanes) {
        using namespace simd;
        // A tile's lanes may lie in two tiles of the list: they are packed first.
        float packed[4][16];
        std::uint32_t refs[16];
        pack_store<A>(packed[0], load<A>(tile.min_x), lanes);
        pack_store<A>(packed[1], load<A>(tile.min_y), lanes);
        pack_store<A>(packed[2], load<A>(tile.max_x), lanes);
        pack_store<A>(packed[3], load<A>(tile.max_y), lanes);
        const std::uint32_t n = pack_store<A>(refs, load<A>(tile.slots), lanes);
        if (count + n > most) return false;
        for (std::uint32_t i = 0; i < n; ++i, ++count) {
            Tile& to = boxes[count / 16];
            const std::uint32_t lane = count % 16;
            to.min_x[lane] = packed[0][i], to.min_y[lane] = packed[1][i];
            to.max_x[lane] = packed[2][i], to.max_y[lane] = packed[3][i];
            to.ids[lane] = refs[i];
        }
        return true;
    }
};

/// The queries of one packet, as far as whether to share needs them.
struct Packet {
    static constexpr std::uint32_t most = 16;

    // Packets begin at multiples of their size, wherever a kernel is resumed: who shares with whom depends on the batch alone.
    static constexpr std::uint32_t first_of(std::uint32_t query) { return query - query % most; }
    static constexpr std::uint32_t size_at(std::uint64_t first, std::uint32_t end) {
        return end - first < most ? static_cast<std::uint32_t>(end - first) : most;
    }

    Region all{};
    float areas = 0; // of the single regions, each grown by what a leaf measures
    std::uint32_t count = 0;

    THRONG_INLINE void add(const Region& region, float leaf_side) {
        if (count++ == 0) {
            all = region;
        } else {
            all.min_x = region.min_x < all.min_x ? region.min_x : all.min_x;
            all.min_y = region.min_y < all.min_y ? region.min_y : all.min_y;
            all.max_x = region.max_x > all.max_x ? region.max_x : all.max_x;
            all.max_y = region.max_y > all.max_y ? region.max_y : all.max_y;
        }
        areas += grown_area(region, leaf_side);
    }
    /// Whether one list is no longer than what the queries would look at one by one.
    bool coherent(float leaf_side) const { return count > 1 && grown_area(all, leaf_side) <= areas; }

private:
    static float grown_area(const Region& r, float by) { return (r.max_x - r.min_x + by) * (r.max_y - r.min_y + by); }
};

} // namespace throng::kernels
