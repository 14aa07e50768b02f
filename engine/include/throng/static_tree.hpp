// SPDX-License-Identifier: MIT
// A packed tree over boxes that never move: slow to change, fastest to search.
#pragma once

#include <throng/spatial_index.hpp>

namespace throng {
/// How a StaticTree is set up.
struct StaticTreeDesc {
    /// Where all memory comes from. `deallocate` without `allocate`: InvalidArgument.
    Memory memory{};

    /// Where calls run that bring no Executor.
    Executor executor{};
};

/// What never moves: castles, barricades, boulders. All of it lies in one buffer as tiles of sixteen boxes, in the order of a space-filling
/// curve; a box over each tile, sixteen of those in a tile above, and so on up to the root, so that every step of a search tests sixteen
/// boxes at once (after Kamel and Faloutsos 1993, packed R-trees; Hilbert's curve). The one change is build().
///
/// Threads  queries are const: any number of callers at once, each with an answer of its own. A build that meets anybody, or a query that
///          meets a build: Busy, at once. What returns no Status is unguarded. open() and moving want the tree to themselves.
/// Memory   about 26 bytes per element after a build, of which 4 are for the slot, present or not; a build takes about 30 more meanwhile.
class THRONG_API StaticTree {
public:
    // Life.

    /// A tree that is not open: it reads as empty, and changes of it are InvalidArgument.
    StaticTree() noexcept;

    /// An open, empty tree. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc when memory gives no block.
    explicit StaticTree(const StaticTreeDesc& desc);

    /// Begins anew as an open, empty tree. InvalidBounds, InvalidArgument (see StaticTreeDesc), OutOfMemory: it is what it was.
    /// Unguarded, as moving is.
    Status open(const StaticTreeDesc& desc) noexcept;

    StaticTree(StaticTree&&) noexcept;
    StaticTree(const StaticTree&) = delete;
    StaticTree& operator=(StaticTree&&) noexcept;
    StaticTree& operator=(const StaticTree&) = delete;
    ~StaticTree();

    /// Replaces everything: element i has box i and slot i; a faulty box (InvalidBounds) leaves its slot absent. slot_count() is
    /// boxes.size() afterwards. A fault of the whole call leaves the tree as it was; OutOfCapacity from about 10^9 elements on.
    ///
    /// Cost     O(boxes), parallel: boxes are sorted by their centre's place on the curve, then written once.
    Status build(BoxView boxes, Executor executor = {}) noexcept;

    // Queries, which mean what they mean for every index; see SpatialIndex, and RowGrid for each of them.

    /// Row i of `out` lists the elements whose box overlaps queries[i]. Cost O(log elements + hits) per query for
    /// queries of common size.
    Status overlap(BoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the elements within queries[i], by QueryOptions::measure. Cost as overlap.
    Status within(DiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists the `k` elements nearest to queries[i], none farther than `max_distance`, by ascending (squared distance, slot).
    /// Cost O(log elements + k): the nearest tiles first, until none can hold a nearer element.
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;

    /// Row i of `out` holds the first box that queries[i] enters, or nothing; its distance is t. Cost O(log elements) for rays that
    /// hit soon: tiles are entered in the order that the ray meets them.
    Status cast(RayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;

    /// Row i of `out` lists every box that queries[i] touches, by ascending (t, slot). Cost as the tiles touched.
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

    /// `out` lists every pair of elements whose boxes overlap, once, a < b. Cost O(elements + pairs) for boxes of
    /// common size: each tile is joined with those after it that its box overlaps.
    Status pairs(Pairs& out, PairOptions options = {}, Executor executor = {}) const noexcept;

    // Reads. All but validate are unguarded.

    /// Calls f(node) -> bool for each tile, parents first; false leaves out what is below.
    template <class F> void visit(F&& f) const { detail::visit_by(*this, f); }

    /// As above, with a plain function and its context. Depth 0 is the root; bounds are exact. An empty tree has no nodes.
    void visit(NodeVisitor* visitor, void* context) const noexcept;

    /// The box of an element as queries see it. An absent slot: all zero. Cost O(1).
    Aabb bounds_of(Slot slot) const noexcept;

    /// The length of per-slot arrays: the last build's size.
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

static_assert(SpatialIndex<StaticTree>);

} // namespace throng
