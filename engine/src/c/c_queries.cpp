// SPDX-License-Identifier: MIT
// The queries of c/space.h: the arguments are read, then the object behind the space is queried.
#include "engine/src/c/answer.hpp"

namespace throng::c {
namespace {

constexpr auto count_in_floats = [](const throng_space& space, const auto& view, std::span<std::uint32_t> out,
                                    const QueryOptions& options,
                                    Executor executor) { return space.object->count(view, out, options, executor); };

} // namespace
} // namespace throng::c

using namespace throng;
using namespace throng::c;

throng_status throng_overlap(const throng_space* space, const throng_boxes* boxes, throng_hits* out,
                             const throng_query_options* options, const throng_executor* executor) {
    BoxView view;
    return answer(
        space, out, options, executor, read(boxes, view),
        [&](const Space& object, const auto& o, Executor e) { return object.overlap(view, out->hits, o, e); });
}

throng_status throng_within(const throng_space* space, const throng_discs* discs, throng_hits* out,
                            const throng_query_options* options, const throng_executor* executor) {
    DiscView view({}, 0);
    return answer(space, out, options, executor, read(discs, view),
                  [&](const Space& object, const auto& o, Executor e) { return object.within(view, out->hits, o, e); });
}

throng_status throng_nearest(const throng_space* space, const throng_points* points, uint32_t k, float max_distance,
                             throng_hits* out, const throng_query_options* options, const throng_executor* executor) {
    PointView view;
    return answer(space, out, options, executor, read(points, view),
                  [&](const Space& object, const auto& o, Executor e) {
                      return object.nearest(view, k, max_distance, out->hits, o, e);
                  });
}

throng_status throng_cast(const throng_space* space, const throng_rays* rays, throng_hits* out,
                          const throng_query_options* options, const throng_executor* executor) {
    RayView view({}, {}, 0);
    return answer(space, out, options, executor, read(rays, view),
                  [&](const Space& object, const auto& o, Executor e) { return object.cast(view, out->hits, o, e); });
}

throng_status throng_along(const throng_space* space, const throng_rays* rays, throng_hits* out,
                           const throng_query_options* options, const throng_executor* executor) {
    RayView view({}, {}, 0);
    return answer(space, out, options, executor, read(rays, view),
                  [&](const Space& object, const auto& o, Executor e) { return object.along(view, out->hits, o, e); });
}

throng_status throng_count_overlap(const throng_space* space, const throng_boxes* boxes, uint32_t* out, size_t size,
                                   const throng_query_options* options, const throng_executor* executor) {
    return c::count(space, boxes, BoxView(), out, size, options, executor, count_in_floats);
}

throng_status throng_count_within(const throng_space* space, const throng_discs* discs, uint32_t* out, size_t size,
                                  const throng_query_options* options, const throng_executor* executor) {
    return c::count(space, discs, DiscView({}, 0), out, size, options, executor, count_in_floats);
}

throng_status throng_neighbors(const throng_space* space, float radius, throng_hits* out,
                               const throng_query_options* options, const throng_executor* executor) {
    return answer(space, out, options, executor, true, [&](const Space& object, const auto& o, Executor e) {
        return object.neighbors(radius, out->hits, o, e);
    });
}

throng_status throng_neighbors_by_radii(const throng_space* space, const float* radii, size_t size, throng_hits* out,
                                        const throng_query_options* options, const throng_executor* executor) {
    return answer(space, out, options, executor, holds(radii, size),
                  [&](const Space& object, const auto& o, Executor e) {
                      return object.neighbors(std::span(radii, size), out->hits, o, e);
                  });
}

throng_status throng_neighbors_of(const throng_space* space, const throng_slot* of, size_t size, float radius,
                                  throng_hits* out, const throng_query_options* options,
                                  const throng_executor* executor) {
    return answer(space, out, options, executor, holds(of, size), [&](const Space& object, const auto& o, Executor e) {
        return object.neighbors_of(std::span(of, size), radius, out->hits, o, e);
    });
}

throng_status throng_overlapping_pairs(const throng_space* space, throng_pairs* out, const throng_pair_options* options,
                                       const throng_executor* executor) {
    return answer(space, out, options, executor, true,
                  [&](const Space& object, const auto& o, Executor e) { return object.pairs(out->pairs, o, e); });
}

throng_status throng_query_batch(const throng_space* space, const throng_query* queries, size_t size, throng_hits* out,
                                 const throng_query_options* options, const throng_executor* executor) {
    return answer_of_world(space, out, options, executor, holds(queries, size),
                           [&](const WorldSpace& world, const auto& o, Executor e) {
                               const std::span batch(reinterpret_cast<const Query*>(queries), size); // see c_layout.cpp
                               return told(world.query(batch, out->hits, o, e), finds_nothing(batch));
                           });
}

throng_status throng_visible(const throng_space* space, const throng_points* from, const throng_points* to,
                             uint32_t blockers, uint8_t* out, size_t size, const throng_executor* executor) {
    const throng_layer_range all = THRONG_ALL_LAYERS;
    return throng_visible_in_layers(space, from, to, blockers, &all, 1, out, size, executor);
}

throng_status throng_visible_in_layers(const throng_space* space, const throng_points* from, const throng_points* to,
                                       uint32_t blockers, const throng_layer_range* layers, size_t layer_count,
                                       uint8_t* out, size_t size, const throng_executor* executor) {
    PointView start, end;
    Executor e;
    if (!space || !read(from, start) || !read(to, end) || !holds(layers, layer_count) || !holds(out, size) ||
        !read(executor, e))
        return to_c(invalid);
    const std::span ranges(reinterpret_cast<const LayerRange*>(layers), layer_count); // see c_layout.cpp
    const WorldSpace* const world = world_space(*space);
    return to_c(world ? world->visible(start, end, blockers, ranges, std::span(out, size), e)
                      : c::refused(Reason::OnlyWorlds));
}
