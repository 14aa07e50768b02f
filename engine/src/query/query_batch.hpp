// SPDX-License-Identifier: MIT
// The one batch algorithm: blocks of queries are answered by a kernel, each into its own chunk; offsets are scanned
// from the counts; chunks are copied to their places. Every query of every index is this, with another kernel.
#pragma once

#include "engine/kernels/query/batch.hpp"
#include "engine/src/base/function_ref.hpp"
#include "engine/src/query/reorder.hpp"

#include <throng/executor.hpp>
#include <throng/hits.hpp>
#include <throng/query_options.hpp>

namespace throng {

/// Answers items [begin, end) into the sink; returns the one at which it was full, or `end`.
using AnswerHits = FunctionRef<std::uint32_t(std::uint32_t begin, std::uint32_t end, kernels::HitSink&)>;
using AnswerPairs = FunctionRef<std::uint32_t(std::uint32_t begin, std::uint32_t end, kernels::PairSink&)>;

/// How a batch becomes rows.
struct HitPlan {
    std::size_t rows = 0;              // of the answer
    std::uint32_t items = 0;           // what the kernel is asked for: rows, or elements in memory order
    const Slot* row_of_item = nullptr; // null: item i answers row i
    SortedItems sorted{};              // or the kernel is asked for items in another order, and knows nothing of rows
    bool keys = false;                 // the kernel writes keys
    bool distances = false;            // which stay in the answer
    bool found = false;                // the kernel writes matches before the limit
    Order order = Order::Stable;
};

/// Fills `out`. As with all answers below, the calling thread is in the kernels' floating-point mode. On a fault of the
/// whole batch the answer is empty; with OutputTooSmall the rows before Status::first are complete.
Status answer(Hits& out, const HitPlan& plan, AnswerHits kernel, const Executor& executor) noexcept;

/// The first faulty row of a batch that was sorted, asked in its own order.
std::uint32_t first_faulty(const HitPlan& sorted, AnswerHits kernel) noexcept;

/// What a kernel of pairs is asked for, and how much of it makes a block, whatever the number of threads.
struct PairItems {
    std::uint32_t count = 0, block = 4096;
};

/// Fills `out` with the pairs of all items.
Status answer(Pairs& out, const PairItems& items, Order order, AnswerPairs kernel, const Executor& executor) noexcept;

/// Counts instead of hits: the kernel writes to HitSink::counts.
Status answer(std::span<std::uint32_t> out, AnswerHits kernel, const Executor& executor) noexcept;

} // namespace throng
