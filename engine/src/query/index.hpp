// SPDX-License-Identifier: MIT
// Life, changes and plain reads of all indexes: the members of parts::Life<Self>, parts::Changes<Self> and
// parts::Reads<Self>. Each index instantiates them, like those of parts::Queries<Self>, for its State, which has
//
//     desc, gate                               the Desc of open(); the guard against concurrent calls
//     static Status check(const Desc&)         the faults of a Desc, and the sentence about InvalidArgument, `rules`
//     slot_count(), size, bytes(), box_of(slot), visit(visitor, context), valid()
//     content()                                optional: all of these but bytes() belong to the object it returns
//     begin()                                  optional: takes memory at once; false: out of memory
//     begin_after(before)                      optional: it takes the place of another state of the same object
//     is_present(slot)                         whether a slot has an element
//     flaw_at(view, i)                         optional: of item i of a view, in place of throng::flaw_at()
//     change(view, decides, body)              body(source) for valid items, or a refusal; decides: the first such call
//                                              sets the kind of all elements
//     build(source, count, executor), update, insert, move, erase, refit, clear
//                                              the whole change; a fixed index has only build
#pragma once

#include "engine/src/base/access.hpp"
#include "engine/src/base/allocation.hpp"
#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"
#include "engine/src/base/gate.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/base/list_faulty.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <throng/changes.hpp>
#include <throng/life.hpp>

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <utility>

