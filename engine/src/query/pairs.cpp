// SPDX-License-Identifier: MIT
#include "engine/src/base/access.hpp"
#include "engine/src/base/hash.hpp"
#include "engine/src/query/pairs_state.hpp"

#include <cstddef>
#include <new>
#include <utility>

namespace throng {
namespace {

std::max_align_t pair_marks[1]; // addresses that no state has

} // namespace

std::size_t Pairs::State::bytes() const noexcept {
    std::size_t total = sizeof(State) + pairs.bytes() + spare.bytes() + ids.bytes() + squared.bytes() +
                        centers.bytes() + items.bytes() + scratch.bytes() + runs.bytes() + blocks.bytes();
    for (const PairBlock* block : blocks) total += block->pairs.bytes();
    return total;
}

Fault Pairs::State::sort_by_slot(const Executor& executor) noexcept {
    const std::size_t count = pairs.size();
    if (!spare.resize_with_room(count)) return Fault::OutOfMemory;
    const std::size_t slots = sorts_on_one_thread(count, executor) ? countable_slots({pairs.data(), count}) : 0;
    if (slots != 0) {
        // There is room for any slots that so many pairs may have: the next answer needs no more.
        if (!scratch.reserve(2 * most_countable_slots(count))) return Fault::OutOfMemory;
        scratch.resize(2 * slots);
        sort_pairs_by_counting({pairs.data(), count}, {spare.data(), count}, {scratch.data(), 2 * slots});
        return Fault::None;
    }
    const std::size_t counters = pair_counters(count, executor);
    if (counters != 0 && !scratch.resize_discard(counters)) return Fault::OutOfMemory;
    return sort_pairs({pairs.data(), count}, {spare.data(), count}, {scratch.data(), counters}, executor)
               ? Fault::None
               : Fault::Cancelled;
}

void Pairs::State::release_scratch() noexcept {
    spare.release();
    centers.release();
    items.release();
    scratch.release();
    for (PairBlock* block : blocks) block->pairs.release();
}

void Pairs::State::release_memory() noexcept {
    pairs.release();
    ids.release();
    squared.release();
    release_scratch();
}

// The fault behind a pointer that is no state.
Pairs::State* const Pairs::State::out_of_memory = reinterpret_cast<State*>(&pair_marks[0]);

Pairs::Pairs(Memory memory) noexcept : state_(State::out_of_memory) {
    if (State* const state = create<State>(memory, memory)) state_ = state;
}

Pairs::Pairs(Pairs&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

Pairs& Pairs::operator=(Pairs&& other) noexcept {
    Pairs taken(std::move(other));
    std::swap(state_, taken.state_);
    return *this;
}

Pairs::~Pairs() {
    if (!State::real(state_)) return;
    destroy(state_->blocks.memory(), state_);
}

std::size_t Pairs::size() const noexcept { return State::real(state_) ? state_->pairs.size() : 0; }
std::span<const Pair> Pairs::view() const noexcept {
    if (!State::real(state_)) return {};
    return {state_->pairs.data(), state_->pairs.size()};
}
std::span<const IdPair> Pairs::ids() const noexcept {
    if (!State::real(state_)) return {};
    return {state_->ids.data(), state_->ids.size()};
}
std::span<const float> Pairs::squared_distances() const noexcept {
    if (!State::real(state_)) return {};
    return {state_->squared.data(), state_->squared.size()};
}
std::uint64_t Pairs::candidates() const noexcept { return State::real(state_) ? state_->candidates : 0; }

std::uint64_t Pairs::hash() const noexcept {
    Hash hash;
    hash.add(view());
    return hash.value();
}

Status Pairs::reserve(std::size_t pairs) noexcept {
    if (!State::real(state_)) return State::status(state_);
    if (pairs >= no_slot) return {Fault::OutOfCapacity, no_slot, 0};
    return {state_->pairs.reserve(pairs + kernels::sink_margin) ? Fault::None : Fault::OutOfMemory, no_slot, 0};
}

void Pairs::trim() noexcept {
    if (State::real(state_)) state_->release_scratch();
}

} // namespace throng
