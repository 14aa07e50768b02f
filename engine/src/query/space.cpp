// SPDX-License-Identifier: MIT
// The life and the plain reads of every index. Its queries are in space_queries.cpp.
#include "engine/kernels/base/tile.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/query/opening.hpp"
#include "engine/src/query/space_state.hpp"

#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace throng {

namespace {

struct ClosedIndex final : SpaceState {
    constexpr ClosedIndex() noexcept : SpaceState(Reason::IndexNotOpen) {}
};

constinit ClosedIndex closed_index;

} // namespace

// Queries are checked as by any index, so that faulty ones are reported.
Shown Space::State::show_nothing() noexcept {
    return Shown::of(no_elements<kernels::TileTreeView>, active_kernels().tile_tree);
}

Shown Space::State::show(ViewRoom&) const noexcept { return show_nothing(); }
PairSearch Space::State::pair_search(const kernels::IndexView&) const noexcept { return {}; }
bool Space::State::pairs_at_once(const kernels::BitsetView*, const PairPlan&, Pairs&) const noexcept { return false; }
void Space::State::boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept { list_boxes(*this, slots, out); }
Space::State& Space::State::when_closed() const noexcept { return closed_index; }

Space::Space() noexcept : state_(&closed_index) {}
Space::Space(State& closed) noexcept : state_(&closed) {}
Space::Space(Space&& other) noexcept : state_(std::exchange(other.state_, &other.state_->when_closed())) {}
Space& Space::operator=(Space&& other) noexcept {
    Space taken(std::move(other));
    std::swap(state_, taken.state_);
    state_->begin_after(*taken.state_);
    return *this;
}
Space::~Space() { state_->end(); }

void Space::visit(NodeVisitor* visitor, void* context) const noexcept {
    if (visitor && state_->element_count() != 0) state_->visit(visitor, context);
}

Aabb Space::bounds_of(Slot slot) const noexcept { return state_->box_of(slot); }

Status Space::bounds_of(std::span<const Slot> slots, std::span<Aabb> out) const noexcept {
    if (out.size() < slots.size()) return refused(Reason::SlotListTooShort, Fault::OutputTooSmall);
    const GateReader reader(state_->gate);
    if (!reader) return busy;
    state_->boxes_of(slots, out.data());
    return {};
}

std::size_t Space::slot_count() const noexcept { return state_->slot_count(); }
std::size_t Space::size() const noexcept { return state_->element_count(); }
std::size_t Space::bytes() const noexcept { return state_->bytes(); }

Status Space::validate() const noexcept {
    const GateReader reader(state_->gate);
    if (!reader) return busy;
    const simd::FloatEnvironment environment;
    return {state_->valid() ? Fault::None : Fault::Corrupt, no_slot, 0};
}

void require_open(const Status& status, const DescCheck& desc) {
    if (status) return;
    if (desc.reasons().empty()) throw std::bad_alloc();
    std::string sentences;
    for (const Reason reason : desc.reasons())
        sentences.append(sentences.empty() ? "" : " ").append(describe(Status{status.faults, no_slot, 0, reason}));
    throw std::invalid_argument(sentences);
}

} // namespace throng
