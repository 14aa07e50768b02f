// SPDX-License-Identifier: MIT
// Which overlaps of a World began and ended between two of its commits, those at the last two calls that succeeded. A
// commit only counts.
#pragma once

#include "engine/src/base/gate.hpp"
#include "engine/src/world/overlap_changes.hpp"

#include <atomic>

namespace throng {

class WorldOverlaps {
public:
    explicit WorldOverlaps(const WorldDesc& desc) noexcept
        : tracked_{desc.tracked, desc.tracked_against, desc.track_across_layers}, few_(desc.memory), then_(desc.memory),
          now_(desc.memory), changes_(desc.memory) {}

    /// False: out of memory, and take() must not be called.
    bool is_open() noexcept;

    /// A commit has succeeded; `changed`: it has made another version. Excludes take().
    void committed(bool changed) noexcept { ++commits_, versions_ += changed ? 1 : 0; }

    /// What has changed since the last call at an earlier commit that succeeded; the same again at the same commit.
    /// After a fault both lists are empty, and nothing is lost: the next call lists all since then. `world`: the
    /// version of the last commit.
    Status take(const WorldVersion& world, Pairs& begun, Pairs& ended, const Executor& executor) noexcept;
    static Status refuse(Pairs& begun, Pairs& ended, const Status& status) noexcept;

    /// The state after the last take(), which may be running.
    std::size_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

private:
    Fault find(const WorldVersion& world, const Executor& executor) noexcept;
    void release_memory() noexcept;
    void note_bytes() noexcept;

    static constexpr std::uint64_t none = ~std::uint64_t{0};

    const TrackedPairs tracked_;
    Gate gate_; // entered to take
    std::uint64_t commits_ = 0, versions_ = 0;
    std::uint64_t answered_at_ = 0; // commits_ when take() succeeded last
    std::uint64_t now_version_ = 0; // versions_ that `now_` has the pairs of, or `none`
    bool answered_ = true;          // the changes from `then_` to `now_`
    bool unchanged_ = false;        // the commit of answered_at_ has the version of the one before
    FewTracked few_;
    OverlapsFound then_, now_;
    OverlapChanges changes_;
    std::atomic<std::size_t> bytes_{0};
};

} // namespace throng
