// SPDX-License-Identifier: MIT
// The changes of indexes with moving elements, declared and documented once.
#pragma once

#include <throng/executor.hpp>
#include <throng/export.hpp>
#include <throng/queries.hpp>
#include <throng/types.hpp>
#include <throng/views.hpp>

#include <cstddef>
#include <initializer_list>
#include <span>

#include <throng/names_begin.hpp>

namespace throng {

/// An index of elements that move: RowGrid, StaticTree, LooseGrid, LooseQuadtree or Quadtree. (World stages what it
/// commits.)
///
/// A change happens as a whole or not at all: every step that can fail comes before the first visible one.
///
/// Faults   a faulty item of a batch is skipped and the rest is done: applied() is true, Status::first and `count`
///          report it, describe(Status) says what is wrong with it. A fault of the whole call has count 0 and leaves
///          the index as it was. docs/costs.md lists both.
/// Threads  one writer alone. A call during a change returns Busy, at once; no call waits.
/// Memory   in proportion to the elements and the largest slot.
/// Cost     build, update and refit: in proportion to the elements; insert, move and erase: docs/costs.md.
class THRONG_API BoxIndex : public Space {
public:
    /// Replaces everything: element i has box i and slot i. A faulty box leaves its slot absent. slot_count() is
    /// boxes.size() afterwards.
    Status build(BoxView boxes, Executor executor = {}) noexcept;

    /// The same of squares of one size around points.
    Status build(PointView centers, float half_extent, Executor executor = {}) noexcept {
        return build(BoxView::around(centers, half_extent), executor);
    }

    /// The call for each tick: new boxes for all elements. Item i is for slot i. There is an item for each slot, else
    /// InvalidArgument; items of absent slots are ignored. An element with a faulty box stays where it was.
    Status update(BoxView boxes, Executor executor = {}) noexcept;
    /// The same of squares of one size around points.
    Status update(PointView centers, float half_extent, Executor executor = {}) noexcept {
        return update(BoxView::around(centers, half_extent), executor);
    }

    /// Element i has box i and slot i, whatever the index held: an update if each slot has an element and there are as
    /// many boxes, else a build. A faulty box does as it does there.
    Status assign(BoxView boxes, Executor executor = {}) noexcept {
        return is_update(boxes.size()) ? update(boxes, executor) : build(boxes, executor);
    }

    /// Adds elements: boxes[i] gets slots[i]. There is a box for each slot, else InvalidArgument. A slot that is
    /// present, that came before in the batch or that is no_slot is InvalidArgument for its item. slot_count() grows to
    /// the highest slot inserted + 1.
    Status insert(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    /// Moves some elements: slots[i] to boxes[i]. There is a box for each slot, else InvalidArgument. A slot that is
    /// absent or that came before in the batch is InvalidArgument for its item. An element with a faulty box stays
    /// where it was.
    Status move(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    /// Removes elements; their slots are absent afterwards and may be inserted again. slot_count() stays. A slot that
    /// is absent or that came before in the batch is InvalidArgument for its item.
    Status erase(std::span<const Slot> slots, Executor executor = {}) noexcept;

    /// The same of slots in braces: insert({slot}, box), move({slot}, box), erase({a, b}).
    Status insert(std::initializer_list<Slot> slots, BoxView boxes, Executor executor = {}) noexcept {
        return insert(std::span<const Slot>(slots.begin(), slots.size()), boxes, executor);
    }
    Status move(std::initializer_list<Slot> slots, BoxView boxes, Executor executor = {}) noexcept {
        return move(std::span<const Slot>(slots.begin(), slots.size()), boxes, executor);
    }
    Status erase(std::initializer_list<Slot> slots, Executor executor = {}) noexcept {
        return erase(std::span<const Slot>(slots.begin(), slots.size()), executor);
    }

    /// Restores the best shape, at most once per frame; each index documents its own. Answers are exact without it.
    Status refit(Executor executor = {}) noexcept;

    /// Makes every slot absent: size() and slot_count() are 0.
    Status clear() noexcept;

    /// All faulty items of an update, whose Status names only the first: the view that update() was given is passed
    /// again. Writes the slots that have an element and a faulty box to `out`, ascending, and returns how many there
    /// are; `out` may be shorter, or empty. 0 for a view that cannot be read, and for an index that is not open.
    ///
    /// throng::faulty_positions lists those of build, and of the boxes of insert and move (faulty.hpp).
    ///
    /// Cost     O(slots), on the calling thread; a RowGrid with a bound for its elements compares each box with it.
    ///          Memory: none.
    /// Threads  unguarded: no change meanwhile.
    std::size_t faulty_slots(BoxView by_slot, std::span<Slot> out) const noexcept;

    /// All positions of slots that move() and erase() refuse now: without an element, no_slot, or named before in the
    /// batch. Insert and erase change which slots these are: call this before them. Writes and returns as faulty_slots.
    ///
    /// Cost     O(slots * log(slots)), on the calling thread; without memory for it O(slots squared).
    /// Memory   12 bytes for each slot of the batch, freed again.
    std::size_t absent_slots(std::span<const Slot> slots, std::span<Slot> out) const noexcept;

    /// The same for insert(): slots that have an element, no_slot, or named before in the batch.
    std::size_t taken_slots(std::span<const Slot> slots, std::span<Slot> out) const noexcept;

protected:
    struct THRONG_LOCAL State;

    BoxIndex() noexcept = default;
    BoxIndex(BoxIndex&&) noexcept = default;
    BoxIndex& operator=(BoxIndex&&) noexcept = default;
    ~BoxIndex() = default;

    bool is_update(std::size_t count) const noexcept { return count == size() && count == slot_count(); }

private:
    friend struct Access;
};

} // namespace throng

#include <throng/names_end.hpp>
