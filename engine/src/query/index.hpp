// SPDX-License-Identifier: MIT
// What the public classes of all indexes have in common: life, the guard around changes, plain reads. Each defines its members by the
// macros below and query/queries.hpp's, over a State with
//
//     desc, gate                               as opened; who is inside
//     static Fault check(const Desc&)          all that is wrong with a Desc, and the sentence about it, `rules`
//     slot_count(), size, bytes(), box_of(slot), visit(visitor, context), sound()
//     begin()                                  if it takes memory at once; false: out of memory
//     change(view, decides, body)              body(source) for sound items, or a refusal; decides: the first such call says of what kind all
//                                              elements are
//     build(source, count, executor), update, insert, move, erase, refit, clear     each the whole change; a fixed index has build alone
#pragma once

#include "engine/src/base/access.hpp"
#include "engine/src/base/allocation.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/gate.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <throng/spatial_index.hpp>

#include <cmath>
#include <new>
#include <stdexcept>
#include <utility>

namespace throng {

inline constexpr Status refused{Fault::InvalidArgument, no_slot, 0};
inline constexpr Status busy{Fault::Busy, no_slot, 0};

/// What is wrong with the parts that Descs share.
Fault check_bounds(const Aabb& bounds) noexcept;
Fault check_memory(const Memory& memory) noexcept;
constexpr Fault check_argument(bool sound) noexcept { return sound ? Fault::None : Fault::InvalidArgument; }
inline bool is_length(float value) noexcept { return std::isfinite(value) && value >= 0; }

/// Throws what a constructor throws for the Status of open(). `rules` is the sentence for InvalidArgument; where bounds are
/// wrong too, the sentence about them stands before it.
void require_open(Status status, const char* rules);

namespace life {

template <class State> void end(State* state) noexcept {
    if (!state) return;
    const Memory memory = state->desc.memory;
    state->~State();
    deallocate(memory, state, sizeof(State), alignof(State));
}

/// A state for `desc`, or null and the fault.
template <class State, class Desc> State* make(const Desc& desc, Status& status) noexcept {
    status = {State::check(desc), no_slot, 0};
    if (!status) return nullptr;
    void* const place = allocate(desc.memory, sizeof(State), alignof(State));
    if (!place) status.faults = Fault::OutOfMemory;
    State* const state = place ? ::new (place) State(desc) : nullptr;
    if constexpr (requires { state->begin(); }) {
        if (state && !state->begin()) {
            status.faults = Fault::OutOfMemory;
            end(state);
            return nullptr;
        }
    }
    return state;
}

} // namespace life

/// For the State of an index that knows boxes alone.
struct BoxesAlone {
    /// body(source) for sound boxes.
    template <class Body> static Status change(const BoxView& boxes, bool, Body&& body) noexcept {
        const auto source = box_source_of(boxes, 0);
        return source ? body(*source) : refused;
    }
};

namespace changes {

// Apart from what succeeds, so that a Status passes through as it came: compilers otherwise put it together from its parts in memory, and wait
// for that.
[[gnu::cold, gnu::noinline]] inline Status told(const Status& fault) noexcept { return fault; }

/// An open index and nobody inside, or the fault; body(executor).
template <class State, class Body> Status guarded(State* state, const Executor& executor, Body&& body) noexcept {
    if (!state) return told(refused);
    const Writer writer(state->gate);
    if (!writer) return told(busy);
    return body(parallel::resolve(executor, state->desc.executor));
}

inline std::size_t size_of(const BoxView& boxes) noexcept { return boxes.size(); }
inline std::size_t size_of(const PointView& points) noexcept { return points.size; }

template <class State, class View> Status build(State* state, const View& items, const Executor& executor) noexcept {
    return guarded(state, executor, [&](const Executor& on) {
        return state->change(items, true, [&](const kernels::BoxSource& source) { return state->build(source, size_of(items), on); });
    });
}
template <class State, class View> Status update(State* state, const View& items, const Executor& executor) noexcept {
    return guarded(state, executor, [&](const Executor& on) {
        return state->change(items, false, [&](const kernels::BoxSource& source) {
            return size_of(items) == state->slot_count() ? state->update(source, on) : refused;
        });
    });
}
template <class State, class View>
Status insert(State* state, std::span<const Slot> slots, const View& items, const Executor& executor) noexcept {
    return guarded(state, executor, [&](const Executor& on) {
        return state->change(items, true, [&](const kernels::BoxSource& source) {
            return slots.size() == size_of(items) ? state->insert(slots, source, on) : refused;
        });
    });
}
template <class State, class View>
Status move(State* state, std::span<const Slot> slots, const View& items, const Executor& executor) noexcept {
    return guarded(state, executor, [&](const Executor& on) {
        return state->change(items, false, [&](const kernels::BoxSource& source) {
            return slots.size() == size_of(items) ? state->move(slots, source, on) : refused;
        });
    });
}

} // namespace changes
} // namespace throng

