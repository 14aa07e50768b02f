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
#include <span>

namespace throng {

enum class Route : std::uint8_t { None, RowGrid, LooseGrid, Quadtree, LooseQuadtree, StaticTree };
struct Node { Aabb bounds; std::uint32_t depth, elements; bool leaf; Route route; };   // a row, cell or tree node, for drawing and study
using NodeVisitor = bool(void* context, const Node&);  // false: do not descend

template <class I>
concept SpatialIndex = requires(const I& index, BoxView boxes, DiscView discs, RayView rays, PointView points, Hits& hits, Pairs& pairs,
                                std::span<const Slot> of, std::span<std::uint32_t> counts, QueryOptions o, PairOptions p, Executor e, Slot s) {
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

// (the three macros only keep this page short; the product's headers spell the functions out)

} // namespace throng
