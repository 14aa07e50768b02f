// SPDX-License-Identifier: MIT
// A double grid for moving elements of many sizes: fine loose cells that own elements, coarse tight cells that find
// them.
#pragma once

#include <throng/changes.hpp>
#include <throng/life.hpp>
#include <throng/queries.hpp>
#include <throng/spatial_index.hpp>

namespace throng {

/// How a LooseGrid is set up.
struct THRONG_API LooseGridDesc {
    /// Where cells are laid. Without area: around the elements of each build, or of an insert into an empty index.
    /// Never a limit: elements outside are kept at the border. A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// The side of a loose cell of the finest level. 0: so that cells hold about ten elements each, and no smaller than
    /// the median element; then it follows the density. It is made larger until cells number at most 4,096 or one per
    /// element. Negative, NaN or infinite: InvalidArgument.
    float loose_cell = 0;

    /// The side of a tight cell of the finest level, taken as the nearest of 1, 2, 4, 8 or 16 loose cells. 0: four,
    /// whose sixteen boxes are one test. Negative, NaN or infinite: InvalidArgument.
    float tight_cell = 0;

    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls run that bring no Executor.
    Executor executor{};
};

/// Moving elements of many sizes. Each element is in one loose cell, that of its centre, and each loose cell knows the
/// box around its elements; tight cells list loose cells with their boxes (after Dragon Energy, Stack Overflow,
/// question 41946007). A search walks the tight cells within reach, tests sixteen listed boxes at once, and reads the
/// elements of those loose cells that it touches. Elements larger than a cell live on coarser levels, whose cells are
/// four times as wide from one to the next: a giant never swells the cell of an ant, and how far elements reach beyond
/// their cells is known level by level. So a loose cell is listed in one tight cell alone, whatever its box touches,
/// and is met once.
///
/// Life, queries, changes and reads are documented once for all indexes: Life in life.hpp, Queries in queries.hpp,
/// Changes and Reads in changes.hpp. update() refits as refit() does; refit() shrinks the boxes of cells to their
/// elements, and the reach of levels, and is for where update() is not called.
///
/// Memory   in proportion to the elements and the largest slot, and steady: bytes() tells it. About 90 bytes per
///          element of a common crowd, one tile of 320 bytes per loose cell.
class THRONG_API THRONG_EMPTY_BASES LooseGrid : public Life<LooseGrid, LooseGridDesc>,
                                                public Queries<LooseGrid>,
                                                public Changes<LooseGrid>,
                                                public Reads<LooseGrid> {
public:
    using Life::Life;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

extern template class Life<LooseGrid, LooseGridDesc>;
extern template class Queries<LooseGrid>;
extern template class Changes<LooseGrid>;
extern template class Reads<LooseGrid>;
static_assert(DynamicIndex<LooseGrid>);

} // namespace throng
