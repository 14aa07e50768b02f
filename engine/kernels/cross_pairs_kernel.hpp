// SPDX-License-Identifier: MIT
// Pairs of some elements with those of an index that holds others. Up to sixteen that stand side by side share one walk over the box around
// them, unless they lie so far apart that each one's own walk meets fewer.
//
//     Tiles::side(view)                     about the side of what a walk has to look at anyway
//     Tiles::walk(view, region, body)       body(columns, live lanes, region) for up to sixteen elements at a time, all that meet the
//                                           region, and what of it they reach
#pragma once

#include "engine/kernels/candidate_rows.hpp"
#include "engine/kernels/leaf_list.hpp"
#include "engine/kernels/tile_pairs_kernel.hpp"

namespace throng::kernels {

/// Of a row grid of boxes.
template <class A> struct GridTiles {
    using View = GridView;

    static float side(const View& g) { return 4.f / g.inverse_cell; }

    // Runs of several rows are found before the first is looked at, so that their cache misses overlap.
    template <class Body> static THRONG_INLINE bool walk(const View& g, const Region& region, Body&& body) {
        Run runs[most_runs];
        std::uint32_t waiting = 0;
        bool room = true;
        const auto look = [&]() THRONG_FLAT {
            for (std::uint32_t n = 0; n < waiting; ++n)
                for (std::uint32_t at = runs[n].span.begin; at < runs[n].span.end && room; at += 16)
                    room = body(columns_from(g.columns(), at), live_lanes<A>(at, runs[n].span.end), runs[n].reached);
            waiting = 0;
        };
        const ColumnRange<false> columns(g, region.min_x, region.max_x);
        for_rows_from(g, 0, region, [&](std::uint32_t, const GridRow& row) THRONG_FLAT {
            const Span span = columns.in(g, row, region.min_x, region.max_x);
            if (span.begin >= span.end) return;
            for (const float* column : {g.min_x, g.min_y, g.max_x, g.max_y}) {
                __builtin_prefetch(column + span.begin);
                __builtin_prefetch(column + span.begin + 16);
            }
            __builtin_prefetch(g.slots + span.begin);
            __builtin_prefetch(g.slots + span.begin + 16);
            runs[waiting++] = {span, {region.min_x, row.min_y, region.max_x, row.max_y}};
            if (waiting == most_runs) look();
        });
        look();
        return room;
    }

private:
    static constexpr std::uint32_t most_runs = 16;
    struct Run {
        Span span;
        Region reached;
    };
};

/// Of an index that walks.
template <class A, class Index> struct IndexTiles {
    using View = typename Index::View;

    static float side(const View& v) { return Index::leaf_side(v); }

    template <class Body> static THRONG_INLINE bool walk(const View& v, const Region& region, Body&& body) {
        const auto meets = [&](const ElementColumns& boxes)
                               THRONG_FLAT { return simd::overlaps(same_box<A>(region), load_boxes<A, false>(boxes, 0)); };
        return Index::walk(v, region, meets,
                           [&](const typename Index::Candidates& tile) THRONG_FLAT { return body(tile.columns, tile.live(), region); });
    }
};

template <class A, class Tiles, bool filtered> class CrossPairs {
    using View = typename Tiles::View;
    using Found = PairEnd<A, filtered>;

public:
    static bool run(const View& view, const ElementColumns& elements, std::uint32_t count, const BitsetView* among, PairSink& sink) {
        const View v = view; // a copy that stores to the answer cannot alias
        Found found(among, sink);
        if (!join_all(v, elements, count, found)) return false;
        found.give_back(sink);
        return true;
    }

private:
    static bool join_all(const View& v, const ElementColumns& elements, std::uint32_t count, Found& found) {
        Packet packet;
        const float side = Tiles::side(v);
        const auto box_of = [&](std::uint32_t lane) {
            return Region{elements.min_x[lane], elements.min_y[lane], elements.max_x[lane], elements.max_y[lane]};
        };
        for (std::uint32_t lane = 0; lane < count; ++lane) packet.add(box_of(lane), side);
        if (packet.coherent(side)) return join_around(v, elements, (1u << count) - 1, packet.all, found);
        for (std::uint32_t lane = 0; lane < count; ++lane)
            if (!join_around(v, elements, 1u << lane, box_of(lane), found)) return false;
        return true;
    }

    // Those of `lanes`, whom `box` is around.
    static bool join_around(const View& v, const ElementColumns& own, std::uint32_t lanes, const Region& box, Found& found) {
        using namespace simd;
        const Boxes<A> own_boxes = load_boxes<A, false>(own, 0);
        return Tiles::walk(v, box, [&](const ElementColumns& other, const Mask<A>& live, const Region& reached) THRONG_FLAT {
            const std::uint32_t mine = lanes & bits(overlaps(same_box<A>(reached), own_boxes));
            const std::uint32_t theirs = bits(live & overlaps(same_box<A>(box), load_boxes<A, false>(other, 0)));
            const std::uint32_t my_count = count<A>(mine), their_count = count<A>(theirs);
            found.tested(my_count * their_count);
            return my_count <= their_count ? join_each<A>(own, mine, other, theirs, found) : join_each<A>(other, theirs, own, mine, found);
        });
    }
};

} // namespace throng::kernels
