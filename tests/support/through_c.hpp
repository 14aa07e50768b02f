// SPDX-License-Identifier: MIT
// An index behind the C interface as one more index, so that every test of answers can use it.
#pragma once

#include "engine/src/c/input.hpp"
#include "support/any_index.hpp"

#include <throng/throng.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>

namespace throng::test {

inline Status to_cpp(throng_status status) {
    return {Fault(status.faults), status.first, status.count, Reason(status.reason)};
}
inline throng_executor to_c(Executor e) { return {e.parallel_for, e.self}; }
inline throng_points to_c(PointView v) { return {v.x, v.y, v.size, v.stride}; }
inline throng_boxes to_c(const BoxView& v) { return {to_c(v.a), to_c(v.b), v.half_extent, v.around_centers}; }
inline throng_discs to_c(const DiscView& v) { return {to_c(v.centers), v.radii.data(), v.radius, 0}; }
inline throng_rays to_c(const RayView& v) {
    return {to_c(v.origins), to_c(v.directions), v.max_ts.data(), v.max_t, v.half_extent};
}

inline throng_query_options to_c(const QueryOptions& o) {
    throng_query_options c = THRONG_QUERY_OPTIONS_INIT;
    const auto is_dense = [](const auto& each) { return each.empty() || each.stride() == sizeof(each[0]); };
    const bool are_dense =
        is_dense(o.masks) && is_dense(o.limits) && is_dense(o.exclude.each()) && is_dense(o.layers_by_query);
    if (!are_dense) std::abort(); // C has no strides for them
    c.mask = o.mask;
    c.masks = o.masks.data();
    c.mask_count = o.masks.size();
    c.among = reinterpret_cast<const throng_bitset*>(o.among); // its only member
    c.exclude = o.exclude.data();
    c.exclude_count = o.exclude.size();
    c.limit = o.limit;
    c.measure = static_cast<std::uint32_t>(o.measure);
    c.order = static_cast<std::uint32_t>(o.order);
    c.distances = o.distances;
    c.most_hits = o.most_hits;
    c.layers = {o.layers.first, o.layers.last};
    c.across_layers = o.across_layers;
    c.layers_by_query = reinterpret_cast<const throng_layer_range*>(o.layers_by_query.data());
    c.layers_by_query_count = o.layers_by_query.size();
    c.only_dynamic = o.only_dynamic;
    c.skip_found = !o.count_found;
    c.limits = o.limits.data();
    c.limit_count = o.limits.size();
    return c;
}

inline throng_pair_options to_c(const PairOptions& o) {
    throng_pair_options c = THRONG_PAIR_OPTIONS_INIT;
    c.order = static_cast<std::uint32_t>(o.order);
    c.among = reinterpret_cast<const throng_bitset*>(o.among);
    c.collides_with = o.collides_with.data();
    c.collides_with_count = o.collides_with.size();
    c.mask = o.mask;
    c.static_static = o.static_static;
    c.limit = o.limit;
    c.layers = {o.layers.first, o.layers.last};
    c.across_layers = o.across_layers;
    c.by_distance = o.by_distance();
    c.distance = o.by_distance() ? o.distance : 0.f;
    c.squared_distances = o.squared_distances;
    return c;
}

/// Lends the content of an answer to a handle while `call(handle)` runs.
template <class Handle, class Answer, class F> Status lend(Answer& answer, F&& call) {
    Handle handle{std::move(answer)};
    const Status status = to_cpp(call(&handle));
    if constexpr (requires { handle.hits; }) {
        answer = std::move(handle.hits);
    } else {
        answer = std::move(handle.pairs);
    }
    return status;
}

/// An index of any kind that was created by throng_index_create.
class ThroughC final : public support::AnyIndex {
public:
    ThroughC(Route route, const support::IndexOptions& options) {
        throng_index_desc desc = THRONG_INDEX_DESC_INIT;
        const bool grid = route == Route::RowGrid || route == Route::LooseGrid;
        const bool tree = route == Route::Quadtree || route == Route::LooseQuadtree;
        desc.kind = static_cast<std::uint32_t>(route);
        if (grid || tree)
            desc.bounds = {{options.bounds.min.x, options.bounds.min.y}, {options.bounds.max.x, options.bounds.max.y}};
        if (route == Route::RowGrid) desc.max_half_extent = options.max_half_extent;
        if (grid) desc.cell_size = options.cell;
        if (route == Route::LooseGrid) desc.tight_cell_size = options.tight_cell;
        if (tree) {
            desc.max_per_leaf = options.max_per_leaf.value_or(0);
            desc.max_depth = options.max_depth.value_or(0);
        }
        desc.executor = to_c(options.executor);
        if (throng_index_create(&desc, &index_).faults != 0) throw std::invalid_argument("throng_index_create");
        space_ = throng_index_space(index_);
    }
    ~ThroughC() override { throng_index_destroy(index_); }
    ThroughC(const ThroughC&) = delete;
    ThroughC& operator=(const ThroughC&) = delete;

