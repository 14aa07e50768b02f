// SPDX-License-Identifier: MIT
#include "engine/src/c/input.hpp"

namespace throng::c {
namespace {

bool read_points(const throng_points& from, PointView& to) noexcept {
    if (!aligned(from.x) || !aligned(from.y)) return false;
    to = PointView(from.x, from.y, from.size, from.stride);
    return true;
}

bool read_points(const throng_double_points& from, DoublePointView& to) noexcept {
    if (!aligned(from.x) || !aligned(from.y)) return false;
    to = DoublePointView(from.x, from.y, from.size, from.stride);
    return true;
}

constexpr LayerRange to_cpp(throng_layer_range range) noexcept { return {range.first, range.last}; }

// An enum of two values.
template <class Enum> bool read_choice(std::uint32_t from, Enum& to) noexcept {
    to = static_cast<Enum>(from & 1);
    return from <= 1;
}

const HierarchicalBitset* set_of(const throng_bitset* handle) noexcept { return handle ? &handle->set : nullptr; }

template <class T, class To> bool read_span(const T* first, std::size_t size, To& to) noexcept {
    if (!holds(first, size)) return false;
    to = std::span<const T>(first, size);
    return true;
}

} // namespace

bool read(const throng_points* from, PointView& to) noexcept { return from && aligned(from) && read_points(*from, to); }

bool read(const throng_boxes* from, BoxView& to) noexcept {
    if (!from || !aligned(from)) return false;
    to.half_extent = from->half_extent;
    to.around_centers = from->around_centers != 0;
    return read_points(from->a, to.a) && read_points(from->b, to.b);
}

bool read(const throng_discs* from, DiscView& to) noexcept {
    if (!from || !aligned(from) || from->reserved != 0) return false;
    PointView centers;
    if (!read_points(from->centers, centers) || !aligned(from->radii)) return false;
    to = from->radii ? DiscView(centers, std::span(from->radii, centers.size)) : DiscView(centers, from->radius);
    return true;
}

bool read(const throng_rays* from, RayView& to) noexcept {
    if (!from || !aligned(from)) return false;
    PointView origins, directions;
    if (!read_points(from->origins, origins) || !read_points(from->directions, directions) || !aligned(from->max_ts))
        return false;
    to = from->max_ts ? RayView(origins, directions, std::span(from->max_ts, origins.size))
                      : RayView(origins, directions, from->max_t);
    to.half_extent = from->half_extent;
    return true;
}

bool read(const throng_double_points* from, DoublePointView& to) noexcept {
    return from && aligned(from) && read_points(*from, to);
}

bool read(const throng_double_boxes* from, DoubleBoxView& to) noexcept {
    if (!from || !aligned(from)) return false;
    to.half_extent = from->half_extent;
    to.around_centers = from->around_centers != 0;
    return read_points(from->a, to.a) && read_points(from->b, to.b);
}

bool read(const throng_double_discs* from, DoubleDiscView& to) noexcept {
    if (!from || !aligned(from) || from->reserved != 0 || !aligned(from->radii)) return false;
    DoublePointView centers = DoublePointView::none();
    if (!read_points(from->centers, centers)) return false;
    to = from->radii ? DoubleDiscView(centers, std::span(from->radii, centers.size))
                     : DoubleDiscView(centers, from->radius);
    return true;
}

bool read(const throng_double_rays* from, DoubleRayView& to) noexcept {
    if (!from || !aligned(from) || !aligned(from->max_ts)) return false;
    DoublePointView origins = DoublePointView::none();
    PointView directions;
    if (!read_points(from->origins, origins) || !read_points(from->directions, directions)) return false;
    to = from->max_ts ? DoubleRayView(origins, directions, std::span(from->max_ts, origins.size))
                      : DoubleRayView(origins, directions, from->max_t);
    to.half_extent = from->half_extent;
    return true;
}

bool read(const throng_query_options* from, QueryOptions& to) noexcept {
    throng_query_options given = THRONG_QUERY_OPTIONS_INIT;
    if (!read_versioned(from, given)) return false;
    to.mask = given.mask;
    to.among = set_of(given.among);
    to.limit = given.limit;
    to.distances = given.distances != 0;
    to.most_hits = given.most_hits;
    to.layers = to_cpp(given.layers);
    to.across_layers = given.across_layers != 0;
    to.only_dynamic = given.only_dynamic != 0;
    to.count_found = given.skip_found == 0;
    if (given.skip_found > 1) return false;
    if (!holds(given.layers_by_query, given.layers_by_query_count)) return false;
    to.layers_by_query = {reinterpret_cast<const LayerRange*>(given.layers_by_query), given.layers_by_query_count};
    return read_choice(given.measure, to.measure) && read_choice(given.order, to.order) &&
           read_span(given.masks, given.mask_count, to.masks) &&
           read_span(given.limits, given.limit_count, to.limits) &&
           read_span(given.exclude, given.exclude_count, to.exclude);
}

bool read(const throng_pair_options* from, PairOptions& to) noexcept {
    throng_pair_options given = THRONG_PAIR_OPTIONS_INIT;
    if (!read_versioned(from, given) || given.reserved_too != 0) return false;
    if (given.by_distance > 1 || given.squared_distances > 1) return false;
    // The value that stands for no distance is as wrong as any below 0.
    if (given.by_distance != 0) to.distance = given.distance == no_distance ? -1.f : given.distance;
    to.squared_distances = given.squared_distances != 0;
    to.among = set_of(given.among);
    to.mask = given.mask;
    to.static_static = given.static_static != 0;
    to.limit = given.limit;
    to.layers = to_cpp(given.layers);
    to.across_layers = given.across_layers != 0;
    return read_choice(given.order, to.order) &&
           read_span(given.collides_with, given.collides_with_count, to.collides_with);
}

bool read(const throng_executor* from, Executor& to) noexcept {
    if (!absent_or_one(from)) return false;
    if (from) to = to_cpp(*from);
    return true;
}

bool read(const throng_memory* from, Memory& to) noexcept {
    if (!absent_or_one(from)) return false;
    if (from) to = to_cpp(*from);
    return true;
}

} // namespace throng::c
