// SPDX-License-Identifier: MIT
// The version of a world after one commit, which queries read and snapshots share. It never changes once it is
// published; the next commit is made in a version that no snapshot holds. The World has what a row grid's changes need.
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

/// The parts of a version. Each has the number of the commit that changed it last, so that a current part is not copied
/// again.
enum class WorldPart : std::uint8_t { Slots, RowGrid, LooseGrid, LooseQuadtree, RecentStatics, StaticTree, Count };

/// The commit that changed each part. 0: none. `being_made`: the part must not be read yet.
using WorldStamps = std::array<std::uint64_t, static_cast<std::size_t>(WorldPart::Count)>;
inline constexpr std::uint64_t being_made = ~std::uint64_t{0};

struct WorldSnapshot::State {
    explicit State(const WorldDesc& desc) noexcept;

    WorldDesc desc;
    mutable Gate gate; // entered only by readers
    std::atomic<std::uint32_t> holders{1};

    // All use the slots of the world.
    RowGridStore row_grid;
    Access::LooseGridState loose_grid;
    Access::LooseQuadtreeState loose_quadtree;
    Access::StaticTreeState static_tree;
    Access::LooseQuadtreeState recent_statics; // static elements that are not in the tree yet

    // By slot, up to the highest one that was ever alive.
    Column<std::uint32_t> generations; // 0: dead
    Column<std::uint8_t> routes;       // a Route
    Column<std::uint8_t> flags;        // bits of WorldView
    Column<std::uint32_t> categories;  // empty: all are ~0u
    // The commit that changed each chunk of these columns: what is equal in two versions is not copied again.
    Column<std::uint64_t> slot_editions;
    // By structure: the categories of all its elements, and maybe of some that it contained before.
    std::array<std::uint32_t, world_structures> category_bits{};
    std::uint32_t size = 0, statics = 0;
    WorldRouting routing;
    std::uint32_t statics_gone = 0; // erased from the tree since it was built
    std::uint32_t looks = 0;        // the number of checks for elements in the wrong structure

    WorldStamps stamps{};

    std::uint64_t& stamp(WorldPart part) noexcept { return stamps[static_cast<std::size_t>(part)]; }
    std::uint64_t stamp(WorldPart part) const noexcept { return stamps[static_cast<std::size_t>(part)]; }

    /// The part must not be read until it has a stamp again.
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

    /// Adds the category of a live slot to `category_bits`.
    void add_kind(Slot slot) noexcept;
    WorldStructure structure_of(Slot slot) const noexcept; // world_structures: it is dead

    // Columns by slot. False: out of memory.
    bool assign_slots(const State& other) noexcept;
    /// Adds dead slots.
    bool grow_slots(std::size_t count) noexcept;
    /// The commit `number` changes the slot.
    void touch(Slot slot, std::uint64_t number) noexcept { slot_editions[slot / chunk_slots] = number; }
    static constexpr std::size_t chunk_slots = 1024;

    void hold() noexcept { holders.fetch_add(1, std::memory_order_relaxed); }
    /// The last holder's release destroys the version.
    static void release(State* version) noexcept;
    bool held_once() const noexcept { return holders.load(std::memory_order_acquire) == 1; }
};

} // namespace throng
