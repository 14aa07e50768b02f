// SPDX-License-Identifier: MIT
#include "engine/src/c/input.hpp"

namespace throng::c {
namespace {

template <class From, class To> bool read_points(const From& from, To& to) noexcept {
    if (!aligned(from.x) || !aligned(from.y)) return false;
    to = To(from.x, from.y, from.size, from.stride);
    return true;
}

template <class From, class To> bool read_boxes(const From* from, To& to) noexcept {
    if (!from || !aligned(from)) return false;
    to.half_extent = from->half_extent;
    return read_flag(from->around_centers, to.around_centers) && read_points(from->a, to.a) &&
           read_points(from->b, to.b);
}

template <class From, class To> bool read_discs(const From* from, To& to) noexcept {
    if (!from || !aligned(from) || from->reserved != 0 || !aligned(from->radii)) return false;
    auto centers = to.centers;
    if (!read_points(from->centers, centers)) return false;
    to = from->radii ? To(centers, std::span(from->radii, centers.size)) : To(centers, from->radius);
    return true;
}

template <class From, class To> bool read_rays(const From* from, To& to) noexcept {
    if (!from || !aligned(from) || !aligned(from->max_ts)) return false;
    auto origins = to.origins;
    PointView directions;
    if (!read_points(from->origins, origins) || !read_points(from->directions, directions)) return false;
    to = from->max_ts ? To(origins, directions, std::span(from->max_ts, origins.size))
                      : To(origins, directions, from->max_t);
    to.half_extent = from->half_extent;
    return true;
}

// Null stands for the default.
template <class From, class To> bool read_if_given(const From* from, To& to) noexcept {
    if (!aligned(from)) return false;
    if (from) to = to_cpp(*from);
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
bool read(const throng_double_points* from, DoublePointView& to) noexcept {
    return from && aligned(from) && read_points(*from, to);
}
bool read(const throng_boxes* from, BoxView& to) noexcept { return read_boxes(from, to); }
bool read(const throng_double_boxes* from, DoubleBoxView& to) noexcept { return read_boxes(from, to); }
bool read(const throng_discs* from, DiscView& to) noexcept { return read_discs(from, to); }
bool read(const throng_double_discs* from, DoubleDiscView& to) noexcept { return read_discs(from, to); }
bool read(const throng_rays* from, RayView& to) noexcept { return read_rays(from, to); }
bool read(const throng_double_rays* from, DoubleRayView& to) noexcept { return read_rays(from, to); }
bool read(const throng_executor* from, Executor& to) noexcept { return read_if_given(from, to); }
bool read(const throng_memory* from, Memory& to) noexcept { return read_if_given(from, to); }

bool read(const throng_query_options* from, QueryOptions& to) noexcept {
    throng_query_options given = THRONG_QUERY_OPTIONS_INIT;
    if (!read_versioned(from, given)) return false;
    to.mask = given.mask;
    to.among = set_of(given.among);
    to.limit = given.limit;
    to.most_hits = given.most_hits;
    to.layers = to_cpp(given.layers);
    bool skip_found = false;
    if (!read_flag(given.distances, to.distances) || !read_flag(given.across_layers, to.across_layers) ||
        !read_flag(given.only_dynamic, to.only_dynamic) || !read_flag(given.skip_found, skip_found))
        return false;
    to.count_found = !skip_found;
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
    bool by_distance = false;
    if (!read_flag(given.by_distance, by_distance) || !read_flag(given.squared_distances, to.squared_distances) ||
        !read_flag(given.static_static, to.static_static) || !read_flag(given.across_layers, to.across_layers))
        return false;
    // The value that stands for no distance is as wrong as any below 0.
    if (by_distance) to.distance = given.distance == no_distance ? -1.f : given.distance;
    to.among = set_of(given.among);
    to.mask = given.mask;
    to.limit = given.limit;
    to.layers = to_cpp(given.layers);
    return read_choice(given.order, to.order) &&
           read_span(given.collides_with, given.collides_with_count, to.collides_with);
}

// C has no bool: the caller's functions are called by functions that convert their result.
bool read(const throng_writer* from, ByteWriter& to) noexcept {
    if (!from || !aligned(from)) return false;
    if (!from->write) return true; // refused by the call itself
    to.write = [](void* self, const void* bytes, std::size_t count) {
        const auto& writer = *static_cast<const throng_writer*>(self);
        return writer.write(writer.self, bytes, count) != 0;
    };
    to.self = const_cast<throng_writer*>(from);
    return true;
}

bool read(const throng_reader* from, ByteReader& to) noexcept {
    if (!from || !aligned(from)) return false;
    if (!from->read) return true; // refused by the call itself
    to.read = [](void* self, void* bytes, std::size_t count) {
        const auto& reader = *static_cast<const throng_reader*>(self);
        return reader.read(reader.self, bytes, count) != 0;
    };
    to.self = const_cast<throng_reader*>(from);
    return true;
}

} // namespace throng::c
