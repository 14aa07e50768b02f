// SPDX-License-Identifier: MIT
// The queries of a world, over the view of one of its versions. World::State and WorldSnapshot::State both use them.
#pragma once

#include "engine/kernels/query/query_kernels.hpp"
#include "engine/src/query/plan.hpp"
#include "engine/src/query/space_state.hpp"
#include "engine/src/world/tracked.hpp"
#include "engine/src/world/view.hpp"

#include <throng/world.hpp>

namespace throng {

/// Whether neighbors() answers a slot: not that of a static element where only dynamic ones are kept. neighbors_of
/// answers every slot that it is given.
inline bool has_row(const WorldView& world, const kernels::Batch& batch, Slot slot) noexcept {
    return !batch.only_dynamic || batch[kernels::Batch::around_slots] || !world.is_static(slot);
}

/// A mixed batch; `options` as planned for its rows. More than `most_hits` are refused; 0: no limit.
Status world_query(const Reading& reading, std::span<const Query> queries, const kernels::Batch& options, Order order,
                   std::uint32_t most_hits, Hits& out) noexcept;

/// The overlapping pairs that PairOptions keep.
Status world_pairs(const WorldView& world, Pairs& out, const PairOptions& options, const Executor& executor) noexcept;

/// The pairs that are tracked, without pairs of two static elements.
Status world_pairs(const WorldView& world, Pairs& out, const TrackedPairs& tracked, const Executor& executor) noexcept;

} // namespace throng
