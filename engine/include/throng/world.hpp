// SPDX-License-Identifier: MIT
// Everything behind one door: things of any size and motion, by handle, each kept in the structure that suits it.
#pragma once

#include <throng/spatial_index.hpp>

namespace throng {

/// Whether an element is expected to move. Static elements may be moved; it costs more.
enum class Motion : std::uint8_t { Static, Dynamic };

/// Limits, and how far they were used. Beyond `elements` or `static_elements` commit is OutOfCapacity; `hits` is what an answer held. 0: none.
struct Capacity {
    std::uint32_t elements = 0, static_elements = 0, hits = 0;
};

/// How a World is set up. Thresholds of 0 are learned from the sizes spawned, with hysteresis. Routing never changes an answer.
struct WorldDesc {
    /// Empty: learned at commit. A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// Dynamic elements whose longer side is at most twice this live in the row grid. Negative, NaN or infinite: InvalidArgument.
    float agent_half_extent = 0;

    /// Dynamic ones up to this live in the loose grid, larger ones in the loose quadtree. Negative, NaN, infinite or below the first where
    /// both are given: InvalidArgument.
    float prop_half_extent = 0;

    /// Whether overlaps_changed() can be asked.
    bool track_overlaps = false;

    /// The most elements, and static ones, that a commit may leave alive: else it is OutOfCapacity. 0: no limit. `hits` limits nothing here.
    Capacity capacity{};

    /// Where all memory comes from. A function that gives back without one that takes: InvalidArgument.
    Memory memory{};

    /// Where calls run that bring no Executor.
    Executor executor{};
};

/// What a Query asks, as the functions of Query and of the index of that name do.
enum class QueryKind : std::uint8_t { Overlap, Within, Nearest, Cast, Cone };

/// One query of a mixed batch; make them with the functions. A faulty one gets an empty row: InvalidBounds for a coordinate that is not
/// finite or a box inside out, InvalidArgument for a reach that is negative or a NaN (infinite: no limit), a direction that is zero or not
/// finite, a cosine that is not finite, or an unknown kind.
struct Query {
    QueryKind kind = QueryKind::Overlap;
    Vec2 at{0, 0};            ///< Overlap: min corner; else centre, origin or apex
    Vec2 to{0, 0};            ///< Overlap: max corner; Cast, Cone: direction
    float reach = 0;          ///< Within: radius; Nearest: max distance; Cast: max_t; Cone: range
    float cos_half_angle = 0; ///< Cone
    std::uint32_t k = 0;      ///< Nearest: k (0: nobody); others: limit (0: all)
    std::uint32_t mask = ~0u; ///< keeps elements whose category shares a bit with it
    Slot exclude = no_slot;   ///< who does not answer, such as the asker

    /// The elements whose box overlaps `box`.
    static constexpr Query overlap(Aabb box) noexcept {
        Query q;
        q.at = box.min;
        q.to = box.max;
        return q;
    }
    /// The elements within `d`, by QueryOptions::measure.
    static constexpr Query within(Disc d) noexcept {
        Query q;
        q.kind = QueryKind::Within;
        q.at = d.center;
        q.reach = d.radius;
        return q;
    }
    /// The `k` elements nearest to `p`, by QueryOptions::measure, none farther than `max_distance`.
    static constexpr Query nearest(Vec2 p, std::uint32_t k, float max_distance) noexcept {
        Query q;
        q.kind = QueryKind::Nearest;
        q.at = p;
        q.k = k;
        q.reach = max_distance;
        return q;
    }
    /// The first box that the ray enters, or nothing.
    static constexpr Query cast(Ray r) noexcept {
        Query q;
        q.kind = QueryKind::Cast;
        q.at = r.origin;
        q.to = r.direction;
        q.reach = r.max_t;
        return q;
    }
    /// Centres no farther than `range` from the apex and within the half angle around `direction`, of any length but 0. With d = centre -
    /// apex and d2 its square: d2 <= range*range && (d2 == 0 || dot(d, direction) >= cos_half_angle * sqrt(d2 * dot(direction, direction))).
    /// `cos_half_angle` is any finite number: 1 is straight ahead, 0 half the plane, -1 or less all around, up to rounding.
    static constexpr Query cone(Vec2 apex, Vec2 direction, float cos_half_angle, float range) noexcept {
        Query q;
        q.kind = QueryKind::Cone;
        q.at = apex;
        q.to = direction;
        q.cos_half_angle = cos_half_angle;
        q.reach = range;
        return q;
    }
};

/// How many elements live where, and all memory taken, in bytes. Static ones of the last commits may wait in the loose quadtree until the
/// static tree is built anew.
struct WorldStats {
    std::uint32_t row_grid, loose_grid, loose_quadtree, static_tree;
    std::size_t bytes;
};

/// A world as of one commit, unchanged until destroyed; read from any thread. Making, copying by move and destroying it allocate nothing.
/// It may outlive its World. Queries cost what those of a World cost.
class THRONG_API WorldSnapshot {
public:
    /// Empty.
    WorldSnapshot() noexcept;
    WorldSnapshot(WorldSnapshot&&) noexcept;
    WorldSnapshot(const WorldSnapshot&) = delete;
    WorldSnapshot& operator=(WorldSnapshot&&) noexcept;
    WorldSnapshot& operator=(const WorldSnapshot&) = delete;
    ~WorldSnapshot();

