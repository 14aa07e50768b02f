// SPDX-License-Identifier: MIT
// Everything behind one door: things of any size and motion, by handle, each kept in the structure that suits it.
#pragma once

#include <throng/changes.hpp>
#include <throng/life.hpp>
#include <throng/queries.hpp>
#include <throng/spatial_index.hpp>

namespace throng {

/// Whether an element is expected to move. Static elements may be moved; it costs more.
enum class Motion : std::uint8_t { Static, Dynamic };

/// Limits, and how far they were used. Beyond `elements` or `static_elements` commit is OutOfCapacity; `hits` is what
/// an answer held. 0: none.
struct Capacity {
    std::uint32_t elements = 0, static_elements = 0, hits = 0;
};

/// How a World is set up. Thresholds of 0 are learned from the sizes spawned, with hysteresis. Routing never changes an
/// answer.
struct THRONG_API WorldDesc {
    /// Empty: learned at commit. A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// Dynamic elements whose longer side is at most twice this live in the row grid. Negative, NaN or infinite:
    /// InvalidArgument.
    float agent_half_extent = 0;

    /// Dynamic ones up to this live in the loose grid, larger ones in the loose quadtree. Negative, NaN, infinite or
    /// below the first where both are given: InvalidArgument.
    float prop_half_extent = 0;

    /// Whether overlaps_changed() can be asked.
    bool track_overlaps = false;

    /// The most elements, and static ones, that a commit may leave alive: else it is OutOfCapacity. 0: no limit. `hits`
    /// limits nothing here.
    Capacity capacity{};

    /// Where all memory comes from. A function that gives back without one that takes: InvalidArgument.
    Memory memory{};

