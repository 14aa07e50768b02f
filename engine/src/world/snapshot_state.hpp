// SPDX-License-Identifier: MIT
// What a snapshot shows: a version of a world, with the rules and the executor of the world that has made the snapshot.
// Worlds that restore the snapshots of others share their versions, but not what they run on.
#pragma once

#include "engine/src/world/world_space_state.hpp"
#include "engine/src/world/world_version.hpp"

namespace throng {

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

} // namespace throng
