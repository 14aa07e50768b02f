// SPDX-License-Identifier: MIT
// How an object of a class is opened: its Desc is checked, and a new state takes the place of the old one. A State has
//
//     desc                                     the Desc of open()
//     static DescCheck check(const Desc&)      the faults of a Desc
//     begin()                                  optional: takes memory at once; false: out of memory
#pragma once

#include "engine/src/base/allocation.hpp"
#include "engine/src/query/space_state.hpp"

#include <throng/predicates.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace throng {

/// The faults of a Desc: every kind and every reason.
class DescCheck {
public:
    /// Begins with the members that most have.
    template <class Desc> explicit DescCheck(const Desc& desc) noexcept {
        if constexpr (requires { desc.bounds; })
            holds(predicates::is_valid(desc.bounds), Reason::Bounds, Fault::InvalidBounds);
        holds(desc.memory.allocate || !desc.memory.deallocate, Reason::MemoryWithoutAllocate);
        if constexpr (requires { desc.max_per_leaf; })
            holds(desc.max_per_leaf != 0, Reason::MaxPerLeaf).holds(desc.max_depth <= 15, Reason::MaxDepth);
    }
    DescCheck& holds(bool valid, Reason reason, Fault fault = Fault::InvalidArgument) noexcept {
        if (valid) return *this;
        status_.faults = status_.faults | fault;
        if (count_ == 0) status_.reason = reason;
        if (count_ < reasons_.size()) reasons_[count_++] = reason;
        return *this;
    }
    DescCheck& length(float value, Reason reason) noexcept { return holds(std::isfinite(value) && value >= 0, reason); }
    /// All faults, and the reason of the first one.
    const Status& status() const noexcept { return status_; }
    std::span<const Reason> reasons() const noexcept { return {reasons_.data(), count_}; }

private:
    Status status_;
    std::array<Reason, 8> reasons_{};
    std::size_t count_ = 0;
};

/// Throws the exception of a constructor for the Status of open(): a sentence for each fault of the Desc.
void require_open(const Status& status, const DescCheck& desc);

namespace life {

/// A state for `desc`; null with the fault in `status` if there is one.
template <class State, class Desc> State* make(const Desc& desc, Status& status) noexcept {
    status = State::check(desc).status();
    if (!status) return nullptr;
    State* const state = create<State>(desc.memory, desc);
    if (!state) status.faults = Fault::OutOfMemory;
    if constexpr (requires { state->begin(); }) {
        if (state && !state->begin()) {
            status.faults = Fault::OutOfMemory;
            state->end();
            return nullptr;
        }
    }
    return state;
}

template <class State, class Desc> Status open(Space& space, const Desc& desc) noexcept {
    Status status;
    if (State* const fresh = make<State>(desc, status)) {
        SpaceState* const before = &Access::state(space);
        Access::place_of_state(space) = fresh;
        fresh->begin_after(*before);
        before->end();
    }
    return status;
}

} // namespace life
} // namespace throng
