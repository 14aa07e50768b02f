// SPDX-License-Identifier: MIT
// The changes of indexes with moving elements, and the plain reads of every index, declared and documented once.
#pragma once

#include <throng/executor.hpp>
#include <throng/export.hpp>
#include <throng/spatial_index.hpp>
#include <throng/types.hpp>
#include <throng/views.hpp>

#include <cstddef>
#include <initializer_list>
#include <span>

namespace throng {

namespace parts {

/// The changes of `Self`: RowGrid, LooseGrid, LooseQuadtree or Quadtree. An empty base class. (StaticTree has only
/// build, and World stages what it commits.)
///
/// A change happens as a whole or not at all: every step that can fail comes before the first visible one.
///
/// Faults   a faulty item of a batch is skipped and the rest is done: applied() is true, Status::first and `count`
///          report it, describe(Status) says what is wrong with it. A fault of the whole call has count 0 and leaves
///          the index as it was. docs/costs.md lists both.
/// Threads  one writer alone. A call during a change returns Busy, at once; no call waits.
/// Memory   in proportion to the elements and the largest slot.
/// Cost     build, update and refit: in proportion to the elements; insert, move and erase: docs/costs.md.
template <class Self> class THRONG_API Changes {
public:
    /// Replaces everything: element i has box i and slot i. A faulty box leaves its slot absent. slot_count() is
    /// boxes.size() afterwards.
    Status build(BoxView boxes, Executor executor = {}) noexcept;

    /// The call for each tick: new boxes for all elements. Item i is for slot i. There is an item for each slot, else
    /// InvalidArgument; items of absent slots are ignored. An element with a faulty box stays where it was.
    Status update(BoxView boxes, Executor executor = {}) noexcept;

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
    Changes() noexcept = default;
    Changes(const Changes&) noexcept = default;
    Changes& operator=(const Changes&) noexcept = default;
    ~Changes() = default;
};

/// The plain reads of `Self`: any index, World or WorldSnapshot. An empty base class. They return the state
/// after the last change or commit. All but validate are unguarded: the index must not be changed meanwhile (a
/// snapshot never is).
///
/// visit calls its visitor for each part that holds elements, parents before the parts below them. An empty index
/// has no nodes.
///   RowGrid        depth 0 is the grid, 1 a row, 2 a cell. Bounds are the rectangles of cells, and boxes may reach
///                  beyond them; border cells also hold elements that lie outside. Cost O(rows + cells)
///   LooseGrid      depth 0 is the grid, 1 a level, 2 a loose cell with its shrink-wrapped box
///   Quadtree       depth 0 is the root. Branches and leaves; bounds are the squares of nodes, and border nodes also
///                  hold elements that lie outside. Nodes without elements are visited as well
///   LooseQuadtree  depth 0 is the root; bounds are the stored boxes around elements
///   StaticTree     depth 0 is the root; each tile, and bounds are exact
///   World          the nodes of every structure that holds elements
template <class Self> class THRONG_API Reads {
public:
    /// Calls f(node) -> bool for each node; false skips the nodes below it.
    template <class F> void visit(F&& f) const { detail::visit_by(*this, f); }

    /// The same with a plain function and its context.
    void visit(NodeVisitor* visitor, void* context) const noexcept;

    /// The box of an element as queries see it. An absent or dead slot: all zero. Cost O(1); of a RowGrid O(elements in
    /// its cell), which are about two unless very many elements share one place.
    Aabb bounds_of(Slot slot) const noexcept;

    /// out[i] is the box of slots[i]. An `out` that is shorter than `slots`: OutputTooSmall, and nothing is written.
    /// Busy as validate. The cost of each, without allocation.
    Status bounds_of(std::span<const Slot> slots, std::span<Aabb> out) const noexcept;

    /// The length of per-slot arrays: the last build's size, or the highest slot inserted since + 1, if that is more.
    /// In a World it is the highest slot ever alive + 1.
    std::size_t slot_count() const noexcept;

    /// How many elements are present.
    std::size_t size() const noexcept;

    /// All memory that the index has taken, in bytes, scratch and its own state included.
    std::size_t bytes() const noexcept;

    /// Checks every invariant that queries rely on. Corrupt: one is broken, for example by stray writes; Busy: the
    /// index is being changed. Cost O(all): elements, parts and slots, on the calling thread.
    Status validate() const noexcept;

protected:
    Reads() noexcept = default;
    Reads(const Reads&) noexcept = default;
    Reads& operator=(const Reads&) noexcept = default;
    ~Reads() = default;
};

} // namespace parts

} // namespace throng
