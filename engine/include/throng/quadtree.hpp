// SPDX-License-Identifier: MIT
// The classic quadtree with tight leaves, for comparison, drawing and study as much as for use.
#pragma once

#include <throng/changes.hpp>

#include <throng/names_begin.hpp>

namespace throng {

/// How a Quadtree is set up.
struct THRONG_API QuadtreeDesc {
    /// The root is a square that begins at the minimum. Without area: around the elements of each build, or of an
    /// insert into an empty index, except a few that are far away; and again when an eighth of their extent has left
    /// the root or it is four times as wide as they need. Changes and refit() check this now and then. Never a limit:
    /// elements outside are kept at the border. A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// A leaf splits above this many elements, once per change. It does not split if its quarters would list
    /// them more than three times over, as with elements larger than the leaf, nor beyond 64 entries per
    /// element. 0: InvalidArgument.
    std::uint32_t max_per_leaf = 8;

    /// No leaf is deeper, so that coincident elements are harmless. 0 is a single leaf. Above 15: InvalidArgument.
    std::uint32_t max_depth = 8;

    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls without an Executor of their own run.
    Executor executor{};
};

/// A tight quadtree: an element is stored once and listed in every leaf that its box touches. Nodes are 8 bytes (first
/// child or first list entry, and a count). Four children lie side by side, boxes of nodes are computed during the
/// descent, and lists are linked by index. cleanup() merges emptied leaves, one level per call (after Dragon Energy,
/// Stack Overflow, question 41946007).
///
/// It is here for comparison, drawing and study as much as for use. RowGrid, LooseGrid and LooseQuadtree are faster if
/// everything moves, StaticTree if nothing does. Its strengths are small memory and cheap single changes.
///
/// Queries and reads are documented at Space (queries.hpp), changes at BoxIndex (changes.hpp). update() does one
/// cleanup(). refit() repeats cleanup() until nothing is left to merge, splits leaves that are too full until none is
/// left, memory permitting, and lays out the tree again if its root no longer suits (QuadtreeDesc::bounds).
///
/// Memory   16 bytes per slot, 8 per leaf that an element touches, 8 per node; 100,000 elements of common size stay
///          below 6 MB.
class THRONG_API Quadtree : public BoxIndex {
public:
    /// Not open: it reads as empty, and changes of it return InvalidArgument.
    Quadtree() noexcept;

    /// Open and empty. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc if memory
    /// gives no block.
    explicit Quadtree(const QuadtreeDesc& desc);

    /// Makes the object open and empty, whatever it was. InvalidBounds, InvalidArgument (see the Desc), OutOfMemory:
    /// the object is unchanged. Unguarded: no other call may use the object meanwhile.
    Status open(const QuadtreeDesc& desc) noexcept;

    /// Turns parents of four empty leaves into leaves: one level per call. For use once per frame, which spreads the
    /// work: answers are exact without it. InvalidArgument: not open; Busy. Cost O(nodes).
    Status cleanup() noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

static_assert(DynamicIndex<Quadtree>);

} // namespace throng

#include <throng/names_end.hpp>
