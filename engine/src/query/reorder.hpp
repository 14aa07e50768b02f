// SPDX-License-Identifier: MIT
// Large batches whose queries follow each other in no order of space: asked in one, from columns of their own, they
// find their candidates in the cache, and come back to the caller's order row by row.
#pragma once

#include "engine/kernels/query/batch.hpp"

#include <throng/executor.hpp>
#include <throng/hits.hpp>

#include <cstddef>
#include <cstdint>

namespace throng {

/// Where each row of an answer finds its hits when its queries were asked in an order of their own: those of item i
/// are, among the hits of its block, the ones before end[i] and from the item before it on.
struct SortedItems {
    const std::uint32_t* item_of_row = nullptr; // null: rows were asked in their own order
    std::uint32_t* end = nullptr;               // by item; the kernel writes counts
    std::uint32_t* found = nullptr;             // by item
};

/// What queries are sorted by: bands along an axis, as grids whose rows are runs of memory like it, or tiles along a
/// curve, as trees do.
enum class SortedAlong : std::uint8_t { Rows, Columns, Curve };

/// Whether most of `count` queries lie far from the one before: farther than `near`, and not much nearer than one from
/// elsewhere in the batch. Looks at a few dozen of them.
bool are_scattered(const kernels::Batch& batch, std::size_t count, float near) noexcept;

/// Copies the queries' columns into the answer's memory, sorted by place, and has the batch ask there. False: out of
/// memory.
///
/// Cost     O(count), parallel.
/// Memory   12 bytes per query and 4 for each of its numbers, kept for the next such batch.
bool sort_by_place(kernels::Batch& batch, std::uint32_t count, SortedAlong along, Hits& memory, SortedItems& sorted,
                   const Executor& executor) noexcept;

} // namespace throng
