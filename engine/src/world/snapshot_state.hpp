// SPDX-License-Identifier: MIT
// What a snapshot shows: a version of a world, with the rules and the executor of the world that has made the snapshot.
// Worlds that restore the snapshots of others share their versions, but not what they run on.
#pragma once

#include "engine/src/base/gate.hpp"
#include "engine/src/world/world_version.hpp"

namespace throng {

struct WorldSnapshot::State {
    /// Takes over one hold of the version.
    State(WorldVersion& v, const WorldDesc& of_world) noexcept : version(v), desc(of_world) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { WorldVersion::release(&version); }

    WorldVersion& version;
    const WorldDesc desc; // of the world
    mutable Gate gate;    // entered only by readers
    std::atomic<std::uint32_t> holders{1};

    const WorldVersion& content() const noexcept { return version; }
    const WorldView& view() const noexcept { return version.view(); }
    static const kernels::QueryTable& query_table(const WorldView&) noexcept { return world_query_table(); }
    std::size_t bytes() const noexcept { return version.bytes(); }

    void hold() noexcept { holders.fetch_add(1, std::memory_order_relaxed); }
    /// The last holder's release destroys the state.
    static void release(State* state) noexcept;
    bool held_once() const noexcept { return holders.load(std::memory_order_acquire) == 1; }
};

} // namespace throng
