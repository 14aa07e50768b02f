// SPDX-License-Identifier: MIT
// The state of a World: the last commit's version, others in which the next one is made, and the staged changes.
#pragma once

#include "engine/src/base/gate.hpp"
#include "engine/src/world/layers.hpp"
#include "engine/src/world/origin.hpp"
#include "engine/src/world/overlaps.hpp"
#include "engine/src/world/snapshot_state.hpp"
#include "engine/src/world/staging.hpp"
#include "engine/src/world/world_changes.hpp"

#include <atomic>

namespace throng {

struct World::State {
    explicit State(const WorldDesc& d) noexcept
        : desc(d), staging(d), doubles(d.memory), next_routing(d), versions(d.memory), changes(d.memory), overlaps(d) {}
    ~State();

    WorldDesc desc;
    mutable Gate gate; // queries, and a commit
    Gate stager;       // entered to stage, discard or commit
    WorldStaging staging;
    WorldDoubles doubles;
    WorldRouting next_routing; // after the commit in progress
    using Shown = Access::SnapshotState;
    Shown* shown = nullptr;        // by queries and snapshots
    Column<Shown*> versions;       // `shown`, those that snapshots hold, and at most one more
    WorldChanges changes;          // of the commit in progress
    WorldLayers* layers = nullptr; // from the first element in another layer than 0 on
    mutable WorldOverlaps overlaps;
    Capacity most{}; // so far, except hits
    mutable std::atomic<std::uint32_t> max_hits{0};
    mutable std::atomic_flag shown_lock; // held to read `shown` for a snapshot, and to write it

    static Status check(const WorldDesc& desc) noexcept;
    static constexpr const char* rules = "WorldDesc: half extents must be finite, not negative and in order; "
                                         "origin must be finite; memory.deallocate needs memory.allocate";
    bool begin() noexcept;

    WorldVersion& current() const noexcept { return shown->version; }
    const WorldVersion& content() const noexcept { return current(); } // for plain reads
    const WorldView& view() const noexcept { return current().view(); }
    static const kernels::QueryTable& query_table(const WorldView&) noexcept { return world_query_table(); }
    std::size_t bytes() const noexcept;

    /// `boxes`: of a move_all that counts for this call alone, for `size` slots.
    Status commit(const Executor& executor, const kernels::BoxSource* boxes = nullptr, std::size_t size = 0) noexcept;
    Status restore(Shown* snapshot) noexcept;
    /// The number of a commit, and of the changes of which it consists.
    std::uint64_t begin_editions() noexcept;
    /// Ids of this world, if it has issued none yet, are other ones than those of `before`.
    void begin_after(const State& before) noexcept;
    Status rebase(DoubleVec2 to, const Executor& executor) noexcept;
    Shown* hold_shown() const noexcept;

private:
    Shown* make_version() noexcept;
    Shown* show(WorldVersion* version) noexcept;
    Shown* spare() noexcept;
    bool is_needed(const Shown& version) const noexcept { return &version == shown || !version.held_once(); }
    void publish(Shown* version) noexcept;
    void publish_made(Shown* version) noexcept;
    bool open_layers() noexcept;
    Status commit_staged(const Executor& of_call) noexcept;
    Fault make(WorldVersion& next, const Executor& of_call, kernels::ItemFaults& faulty) noexcept;
    Fault remake(WorldVersion& next, std::span<const Staged> items, const Executor& of_call) noexcept;
    void trim() noexcept;
    std::size_t bytes_of_other_layers(std::size_t version) const noexcept;
};

} // namespace throng
