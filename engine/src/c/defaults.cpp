// SPDX-License-Identifier: MIT
// The C functions without an object: structs with their defaults, for languages that have no macros of C, texts and
// executors.
#include "engine/src/c/input.hpp"

using namespace throng;
using namespace throng::c;

namespace {

template <class T> throng_status fill(T* out, std::size_t size, const T& defaults) noexcept {
    if (!out || !aligned(out) || size != sizeof(T)) return c::to_c(invalid);
    *out = defaults;
    return c::to_c(Status());
}

throng_query to_c(const Query& query) noexcept {
    throng_query result = THRONG_QUERY_INIT; // its reserved bytes are zero, which padding is not
    result.kind = static_cast<std::uint8_t>(query.kind);
    result.at = {query.at.x, query.at.y};
    result.to = {query.to.x, query.to.y};
    result.reach = query.reach;
    result.cos_half_angle = query.cos_half_angle;
    result.k = query.k;
    return result;
}

throng_double_query to_c(const DoubleQuery& query) noexcept {
    return {to_c(query.query), c::to_c(query.place), c::to_c(query.corner)};
}

throng_executor to_c(const Executor& executor) noexcept { return {executor.parallel_for, executor.self}; }
constexpr Vec2 to_cpp(throng_vec2 point) noexcept { return {point.x, point.y}; }

} // namespace

throng_status throng_query_options_init(throng_query_options* out, size_t size) {
    return fill_versioned(out, size, THRONG_QUERY_OPTIONS_INIT);
}

throng_status throng_pair_options_init(throng_pair_options* out, size_t size) {
    return fill_versioned(out, size, THRONG_PAIR_OPTIONS_INIT);
}

throng_status throng_index_desc_init(throng_index_desc* out, size_t size) {
    return fill_versioned(out, size, THRONG_INDEX_DESC_INIT);
}

throng_status throng_world_desc_init(throng_world_desc* out, size_t size) {
    return fill_versioned(out, size, THRONG_WORLD_DESC_INIT);
}

throng_status throng_query_init(throng_query* out, size_t size) { return fill(out, size, THRONG_QUERY_INIT); }

throng_status throng_double_query_init(throng_double_query* out, size_t size) {
    return fill(out, size, THRONG_DOUBLE_QUERY_INIT);
}

throng_layer_range throng_all_layers(void) { return THRONG_ALL_LAYERS; }

throng_query throng_query_overlap(throng_aabb box) { return to_c(Query::overlap(c::to_cpp(box))); }

throng_query throng_query_within(throng_vec2 center, float radius) {
    return to_c(Query::within({to_cpp(center), radius}));
}

throng_query throng_query_nearest(throng_vec2 point, uint32_t k, float max_distance) {
    return to_c(Query::nearest(to_cpp(point), k, max_distance));
}

throng_query throng_query_cast(throng_vec2 origin, throng_vec2 direction, float max_t) {
    return to_c(Query::cast({to_cpp(origin), to_cpp(direction), max_t}));
}

throng_query throng_query_cone(throng_vec2 apex, throng_vec2 direction, float cos_half_angle, float range) {
    return to_c(Query::cone(to_cpp(apex), to_cpp(direction), cos_half_angle, range));
}

throng_double_query throng_double_query_overlap(throng_double_aabb box) {
    return to_c(DoubleQuery::overlap({c::to_cpp(box.min), c::to_cpp(box.max)}));
}

throng_double_query throng_double_query_within(throng_double_vec2 center, float radius) {
    return to_c(DoubleQuery::within(c::to_cpp(center), radius));
}

throng_double_query throng_double_query_nearest(throng_double_vec2 point, uint32_t k, float max_distance) {
    return to_c(DoubleQuery::nearest(c::to_cpp(point), k, max_distance));
}

throng_double_query throng_double_query_cast(throng_double_vec2 origin, throng_vec2 direction, float max_t) {
    return to_c(DoubleQuery::cast(c::to_cpp(origin), to_cpp(direction), max_t));
}

throng_double_query throng_double_query_cone(throng_double_vec2 apex, throng_vec2 direction, float cos_half_angle,
                                             float range) {
    return to_c(DoubleQuery::cone(c::to_cpp(apex), to_cpp(direction), cos_half_angle, range));
}

// Texts of the library are string literals, which end with a null character.

const char* throng_describe(uint32_t faults) { return describe(Fault(faults)).data(); }

const char* throng_describe_status(throng_status status) {
    const Status converted{Fault(status.faults), status.first, status.count, Reason(status.reason)};
    return describe(converted).data();
}

static_assert(sizeof(throng_stopper) == sizeof(Stopper) && offsetof(throng_stopper, self) == offsetof(Stopper, self));

throng_executor throng_stoppable(const throng_stopper* stopper) {
    return stopper ? to_c(stoppable(*reinterpret_cast<const Stopper*>(stopper))) : throng_executor{};
}

throng_executor throng_serial(void) { return to_c(serial()); }

uint32_t throng_version(void) { return THRONG_VERSION; }

const char* throng_active_isa(void) { return active_isa().data(); }

const char* throng_available_isa(size_t index) {
    const auto names = available_isas();
    return index < names.size() ? names[index].data() : nullptr;
}