    /// Row i of `out` lists the elements whose box overlaps queries[i]. As for every index; see SpatialIndex.
    Status overlap(BoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the elements within queries[i], by QueryOptions::measure.
    Status within(DiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the `k` elements nearest to queries[i], none farther than `max_distance`, by ascending (squared distance, slot).
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;

    /// Row i of `out` holds the first box that queries[i] enters, or nothing; its distance is t.
    Status cast(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists every box that queries[i] touches, by ascending (t, slot).
    Status along(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is how many elements overlap() would list for queries[i], whatever the limit. `out` has an entry per query.
    Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is how many elements within() would list for queries[i].
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row s of `out`, one for each slot, lists the elements whose centre is within `radius` of the centre of slot s, itself excluded.
    Status neighbors(float radius, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` is what row of[i] of neighbors() would be; dead slots get empty rows.
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions options = {},
                        Executor executor = {}) const noexcept;

    /// `out` lists every pair of elements whose boxes overlap, once, a < b; two static ones only if PairOptions asks for them.
    Status pairs(Pairs& out, PairOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` answers queries[i], whatever its kind; filters of Query and QueryOptions both apply, and the smaller limit that is
    /// not 0. Sorted internally for coherence. Nearest rows ascend by (squared distance, slot), Cast rows hold one element or none, a Cone
    /// holds elements whose centre is inside, in QueryOptions::order. Distances are filled if asked for: of Nearest plain distances, of Cast
    /// t, of others the distance by Measure from the box's centre, the disc's centre or the apex. QueryOptions::exclude and masks have an
    /// entry per query. More than 16 queries are asked in an order of their own: `out` keeps at most 64 bytes for each, and the hits and
    /// distances of its blocks, besides the answer.
    Status query(std::span<const Query> queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is 1 where no element whose category shares a bit with `blockers` touches the segment from[i] to to[i], else 0. The views and
    /// `out` are of one length, else InvalidArgument. The segment is a ray from `from` along to - from, max_t 1 (SpatialIndex); one whose ends
    /// are equal tests containment. A faulty one (ends or their difference not finite: InvalidBounds) is 0. InvalidArgument and Busy leave
    /// `out` untouched, Cancelled fills it with 0. `blockers` 0: nobody is in the way.
    Status visible(PointView from, PointView to, std::uint32_t blockers, std::span<std::uint8_t> out,
                   Executor executor = {}) const noexcept;

    /// Calls f(node) -> bool for the nodes of every structure that holds elements, parents first; false leaves out what is below.
    template <class F> void visit(F&& f) const { detail::visit_by(*this, f); }
    /// The same by a plain function.
    void visit(NodeVisitor* visitor, void* context) const noexcept;

    /// The box of an element as queries see it. A dead slot: all zero.
    Aabb bounds_of(Slot slot) const noexcept;

    /// The length of per-slot arrays: the highest slot ever alive + 1.
    std::size_t slot_count() const noexcept;

    /// How many elements are alive.
    std::size_t size() const noexcept;

    /// All memory taken, in bytes.
    std::size_t bytes() const noexcept;

    /// Checks every invariant that queries rely on. Corrupt. On the calling thread.
    Status validate() const noexcept;

    /// Whether `id` names an element of the last commit. Null, stale and merely staged ids do not.
    bool alive(Id id) const noexcept;

    /// The handle of a live slot; null for a dead one.
    Id id_of(Slot slot) const noexcept;

    /// The structure that an element lives in, for a static one of late the loose quadtree; None for a dead id.
    Route route(Id id) const noexcept;

private:
    friend struct Access;
    friend class World;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

/// What most users hold: spawn things, move them every tick, commit, ask.
///
/// Handles are stable: an Id is a slot with a generation. Slots are dense and reused lowest first, so that they index arrays of yours; a
/// generation that would wrap retires its slot. Results are slots; id_of() gives back the handle. Stale and null ids are told (StaleId).
///
/// spawn, move, move_all, categorize and despawn stage; commit applies all of it or nothing, and then anybody asks. Staging may go on while
/// others query; only commit excludes them. Later staging of an element wins.
///
/// Threads  one thread stages at a time, any number query; whoever meets a commit is told Busy, at once. snapshot() may be called
///          during a commit and yields the last completed one. Reads without a Status (alive, id_of, route, bounds_of, size, slot_count,
///          visit, stats, bytes, high_water) are unguarded against commit, stats and bytes against staging as well; a snapshot's can be read
///          at any time.
/// Cost     of a query at most that of the same query of each structure which holds somebody, and of putting their rows together; pairs()
///          also joins every two structures with each other. See RowGrid, LooseGrid, LooseQuadtree and StaticTree.
/// Memory   in proportion to the largest slot and the elements, once for each commit that a snapshot holds, and twice more. What snapshots
///          held and hold no more is given back, but for one, by the next commit, even of nothing.
///          A commit like those before allocates nothing once both states have been through it (docs/threading.md, Memory); one that
///          changes static elements, or lays a structure out anew because the crowd has become twice as dense or half, takes memory for as
///          long as it runs.
class THRONG_API World {
public:
    /// A world that is not open: it reads as empty, and changes of it are InvalidArgument.
    World() noexcept;

    /// An open, empty world. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc when memory gives no block.
    explicit World(const WorldDesc& desc);

    /// Begins anew as an open, empty world. InvalidBounds, InvalidArgument, OutOfMemory: it is what it was. Unguarded, as moving is.
    Status open(const WorldDesc& desc) noexcept;

    World(World&&) noexcept;
    World(const World&) = delete;
    World& operator=(World&&) noexcept;
    World& operator=(const World&) = delete;
    ~World();

    // Staging. Views are copied, but for move_all. A fault of the whole call stages nothing: InvalidArgument for lengths that do not fit, views
    // that are not sound and a world that is not open, Busy where another thread stages or commits, OutOfMemory, OutOfCapacity beyond 2^32 - 1
    // slots. Each costs time in proportion to its items, on the calling thread.

    /// Stages new elements and issues their ids at once: they can be staged further, and are alive after commit. A faulty box gets a null id
    /// (InvalidBounds). `out` shorter than the boxes: OutputTooSmall, nothing is staged; longer: its rest is left alone. `categories` is empty
    /// (all ~0u) or one per box. WorldDesc::capacity is looked at by commit.
    Status spawn(BoxView boxes, Motion motion, std::span<Id> out, std::span<const std::uint32_t> categories = {}) noexcept;

    /// Stages new boxes for some elements, static ones included. Dead ids are StaleId, faulty boxes InvalidBounds, each for its item.
    Status move(std::span<const Id> ids, BoxView boxes) noexcept;

    /// Stages boxes[slot] for every live dynamic element: the crowd's call. The arrays are read in place by commit and must stay unchanged
    /// until it has succeeded (or discard(), or another move_all); it reports their faults, by slot. The view has slot_count() items at least, else InvalidArgument (told by commit).
    Status move_all(BoxView by_slot) noexcept;

    /// Stages categories: queries find elements whose category shares a bit with their mask. 0 is never found by a mask. Dead ids: StaleId.
    Status categorize(std::span<const Id> ids, std::span<const std::uint32_t> categories) noexcept;

    /// Stages the end of elements, for which nothing more can be staged (StaleId). Their slots are free after commit.
    Status despawn(std::span<const Id> ids) noexcept;

    /// Applies everything staged, or nothing: OutOfMemory, OutOfCapacity, Cancelled, Busy and InvalidArgument (a view of move_all that is too
    /// short) leave the world and what is staged as they were. Faulty items of move_all are told by slot; those elements stay where they
    /// were, or go where a later move() puts them.
    ///
    /// Cost     that of the structures' own updates, in parallel.
    Status commit(Executor executor = {}) noexcept;

    /// Forgets what is staged; ids issued since the last commit are void. Does nothing, and does not tell, while another thread stages or
    /// commits.
    void discard() noexcept;

    /// The pairs that began and ended to overlap with the last commit, against the one before, by slots, with their ids (Pairs::ids); two
    /// static elements make no pair, categories make no difference. A despawned participant always ends its pair, even when its slot
    /// reappears touching. InvalidArgument without WorldDesc::track_overlaps, and where `begun` and `ended` are one object;
    /// Busy; OutOfMemory: both are empty.
    ///
    /// Cost     that of copying the lists, which commit has made; on the calling thread, whatever the executor.
    Status overlaps_changed(Pairs& begun, Pairs& ended, Executor executor = {}) const noexcept;

    /// The last commit, to be read while the next is staged and applied.
    WorldSnapshot snapshot() const noexcept;

    /// The most elements and static ones of any commit so far, and the most hits of any answer of the world itself; answers of snapshots do
    /// not count.
    Capacity high_water() const noexcept;

    /// Of the last commit. See Threads above.
    WorldStats stats() const noexcept;

    // Queries and reads.

    /// Row i of `out` lists the elements whose box overlaps queries[i]. As for every index; see SpatialIndex.
    Status overlap(BoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the elements within queries[i], by QueryOptions::measure.
    Status within(DiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the `k` elements nearest to queries[i], none farther than `max_distance`, by ascending (squared distance, slot).
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;

    /// Row i of `out` holds the first box that queries[i] enters, or nothing; its distance is t.
    Status cast(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists every box that queries[i] touches, by ascending (t, slot).
    Status along(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is how many elements overlap() would list for queries[i], whatever the limit. `out` has an entry per query.
    Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is how many elements within() would list for queries[i].
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row s of `out`, one for each slot, lists the elements whose centre is within `radius` of the centre of slot s, itself excluded.
    Status neighbors(float radius, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` is what row of[i] of neighbors() would be; dead slots get empty rows.
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions options = {},
                        Executor executor = {}) const noexcept;

    /// `out` lists every pair of elements whose boxes overlap, once, a < b; two static ones only if PairOptions asks for them.
    Status pairs(Pairs& out, PairOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` answers queries[i], whatever its kind; filters of Query and QueryOptions both apply, and the smaller limit that is
    /// not 0. Sorted internally for coherence. Nearest rows ascend by (squared distance, slot), Cast rows hold one element or none, a Cone
    /// holds elements whose centre is inside, in QueryOptions::order. Distances are filled if asked for: of Nearest plain distances, of Cast
    /// t, of others the distance by Measure from the box's centre, the disc's centre or the apex. QueryOptions::exclude and masks have an
    /// entry per query. More than 16 queries are asked in an order of their own: `out` keeps at most 64 bytes for each, and the hits and
    /// distances of its blocks, besides the answer.
    Status query(std::span<const Query> queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// out[i] is 1 where no element whose category shares a bit with `blockers` touches the segment from[i] to to[i], else 0. The views and
    /// `out` are of one length, else InvalidArgument. The segment is a ray from `from` along to - from, max_t 1 (SpatialIndex); one whose ends
    /// are equal tests containment. A faulty one (ends or their difference not finite: InvalidBounds) is 0. InvalidArgument and Busy leave
    /// `out` untouched, Cancelled fills it with 0. `blockers` 0: nobody is in the way.
    Status visible(PointView from, PointView to, std::uint32_t blockers, std::span<std::uint8_t> out,
                   Executor executor = {}) const noexcept;

    /// Calls f(node) -> bool for the nodes of every structure that holds elements, parents first; false leaves out what is below.
    template <class F> void visit(F&& f) const { detail::visit_by(*this, f); }
    /// The same by a plain function.
    void visit(NodeVisitor* visitor, void* context) const noexcept;

    /// The box of an element as queries see it. A dead slot: all zero.
    Aabb bounds_of(Slot slot) const noexcept;

    /// The length of per-slot arrays: the highest slot ever alive + 1.
    std::size_t slot_count() const noexcept;

    /// How many elements are alive.
    std::size_t size() const noexcept;

    /// All memory taken, in bytes.
    std::size_t bytes() const noexcept;

    /// Checks every invariant that queries rely on. Corrupt; Busy. On the calling thread.
    Status validate() const noexcept;

    /// Whether `id` names an element of the last commit. Null, stale and merely staged ids do not.
    bool alive(Id id) const noexcept;

    /// The handle of a live slot; null for a dead one.
    Id id_of(Slot slot) const noexcept;

    /// The structure that an element lives in, for a static one of late the loose quadtree; None for a dead id.
    Route route(Id id) const noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

static_assert(SpatialIndex<World> && SpatialIndex<WorldSnapshot>);

} // namespace throng
