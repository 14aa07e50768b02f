// SPDX-License-Identifier: MIT
// One index for elements of any size and motion, addressed by handle; each is stored in the structure that suits it.
#pragma once

#include <throng/byte_stream.hpp>
#include <throng/double_views.hpp>
#include <throng/world_space.hpp>

#include <concepts>
#include <initializer_list>
#include <span>

#include <throng/names_begin.hpp>

namespace throng {

/// Limits (WorldDesc::capacity), or the largest numbers so far (World::high_water). OutOfCapacity is a commit that
/// exceeds `elements` or `static_elements`, and a query of more hits or pairs in its answer than `hits`. 0: no limit.
struct Capacity {
    std::uint32_t elements = 0, static_elements = 0, hits = 0;
};

/// How a World is set up. A threshold of 0 is learned from the sizes of the spawned elements, with hysteresis. The
/// structure that stores an element never changes an answer.
struct THRONG_API WorldDesc {
    /// Where elements are expected: a note for readers and saved worlds. The content alone decides about the layout,
    /// so wrong bounds cost nothing. A NaN, an infinity or min > max: InvalidBounds. Relative to the origin, also to
    /// that of a later rebase().
    Aabb bounds{};

    /// The row grid stores dynamic elements whose longer side is at most twice this, but for the rounding of a box
    /// around a center (as RowGridDesc::max_half_extent): give the size of the bodies themselves. A quadtree stores
    /// larger ones, and all of a crowd that is placed very unevenly. 0: learned from the sizes of elements and their
    /// places. Negative, NaN or infinite: InvalidArgument.
    float agent_half_extent = 0;

    /// No threshold that is learned for agent_half_extent is above this. Negative, NaN, infinite or below
    /// agent_half_extent where both are given: InvalidArgument.
    float prop_half_extent = 0;

    /// Whether overlaps_changed() is available.
    bool track_overlaps = false;

    /// The pairs of overlaps_changed(): of an element whose category shares a bit with `tracked` and another element
    /// whose category shares a bit with `tracked_against`. A mask of all bits selects every element, of category 0 too.
    std::uint32_t tracked = ~0u, tracked_against = ~0u;

    /// The largest numbers of elements, and of static elements, that a commit may leave alive, and of hits or pairs in
    /// an answer of the world or its snapshots; more is OutOfCapacity. 0: no limit. Of `hits` and the limit of a call
    /// (QueryOptions::most_hits, PairOptions::limit) the smaller one applies. overlaps_changed has no limit.
    Capacity capacity{};

    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls without an Executor of their own run.
    Executor executor{};

    /// Whether overlaps_changed() also lists pairs of elements in different layers.
    bool track_across_layers = false;

    /// The point from which all coordinates in floats count, those that the world is given and those that it returns.
    /// Coordinates in doubles (double_views.hpp) are stored as float(p - origin). Near it, floats are fine: choose a
    /// point amid what happens (docs/precision.md). A NaN or an infinity: InvalidArgument.
    DoubleVec2 origin{0, 0};

    /// Keeps the ids of several worlds apart: number them from 0. Of n worlds, up to 100,000, each issues other ids in
    /// its first 2^30 / n commits that spawn. Peers that run in lockstep use the same tag. 2^32 - 1 is as 0.
    std::uint32_t tag = 0;
};

/// How many elements each structure stores, and all memory taken, in bytes. row_grid: in row grids, of dynamic and of
/// static elements; loose_quadtree: in the quadtrees of dynamic ones, static_tree: in the trees of static ones.
struct WorldStats {
    std::uint32_t row_grid, loose_quadtree, static_tree;
    std::size_t bytes;
};

/// The state of a World after one commit. It stays unchanged until it is destroyed, and any thread may read it.
/// Creating, moving and destroying one allocate nothing. It may outlive its World. Queries cost as much as those of a
/// World.
class THRONG_API WorldSnapshot : public WorldSpace {
public:
    /// Empty.
    WorldSnapshot() noexcept;

    /// Saves the content, the free slots and generations, and what WorldDesc says of them (not memory and executor):
    /// byte_stream.hpp. Equal contents with equal generations give equal bytes, whatever their history. Cancelled: the
    /// writer stopped; OutOfMemory; InvalidArgument for an empty snapshot.
    ///
    /// Cost     O(slot_count()), on the calling thread; about 21 bytes for each element. Memory: 16 bytes a slot
    ///          meanwhile.
    Status save(ByteWriter writer) const noexcept;
    template <ByteSink S> Status save(S& sink) const noexcept { return save(writer_to(sink)); } ///< as World::save

