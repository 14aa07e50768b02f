// SPDX-License-Identifier: MIT
// The functions that every index has, as concepts.
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

#include <throng/names_begin.hpp>

namespace throng {

/// The structure that stores an element.
enum class Route : std::uint8_t { None, NoRoute = None, RowGrid, LooseGrid, Quadtree, LooseQuadtree, StaticTree };

/// A part of an index, for drawing and study: its bounds, its depth below the whole, the number of elements in it,
/// whether it has no parts below it, and the structure that it belongs to.
struct Node {
    Aabb bounds;
    std::uint32_t depth, elements;
    bool leaf;
    Route route;
};

/// Called for each node, parents before the nodes below them. False: skip the nodes below this one. Must not throw. A
/// callable given to visit(f) may throw: it is then called for no further node, and visit throws its exception.
using NodeVisitor = bool(void* context, const Node&);

namespace detail {

// The plain function behind visit(f) of every index, with its callable. No exception may pass through the walk: it is
// kept until the walk is over, and until then every node is refused.
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
            if (!visit.thrown) throw; // of another language: it cannot be stored
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

/// Any index: the members of Space, which documents batches, faults, threads and memory.
///
/// The published predicates define what a query finds. They are computed in float and without fused multiply-add, so
/// that every index gives the same answer:
///
///     overlap      a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
///     distance     dx*dx + dy*dy <= r*r; to a box dx = max(min.x - p.x, 0, p.x - max.x), to a centre dx = c.x - p.x;
///                  dy likewise
///     ray          on each axis near and far are (min - o) / d and (max - o) / d in order; if d == 0, all t
///                  are between them for min <= o && o <= max, else none; hit if max(0, near) <= min(max_t, far), and
///                  t is the left side; a swept square grows min and max by half_extent first
///
/// throng/predicates.hpp computes each of them for one element.
template <class I>
concept SpatialIndex = requires(const I& index, BoxView boxes, DiscView discs, RayView rays, PointView points,
                                Hits& hits, Pairs& pairs, std::span<const Slot> of, std::span<std::uint32_t> counts,
                                QueryOptions o, PairOptions p, Executor e, Slot s) {
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

/// An index with changes in batches: the members of BoxIndex.
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

#include <throng/names_end.hpp>
