// SPDX-License-Identifier: MIT
// The state of a World: the last commit's version, others in which the next one is made, and the staged changes.
#pragma once

#include "engine/src/base/allocation.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/gate.hpp"
#include "engine/src/query/opening.hpp"
#include "engine/src/world/layers.hpp"
#include "engine/src/world/overlaps.hpp"
#include "engine/src/world/staging.hpp"
#include "engine/src/world/world_changes.hpp"
#include "engine/src/world/world_space_state.hpp"
#include "engine/src/world/world_version.hpp"

#include <atomic>

namespace throng {

/// What a snapshot shows: a version of a world, with the rules and the executor of the world that has made the
/// snapshot. Worlds that restore the snapshots of others share their versions, but not what they run on.
struct WorldSnapshot::State final : WorldSpaceState {
    /// Takes over one hold of the version.
    State(WorldVersion& v, const WorldDesc& of_world) noexcept
        : WorldSpaceState(of_world.executor, of_world.capacity.hits), content(v), desc(of_world) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { WorldVersion::release(&content); }

    // Only readers enter the gate.
    WorldVersion& content;
    const WorldDesc desc; // of the world
    std::atomic<std::uint32_t> holders{1};

    const WorldVersion* version() const noexcept override { return &content; }
    std::size_t bytes() const noexcept override { return content.bytes(); }
    SpaceState& when_closed() const noexcept override;
    /// The last holder's end destroys the state.
    void end() noexcept override;

    void hold() noexcept { holders.fetch_add(1, std::memory_order_relaxed); }
    bool held_once() const noexcept { return holders.load(std::memory_order_acquire) == 1; }
};

/// Learns the sizes of the dynamic elements that are spawned, if there are any.
void learn_sizes(WorldRouting& routing, std::span<const Staged> items, std::uint32_t living) noexcept;

struct World::State final : WorldSpaceState {
    explicit State(const WorldDesc& d) noexcept
        : WorldSpaceState(d.executor, d.capacity.hits), desc(d), staging(d), converted(d.memory),
          converted_all(d.memory), next_routing(d), versions(d.memory), changes(d.memory), overlaps(d) {}
    ~State();

    WorldDesc desc;
    // The gate is entered by queries, and by a commit as a writer.
    Gate stager; // entered to stage, discard or commit
    WorldStaging staging;
    // Staged boxes in doubles, as floats: those of the call in progress, and of move_all.
    Column<float> converted, converted_all;
    WorldRouting next_routing;       // after the commit in progress
    SnapshotState* shown = nullptr;  // by queries and snapshots
    Column<SnapshotState*> versions; // `shown`, those that snapshots hold, and at most one more
    WorldChanges changes;            // of the commit in progress
    WorldLayers* layers = nullptr;   // from the first element in another layer than 0 on
    mutable WorldOverlaps overlaps;
    Capacity most{};                     // so far, except hits
    mutable std::atomic_flag shown_lock; // held to read `shown` for a snapshot, and to write it

    static DescCheck check(const WorldDesc& desc) noexcept;
    bool begin() noexcept;

    WorldVersion& current() const noexcept { return shown->content; }
    const WorldVersion* version() const noexcept override { return &current(); }
    Reason why_empty() const noexcept override { return staging.has_spawned() ? Reason::NotCommitted : closed; }
    std::size_t bytes() const noexcept override;
    SpaceState& when_closed() const noexcept override;
    void end() noexcept override { destroy(desc.memory, this); }
    /// Ids of this world, if it has issued none yet, are other ones than those of the world before.
    void begin_after(const SpaceState& before) noexcept override;

    /// `boxes`: of a move_all that counts for this call alone, for `size` slots.
    Status commit(const Executor& executor, const kernels::BoxSource* boxes = nullptr, std::size_t size = 0) noexcept;
    Status restore(SnapshotState* snapshot) noexcept;
    /// The edition of a commit, and of the changes of which it consists.
    std::uint64_t begin_editions() noexcept;
    Status rebase(DoubleVec2 to, const Executor& executor) noexcept;
    Status refit(const Executor& executor) noexcept;
    SnapshotState* hold_shown() const noexcept;

private:
    SnapshotState* make_version() noexcept;
    SnapshotState* keep(WorldVersion* version) noexcept;
    SnapshotState* spare() noexcept;
    bool is_needed(const SnapshotState& version) const noexcept { return &version == shown || !version.held_once(); }
    void publish(SnapshotState* version) noexcept;
    /// `generations`: those before the next one.
    void publish_made(SnapshotState* version, std::uint64_t generations) noexcept;
    bool open_layers() noexcept;
    Status commit_staged(const Executor& of_call) noexcept;
    Fault make(WorldVersion& next, const Executor& of_call, kernels::ItemFaults& faulty) noexcept;
    Status respawn(const DoubleVec2* origin, const Executor& of_call) noexcept;
    Fault change(const WorldVersion& from, WorldVersion& next, StagedChanges staged, const Executor& executor,
                 kernels::ItemFaults& faulty) noexcept;
    void trim() noexcept;
    std::size_t bytes_of_other_layers(std::size_t version) const noexcept;
};

} // namespace throng
