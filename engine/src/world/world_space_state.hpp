// SPDX-License-Identifier: MIT
// The state behind worlds and snapshots: the version that they show.
#pragma once

#include "engine/src/query/space_state.hpp"
#include "engine/src/world/world_version.hpp"

#include <throng/world_space.hpp>

namespace throng {

/// A state that overrides nothing is that of a closed world or snapshot.
struct WorldSpace::State : SpaceState {
    using SpaceState::SpaceState;

    /// What it shows; null: it is closed.
    virtual const WorldVersion* version() const noexcept { return nullptr; }
    const WorldView& view() const noexcept { return version() ? version()->view() : no_elements<WorldView>; }
    DoubleVec2 origin() const noexcept { return version() ? version()->origin : DoubleVec2{0, 0}; }

    Shown show(ViewRoom& room) const noexcept override;
    Status neighbors(const NeighborRadii& radii, Hits& out, const QueryOptions& options,
                     const Executor& executor) const noexcept override;
    Status pairs(Pairs& out, const PairOptions& options, const Executor& executor) const noexcept override;

    std::size_t element_count() const noexcept override { return view().size; }
    std::size_t slot_count() const noexcept override { return view().slot_count; }
    bool is_present(Slot slot) const noexcept override { return version() && version()->id_of(slot) != Id{}; }
    std::size_t count_searched(const kernels::Batch& batch) const noexcept override;
    bool is_searched(Slot slot, const kernels::Batch& batch) const noexcept override;
    Aabb box_of(Slot slot) const noexcept override { return version() ? version()->box_of(slot) : Aabb{}; }
    void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept override;
    bool list_centers(Vec2* by_slot, const Executor& executor) const noexcept override;
    void visit(NodeVisitor* visitor, void* context) const noexcept override;
    bool valid() const noexcept override;

protected:
    ~State() = default;
};

/// The state of a world or a snapshot, open or closed.
inline const WorldSpaceState& state_of(const WorldSpace& space) noexcept {
    return static_cast<const WorldSpaceState&>(Access::state(space));
}

} // namespace throng
