// SPDX-License-Identifier: MIT
// The classic quadtree with tight leaves, for comparison, drawing and study as much as for use.
#pragma once

#include <throng/changes.hpp>
#include <throng/life.hpp>
#include <throng/queries.hpp>
#include <throng/spatial_index.hpp>

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
/// Life, queries, changes and reads are documented once for all indexes: Life in life.hpp, Queries in queries.hpp,
/// Changes and Reads in changes.hpp. update() does one cleanup(). refit() repeats cleanup() until nothing is left to
/// merge, splits leaves that are too full until none is left, memory permitting, and lays out the tree again if its
/// root no longer suits (QuadtreeDesc::bounds).
///
/// Memory   16 bytes per slot, 8 per leaf that an element touches, 8 per node; 100,000 elements of common size stay
///          below 6 MB.
class THRONG_API THRONG_EMPTY_BASES Quadtree : public parts::Life<Quadtree, QuadtreeDesc>,
                                               public parts::Queries<Quadtree>,
                                               public parts::Changes<Quadtree>,
                                               public parts::Reads<Quadtree> {
public:
    using Life::Life;

    /// Turns parents of four empty leaves into leaves: one level per call. For use once per frame, which spreads the
    /// work: answers are exact without it. InvalidArgument: not open; Busy. Cost O(nodes).
    Status cleanup() noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

extern template class parts::Life<Quadtree, QuadtreeDesc>;
extern template class parts::Queries<Quadtree>;
extern template class parts::Changes<Quadtree>;
extern template class parts::Reads<Quadtree>;
static_assert(DynamicIndex<Quadtree>);

} // namespace throng
