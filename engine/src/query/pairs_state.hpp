// SPDX-License-Identifier: MIT
// The state of a Pairs: the answer, and the scratch of its blocks.
#pragma once

#include "engine/kernels/query/batch.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/base/block_pool.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/item_faults.hpp"

#include <throng/executor.hpp>
#include <throng/hits.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

inline constexpr std::uint32_t max_pairs = no_slot - 4 * kernels::sink_margin; // of a list that kernels fill

/// A list with this capacity is not full until it holds more than `pairs`.
constexpr std::size_t room_for(std::size_t pairs) noexcept { return pairs + kernels::sink_margin + 1; }

/// Sets the place behind the pairs that the sink has, and the number of pairs for which there is room.
inline void offer_room(Column<Pair>& pairs, kernels::PairSink& sink) noexcept {
    static_assert(sizeof(Pair) == 2 * sizeof(std::uint32_t));
    constexpr std::size_t most = max_pairs, margin = kernels::sink_margin;
    sink.pairs = reinterpret_cast<std::uint32_t*>(pairs.data());
    sink.capacity = static_cast<std::uint32_t>(std::min(pairs.capacity(), most) - std::min(pairs.capacity(), margin));
}

/// One block's pairs before they are copied to the answer.
struct PairBlock {
    explicit PairBlock(Memory memory) noexcept : pairs(memory) {}
    Column<Pair> pairs;
    kernels::PairSink sink{};
    std::uint32_t kept = 0;    // pairs of the block in the answer
    std::uint64_t dropped = 0; // pairs removed by filters
    Fault fault = Fault::None;
};

struct Part;

/// Consecutive items of a World's join: the elements of a part that are joined with each other, with another part, or
/// (null) with all parts of later layers.
struct PairRun {
    std::uint64_t end; // the item after the last one; runs end with blocks
    const Part *part, *other;
    std::uint32_t layer;
};

struct Pairs::State {
    explicit State(Memory memory) noexcept
        : pairs(memory), spare(memory), ids(memory), squared(memory), centers(memory), items(memory), scratch(memory),
          runs(memory), blocks(memory) {}

    static State* const out_of_memory; // a mark in place of a state for which there was no memory
    static bool real(const State* state) noexcept { return state && state != out_of_memory; }
    static Status status(const State* state) noexcept {
        if (real(state)) return {};
        return state ? refused(Reason::None, Fault::OutOfMemory) : refused(Reason::AnswerMovedFrom);
    }

    Column<Pair> pairs;
    Column<Pair> spare;            // of a sort
    Column<IdPair> ids;            // of each pair, or empty
    Column<float> squared;         // the squared distance of each pair, or empty
    Column<Vec2> centers;          // by slot: of squared distances
    Column<Slot> items;            // the slots around which pairs are searched
    Column<std::uint32_t> scratch; // the begin of each block's pairs
    Column<PairRun> runs;
    BlockPool<PairBlock> blocks;
    std::uint64_t candidates = 0;

    /// Takes the pairs of a sink that was given the room of `pairs`.
    void take(const kernels::PairSink& sink) noexcept {
        pairs.resize(sink.size);
        candidates = sink.candidates;
    }
    /// None, OutOfMemory or Cancelled.
    Fault sort_by_slot(const Executor& executor) noexcept;
    /// Fills `squared` for elements of `space`; the fault is as above.
    Fault measure(const SpaceState& space, const Executor& executor) noexcept;
    std::size_t bytes() const noexcept;
    void answer_nothing() noexcept {
        pairs.resize(0);
        ids.resize(0);
        squared.resize(0);
        candidates = 0;
    }
    void release_scratch() noexcept;
    void release_memory() noexcept; // after an answer that was too large, so that a smaller one is possible
};

/// Pairs in the order of slots have ascending keys.
constexpr std::uint64_t key_of(Pair pair) noexcept { return std::uint64_t{pair.a} << 32 | pair.b; }
constexpr bool pair_before(Pair p, Pair q) noexcept { return key_of(p) < key_of(q); }

/// Sorts few pairs by (a, b) and keeps each once.
void sort_each_once(Column<Pair>& pairs) noexcept;

/// Whether so many pairs are one block of a sort.
bool sorts_on_one_thread(std::size_t pairs, const Executor& executor) noexcept;
/// How many counters sort_pairs() needs.
std::size_t pair_counters(std::size_t pairs, const Executor& executor) noexcept;

/// Sorts by (a, b): a radix sort by the most significant digit of the first slot, in parallel over buckets, each of
/// which is sorted by what is left of it (McIlroy, Bostic & McIlroy 1993). `spare` has as many entries and `counters`
/// pair_counters() of them, both of any content. False: the executor was cancelled, and the order is unspecified.
///
/// Cost     O(pairs) where the slots are dense or few pairs share one; O(pairs log pairs) at most.
[[nodiscard]] bool sort_pairs(std::span<Pair> pairs, std::span<Pair> spare, std::span<std::uint32_t> counters,
                              const Executor& executor) noexcept;

/// Up to how many slots sort_pairs_by_counting() suits these pairs. 0: they are too many for the caches, or for the
/// pairs.
std::size_t countable_slots(std::span<const Pair> pairs) noexcept;
/// The largest number that countable_slots() returns for so many pairs.
std::size_t most_countable_slots(std::size_t pairs) noexcept;

/// Does the same as sort_pairs() on one thread, for slots below countable_slots(): pairs are counted by b and then by a
/// (Knuth 1998, 5.2.5), without a branch that depends on slots. `counters` are two for each slot.
///
/// Cost     O(pairs + slots)
void sort_pairs_by_counting(std::span<Pair> pairs, std::span<Pair> spare, std::span<std::uint32_t> counters) noexcept;

} // namespace throng
