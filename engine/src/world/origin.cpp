// SPDX-License-Identifier: MIT
// The origin of a World: staged boxes in doubles, and rebase().
#include "engine/src/world/origin.hpp"

#include "engine/src/base/allocation.hpp"
#include "engine/src/query/opening.hpp"
#include "engine/src/world/commit.hpp"
#include "engine/src/world/world_state.hpp"
#include "simd/float_environment.hpp"

#include <cmath>

namespace throng {

std::optional<BoxView> WorldDoubles::put(Column<float>& to, const DoubleBoxView& boxes, DoubleVec2 origin,
                                         std::size_t count) noexcept {
    if (count == 0) return relative::stand_in(boxes.slice(0, 0)); // there may be no columns
    const std::size_t floats = count * relative::floats_of(boxes);
    if (!to.resize_with_room(floats)) return std::nullopt;
    relative::convert(boxes, origin, 0, count, to.data());
    return relative::view_of(boxes, to.data(), count);
}

void WorldDoubles::copied(std::size_t count, std::size_t elements) noexcept {
    if (is_bulk(count, elements)) staged_.release();
}

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
        learn_sizes(next_routing, {items.data(), items.size()}, 0);
    }
    SnapshotState* const spared = spare();
    if (!spared) return fail(Fault::OutOfMemory);
    WorldVersion* const next = &spared->content;
    if (const Fault fault = remake(*next, {items.data(), items.size()}, of_call); fault != Fault::None)
        return fail(fault);
    next->origin = to;
    next->progress.resize(0);
    next->progress.append({current().progress[0].generations, next_routing});
    publish_made(spared);
    overlaps.committed_any();
    changes.applied(next->size);
    if (layers) layers->applied(next->size);
    trim();
    return {};
}

// `items` have the elements of the last commit. After a fault `next` must not be read.
Fault World::State::remake(WorldVersion& next, std::span<const Staged> items, const Executor& of_call) noexcept {
    const WorldVersion nothing(desc);
    const Executor executor = parallel::unless_few(items.size(), parallel::resolve(of_call, desc.executor));
    StagedChanges spawned{.items = items};
    kernels::ItemFaults none;
    const bool layered = !current().layers_by_slot.empty();
    if (layered) {
        if (!open_layers()) return Fault::OutOfMemory;
        if (const Fault fault = layers->sort_out(nothing, spawned, none); fault != Fault::None) return fault;
        spawned = layers->of_world();
    } else {
        next.release_layers();
    }
    if (!changes.sort_out(nothing, spawned, next_routing)) return Fault::OutOfMemory;
    changes.slot_count = current().slot_count(); // those of dead elements as well
    changes.slots_change = true;
    const std::uint64_t edition = begin_editions();
    const Fault fault = WorldCommit(nothing, next, edition, spawned, changes, next_routing, executor).run(none);
    if (fault == Fault::None)
        std::copy(current().generations.begin(), current().generations.end(), next.generations.begin());
    return fault != Fault::None || !layered ? fault
                                            : layers->commit(nothing, next, edition, next_routing, executor, none);
}

} // namespace throng
