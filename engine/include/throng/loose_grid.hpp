// SPDX-License-Identifier: MIT
// A double grid for moving elements of many sizes: fine loose cells that own elements, coarse tight cells that find them.
#pragma once

#include <throng/spatial_index.hpp>

namespace throng {
/// How a LooseGrid is set up.
struct LooseGridDesc {
    /// Where cells are laid. Without area: around the elements of each build, or of an insert into an empty index. Never a
    /// limit: elements outside are kept at the border. A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// The side of a loose cell of the finest level. 0: so that cells hold about ten elements each, and no smaller than the median element;
    /// then it follows the density. It is made larger until cells number at most 4,096 or one per element. Negative, NaN or infinite:
    /// InvalidArgument.
    float loose_cell = 0;

    /// The side of a tight cell of the finest level, taken as the nearest of 1, 2, 4, 8 or 16 loose cells. 0: four, whose sixteen boxes are
    /// one test. Negative, NaN or infinite: InvalidArgument.
    float tight_cell = 0;

    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls run that bring no Executor.
    Executor executor{};
};

/// Moving elements of many sizes. Each element is in one loose cell, that of its centre, and each loose cell knows the box around its
/// elements; tight cells list loose cells with their boxes (after Dragon Energy, Stack Overflow, question 41946007). A search walks
/// the tight cells within reach, tests sixteen listed boxes at once, and reads the elements of those loose cells that it touches. Elements
/// larger than a cell live on coarser levels, whose cells are four times as wide from one to the next: a giant never swells the cell of an
/// ant, and how far elements reach beyond their cells is known level by level. So a loose cell is listed in one tight cell alone, whatever
/// its box touches, and is met once.
///
/// Threads  queries are const: any number of callers at once, each with an answer of its own. A change that meets anybody, or a query that
///          meets a change: Busy, at once. What returns no Status is unguarded. open() and moving want the grid to themselves.
/// Memory   in proportion to the elements and the largest slot, and steady: bytes() tells it. About 90 bytes per element of a common crowd, one
///          tile of 320 bytes per loose cell.
class THRONG_API LooseGrid {
public:
    // Life.

    /// A grid that is not open: it reads as empty, and changes of it are InvalidArgument.
    LooseGrid() noexcept;

    /// An open, empty grid. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc when memory gives no block.
    explicit LooseGrid(const LooseGridDesc& desc);

    /// Begins anew as an open, empty grid. InvalidBounds, InvalidArgument (see LooseGridDesc), OutOfMemory: it is what it was.
    /// Unguarded, as moving is.
    Status open(const LooseGridDesc& desc) noexcept;

    LooseGrid(LooseGrid&&) noexcept;
    LooseGrid(const LooseGrid&) = delete;
    LooseGrid& operator=(LooseGrid&&) noexcept;
    LooseGrid& operator=(const LooseGrid&) = delete;
    ~LooseGrid();

    // Changes, which mean what they mean for every index; see DynamicIndex.

    /// Replaces everything: element i has box i and slot i; a faulty box leaves its slot absent. Cost O(boxes), parallel.
    Status build(BoxView boxes, Executor executor = {}) noexcept;

    /// The per-tick call: the same elements, moved; item i is for slot i and there is one for each slot. Refits as refit() does.
    ///
    /// Cost     O(elements), parallel over runs of tight cells.
    Status update(BoxView boxes, Executor executor = {}) noexcept;

    /// Adds elements: boxes[i] gets slots[i], which must be absent.
    ///
    /// Cost     O(1) per slot, and a sort of the batch's slots. Now and then, after changes in proportion to the elements, cells are laid
    ///          anew for what has become of them: O(elements), memory permitting. That holds for every change.
    Status insert(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    /// Moves some elements: slots[i] to boxes[i]. Cost as insert.
    Status move(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    /// Removes elements; their slots may be inserted again. slot_count() stays. Cost as insert.
    Status erase(std::span<const Slot> slots, Executor executor = {}) noexcept;

    /// Shrinks the boxes of cells to their elements, and the reach of levels; once per frame, where update() is not called. Answers are exact
    /// without it. Cost O(cells), parallel.
    Status refit(Executor executor = {}) noexcept;

    /// Makes every slot absent: size() and slot_count() are 0. Cost O(1).
    Status clear() noexcept;

    // Queries, which mean what they mean for every index; see SpatialIndex, and RowGrid for each of them.

    /// Row i of `out` lists the elements whose box overlaps queries[i]. Cost O(tight cells covered +
    /// candidates) per query.
    Status overlap(BoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the elements within queries[i], by QueryOptions::measure. Cost as overlap.
    Status within(DiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the `k` elements nearest to queries[i], none farther than `max_distance`, by ascending (squared distance, slot).
    /// Cost O(candidates in a disc of about k elements) per query: from the inside outward, until none can be nearer.
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;

    /// Row i of `out` holds the first box that queries[i] enters, or nothing; its distance is t. Cost O(tight cells passed +
    /// candidates): front to back, ended by a hit.
    Status cast(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists every box that queries[i] touches, by ascending (t, slot). Cost as cast without an end.
    Status along(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is how many elements overlap() would list for queries[i], whatever the limit. `out` has an entry per query. Cost as overlap.
    Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is how many elements within() would list for queries[i]. The rest is as for boxes. Cost as within.
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row s of `out`, one for each slot, lists the elements whose centre is within `radius` of the centre of slot s, itself excluded.
    /// Cost as within, per slot.
    Status neighbors(float radius, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` is what row of[i] of neighbors() would be; absent slots get empty rows. Cost as within, per slot asked for.
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions options = {},
                        Executor executor = {}) const noexcept;

    /// `out` lists every pair of elements whose boxes overlap, once, a < b. Cost O(elements + pairs): each loose
    /// cell is joined with those after it that its box overlaps.
    Status pairs(Pairs& out, PairOptions options = {}, Executor executor = {}) const noexcept;

    // Reads. All but validate are unguarded.

    /// Calls f(node) -> bool for the grid, and each occupied loose cell of each level, parents first; false leaves out what is below.
    template <class F> void visit(F&& f) const { detail::visit_by(*this, f); }

    /// As above, with a plain function and its context. Depth 0 is the grid, 1 a level, 2 a loose cell with its shrink-wrapped box.
    void visit(NodeVisitor* visitor, void* context) const noexcept;

    /// The box of an element as queries see it. An absent slot: all zero. Cost O(1).
    Aabb bounds_of(Slot slot) const noexcept;

    /// The length of per-slot arrays: the last build's size, or the highest slot inserted since + 1, if that is more.
    std::size_t slot_count() const noexcept;

    /// How many elements are present.
    std::size_t size() const noexcept;

    /// All memory that the index has taken, in bytes, scratch and its own state included.
    std::size_t bytes() const noexcept;

    /// Checks every invariant that queries rely on. Corrupt: one is broken, as stray writes leave it; Busy: somebody is changing the index.
    /// Cost O(all), on the calling thread.
    Status validate() const noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

static_assert(DynamicIndex<LooseGrid>);

} // namespace throng