#define THRONG_DEFINE_LIFE(Class)                                                                          \
    Class::Class() noexcept = default;                                                                     \
    Class::Class(const Class##Desc& desc) { require_open(open(desc), State::rules); }                      \
    Status Class::open(const Class##Desc& desc) noexcept {                                                 \
        Status status;                                                                                     \
        if (State* const fresh = life::make<State>(desc, status)) life::end(std::exchange(state_, fresh)); \
        return status;                                                                                     \
    }                                                                                                      \
    Class::Class(Class&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}                 \
    Class& Class::operator=(Class&& other) noexcept {                                                      \
        Class taken(std::move(other));                                                                     \
        std::swap(state_, taken.state_);                                                                   \
        return *this;                                                                                      \
    }                                                                                                      \
    Class::~Class() { life::end(state_); }

#define THRONG_DEFINE_CHANGES(Class, View)                                                                \
    Status Class::build(View items, Executor on) noexcept { return changes::build(state_, items, on); }   \
    Status Class::update(View items, Executor on) noexcept { return changes::update(state_, items, on); } \
    Status Class::insert(std::span<const Slot> slots, View items, Executor on) noexcept {                 \
        return changes::insert(state_, slots, items, on);                                                 \
    }                                                                                                     \
    Status Class::move(std::span<const Slot> slots, View items, Executor on) noexcept { return changes::move(state_, slots, items, on); }

#define THRONG_DEFINE_OTHER_CHANGES(Class)                                                                             \
    Status Class::erase(std::span<const Slot> slots, Executor on) noexcept {                                           \
        return changes::guarded(state_, on, [&](const Executor& executor) { return state_->erase(slots, executor); }); \
    }                                                                                                                  \
    Status Class::refit(Executor on) noexcept {                                                                        \
        return changes::guarded(state_, on, [&](const Executor& executor) { return state_->refit(executor); });        \
    }                                                                                                                  \
    Status Class::clear() noexcept {                                                                                   \
        return changes::guarded(state_, {}, [&](const Executor&) {                                                     \
            state_->clear();                                                                                           \
            return Status{};                                                                                           \
        });                                                                                                            \
    }

#define THRONG_DEFINE_READS(Class)                                                                     \
    Aabb Class::bounds_of(Slot slot) const noexcept { return state_ ? state_->box_of(slot) : Aabb{}; } \
    std::size_t Class::slot_count() const noexcept { return state_ ? state_->slot_count() : 0; }       \
    std::size_t Class::size() const noexcept { return state_ ? state_->size : 0; }                     \
    std::size_t Class::bytes() const noexcept { return state_ ? state_->bytes() : 0; }                 \
    void Class::visit(NodeVisitor* visitor, void* context) const noexcept {                            \
        if (state_ && visitor && state_->size != 0) state_->visit(visitor, context);                   \
    }                                                                                                  \
    Status Class::validate() const noexcept {                                                          \
        if (!state_) return {};                                                                        \
        const Reader reader(state_->gate);                                                             \
        if (!reader) return busy;                                                                      \
        const simd::FloatEnvironment environment;                                                      \
        return {state_->sound() ? Fault::None : Fault::Corrupt, no_slot, 0};                           \
    }