namespace throng {

inline constexpr Status busy{Fault::Busy, no_slot, 0};

/// The faults of a Desc: every kind, and the reason of the first.
class DescCheck {
public:
    DescCheck& holds(bool valid, Reason reason, Fault fault = Fault::InvalidArgument) noexcept {
        if (valid) return *this;
        status_.faults = status_.faults | fault;
        if (status_.reason == Reason::None) status_.reason = reason;
        return *this;
    }
    DescCheck& bounds(const Aabb& bounds) noexcept {
        return holds(predicates::is_valid(bounds), Reason::Bounds, Fault::InvalidBounds);
    }
    DescCheck& memory(const Memory& memory) noexcept {
        return holds(memory.allocate || !memory.deallocate, Reason::MemoryWithoutAllocate);
    }
    DescCheck& length(float value, Reason reason) noexcept { return holds(std::isfinite(value) && value >= 0, reason); }
    const Status& status() const noexcept { return status_; }

private:
    Status status_;
};

/// Throws the exception of a constructor for the Status of open(). `rules` is the sentence for InvalidArgument; if
/// bounds are faulty as well, the sentence about them comes first.
void require_open(Status status, const char* rules);

namespace life {

template <class State> void end(State* state) noexcept {
    if (state) destroy(state->desc.memory, state);
}

/// An object has one state after another.
template <class State> void go_on(State* now, const State* before) noexcept {
    if constexpr (requires { now->begin_after(*before); })
        if (now && before) now->begin_after(*before);
}

/// A state for `desc`; null with the fault in `status` if there is one.
template <class State, class Desc> State* make(const Desc& desc, Status& status) noexcept {
    status = State::check(desc);
    if (!status) return nullptr;
    State* const state = create<State>(desc.memory, desc);
    if (!state) status.faults = Fault::OutOfMemory;
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

/// A base of the State of an index that has only boxes.
struct BoxesAlone {
    /// Calls body(source) for valid boxes.
    template <class Body> static Status change(const BoxView& boxes, bool, Body&& body) noexcept {
        const auto source = box_source_of(boxes, 0);
        return source ? body(*source) : refused(flaw_of(boxes));
    }
};

namespace changes {

// Separate from the successful path, so that a Status is passed on unchanged: compilers would otherwise assemble it
// from its parts in memory, and wait for that.
[[gnu::cold, gnu::noinline]] inline Status failed(const Status& fault) noexcept { return fault; }

/// Calls body(executor) for an open index without a reader or writer inside, else returns the fault. Changes compute in
/// the kernels' mode of floating point, whatever the mode of the calling thread. The changes of a State rely on it:
/// those that a World makes of its parts run within its commit.
template <class State, class Body> Status guarded(State* state, const Executor& executor, Body&& body) noexcept {
    if (!state) return failed(refused(closed_reason<State>));
    const Writer writer(state->gate);
    if (!writer) return failed(busy);
    const simd::FloatEnvironment environment;
    return body(parallel::resolve(executor, state->desc.executor));
}

inline std::size_t size_of(const BoxView& boxes) noexcept { return boxes.size(); }
inline std::size_t size_of(const PointView& points) noexcept { return points.size; }

// Which rule an item broke. After a change the slots of an index are other ones, so that the reason is found by
// elimination: a slot that was named before in the batch, a faulty box, or else the slot was wrong before the change.
template <class State, class View> Reason flaw_at(const State& state, const View& items, std::size_t i) noexcept {
    if constexpr (requires { state.flaw_at(items, i); }) {
        return state.flaw_at(items, i);
    } else {
        return throng::flaw_at(items, i);
    }
}
inline Reason flaw_of_slot(std::span<const Slot> slots, std::size_t item) noexcept {
    if (slots[item] == no_slot) return Reason::NoSlot;
    const auto before = slots.first(item);
    return std::find(before.begin(), before.end(), slots[item]) != before.end() ? Reason::SlotRepeated : Reason::None;
}

template <class State, class View>
std::size_t faulty_slots(const State* state, const View& by_slot, std::span<Slot> out) noexcept {
    if (!state || flaw_of(by_slot) != Reason::None) return 0;
    return list_faulty(std::min(size_of(by_slot), state->slot_count()), out, [&](std::size_t i) {
        return state->is_present(static_cast<Slot>(i)) && changes::flaw_at(*state, by_slot, i) != Reason::None;
    });
}

/// The positions that a batch of slots is refused at, of elements that have to be there (`present`) or not.
template <class State>
std::size_t wrong_slots(const State* state, std::span<const Slot> slots, bool present, std::span<Slot> out) noexcept {
    if (!state) return 0;
    ChosenItems chosen(state->desc.memory);
    kernels::ItemFaults faulty;
    const auto there = [state](Slot slot) { return state->is_present(slot); };
    const bool sorted = chosen.choose(slots, present, there, faulty) == Fault::None;
    return list_faulty(slots.size(), out, [&](std::size_t i) {
        return sorted ? !chosen.chosen(i)
                      : flaw_of_slot(slots, i) != Reason::None || state->is_present(slots[i]) != present;
    });
}

template <class State, class View> Status build(State* state, const View& items, const Executor& executor) noexcept {
    return guarded(state, executor, [&](const Executor& on) {
        return state->change(items, true, [&](const kernels::BoxSource& source) {
            return explained(state->build(source, size_of(items), on),
                             [&](Slot item) { return changes::flaw_at(*state, items, item); });
        });
    });
}
template <class State, class View> Status update(State* state, const View& items, const Executor& executor) noexcept {
    return guarded(state, executor, [&](const Executor& on) {
        return state->change(items, false, [&](const kernels::BoxSource& source) {
            if (size_of(items) != state->slot_count()) return refused(Reason::UpdateLength);
            return explained(state->update(source, on),
                             [&](Slot item) { return changes::flaw_at(*state, items, item); });
        });
    });
}
template <class State, class View>
Status insert(State* state, std::span<const Slot> slots, const View& items, const Executor& executor) noexcept {
    return guarded(state, executor, [&](const Executor& on) {
        return state->change(items, true, [&](const kernels::BoxSource& source) {
            if (slots.size() != size_of(items)) return refused(Reason::SlotsLength);
            return explained(state->insert(slots, source, on), [&](Slot item) {
                if (const Reason flaw = flaw_of_slot(slots, item); flaw != Reason::None) return flaw;
                const Reason flaw = changes::flaw_at(*state, items, item);
                return flaw != Reason::None ? flaw : Reason::SlotPresent;
            });
        });
    });
}
template <class State, class View>
Status move(State* state, std::span<const Slot> slots, const View& items, const Executor& executor) noexcept {
    return guarded(state, executor, [&](const Executor& on) {
        return state->change(items, false, [&](const kernels::BoxSource& source) {
            if (slots.size() != size_of(items)) return refused(Reason::SlotsLength);
            return explained(state->move(slots, source, on), [&](Slot item) {
                if (const Reason flaw = flaw_of_slot(slots, item); flaw != Reason::None) return flaw;
                return state->is_present(slots[item]) ? changes::flaw_at(*state, items, item) : Reason::SlotAbsent;
            });
        });
    });
}

} // namespace changes

namespace parts {

template <class Self, class Desc> Life<Self, Desc>::Life() noexcept = default;

template <class Self, class Desc> Life<Self, Desc>::Life(const Desc& desc) {
    require_open(open(desc), Access::StateOf<Self>::rules);
}

template <class Self, class Desc> Status Life<Self, Desc>::open(const Desc& desc) noexcept {
    using State = Access::StateOf<Self>;
    Status status;
    if (State* const fresh = life::make<State>(desc, status)) {
        State* const before = static_cast<State*>(std::exchange(state_, fresh));
        life::go_on(fresh, before);
        life::end(before);
    }
    return status;
}

template <class Self, class Desc>
Life<Self, Desc>::Life(Life&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

template <class Self, class Desc> Life<Self, Desc>& Life<Self, Desc>::operator=(Life&& other) noexcept {
    using State = Access::StateOf<Self>;
    Life taken(std::move(other));
    std::swap(state_, taken.state_);
    life::go_on(static_cast<State*>(state_), static_cast<State*>(taken.state_));
    return *this;
}

template <class Self, class Desc> Life<Self, Desc>::~Life() { life::end(static_cast<Access::StateOf<Self>*>(state_)); }

} // namespace parts

template <class Self> Status parts::Changes<Self>::build(BoxView boxes, Executor executor) noexcept {
    return changes::build(Access::state_of(*this), boxes, executor);
}

template <class Self> Status parts::Changes<Self>::update(BoxView boxes, Executor executor) noexcept {
    return changes::update(Access::state_of(*this), boxes, executor);
}

template <class Self>
Status parts::Changes<Self>::insert(std::span<const Slot> slots, BoxView boxes, Executor executor) noexcept {
    return changes::insert(Access::state_of(*this), slots, boxes, executor);
}

template <class Self>
Status parts::Changes<Self>::move(std::span<const Slot> slots, BoxView boxes, Executor executor) noexcept {
    return changes::move(Access::state_of(*this), slots, boxes, executor);
}

template <class Self> Status parts::Changes<Self>::erase(std::span<const Slot> slots, Executor executor) noexcept {
    auto* const state = Access::state_of(*this);
    return changes::guarded(state, executor, [&](const Executor& on) {
        return explained(state->erase(slots, on), [&](Slot item) {
            const Reason flaw = changes::flaw_of_slot(slots, item);
            return flaw != Reason::None ? flaw : Reason::SlotAbsent;
        });
    });
}

template <class Self> Status parts::Changes<Self>::refit(Executor executor) noexcept {
    auto* const state = Access::state_of(*this);
    return changes::guarded(state, executor, [&](const Executor& on) { return state->refit(on); });
}

template <class Self>
std::size_t parts::Changes<Self>::faulty_slots(BoxView by_slot, std::span<Slot> out) const noexcept {
    return changes::faulty_slots(Access::state_of(*this), by_slot, out);
}

template <class Self>
std::size_t parts::Changes<Self>::absent_slots(std::span<const Slot> slots, std::span<Slot> out) const noexcept {
    return changes::wrong_slots(Access::state_of(*this), slots, true, out);
}

template <class Self>
std::size_t parts::Changes<Self>::taken_slots(std::span<const Slot> slots, std::span<Slot> out) const noexcept {
    return changes::wrong_slots(Access::state_of(*this), slots, false, out);
}

template <class Self> Status parts::Changes<Self>::clear() noexcept {
    auto* const state = Access::state_of(*this);
    return changes::guarded(state, {}, [&](const Executor&) {
        state->clear();
        return Status{};
    });
}

namespace reads {

/// The object to read: the state itself, or the part that content() returns.
template <class State> const auto& content_of(const State& state) noexcept {
    if constexpr (requires { state.content(); }) {
        return state.content();
    } else {
        return state;
    }
}

} // namespace reads

template <class Self> void parts::Reads<Self>::visit(NodeVisitor* visitor, void* context) const noexcept {
    const auto* const state = Access::state_of(*this);
    if (state && visitor && reads::content_of(*state).size != 0) reads::content_of(*state).visit(visitor, context);
}

template <class Self> Aabb parts::Reads<Self>::bounds_of(Slot slot) const noexcept {
    const auto* const state = Access::state_of(*this);
    return state ? reads::content_of(*state).box_of(slot) : Aabb{};
}

template <class Self>
Status parts::Reads<Self>::bounds_of(std::span<const Slot> slots, std::span<Aabb> out) const noexcept {
    const auto* const state = Access::state_of(*this);
    if (out.size() < slots.size()) return refused(Reason::SlotListTooShort, Fault::OutputTooSmall);
    if (!state) return std::fill_n(out.begin(), slots.size(), Aabb{}), Status{};
    const Reader reader(state->gate);
    if (!reader) return busy;
    const auto& content = reads::content_of(*state);
    for (std::size_t i = 0; i < slots.size(); ++i) out[i] = content.box_of(slots[i]);
    return {};
}

template <class Self> std::size_t parts::Reads<Self>::slot_count() const noexcept {
    const auto* const state = Access::state_of(*this);
    return state ? reads::content_of(*state).slot_count() : 0;
}

template <class Self> std::size_t parts::Reads<Self>::size() const noexcept {
    const auto* const state = Access::state_of(*this);
    return state ? reads::content_of(*state).size : 0;
}

template <class Self> std::size_t parts::Reads<Self>::bytes() const noexcept {
    const auto* const state = Access::state_of(*this);
    return state ? state->bytes() : 0;
}

template <class Self> Status parts::Reads<Self>::validate() const noexcept {
    const auto* const state = Access::state_of(*this);
    if (!state) return {};
    const Reader reader(state->gate);
    if (!reader) return busy;
    const simd::FloatEnvironment environment;
    return {reads::content_of(*state).valid() ? Fault::None : Fault::Corrupt, no_slot, 0};
}

} // namespace throng
