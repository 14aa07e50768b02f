// SPDX-License-Identifier: MIT
// The query kernels of one instruction set: the same functions for every index, each over its own view.
#pragma once

#include "engine/kernels/query/batch.hpp"

namespace throng::kernels {

/// Answers queries [begin, end) of a batch; returns the query at which the sink was full, or `end`.
template <class View>
using HitKernel = std::uint32_t (*)(const View&, const Batch&, std::uint32_t begin, std::uint32_t end, HitSink&);

/// The result of a search: slots, slots with ranks and filters, or the number of hits.
enum class Collect : std::uint8_t { Slots, Ranked, Count };

/// One for each Collect but Count: the interface has no count of neighbours.
template <class View> struct NeighborKernels { HitKernel<View> slots, ranked; };

/// One for each Collect.
template <class View> struct SearchKernels {
    HitKernel<View> slots, ranked, count;
    HitKernel<View> operator[](Collect collect) const noexcept {
        return collect == Collect::Slots ? slots : collect == Collect::Ranked ? ranked : count;
    }
};

/// Pairs, of members of `among` if it is given, whose earlier member in memory is in items [begin, end); returns the
/// item at which the sink was full, or `end`.
template <class View>
using PairKernel = std::uint32_t (*)(const View&, std::uint32_t begin, std::uint32_t end, const BitsetView* among,
                                     PairSink&);

template <class View> struct QueryKernels {
    SearchKernels<View> overlap, within_box, within_center;
    HitKernel<View> cone = nullptr;     // ranked; null where a World has no such structure
    NeighborKernels<View> neighbors_of; // of Batch::of, or of slot i in row i
    HitKernel<View> nearest, cast, along;
    PairKernel<View> pairs;
};

} // namespace throng::kernels
