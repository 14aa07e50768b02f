// SPDX-License-Identifier: MIT
// A packed tree over boxes of any sizes at any density that seldom come or go.
#pragma once

#include <throng/byte_stream.hpp>
#include <throng/changes.hpp>

#include <throng/names_begin.hpp>

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
/// each tick, above all if their sizes follow their spacing; for crowds of one size a RowGrid is faster.
///
/// Queries and reads are documented at Space (queries.hpp), changes at BoxIndex (changes.hpp). build() sorts all
/// elements by their centres' places on the curve. update() and move() write boxes where they are: O(boxes), parallel,
/// and O(slots log slot_count()), on the calling thread. insert() adds each new element to the leaf whose box grows
/// least. All elements are sorted again once the leaves' boxes are a fifth longer than after the last time, once an
/// eighth of the elements has come or gone since, and by refit(); without memory for it searches take longer.
///
/// Memory   about 26 bytes per element after a build, of which 4 are for the slot, present or not; a build takes about
///          8 to 16 more meanwhile. Once elements have come or gone, one more, and 340 for each leaf that continues in
///          another tile. A change that sorts the elements again takes another 38, and keeps them for the next one.
class THRONG_API StaticTree : public BoxIndex {
public:
    /// Not open: it reads as empty, and changes of it but load return InvalidArgument.
    StaticTree() noexcept;

    /// Open and empty. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc if memory
    /// gives no block.
    explicit StaticTree(const StaticTreeDesc& desc);

    /// Makes the object open and empty, whatever it was. InvalidArgument (see the Desc), OutOfMemory: the object is
    /// unchanged. Unguarded: no other call may use the object meanwhile.
    Status open(const StaticTreeDesc& desc) noexcept;

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

static_assert(DynamicIndex<StaticTree>);

} // namespace throng

#include <throng/names_end.hpp>
