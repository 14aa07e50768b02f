// SPDX-License-Identifier: MIT
// The state of an index of moving boxes: what its changes call.
#pragma once

#include "engine/kernels/base/box_source.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/query/space_state.hpp"

#include <throng/changes.hpp>

#include <span>

namespace throng {

struct BoxIndex::State : SpaceState {
    template <class Desc>
    explicit State(const Desc& desc, float bound = 0) noexcept
        : SpaceState(desc.executor), memory(desc.memory), max_half_extent(bound) {}

    using Slots = std::span<const Slot>;

    const Memory memory;
    const float max_half_extent; // half the longest side of an element, and of the square of a point; 0: no bound

    /// Before a change with points or with boxes: why the index does not take them; None: it does, and leave() follows
    /// the change. `decides`: from now on all elements are such ones.
    virtual Reason enter(bool points) noexcept;
    virtual void leave(bool decides) noexcept;

    // Each is the whole change of valid input.
    virtual Status build(const kernels::BoxSource& source, std::size_t count, const Executor& executor) noexcept = 0;
    virtual Status update(const kernels::BoxSource& source, const Executor& executor) noexcept = 0;
    virtual Status insert(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept = 0;
    virtual Status move(Slots slots, const kernels::BoxSource& source, const Executor& executor) noexcept = 0;
    virtual Status erase(std::span<const Slot> slots, const Executor& executor) noexcept = 0;
    virtual Status refit(const Executor& executor) noexcept = 0;
    virtual void clear() noexcept = 0;

protected:
    ~State() = default;
};

/// A state whose content a World keeps in versions: a commit makes the next one from the one before.
struct VersionedState : BoxIndexState {
    using BoxIndexState::BoxIndexState;

    /// The next call after start_from(): none; update(); or erase(), move() or insert(), which update() may follow.
    enum class First : std::uint8_t { Nothing, Update, Change };
    /// Becomes a copy of `before`, a state of the same class, as far as what follows reads the copy: the rest is read
    /// from `before`. False: out of memory, and the content is unspecified until the next call.
    [[nodiscard]] virtual bool start_from(const SpaceState& before, First first) noexcept = 0;
    /// To be called before changes: copies of the current content may exist.
    virtual void begin_edition() noexcept = 0;

protected:
    ~VersionedState() = default;
};

/// box_at(slot, box) of the elements of an index, for samples. The functions of a final class are called directly.
template <class State> auto boxes_in(const State& state) noexcept {
    return [&state](std::size_t i, Aabb& box) {
        const auto slot = static_cast<Slot>(i);
        if (!state.is_present(slot)) return false;
        box = state.box_of(slot);
        return true;
    };
}
/// Whereabouts::see_jump() of these.
template <class State> bool sees_jump(const State& state, Whereabouts& whereabouts) noexcept {
    return whereabouts.see_jump(state.element_count(), state.slot_count(), boxes_in(state));
}

namespace changes {

// The changes with boxes or points (`View`): BoxView or PointView.
template <class View> Status build(SpaceState& state, const View& items, const Executor& executor) noexcept;
template <class View> Status update(SpaceState& state, const View& items, const Executor& executor) noexcept;
template <class View>
Status insert(SpaceState& state, std::span<const Slot> slots, const View& items, const Executor& executor) noexcept;
template <class View>
Status move(SpaceState& state, std::span<const Slot> slots, const View& items, const Executor& executor) noexcept;
template <class View>
std::size_t faulty_slots(const SpaceState& state, const View& by_slot, std::span<Slot> out) noexcept;

} // namespace changes
} // namespace throng
