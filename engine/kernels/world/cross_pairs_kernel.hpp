// SPDX-License-Identifier: MIT
// Pairs of some elements with those of an index that holds other elements and has walks. Up to sixteen
// neighbouring elements share one walk over the box around them, unless they lie so far apart that walks of their
// own visit fewer nodes.
#pragma once

#include "engine/kernels/query/leaf_list.hpp"
#include "engine/kernels/query/packet.hpp"
#include "engine/kernels/tiles/tile_pairs_kernel.hpp"

namespace throng::kernels {

template <class A, class Index> class CrossPairs {
    using View = typename Index::View;
    using Found = PairCursor<A>;

public:
    static bool run(const IndexView& view, const ElementColumns& elements, std::uint32_t count, const BitsetView* among,
                    PairSink& sink) {
        const auto join = [&](std::uint32_t, std::uint32_t, PairSink& out) {
            return run(static_cast<const View&>(view), elements, count, out) ? 1u : 0u;
        };
        return join_among<A>(among, join, 0, 1, sink) == 1;
    }

private:
    static bool run(const View& view, const ElementColumns& elements, std::uint32_t count, PairSink& sink) {
        const View v = view; // a copy that stores to the answer cannot alias
        Found found(sink);
        if (!join_all(v, elements, count, found)) return false;
        found.store_to_sink(sink);
        return true;
    }

    static bool join_all(const View& v, const ElementColumns& elements, std::uint32_t count, Found& found) {
        Packet packet;
        const float side = Index::leaf_side(v);
        const auto box_of = [&](std::uint32_t lane) {
            return Region{elements.min_x[lane], elements.min_y[lane], elements.max_x[lane], elements.max_y[lane]};
        };
        for (std::uint32_t lane = 0; lane < count; ++lane) packet.add(box_of(lane), side);
        if (packet.coherent(side)) return join_around(v, elements, (1u << count) - 1, packet.all, found);
        for (std::uint32_t lane = 0; lane < count; ++lane)
            if (!join_around(v, elements, 1u << lane, box_of(lane), found)) return false;
        return true;
    }

    // Joins the elements `lanes`; `box` is the box around them.
    static bool join_around(const View& v, const ElementColumns& own, std::uint32_t lanes, const Region& box,
                            Found& found) {
        using namespace simd;
        const std::uint32_t my_count = count<A>(lanes);
        const auto meets = [&](const ElementColumns& boxes)
                               THRONG_FLAT { return overlaps(same_box<A>(box), load_boxes<A, false>(boxes, 0)); };
        return Index::walk(v, box, meets, [&](const typename Index::Candidates& other) THRONG_FLAT {
            const std::uint32_t theirs = bits(other.live() & meets(other.columns)), their_count = count<A>(theirs);
            found.tested(my_count * their_count);
            return my_count <= their_count ? join_each<A>(own, lanes, other.columns, theirs, found)
                                           : join_each<A>(other.columns, theirs, own, lanes, found);
        });
    }
};

} // namespace throng::kernels