    /// Where calls run that bring no Executor.
    Executor executor{};
};

/// What a Query asks, as the functions of Query and of the index of that name do.
enum class QueryKind : std::uint8_t { Overlap, Within, Nearest, Cast, Cone };

/// One query of a mixed batch; make them with the functions. A faulty one gets an empty row: InvalidBounds for a
/// coordinate that is not finite or a box inside out, InvalidArgument for a reach that is negative or a NaN (infinite:
/// no limit), a direction that is zero or not finite, a cosine that is not finite, or an unknown kind.
struct Query {
    QueryKind kind = QueryKind::Overlap;
    Vec2 at{0, 0};            ///< Overlap: min corner; else centre, origin or apex
    Vec2 to{0, 0};            ///< Overlap: max corner; Cast, Cone: direction
    float reach = 0;          ///< Within: radius; Nearest: max distance; Cast: max_t; Cone: range
    float cos_half_angle = 0; ///< Cone
    std::uint32_t k = 0;      ///< Nearest: k (0: no element); others: limit (0: all)
    std::uint32_t mask = ~0u; ///< keeps elements whose category shares a bit with it
    Slot exclude = no_slot;   ///< an element that is left out, such as the one that asks

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
    /// Centres no farther than `range` from the apex and within the half angle around `direction`, of any length but 0.
    /// With d = centre - apex and d2 its square:
    ///     d2 <= range*range && (d2 == 0 || dot(d, direction) >= cos_half_angle * sqrt(d2 * dot(direction, direction)))
    /// `cos_half_angle` is any finite number: 1 is straight ahead, 0 half the plane, -1 or less all around, up to
    /// rounding.
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

/// How many elements live where, and all memory taken, in bytes. Static ones of the last commits may wait in the loose
/// quadtree until the static tree is built anew.
struct WorldStats {
    std::uint32_t row_grid, loose_grid, loose_quadtree, static_tree;
    std::size_t bytes;
};

/// The queries and reads that a World and a WorldSnapshot (`Self`) have besides those of every index. An empty base
/// class. For them the slots that Queries calls absent are dead ones.
template <class Self> class THRONG_API WorldQueries {
public:
    /// Row i of `out` answers queries[i], whatever its kind; filters of Query and QueryOptions both apply, and the
    /// smaller limit that is not 0. Sorted internally for coherence. Nearest rows ascend by (squared distance, slot),
    /// Cast rows hold one element or none, a Cone holds elements whose centre is inside, in QueryOptions::order.
    /// Distances are filled if asked for: of Nearest plain distances, of Cast t, of others the distance by Measure from
    /// the box's centre, the disc's centre or the apex. QueryOptions::exclude and masks have an entry per query. More
    /// than 16 queries are asked in an order of their own: `out` keeps at most 64 bytes for each, and the hits and
    /// distances of its blocks, besides the answer.
    Status query(std::span<const Query> queries, Hits& out, QueryOptions options = {},
                 Executor executor = {}) const noexcept;

    /// out[i] is 1 where no element whose category shares a bit with `blockers` touches the segment from[i] to to[i],
    /// else 0. The views and `out` are of one length, else InvalidArgument. The segment is a ray from `from` along
    /// `to - from`, max_t 1 (SpatialIndex); one whose ends are equal tests containment. A faulty one (ends or their
    /// difference not finite: InvalidBounds) is 0. InvalidArgument and Busy leave `out` untouched, Cancelled fills it
    /// with 0. `blockers` 0: no element is in the way.
    Status visible(PointView from, PointView to, std::uint32_t blockers, std::span<std::uint8_t> out,
                   Executor executor = {}) const noexcept;

    /// Whether `id` names an element of the last commit. Null, stale and merely staged ids do not.
    bool alive(Id id) const noexcept;

    /// The handle of a live slot; null for a dead one.
    Id id_of(Slot slot) const noexcept;

    /// The structure that an element lives in, for a static one of late the loose quadtree; None for a dead id.
    Route route(Id id) const noexcept;

protected:
    WorldQueries() noexcept = default;
    WorldQueries(const WorldQueries&) noexcept = default;
    WorldQueries& operator=(const WorldQueries&) noexcept = default;
    ~WorldQueries() = default;
};

/// A world as of one commit, unchanged until destroyed; read from any thread. Making, copying by move and destroying it
/// allocate nothing. It may outlive its World. Queries cost what those of a World cost; see Queries in queries.hpp,
/// Reads in changes.hpp.
class THRONG_API THRONG_EMPTY_BASES WorldSnapshot : public Queries<WorldSnapshot>,
                                                    public WorldQueries<WorldSnapshot>,
                                                    public Reads<WorldSnapshot> {
public:
    /// Empty.
    WorldSnapshot() noexcept;
    WorldSnapshot(WorldSnapshot&&) noexcept;
    WorldSnapshot(const WorldSnapshot&) = delete;
    WorldSnapshot& operator=(WorldSnapshot&&) noexcept;
    WorldSnapshot& operator=(const WorldSnapshot&) = delete;
    ~WorldSnapshot();

private:
    friend struct Access;
    friend class World;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

/// What most users hold: spawn things, move them every tick, commit, ask.
///
/// Life, queries and reads are documented once for all indexes: Life in life.hpp, Queries in queries.hpp, Reads in
/// changes.hpp. Those that only worlds have are in WorldQueries.
///
/// Handles are stable: an Id is a slot with a generation. Slots are dense and reused lowest first, so that they index
/// arrays of yours; a generation that would wrap retires its slot. Results are slots; id_of() gives back the handle.
/// Stale and null ids are told (StaleId).
///
/// spawn, move, move_all, categorize and despawn stage; commit applies all of it or nothing, and queries see it from
/// then on. Staging may go on while others query; only commit excludes them. Later staging of an element wins.
///
/// Threads  one thread stages at a time, any number query; a call that meets a commit returns Busy, at once. snapshot()
///          may be called during a commit and yields the last completed one. Reads without a Status (alive, id_of,
///          route, bounds_of, size, slot_count, visit, stats, bytes, high_water) are unguarded against commit, stats
///          and bytes against staging as well; a snapshot's can be read at any time.
/// Cost     of queries: see Queries. Their structures are RowGrid, LooseGrid, LooseQuadtree and StaticTree.
/// Memory   in proportion to the largest slot and the elements, once for each commit that a snapshot holds, and twice
///          more. What snapshots held and hold no more is given back, but for one, by the next commit, even of nothing.
///          A commit like those before allocates nothing once both states have been through it (docs/threading.md,
///          Memory); one that changes static elements, or lays a structure out anew because the crowd has become twice
///          as dense or half, takes memory for as long as it runs.
class THRONG_API THRONG_EMPTY_BASES World : public Life<World, WorldDesc>,
                                            public Queries<World>,
                                            public WorldQueries<World>,
                                            public Reads<World> {
public:
    using Life::Life;

    // Staging. Views are copied, but for move_all. A fault of the whole call stages nothing: InvalidArgument for
    // lengths that do not fit, views that are not valid and a world that is not open, Busy where another thread stages
    // or commits, OutOfMemory, OutOfCapacity beyond 2^32 - 1 slots. Each costs time in proportion to its items, on the
    // calling thread.

    /// Stages new elements and issues their ids at once: they can be staged further, and are alive after commit. A
    /// faulty box gets a null id (InvalidBounds). `out` shorter than the boxes: OutputTooSmall, nothing is staged;
    /// longer: its rest is left alone. `categories` is empty (all ~0u) or one per box. WorldDesc::capacity is looked at
    /// by commit.
    Status spawn(BoxView boxes, Motion motion, std::span<Id> out,
                 std::span<const std::uint32_t> categories = {}) noexcept;

    /// Stages new boxes for some elements, static ones included. Dead ids are StaleId, faulty boxes InvalidBounds, each
    /// for its item.
    Status move(std::span<const Id> ids, BoxView boxes) noexcept;

    /// Stages boxes[slot] for every live dynamic element: the crowd's call. The arrays are read in place by commit and
    /// must stay unchanged until it has succeeded (or discard(), or another move_all); it reports their faults, by
    /// slot. The view has slot_count() items at least, else InvalidArgument (told by commit).
    Status move_all(BoxView by_slot) noexcept;

    /// Stages categories: queries find elements whose category shares a bit with their mask. 0 is never found by a
    /// mask. Dead ids: StaleId.
    Status categorize(std::span<const Id> ids, std::span<const std::uint32_t> categories) noexcept;

    /// Stages the end of elements, for which nothing more can be staged (StaleId). Their slots are free after commit.
    Status despawn(std::span<const Id> ids) noexcept;

    /// Applies everything staged, or nothing: OutOfMemory, OutOfCapacity, Cancelled, Busy and InvalidArgument (a view
    /// of move_all that is too short) leave the world and what is staged as they were. Faulty items of move_all are
    /// told by slot; those elements stay where they were, or go where a later move() puts them.
    ///
    /// Cost     that of the structures' own updates, in parallel.
    Status commit(Executor executor = {}) noexcept;

    /// Forgets what is staged; ids issued since the last commit are void. Does nothing, and does not tell, while
    /// another thread stages or commits.
    void discard() noexcept;

    /// The pairs that began and ended to overlap with the last commit, against the one before, by slots, with their ids
    /// (Pairs::ids); two static elements make no pair, categories make no difference. A despawned participant always
    /// ends its pair, even when its slot reappears touching. InvalidArgument without WorldDesc::track_overlaps, and
    /// where `begun` and `ended` are one object; Busy; OutOfMemory: both are empty.
    ///
    /// Cost     that of copying the lists, which commit has made; on the calling thread, whatever the executor.
    Status overlaps_changed(Pairs& begun, Pairs& ended, Executor executor = {}) const noexcept;

    /// The last commit, to be read while the next is staged and applied.
    WorldSnapshot snapshot() const noexcept;

    /// The most elements and static ones of any commit so far, and the most hits of any answer of the world itself;
    /// answers of snapshots do not count.
    Capacity high_water() const noexcept;

    /// Of the last commit. See Threads above.
    WorldStats stats() const noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

extern template class Life<World, WorldDesc>;
extern template class Queries<World>;
extern template class WorldQueries<World>;
extern template class Reads<World>;
extern template class Queries<WorldSnapshot>;
extern template class WorldQueries<WorldSnapshot>;
extern template class Reads<WorldSnapshot>;
static_assert(SpatialIndex<World> && SpatialIndex<WorldSnapshot>);

} // namespace throng
