// SPDX-License-Identifier: MIT
// Queries that lie together share one descent of a tree: the leaves that any of them may reach are listed once, with
// their boxes sixteen to a tile, and each query searches the list instead of the tree (as packets of rays do). The list
// is in the tree's own order, so that answers do not depend on which queries share it.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/kernels/query/shapes.hpp"

namespace throng::kernels {

struct LeafList {
    static constexpr std::uint32_t most = 64;
    Tile boxes[most / 16];
    std::uint32_t count = 0;

    /// Appends the lanes `lanes` of `tile`. False: there is no room for all of them.
    template <class A> THRONG_INLINE bool add(const ElementColumns& tile, const simd::Mask<A>& lanes) {
        using namespace simd;
        // The lanes of one tile may go to two tiles of the list: they are packed first.
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
            set_box(to, lane, {packed[0][i], packed[1][i], packed[2][i], packed[3][i]});
            to.ids[lane] = refs[i];
        }
        return true;
    }
};

} // namespace throng::kernels
