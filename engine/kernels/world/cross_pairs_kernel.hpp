// SPDX-License-Identifier: MIT
// Some elements are joined with those of an index that holds other elements and has walks. Up to sixteen neighbouring
// elements share one walk over the box around them, unless they lie so far apart that walks of their own visit fewer
// nodes.
#pragma once

#include "engine/kernels/query/leaf_list.hpp"
#include "engine/kernels/query/packet.hpp"
#include "engine/kernels/tiles/tile_pairs_kernel.hpp"

namespace throng::kernels {

template <class A, class Index>
class CrossPairs : public CrossPairsAmong<A, typename Index::View, CrossPairs<A, Index>> {
    using View = typename Index::View;
    using Found = PairCursor<A>;

public:
    static bool join(const View& view, const ElementColumns& elements, std::uint32_t count, PairSink& sink) {
        const View v = view; // a copy that stores to the answer cannot alias
        Found found(sink);
        if (!join_all(v, elements, count, found)) return false;
        found.store_to_sink(sink);
        return true;
    }

private:
    static bool join_all(const View& v, const ElementColumns& elements, std::uint32_t count, Found& found) {
        Packet packet;
        const float side = Index::leaf_side(v);
        const auto box_of = [&](std::uint32_t lane) {
            return Region{elements.min_x[lane], elements.min_y[lane], elements.max_x[lane], elements.max_y[lane]};
        };
        for (std::uint32_t lane = 0; lane < count; ++lane) packet.add(box_of(lane), side);
        if (packet.coherent(side)) return join_around(v, elements, (1u << count) - 1, packet.bounds, found);
        for (std::uint32_t lane = 0; lane < count; ++lane)
            if (!join_around(v, elements, 1u << lane, box_of(lane), found)) return false;
        return true;
    }

    // Joins the elements `lanes`; `box` is the box around them.
    static bool join_around(const View& v, const ElementColumns& elements, std::uint32_t lanes, const Region& box,
                            Found& found) {
        using namespace simd;
        const std::uint32_t element_count = count<A>(lanes);
        const auto meets = [&](const ElementColumns& boxes)
                               THRONG_FLAT { return overlaps(same_box<A>(box), load_boxes<A>(boxes, 0)); };
        return Index::walk(v, box, meets, [&](const typename Index::Candidates& other) THRONG_FLAT {
            const std::uint32_t others = bits(other.live() & meets(other.columns)), other_count = count<A>(others);
            found.tested(element_count * other_count);
            return element_count <= other_count ? join_each<A>(elements, lanes, other.columns, others, found)
                                                : join_each<A>(other.columns, others, elements, lanes, found);
        });
    }
};

} // namespace throng::kernels
