// SPDX-License-Identifier: MIT
// The tracked pairs of one commit, and which of them another commit does not have.
#pragma once

#include "engine/src/query/pairs_state.hpp"
#include "engine/src/world/boxes_by_slot.hpp"
#include "engine/src/world/queries/few_pairs.hpp"

#include <throng/world.hpp>

#include <cstdint>

namespace throng {

/// The pairs of one commit. If few elements are tracked they are a list in the order of slots with their ids, which
/// costs no more than these pairs. Otherwise boxes by slot decide whether any pair is one of them, and no list is
/// sorted.
struct OverlapsFound {
    explicit OverlapsFound(Memory memory) noexcept : found(memory), boxes(memory), ids(memory) {}

    Pairs found;
    BoxesBySlot boxes;  // unless they are listed
    Column<IdPair> ids; // if they are listed
    bool listed = true; // as those of the empty world

    /// Finds the pairs of a version later than the last one that was given. Null: they were found.
    Fault find(const WorldVersion& world, const TrackedPairs& tracked, FewTracked& elements,
               const Executor& executor) noexcept;
    /// Makes the list. None, or OutOfMemory, and all is as before.
    Fault list() noexcept;
    /// Unless they are listed: `boxes` are those of a later commit, and `begun` the pairs that began up to then, maybe
    /// more than once. Makes the pairs those of that commit. None, or OutOfMemory, and all is as before.
    Fault catch_up(Column<Pair>& begun, const TrackedPairs& tracked) noexcept;

    Column<Pair>& pairs() noexcept;
    void release_memory() noexcept;
    std::size_t bytes() const noexcept;
};

class OverlapChanges {
public:
    explicit OverlapChanges(Memory memory) noexcept
        : differing_(memory), kept_(memory), counters_(memory), marks_(memory), marked_(memory), hidden_(memory) {}

    /// Fills `begun` with the pairs of `now` that are not those of `then`, and `ended` with those of `then` that are
    /// not those of `now`, in the order of slots with their ids. The same slots with other generations are another
    /// pair.
    Fault fill(OverlapsFound& then, OverlapsFound& now, const TrackedPairs& tracked, PairsState& begun,
               PairsState& ended, const Executor& executor) noexcept;

    void release_memory() noexcept;
    std::size_t bytes() const noexcept;

private:
    Fault mark(const BoxesBySlot& then, const BoxesBySlot& now, const Executor& executor) noexcept;
    Fault differ(OverlapsFound& one, BoxesBySlot& other, const TrackedPairs& tracked, PairsState& out,
                 const Executor& executor) noexcept;
    static Fault differ_listed(const Column<IdPair>& then, const Column<IdPair>& now, PairsState& begun,
                               PairsState& ended) noexcept;

    Column<Pair> differing_;         // each block's at the places of its pairs
    Column<std::uint32_t> kept_;     // by block
    Column<std::uint32_t> counters_; // of a sort
    Column<std::uint64_t> marks_;    // bit s % 64 of word s / 64: slot s has another element or category than before
    Column<Slot> marked_;
    Column<simd::SignedBox> hidden_; // of marked slots, for a while
};

} // namespace throng
