// SPDX-License-Identifier: MIT
// A commit's changes, sorted by structure.
#pragma once

#include "engine/src/base/box_input.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/row_grid/store_change.hpp"
#include "engine/src/world/routing.hpp"
#include "engine/src/world/staging.hpp"
#include "engine/src/world/world_version.hpp"

#include <array>
#include <utility>

namespace throng {

/// The changes of one structure.
struct StructureChanges {
    explicit StructureChanges(Memory memory) noexcept
        : erased(memory), moved(memory), moved_to(memory), inserted(memory), inserted_at(memory) {}

    Column<Slot> erased;
    Column<Slot> moved;
    Column<Aabb> moved_to;
    Column<Slot> inserted;
    Column<Aabb> inserted_at;

    bool erase(Slot slot) noexcept { return erased.push(slot); }
    bool move(Slot slot, const Aabb& to) noexcept { return moved.push(slot) && moved_to.push(to); }
    bool insert(Slot slot, const Aabb& at) noexcept { return inserted.push(slot) && inserted_at.push(at); }
    bool empty() const noexcept { return erased.empty() && moved.empty() && inserted.empty(); }
    void clear() noexcept { empty_all(erased, moved, moved_to, inserted, inserted_at); }
    std::size_t bytes() const noexcept { return bytes_of(erased, moved, moved_to, inserted, inserted_at); }
    void release() noexcept { release_all(erased, moved, moved_to, inserted, inserted_at); }
};

struct WorldChanges {
    explicit WorldChanges(Memory memory) noexcept
        : structures(for_each_structure(memory, std::make_index_sequence<world_structures>())), new_routes(memory),
          row_grid_change(memory), tree_scratch(memory) {}

    std::array<StructureChanges, world_structures> structures;
    Column<Route> new_routes; // by staged item; None: dead, or in another layer

    // For all versions: what makes the next row grid from the last one, and what changes of trees need.
    RowGridChange row_grid_change;
    TreeScratch tree_scratch;

    // The world after the commit, and whether more than boxes changes.
    std::int64_t size = 0, statics_count = 0;
    std::size_t slot_count = 0;
    bool slots_change = false;
    bool categorized = false; // with a category other than ~0u
    bool layered = false;     // an element is in another layer than 0
    CrowdPlan static_plan;    // for static elements that come

    /// Sorts the changes of layer 0; the numbers are those of all layers. False: out of memory.
    bool sort_out(const WorldVersion& now, const StagedChanges& staged, const WorldRouting& routing) noexcept;

    /// Frees the memory of a large batch. `elements`: of the world, after the commit.
    void applied(std::size_t elements) noexcept;

    /// The route is not None.
    StructureChanges& of(Route route, bool is_static) noexcept { return structures[structure_of(route, is_static)]; }
    /// How many erasures, moves and insertions of static elements there are.
    std::size_t count_static_changes() const noexcept;
    std::size_t bytes() const noexcept;

private:
    template <std::size_t... s>
    static std::array<StructureChanges, sizeof...(s)> for_each_structure(Memory memory, std::index_sequence<s...>) {
        return {(static_cast<void>(s), StructureChanges(memory))...};
    }
    // Where an element is in layer 0: before the commit, and after it.
    struct Stay {
        bool before, after;
    };
    bool sort_out(const WorldVersion& now, const Staged& item, Stay stay, bool is_static, bool moved,
                  const WorldRouting& routing, Route& route) noexcept;
};

} // namespace throng
