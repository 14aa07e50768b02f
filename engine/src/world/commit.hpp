// SPDX-License-Identifier: MIT
// A commit makes the next version of a world: unchanged parts are copied from the last one, unless the next one has
// them already. The row grid is changed from one version to the other; other parts are copied and changed by the
// structures' own calls. After a fault the version must not be used, and nothing else has changed.
#pragma once

#include "engine/src/world/staging.hpp"
#include "engine/src/world/world_changes.hpp"

namespace throng {

class WorldCommit {
public:
    /// `now` and `next` may be one version, which nothing reads. `routing` is that after the commit.
    WorldCommit(const WorldVersion& now, WorldVersion& next, std::uint64_t edition, const StagedChanges& staged,
                WorldChanges& changes, const WorldRouting& routing, const Executor& executor) noexcept
        : now_(now), next_(next), edition_(edition), staged_(staged), changes_(changes), routing_(routing),
          executor_(executor) {
        use(&changes_.row_grid_change, &changes_.tree_scratch);
    }
    WorldCommit(const WorldCommit&) = delete;
    WorldCommit& operator=(const WorldCommit&) = delete;
    ~WorldCommit() { use(nullptr, nullptr); } // the version may outlive the world

    /// Called after changes.sort_out(). Faults of move_all are reported by slot.
    Fault run(kernels::ItemFaults& faulty) noexcept;

private:
    void note_faults_of_rerouted(kernels::ItemFaults& faulty) const noexcept;

    // Parts. Rerouting: reroute.cpp.
    Fault bring_slots() noexcept;
    Fault change_slots() noexcept;
    void note_kinds() noexcept;
    template <class T> [[nodiscard]] bool begin_column(Column<T>& column, bool needed, T value) noexcept;
    Fault start(WorldStructure structure, VersionedState::First first) noexcept;
    Fault change(WorldStructure structure, kernels::ItemFaults& faulty) noexcept;
    // When a structure takes the boxes of move_all.
    enum class AllMove : std::uint8_t { Never, AfterErase, First };
    bool updates_first(WorldStructure structure) const noexcept;
    Fault apply(WorldStructure structure, AllMove all_move, kernels::ItemFaults& faulty) noexcept;
    Fault reroute() noexcept;
    bool crowd_moves() noexcept;
    bool move_all(bool statics) noexcept;
    /// Whether a slot has a dynamic, or a static, element of layer 0.
    bool is_here(Slot slot, bool is_static) const noexcept {
        const WorldStructure structure = next_.structure_of(slot);
        return structure != world_structures && holds_statics(structure) == is_static;
    }
    Aabb box_in(Slot slot) const noexcept { return next_.structures[next_.structure_of(slot)]->box_of(slot); }
    bool statics_move() noexcept;
    bool find_unsuited() noexcept;
    bool give(Slot slot, Route from, Route to, const Aabb& box) noexcept;

    void set_route(Slot slot, Route route) noexcept {
        next_.touch(slot, edition_);
        next_.routes[slot] = static_cast<std::uint8_t>(route);
    }
    void use(RowGridChange* rows, TreeScratch* trees) noexcept {
        next_.row_grid.use(rows);
        next_.static_grid.use(rows);
        next_.quadtree.use(trees);
        next_.static_tree.use(trees);
    }
    void begin(WorldPart part) noexcept { next_.begin_change(part); }
    void end(WorldPart part) noexcept { next_.edition(part) = edition_; }
    bool is_current(WorldPart part) const noexcept { return next_.edition(part) == now_.edition(part); }

    const WorldVersion& now_;
    WorldVersion& next_;
    std::uint64_t edition_;
    const StagedChanges& staged_;
    WorldChanges& changes_;
    const WorldRouting& routing_;
    const Executor& executor_;
    bool had_categories_ = false; // before the commit
};

} // namespace throng
