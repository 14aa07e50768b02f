// SPDX-License-Identifier: MIT
// The one batch algorithm: a kernel answers blocks of queries, each into its own chunk; offsets are scanned from the
// counts; chunks are copied to their places. All queries of all indexes use it, with different kernels.
#pragma once

#include "engine/kernels/query/batch.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/function_ref.hpp"

#include <throng/executor.hpp>
#include <throng/hits.hpp>
#include <throng/query_options.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace throng {

// Large batches of queries in no order of space are executed in one, from columns of their own, so that they find their
// candidates in the cache, and their rows are copied back to the caller's order.

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

/// Answers items [begin, end) into the sink; returns the item at which it was full, or `end`.
using AnswerHits = FunctionRef<std::uint32_t(std::uint32_t begin, std::uint32_t end, kernels::HitSink&)>;
using AnswerPairs = FunctionRef<std::uint32_t(std::uint32_t begin, std::uint32_t end, kernels::PairSink&)>;

/// Copies a row in whole steps, together with up to a step of what follows it, since rows behind it are written later.
/// This is cheaper than copying the exact length, which is unpredictable.
inline constexpr std::uint32_t copied_at_once = 8;
template <class T> void copy_in_steps(T* to, const T* from, std::uint32_t count) noexcept {
    std::uint32_t done = 0;
    do std::memcpy(to + done, from + done, copied_at_once * sizeof(T));
    while ((done += copied_at_once) < count);
}

/// How the results of a batch become rows.
struct HitPlan {
    std::size_t rows = 0;              // of the answer
    std::uint32_t items = 0;           // of the kernel: rows, or elements in memory order
    const Slot* row_of_item = nullptr; // null: item i answers row i
    SortedItems sorted{};              // or items are in another order, unknown to the kernel
    bool keys = false;                 // the kernel writes keys
    bool distances = false;            // the keys stay in the answer
    bool found = false;                // the kernel writes matches before the limit
    Order order = Order::Stable;
    std::uint32_t most_hits = 0; // more are refused, unless in a fixed buffer; 0: no limit

    /// Item i answers row i, in any order, and nothing is refused or counted besides.
    bool is_plain() const noexcept {
        return !row_of_item && !sorted.item_of_row && !found && order == Order::Stable && most_hits == 0;
    }
};

/// Fills `out`. For this function and those below, the calling thread is in the kernels' floating-point mode. After a
/// fault of the whole batch the answer is empty; with OutputTooSmall the rows before Status::first are complete.
Status answer(Hits& out, const HitPlan& plan, AnswerHits kernel, const Executor& executor) noexcept;

/// The first faulty row of a sorted batch, found by execution in the batch's own order.
std::uint32_t first_faulty(const HitPlan& sorted, AnswerHits kernel) noexcept;

/// The number of items of a kernel of pairs, and how many of them form a block, whatever the number of threads.
struct PairItems {
    std::uint32_t count = 0, block = 4096;
};

/// How pairs become a list.
struct PairPlan {
    Order order = Order::Stable;
    std::uint32_t limit = 0; // more are refused; 0: no limit
};

/// Fills a column with the pairs of all items on the calling thread. One block after the other: packets begin again
/// with each block, and so do not depend on the thread that runs it. A kernel with a full sink drops the pairs that a
/// filter removes and continues, so a second answer fits where the first did.
Status answer_in_order(AnswerPairs kernel, const PairItems& items, std::uint32_t limit, Column<Pair>& pairs,
                       kernels::PairSink& sink) noexcept;

/// Fills `out` with the pairs of all items.
Status answer(Pairs& out, const PairItems& items, const PairPlan& plan, AnswerPairs kernel,
              const Executor& executor) noexcept;

/// Counts instead of hits: the kernel writes to HitSink::counts.
Status answer(std::span<std::uint32_t> out, AnswerHits kernel, const Executor& executor) noexcept;

} // namespace throng
