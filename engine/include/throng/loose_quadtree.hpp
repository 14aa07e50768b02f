// SPDX-License-Identifier: MIT
// A loose quadtree: one leaf per element whatever its size, boxes stored and shrink-wrapped.
#pragma once

#include <throng/changes.hpp>

#include <throng/names_begin.hpp>

namespace throng {

/// How a LooseQuadtree is set up.
struct THRONG_API LooseQuadtreeDesc {
    /// The root is the square around these bounds. Without area: around the elements of each build or of an insert into
    /// an empty index, and again when the crowd has left the root or covers only a quarter of its side; changes and
    /// refit() check this now and then. Never a limit: elements outside are kept at the border. A NaN, an infinity or
    /// min > max: InvalidBounds.
    Aabb bounds{};

    /// A leaf splits above max_per_leaf elements; 0: InvalidArgument. No leaf is deeper than max_depth, so that
    /// coincident centres are harmless; 0 is a single leaf. Above 15: InvalidArgument.
    std::uint32_t max_per_leaf = 8, max_depth = 8;

    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls without an Executor of their own run.
    Executor executor{};
};

/// Moving elements of any size. Each is in exactly one leaf, chosen by its centre, so that giants cost no more than
/// ants. The boxes of nodes are stored: they grow when an element comes in, and cleanup() shrink-wraps them (after
/// Dragon Energy, Stack Overflow, question 41946007). The children of a node lie side by side in tiles of up to sixteen
/// boxes, and one vector compare tests a tile. A branch covers two levels of squares: each of its children is a quarter
/// of its square or a quarter of such a quarter. Where wires are common, wide and tall ones have a square each.
///
/// Queries and reads are documented at Space (queries.hpp), changes at BoxIndex (changes.hpp). insert() splits leaves
/// at once if they get too full; update() does one cleanup(). refit() lays out the tree again if its root no longer
/// suits (LooseQuadtreeDesc::bounds), then repeats cleanup() until nothing is left to split, merge or shrink, or no
/// memory is left for splits.
///
/// Memory   about 380 bytes per leaf, or per sixteen elements of a larger one, and 4 per slot: 40 to 160 bytes per
///          element, as leaves are full; a build takes about 30 more per element meanwhile. bytes() returns the sum.
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

    /// Shrink-wraps the boxes of nodes. By one level, it splits leaves that are too full and merges leaves that
    /// together are at most half full. For use once per frame: answers are exact without it. Without memory for a
    /// split, a leaf stays as full as it is. InvalidArgument: not open; Busy. Cost O(nodes).
    Status cleanup() noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

static_assert(DynamicIndex<LooseQuadtree>);

} // namespace throng

#include <throng/names_end.hpp>
