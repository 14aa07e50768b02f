// SPDX-License-Identifier: MIT
// The public faces of World and WorldSnapshot: life, staging and plain reads. Queries are in world_queries.cpp.
#include "engine/src/base/box_input.hpp"
#include "engine/src/query/index.hpp"
#include "engine/src/world/state.hpp"

namespace throng {
namespace {

// Nobody else stages or commits; body(state) for an open world.
template <class State, class Body> Status staging(State* state, Body&& body) noexcept {
    if (!state) return refused;
    const Writer writer(state->stager);
    return writer ? body(*state) : busy;
}

} // namespace

THRONG_DEFINE_LIFE(World)

Status World::spawn(BoxView boxes, Motion motion, std::span<Id> out, std::span<const std::uint32_t> categories) noexcept {
    return staging(state_, [&](State& state) {
        const auto source = box_source_of(boxes, 0);
        if (!source || (motion != Motion::Static && motion != Motion::Dynamic)) return refused;
        if (!categories.empty() && categories.size() != boxes.size()) return refused;
        if (out.size() < boxes.size()) return Status{Fault::OutputTooSmall, no_slot, 0};
        return state.staging.spawn(*source, boxes.size(), motion, out, categories);
    });
}

Status World::move(std::span<const Id> ids, BoxView boxes) noexcept {
    return staging(state_, [&](State& state) {
        const auto source = box_source_of(boxes, 0);
        return source && ids.size() == boxes.size() ? state.staging.move(*state.current, ids, *source) : refused;
    });
}

Status World::move_all(BoxView by_slot) noexcept {
    return staging(state_, [&](State& state) {
        const auto source = box_source_of(by_slot, 0);
        if (!source) return refused;
        state.staging.move_all(*source, by_slot.size());
        return Status{};
    });
}

Status World::categorize(std::span<const Id> ids, std::span<const std::uint32_t> categories) noexcept {
    return staging(state_, [&](State& state) {
        return ids.size() == categories.size() ? state.staging.categorize(*state.current, ids, categories) : refused;
    });
}

Status World::despawn(std::span<const Id> ids) noexcept {
    return staging(state_, [&](State& state) { return state.staging.despawn(*state.current, ids); });
}

Status World::commit(Executor executor) noexcept { return state_ ? state_->commit(executor) : refused; }

void World::discard() noexcept {
    (void)staging(state_, [](State& state) {
        state.staging.discard();
        return Status{};
    });
}

Status World::overlaps_changed(Pairs& begun, Pairs& ended, Executor) const noexcept {
    if (!state_ || !state_->desc.track_overlaps || &begun == &ended) return WorldOverlaps::refuse(begun, ended, Fault::InvalidArgument);
    const Reader reader(state_->gate);
    return reader ? state_->overlaps.answer(begun, ended) : WorldOverlaps::refuse(begun, ended, Fault::Busy);
}

WorldSnapshot World::snapshot() const noexcept {
    WorldSnapshot made;
    if (state_) made.state_ = state_->hold_current();
    return made;
}

Capacity World::high_water() const noexcept {
    if (!state_) return {};
    Capacity most = state_->most;
    most.hits = state_->most_hits.load(std::memory_order_relaxed);
    return most;
}

WorldStats World::stats() const noexcept {
    if (!state_) return {};
    WorldStats stats = state_->current->stats();
    stats.bytes = state_->bytes();
    return stats;
}

std::size_t World::bytes() const noexcept { return state_ ? state_->bytes() : 0; }

Status World::validate() const noexcept {
    if (!state_) return {};
    const Reader reader(state_->gate);
    if (!reader) return busy;
    const simd::FloatEnvironment environment;
    return {state_->current->sound() ? Fault::None : Fault::Corrupt, no_slot, 0};
}

WorldSnapshot::WorldSnapshot() noexcept = default;
WorldSnapshot::WorldSnapshot(WorldSnapshot&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
WorldSnapshot& WorldSnapshot::operator=(WorldSnapshot&& other) noexcept {
    WorldSnapshot taken(std::move(other));
    std::swap(state_, taken.state_);
    return *this;
}
WorldSnapshot::~WorldSnapshot() { State::release(state_); }

std::size_t WorldSnapshot::bytes() const noexcept { return state_ ? state_->bytes() : 0; }
Status WorldSnapshot::validate() const noexcept {
    const simd::FloatEnvironment environment;
    return {!state_ || state_->sound() ? Fault::None : Fault::Corrupt, no_slot, 0};
}

// What both read of a version: the current one, or the one held.
#define THRONG_DEFINE_WORLD_READS(Class, version)                                                               \
    Aabb Class::bounds_of(Slot slot) const noexcept { return state_ ? (version)->box_of(slot) : Aabb{}; }       \
    std::size_t Class::slot_count() const noexcept { return state_ ? (version)->slot_count() : 0; }             \
    std::size_t Class::size() const noexcept { return state_ ? (version)->size : 0; }                           \
    bool Class::alive(Id id) const noexcept { return state_ && (version)->alive(id); }                          \
    Id Class::id_of(Slot slot) const noexcept { return state_ ? (version)->id_of(slot) : Id{}; }                \
    Route Class::route(Id id) const noexcept { return alive(id) ? (version)->route_of(id.slot) : Route::None; } \
    void Class::visit(NodeVisitor* visitor, void* context) const noexcept {                                     \
        if (state_ && visitor) (version)->visit(visitor, context);                                              \
    }

THRONG_DEFINE_WORLD_READS(World, state_->current)
THRONG_DEFINE_WORLD_READS(WorldSnapshot, state_)

} // namespace throng
