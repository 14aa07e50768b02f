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
    bytes_.store(few_.bytes() + then_.bytes() + now_.bytes() + changes_.bytes() + changed_.bytes() + begun_.bytes() +
                     few_changes_.bytes(),
                 std::memory_order_relaxed);
}

void WorldOverlaps::committed(std::span<const Staged> changes) noexcept {
    ++commits_, ++versions_;
    if (!tracks_) return;
    const std::size_t bytes = changed_.bytes();
    changed_.note(changes);
    bytes_.store(bytes_.load(std::memory_order_relaxed) + (changed_.bytes() - bytes), std::memory_order_relaxed);
}

void WorldOverlaps::committed_any() noexcept {
    ++commits_, ++versions_;
    changed_.note_all();
}

bool WorldOverlaps::suits_few_changes(const WorldVersion& world) const noexcept {
    return answered_ && now_version_ != none && !now_.listed && changed_.are_few(world.size) &&
           begun_.size() <= now_.boxes.slot_count() && now_.boxes.suits(world, !tracked_.all());
}

// Advances the boxes of `now_` to the version, whose pairs are not listed.
Fault WorldOverlaps::take_few_changes(const WorldVersion& world, PairsState& begun, PairsState& ended) noexcept {
    Fault fault = few_changes_.find(now_.boxes, world, tracked_, changed_.list());
    if (fault == Fault::None) fault = few_changes_.copy_to(begun, ended);
    const std::span<const Pair> began = few_changes_.begun();
    if (fault == Fault::None && !begun_.grow(begun_.size() + began.size())) fault = Fault::OutOfMemory;
    if (fault != Fault::None) return fault;
    for (const Pair& pair : began) begun_.append(pair);
    few_changes_.apply(now_.boxes, world);
    now_version_ = versions_;
    are_few_changes_ = is_behind_ = true;
    unchanged_ = false;
    return Fault::None;
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
    } else if (repeated && are_few_changes_) {
        fault = few_changes_.copy_to(*to_begun, *to_ended);
    } else if (!repeated && suits_few_changes(world)) {
        fault = take_few_changes(world, *to_begun, *to_ended);
    } else {
        if (is_behind_) fault = now_.catch_up(begun_, tracked_);
        if (fault == Fault::None) {
            is_behind_ = are_few_changes_ = false;
            if (!repeated && answered_) {
                std::swap(then_, now_);
                now_version_ = none;
                answered_ = unchanged_ = false;
            }
            if (now_version_ != versions_) fault = find(world, executor);
        }
        if (fault == Fault::None) fault = changes_.fill(then_, now_, tracked_, *to_begun, *to_ended, executor);
    }
    if (fault == Fault::OutOfMemory) release_memory();
    note_bytes();
    if (fault != Fault::None) return refuse(begun, ended, status_of(fault, {}));
    changed_.clear();
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
    few_changes_.release_memory();
    if (answered_) return;
    now_version_ = none;
    now_.release_memory();
}

Status WorldOverlaps::refuse(Pairs& begun, Pairs& ended, const Status& status) noexcept {
    (void)throng::refuse(begun, status);
    return throng::refuse(ended, status);
}

} // namespace throng
