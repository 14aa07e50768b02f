// SPDX-License-Identifier: MIT
// A packed tree over boxes that seldom come or go: any sizes, any density, and fastest to search.
#pragma once

#include <throng/byte_stream.hpp>
#include <throng/queries.hpp>
#include <throng/spatial_index.hpp>

#include <initializer_list>
#include <span>

namespace throng {

/// How a StaticTree is set up.
struct THRONG_API StaticTreeDesc {
    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls without an Executor of their own run.
    Executor executor{};
};

/// A tree over boxes of any sizes at any density. One buffer stores them as tiles of sixteen boxes, in the order of a
/// space-filling curve. Each tile has a box around it, sixteen such boxes form a tile above, and so on up to the root,
/// so that every step of a search tests sixteen boxes at once (after Kamel and Faloutsos 1993, packed R-trees;
/// Hilbert's curve). It suits elements that never move, such as castles and boulders, and those that move a little in
/// each tick, above all if their sizes follow their spacing; for crowds of one size a RowGrid is faster. None of its
/// elements comes or goes but by build().
///
/// Queries and reads are documented at Space (queries.hpp).
///
/// Threads  a change during a query or another change, and a query during a change, return Busy, at once.
/// Memory   about 26 bytes per element after a build, of which 4 are for the slot, present or not; a build takes
///          about 8 more meanwhile, besides the old content; an update that sorts the elements again, another 20.
class THRONG_API StaticTree : public Space {
public:
    /// Not open: it reads as empty, and changes of it but load return InvalidArgument.
    StaticTree() noexcept;

    /// Open and empty. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc if memory
    /// gives no block.
    explicit StaticTree(const StaticTreeDesc& desc);

    /// Makes the object open and empty, whatever it was. InvalidArgument (see the Desc), OutOfMemory: the object is
    /// unchanged. Unguarded: no other call may use the object meanwhile.
    Status open(const StaticTreeDesc& desc) noexcept;

    /// Replaces everything: element i has box i and slot i; a faulty box (InvalidBounds) leaves its slot absent.
    /// slot_count() is boxes.size() afterwards. A fault of the whole call leaves the tree as it was; OutOfCapacity from
    /// about 10^9 elements on.
    ///
    /// Cost     O(boxes), parallel: boxes are sorted by their centre's place on the curve, then written once.
    Status build(BoxView boxes, Executor executor = {}) noexcept;

    /// The call for each tick: new boxes for all elements. Item i is for slot i. There is an item for each slot, else
    /// InvalidArgument; items of absent slots are ignored. An element with a faulty box (InvalidBounds) stays where it
    /// was. Once the tiles' boxes are a fifth longer than after the last build, all elements are sorted again, unless
    /// there is no memory for it: then searches take longer, and answers are exact.
    ///
    /// Cost     O(boxes), parallel: each tile is written again where it is; a build where elements are sorted again.
    Status update(BoxView boxes, Executor executor = {}) noexcept;

    /// Moves some elements: slots[i] to boxes[i]. There is a box for each slot, else InvalidArgument. A slot that is
    /// absent or that came before in the batch is InvalidArgument for its item; an element with a faulty box stays
    /// where it was. OutOfMemory: nothing has changed.
    ///
    /// Cost     O(slots log slot_count()), on the calling thread; as with update(), a build now and then.
    Status move(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;
    Status move(std::initializer_list<Slot> slots, BoxView boxes, Executor executor = {}) noexcept {
        return move(std::span<const Slot>(slots.begin(), slots.size()), boxes, executor);
    }

    /// Saves the boxes by slot: byte_stream.hpp. Equal contents give equal bytes. Cancelled: the writer stopped; Busy
    /// during a build; InvalidArgument for a closed tree.
    ///
    /// Cost     O(slot_count()), on the calling thread, without allocation.
    Status save(ByteWriter writer) const noexcept;

    /// Replaces everything by what was saved. A closed tree is opened, with the default StaticTreeDesc. Corrupt, for
    /// whatever was not saved by a tree, OutOfMemory, OutOfCapacity, Cancelled, Busy, and InvalidArgument for a later
    /// major version of the format: the tree is as before.
    ///
    /// Cost     of a build. Memory: 16 bytes an element besides, 20 behind absent slots, and those of the build.
    Status load(ByteReader reader, Executor executor = {}) noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

static_assert(SpatialIndex<StaticTree>);

} // namespace throng
