// SPDX-License-Identifier: MIT
// What a World holds: the last commit's version, others to make the next one in, and what is staged.
#pragma once

#include "engine/src/base/gate.hpp"
#include "engine/src/world/overlaps.hpp"
#include "engine/src/world/staging.hpp"
#include "engine/src/world/world_changes.hpp"
#include "engine/src/world/world_version.hpp"

#include <atomic>

namespace throng {

struct World::State {
    explicit State(const WorldDesc& d) noexcept
        : desc(d), staging(d.memory), versions(d.memory), changes(d.memory), overlaps(d.memory) {}
    ~State();

    WorldDesc desc;
    mutable Gate gate; // queries, and a commit
    Gate stager;       // who stages, discards or commits
    WorldStaging staging;
    WorldVersion* current = nullptr;
    Column<WorldVersion*> versions; // `current`, those that snapshots hold, and at most one more
    std::uint64_t commits = 0;
    WorldChanges changes; // of a commit under way
    WorldOverlaps overlaps;
    Capacity most{}; // so far, but for hits
    mutable std::atomic<std::uint32_t> max_hits{0};
    mutable std::atomic_flag current_lock; // who reads `current` for a snapshot, or writes it

    static Fault check(const WorldDesc& desc) noexcept;
    static constexpr const char* rules =
        "WorldDesc: half extents must be finite, not negative and in order; memory may not give back what "
        "it did not give";
    bool begin() noexcept;

    const WorldVersion& content() const noexcept { return *current; } // of plain reads
    WorldView view() const noexcept { return current->view(); }
    std::size_t bytes() const noexcept;

    Status commit(const Executor& executor) noexcept;
    WorldVersion* hold_current() const noexcept;

private:
    WorldVersion* make_version() noexcept;
    WorldVersion* spare() noexcept;
    void publish(WorldVersion* version) noexcept;
    void trim() noexcept;
};

} // namespace throng
