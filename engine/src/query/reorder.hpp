// SPDX-License-Identifier: MIT
// Large batches of queries in no order of space: they are executed in one, from columns of their own, so that they find
// their candidates in the cache, and their rows are copied back to the caller's order.
#pragma once

#include "engine/kernels/query/batch.hpp"

#include <throng/executor.hpp>
#include <throng/hits.hpp>

#include <cstddef>
#include <cstdint>

namespace throng {

/// Where each row of an answer finds its hits if its queries were executed in another order: the hits of item i are,
/// among those of its block, the ones from end[i - 1] (0 for the first item of a block) to end[i].
struct SortedItems {
    const std::uint32_t* item_of_row = nullptr; // null: rows were answered in their own order
    std::uint32_t* end = nullptr;               // by item; the kernel writes counts here first
    std::uint32_t* found = nullptr;             // by item
};

/// The order of sorted queries: bands along an axis, for grids whose rows are runs of memory in the same way, or cells
/// along a curve, for trees.
enum class SortedAlong : std::uint8_t { Rows, Curve };

/// Whether most of `count` queries lie far from the one before: farther than `near`, and not much nearer than a query
/// from elsewhere in the batch. Reads a few dozen of them.
bool are_scattered(const kernels::Batch& batch, std::size_t count, float near) noexcept;

/// Copies the queries' columns into the answer's memory, sorted by place, and lets the batch refer to the copies.
/// False: out of memory.
///
/// Cost     O(count), parallel.
/// Memory   12 bytes per query and 4 for each of its numbers, kept for the next such batch.
bool sort_by_place(kernels::Batch& batch, std::uint32_t count, SortedAlong along, Hits& memory, SortedItems& sorted,
                   const Executor& executor) noexcept;

} // namespace throng