    // A handle is neither opened again nor moved.
    Status open(const support::IndexOptions&) override { return lacking; }
    std::unique_ptr<AnyIndex> take() override { return nullptr; }
    void assign(AnyIndex&) override {}

    Status build(BoxView boxes, Executor e) override {
        return with(boxes, e, [&](auto* v, auto* on) { return throng_index_build(index_, v, on); });
    }
    Status update(BoxView boxes, Executor e) override {
        return with(boxes, e, [&](auto* v, auto* on) { return throng_index_update(index_, v, on); });
    }
    Status insert(std::span<const Slot> slots, BoxView boxes, Executor e) override {
        return with(boxes, e,
                    [&](auto* v, auto* on) { return throng_index_insert(index_, slots.data(), slots.size(), v, on); });
    }
    Status move(std::span<const Slot> slots, BoxView boxes, Executor e) override {
        return with(boxes, e,
                    [&](auto* v, auto* on) { return throng_index_move(index_, slots.data(), slots.size(), v, on); });
    }
    Status build(PointView points, Executor e) override {
        return with(points, e, [&](auto* v, auto* on) { return throng_index_build_points(index_, v, on); });
    }
    Status update(PointView points, Executor e) override {
        return with(points, e, [&](auto* v, auto* on) { return throng_index_update_points(index_, v, on); });
    }
    Status insert(std::span<const Slot> slots, PointView points, Executor e) override {
        return with(points, e, [&](auto* v, auto* on) {
            return throng_index_insert_points(index_, slots.data(), slots.size(), v, on);
        });
    }
    Status move(std::span<const Slot> slots, PointView points, Executor e) override {
        return with(points, e, [&](auto* v, auto* on) {
            return throng_index_move_points(index_, slots.data(), slots.size(), v, on);
        });
    }
    Status erase(std::span<const Slot> slots, Executor e) override {
        const throng_executor on = to_c(e);
        return to_cpp(throng_index_erase(index_, slots.data(), slots.size(), &on));
    }
    Status refit(Executor e) override {
        const throng_executor on = to_c(e);
        return to_cpp(throng_index_refit(index_, &on));
    }
    Status cleanup() override { return to_cpp(throng_index_cleanup(index_)); }
    Status clear() override { return to_cpp(throng_index_clear(index_)); }

