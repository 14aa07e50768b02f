// SPDX-License-Identifier: MIT
// One commit's world: what snapshots hold, and what queries read. Nothing changes it once it is published; the next
// commit is made in another one, out of those that no snapshot holds. What a row grid's changes need is the World's.
#pragma once

#include "engine/src/base/gate.hpp"
#include "engine/src/loose_grid/state.hpp"
#include "engine/src/loose_quadtree/state.hpp"
#include "engine/src/row_grid/store.hpp"
#include "engine/src/static_tree/state.hpp"
#include "engine/src/world/routing.hpp"
#include "engine/src/world/view.hpp"

#include <throng/world.hpp>

#include <array>
#include <atomic>

namespace throng {

/// What a version is made of. Each part says which commit changed it last, so that a part that is up to date is not
/// copied again.
enum class WorldPart : std::uint8_t { Slots, RowGrid, LooseGrid, LooseQuadtree, RecentStatics, StaticTree, Count };

/// When each part was changed: 0, by no commit; `being_made`: the part holds nothing yet that may be read.
using WorldStamps = std::array<std::uint64_t, static_cast<std::size_t>(WorldPart::Count)>;
inline constexpr std::uint64_t being_made = ~std::uint64_t{0};

struct WorldSnapshot::State {
    explicit State(const WorldDesc& desc) noexcept;

    WorldDesc desc;
    mutable Gate gate; // entered by readers alone
    std::atomic<std::uint32_t> holders{1};

    // All are by world slots.
    RowGridStore row_grid;
    Access::LooseGridState loose_grid;
    Access::LooseQuadtreeState loose_quadtree;
    Access::StaticTreeState static_tree;
    Access::LooseQuadtreeState recent_statics; // static elements that are not in the tree yet

    // By slot, up to the highest that was ever alive.
    Column<std::uint32_t> generations; // 0: dead
    Column<std::uint8_t> routes;       // a Route
    Column<std::uint8_t> flags;        // bits of WorldView
    Column<std::uint32_t> categories;  // empty: all are ~0u
    std::array<std::uint32_t, world_structures>
        category_bits{}; // by structure: every category that is in it, and maybe some that were
    std::uint32_t size = 0, statics = 0;
    WorldRouting routing;
    std::uint32_t statics_gone = 0; // from the tree since it was built
    std::uint32_t looks = 0;        // for elements that their structure no longer suits

    WorldStamps stamps{};

    std::uint64_t& stamp(WorldPart part) noexcept { return stamps[static_cast<std::size_t>(part)]; }
    std::uint64_t stamp(WorldPart part) const noexcept { return stamps[static_cast<std::size_t>(part)]; }

    /// Until the part has a stamp again it holds nothing that may be read.
    void begin_change(WorldPart part) noexcept;

    WorldView view() const noexcept;
    std::size_t slot_count() const noexcept { return generations.size(); }
    std::size_t bytes() const noexcept;
    Aabb box_of(Slot slot) const noexcept;
    Route route_of(Slot slot) const noexcept {
        return slot < slot_count() ? static_cast<Route>(routes[slot]) : Route::None;
    }
    bool is_static(Slot slot) const noexcept { return (flags[slot] & WorldView::static_element) != 0; }
    bool alive(Id id) const noexcept {
        return id.slot < slot_count() && id.generation != 0 && generations[id.slot] == id.generation;
    }
    Id id_of(Slot slot) const noexcept;
    WorldStats stats() const noexcept;
    void visit(NodeVisitor* visitor, void* context) const noexcept;
    bool valid() const noexcept;

    /// Takes the category of a live slot into `kinds`.
    void add_kind(Slot slot) noexcept;
    WorldStructure structure_of(Slot slot) const noexcept; // world_structures: it is dead

    /// Parts other than the structures, as they are in `other`. False: out of memory.
    bool assign_slots(const State& other) noexcept;
    /// More slots, all of them dead.
    bool grow_slots(std::size_t count) noexcept;

    void hold() noexcept { holders.fetch_add(1, std::memory_order_relaxed); }
    /// The last to let go ends it.
    static void release(State* version) noexcept;
    bool held_once() const noexcept { return holders.load(std::memory_order_acquire) == 1; }
};

} // namespace throng
