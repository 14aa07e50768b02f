// SPDX-License-Identifier: MIT
// What World and WorldSnapshot have besides the queries and reads of every index.
#pragma once

#include <throng/double_views.hpp>
#include <throng/queries.hpp>
#include <throng/query.hpp>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>

#include <throng/names_begin.hpp>

namespace throng {

/// Whether an element is expected to move. Static elements may be moved; it costs more.
enum class Motion : std::uint8_t { Static, Dynamic };

/// A World or a WorldSnapshot: queries of several kinds at once, lines of sight, queries in doubles, and reads by id
/// and by slot. The slots that Space calls absent are the dead slots of a world.
///
/// Queries with places in doubles: each place p becomes float(p - origin()), as double_views.hpp says; then the answer
/// is that of the same query with floats, faults, order, threads and cost included. A place that is out of the range of
/// floats there is InvalidBounds of its query. Distances are floats, as ever. So, relative to another origin, elements
/// may change their order if their distances differ by no more than roundings.
///
/// Cost     of queries in doubles: one pass over the batch besides: on the threads of the query if it is large.
/// Memory   of queries in doubles: 8 bytes a query, of boxes up to 16, of query() 44, in the answer's memory beside the
///          answer; it is used again, and freed by Hits::trim(). count and visible take none. Of a fixed buffer as many
///          bytes at its end are not available to the answer; a buffer without room for them holds no row
///          (OutputTooSmall, first 0).
class THRONG_API WorldSpace : public Space {
    enum class Braces {}; // what {} may mean besides a slot, so that it means neither

public:
    // Each query in floats and in doubles.
    using Space::along, Space::cast, Space::count, Space::nearest, Space::overlap, Space::within;
    using Space::bounds_of;

    /// Row i of `out` is the answer to queries[i], of any kind. The filters of Query and of QueryOptions both apply; of
    /// two limits that are not 0, the smaller one applies.
    ///
    /// Rows of Nearest ascend by (squared distance, slot). A row of Cast has one element or none. A row of Cone lists
    /// the elements whose centre is inside, in QueryOptions::order. QueryOptions::distances fills distances: plain
    /// distances for Nearest, t for Cast, and for the other kinds the distance by Measure from the centre of the box or
    /// disc, or from the apex. QueryOptions::exclude and masks have an entry per query.
    ///
    /// A batch of more than 16 queries is sorted internally for coherence: `out` then keeps at most 64 bytes for each
    /// query, and the hits and distances of its blocks, besides the answer.
    Status query(std::span<const Query> queries, Hits& out, QueryOptions options = {},
                 Executor executor = {}) const noexcept;

