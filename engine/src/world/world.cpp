// SPDX-License-Identifier: MIT
// The public functions of World and WorldSnapshot: life, staging and plain reads. Queries are in world_queries.cpp.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/query/opening.hpp"
#include "engine/src/world/relative.hpp"
#include "engine/src/world/world_state.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>

namespace throng {
namespace {

// Calls body(state) for an open world in which no other thread stages or commits.
template <class State, class Body> Status staging(State* state, Body&& body) noexcept {
    if (!state) return refused(Reason::WorldNotOpen);
    const GateWriter writer(state->stager);
    return writer ? body(*state) : busy;
}

// What is wrong with a whole view.
Reason flaw_of_view(const BoxView& boxes) noexcept { return flaw_of(boxes); }
Reason flaw_of_view(const DoubleBoxView& boxes) noexcept {
    return relative::is_valid(boxes) ? Reason::None : Reason::DoublesUnreadable;
}

// Calls body(source) for a view without a flaw. Boxes in doubles become floats that last until it returns.
template <class State, class Body> Status with_source(State&, const BoxView& boxes, Body&& body) noexcept {
    return body(*box_source_of(boxes, 0));
}
template <class State, class Body> Status with_source(State& state, const DoubleBoxView& boxes, Body&& body) noexcept {
    if (boxes.size() > no_slot) return Status{Fault::OutOfCapacity, no_slot, 0};
    const simd::FloatEnvironment environment;
    const auto floats = relative::convert(boxes, state.current().origin, boxes.size(), state.converted);
    if (!floats) return Status{Fault::OutOfMemory, no_slot, 0};
    const Status status = body(*box_source_of(*floats, 0));
    if (is_bulk(boxes.size(), state.current().size)) state.converted.release();
    return status;
}

Reason flaw_of_spawn(std::size_t boxes, Motion motion, const Strided<std::uint32_t>& categories,
                     const Strided<std::uint16_t>& layers) noexcept {
    if (motion != Motion::Static && motion != Motion::Dynamic) return Reason::UnknownMotion;
    if (!fits(categories, boxes)) return Reason::CategoriesLength;
    return fits(layers, boxes) ? Reason::None : Reason::LayersLength;
}

// Why an id cannot be staged; None: it can.
template <class State> Reason flaw_of_staged(const State& state, Id id) noexcept {
    if (id.generation == 0) return Reason::NullId;
    return state.staging.takes(state.current(), id) ? Reason::None : Reason::DeadId;
}

template <class State>
Status explained_ids(const State& state, std::span<const Id> ids, const Status& status) noexcept {
    return explained(status, [&](Slot item) { return flaw_of_staged(state, ids[item]); });
}

template <class State, class Boxes>
Status spawn_in(State* world, const Boxes& boxes, Motion motion, std::span<Id> out,
                const Strided<std::uint32_t>& categories, const Strided<std::uint16_t>& layers) noexcept {
    return staging(world, [&](State& state) {
        if (const Reason flaw = flaw_of_view(boxes); flaw != Reason::None) return refused(flaw);
        if (const Reason flaw = flaw_of_spawn(boxes.size(), motion, categories, layers); flaw != Reason::None)
            return refused(flaw);
        if (out.size() < boxes.size()) return refused(Reason::SpawnOutTooShort, Fault::OutputTooSmall);
        return with_source(state, boxes, [&](const kernels::BoxSource& source) {
            return explained(
                state.staging.spawn(state.current(), source, boxes.size(), motion, out, categories, layers),
                [&](Slot item) { return flaw_of(box_at(source, item)); });
        });
    });
}

template <class State, class Boxes> Status move_in(State* world, std::span<const Id> ids, const Boxes& boxes) noexcept {
    return staging(world, [&](State& state) {
        if (const Reason flaw = flaw_of_view(boxes); flaw != Reason::None) return refused(flaw);
        if (ids.size() != boxes.size()) return refused(Reason::IdsLength);
        return with_source(state, boxes, [&](const kernels::BoxSource& source) {
            return explained(state.staging.move(state.current(), ids, source), [&](Slot item) {
                const Reason flaw = flaw_of_staged(state, ids[item]);
                return flaw != Reason::None ? flaw : flaw_of(box_at(source, item));
            });
        });
    });
}

} // namespace

Status World::spawn(BoxView boxes, Motion motion, std::span<Id> out, Strided<std::uint32_t> categories) noexcept {
    return spawn(boxes, motion, out, categories, {});
}

Status World::spawn(BoxView boxes, Motion motion, std::span<Id> out, Strided<std::uint32_t> categories,
                    Strided<std::uint16_t> layers) noexcept {
    return spawn_in(Access::open_state(*this), boxes, motion, out, categories, layers);
}

Status World::spawn(DoubleBoxView boxes, Motion motion, std::span<Id> out, Strided<std::uint32_t> categories,
                    Strided<std::uint16_t> layers) noexcept {
    return spawn_in(Access::open_state(*this), boxes, motion, out, categories, layers);
}

Status World::move(std::span<const Id> ids, BoxView boxes) noexcept {
    return move_in(Access::open_state(*this), ids, boxes);
}

Status World::move(std::span<const Id> ids, DoubleBoxView boxes) noexcept {
    return move_in(Access::open_state(*this), ids, boxes);
}

Status World::move_all(BoxView by_slot) noexcept {
    return staging(Access::open_state(*this), [&](State& state) {
        const auto source = box_source_of(by_slot, 0);
        if (!source) return refused(flaw_of(by_slot));
        state.staging.move_all(*source, by_slot.size());
        return Status{};
    });
}

Status World::move_all(DoubleBoxView by_slot) noexcept {
    return staging(Access::open_state(*this), [&](State& state) {
        if (!relative::is_valid(by_slot)) return refused(Reason::DoublesUnreadable);
        const simd::FloatEnvironment environment;
        const std::size_t count = std::min(by_slot.size(), state.current().slot_count());
        const auto boxes = relative::convert(by_slot, state.current().origin, count, state.converted_all);
        if (!boxes) return Status{Fault::OutOfMemory, no_slot, 0};
        state.staging.move_all(*box_source_of(*boxes, 0), by_slot.size());
        return Status{};
    });
}

Status World::categorize(std::span<const Id> ids, std::span<const std::uint32_t> categories) noexcept {
    return staging(Access::open_state(*this), [&](State& state) {
        if (categories.size() < ids.size()) return refused(Reason::CategoriesLength);
        return explained_ids(state, ids, state.staging.categorize(state.current(), ids, categories));
    });
}

Status World::set_layers(std::span<const Id> ids, std::span<const std::uint16_t> layers) noexcept {
    return staging(Access::open_state(*this), [&](State& state) {
        if (layers.size() < ids.size()) return refused(Reason::LayersLength);
        return explained_ids(state, ids, state.staging.set_layers(state.current(), ids, layers));
    });
}

Status World::categorize_all(std::span<const Id> ids, std::uint32_t category) noexcept {
    return staging(Access::open_state(*this), [&](State& state) {
        return explained_ids(state, ids, state.staging.categorize(state.current(), ids, {&category, ids.size(), 0}));
    });
}

Status World::set_layers_of_all(std::span<const Id> ids, std::uint16_t layer) noexcept {
    return staging(Access::open_state(*this), [&](State& state) {
        return explained_ids(state, ids, state.staging.set_layers(state.current(), ids, {&layer, ids.size(), 0}));
    });
}

Status World::despawn(std::span<const Id> ids) noexcept {
    return staging(Access::open_state(*this), [&](State& state) {
        return explained_ids(state, ids, state.staging.despawn(state.current(), ids));
    });
}

Status World::commit(Executor executor) noexcept {
    State* const state = Access::open_state(*this);
    return state ? state->commit(executor) : refused(Reason::WorldNotOpen);
}

std::size_t World::faulty_positions(std::span<const Id> ids, std::span<Slot> out) const noexcept {
    const State* const state = Access::open_state(*this);
    if (!state) return 0;
    return list_faulty(ids.size(), out, [&](std::size_t i) { return flaw_of_staged(*state, ids[i]) != Reason::None; });
}

std::size_t World::faulty_positions(std::span<const Id> ids, BoxView boxes, std::span<Slot> out) const noexcept {
    const State* const state = Access::open_state(*this);
    const auto source = box_source_of(boxes, 0);
    if (!state || !source || ids.size() != boxes.size()) return 0;
    return list_faulty(ids.size(), out, [&](std::size_t i) {
        return flaw_of_staged(*state, ids[i]) != Reason::None || !is_valid(box_at(*source, i));
    });
}

std::size_t World::faulty_slots(BoxView by_slot, std::span<Slot> out) const noexcept {
    const State* const state = Access::open_state(*this);
    const auto source = box_source_of(by_slot, 0);
    if (!state || !source) return 0;
    const WorldVersion& now = state->current();
    return list_faulty(std::min(by_slot.size(), now.slot_count()), out, [&](std::size_t i) {
        const auto slot = static_cast<Slot>(i);
        return now.flags[slot] == WorldView::alive && !is_valid(box_at(*source, slot));
    });
}

Status World::commit(BoxView by_slot, Executor executor) noexcept {
    State* const state = Access::open_state(*this);
    const auto source = box_source_of(by_slot, 0);
    if (!state) return refused(Reason::WorldNotOpen);
    return source ? state->commit(executor, &*source, by_slot.size()) : refused(flaw_of(by_slot));
}

Status World::restore(const WorldSnapshot& snapshot) noexcept {
    State* const state = Access::open_state(*this);
    return state ? state->restore(Access::open_state(snapshot)) : refused(Reason::WorldNotOpen);
}

Status World::rebase(DoubleVec2 origin, Executor executor) noexcept {
    State* const state = Access::open_state(*this);
    return state ? state->rebase(origin, executor) : refused(Reason::WorldNotOpen);
}

Status World::refit(Executor executor) noexcept {
    State* const state = Access::open_state(*this);
    return state ? state->refit(executor) : refused(Reason::WorldNotOpen);
}

void World::discard() noexcept {
    (void)staging(Access::open_state(*this), [](State& state) {
        state.staging.discard();
        return Status{};
    });
}

Status World::clear(Executor executor) noexcept {
    const State* const state = Access::open_state(*this);
    if (!state) return refused(Reason::WorldNotOpen);
    discard();
    Column<Id> all(state->desc.memory);
    if (!all.reserve(size())) return status_of(Fault::OutOfMemory, {});
    for (Slot slot = 0; slot < slot_count(); ++slot)
        if (alive(slot)) all.append(id_of(slot));
    const Status staged = despawn(std::span<const Id>(all.data(), all.size()));
    const Status done = staged ? commit(executor) : staged;
    if (!done) discard();
    return done;
}

Status World::overlaps_changed(Pairs& begun, Pairs& ended, Executor executor) const noexcept {
    const State* const state = Access::open_state(*this);
    const auto refuse = [&](const Status& status) { return WorldOverlaps::refuse(begun, ended, status); };
    if (!state) return refuse(refused(Reason::WorldNotOpen));
    if (!state->desc.track_overlaps) return refuse(refused(Reason::OverlapsNotTracked));
    if (&begun == &ended) return refuse(refused(Reason::SameAnswerTwice));
    const GateReader reader(state->gate);
    if (!reader) return refuse(busy);
    const simd::FloatEnvironment environment;
    const Executor on = parallel::resolve(executor, state->desc.executor);
    const std::uint32_t size = state->current().size;
    Status status = state->overlaps.take(state->current(), begun, ended, parallel::unless_few(size, on));
    const bool tracks_nothing = state->desc.tracked == 0 || state->desc.tracked_against == 0;
    if (status && tracks_nothing) status.reason = Reason::TrackedNothing;
    if (status && size == 0 && begun.empty() && ended.empty()) status.reason = state->why_empty();
    return status;
}

WorldSnapshot World::snapshot() const noexcept {
    WorldSnapshot made;
    if (const State* const state = Access::open_state(*this)) Access::place_of_state(made) = state->hold_shown();
    return made;
}

Capacity World::high_water() const noexcept {
    const State* const state = Access::open_state(*this);
    if (!state) return {};
    Capacity most = state->most;
    most.hits = state->largest_answer.load(std::memory_order_relaxed);
    return most;
}

WorldStats World::stats() const noexcept {
    const State* const state = Access::open_state(*this);
    if (!state) return {};
    WorldStats stats = state->current().stats();
    stats.bytes = state->bytes();
    return stats;
}

World::World(const WorldDesc& desc) : World() { require_open(open(desc), State::check(desc)); }
Status World::open(const WorldDesc& desc) noexcept { return life::open<State>(*this, desc); }

} // namespace throng