    /// Becomes what was saved, with the saved WorldDesc. Corrupt, for whatever no world has saved, OutOfMemory, and
    /// InvalidArgument for a later major version of the format: the snapshot is as before.
    ///
    /// Cost     a third of a commit that spawns all elements. Memory besides what the snapshot keeps: meanwhile at most
    ///          a tenth of that, half of it where all elements are static, and 24 bytes for each dead slot.
    Status load(ByteReader reader, Memory memory = {}, Executor executor = {}) noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
};

/// Boxes that end with the statement, such as those of a temporary vector. A temporary view of other boxes has none.
template <class R>
concept TemporaryBoxes =
    !std::is_lvalue_reference_v<R> && std::convertible_to<const R&, BoxView> &&
    !std::same_as<std::remove_cv_t<R>, BoxView> && !std::ranges::enable_borrowed_range<std::remove_cv_t<R>>;

/// The index for most programs: spawn elements, move them every tick, commit, query.
///
/// Queries and reads of every index are documented at Space (queries.hpp), those that only worlds have at WorldSpace
/// (world_space.hpp).
///
/// Handles are stable: an Id is a slot with a generation. Slots are dense and the lowest free one is reused first, so
/// that they index arrays of the caller's. Results are slots; id_of() returns the handle of a slot. Stale and null ids
/// are reported (StaleId). All elements that are spawned between two commits have the same generation, which no others
/// get: after 2^32 - 1 commits that spawn, spawn is OutOfCapacity. Generations go on over open(), and over a move
/// assignment from a world that has issued no id, so ids from before are stale; WorldDesc::tag tells other worlds'
/// ids apart. Only restore() and load() go back: an id that was issued after the commit to which they go back may later
/// name another element, so ids that a program keeps go back with the world.
///
/// Each element is in a layer, a number that is 0 unless it is given: the floors of a building, or fields in one place.
/// Queries search all layers, a range of them or one, given for a batch or for each query (QueryOptions::layers,
/// layers_by_query and Query::layers); neighbors, pairs and overlaps_changed stay within a layer unless across_layers
/// or WorldDesc::track_across_layers is set. Categories apply as well. Each layer above 0 is stored apart, so a query
/// costs a search in each of its layers that has elements, and nothing for the others.
///
/// spawn, move, move_all, categorize, set_layers and despawn stage changes. commit applies all of them or none, and
/// queries see them from then on. Other threads may query during staging; only commit excludes them. If an element is
/// staged twice, the later call counts.
///
/// Threads  one thread stages at a time, any number of threads query; a query during a commit returns Busy, at once.
///          snapshot() may be called during a commit and returns the last completed one. Reads without a Status (alive,
///          id_of, route, bounds_of, size, slot_count, visit, stats, bytes, high_water) are unguarded against commit,
///          and stats and bytes against staging as well. A snapshot may be read at any time.
/// Cost     of queries: see Space. The structures are a RowGrid and a LooseQuadtree of dynamic elements, a RowGrid and
///          a StaticTree of static ones.
/// Memory   in proportion to the largest slot and the number of elements: two states, and one more for each commit that
///          a snapshot holds. The next commit, even an empty one, frees the states that snapshots no longer hold,
///          except one. A commit like those before allocates nothing once both states have been through it
///          (docs/threading.md, Memory). A commit that changes static elements, or lays out a structure again because
///          the crowd has become twice or half as dense, takes more memory while it runs. A layer above 0 that has
///          elements takes about 7 KiB besides them, twice if it changes with each commit; one that does not change is
///          stored once for all states.
/// Layers   elements that come to a layer above 0 cost the commit a pass over that layer.
class THRONG_API World : public WorldSpace {
public:
    /// Not open: it reads as empty, and changes of it but load return InvalidArgument.
    World() noexcept;

    /// Open and empty. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc if memory
    /// gives no block.
    explicit World(const WorldDesc& desc);

    World(World&&) noexcept = default;
    World& operator=(World&&) noexcept = default;
    World(const World&) = delete; ///< for readers snapshot(), for a twin save() and load()
    World& operator=(const World&) = delete;
    ~World() = default;

    /// Makes the world open and empty, whatever it was. InvalidBounds, InvalidArgument (see WorldDesc), OutOfMemory:
    /// the world is unchanged. Unguarded: no other call may use the world meanwhile.
    Status open(const WorldDesc& desc) noexcept;

