// SPDX-License-Identifier: MIT
// A grid whose rows own their lists, for very many elements of a common size that all move every tick.
#pragma once

#include <throng/spatial_index.hpp>

namespace throng {

/// How a RowGrid is set up. The defaults work for boxes and for points of no extent.
struct RowGridDesc {
    /// Where cells are laid. Without area (min == max on an axis): around the elements of each build, or of an insert into an empty grid,
    /// and anew when the crowd has moved out. Never a limit: elements outside are kept in the border rows and cells, where searches test
    /// more candidates.
    /// A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// Points: half the side of the box that each of them stands for; 0: points. Boxes: one whose width or height is above twice this, by
    /// more than 4 ulp of the larger of this and its largest |coordinate| along that side, is TooLarge; 0: any size.
    /// Negative, NaN or infinite: InvalidArgument.
    float max_half_extent = 0;

    /// The side of a cell. 0: 1.4 times the mean distance of the elements (of up to 4096: twice), so that the cells of a uniform world hold
    /// about two each (four), but no less than half the median element's longer side; chosen by build and by an insert into an
    /// empty grid, from a sample of at most 512 elements, and kept until the density has changed by a factor of two. Up to 256 elements
    /// then share one row, and up to 64 one cell, however far they lie; the grid is laid anew when they are twice as many or half as few.
    /// Either size is made larger until rows number at most 65,536 or four per element, whichever is more, and 2^24 in any case; elements
    /// beyond 2^24 columns are kept in the last one. view().cell_size tells the outcome. Negative, NaN or infinite: InvalidArgument.
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
/// Elements have either boxes or points, as the first build or insert decides; it stays so through clear(), and only open() forgets it. A
/// point p stands for the box {p - h, p + h}, h = RowGridDesc::max_half_extent, each coordinate rounded once, and is its centre; a box's
/// centre is 0.5f * min + 0.5f * max. Sizes may differ: searches reach as much farther as half of the boxes' usual extent, and the few rows
/// with far larger ones are looked at apart. Neither bounds nor cells nor sizes ever change an answer.
///
/// A grid that was never opened, or that was moved from, reads as empty, and changes of it return InvalidArgument until open(). What holds
/// for all queries and changes, and their faults, is told with SpatialIndex and DynamicIndex.
///
/// Threads  queries are const: any number of callers at once, each with an answer of its own. A change that meets anybody, or a query that
///          meets a change: Busy, at once. What returns no Status is unguarded: nobody may change the grid meanwhile. open() and moving
///          want the grid to themselves.
/// Memory   after some ticks about 44 bytes per box and 34 per point, of which 4 are for the slot, present or not; 16 or 8 more, at
///          most twice that, where updates bring arrays in no order of space, items of more than 48 bytes, or faulty ones; and about 100
///          per row, empty or not, with cells as wide as their number stays below about twice the elements of their row. bytes() tells
///          the sum.
class THRONG_API RowGrid {
public:
    // Life.

    /// A grid that is not open.
    RowGrid() noexcept;

    /// An open, empty grid. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc when memory gives no block.
    explicit RowGrid(const RowGridDesc& desc);

    /// Begins anew as an open, empty grid. InvalidBounds, InvalidArgument (see RowGridDesc), OutOfMemory: the grid is what it was.
    /// Unguarded, as moving is.
    Status open(const RowGridDesc& desc) noexcept;

    RowGrid(RowGrid&&) noexcept;
    RowGrid(const RowGrid&) = delete;
    RowGrid& operator=(RowGrid&&) noexcept;
    RowGrid& operator=(const RowGrid&) = delete;
    ~RowGrid();

    // Changes of grids of boxes.

    /// Replaces everything: element i has box i and slot i. A faulty box leaves its slot absent. slot_count() is boxes.size() afterwards.
    ///
    /// Cost     O(boxes + rows), parallel: each box is read once and sorted by row and cell.
    /// Memory   gives back the scratch of earlier changes; the first updates take theirs.
    Status build(BoxView boxes, Executor executor = {}) noexcept;

