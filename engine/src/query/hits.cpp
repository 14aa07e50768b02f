// SPDX-License-Identifier: MIT
#include "engine/kernels/query/heap_rank.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/hash.hpp"
#include "engine/src/query/hits_state.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace throng {

namespace {

std::max_align_t hit_marks[2]; // addresses that no state has

} // namespace

void Hits::State::release_scratch() noexcept {
    release_all(item_order, item_columns, item_queries);
    for (HitBlock* block : blocks) release_all(block->slots, block->keys);
}

void Hits::State::release_memory() noexcept {
    answer_nothing();
    release_all(slots, keys);
    release_scratch();
}

void Hits::State::answer_nothing() noexcept {
    rows = 0;
    candidates = 0;
    offset_view = slot_view = found_view = nullptr;
    key_view = nullptr;
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

namespace {

// Rows that a radix sort takes: its scratch is on the stack.
constexpr std::uint32_t max_radix = 4096;
constexpr unsigned row_digit_bits = 8;
constexpr std::uint32_t row_digits = 4, digit_values = 1u << row_digit_bits;

// Least significant digit first; a digit that all slots share takes no pass.
void radix_sort(Slot* slots, float* keys, std::uint32_t count) noexcept {
    std::array<std::array<std::uint32_t, digit_values>, row_digits> begins{};
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::uint32_t d = 0; d < row_digits; ++d) ++begins[d][(slots[i] >> (row_digit_bits * d)) % digit_values];
    std::array<Slot, max_radix> spare;
    std::array<float, max_radix> spare_keys;
    Slot *from = slots, *to = spare.data();
    float *keys_from = keys, *keys_to = spare_keys.data();
    for (std::uint32_t d = 0; d < row_digits; ++d) {
        const unsigned shift = row_digit_bits * d;
        std::array<std::uint32_t, digit_values>& begin = begins[d];
        if (begin[(slots[0] >> shift) % digit_values] == count) continue;
        std::uint32_t sum = 0;
        for (std::uint32_t& each : begin) sum += std::exchange(each, sum);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t place = begin[(from[i] >> shift) % digit_values]++;
            to[place] = from[i];
            if (keys) keys_to[place] = keys_from[i];
        }
        std::swap(from, to);
        std::swap(keys_from, keys_to);
    }
    if (from == slots) return;
    std::copy_n(from, count, slots);
    if (keys) std::copy_n(keys_from, count, keys);
}

} // namespace

void order_by_slot(Slot* slots, float* keys, std::uint32_t count) noexcept {
    const kernels::SlotOrderKernel& kernel = active_kernels().slot_order;
    if (count <= 1) return;
    if (count <= kernel.most) return kernel.run(slots, keys, count);
    if (count <= max_radix) return radix_sort(slots, keys, count);
    if (!keys) return std::sort(slots, slots + count);
    kernels::keep_by_heap(slots, keys, count, count,
                          [slots](std::uint32_t i, std::uint32_t j) { return slots[i] < slots[j]; });
}

} // namespace throng
