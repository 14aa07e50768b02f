// SPDX-License-Identifier: MIT
// The runs of a small query are tested a tile at a time.
#pragma once

#include "engine/kernels/query/hit_row.hpp"
#include "engine/kernels/row_grid/grid_packet.hpp"

namespace throng::kernels {

/// Appends the hits among the elements of `runs`. False: the answer is full. Few candidates form one tile, even from
/// several runs. Otherwise all runs share one cursor, which stays in registers. Mostly each run is a tile, and there is
/// room for all candidates.
template <class A, Collect collect, class Shape>
THRONG_INLINE bool scan_runs(const ElementColumns& columns, const Batch& batch, const Shape& shape,
                             const Filter& filter, const CandidateRuns& runs, std::uint32_t capacity, HitCursor& to) {
    HitCursor row = to;
    const auto add = [&](const auto& tile, const simd::Mask<A>& live)
                         THRONG_FLAT { collect_tile<A, collect>(batch, shape, tile, live, filter, row); };
    const auto room_for = [&](std::uint64_t tiles) THRONG_FLAT {
        return collect == Collect::Count || row.size + 16 * (tiles - 1) <= capacity;
    };
    if (runs.size <= 16) {
        if (!room_for(1)) return false;
        const JoinedTile<A> tile = columns.points() ? join<A>(columns, runs, false) : join<A>(columns, runs, true);
        add(tile, tile.live());
    } else if (runs.longest <= 16 && room_for(runs.count)) {
        for (std::size_t r = 0; r < runs.count; ++r) {
            const Span span = runs[r];
            add(GridTileAt<A>{columns, span.begin}, simd::first<A>(static_cast<int>(span.end - span.begin)));
        }
    } else {
        for (std::size_t r = 0; r < runs.count; ++r) {
            const Span span = runs[r];
            for (std::uint32_t at = span.begin; at < span.end; at += 16) {
                if (!room_for(1)) return false;
                add(GridTileAt<A>{columns, at}, live_lanes<A>(at, span.end));
            }
        }
    }
    to.size = row.size, to.count = row.count;
    return true;
}

} // namespace throng::kernels
