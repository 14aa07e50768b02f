// SPDX-License-Identifier: MIT
// The queries of c/space.h and c/doubles.h: the arguments are read, then the object behind the space is queried.
#include "engine/src/c/input.hpp"

#include <algorithm>
#include <span>
#include <type_traits>

namespace throng::c {
namespace {

// A mask of 0 is a request as any other, and finds nothing. In C it is rather a struct that was zeroed, so the status
// tells it, without a fault.
Status told(Status status, bool finds_nothing) noexcept {
    if (finds_nothing && status && status.reason == Reason::None) status.reason = Reason::MaskOfNothing;
    return status;
}
bool finds_nothing(const QueryOptions& options) noexcept { return options.mask == 0 && options.masks.empty(); }
bool finds_nothing(const PairOptions& options) noexcept { return options.mask == 0; }
bool finds_nothing(const Query& query) noexcept { return query.mask == 0; }
bool finds_nothing(const DoubleQuery& query) noexcept { return query.query.mask == 0; }
// The first query of a batch that is as it should be ends the search.
template <class T> bool finds_nothing(std::span<const T> batch) noexcept {
    return !batch.empty() && std::ranges::all_of(batch, [](const T& query) { return finds_nothing(query); });
}

// What a refused query leaves behind: an empty answer, as after a fault that the object itself finds.
Status refuse(throng_hits* out, Reason reason) noexcept {
    Status status = out ? RowGrid().within(DiscView(PointView(), -1.f), out->hits) : invalid;
    status.reason = reason;
    return status;
}
Status refuse(throng_pairs* out, Reason reason) noexcept {
    PairOptions other;
    other.mask = 0;
    Status status = out ? RowGrid().pairs(out->pairs, other) : invalid;
    status.reason = reason;
    return status;
}

template <class Object> const Object* object_in(const throng_space& space) noexcept {
    if constexpr (std::is_same_v<Object, Space>) return space.object;
    return world_space(space);
}

// ask(object, options, executor) -> Status of a space, if both can be read. An `Object` is a Space or a WorldSpace.
template <class Object, class Answer, class Options, class F>
throng_status answer(const throng_space* space, Answer* out, const Options* options, const throng_executor* executor,
                     bool readable, F&& ask) noexcept {
    auto o = unread(options);
    Executor e;
    if (!space || !out || !readable || !read(options, o) || !read(executor, e))
        return to_c(refuse(out, Reason::Unreadable));
    const Object* const object = object_in<Object>(*space);
    return to_c(object ? told(ask(*object, o, e), finds_nothing(o)) : refuse(out, Reason::OnlyWorlds));
}

// A member function of a space that fills hits for a view; `more` are what it takes besides.
template <class Object, class CView, class... More>
using Asked = std::type_identity_t<Status (Object::*)(CppOf<CView>, More..., Hits&, QueryOptions, Executor) const>;

template <class Object, class CView, class... More>
throng_status answer(const throng_space* space, const CView* queries, throng_hits* out,
                     const throng_query_options* options, const throng_executor* executor,
                     Asked<Object, CView, More...> ask, More... more) noexcept {
    auto view = unread(queries);
    return answer<Object>(
        space, out, options, executor, read(queries, view),
        [&](const Object& object, const auto&... how) { return (object.*ask)(view, more..., out->hits, how...); });
}

// The same of a batch of mixed queries.
template <class T>
throng_status answer_mixed(const throng_space* space, const T* queries, std::size_t size, throng_hits* out,
                           const throng_query_options* options, const throng_executor* executor) noexcept {
    const std::span batch(queries, size);
    return answer<WorldSpace>(space, out, options, executor, holds(queries, size),
                              [&](const WorldSpace& world, const auto&... how) {
                                  return told(world.query(batch, out->hits, how...), finds_nothing(batch));
                              });
}

// The same of member functions that write one number for each query.
template <class Object, class CView>
throng_status count(const throng_space* space, const CView* queries, std::uint32_t* out, std::size_t size,
                    const throng_query_options* options, const throng_executor* executor) noexcept {
    return with(space && holds(out, size), queries, options,
                executor)([&](const auto& view, const QueryOptions& o, Executor e) {
        const Object* const object = object_in<Object>(*space);
        if (!object) return refused(Reason::OnlyWorlds);
        return told(object->count(view, std::span(out, size), o, e), finds_nothing(o));
    });
}

template <class CPoints>
throng_status visible(const throng_space* space, const CPoints* from, const CPoints* to, std::uint32_t blockers,
                      std::span<const throng_layer_range> layers, std::uint8_t* out, std::size_t size,
                      const throng_executor* executor) noexcept {
    const bool valid = space && holds(layers.data(), layers.size()) && holds(out, size);
    return with(valid, from, to, executor)([&](const auto& start, const auto& end, Executor e) {
        const std::span ranges(reinterpret_cast<const LayerRange*>(layers.data()), layers.size()); // see c_layout.cpp
        const WorldSpace* const world = world_space(*space);
        return world ? world->visible(start, end, blockers, ranges, std::span(out, size), e)
                     : refused(Reason::OnlyWorlds);
    });
}

constexpr throng_layer_range all_layers[] = {THRONG_ALL_LAYERS};

} // namespace
} // namespace throng::c

