// SPDX-License-Identifier: MIT
// Closed worlds and snapshots, and the plain reads of all.
#include "engine/src/world/world_space_state.hpp"

#include "engine/src/world/queries/searched_parts.hpp"
#include "engine/src/world/world_state.hpp"

namespace throng {
namespace {

struct ClosedSpace final : WorldSpaceState {
    constexpr explicit ClosedSpace(Reason reason) noexcept : WorldSpaceState(reason) {}
    SpaceState& when_closed() const noexcept override;
};

constinit ClosedSpace closed_world(Reason::WorldNotOpen), closed_snapshot(Reason::SnapshotOfNone);

SpaceState& ClosedSpace::when_closed() const noexcept {
    return closed == Reason::WorldNotOpen ? closed_world : closed_snapshot;
}

} // namespace

WorldSpace::WorldSpace(State& closed) noexcept : Space(closed) {}
World::World() noexcept : WorldSpace(closed_world) {}
WorldSnapshot::WorldSnapshot() noexcept : WorldSpace(closed_snapshot) {}
SpaceState& World::State::when_closed() const noexcept { return closed_world; }
SpaceState& WorldSnapshot::State::when_closed() const noexcept { return closed_snapshot; }

// Masks and layers are options of closed worlds, too.
Shown WorldSpace::State::show(ViewRoom&) const noexcept {
    const WorldView& view = this->view();
    Shown all = Shown::of(view, world_query_table());
    all.categories = {true, view.categories, view.all_kinds};
    if (const Part* const grid = view.part_in(in_row_grid); grid && 2 * grid->size() > view.size) {
        const kernels::Region around = grid->kind->around(*grid->view);
        all.around = {{around.min_x, around.min_y}, {around.max_x, around.max_y}};
    }
    return all;
}

std::size_t WorldSpace::State::count_searched(const kernels::Batch& batch) const noexcept {
    if (batch.layers_of) return 0;
    std::size_t count = 0;
    for (const Part& part : SearchedParts(view(), batch.layers, batch.only_dynamic)) count += part.size();
    return count;
}
bool WorldSpace::State::is_searched(Slot slot, const kernels::Batch& batch) const noexcept {
    const WorldView& view = this->view();
    return slot < view.slot_count && batch.layers.contains(static_cast<std::uint16_t>(view.layer_of(slot))) &&
           !(batch.only_dynamic && view.is_static(slot));
}
void WorldSpace::State::boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept {
    const WorldVersion* const shown = version();
    for (const Slot slot : slots) *out++ = shown ? shown->box_of(slot) : Aabb{};
}
void WorldSpace::State::visit(NodeVisitor* visitor, void* context) const noexcept {
    if (const WorldVersion* const shown = version()) shown->visit(visitor, context);
}
bool WorldSpace::State::valid() const noexcept {
    const WorldVersion* const shown = version();
    return !shown || shown->valid();
}

} // namespace throng
