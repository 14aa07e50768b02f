// SPDX-License-Identifier: MIT
// Which overlaps of a World began and ended between two of its commits, those at the last two calls that succeeded. A
// commit only counts.
#pragma once

#include "engine/src/base/column.hpp"
#include "engine/src/base/gate.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "engine/src/row_grid/columns.hpp"
#include "engine/src/world/boxes_by_slot.hpp"
#include "engine/src/world/queries/few_pairs.hpp"
#include "engine/src/world/staging.hpp"
#include "engine/src/world/tracked.hpp"

#include <throng/world.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// The slots that commits have changed since the overlaps were asked for, if they are few.
class ChangedSlots {
public:
    explicit ChangedSlots(Memory memory) noexcept : slots_(memory) {}

    /// A commit has applied these changes. Without memory for them all slots count as changed.
    void note(std::span<const Staged> items) noexcept {
        if (all_) return;
        if (slots_.size() + items.size() > most || !slots_.grow(slots_.size() + items.size())) return note_all();
        for (const Staged& item : items) {
            const bool never_was = item.has(Staged::Spawned) && item.has(Staged::Ended); // its slot may be new
            if (!never_was) slots_.append(item.slot);
        }
    }
    void note_all() noexcept {
        slots_.resize(0);
        all_ = true;
    }
    void clear() noexcept {
        slots_.resize(0);
        all_ = false;
    }

    /// Whether a search around each of them costs less than to find all pairs of `elements`.
    bool are_few(std::size_t elements) const noexcept { return !all_ && slots_.size() <= elements / search_cost; }

    /// Lists the slots in ascending order, each once.
    std::span<const Slot> list() noexcept {
        std::sort(slots_.begin(), slots_.end());
        slots_.resize(static_cast<std::size_t>(std::unique(slots_.begin(), slots_.end()) - slots_.begin()));
        return {slots_.data(), slots_.size()};
    }

    std::size_t bytes() const noexcept { return slots_.bytes(); }

private:
    static constexpr std::size_t most = 4096;
    static constexpr std::size_t search_cost = 80; // the pairs of so many elements take as long as two searches

    Column<Slot> slots_;
    bool all_ = false;
};

/// The ids of pairs. False: out of memory.
template <class IdOf>
[[nodiscard]] bool list_ids(const Column<Pair>& pairs, Column<IdPair>& ids, const IdOf& id_of) noexcept {
    if (!ids.resize_with_room(pairs.size())) return false;
    std::transform(pairs.begin(), pairs.end(), ids.begin(), [&](Pair p) { return IdPair{id_of(p.a), id_of(p.b)}; });
    return true;
}

/// The overlaps that begin and end where few elements have changed: these are searched with their boxes before and
/// after in what is there now, and no other pair is looked at.
class FewChanges {
public:
    explicit FewChanges(Memory memory) noexcept
        : then_(memory), now_(memory), numbers_(memory), begun_(memory), ended_(memory), begun_ids_(memory),
          ended_ids_(memory), around_(memory, false), by_left_(memory) {}

    /// Finds the pairs that began and ended between the commit of `boxes` and the version `world`, which only the
    /// ascending slots `changed` tell apart; `boxes` must suit it, and get dead slots for those that are new. None,
    /// OutOfMemory or OutOfCapacity.
    Fault find(BoxesBySlot& boxes, const WorldVersion& world, const TrackedPairs& tracked,
               std::span<const Slot> changed) noexcept;
    /// Makes `boxes` those of `world`, both as they were given to find().
    void apply(BoxesBySlot& boxes, const WorldVersion& world) const noexcept;

    /// Writes the last pairs that were found. None, or OutOfMemory.
    Fault copy_to(PairsState& begun, PairsState& ended) const noexcept;
    /// Returns the pairs that began, in the order of slots.
    std::span<const Pair> begun() const noexcept { return {begun_.data(), begun_.size()}; }

    void release_memory() noexcept;
    std::size_t bytes() const noexcept;

private:
    bool reserve(std::size_t slots, std::size_t changed) noexcept;
    template <class IsWanted>
    Fault search(const WorldView& world, const Column<BoxOfSlot>& around, Column<Pair>& out,
                 const IsWanted& is_wanted) noexcept;
    bool has_changed(Slot slot) const noexcept { return numbers_[slot] != no_slot; }

    Column<BoxOfSlot> then_, now_;  // of changed slots
    Column<std::uint32_t> numbers_; // by slot, in these columns. no_slot: it has not changed; all, between two calls
    Column<Pair> begun_, ended_;
    Column<IdPair> begun_ids_, ended_ids_;
    GridColumns around_; // the elements that are searched around
    Column<std::uint32_t> by_left_;
};

/// The tracked pairs of one commit. If few elements are tracked they are a list in the order of slots with their ids,
/// which costs no more than these pairs. Otherwise boxes by slot decide whether any pair is one of them, and no list is
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

class WorldOverlaps {
public:
    explicit WorldOverlaps(const WorldDesc& desc) noexcept
        : tracked_{desc.tracked, desc.tracked_against, desc.track_across_layers}, tracks_(desc.track_overlaps),
          changed_(desc.memory), few_(desc.memory), then_(desc.memory), now_(desc.memory), begun_(desc.memory),
          changes_(desc.memory), few_changes_(desc.memory) {}

    /// False: out of memory, and take() must not be called.
    bool is_open() noexcept;

    /// A commit has succeeded, with these changes or with any. Excludes take().
    void committed(std::span<const Staged> changes) noexcept;
    void committed_any() noexcept;
    /// A commit has succeeded that has made no other version.
    void committed_nothing() noexcept { ++commits_; }

    /// What has changed since the last call at an earlier commit that succeeded; the same again at the same commit.
    /// After a fault both lists are empty, and nothing is lost: the next call lists all since then. `world`: the
    /// version of the last commit.
    Status take(const WorldVersion& world, Pairs& begun, Pairs& ended, const Executor& executor) noexcept;
    static Status refuse(Pairs& begun, Pairs& ended, const Status& status) noexcept;

    /// The state after the last take(), which may be running, or the last commit.
    std::size_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

private:
    Fault find(const WorldVersion& world, const Executor& executor) noexcept;
    bool suits_few_changes(const WorldVersion& world) const noexcept;
    Fault take_few_changes(const WorldVersion& world, PairsState& begun, PairsState& ended) noexcept;
    void release_memory() noexcept;
    void note_bytes() noexcept;

    static constexpr std::uint64_t none = ~std::uint64_t{0};

    const TrackedPairs tracked_;
    const bool tracks_;
    Gate gate_; // entered to take
    std::uint64_t commits_ = 0, versions_ = 0;
    std::uint64_t answered_at_ = 0; // commits_ when take() succeeded last
    std::uint64_t now_version_ = 0; // versions_ that `now_` has the pairs of, or `none`
    bool answered_ = true;          // the changes from `then_` to `now_`
    bool unchanged_ = false;        // the commit of answered_at_ has the version of the one before
    bool are_few_changes_ = false;  // the last answer is that of few_changes_
    ChangedSlots changed_;          // since take() succeeded last
    FewTracked few_;
    OverlapsFound then_, now_;
    bool is_behind_ = false; // `now_` has newer boxes than pairs
    Column<Pair> begun_;     // since its pairs were found
    OverlapChanges changes_;
    FewChanges few_changes_;
    std::atomic<std::size_t> bytes_{0};
};

} // namespace throng
