// SPDX-License-Identifier: MIT
// What one instruction set provides to ask an index: the same functions for every index, each over its own view.
#pragma once

#include "engine/kernels/batch.hpp"

namespace throng::kernels {

/// Answers queries [begin, end) of a batch; returns the one at which the sink was full, or `end`.
template <class View> using HitKernel = std::uint32_t (*)(const View&, const Batch&, std::uint32_t begin, std::uint32_t end, HitSink&);

/// Hits as they come, hits filtered and ranked, and their number alone.
template <class View> struct SearchKernels { HitKernel<View> slots, ranked, count; };

/// Pairs whose earlier member in memory is in items [begin, end); returns the item at which the sink was full, or `end`.
template <class View>
using PairKernel = std::uint32_t (*)(const View&, std::uint32_t begin, std::uint32_t end, const BitsetView* among, PairSink&);

template <class View> struct QueryKernels {
    SearchKernels<View> overlap, within_box, within_center;
    SearchKernels<View> neighbors_of; // of Batch::of, or of slot i in row i
    HitKernel<View> nearest, cast, along;
    PairKernel<View> pairs[2]; // by whether `among` is given
};

} // namespace throng::kernels