    /// The per-tick call: the same elements, moved. Item i is for slot i and there is one for each slot, else InvalidArgument; those of
    /// absent slots may be anything. An element whose box is faulty stays where it was.
    ///
    /// Every 16th update or move looks whether the cells still suit: where the density has changed by a factor of two (with cells of its
    /// own choice), or the crowd has moved out of the grid (without given bounds), it is laid anew, which costs as much as a build. A grid
    /// of one cell suits wherever its elements go, and takes their boxes in place.
    ///
    /// Cost     O(elements + rows), parallel over rows; elements that stay in their cell are not sorted. Two streams where the caller's
    ///          arrays are near order(), else a cache miss per element.
    /// Memory   none once grown to the largest crowd and the most movers so far; a grid that is laid anew takes its scratch again.
    Status update(BoxView boxes, Executor executor = {}) noexcept;

    /// Adds elements: boxes[i] gets slots[i]. There is a box for each slot, else InvalidArgument. A slot that is present, that came before
    /// in the batch or that is no_slot is InvalidArgument for its item. slot_count() grows to the highest slot inserted + 1.
    ///
    /// Cost     up to one streaming pass over the grid, plus O(n log n) for n slots: insert in batches. Then it looks whether the cells
    ///          still suit, as refit() does: where they do not, that costs a build besides.
    Status insert(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    /// Moves some elements: slots[i] to boxes[i]. There is a box for each slot, else InvalidArgument. A slot that is absent or that came
    /// before in the batch is InvalidArgument for its item; an element whose box is faulty stays where it was.
    ///
    /// Cost     up to one streaming pass over the grid, plus O(slots): move in batches.
    Status move(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    // Changes of grids of points: the same, for the boxes of max_half_extent around points. A point whose box overflows is
    // InvalidBounds.

    /// As build for boxes.
    Status build(PointView centers, Executor executor = {}) noexcept;

    /// As update for boxes.
    Status update(PointView centers, Executor executor = {}) noexcept;

    /// As insert for boxes.
    Status insert(std::span<const Slot> slots, PointView centers, Executor executor = {}) noexcept;

    /// As move for boxes.
    Status move(std::span<const Slot> slots, PointView centers, Executor executor = {}) noexcept;

    // Changes of either.

    /// Removes elements; their slots are absent afterwards and may be inserted again. slot_count() stays. A slot that is absent or that
    /// came before in the batch is InvalidArgument for its item.
    ///
    /// Cost     up to one streaming pass over the grid, plus O(slots): erase in batches. Then it looks whether the cells still suit,
    ///          as refit() does: where they do not, that costs a build besides.
    Status erase(std::span<const Slot> slots, Executor executor = {}) noexcept;

    /// Looks at once whether the cells still suit, as update does now and then, and lays the grid anew if not. Where memory or the host
    /// refuses that, the grid stays as it is, which is no fault. Cost O(1), or that of a build.
    Status refit(Executor executor = {}) noexcept;

    /// Makes every slot absent: size() and slot_count() are 0. The kind of elements, memory and cells stay. Cost O(rows).
    Status clear() noexcept;

    // Queries. What holds for all of them is told with SpatialIndex.

    /// Row i of `out` lists the elements whose box overlaps queries[i]; boxes that touch overlap.
    ///
    /// Cost     O(rows crossed + candidates) per query; runs of cells that lie wholly inside are taken without a test.
    /// Order    QueryOptions::order; with a limit by (squared distance from the query box's centre, slot).
    Status overlap(BoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the elements within queries[i]: at most the radius away, by QueryOptions::measure.
    ///
    /// A radius is 0 or more; +infinity finds everybody. A common one that is negative or a NaN is InvalidArgument of the whole call, one
    /// of several that of its own query. A centre that is not finite is InvalidBounds.
    ///
    /// Cost     O(rows crossed + candidates) per query.
    /// Order    QueryOptions::order; with a limit by (squared distance, slot).
    Status within(DiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the `k` elements nearest to queries[i], by QueryOptions::measure, none farther than `max_distance`, with their
    /// distances.
    ///
    /// k == 0 finds nobody. `max_distance` is 0 or more, equality counts, +infinity is no limit; negative or NaN: InvalidArgument of the
    /// whole call. A point that is not finite is InvalidBounds. Hits::found tells how many of the k nearest there are within
    /// max_distance; a limit keeps the first of them.
    ///
    /// Cost     O(candidates in a disc of about k elements) per query; the disc is guessed from the cells around and widened as needed.
    /// Order    ascending (squared distance, slot).
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;

    /// Row i of `out` holds the first box that queries[i] enters, or nothing. Its distance is t, in lengths of the direction, 0 where the
    /// ray starts inside; the smallest slot, where several are entered at the same t.
    ///
    /// max_t is 0 or more; +infinity is a ray without end. RayView::half_extent > 0 casts a square: boxes grow by it on every side; it is
    /// finite and 0 or more, else InvalidArgument of the whole call, as for a common max_t that is negative or a NaN. A direction that is
    /// zero or not finite, or an own max_t like that, is InvalidArgument of its query; an origin that is not finite is InvalidBounds.
    ///
    /// Cost     O(rows passed + candidates along the ray) per query, row by row from the near end; a hit ends the walk.
    Status cast(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists every box that queries[i] touches, with t as its distance. Rays are as for cast.
    ///
    /// Hits::found tells how many there are; a limit keeps the first.
    ///
    /// Cost     O(rows passed + candidates along the ray) per query.
    /// Order    ascending (t, slot).
    Status along(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is how many elements overlap() would list for queries[i]; among and exclude are honoured, limit and distances are not.
    ///
    /// `out` has an entry per query, else InvalidArgument, which like Busy leaves it untouched; Cancelled fills it with 0.
    ///
    /// Cost     O(rows crossed + candidates) per query, of which runs of cells that lie wholly inside cost nothing.
    Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is how many elements within() would list for queries[i]. The rest is as for boxes, but that every candidate is tested.
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row s of `out`, one for each slot, lists the elements whose centre is within `radius` of the centre of slot s, itself excluded;
    /// absent slots get empty rows.
    ///
    /// `radius` is 0 or more, equality counts, +infinity finds everybody; negative or NaN: InvalidArgument of the whole call.
    /// QueryOptions::exclude has an entry per slot.
    ///
    /// Cost     O(rows crossed + candidates) per element, asked in memory order, so that neighbours share their cache lines.
    /// Order    QueryOptions::order; with a limit by (squared distance, slot).
    Status neighbors(float radius, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` is what row of[i] of neighbors() would be; QueryOptions::exclude has an entry per row. Slots may repeat; those that
    /// are absent or beyond slot_count() get empty rows. A job of a system of your own asks for a slice of order(), with serial().
    ///
    /// Cost     as neighbors, per slot asked for.
    /// Order    as neighbors.
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions options = {},
                        Executor executor = {}) const noexcept;

    /// `out` lists every pair of elements whose boxes overlap, once, a < b.
    ///
    /// Cost     O(candidates): each element against the rest of its own row and those further rows that its row's boxes reach,
    ///          four neighbouring elements at a time.
    /// Order    PairOptions::order.
    Status pairs(Pairs& out, PairOptions options = {}, Executor executor = {}) const noexcept;

    // Reads. Spans, views and boxes are those of the last change; all but validate are unguarded.

    /// Calls f(node) -> bool for the grid, each occupied row and each of its occupied cells, in this order; false leaves out what is below.
    template <class F> void visit(F&& f) const { detail::visit_by(*this, f); }

    /// As above, with a plain function and its context. Depth 0 is the grid, 1 a row, 2 a cell. Bounds are the rectangles of cells, which
    /// the boxes in them may pass; border cells also hold what lies outside. An empty grid has no nodes. Cost O(rows + cells).
    void visit(NodeVisitor* visitor, void* context) const noexcept;

    /// The box of an element as queries see it. An absent slot: all zero. Cost O(elements in its cell), which are
    /// about two, unless very many share one place.
    Aabb bounds_of(Slot slot) const noexcept;

    /// The length of per-slot arrays: the last build's size, or the highest slot inserted since + 1, if that is more.
    std::size_t slot_count() const noexcept;

    /// How many elements are present.
    std::size_t size() const noexcept;

    /// All memory that the grid has taken, in bytes, scratch and its own state included.
    std::size_t bytes() const noexcept;

    /// Checks every invariant that queries rely on. Corrupt: one is broken, as stray writes leave it; Busy: somebody is changing the grid.
    /// Cost O(elements + cells + rows + slots), on the calling thread.
    Status validate() const noexcept;

    /// Every slot that is present, once, in memory order. Sort your arrays by it now and then: each later update reads them as a stream.
    std::span<const Slot> order() const noexcept;

    /// How the grid is laid.
    RowGridView view() const noexcept;

    /// The columns of row `index`; all zero for an empty row, and from view().rows on. Row i holds the elements whose centre is in
    /// [origin.y + i * cell_size, origin.y + (i + 1) * cell_size), up to rounding; the first and the last also what lies beyond.
    RowView row(std::uint32_t index) const noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

static_assert(DynamicIndex<RowGrid>);

} // namespace throng
