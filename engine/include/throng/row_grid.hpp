// SPDX-License-Identifier: MIT
// A grid whose rows own their lists, for very many elements of a common size that all move every tick.
#pragma once

#include <throng/changes.hpp>
#include <throng/life.hpp>
#include <throng/queries.hpp>
#include <throng/spatial_index.hpp>

namespace throng {

/// How a RowGrid is set up. The defaults work for boxes and for points of no extent.
struct THRONG_API RowGridDesc {
    /// Where cells are laid. Without area (min == max on an axis): around the elements of each build, or of an insert
    /// into an empty grid, and anew when the crowd has moved out. Never a limit: elements outside are kept in the
    /// border rows and cells, where searches test more candidates.
    /// A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// Points: half the side of the box that each of them stands for; 0: points. Boxes: one whose width or height is
    /// above twice this, by more than 4 ulp of the larger of this and its largest |coordinate| along that side, is
    /// TooLarge; 0: any size. Negative, NaN or infinite: InvalidArgument.
    float max_half_extent = 0;

    /// The side of a cell. 0: 1.4 times the mean distance of the elements (of up to 4096: twice), so that the cells of
    /// a uniform world hold about two each (four), but no less than half the median element's longer side; chosen by
    /// build and by an insert into an empty grid, from a sample of at most 512 elements, and kept until the density has
    /// changed by a factor of two. Up to 256 elements then share one row, and up to 64 one cell, however far they lie;
    /// the grid is laid anew when they are twice as many or half as few. Either size is made larger until rows number
    /// at most 65,536 or four per element, whichever is more, and 2^24 in any case; elements beyond 2^24 columns are
    /// kept in the last one. view().cell_size tells the outcome. Negative, NaN or infinite: InvalidArgument.
    float cell_size = 0;

    /// Where all of the grid's memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls run that bring no Executor.
    Executor executor{};
};

/// The raw columns of one row, in memory order: cell by cell. They last until the next change.
struct RowView {
    const float *min_x, *min_y, *max_x, *max_y; ///< of a point-built grid: min == max == the point
    const Slot* slots;
    const std::uint32_t* cell_begin;  ///< cells + 1 offsets into the row
    std::uint32_t cells, shift, size; ///< a cell of this row is cell_size * 2^shift wide; an empty row has no cells
};

/// How a grid is laid.
struct RowGridView {
    Vec2 origin;        ///< the lower left corner of row 0
    float cell_size;    ///< the height of a row
    std::uint32_t rows; ///< 0: the grid is empty
    float half_extent;  ///< of point-built elements, else 0
};

/// A uniform grid of rows: each row is one run of columns, sorted by the cells of the elements' centres.
///
/// Elements have either boxes or points, as the first build or insert decides; it stays so through clear(), and only
/// open() forgets it. A point p stands for the box {p - h, p + h}, h = RowGridDesc::max_half_extent, each coordinate
/// rounded once, and is its centre; a box's centre is 0.5f * min + 0.5f * max. Sizes may differ: searches reach as much
/// farther as half of the boxes' usual extent, and the few rows with far larger ones are looked at apart. Neither
/// bounds nor cells nor sizes ever change an answer.
///
/// Life, queries, changes and reads are documented once for all indexes: Life in life.hpp, Queries in queries.hpp,
/// Changes and Reads in changes.hpp. Special to this one:
///
/// Changes  those of points are the same as those of boxes, for the boxes of max_half_extent around points. A point
///          whose box overflows is InvalidBounds. clear() keeps the kind of elements, memory and cells.
/// Cells    every 16th update or move looks whether the cells still suit: where the density has changed by a factor of
///          two (with cells of its own choice), or the crowd has moved out of the grid (without given bounds), it is
///          laid anew, which costs as much as a build. A grid of one cell suits wherever its elements go, and takes
///          their boxes in place. insert, erase and refit look at once. Where memory or the host refuses that, the grid
///          stays as it is, which is no fault.
/// Memory   after some ticks about 44 bytes per box and 34 per point, of which 4 are for the slot, present or not; 16
///          or 8 more, at most twice that, where updates bring arrays in no order of space, items of more than 48
///          bytes, or faulty ones; and about 100 per row, empty or not, with cells as wide as their number stays below
///          about twice the elements of their row. bytes() tells the sum. build gives back the scratch of earlier
///          changes; the first updates take theirs. update takes none once grown to the largest crowd and the most
///          movers so far; a grid that is laid anew takes its scratch again.
class THRONG_API THRONG_EMPTY_BASES RowGrid : public Life<RowGrid, RowGridDesc>,
                                              public Queries<RowGrid>,
                                              public Changes<RowGrid>,
                                              public Reads<RowGrid> {
public:
    using Life::Life;

    using Changes::build;
    using Changes::insert;
    using Changes::move;
    using Changes::update;

    /// As build for boxes.
    Status build(PointView centers, Executor executor = {}) noexcept;

    /// As update for boxes.
    Status update(PointView centers, Executor executor = {}) noexcept;

    /// As insert for boxes.
    Status insert(std::span<const Slot> slots, PointView centers, Executor executor = {}) noexcept;

    /// As move for boxes.
    Status move(std::span<const Slot> slots, PointView centers, Executor executor = {}) noexcept;

    /// Every slot that is present, once, in memory order. Sort your arrays by it now and then: each later update reads
    /// them as a stream. Unguarded, as view() and row(); what they return lasts until the next change.
    std::span<const Slot> order() const noexcept;

    /// How the grid is laid.
    RowGridView view() const noexcept;

    /// The columns of row `index`; all zero for an empty row, and from view().rows on. Row i holds the elements whose
    /// centre is in [origin.y + i * cell_size, origin.y + (i + 1) * cell_size), up to rounding; the first and the last
    /// also what lies beyond.
    RowView row(std::uint32_t index) const noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

extern template class Life<RowGrid, RowGridDesc>;
extern template class Queries<RowGrid>;
extern template class Changes<RowGrid>;
extern template class Reads<RowGrid>;
static_assert(DynamicIndex<RowGrid>);

} // namespace throng
