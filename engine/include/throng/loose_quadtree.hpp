// SPDX-License-Identifier: MIT
// A loose quadtree: one leaf per element whatever its size, boxes stored and shrink-wrapped.
#pragma once

#include <throng/spatial_index.hpp>

namespace throng {
/// How a LooseQuadtree is set up.
struct LooseQuadtreeDesc {
    /// Where the root lies: the square around it. Without area: around the elements of each build or of an insert into an empty index, and
    /// anew when the crowd has left it or lives in a quarter of its side, at which changes and refit() look now and then. Never
    /// a limit: elements outside are kept at the border. A NaN, an infinity or min > max: InvalidBounds.
    Aabb bounds{};

    /// A leaf splits above this many elements. 0: InvalidArgument.
    std::uint32_t max_per_leaf = 8;

    /// No leaf is deeper, so that coincident centres are harmless; 0 is a single leaf. Above 15: InvalidArgument.
    std::uint32_t max_depth = 8;

    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls run that bring no Executor.
    Executor executor{};
};

/// Moving elements of any size. Each lives in exactly one leaf, chosen by its centre, so that giants cost no more than ants. The boxes of
/// nodes are stored: they grow when an element comes in, and are shrink-wrapped by cleanup() (after Dragon Energy, Stack Overflow,
/// question 41946007). The children of a node lie side by side in tiles of up to sixteen boxes, tested with one vector compare: a branch
/// stands for two levels of squares, and each of its children is a quarter of its square or a quarter of one.
///
/// Threads  queries are const: any number of callers at once, each with an answer of its own. A change that meets anybody, or a query that
///          meets a change: Busy, at once. What returns no Status is unguarded. open() and moving want the tree to themselves.
/// Memory   about 380 bytes per leaf, or per sixteen elements of a larger one, and 4 per slot: 40 to 160 bytes per element, as leaves are
///          full; a build takes about 30 more per element meanwhile. bytes() tells it.
class THRONG_API LooseQuadtree {
public:
    // Life.

    /// A tree that is not open: it reads as empty, and changes of it are InvalidArgument.
    LooseQuadtree() noexcept;

    /// An open, empty tree. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc when memory gives no block.
    explicit LooseQuadtree(const LooseQuadtreeDesc& desc);

    /// Begins anew as an open, empty tree. InvalidBounds, InvalidArgument (see LooseQuadtreeDesc), OutOfMemory: it is what it was.
    /// Unguarded, as moving is.
    Status open(const LooseQuadtreeDesc& desc) noexcept;

    LooseQuadtree(LooseQuadtree&&) noexcept;
    LooseQuadtree(const LooseQuadtree&) = delete;
    LooseQuadtree& operator=(LooseQuadtree&&) noexcept;
    LooseQuadtree& operator=(const LooseQuadtree&) = delete;
    ~LooseQuadtree();

    // Changes, which mean what they mean for every index; see DynamicIndex.

    /// Replaces everything: element i has box i and slot i; a faulty box leaves its slot absent. Cost O(boxes), after a sort by place.
    Status build(BoxView boxes, Executor executor = {}) noexcept;

    /// The per-tick call: the same elements, moved; item i is for slot i and there is one for each slot. Does one cleanup().
    ///
    /// Cost     O(elements), parallel over leaves; who stays in its leaf is only written, and who leaves it costs O(depth), one after
    ///          the other on the calling thread.
    Status update(BoxView boxes, Executor executor = {}) noexcept;

    /// Adds elements: boxes[i] gets slots[i], which must be absent. Leaves split at once where they get too full. Cost O(depth) per
    /// slot; a batch of more than a quarter of the elements is a build of all of them.
    Status insert(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    /// Moves some elements: slots[i] to boxes[i]. Cost O(1) per slot that stays in its leaf, else O(depth).
    Status move(std::span<const Slot> slots, BoxView boxes, Executor executor = {}) noexcept;

    /// Removes elements; their slots may be inserted again. slot_count() stays. Cost O(1) per slot.
    Status erase(std::span<const Slot> slots, Executor executor = {}) noexcept;

    /// Lays the tree anew where its root no longer suits (LooseQuadtreeDesc::bounds), then repeats cleanup() until nothing is left to
    /// split, merge or shrink, or no memory to split with. Cost O(nodes * depth), O(depth) for each element of a leaf that splits or
    /// merges, and that of a build where the tree is laid anew.
    Status refit(Executor executor = {}) noexcept;

    /// Makes every slot absent: size() and slot_count() are 0. Cost O(1).
    Status clear() noexcept;

    /// Shrink-wraps the boxes of nodes, and by one level splits leaves that are too full and merges those that together are half full at
    /// most; once per frame. Answers are exact without it; without memory leaves stay as full as they are. InvalidArgument: not
    /// open; Busy. Cost O(nodes).
    Status cleanup() noexcept;

    // Queries, which mean what they mean for every index; see SpatialIndex, and RowGrid for each of them.

    /// Row i of `out` lists the elements whose box overlaps queries[i]. Cost O(nodes touched + candidates)
    /// per query.
    Status overlap(BoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the elements within queries[i], by QueryOptions::measure. Cost as overlap.
    Status within(DiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the `k` elements nearest to queries[i], none farther than `max_distance`, by ascending (squared distance, slot).
    /// Cost O(log elements + k): the nearest nodes first, until none can hold a nearer element.
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;

    /// Row i of `out` holds the first box that queries[i] enters, or nothing; its distance is t. Cost O(nodes passed): front to
    /// back, ended by a hit.
    Status cast(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists every box that queries[i] touches, by ascending (t, slot). Cost O(nodes passed).
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

    /// `out` lists every pair of elements whose boxes overlap, once, a < b. Cost O(elements + pairs): the elements of leaves side by side
    /// are joined with each other and with those of later leaves that reach among them.
    Status pairs(Pairs& out, PairOptions options = {}, Executor executor = {}) const noexcept;

    // Reads. All but validate are unguarded.

    /// Calls f(node) -> bool for each node, branches and leaves, parents first; false leaves out what is below.
    template <class F> void visit(F&& f) const { detail::visit_by(*this, f); }

    /// As above, with a plain function and its context. Depth 0 is the root; bounds are the stored boxes around elements. Squares without
    /// elements are no nodes, and an empty tree has none.
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

static_assert(DynamicIndex<LooseQuadtree>);

} // namespace throng
