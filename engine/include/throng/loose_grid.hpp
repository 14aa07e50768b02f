// SPDX-License-Identifier: MIT
// A double grid for moving elements of many sizes: fine loose cells own the elements, coarse tight cells find them.
#pragma once

#include <throng/changes.hpp>

#include <throng/names_begin.hpp>

namespace throng {

/// How a LooseGrid is set up.
struct THRONG_API LooseGridDesc {
    /// Where cells are laid out. Without area: around the elements of each build, or of an insert into an empty index.
    /// Never a limit: elements outside are kept at the border. A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// The side of a loose cell of the finest level. 0: chosen so that cells hold about ten elements each, at least the
    /// size of the median element, and adapted to the density afterwards. It is enlarged until there are at most 4,096
    /// cells or one per element, whichever is more. Negative, NaN or infinite: InvalidArgument.
    float loose_cell = 0;

    /// The side of a tight cell of the finest level, rounded to 1, 2, 4, 8 or 16 loose cells. 0: four, so that the
    /// sixteen boxes of a tight cell take one test. Negative, NaN or infinite: InvalidArgument.
    float tight_cell = 0;

    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls without an Executor of their own run.
    Executor executor{};
};

/// Moving elements of many sizes. Each element is in one loose cell, that of its centre, and each loose cell stores the
/// box around its elements; tight cells list loose cells with their boxes (after Dragon Energy, Stack Overflow,
/// question 41946007). A search walks the tight cells within reach, tests sixteen listed boxes at once, and reads the
/// elements of the loose cells that it touches.
///
/// Elements larger than a cell are on coarser levels, whose cells are four times as wide from one to the next, and
/// wires, if common, on one level for wide and one for tall ones. So a giant never enlarges the cell of an ant. Each
/// level stores how far its elements reach: a loose cell is listed in one tight cell, and a search finds it once.
///
/// Queries and reads are documented at Space (queries.hpp), changes at BoxIndex (changes.hpp). refit() shrinks the
/// boxes of cells, and the reach of levels, to their elements. update() does the same, so refit() is for programs that
/// do not call update().
///
/// Memory   in proportion to the elements and the largest slot, and steady; bytes() returns it. About 90 bytes per
///          element of a common crowd, one tile of 320 bytes per loose cell.
class THRONG_API LooseGrid : public BoxIndex {
public:
    /// Not open: it reads as empty, and changes of it return InvalidArgument.
    LooseGrid() noexcept;

    /// Open and empty. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc if memory
    /// gives no block.
    explicit LooseGrid(const LooseGridDesc& desc);

    /// Makes the object open and empty, whatever it was. InvalidBounds, InvalidArgument (see the Desc), OutOfMemory:
    /// the object is unchanged. Unguarded: no other call may use the object meanwhile.
    Status open(const LooseGridDesc& desc) noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

static_assert(DynamicIndex<LooseGrid>);

} // namespace throng

#include <throng/names_end.hpp>
