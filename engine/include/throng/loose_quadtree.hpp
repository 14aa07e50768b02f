// SPDX-License-Identifier: MIT
// A loose quadtree: one leaf per element whatever its size, boxes stored and shrink-wrapped.
#pragma once

#include <throng/changes.hpp>

#include <throng/names_begin.hpp>

namespace throng {

/// How a LooseQuadtree is set up.
struct THRONG_API LooseQuadtreeDesc {
    /// Where elements are expected. The whole square is around these bounds and around all but the farthest of the
    /// elements that are sorted. Never a limit: what is outside belongs to the border. A NaN, an infinity or min > max:
    /// InvalidBounds.
    Aabb bounds{};

    /// A square is divided if it has more than max_per_leaf centres; 0: InvalidArgument. No square is deeper than
    /// max_depth, so that coincident centres are harmless; 0 is a single square. Above 15: InvalidArgument.
    std::uint32_t max_per_leaf = 4, max_depth = 15;

    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls without an Executor of their own run.
    Executor executor{};
};

/// Elements of any size that come, go, move and jump. Each is in exactly one leaf, chosen by its centre, so that giants
/// cost no more than ants; the boxes of nodes are stored around their elements (after Dragon Energy, Stack Overflow,
/// question 41946007). Elements are sorted along Hilbert's curve, on which each square of the quadtree is one run. A
/// tile of sixteen boxes holds as many whole leaves as fit, with room for one element more, sixteen such tiles have a
/// tile of boxes above, and so on: one vector compare tests a tile, as in a StaticTree. Where wires are common (boxes
/// that are long in one direction alone), those of each direction have a quadtree of their own.
///
/// Queries and reads are documented at Space (queries.hpp), changes at BoxIndex (changes.hpp). update() and move()
/// write boxes where they are; an element that is farther from the elements of its tile than half that tile is wide
/// goes to the tile of the square that it is in, and so does one that insert() adds. So searches take at most about a
/// fifth longer than after a build while elements jump, come and go. All are sorted again, as by build(), once the
/// boxes of tiles are a fifth longer than after the last time, once an eighth of the elements has come, gone or left
/// its squares, when a crowd gathers, when wires become common or rare, and by refit(); without memory for it searches
/// take longer.
///
/// Cost     update, and move of more than a sixteenth of the elements: O(slots), in parallel, and O(log size) for each
///          that leaves its squares, on the calling thread; insert and other moves O(log size) for each, erase O(1), on
///          the calling thread.
/// Memory   about 31 bytes per element after a build, of which 4 are for the slot, present or not; up to 60 where most
///          leaves fill little more than half a tile each, such as heaps of nine. A build takes about 8 to 16 more
///          meanwhile. Changes that sort the elements again take another 40, and keep them for the next one; with
///          leaves that continue it is about 85.
class THRONG_API LooseQuadtree : public BoxIndex {
public:
    /// Not open: it reads as empty, and changes of it return InvalidArgument.
    LooseQuadtree() noexcept;

    /// Open and empty. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc if memory
    /// gives no block.
    explicit LooseQuadtree(const LooseQuadtreeDesc& desc);

    /// Makes the object open and empty, whatever it was. InvalidBounds, InvalidArgument (see the Desc), OutOfMemory:
    /// the object is unchanged. Unguarded: no other call may use the object meanwhile.
    Status open(const LooseQuadtreeDesc& desc) noexcept;

    /// Shrink-wraps the boxes of nodes, and sorts all elements if an update would. Answers are exact without it, and
    /// update() does as much: it is for elements that were moved and erased one by one. InvalidArgument: not open;
    /// Busy. Cost O(elements).
    Status cleanup() noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

static_assert(DynamicIndex<LooseQuadtree>);

} // namespace throng

#include <throng/names_end.hpp>
