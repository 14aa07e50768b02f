// SPDX-License-Identifier: MIT
// What every index can do, as concepts.
#pragma once

#include <throng/executor.hpp>
#include <throng/hits.hpp>
#include <throng/query_options.hpp>
#include <throng/views.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

namespace throng {

/// Which structure an element lives in.
enum class Route : std::uint8_t { None, RowGrid, LooseGrid, Quadtree, LooseQuadtree, StaticTree };

/// A part of an index, for drawing and study: where it lies, how deep below the whole, how many elements it holds, whether anything is
/// below it, and which structure it belongs to.
struct Node {
    Aabb bounds;
    std::uint32_t depth, elements;
    bool leaf;
    Route route;
};

/// Called for each node, parents before what is below them. False: leave out what is below this one. Must not throw. A callable
/// given to visit(f) may: it is called for no further node, and its exception reaches the caller of visit.
using NodeVisitor = bool(void* context, const Node&);

namespace detail {

// What visit(f) of every index is: the callable behind a plain function. No exception may pass through the walk: it is kept
// until the walk is over, and until then every node is refused.
template <class F> struct Visit {
    F* callable;
#if defined(__cpp_exceptions)
    std::exception_ptr thrown{};

    static bool node(void* context, const Node& node) {
        Visit& visit = *static_cast<Visit*>(context);
        if (visit.thrown) return false;
        try {
            return (*visit.callable)(node);
        } catch (...) {
            visit.thrown = std::current_exception();
            if (!visit.thrown) throw; // of another language: it can be kept nowhere
            return false;
        }
    }
    void end() const {
        if (thrown) std::rethrow_exception(thrown);
    }
#else
    static bool node(void* context, const Node& node) { return (*static_cast<Visit*>(context)->callable)(node); }
    void end() const noexcept {}
#endif
};

template <class Index, class F> void visit_by(const Index& index, F& f) {
    Visit<F> visit{&f};
    index.visit(Visit<F>::node, &visit);
    visit.end();
}

} // namespace detail

/// What can be asked of every index.
///
/// Queries come in batches: row i of the answer belongs to query i. QueryOptions narrow, order and measure; an Executor given to the call
/// takes the place of the one in the object's Desc. What a query may find is settled by the published predicates, in float and without
/// fused multiply-add, so that every index gives the same answer:
///
///     overlap      a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
///     distance     dx*dx + dy*dy <= r*r; to a box dx = max(min.x - p.x, 0, p.x - max.x), to a centre dx = c.x - p.x; dy likewise
///     ray          on each axis near and far are (min - o) / d and (max - o) / d in order, or, where d == 0, everything if
///                  min <= o && o <= max and else nothing; hit if max(0, near) <= min(max_t, far), and t is the left side;
///                  a swept square grows min and max by half_extent first
///
/// A faulty query gets an empty row, or the count 0, and the others are answered; Status::first and `count` tell of them. InvalidBounds: a
/// NaN or an infinity in a box, point, centre or origin, or min > max. InvalidArgument: a radius or max_t that is negative or a NaN, a
/// direction that is zero or not finite.
///
/// A fault of the whole call leaves the answer empty:
///   InvalidArgument  lengths that do not fit each other, views or options that are not sound, one radius, distance or max_t for all that
///                    is negative or a NaN, an answer that was moved from;
///   Busy             somebody is changing the index;
///   Cancelled        the host stopped before all was answered;
///   OutOfCapacity    2^32 - 1 rows or hits, or more;
///   OutOfMemory      the answer's Memory gave no block.
/// Answers in a fixed buffer know OutputTooSmall besides, see Hits. No input may point into the answer.
///
/// Cost     batches of up to about a thousand queries, and any under serial(), run on the calling thread and reach no scheduler.
/// Threads  queries are const: any number of callers at once, each with an answer of its own.
/// Memory   the answer alone, and none once it has grown to its largest.
template <class I>
concept SpatialIndex = requires(const I& index, BoxView boxes, DiscView discs, RayView rays, PointView points, Hits& hits, Pairs& pairs,
                                std::span<const Slot> of, std::span<std::uint32_t> counts, QueryOptions o, PairOptions p, Executor e,
                                Slot s) {
    { index.overlap(boxes, hits, o, e) } -> std::same_as<Status>;
    { index.within(discs, hits, o, e) } -> std::same_as<Status>;
    { index.nearest(points, std::uint32_t{}, float{}, hits, o, e) } -> std::same_as<Status>;
    { index.cast(rays, hits, o, e) } -> std::same_as<Status>;
    { index.along(rays, hits, o, e) } -> std::same_as<Status>;
    { index.count(boxes, counts, o, e) } -> std::same_as<Status>;
    { index.count(discs, counts, o, e) } -> std::same_as<Status>;
    { index.neighbors(float{}, hits, o, e) } -> std::same_as<Status>;
    { index.neighbors_of(of, float{}, hits, o, e) } -> std::same_as<Status>;
    { index.pairs(pairs, p, e) } -> std::same_as<Status>;
    { index.bounds_of(s) } -> std::same_as<Aabb>;
    { index.slot_count() } -> std::same_as<std::size_t>;
    { index.size() } -> std::same_as<std::size_t>;
    { index.bytes() } -> std::same_as<std::size_t>;
    { index.validate() } -> std::same_as<Status>;
};

/// An index that can be changed, batch by batch.
///
/// build takes the place of everything that was there, and element i has slot i. update is the per-tick call: one item for each slot,
/// moved. insert, move and erase name slots of the caller's choosing. refit restores the best shape, once per frame at most; answers are
/// exact without it. clear leaves an empty index.
///
/// A change happens as a whole or not at all: whatever can fail is done before anything visible is altered. A faulty item of a batch is
/// skipped and the rest is done; Status::first and `count` tell of them, and applied() is true:
///   InvalidBounds    a box with a NaN, an infinity or min > max, or that overflows;
///   TooLarge         above the extent that the index was opened for;
///   InvalidArgument  a slot that is absent (move, erase), present (insert), no_slot, or that came before in the same batch.
/// A fault of the whole call has count 0 and leaves the index as it was:
///   InvalidArgument  an index that is not open, lengths that do not fit, unsound views, items of another kind than the index holds;
///   Busy             somebody queries or changes the index;
///   Cancelled        the host stopped before the change was decided;
///   OutOfCapacity    beyond 2^32 - 1 items, slots or elements, of a Quadtree also entries, one for each leaf that an element touches; or
///                    beyond 2^26 tiles: enough for 4 * 10^8 elements of a LooseGrid; a LooseQuadtree takes one for each branch, for each
///                    leaf and for each further sixteen elements of a leaf;
///   OutOfMemory      Memory gave no block.
///
/// Threads  one writer alone. Who comes in between is told Busy at once; nobody waits.
/// Memory   in proportion to the elements and the largest slot.
template <class I>
concept DynamicIndex = SpatialIndex<I> && requires(I& index, BoxView boxes, std::span<const Slot> slots, Executor e) {
    { index.build(boxes, e) } -> std::same_as<Status>;
    { index.update(boxes, e) } -> std::same_as<Status>;
    { index.insert(slots, boxes, e) } -> std::same_as<Status>;
    { index.move(slots, boxes, e) } -> std::same_as<Status>;
    { index.erase(slots, e) } -> std::same_as<Status>;
    { index.refit(e) } -> std::same_as<Status>;
    { index.clear() } -> std::same_as<Status>;
};

} // namespace throng