    // Staging. Views are copied, except by move_all. A fault of the whole call stages nothing: InvalidArgument for
    // lengths that do not fit, views that are not valid and a world that is not open; Busy if another thread stages or
    // commits; OutOfMemory; OutOfCapacity beyond 2^32 - 1 slots. Each call costs time in proportion to its items, on
    // the calling thread.

    /// Stages new elements and issues their ids at once: further calls may stage them, and they are alive after commit.
    /// Their first commit gives them these boxes (or those of a later move()), whatever an array by slot has for them.
    /// A faulty box gets a null id (InvalidBounds) and no element; the others are staged, so that one NaN does not stop
    /// a whole spawn: go on where Status::applied() is true, and leave out null ids. `out` shorter than the boxes:
    /// OutputTooSmall, and nothing is staged; in a longer one the rest is left alone. `categories` is empty (all ~0u)
    /// or has an entry for each box; it may be longer than the boxes, and a member of structures:
    /// Strided<std::uint32_t>::of(agents, &Agent::kind). commit checks WorldDesc::capacity.
    Status spawn(BoxView boxes, Motion motion, std::span<Id> out, Strided<std::uint32_t> categories = {}) noexcept;
    /// In these layers: none (all 0), or an entry for each box, as for categories.
    Status spawn(BoxView boxes, Motion motion, std::span<Id> out, Strided<std::uint32_t> categories,
                 Strided<std::uint16_t> layers) noexcept;
    /// Dynamic elements.
    Status spawn(BoxView boxes, std::span<Id> out) noexcept { return spawn(boxes, Motion::Dynamic, out); }
    /// Squares of one size around points.
    Status spawn(PointView centers, float half_extent, Motion motion, std::span<Id> out,
                 Strided<std::uint32_t> categories = {}, Strided<std::uint16_t> layers = {}) noexcept {
        return spawn(BoxView::around(centers, half_extent), motion, out, categories, layers);
    }
    template <PlanePointRange R, class... More>
    Status spawn(const R&, Motion, More&&...) = delete; ///< points have no size: spawn(points, half_extent, ...)
    /// One element.
    Status spawn(const Aabb& box, Motion motion, Id& out, std::uint32_t category = ~0u,
                 std::uint16_t layer = 0) noexcept {
        return spawn(BoxView(box), motion, {&out, 1}, {&category, 1}, {&layer, 1});
    }
    /// The id of one element; null where spawn above has a fault.
    [[nodiscard]] Id spawn(const Aabb& box, Motion motion = Motion::Dynamic) noexcept {
        Id id;
        return spawn(box, motion, id) ? id : Id();
    }
    /// The same of a square around a point.
    [[nodiscard]] Id spawn(Vec2 center, float half_extent, Motion motion = Motion::Dynamic) noexcept {
        Id id;
        return spawn(PointView(&center.x, &center.y, 1), half_extent, motion, {&id, 1}) ? id : Id();
    }
    /// Boxes in doubles are stored relative to origin(): one out of the range of floats there is InvalidBounds.
    Status spawn(DoubleBoxView boxes, Motion motion, std::span<Id> out, Strided<std::uint32_t> categories = {},
                 Strided<std::uint16_t> layers = {}) noexcept;

    /// Stages new boxes for some elements, static ones included. A dead id is StaleId and a faulty box InvalidBounds,
    /// each for its item.
    Status move(std::span<const Id> ids, BoxView boxes) noexcept;
    Status move(std::span<const Id> ids, DoubleBoxView boxes) noexcept; ///< In doubles, as of spawn.

    /// Stages boxes[slot] for every live dynamic element, but not for those spawned since the last commit, which keep
    /// the box of spawn(): the call for a crowd. commit reads the arrays in place, so they must stay unchanged until it
    /// has succeeded (or until discard() or another move_all); it reports their faults by slot. The view has at least
    /// slot_count() items, else commit returns InvalidArgument.
    Status move_all(BoxView by_slot) noexcept;
    Status move_all(PointView centers, float half_extent) noexcept { ///< squares of one size around points
        return move_all(BoxView::around(centers, half_extent));
    }
    template <TemporaryBoxes R> Status move_all(R&& boxes) = delete; ///< it would be gone when commit() reads it
    /// In doubles: they are converted at once, in one pass over slot_count() items on the calling thread, so the arrays
    /// need not stay. 8 bytes a slot of memory of the world, 16 unless the boxes are squares of one size. OutOfMemory:
    /// an earlier move_all stays staged.
    Status move_all(DoubleBoxView by_slot) noexcept;