    /// The same of one query.
    Status query(const Query& query, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept {
        return this->query(std::span<const Query>(&query, 1), out, options, executor);
    }
    /// The same of queries in braces: query({Query::within(disc), Query::cast(ray)}, out).
    Status query(std::initializer_list<Query> queries, Hits& out, QueryOptions options = {},
                 Executor executor = {}) const noexcept {
        return query(std::span<const Query>(queries.begin(), queries.size()), out, options, executor);
    }

    /// out[i] is 1 if no element whose category shares a bit with `blockers` touches the segment from[i] to to[i], else
    /// 0. The segment is a ray from `from` along `to - from` with max_t 1 (SpatialIndex); a segment with equal ends
    /// tests containment. `blockers` 0: no element is in the way.
    ///
    /// The views and `out` have the same length, else InvalidArgument. A faulty segment (an end or the difference of
    /// the ends not finite: InvalidBounds) gets 0. InvalidArgument and Busy leave `out` untouched; Cancelled fills
    /// it with 0.
    Status visible(PointView from, PointView to, std::uint32_t blockers, std::span<std::uint8_t> out,
                   Executor executor = {}) const noexcept;
    /// The same, past elements of these layers alone: one range for all segments, or one for each. Another number of
    /// ranges, or a range with first > last: InvalidArgument.
    Status visible(PointView from, PointView to, std::uint32_t blockers, std::span<const LayerRange> layers,
                   std::span<std::uint8_t> out, Executor executor = {}) const noexcept;

    /// Writes all live slots to out[0, size()), elements that are near each other mostly near each other: layer by
    /// layer and structure by structure, each in the order of its memory. Arrays sorted by it make updates cheap, and
    /// slices of it are parts of the world, one for each job of a caller. Any order is stable until the next commit.
    /// O(size()), without allocation.
    ///
    /// A shorter `out`: OutputTooSmall, and nothing is written. Busy during a commit, as queries.
    Status order(std::span<Slot> out) const noexcept;
    /// The same slots, ascending. O(slot_count()).
    Status live_slots(std::span<Slot> out) const noexcept;

    /// The same reads for many slots: out[i] is that of slots[i], and an `out` that is shorter than `slots`:
    /// OutputTooSmall, and nothing is written. Busy during a commit, as queries. O(slots), without allocation.
    Status ids_of(std::span<const Slot> slots, std::span<Id> out) const noexcept;
    Status categories_of(std::span<const Slot> slots, std::span<std::uint32_t> out) const noexcept;
    Status motion_of(std::span<const Slot> slots, std::span<Motion> out) const noexcept;
    Status layers_of(std::span<const Slot> slots, std::span<std::uint16_t> out) const noexcept;

    /// A hash of the content: the id, box, category, motion and layer of each element. Equal contents have equal
    /// hashes, whatever their history, threads, machine, and the structures that store them; 0 and -0 are equal.
    /// Peers in lockstep compare it to find out that they differ. Not for untrusted input. An origin other
    /// than {0, 0} is a part of the content.
    ///
    /// The sum over all elements of words mixed by the finalizer of SplitMix64 (Steele, Lea and Flood 2014). O(size()),
    /// on the calling thread. An empty or closed world: that of no elements.
    std::uint64_t hash() const noexcept;

    /// Whether `id` names an element of the last commit. Null, stale and merely staged ids do not.
    bool alive(Id id) const noexcept;
    bool alive(Slot slot) const noexcept { return id_of(slot) != Id(); } ///< whether an element has the slot
    bool alive(Braces) const = delete;                                   ///< {} is no slot: write Id() or 0

    /// The handle of a live slot; null for a dead one.
    Id id_of(Slot slot) const noexcept;

    /// The box of an element, as of its slot; all zero for a stale id.
    Aabb bounds_of(Id id) const noexcept { return alive(id) ? bounds_of(id.slot) : Aabb{}; }
    Aabb bounds_of(Braces) const = delete; ///< as of alive

    /// The structure that stores an element: RowGrid, LooseQuadtree (of dynamic elements) or StaticTree (of static
    /// ones). None for a dead id.
    Route route(Id id) const noexcept;

    /// The layer of a live slot; 0 for a dead one.
    std::uint16_t layer_of(Slot slot) const noexcept;

    /// The category of a live slot; 0 for a dead one.
    std::uint32_t category_of(Slot slot) const noexcept;

    /// Whether a live slot is of a static element; Dynamic for a dead one.
    Motion motion_of(Slot slot) const noexcept;

    // In doubles.
    Status overlap(DoubleBoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status within(DoubleDiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status nearest(DoublePointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;
    Status nearest(DoublePointView queries, std::uint32_t k, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept {
        return nearest(queries, k, HUGE_VALF, out, options, executor);
    }
    Status cast(DoubleRayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status along(DoubleRayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status count(DoubleBoxView queries, std::span<std::uint32_t> out, QueryOptions options = {},
                 Executor executor = {}) const noexcept;
    Status count(DoubleDiscView queries, std::span<std::uint32_t> out, QueryOptions options = {},
                 Executor executor = {}) const noexcept;
    Status query(DoubleQueryView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status query(const DoubleQuery& query, Hits& out, QueryOptions options = {},
                 Executor executor = {}) const noexcept {
        return this->query(DoubleQueryView(std::span<const DoubleQuery>(&query, 1)), out, options, executor);
    }
    Status visible(DoublePointView from, DoublePointView to, std::uint32_t blockers, std::span<std::uint8_t> out,
                   Executor executor = {}) const noexcept;
    Status visible(DoublePointView from, DoublePointView to, std::uint32_t blockers, std::span<const LayerRange> layers,
                   std::span<std::uint8_t> out, Executor executor = {}) const noexcept;

    /// The point from which all coordinates in floats count: WorldDesc::origin, or that of the last World::rebase. A
    /// snapshot keeps the origin of its commit. {0, 0} of a world that is not open. Unguarded against commit and
    /// rebase, as the plain reads are.
    DoubleVec2 origin() const noexcept;

    /// float(p - origin()): what the world stores of a place.
    Vec2 relative(DoubleVec2 place) const noexcept;

    /// origin() + p, in double, rounded once: the place of coordinates that the world returned, such as those of
    /// bounds_of(). It is the one that was stored, not the one that was given: that may be half a spacing of floats
    /// away (docs/precision.md).
    DoubleVec2 absolute(Vec2 point) const noexcept;
    DoubleAabb absolute(const Aabb& box) const noexcept;

protected:
    struct THRONG_LOCAL State;

    THRONG_LOCAL explicit WorldSpace(State& closed) noexcept;
    WorldSpace(WorldSpace&&) noexcept = default;
    WorldSpace& operator=(WorldSpace&&) noexcept = default;
    ~WorldSpace() = default;

private:
    friend struct Access;
};

} // namespace throng

#include <throng/names_end.hpp>
