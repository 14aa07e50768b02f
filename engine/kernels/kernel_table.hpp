// SPDX-License-Identifier: MIT
// What one instruction set provides: plain function pointers over plain views.
#pragma once

#include "engine/kernels/batch.hpp"
#include "engine/kernels/change.hpp"
#include "engine/kernels/grid_view.hpp"

namespace throng::kernels {

/// Answers queries [begin, end) of a batch; returns the one at which the sink was full, or `end`.
using HitKernel = std::uint32_t (*)(const GridView&, const Batch&, std::uint32_t begin, std::uint32_t end, HitSink&);

/// By `points`: hits as they come, hits filtered and ranked, and their number alone.
struct SearchKernels {
    HitKernel slots[2], ranked[2], count[2];
};

/// Pairs whose earlier member in memory is in [begin, end); returns the element at which the sink was full, or `end`.
using PairKernel = std::uint32_t (*)(const GridView&, std::uint32_t begin, std::uint32_t end, const BitsetView* among, PairSink&);

/// Indexed by `points` (false, true) where a kernel differs for point-built grids.
struct GridKernels {
    bool (*read_row[2][4])(const GridView&, std::uint32_t row, ReadRow&); // by Change
    bool (*locate[2])(const GridView&, Locate&);
    void (*write_row[2])(const GridView&, GridRow&, const WriteRow&);
    PairKernel pairs[2][2];       // packets of 4 elements x 4 candidates; by whether `among` is given
    PairKernel dense_pairs[2][2]; // 1 x 16
    SearchKernels overlap, within_box, within_center;
    SearchKernels neighbors; // of elements in memory order, rows by slot; `count` is not used
    HitKernel nearest[2], cast[2], along[2];
    SearchKernels neighbors_of; // of Batch::of, or of slot i in row i
};

struct KernelTable {
    GridKernels grid;
};

extern const KernelTable baseline_kernels, avx2_kernels, avx512_kernels, neon64_kernels;

} // namespace throng::kernels