    /// Stages categories: queries find elements whose category shares a bit with their mask. No mask finds category 0:
    /// such an element is in no row and in no list of pairs(), but in overlaps_changed() unless WorldDesc::tracked or
    /// tracked_against leave it out. There is one for each id, or more; fewer: InvalidArgument. Dead ids: StaleId.
    Status categorize(std::span<const Id> ids, std::span<const std::uint32_t> categories) noexcept;
    /// The same category for all.
    template <std::integral C> Status categorize(std::span<const Id> ids, C category) noexcept {
        return categorize_all(ids, static_cast<std::uint32_t>(category));
    }

    /// Stages layers: elements of different layers are apart, wherever their boxes are. A box that is staged besides,
    /// by move or move_all, counts as ever. As many and with the faults of categorize.
    Status set_layers(std::span<const Id> ids, std::span<const std::uint16_t> layers) noexcept;
    /// The same layer for all.
    template <std::integral L> Status set_layers(std::span<const Id> ids, L layer) noexcept {
        return set_layers_of_all(ids, static_cast<std::uint16_t>(layer));
    }

    /// Stages the end of elements. Nothing more can be staged for them (StaleId). Their slots are free after commit.
    Status despawn(std::span<const Id> ids) noexcept;
    template <Contiguous R>
    requires(!std::convertible_to<const R&, std::span<const Id>>) Status despawn(const R&)
    = delete; ///< ids lie side by side: copy them out of your structures

    /// The same of one element.
    Status move(Id id, BoxView box) noexcept { return move(std::span(&id, 1), box); }
    Status categorize(Id id, std::uint32_t category) noexcept { return categorize(std::span(&id, 1), category); }
    Status set_layers(Id id, std::uint16_t layer) noexcept { return set_layers(std::span(&id, 1), layer); }
    Status despawn(Id id) noexcept { return despawn(std::span<const Id>(&id, 1)); }

    /// The same of ids in braces: despawn({id}), move({a, b}, boxes), categorize({id}, {category}).
    Status move(std::initializer_list<Id> ids, BoxView boxes) noexcept { return move(as_span(ids), boxes); }
    Status categorize(std::initializer_list<Id> ids, std::initializer_list<std::uint32_t> categories) noexcept {
        return categorize(as_span(ids), as_span(categories));
    }
    template <std::integral C> Status categorize(std::initializer_list<Id> ids, C category) noexcept {
        return categorize(as_span(ids), category);
    }
    Status set_layers(std::initializer_list<Id> ids, std::initializer_list<std::uint16_t> layers) noexcept {
        return set_layers(as_span(ids), as_span(layers));
    }
    template <std::integral L> Status set_layers(std::initializer_list<Id> ids, L layer) noexcept {
        return set_layers(as_span(ids), layer);
    }
    Status despawn(std::initializer_list<Id> ids) noexcept { return despawn(as_span(ids)); }

    /// Applies everything staged, or nothing: OutOfMemory, OutOfCapacity, Cancelled, Busy and InvalidArgument (the view
    /// of move_all is too short) leave the world and the staged changes as they were. Faulty items of move_all are
    /// reported by slot; those elements stay where they were, or go where a later move() puts them.
    ///
    /// Cost     that of the structures' own updates, in parallel.
    Status commit(Executor executor = {}) noexcept;

    /// A tick in one call: move_all(by_slot), which moves live elements and none that was spawned in this tick, and
    /// commit(). The view ends with the call: if it fails, only what was staged before is staged.
    Status commit(BoxView by_slot, Executor executor = {}) noexcept;
    /// The same of squares of one size around points.
    Status commit(PointView centers, float half_extent, Executor executor = {}) noexcept {
        return commit(BoxView::around(centers, half_extent), executor);
    }
    template <class T>
    requires(!std::convertible_to<T, BoxView> && !std::convertible_to<T, Executor>) Status commit(T&&)
    = delete; ///< an Executor is plain functions, not a lambda: docs/threading.md

    /// Ends all elements, at once: discard(), despawn() of all that are alive, and commit(), with its faults, cost and
    /// threads. After a fault the elements are as before. Handles are stale, and slots begin at 0 again.
    Status clear(Executor executor = {}) noexcept;

