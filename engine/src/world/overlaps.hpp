// SPDX-License-Identifier: MIT
// Which overlaps of a World began and ended between two of its commits, those at the last two calls that succeeded. A
// commit only counts.
#pragma once

#include "engine/src/base/gate.hpp"
#include "engine/src/world/changed_slots.hpp"
#include "engine/src/world/few_changes.hpp"
#include "engine/src/world/overlap_changes.hpp"

#include <atomic>

namespace throng {

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
