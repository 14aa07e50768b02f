// SPDX-License-Identifier: MIT
// The public functions of World and WorldSnapshot: life, staging and plain reads. Queries are in world_queries.cpp.
#include "engine/src/base/box_input.hpp"
#include "engine/src/query/index.hpp"
#include "engine/src/world/state.hpp"
#include "simd/float_environment.hpp"

namespace throng {
namespace {

// Calls body(state) for an open world in which no other thread stages or commits.
template <class State, class Body> Status staging(State* state, Body&& body) noexcept {
    if (!state) return refused;
    const Writer writer(state->stager);
    return writer ? body(*state) : busy;
}

// Calls body(source) for valid boxes in doubles, as floats that last until it returns.
template <class State, class Body>
Status staging_copies(State& state, const DoubleBoxView& boxes, Body&& body) noexcept {
    if (boxes.size() > no_slot) return Status{Fault::OutOfCapacity, no_slot, 0};
    const simd::FloatEnvironment environment;
    const auto floats = state.doubles.convert(boxes, state.current->origin);
    if (!floats) return Status{Fault::OutOfMemory, no_slot, 0};
    const Status status = body(*box_source_of(*floats, 0));
    state.doubles.copied(boxes.size(), state.current->size);
    return status;
}

} // namespace

Status World::spawn(BoxView boxes, Motion motion, std::span<Id> out,
                    std::span<const std::uint32_t> categories) noexcept {
    return spawn(boxes, motion, out, categories, {});
}

Status World::spawn(BoxView boxes, Motion motion, std::span<Id> out, std::span<const std::uint32_t> categories,
                    std::span<const std::uint16_t> layers) noexcept {
    return staging(Access::state(*this), [&](State& state) {
        const auto source = box_source_of(boxes, 0);
        if (!source || (motion != Motion::Static && motion != Motion::Dynamic)) return refused;
        if (!categories.empty() && categories.size() != boxes.size()) return refused;
        if (!layers.empty() && layers.size() != boxes.size()) return refused;
        if (out.size() < boxes.size()) return Status{Fault::OutputTooSmall, no_slot, 0};
        return state.staging.spawn(*state.current, *source, boxes.size(), motion, out, categories, layers);
    });
}

Status World::spawn(DoubleBoxView boxes, Motion motion, std::span<Id> out, std::span<const std::uint32_t> categories,
                    std::span<const std::uint16_t> layers) noexcept {
    return staging(Access::state(*this), [&](State& state) {
        if (!relative::is_valid(boxes) || (motion != Motion::Static && motion != Motion::Dynamic)) return refused;
        if (!categories.empty() && categories.size() != boxes.size()) return refused;
        if (!layers.empty() && layers.size() != boxes.size()) return refused;
        if (out.size() < boxes.size()) return Status{Fault::OutputTooSmall, no_slot, 0};
        return staging_copies(state, boxes, [&](const kernels::BoxSource& source) {
            return state.staging.spawn(*state.current, source, boxes.size(), motion, out, categories, layers);
        });
    });
}

Status World::move(std::span<const Id> ids, BoxView boxes) noexcept {
    return staging(Access::state(*this), [&](State& state) {
        const auto source = box_source_of(boxes, 0);
        return source && ids.size() == boxes.size() ? state.staging.move(*state.current, ids, *source) : refused;
    });
}

Status World::move(std::span<const Id> ids, DoubleBoxView boxes) noexcept {
    return staging(Access::state(*this), [&](State& state) {
        if (!relative::is_valid(boxes) || ids.size() != boxes.size()) return refused;
        return staging_copies(state, boxes, [&](const kernels::BoxSource& source) {
            return state.staging.move(*state.current, ids, source);
        });
    });
}

Status World::move_all(BoxView by_slot) noexcept {
    return staging(Access::state(*this), [&](State& state) {
        const auto source = box_source_of(by_slot, 0);
        if (!source) return refused;
        state.staging.move_all(*source, by_slot.size());
        return Status{};
    });
}

Status World::move_all(DoubleBoxView by_slot) noexcept {
    return staging(Access::state(*this), [&](State& state) {
        if (!relative::is_valid(by_slot)) return refused;
        const simd::FloatEnvironment environment;
        const auto boxes = state.doubles.convert_all(by_slot, state.current->origin, state.current->slot_count());
        if (!boxes) return Status{Fault::OutOfMemory, no_slot, 0};
        state.staging.move_all(*box_source_of(*boxes, 0), by_slot.size());
        return Status{};
    });
}

Status World::categorize(std::span<const Id> ids, std::span<const std::uint32_t> categories) noexcept {
    return staging(Access::state(*this), [&](State& state) {
        return ids.size() == categories.size() ? state.staging.categorize(*state.current, ids, categories) : refused;
    });
}

Status World::set_layers(std::span<const Id> ids, std::span<const std::uint16_t> layers) noexcept {
    return staging(Access::state(*this), [&](State& state) {
        return ids.size() == layers.size() ? state.staging.set_layers(*state.current, ids, layers) : refused;
    });
}

Status World::despawn(std::span<const Id> ids) noexcept {
    return staging(Access::state(*this), [&](State& state) { return state.staging.despawn(*state.current, ids); });
}

Status World::commit(Executor executor) noexcept {
    State* const state = Access::state(*this);
    return state ? state->commit(executor) : refused;
}

Status World::commit(BoxView by_slot, Executor executor) noexcept {
    State* const state = Access::state(*this);
    const auto source = box_source_of(by_slot, 0);
    return state && source ? state->commit(executor, &*source, by_slot.size()) : refused;
}

Status World::restore(const WorldSnapshot& snapshot) noexcept {
    State* const state = Access::state(*this);
    return state ? state->restore(Access::state(snapshot)) : refused;
}

Status World::rebase(DoubleVec2 origin, Executor executor) noexcept {
    State* const state = Access::state(*this);
    return state ? state->rebase(origin, executor) : refused;
}

void World::discard() noexcept {
    (void)staging(Access::state(*this), [](State& state) {
        state.staging.discard();
        return Status{};
    });
}

Status World::overlaps_changed(Pairs& begun, Pairs& ended, Executor executor) const noexcept {
    const State* const state = Access::state(*this);
    if (!state || !state->desc.track_overlaps || &begun == &ended)
        return WorldOverlaps::refuse(begun, ended, Fault::InvalidArgument);
    const Reader reader(state->gate);
    if (!reader) return WorldOverlaps::refuse(begun, ended, Fault::Busy);
    const simd::FloatEnvironment environment;
    const Executor on = parallel::resolve(executor, state->desc.executor);
    return state->overlaps.take(*state->current, begun, ended, parallel::unless_few(state->current->size, on));
}

WorldSnapshot World::snapshot() const noexcept {
    WorldSnapshot made;
    if (const State* const state = Access::state(*this)) made.state_ = state->hold_current();
    return made;
}

Capacity World::high_water() const noexcept {
    const State* const state = Access::state(*this);
    if (!state) return {};
    Capacity most = state->most;
    most.hits = state->max_hits.load(std::memory_order_relaxed);
    return most;
}

WorldStats World::stats() const noexcept {
    const State* const state = Access::state(*this);
    if (!state) return {};
    WorldStats stats = state->current->stats();
    stats.bytes = state->bytes();
    return stats;
}

WorldSnapshot::WorldSnapshot() noexcept = default;
WorldSnapshot::WorldSnapshot(WorldSnapshot&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
WorldSnapshot& WorldSnapshot::operator=(WorldSnapshot&& other) noexcept {
    WorldSnapshot taken(std::move(other));
    std::swap(state_, taken.state_);
    return *this;
}
WorldSnapshot::~WorldSnapshot() { State::release(state_); }

template class parts::Life<World, WorldDesc>;
template class parts::Reads<World>;
template class parts::Reads<WorldSnapshot>;

} // namespace throng