    /// Gives the world another origin, at once: elements stay where they are in the plane, and each coordinate of a box
    /// becomes float(double(coordinate) + (old origin - new origin)), computed per axis: a difference and a sum in
    /// double, then one rounding to float. Static elements and those of all layers move alike; handles, slots,
    /// categories and layers stay. Snapshots keep the origin and the boxes of their commit. Call it where a camera that
    /// the world follows has come far from the origin.
    ///
    /// The roundings of several rebases add up, each by half a spacing of floats at the new distance from the origin at
    /// most; move() in doubles removes them. A rebase is exact for coordinates that stay multiples of a power of
    /// two, below 2^24 of them, if the origins are multiples too: such as tiles of 1024.
    ///
    /// Nothing may be staged, else InvalidArgument, as for an origin that is not finite: rebase after commit(), before
    /// the next calls that stage. InvalidBounds: a box would not be finite; `first` is the smallest slot of one and
    /// `count` is 0. These, OutOfMemory, Cancelled and Busy leave the world as it was. The origin that the world has
    /// already: nothing is done.
    ///
    /// Stable orders start anew, as if all elements had been spawned in the order of their slots; overlaps_changed()
    /// lists pairs that begin or end by rounding.
    ///
    /// Cost     that of a commit that spawns every element, in parallel as far as that is.
    /// Memory   while it runs, 32 bytes an element and what such a commit takes.
    /// Threads  as commit: queries of the world meanwhile return Busy.
    Status rebase(DoubleVec2 origin, Executor executor = {}) noexcept;

    /// Lays out all structures anew for the present content, at once, as if all elements had been spawned in the order
    /// of their slots; what was learned of their sizes starts anew, too. Answers keep their content, and Stable orders
    /// may change. A commit notices by itself what a layout does not suit any more: this is for hosts that know of a
    /// better time, such as a loading screen. Nothing may be staged, else InvalidArgument. This, OutOfMemory, Cancelled
    /// and Busy leave the world as it was. Cost, memory and threads as of rebase().
    Status refit(Executor executor = {}) noexcept;

    /// All faulty items of a staging call, whose Status names only the first: pass the same ids again, and for move the
    /// same boxes. Writes the positions of ids that are null or dead, or whose end is staged, and of faulty boxes to
    /// `out`, ascending, and returns how many there are; `out` may be shorter, or empty. For despawn, call it before:
    /// its ids are dead afterwards. Of spawn, null ids show them, or throng::faulty_positions (faulty.hpp). 0 if ids
    /// and boxes differ in number, for boxes that cannot be read, and for a world that is not open.
    ///
    /// Cost     O(ids), on the calling thread. Memory: none.
    /// Threads  unguarded: nothing is staged or committed meanwhile.
    std::size_t faulty_positions(std::span<const Id> ids, std::span<Slot> out) const noexcept;
    std::size_t faulty_positions(std::span<const Id> ids, BoxView boxes, std::span<Slot> out) const noexcept;

    /// All faulty items of move_all, which commit() reports by slot: the slots of the live dynamic elements, as of the
    /// last commit, whose box in the view is faulty. Otherwise as faulty_positions. A commit that also spawns or
    /// despawns changes which elements these are: call this before it.
    std::size_t faulty_slots(BoxView by_slot, std::span<Slot> out) const noexcept;

    /// Forgets what is staged; ids issued since the last commit become invalid. Does nothing, without a report, while
    /// another thread stages or commits.
    void discard() noexcept;

    /// Makes the world what it was at the commit of the snapshot: elements, handles and free slots, categories, layers
    /// and the origin. What is staged is discarded. Then the same calls give the same bytes again, Order::Stable and
    /// new ids included: a rollback. Put back the ids that you keep, too (see Handles). overlaps_changed lists the
    /// change from what was, as after a commit: call it once after the way back, and for each tick that is made again
    /// it then lists the same changes as before.
    ///
    /// The snapshot may be of another world whose WorldDesc is the same, but for executor and origin; the executor
    /// stays that of this world. Another one, or an empty snapshot or a closed world: InvalidArgument. Busy as commit;
    /// OutOfMemory. After a fault the world and what is staged are as before.
    ///
    /// Cost     O(1): nothing is copied. The next spawn looks at each slot once; the next commit copies what has
    ///          changed between the two states, as it does after a snapshot.
    Status restore(const WorldSnapshot& snapshot) noexcept;

