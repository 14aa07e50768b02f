// SPDX-License-Identifier: MIT
// Worlds with places in doubles: c/doubles.h.
#include "engine/src/c/answer.hpp"

namespace throng::c {
namespace {

constexpr auto count_in_doubles = [](const throng_space& space, const auto& view, std::span<std::uint32_t> out,
                                     const QueryOptions& options, Executor executor) {
    const WorldSpace* const world = world_space(space);
    return world ? world->count(view, out, options, executor) : c::refused(Reason::OnlyWorlds);
};

} // namespace
} // namespace throng::c

using namespace throng;
using namespace throng::c;

throng_double_vec2 throng_origin(const throng_space* space) {
    const WorldSpace* const world = space ? world_space(*space) : nullptr;
    return world ? to_c(world->origin()) : throng_double_vec2{};
}

throng_status throng_world_rebase(throng_world* world, throng_double_vec2 origin, const throng_executor* executor) {
    Executor e;
    if (!world || !read(executor, e)) return to_c(invalid);
    return to_c(world->world.rebase(to_cpp(origin), e));
}

throng_status throng_world_spawn_doubles(throng_world* world, const throng_double_boxes* boxes, uint32_t motion,
                                         throng_id* ids, size_t size, const uint32_t* categories,
                                         const uint16_t* layers) {
    DoubleBoxView view(DoublePointView::none(), DoublePointView::none());
    if (!world || !read(boxes, view) || motion > THRONG_DYNAMIC || !holds(ids, size) || !aligned(categories) ||
        !aligned(layers))
        return to_c(invalid);
    const std::span<const std::uint32_t> category_of_each(categories, categories ? view.size() : 0);
    const std::span<const std::uint16_t> layer_of_each(layers, layers ? view.size() : 0);
    return to_c(world->world.spawn(view, static_cast<Motion>(motion), {reinterpret_cast<Id*>(ids), size},
                                   category_of_each, layer_of_each));
}

throng_status throng_world_move_doubles(throng_world* world, const throng_id* ids, size_t size,
                                        const throng_double_boxes* boxes) {
    DoubleBoxView view(DoublePointView::none(), DoublePointView::none());
    if (!world || !holds(ids, size) || !read(boxes, view)) return to_c(invalid);
    return to_c(world->world.move(c::ids(ids, size), view));
}

throng_status throng_world_move_all_doubles(throng_world* world, const throng_double_boxes* by_slot) {
    DoubleBoxView view(DoublePointView::none(), DoublePointView::none());
    if (!world || !read(by_slot, view)) return to_c(invalid);
    return to_c(world->world.move_all(view));
}

throng_status throng_overlap_doubles(const throng_space* space, const throng_double_boxes* boxes, throng_hits* out,
                                     const throng_query_options* options, const throng_executor* executor) {
    DoubleBoxView view(DoublePointView::none(), DoublePointView::none());
    return answer_of_world(
        space, out, options, executor, read(boxes, view),
        [&](const WorldSpace& world, const auto& o, Executor e) { return world.overlap(view, out->hits, o, e); });
}

throng_status throng_within_doubles(const throng_space* space, const throng_double_discs* discs, throng_hits* out,
                                    const throng_query_options* options, const throng_executor* executor) {
    DoubleDiscView view(DoublePointView::none(), 0.f);
    return answer_of_world(
        space, out, options, executor, read(discs, view),
        [&](const WorldSpace& world, const auto& o, Executor e) { return world.within(view, out->hits, o, e); });
}

throng_status throng_nearest_doubles(const throng_space* space, const throng_double_points* points, uint32_t k,
                                     float max_distance, throng_hits* out, const throng_query_options* options,
                                     const throng_executor* executor) {
    DoublePointView view = DoublePointView::none();
    return answer_of_world(space, out, options, executor, read(points, view),
                           [&](const WorldSpace& world, const auto& o, Executor e) {
                               return world.nearest(view, k, max_distance, out->hits, o, e);
                           });
}

throng_status throng_cast_doubles(const throng_space* space, const throng_double_rays* rays, throng_hits* out,
                                  const throng_query_options* options, const throng_executor* executor) {
    DoubleRayView view(DoublePointView::none(), {}, 0.f);
    return answer_of_world(
        space, out, options, executor, read(rays, view),
        [&](const WorldSpace& world, const auto& o, Executor e) { return world.cast(view, out->hits, o, e); });
}

throng_status throng_along_doubles(const throng_space* space, const throng_double_rays* rays, throng_hits* out,
                                   const throng_query_options* options, const throng_executor* executor) {
    DoubleRayView view(DoublePointView::none(), {}, 0.f);
    return answer_of_world(
        space, out, options, executor, read(rays, view),
        [&](const WorldSpace& world, const auto& o, Executor e) { return world.along(view, out->hits, o, e); });
}

throng_status throng_count_overlap_doubles(const throng_space* space, const throng_double_boxes* boxes, uint32_t* out,
                                           size_t size, const throng_query_options* options,
                                           const throng_executor* executor) {
    const DoubleBoxView none(DoublePointView::none(), DoublePointView::none());
    return c::count(space, boxes, none, out, size, options, executor, count_in_doubles);
}

throng_status throng_count_within_doubles(const throng_space* space, const throng_double_discs* discs, uint32_t* out,
                                          size_t size, const throng_query_options* options,
                                          const throng_executor* executor) {
    return c::count(space, discs, DoubleDiscView(DoublePointView::none(), 0.f), out, size, options, executor,
                    count_in_doubles);
}

throng_status throng_query_batch_doubles(const throng_space* space, const throng_double_query* queries, size_t size,
                                         throng_hits* out, const throng_query_options* options,
                                         const throng_executor* executor) {
    const std::span batch(reinterpret_cast<const DoubleQuery*>(queries), size); // see c_layout.cpp
    return answer_of_world(space, out, options, executor, holds(queries, size),
                           [&](const WorldSpace& world, const auto& o, Executor e) {
                               return told(world.query(batch, out->hits, o, e), finds_nothing(batch));
                           });
}

throng_status throng_visible_doubles(const throng_space* space, const throng_double_points* from,
                                     const throng_double_points* to, uint32_t blockers,
                                     const throng_layer_range* layers, size_t layer_count, uint8_t* out, size_t size,
                                     const throng_executor* executor) {
    DoublePointView start = DoublePointView::none(), end = start;
    Executor e;
    if (!space || !read(from, start) || !read(to, end) || !holds(layers, layer_count) || !holds(out, size) ||
        !read(executor, e))
        return to_c(invalid);
    const std::span ranges(reinterpret_cast<const LayerRange*>(layers), layer_count); // see c_layout.cpp
    const WorldSpace* const world = world_space(*space);
    if (!world) return to_c(invalid);
    return to_c(layers ? world->visible(start, end, blockers, ranges, std::span(out, size), e)
                       : world->visible(start, end, blockers, std::span(out, size), e));
}