using namespace throng;
using namespace throng::c;

throng_status throng_overlap(const throng_space* space, const throng_boxes* boxes, throng_hits* out,
                             const throng_query_options* options, const throng_executor* executor) {
    return answer<Space>(space, boxes, out, options, executor, &Space::overlap);
}

throng_status throng_overlap_doubles(const throng_space* space, const throng_double_boxes* boxes, throng_hits* out,
                                     const throng_query_options* options, const throng_executor* executor) {
    return answer<WorldSpace>(space, boxes, out, options, executor, &WorldSpace::overlap);
}

throng_status throng_within(const throng_space* space, const throng_discs* discs, throng_hits* out,
                            const throng_query_options* options, const throng_executor* executor) {
    return answer<Space>(space, discs, out, options, executor, &Space::within);
}

throng_status throng_within_doubles(const throng_space* space, const throng_double_discs* discs, throng_hits* out,
                                    const throng_query_options* options, const throng_executor* executor) {
    return answer<WorldSpace>(space, discs, out, options, executor, &WorldSpace::within);
}

throng_status throng_nearest(const throng_space* space, const throng_points* points, uint32_t k, float max_distance,
                             throng_hits* out, const throng_query_options* options, const throng_executor* executor) {
    return answer<Space>(space, points, out, options, executor, &Space::nearest, k, max_distance);
}

throng_status throng_nearest_doubles(const throng_space* space, const throng_double_points* points, uint32_t k,
                                     float max_distance, throng_hits* out, const throng_query_options* options,
                                     const throng_executor* executor) {
    return answer<WorldSpace>(space, points, out, options, executor, &WorldSpace::nearest, k, max_distance);
}

throng_status throng_cast(const throng_space* space, const throng_rays* rays, throng_hits* out,
                          const throng_query_options* options, const throng_executor* executor) {
    return answer<Space>(space, rays, out, options, executor, &Space::cast);
}

throng_status throng_cast_doubles(const throng_space* space, const throng_double_rays* rays, throng_hits* out,
                                  const throng_query_options* options, const throng_executor* executor) {
    return answer<WorldSpace>(space, rays, out, options, executor, &WorldSpace::cast);
}

throng_status throng_along(const throng_space* space, const throng_rays* rays, throng_hits* out,
                           const throng_query_options* options, const throng_executor* executor) {
    return answer<Space>(space, rays, out, options, executor, &Space::along);
}

throng_status throng_along_doubles(const throng_space* space, const throng_double_rays* rays, throng_hits* out,
                                   const throng_query_options* options, const throng_executor* executor) {
    return answer<WorldSpace>(space, rays, out, options, executor, &WorldSpace::along);
}

throng_status throng_count_overlap(const throng_space* space, const throng_boxes* boxes, uint32_t* out, size_t size,
                                   const throng_query_options* options, const throng_executor* executor) {
    return c::count<Space>(space, boxes, out, size, options, executor);
}