    /// Saves the last commit: WorldSnapshot::save. May run during a commit, as snapshot(). A closed world:
    /// InvalidArgument.
    Status save(ByteWriter writer) const noexcept;
    /// To a std::vector of bytes, which it replaces, or to a std::ostream: writer_to() says what a full one does.
    template <ByteSink S> Status save(S& sink) const noexcept { return save(writer_to(sink)); }

    /// Makes the world what was saved, as restore: handles name the same elements, and the next ones are the same. The
    /// world keeps its own WorldDesc; one that is not open is opened with the saved one. Orders of answers
    /// (Order::Stable) may differ from those of the world that was saved, which has another history; they are the same
    /// in all worlds that load the same bytes.
    ///
    /// Corrupt, for whatever no world has saved; OutOfCapacity (WorldDesc::capacity); OutOfMemory; Busy as commit;
    /// InvalidArgument for another WorldDesc::tag and for a later major version of the format. After a fault the world
    /// and what is staged are as before.
    ///
    /// Cost     that of WorldSnapshot::load.
    Status load(ByteReader reader, Executor executor = {}) noexcept;
    /// From bytes in memory, or from a std::istream.
    template <class Bytes>
    requires std::convertible_to<const Bytes&, std::span<const std::byte>> Status load(const Bytes& bytes,
                                                                                       Executor executor = {})
    noexcept {
        std::span<const std::byte> rest(bytes);
        return load(reader_of(rest), executor);
    }
    template <ByteStream S> Status load(S& stream, Executor executor = {}) noexcept {
        return load(reader_of(stream), executor);
    }

    /// The pairs that overlap after the last commit but did not at the call before, and those that overlapped then and
    /// no longer do, by slots, with their ids (Pairs::ids). The call before is the last one at an earlier commit that
    /// succeeded, at first the empty world; called after each commit, this is what that commit has changed. A pair that
    /// began and ended between two calls is in neither list. Until the next commit the answer stays the same.
    ///
    /// WorldDesc::tracked and tracked_against select pairs: a change of category begins or ends one, and so does a
    /// change of layer, unless WorldDesc::track_across_layers is set. By default an element of category 0 is listed
    /// here, although no mask of pairs() finds it. Two static elements make no pair. A pair with a despawned element
    /// always ends, even if the slot is used again and touches. Where `tracked` or `tracked_against` is 0, both lists
    /// stay empty, and Status::reason says so, without a fault.
    ///
    /// InvalidArgument without WorldDesc::track_overlaps, and if `begun` and `ended` are one object; Busy during a
    /// commit and while another thread is in this call; OutOfMemory, OutOfCapacity, Cancelled: both are empty, and the
    /// next call lists all that has changed since the last one that succeeded. Tracking never makes a commit fail.
    ///
    /// Cost     three to four times that of pairs(), in parallel. If at most one element in 80 has changed since the
    ///          last call, in proportion to these: about two overlap() around each. If fewer than one in 16 is tracked,
    ///          in proportion to these: about three times an overlap() around each, and a look at each slot where
    ///          elements have come, gone or changed category. Both only if none was ever in a layer above 0.
    /// Memory   of the world: the pairs of two commits and a copy of those of one, and 24 bytes a slot for each of two
    ///          commits; 4 bytes a slot once few have changed. Where few elements are tracked, 24 bytes for each of
    ///          their pairs, for each of two commits.
    Status overlaps_changed(Pairs& begun, Pairs& ended, Executor executor = {}) const noexcept;

    /// The last commit, readable while the next one is staged and applied.
    WorldSnapshot snapshot() const noexcept;

    /// The largest numbers of elements and of static elements after any commit so far, and the most hits or pairs of
    /// any answer of the world itself. Answers of snapshots do not count, nor does overlaps_changed.
    Capacity high_water() const noexcept;

    /// The numbers after the last commit. See Threads above.
    WorldStats stats() const noexcept;

private:
    Status categorize_all(std::span<const Id> ids, std::uint32_t category) noexcept;
    Status set_layers_of_all(std::span<const Id> ids, std::uint16_t layer) noexcept;
    template <class T> static std::span<const T> as_span(std::initializer_list<T> list) noexcept {
        return {list.begin(), list.size()};
    }

    friend struct Access;
    struct THRONG_LOCAL State;
};

static_assert(SpatialIndex<World> && SpatialIndex<WorldSnapshot>);

} // namespace throng

#include <throng/names_end.hpp>