    Status overlap(BoxView queries, Hits& out, QueryOptions o, Executor e) const override {
        return ask(queries, out, o, e,
                   [&](auto* v, auto* hits, auto* c, auto* on) { return throng_overlap(space_, v, hits, c, on); });
    }
    Status within(DiscView queries, Hits& out, QueryOptions o, Executor e) const override {
        return ask(queries, out, o, e,
                   [&](auto* v, auto* hits, auto* c, auto* on) { return throng_within(space_, v, hits, c, on); });
    }
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions o,
                   Executor e) const override {
        return ask(queries, out, o, e, [&](auto* v, auto* hits, auto* c, auto* on) {
            return throng_nearest(space_, v, k, max_distance, hits, c, on);
        });
    }
    Status cast(RayView queries, Hits& out, QueryOptions o, Executor e) const override {
        return ask(queries, out, o, e,
                   [&](auto* v, auto* hits, auto* c, auto* on) { return throng_cast(space_, v, hits, c, on); });
    }
    Status along(RayView queries, Hits& out, QueryOptions o, Executor e) const override {
        return ask(queries, out, o, e,
                   [&](auto* v, auto* hits, auto* c, auto* on) { return throng_along(space_, v, hits, c, on); });
    }
    Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions o, Executor e) const override {
        const throng_query_options c = to_c(o);
        return with(queries, e,
                    [&](auto* v, auto* on) { return throng_count_overlap(space_, v, out.data(), out.size(), &c, on); });
    }
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions o, Executor e) const override {
        const throng_query_options c = to_c(o);
        return with(queries, e,
                    [&](auto* v, auto* on) { return throng_count_within(space_, v, out.data(), out.size(), &c, on); });
    }
    Status neighbors(float radius, Hits& out, QueryOptions o, Executor e) const override {
        return ask(PointView(), out, o, e,
                   [&](auto*, auto* hits, auto* c, auto* on) { return throng_neighbors(space_, radius, hits, c, on); });
    }
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions o, Executor e) const override {
        return ask(PointView(), out, o, e, [&](auto*, auto* hits, auto* c, auto* on) {
            return throng_neighbors_of(space_, of.data(), of.size(), radius, hits, c, on);
        });
    }
    Status pairs(Pairs& out, PairOptions o, Executor e) const override {
        const throng_pair_options c = to_c(o);
        const throng_executor on = to_c(e);
        return lend<throng_pairs>(out, [&](auto* handle) { return throng_overlapping_pairs(space_, handle, &c, &on); });
    }

    void visit(NodeVisitor* visitor, void* context) const override {
        struct Both {
            NodeVisitor* visitor;
            void* context;
        } both{visitor, context};
        throng_visitor* const call = [](void* self, const throng_node* n) -> int {
            const Both& to = *static_cast<const Both*>(self);
            return to.visitor(to.context, {{{n->bounds.min.x, n->bounds.min.y}, {n->bounds.max.x, n->bounds.max.y}},
                                           n->depth,
                                           n->elements,
                                           n->leaf != 0,
                                           Route(n->route)});
        };
        (void)throng_visit(space_, call, &both);
    }
    Aabb bounds_of(Slot slot) const override {
        const throng_aabb box = throng_bounds_of(space_, slot);
        return {{box.min.x, box.min.y}, {box.max.x, box.max.y}};
    }
    std::size_t slot_count() const override { return throng_slot_count(space_); }
    std::size_t size() const override { return throng_size(space_); }
    std::size_t bytes() const override { return throng_bytes(space_); }
    Status validate() const override { return to_cpp(throng_validate(space_)); }
    std::span<const Slot> order() const override {
        std::size_t count = 0;
        const Slot* const first = throng_row_grid_order(index_, &count);
        return {first, count};
    }

private:
    static constexpr Status lacking{Fault::InvalidArgument, no_slot, 0};

    template <class View, class F> static Status with(const View& view, Executor e, F&& call) {
        const auto passed = to_c(view);
        const throng_executor on = to_c(e);
        return to_cpp(call(&passed, &on));
    }
    template <class View, class F>
    static Status ask(const View& view, Hits& out, const QueryOptions& o, Executor e, F&& call) {
        const auto passed = to_c(view);
        const throng_query_options options = to_c(o);
        const throng_executor on = to_c(e);
        return lend<throng_hits>(out, [&](auto* handle) { return call(&passed, handle, &options, &on); });
    }

    throng_index* index_ = nullptr;
    const throng_space* space_ = nullptr;
};

} // namespace throng::test