throng_status throng_count_overlap_doubles(const throng_space* space, const throng_double_boxes* boxes, uint32_t* out,
                                           size_t size, const throng_query_options* options,
                                           const throng_executor* executor) {
    return c::count<WorldSpace>(space, boxes, out, size, options, executor);
}

throng_status throng_count_within(const throng_space* space, const throng_discs* discs, uint32_t* out, size_t size,
                                  const throng_query_options* options, const throng_executor* executor) {
    return c::count<Space>(space, discs, out, size, options, executor);
}

throng_status throng_count_within_doubles(const throng_space* space, const throng_double_discs* discs, uint32_t* out,
                                          size_t size, const throng_query_options* options,
                                          const throng_executor* executor) {
    return c::count<WorldSpace>(space, discs, out, size, options, executor);
}

throng_status throng_neighbors(const throng_space* space, float radius, throng_hits* out,
                               const throng_query_options* options, const throng_executor* executor) {
    return answer<Space>(space, out, options, executor, true, [&](const Space& object, const auto&... how) {
        return object.neighbors(radius, out->hits, how...);
    });
}

throng_status throng_neighbors_by_radii(const throng_space* space, const float* radii, size_t size, throng_hits* out,
                                        const throng_query_options* options, const throng_executor* executor) {
    return answer<Space>(space, out, options, executor, holds(radii, size),
                         [&](const Space& object, const auto&... how) {
                             return object.neighbors(std::span(radii, size), out->hits, how...);
                         });
}

throng_status throng_neighbors_of(const throng_space* space, const throng_slot* of, size_t size, float radius,
                                  throng_hits* out, const throng_query_options* options,
                                  const throng_executor* executor) {
    return answer<Space>(space, out, options, executor, holds(of, size), [&](const Space& object, const auto&... how) {
        return object.neighbors_of(std::span(of, size), radius, out->hits, how...);
    });
}

throng_status throng_overlapping_pairs(const throng_space* space, throng_pairs* out, const throng_pair_options* options,
                                       const throng_executor* executor) {
    return answer<Space>(space, out, options, executor, true,
                         [&](const Space& object, const auto&... how) { return object.pairs(out->pairs, how...); });
}

throng_status throng_query_batch(const throng_space* space, const throng_query* queries, size_t size, throng_hits* out,
                                 const throng_query_options* options, const throng_executor* executor) {
    const auto* const batch = reinterpret_cast<const Query*>(queries); // see c_layout.cpp
    return answer_mixed(space, batch, size, out, options, executor);
}

throng_status throng_query_batch_doubles(const throng_space* space, const throng_double_query* queries, size_t size,
                                         throng_hits* out, const throng_query_options* options,
                                         const throng_executor* executor) {
    const auto* const batch = reinterpret_cast<const DoubleQuery*>(queries); // see c_layout.cpp
    return answer_mixed(space, batch, size, out, options, executor);
}

throng_status throng_visible(const throng_space* space, const throng_points* from, const throng_points* to,
                             uint32_t blockers, uint8_t* out, size_t size, const throng_executor* executor) {
    return visible(space, from, to, blockers, all_layers, out, size, executor);
}

throng_status throng_visible_in_layers(const throng_space* space, const throng_points* from, const throng_points* to,
                                       uint32_t blockers, const throng_layer_range* layers, size_t layer_count,
                                       uint8_t* out, size_t size, const throng_executor* executor) {
    return visible(space, from, to, blockers, {layers, layer_count}, out, size, executor);
}

throng_status throng_visible_doubles(const throng_space* space, const throng_double_points* from,
                                     const throng_double_points* to, uint32_t blockers,
                                     const throng_layer_range* layers, size_t layer_count, uint8_t* out, size_t size,
                                     const throng_executor* executor) {
    const std::span ranges = layers || layer_count != 0 ? std::span(layers, layer_count) : std::span(all_layers);
    return visible(space, from, to, blockers, ranges, out, size, executor);
}
