// SPDX-License-Identifier: MIT
// The classic quadtree with tight leaves, for comparison, drawing and study as much as for use.
#pragma once

#include <throng/spatial_index.hpp>

namespace throng {
/// How a Quadtree is set up.
struct QuadtreeDesc {
    /// Where the root lies, a square from the minimum on. Without area: around the elements of each build, or of an insert into an empty
    /// index, but for a few that are far away, and anew when an eighth of their extent has left it or it is four times as wide as they
    /// need, at which changes and refit() look now and then. Never a limit: elements outside are kept at the border. A NaN, an infinity or
    /// min > max: InvalidBounds.
    Aabb bounds{};

    /// A leaf splits above this many elements, once per change; not where quarters would list them more than three times over, as elements
    /// larger than the leaf do, nor beyond 64 entries per element. 0: InvalidArgument.
    std::uint32_t max_per_leaf = 8;

    /// No leaf is deeper, so that coincident elements are harmless; 0 is a single leaf. Above 15: InvalidArgument.
    std::uint32_t max_depth = 8;

    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls run that bring no Executor.
    Executor executor{};
};

/// A tight quadtree: an element is stored once and listed in every leaf that its box touches. Nodes are 8 bytes (first child or first list
/// entry, and a count), four children stand side by side, boxes of nodes are computed while descending, and lists are linked by
/// index. Emptied leaves are merged by cleanup(), one level per call (after Dragon Energy, Stack Overflow, question 41946007).
///
/// It is here for comparison, drawing and study as much as for use: RowGrid, LooseGrid and LooseQuadtree are faster where everything
/// moves, StaticTree where nothing does. What it is good at is small memory and cheap single changes.
///
/// Threads  queries are const: any number of callers at once, each with an answer of its own. A change that meets anybody, or a query that
///          meets a change: Busy, at once. What returns no Status is unguarded. open() and moving want the tree to themselves.
/// Memory   16 bytes per slot, 8 per leaf that an element touches, 8 per node; 100,000 elements of common size stay below 6 MB.
class THRONG_API Quadtree {
public:
    // Life.

    /// A tree that is not open: it reads as empty, and changes of it are InvalidArgument.
    Quadtree() noexcept;

    /// An open, empty tree. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc when memory gives no block.
    explicit Quadtree(const QuadtreeDesc& desc);

    /// Begins anew as an open, empty tree. InvalidBounds, InvalidArgument (see QuadtreeDesc), OutOfMemory: it is what it was.
    /// Unguarded, as moving is.
    Status open(const QuadtreeDesc& desc) noexcept;

    Quadtree(Quadtree&&) noexcept;
    Quadtree(const Quadtree&) = delete;
    Quadtree& operator=(Quadtree&&) noexcept;
    Quadtree& operator=(const Quadtree&) = delete;
    ~Quadtree();

    // Changes, which mean what they mean for every index; see DynamicIndex.

    /// Replaces everything: element i has box i and slot i; a faulty box leaves its slot absent. Cost O(boxes * depth).
    Status build(BoxView boxes, Executor executor = {}) noexcept;

    /// The per-tick call: the same elements, moved; item i is for slot i and there is one for each slot. Does one cleanup().
    ///
    /// Cost     O(elements); who touches the same leaves as before is not listed anew.
    Status update(BoxView boxes, Executor executor = {}) noexcept;

    /// Adds elements: boxes[i] gets slots[i], which must be absent. Cost O(depth) per leaf touched.
    Status insert(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    /// Moves some elements: slots[i] to boxes[i]. Cost O(depth) per leaf touched; O(1) if the leaves stay the same.
    Status move(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    /// Removes elements; their slots may be inserted again. slot_count() stays. Cost O(depth) per leaf touched.
    Status erase(std::span<const Slot> slots, Executor executor = {}) noexcept;

    /// Repeats cleanup() until there is nothing left to merge, splits leaves that are too full until there are none, memory permitting, and
    /// lays the tree anew where its root no longer suits (QuadtreeDesc::bounds). Cost O(nodes * depth), O(depth) for each element of a leaf
    /// that splits, and that of a build where the tree is laid anew.
    Status refit(Executor executor = {}) noexcept;

    /// Makes every slot absent: size() and slot_count() are 0. Cost O(1).
    Status clear() noexcept;

    /// Turns parents of four empty leaves into leaves: one level per call, once per frame, which spreads the work. Answers are exact
    /// without it. InvalidArgument: not open; Busy. Cost O(nodes).
    Status cleanup() noexcept;

    // Queries, which mean what they mean for every index; see SpatialIndex, and RowGrid for each of them.

    /// Row i of `out` lists the elements whose box overlaps queries[i]. Cost O(leaves touched + candidates)
    /// per query.
    Status overlap(BoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the elements within queries[i], by QueryOptions::measure. Cost as overlap.
    Status within(DiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the `k` elements nearest to queries[i], none farther than `max_distance`, by ascending (squared distance, slot).
    /// Cost O(leaves in a disc of about k elements): the nearest nodes first, until none can hold a nearer element.
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;

    /// Row i of `out` holds the first box that queries[i] enters, or nothing; its distance is t. Cost O(leaves passed): front to
    /// back, ended by a hit.
    Status cast(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists every box that queries[i] touches, by ascending (t, slot). Cost O(leaves passed).
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

    /// `out` lists every pair of elements whose boxes overlap, once, a < b. Cost O(leaves * their elements
    /// squared): each leaf is joined with itself, and a pair is told by the leaf where its overlap begins (after Tsitsigkos et al.
    /// 2021, two-layer partitioning).
    Status pairs(Pairs& out, PairOptions options = {}, Executor executor = {}) const noexcept;

    // Reads. All but validate are unguarded.

    /// Calls f(node) -> bool for each node, branches and leaves, parents first; false leaves out what is below.
    template <class F> void visit(F&& f) const { detail::visit_by(*this, f); }

    /// As above, with a plain function and its context. Depth 0 is the root; bounds are the squares of nodes, and border nodes also hold what lies outside.
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

static_assert(DynamicIndex<Quadtree>);

} // namespace throng
