// SPDX-License-Identifier: MIT
// A grid whose rows own their lists, for very many elements of a common size that all move every tick.
#pragma once

#include <throng/changes.hpp>

#include <throng/names_begin.hpp>

namespace throng {

/// How a RowGrid is set up. The defaults work for boxes and for points of no extent.
struct THRONG_API RowGridDesc {
    /// Where cells are laid out. Without area (min == max on an axis): around the elements of each build, or of an
    /// insert into an empty grid, and again after the crowd has moved out. Never a limit: elements outside are kept in
    /// the border rows and cells, where searches test more candidates. A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// For points: half the side of the square around each; 0: points without extent. For boxes: the largest half
    /// extent. A box with a width or height above twice this, by more than 4 ulp of the larger of this and its largest
    /// |coordinate| along that side, is TooLarge; 0: any size. Negative, NaN or infinite: InvalidArgument.
    float max_half_extent = 0;

    /// The side of a cell; 0: the grid chooses it. view().cell_size is the outcome. Negative, NaN or
    /// infinite: InvalidArgument.
    ///
    /// The grid takes 1.4 times the mean distance of the elements (for at most 4096 elements: twice), but at least half
    /// the longer side of the median element. The cells of a uniform world then hold about two elements each (four).
    /// build, and insert into an empty grid, choose the side from a sample of at most 512 elements; it is kept until
    /// the density has changed by a factor of two. Up to 256 elements share one row and up to 96 one cell, whatever
    /// their distance, but not if a side is given; the grid is laid out again when they have become twice as many or
    /// half as many.
    ///
    /// A side that is given or chosen is enlarged until there are at most 65,536 rows or four per element, whichever is
    /// more, and at most 2^24 in any case. Elements beyond 2^24 columns are kept in the last one.
    float cell_size = 0;

    /// Where all of the grid's memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls without an Executor of their own run.
    Executor executor{};
};

/// The raw columns of one row, in memory order: cell by cell. They are valid until the next change.
struct RowView {
    const float *min_x, *min_y, *max_x, *max_y; ///< of a grid of points: min == max == the point
    const Slot* slots;
    const std::uint32_t* cell_begin;  ///< cells + 1 offsets into the row
    std::uint32_t cells, shift, size; ///< a cell is RowGridView::column_size * 2^shift wide; an empty row has no cells
};

/// The layout of a grid.
struct RowGridView {
    Vec2 origin;        ///< the lower left corner of row 0
    float cell_size;    ///< the height of a row
    std::uint32_t rows; ///< 0: the grid is empty
    float half_extent;  ///< of the squares around points, else 0
    bool turned; ///< rows lie along y, and row 0 begins at the least x: the elements extend farther in y than in x
    float column_size; ///< cell_size; less if the grid chose its cells for an uneven crowd, more beyond 2^24 columns
};

/// A uniform grid of rows: each row is one run of columns, sorted by the cells of the elements' centres.
///
/// Elements are boxes or points. The first build or insert decides, clear() keeps the decision, and only open() resets
/// it. A point p is the centre of the box {p - h, p + h}, h = RowGridDesc::max_half_extent, each coordinate rounded
/// once. The centre of a box is 0.5f * min + 0.5f * max. Sizes may differ: searches reach farther by half of the usual
/// extent of the boxes, and the few rows with far larger boxes are searched separately. Bounds, cells and sizes never
/// change an answer.
///
/// Queries and reads are documented at Space (queries.hpp), changes at BoxIndex (changes.hpp). This index adds:
///
/// Changes  with points are the same as with boxes, for the boxes of max_half_extent around the points. A point whose
///          box overflows is InvalidBounds. clear() keeps the kind of elements, the memory and the cells.
/// Cells    every 16th update or move checks whether the cells still suit; insert, erase and refit check at once. The
///          grid is laid out again, at the cost of a build, if the crowd has moved out of it (without given bounds).
///          A grid that chooses its cell size is also laid out again if the density has changed by a factor of two, or
///          the best cell size of an uneven crowd by a factor of three. A crowd is uneven if smaller cells save a
///          quarter of the time for rows and for candidates in full cells, estimated from a sample of at most 512
///          elements. A grid of one cell suits wherever its elements go, and their new boxes are stored in place. If
///          memory or the host refuses the new layout, the grid stays as it is, which is no fault.
/// Memory   after some ticks about 44 bytes per box and 34 per point, of which 4 are for the slot, present or not; 16
///          or 8 more, at most twice that, if updates bring arrays in no order of space, items of more than 48 bytes,
///          or faulty ones; and about 100 per row, empty or not. Cells are so wide that a row has at most about twice
///          as many as elements (16 times in crowded rows of an uneven crowd). bytes() returns the sum. build frees the
///          scratch of earlier changes, and the first updates take theirs. update takes no memory once the grid has
///          held its largest crowd and the most movers so far; a grid that is laid out again takes its scratch again.
class THRONG_API RowGrid : public BoxIndex {
public:
    /// Not open: it reads as empty, and changes of it return InvalidArgument.
    RowGrid() noexcept;

    /// Open and empty. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc if memory
    /// gives no block.
    explicit RowGrid(const RowGridDesc& desc);

    /// Makes the object open and empty, whatever it was. InvalidBounds, InvalidArgument (see the Desc), OutOfMemory:
    /// the object is unchanged. Unguarded: no other call may use the object meanwhile.
    Status open(const RowGridDesc& desc) noexcept;

    using BoxIndex::build;
    using BoxIndex::faulty_slots;
    using BoxIndex::insert;
    using BoxIndex::move;
    using BoxIndex::update;

    /// Like build for boxes.
    Status build(PointView centers, Executor executor = {}) noexcept;
    template <DoublePointRange R> Status build(const R&) = delete; ///< floats; a World takes doubles: double_views.hpp

    /// Like update for boxes.
    Status update(PointView centers, Executor executor = {}) noexcept;

    using BoxIndex::assign;

    /// Like assign for boxes.
    Status assign(PointView centers, Executor executor = {}) noexcept {
        return is_update(centers.size) ? update(centers, executor) : build(centers, executor);
    }

    /// Like insert for boxes.
    Status insert(std::span<const Slot> slots, PointView centers, Executor executor = {}) noexcept;

    /// Like move for boxes.
    Status move(std::span<const Slot> slots, PointView centers, Executor executor = {}) noexcept;

    /// The same of slots in braces.
    Status insert(std::initializer_list<Slot> slots, PointView centers, Executor executor = {}) noexcept {
        return insert(std::span<const Slot>(slots.begin(), slots.size()), centers, executor);
    }
    Status move(std::initializer_list<Slot> slots, PointView centers, Executor executor = {}) noexcept {
        return move(std::span<const Slot>(slots.begin(), slots.size()), centers, executor);
    }

    /// Like faulty_slots for boxes.
    std::size_t faulty_slots(PointView by_slot, std::span<Slot> out) const noexcept;

    /// Every slot that is present, once, in memory order. Sort your arrays by it now and then: each later update reads
    /// them as a stream. Unguarded, as view() and row(); what they return is valid until the next change.
    std::span<const Slot> order() const noexcept;

    /// The layout of the grid.
    RowGridView view() const noexcept;

    /// The columns of row `index`; all zero for an empty row, and from view().rows on. Row i holds the elements whose
    /// centre is in [origin.y + i * cell_size, origin.y + (i + 1) * cell_size), up to rounding; the first and the last
    /// row also hold the elements beyond.
    RowView row(std::uint32_t index) const noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

static_assert(DynamicIndex<RowGrid>);

} // namespace throng

#include <throng/names_end.hpp>
