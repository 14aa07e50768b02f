// SPDX-License-Identifier: MIT
// The changes of every index of moving boxes.
#include "engine/src/base/batch_slots.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/query/box_index_state.hpp"

#include <algorithm>
#include <type_traits>

namespace throng {
namespace {

std::size_t size_of(const BoxView& boxes) noexcept { return boxes.size(); }
std::size_t size_of(const PointView& points) noexcept { return points.size; }

// The state of an index, whose functions only an open one has.
BoxIndexState& of_index(SpaceState& state) noexcept { return static_cast<BoxIndexState&>(state); }
const BoxIndexState& of_index(const SpaceState& state) noexcept { return static_cast<const BoxIndexState&>(state); }

// Calls body(index, source, executor) for items that the index takes. `decides`: the first such change sets the kind of
// all elements.
template <class View, class Body>
Status change(SpaceState& state, const View& items, bool decides, const Executor& of_call, Body&& body) noexcept {
    return changes::guarded(state, of_call, [&](const Executor& executor) {
        BoxIndexState& index = of_index(state);
        const auto source = box_source_of(items, index.max_half_extent);
        if (!source) return refused(flaw_of(items));
        const Reason flaw = index.enter(std::is_same_v<View, PointView>);
        if (flaw != Reason::None) return refused(flaw);
        const Status status = body(index, *source, executor);
        index.leave(decides && status.applied());
        return status;
    });
}

// Which rule item i of a batch broke: boxes may have a bound, and points overflow with their half extent. After a
// change the slots of an index are other ones, so that the reason is found by elimination: a slot that was named before
// in the batch, a faulty box, or else the slot was wrong before the change.
template <class View> Reason flaw_of_item(const BoxIndexState& index, const View& items, std::size_t i) noexcept {
    const float bound = index.max_half_extent;
    if (const Reason flaw = flaw_at(items, i); flaw != Reason::None || bound == 0) return flaw;
    const Aabb box = box_at(*box_source_of(items, bound), i);
    if constexpr (std::is_same_v<View, PointView>) return flaw_of(predicates::box_around(box.min, bound));
    return flaw_of(box, bound);
}

// The positions that a batch of slots is refused at, of elements that have to be there (`present`) or not.
std::size_t wrong_slots(const SpaceState& state, std::span<const Slot> slots, bool present,
                        std::span<Slot> out) noexcept {
    if (!state.is_open()) return 0;
    const BoxIndexState& index = of_index(state);
    ChosenItems chosen(index.memory);
    kernels::ItemFaults faulty;
    const auto there = [&](Slot slot) { return index.is_present(slot); };
    const bool sorted = chosen.choose(slots, present, there, faulty) == Fault::None;
    return list_faulty(slots.size(), out, [&](std::size_t i) {
        return sorted ? !chosen.chosen(i)
                      : flaw_of_slot(slots, i) != Reason::None || index.is_present(slots[i]) != present;
    });
}

} // namespace

Reason BoxIndex::State::enter(bool) noexcept { return Reason::None; }
void BoxIndex::State::leave(bool) noexcept {}

namespace changes {

template <class View> Status build(SpaceState& state, const View& items, const Executor& of_call) noexcept {
    return change(state, items, true, of_call,
                  [&](BoxIndexState& index, const kernels::BoxSource& source, const Executor& executor) {
                      return explained(index.build(source, size_of(items), executor),
                                       [&](Slot item) { return flaw_of_item(index, items, item); });
                  });
}

template <class View> Status update(SpaceState& state, const View& items, const Executor& of_call) noexcept {
    return change(state, items, false, of_call,
                  [&](BoxIndexState& index, const kernels::BoxSource& source, const Executor& executor) {
                      if (size_of(items) != index.slot_count()) return refused(Reason::UpdateLength);
                      return explained(index.update(source, executor),
                                       [&](Slot item) { return flaw_of_item(index, items, item); });
                  });
}

template <class View>
Status insert(SpaceState& state, std::span<const Slot> slots, const View& items, const Executor& of_call) noexcept {
    return change(state, items, true, of_call,
                  [&](BoxIndexState& index, const kernels::BoxSource& source, const Executor& executor) {
                      if (slots.size() != size_of(items)) return refused(Reason::SlotsLength);
                      return explained(index.insert(slots, source, executor), [&](Slot item) {
                          if (const Reason flaw = flaw_of_slot(slots, item); flaw != Reason::None) return flaw;
                          const Reason flaw = flaw_of_item(index, items, item);
                          return flaw != Reason::None ? flaw : Reason::SlotPresent;
                      });
                  });
}

template <class View>
Status move(SpaceState& state, std::span<const Slot> slots, const View& items, const Executor& of_call) noexcept {
    return change(state, items, false, of_call,
                  [&](BoxIndexState& index, const kernels::BoxSource& source, const Executor& executor) {
                      if (slots.size() != size_of(items)) return refused(Reason::SlotsLength);
                      return explained(index.move(slots, source, executor), [&](Slot item) {
                          if (const Reason flaw = flaw_of_slot(slots, item); flaw != Reason::None) return flaw;
                          return index.is_present(slots[item]) ? flaw_of_item(index, items, item) : Reason::SlotAbsent;
                      });
                  });
}

template <class View>
std::size_t faulty_slots(const SpaceState& state, const View& by_slot, std::span<Slot> out) noexcept {
    if (!state.is_open() || flaw_of(by_slot) != Reason::None) return 0;
    const BoxIndexState& index = of_index(state);
    return list_faulty(std::min(size_of(by_slot), index.slot_count()), out, [&](std::size_t i) {
        return index.is_present(static_cast<Slot>(i)) && flaw_of_item(index, by_slot, i) != Reason::None;
    });
}

template Status build(SpaceState&, const PointView&, const Executor&) noexcept;
template Status update(SpaceState&, const PointView&, const Executor&) noexcept;
template Status insert(SpaceState&, std::span<const Slot>, const PointView&, const Executor&) noexcept;
template Status move(SpaceState&, std::span<const Slot>, const PointView&, const Executor&) noexcept;
template std::size_t faulty_slots(const SpaceState&, const PointView&, std::span<Slot>) noexcept;

} // namespace changes

Status BoxIndex::build(BoxView boxes, Executor executor) noexcept {
    return changes::build(Access::state(*this), boxes, executor);
}

Status BoxIndex::update(BoxView boxes, Executor executor) noexcept {
    return changes::update(Access::state(*this), boxes, executor);
}

Status BoxIndex::insert(std::span<const Slot> slots, BoxView boxes, Executor executor) noexcept {
    return changes::insert(Access::state(*this), slots, boxes, executor);
}

Status BoxIndex::move(std::span<const Slot> slots, BoxView boxes, Executor executor) noexcept {
    return changes::move(Access::state(*this), slots, boxes, executor);
}

Status BoxIndex::erase(std::span<const Slot> slots, Executor of_call) noexcept {
    SpaceState& state = Access::state(*this);
    return changes::guarded(state, of_call, [&](const Executor& executor) {
        return explained(of_index(state).erase(slots, executor), [&](Slot item) {
            const Reason flaw = flaw_of_slot(slots, item);
            return flaw != Reason::None ? flaw : Reason::SlotAbsent;
        });
    });
}

Status BoxIndex::refit(Executor of_call) noexcept {
    SpaceState& state = Access::state(*this);
    return changes::guarded(state, of_call, [&](const Executor& executor) { return of_index(state).refit(executor); });
}

Status BoxIndex::clear() noexcept {
    SpaceState& state = Access::state(*this);
    return changes::guarded(state, {}, [&](const Executor&) {
        of_index(state).clear();
        return Status{};
    });
}

std::size_t BoxIndex::faulty_slots(BoxView by_slot, std::span<Slot> out) const noexcept {
    return changes::faulty_slots(Access::state(*this), by_slot, out);
}

std::size_t BoxIndex::absent_slots(std::span<const Slot> slots, std::span<Slot> out) const noexcept {
    return wrong_slots(Access::state(*this), slots, true, out);
}

std::size_t BoxIndex::taken_slots(std::span<const Slot> slots, std::span<Slot> out) const noexcept {
    return wrong_slots(Access::state(*this), slots, false, out);
}

} // namespace throng
