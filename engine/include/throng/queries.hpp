// SPDX-License-Identifier: MIT
// The base of every index: its queries and its reads, declared and documented once.
#pragma once

#include <throng/executor.hpp>
#include <throng/export.hpp>
#include <throng/hits.hpp>
#include <throng/query_options.hpp>
#include <throng/spatial_index.hpp>
#include <throng/types.hpp>
#include <throng/views.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include <throng/names_begin.hpp>

namespace throng {

struct Access;
class Reader;

/// Any index, World or WorldSnapshot: elements in slots, and who is near whom. A function that asks takes a
/// `const Space&`. One pointer; a program neither makes, copies, moves nor destroys an object through this class.
///
/// Queries come in batches: row i of the answer belongs to query i. QueryOptions narrow, order and measure the answer;
/// an Executor given to the call replaces the one in the object's Desc. The published predicates (see SpatialIndex)
/// define what a query finds, so that every index gives the same answer. An index that was never opened, or that was
/// moved from, reads as empty, which is no fault; Status::reason says so.
///
/// Faults   a faulty query has an empty row or the count 0, and the others are answered; a fault of the whole call
///          leaves the answer empty. docs/costs.md lists them, describe(Status) says what is wrong with the first
///          faulty query, and faulty_positions() lists all. No input may point into the answer.
/// Threads  queries are const: any number of callers at once, each with an answer of its own. A query during a change
///          returns Busy, at once. Batches of up to about a thousand queries, and any batch under serial(), run on the
///          calling thread and never reach a scheduler. Of the reads only validate and bounds_of for many slots are
///          guarded in this way: the index must not be changed during the others (a snapshot never is). Moving and
///          open() are unguarded as well.
/// Memory   the answer alone, and none once it has grown to its largest.
/// Order    QueryOptions::order says that of overlap, within, neighbors and neighbors_of. With a limit, unless it is
///          BySlot, their rows ascend by (squared distance, slot), from the centre of the disc or query box, or from
///          centre to centre.
/// Cost     in proportion to the elements near a query; docs/costs.md has it for each call and index.
class THRONG_API Space {
public:
    /// Row i of `out` lists the elements whose box overlaps queries[i]; boxes that touch overlap.
    Status overlap(BoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the elements within queries[i]: at most the radius away, by QueryOptions::measure.
    ///
    /// A radius is 0 or more; +infinity finds every element. One that was reported as a distance is passed as
    /// predicates::radius_reaching(distance), here and in every call with a radius: reported distances are rounded, and
    /// about every fourth one misses its own element. A common radius that is negative or a NaN is
    /// InvalidArgument of the whole call; one of several radii is InvalidArgument of its own query. A centre that is
    /// not finite is InvalidBounds.
    Status within(DiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the `k` elements nearest to queries[i], by QueryOptions::measure, none farther than
    /// `max_distance`, with their distances, by ascending (squared distance, slot).
    ///
    /// k == 0 finds no element. `max_distance` is 0 or more, equality of squares counts, +infinity is no limit;
    /// negative or NaN: InvalidArgument of the whole call. To reach a reported distance, pass
    /// predicates::radius_reaching of it. A point that is not finite is InvalidBounds. Hits::found is the number of
    /// elements, at most k, within max_distance; a limit keeps the first of them.
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;
    /// The same without a greatest distance.
    Status nearest(PointView queries, std::uint32_t k, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept {
        return nearest(queries, k, HUGE_VALF, out, options, executor);
    }

    /// Row i of `out` holds the first box that queries[i] enters, if any. Its distance is t, in lengths of the
    /// direction; t is 0 if the ray starts inside. Of several boxes entered at the same t, the one with the smallest
    /// slot is taken.
    ///
    /// max_t is 0 or more; +infinity is a ray without end. A common max_t that is negative or a NaN is InvalidArgument
    /// of the whole call. RayView::half_extent > 0 casts a square: boxes grow by it on every side. It is finite and 0
    /// or more, else InvalidArgument of the whole call. A direction that is zero or not finite, or one of several max_t
    /// that is negative or a NaN, is InvalidArgument of its query; an origin that is not finite is InvalidBounds.
    ///
    /// The direction has any length but 0: no square of it is formed. Only t has the range of float. It is +infinity
    /// where a direction is so short that the quotient overflows: such boxes are hit by rays without end alone, and all
    /// rank as entered at once. It is a denormal of few digits where a direction is so long that the quotient nearly
    /// vanishes. With lengths between 1e-19 and 1e19 neither happens at distances between 1e-19 and 1e19.
    Status cast(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists every box that queries[i] touches, with t as its distance, by ascending (t, slot). Rays are
    /// as for cast. Hits::found is the number of boxes touched; a limit keeps the first of them.
    Status along(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is the number of elements that overlap() would list for queries[i]. QueryOptions::among and exclude
    /// apply; limit and distances are ignored.
    ///
    /// `out` has an entry per query, else InvalidArgument. InvalidArgument and Busy leave `out` untouched; Cancelled
    /// fills it with 0.
    Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions options = {},
                 Executor executor = {}) const noexcept;

    /// out[i] is the number of elements that within() would list for queries[i]. The rest is as for boxes.
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions options = {},
                 Executor executor = {}) const noexcept;

    /// Row s of `out` lists the elements whose centre is within `radius` of the centre of slot s, without s itself.
    /// There is a row for each slot; absent slots get empty rows.
    ///
    /// `radius` is 0 or more, equality of squares counts, +infinity finds every element; negative or NaN:
    /// InvalidArgument of the whole call. To reach a reported distance, pass predicates::radius_reaching of it.
    /// QueryOptions::exclude has an entry per slot. In a World only elements of the layer of s are listed, unless
    /// QueryOptions::across_layers is set.
    Status neighbors(float radius, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// The same with a radius for each slot: radii[s] around slot s. `radii` has slot_count() entries, also for absent
    /// slots, else InvalidArgument of the whole call; so is a radius that is negative or a NaN, and Status::first is
    /// its slot.
    Status neighbors(std::span<const float> radii, Hits& out, QueryOptions options = {},
                     Executor executor = {}) const noexcept;

    /// Row i of `out` is row of[i] of neighbors(); QueryOptions::exclude has an entry per row. Slots may repeat; slots
    /// that are absent or beyond slot_count() get empty rows. A job of the caller's own job system passes a slice of
    /// RowGrid::order(), with serial().
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions options = {},
                        Executor executor = {}) const noexcept;

    /// The same of slots in braces: neighbors_of({a, b}, radius, out).
    Status neighbors_of(std::initializer_list<Slot> of, float radius, Hits& out, QueryOptions options = {},
                        Executor executor = {}) const noexcept {
        return neighbors_of(std::span<const Slot>(of.begin(), of.size()), radius, out, options, executor);
    }

    /// Holds the index for many small queries one after the other, which cost a fifth to two fifths less: see Reader.
    Reader reader() const noexcept;

    /// `out` lists every pair of elements whose boxes overlap, or with PairOptions::distance those whose centres are
    /// near, once, a < b, in PairOptions::order. A World includes pairs of two static elements only with
    /// PairOptions::static_static, and pairs across layers only with PairOptions::across_layers. Elements of category 0
    /// are in no pair: no mask finds them.
    Status pairs(Pairs& out, PairOptions options = {}, Executor executor = {}) const noexcept;

    /// Calls f(node) -> bool for each part that holds elements, parents before the parts below them; false skips the
    /// nodes below it. An empty index has no nodes.
    ///   RowGrid        depth 0 is the grid, 1 a row, 2 a cell. Bounds are the rectangles of cells, and boxes may
    ///                  reach beyond them; border cells also hold elements that lie outside. Cost O(rows + cells)
    ///   LooseGrid      depth 0 is the grid, 1 a level, 2 a loose cell with its shrink-wrapped box
    ///   Quadtree       depth 0 is the root. Branches and leaves; bounds are the squares of nodes, and border nodes
    ///                  also hold elements that lie outside. Nodes without elements are visited as well
    ///   LooseQuadtree  depth 0 is the whole square, 1 a quarter of it. A leaf is a tile, which may hold several
    ///                  squares, or a square of several tiles. Bounds are the boxes around elements
    ///   StaticTree     depth 0 is the root; each tile, and bounds are exact
    ///   World          the nodes of every structure that holds elements
    template <class F> void visit(F&& f) const { detail::visit_by(*this, f); }

    /// The same with a plain function and its context.
    void visit(NodeVisitor* visitor, void* context) const noexcept;

    /// The box of an element as queries see it. An absent or dead slot: all zero. Cost O(1); of a RowGrid O(elements in
    /// its cell), which are about two unless very many elements share one place.
    Aabb bounds_of(Slot slot) const noexcept;

    /// out[i] is the box of slots[i]. An `out` that is shorter than `slots`: OutputTooSmall, and nothing is written.
    /// Busy as validate. The cost of each, without allocation.
    Status bounds_of(std::span<const Slot> slots, std::span<Aabb> out) const noexcept;

    /// The length of per-slot arrays: the last build's size, or the highest slot inserted since + 1, if that is more.
    /// In a World it is the highest slot ever alive + 1.
    std::size_t slot_count() const noexcept;

    /// How many elements are present.
    std::size_t size() const noexcept;

    /// All memory that the index has taken, in bytes, scratch and its own state included.
    std::size_t bytes() const noexcept;

    /// Checks every invariant that queries rely on. Corrupt: one is broken, for example by stray writes; Busy: the
    /// index is being changed. Cost O(all): elements, parts and slots, on the calling thread.
    Status validate() const noexcept;

protected:
    struct THRONG_LOCAL State;

    Space() noexcept;
    THRONG_LOCAL explicit Space(State& closed) noexcept;
    Space(Space&& other) noexcept;
    Space(const Space&) = delete;
    Space& operator=(Space&& other) noexcept;
    Space& operator=(const Space&) = delete;
    ~Space();

private:
    friend struct Access;
    State* state_; // never null
};

} // namespace throng

#include <throng/names_end.hpp>
