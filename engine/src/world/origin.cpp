// SPDX-License-Identifier: MIT
// Another origin or layout for all elements of a World: rebase() and refit().

#include "engine/src/world/relative.hpp"
#include "engine/src/world/world_state.hpp"
#include "simd/float_environment.hpp"

#include <cmath>

namespace throng {

namespace {

// All live elements of a version with boxes shifted, as if each was spawned. The first box that is not finite is
// reported.
Fault list_shifted(const WorldVersion& of, DoubleVec2 shift, Column<Staged>& items, Slot& faulty) noexcept {
    if (!items.reserve(of.size)) return Fault::OutOfMemory;
    for (Slot slot = 0; slot < of.slot_count(); ++slot) {
        if (of.generations[slot] == 0) continue;
        Staged item{slot, Staged::Spawned, of.layer_of(slot), relative::shifted(of.box_of(slot), shift), ~0u, 0};
        if (!is_valid(item.box)) {
            faulty = slot;
            return Fault::InvalidBounds;
        }
        if (of.is_static(slot)) item.note(Staged::Static);
        if (!of.categories.empty()) item.category = of.categories[slot];
        items.append(item);
    }
    return Fault::None;
}

} // namespace

Status World::State::rebase(DoubleVec2 to, const Executor& of_call) noexcept {
    if (!std::isfinite(to.x) || !std::isfinite(to.y)) return refused(Reason::OriginNotFinite);
    return respawn(&to, of_call);
}

Status World::State::refit(const Executor& of_call) noexcept { return respawn(nullptr, of_call); }

// The next version is made as by a commit that spawns everything into an empty world.
Status World::State::respawn(const DoubleVec2* origin, const Executor& of_call) noexcept {
    const GateWriter staged(stager);
    if (!staged) return busy;
    const GateWriter writer(gate);
    if (!writer) return busy;
    if (!staging.items().empty() || staging.all_boxes()) return refused(Reason::StagedAtRebase);
    const DoubleVec2 from = current().origin, to = origin ? *origin : from;
    if (origin && to == from) return {};
    const simd::FloatEnvironment environment;
    const auto fail = [&](Fault fault, Slot first = no_slot) {
        trim();
        return Status{fault, first, 0};
    };
    Column<Staged> items(desc.memory);
    Slot first = no_slot;
    const DoubleVec2 shift{from.x - to.x, from.y - to.y};
    if (const Fault fault = list_shifted(current(), shift, items, first); fault != Fault::None)
        return fail(fault, first);
    next_routing = current().progress[0].routing;
    if (!origin) { // the sizes of what is there count, and no others
        next_routing = WorldRouting(desc);
        learn_sizes(next_routing, items, 0);
    }
    SnapshotState* const spared = spare();
    if (!spared) return fail(Fault::OutOfMemory);
    WorldVersion* const next = &spared->content;
    const Executor executor = parallel::unless_few(items.size(), parallel::resolve(of_call, desc.executor));
    kernels::ItemFaults none;
    if (const Fault fault = change(WorldVersion(desc), *next, {.items = items}, executor, none); fault != Fault::None)
        return fail(fault);
    std::copy(current().generations.begin(), current().generations.end(), next->generations.begin());
    next->origin = to;
    publish_made(spared, current().progress[0].generations);
    overlaps.committed_any();
    trim();
    return {};
}

} // namespace throng
