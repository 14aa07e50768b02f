// SPDX-License-Identifier: MIT
#include "engine/src/world/overlaps.hpp"

#include "engine/src/base/access.hpp"
#include "engine/src/query/space_queries.hpp"

#include <utility>

namespace throng {

bool WorldOverlaps::is_open() noexcept {
    note_bytes();
    return PairsState::real(Access::state(then_.found)) && PairsState::real(Access::state(now_.found));
}

void WorldOverlaps::note_bytes() noexcept {
    bytes_.store(few_.bytes() + then_.bytes() + now_.bytes() + changes_.bytes(), std::memory_order_relaxed);
}

Status WorldOverlaps::take(const WorldVersion& world, Pairs& begun, Pairs& ended, const Executor& executor) noexcept {
    const GateWriter writer(gate_);
    if (!writer) return refuse(begun, ended, status_of(Fault::Busy, {}));
    PairsState *const to_begun = Access::state(begun), *const to_ended = Access::state(ended);
    for (const PairsState* const to : {to_begun, to_ended})
        if (!PairsState::real(to)) return refuse(begun, ended, PairsState::status(to));
    const bool repeated = commits_ == answered_at_;
    Fault fault = Fault::None;
    if (repeated ? unchanged_ : answered_ && now_version_ == versions_) {
        to_begun->answer_nothing();
        to_ended->answer_nothing();
        unchanged_ = true;
    } else {
        if (!repeated && answered_) {
            std::swap(then_, now_);
            now_version_ = none;
            answered_ = unchanged_ = false;
        }
        if (now_version_ != versions_) fault = find(world, executor);
        if (fault == Fault::None) fault = changes_.fill(then_, now_, tracked_, *to_begun, *to_ended, executor);
        if (fault == Fault::OutOfMemory) release_memory();
        note_bytes();
        if (fault != Fault::None) return refuse(begun, ended, status_of(fault, {}));
    }
    answered_ = true;
    answered_at_ = commits_;
    return {};
}

Fault WorldOverlaps::find(const WorldVersion& world, const Executor& executor) noexcept {
    now_version_ = none;
    const Fault fault = now_.find(world, tracked_, few_, executor);
    if (fault == Fault::None) now_version_ = versions_;
    return fault;
}

// Memory that did not suffice is there for the next commit. What the next answer is compared with stays: `then_`, or
// `now_` once its changes have been returned.
void WorldOverlaps::release_memory() noexcept {
    changes_.release_memory();
    if (answered_) return;
    now_version_ = none;
    now_.release_memory();
}

Status WorldOverlaps::refuse(Pairs& begun, Pairs& ended, const Status& status) noexcept {
    (void)throng::refuse(begun, status);
    return throng::refuse(ended, status);
}

} // namespace throng
