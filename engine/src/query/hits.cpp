// SPDX-License-Identifier: MIT
#include "engine/src/base/access.hpp"
#include "engine/src/base/hash.hpp"
#include "engine/src/query/hits_state.hpp"

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace throng {
namespace {

std::max_align_t hit_marks[2]; // addresses that no state has

} // namespace

void Hits::State::release_scratch() noexcept {
    item_order.release();
    item_columns.release();
    item_queries.release();
    for (HitBlock* block : blocks) {
        block->slots.release();
        block->keys.release();
    }
}

void Hits::State::release_memory() noexcept {
    answer_nothing();
    slots.release();
    keys.release();
    release_scratch();
}

void Hits::State::answer_nothing() noexcept {
    rows = 0;
    candidates = 0;
    offset_view = nullptr;
    slot_view = nullptr;
    key_view = nullptr;
    found_view = nullptr;
}

// The fault behind a pointer that is no state.
Hits::State* const Hits::State::out_of_memory = reinterpret_cast<State*>(&hit_marks[0]);
Hits::State* const Hits::State::too_small = reinterpret_cast<State*>(&hit_marks[1]);

Hits::Hits(Memory memory) noexcept : state_(State::out_of_memory) {
    if (State* const state = create<State>(memory, memory)) state_ = state;
}

// The state itself is at the beginning of the buffer.
Hits::Hits(std::span<std::byte> fixed) noexcept : state_(State::too_small) {
    void* place = fixed.data();
    std::size_t space = fixed.size();
    if (!place || !std::align(alignof(State), sizeof(State), place, space)) return;
    state_ = ::new (place) State(Memory{});
    state_->fixed = {static_cast<std::byte*>(place) + sizeof(State), space - sizeof(State)};
}

Hits::Hits(Hits&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

Hits& Hits::operator=(Hits&& other) noexcept {
    Hits taken(std::move(other));
    std::swap(state_, taken.state_);
    return *this;
}

Hits::~Hits() {
    if (!State::real(state_)) return;
    if (state_->is_fixed())
        state_->~State();
    else
        destroy(state_->blocks.memory(), state_);
}

std::size_t Hits::size() const noexcept { return State::real(state_) ? state_->rows : 0; }

std::span<const Slot> Hits::operator[](std::size_t row) const noexcept {
    if (row >= size()) return {};
    const std::uint32_t begin = state_->offset_view[row];
    return {state_->slot_view + begin, state_->offset_view[row + 1] - begin};
}

std::span<const float> Hits::distances(std::size_t row) const noexcept {
    if (row >= size() || !state_->key_view) return {};
    const std::uint32_t begin = state_->offset_view[row];
    return {state_->key_view + begin, state_->offset_view[row + 1] - begin};
}

std::span<const float> Hits::distances() const noexcept {
    if (size() == 0 || !state_->key_view) return {};
    return {state_->key_view, state_->offset_view[state_->rows]};
}

std::span<const std::uint32_t> Hits::offsets() const noexcept {
    static constexpr std::uint32_t nothing = 0;
    if (size() == 0) return {&nothing, 1};
    return {state_->offset_view, state_->rows + std::size_t{1}};
}

std::span<const Slot> Hits::slots() const noexcept {
    if (size() == 0) return {};
    return {state_->slot_view, state_->offset_view[state_->rows]};
}

std::uint32_t Hits::found(std::size_t row) const noexcept {
    if (row >= size()) return 0;
    return state_->found_view ? state_->found_view[row] : state_->offset_view[row + 1] - state_->offset_view[row];
}

std::span<const std::uint32_t> Hits::found() const noexcept {
    if (size() == 0 || !state_->found_view) return {};
    return {state_->found_view, state_->rows};
}

std::uint64_t Hits::candidates() const noexcept { return State::real(state_) ? state_->candidates : 0; }

std::uint64_t Hits::hash() const noexcept {
    Hash hash;
    hash.add(offsets());
    hash.add(slots());
    if (!slots().empty() && state_->key_view) hash.add(std::span<const float>(state_->key_view, slots().size()));
    return hash.value();
}

Status Hits::reserve(std::size_t rows, std::size_t hits) noexcept {
    if (!State::real(state_)) return State::status(state_);
    if (rows >= no_slot || hits >= no_slot) return {Fault::OutOfCapacity, no_slot, 0};
    if (state_->is_fixed()) {
        const std::size_t needed = (rows + 1 + hits + 32) * sizeof(std::uint32_t);
        return needed <= state_->fixed.size() ? Status{} : refused(Reason::AnswerFull, Fault::OutputTooSmall);
    }
    // The columns may move, so the present answer is dropped.
    state_->answer_nothing();
    const bool done = state_->offsets.reserve(rows + 1) && state_->slots.reserve(hits + kernels::sink_margin);
    return {done ? Fault::None : Fault::OutOfMemory, no_slot, 0};
}

void Hits::trim() noexcept {
    if (State::real(state_)) state_->release_scratch();
}

static_assert(sizeof(Access::HitsState) + alignof(Access::HitsState) - 1 <= 480,
              "what Hits of a fixed buffer says that it takes itself");

Access::HitsState* Access::state(Hits& hits) noexcept { return hits.state_; }

} // namespace throng
