// SPDX-License-Identifier: MIT
// The layouts that C and C++ share: arrays of these structs are read and written in place.
#include <throng/throng.h>
#include <throng/throng.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace throng {
namespace {

template <class C, class Cpp>
constexpr bool same_size = sizeof(C) == sizeof(Cpp) && alignof(C) == alignof(Cpp) &&
                           std::is_standard_layout_v<C>&& std::is_standard_layout_v<Cpp>&& std::is_trivially_copyable_v<
                               C>&& std::is_trivially_copyable_v<Cpp>;

static_assert(same_size<throng_vec2, Vec2>);
static_assert(offsetof(throng_vec2, x) == offsetof(Vec2, x) && offsetof(throng_vec2, y) == offsetof(Vec2, y));

static_assert(same_size<throng_aabb, Aabb>);
static_assert(offsetof(throng_aabb, min) == offsetof(Aabb, min) && offsetof(throng_aabb, max) == offsetof(Aabb, max));

static_assert(std::is_same_v<throng_slot, Slot> && THRONG_NO_SLOT == no_slot);

static_assert(same_size<throng_id, Id>);
static_assert(offsetof(throng_id, slot) == offsetof(Id, slot) &&
              offsetof(throng_id, generation) == offsetof(Id, generation));

static_assert(same_size<throng_pair, Pair>);
static_assert(offsetof(throng_pair, a) == offsetof(Pair, a) && offsetof(throng_pair, b) == offsetof(Pair, b));

static_assert(same_size<throng_id_pair, IdPair>);
static_assert(offsetof(throng_id_pair, a) == offsetof(IdPair, a) && offsetof(throng_id_pair, b) == offsetof(IdPair, b));

static_assert(same_size<throng_query, Query> && std::is_same_v<std::underlying_type_t<QueryKind>, std::uint8_t>);
static_assert(offsetof(throng_query, kind) == offsetof(Query, kind) &&
              offsetof(throng_query, at) == offsetof(Query, at) && offsetof(throng_query, to) == offsetof(Query, to) &&
              offsetof(throng_query, reach) == offsetof(Query, reach) &&
              offsetof(throng_query, cos_half_angle) == offsetof(Query, cos_half_angle) &&
              offsetof(throng_query, k) == offsetof(Query, k) &&
              offsetof(throng_query, mask) == offsetof(Query, mask) &&
              offsetof(throng_query, exclude) == offsetof(Query, exclude) &&
              offsetof(throng_query, layers) == offsetof(Query, layers));

static_assert(same_size<throng_double_vec2, DoubleVec2>);
static_assert(offsetof(throng_double_vec2, x) == offsetof(DoubleVec2, x) &&
              offsetof(throng_double_vec2, y) == offsetof(DoubleVec2, y));

static_assert(same_size<throng_double_query, DoubleQuery>);
static_assert(offsetof(throng_double_query, query) == offsetof(DoubleQuery, query) &&
              offsetof(throng_double_query, place) == offsetof(DoubleQuery, place) &&
              offsetof(throng_double_query, corner) == offsetof(DoubleQuery, corner));

static_assert(same_size<throng_layer_range, LayerRange>);
static_assert(offsetof(throng_layer_range, first) == offsetof(LayerRange, first) &&
              offsetof(throng_layer_range, last) == offsetof(LayerRange, last));

static_assert(same_size<std::uint8_t, Motion> && std::is_same_v<std::underlying_type_t<Motion>, std::uint8_t>);

// The numbers of enums.
template <class Enum> constexpr auto number(Enum value) { return static_cast<unsigned>(value); }

static_assert(THRONG_STALE_ID == number(Fault::StaleId) && THRONG_INVALID_BOUNDS == number(Fault::InvalidBounds) &&
              THRONG_INVALID_ARGUMENT == number(Fault::InvalidArgument) &&
              THRONG_TOO_LARGE == number(Fault::TooLarge) && THRONG_OUTPUT_TOO_SMALL == number(Fault::OutputTooSmall) &&
              THRONG_OUT_OF_CAPACITY == number(Fault::OutOfCapacity) &&
              THRONG_OUT_OF_MEMORY == number(Fault::OutOfMemory) && THRONG_BUSY == number(Fault::Busy) &&
              THRONG_CANCELLED == number(Fault::Cancelled) && THRONG_CORRUPT == number(Fault::Corrupt));
static_assert(THRONG_STABLE == number(Order::Stable) && THRONG_BY_SLOT == number(Order::BySlot));
static_assert(THRONG_TO_BOX == number(Measure::Box) && THRONG_TO_CENTER == number(Measure::Center));
static_assert(THRONG_STATIC == number(Motion::Static) && THRONG_DYNAMIC == number(Motion::Dynamic));
static_assert(THRONG_NO_ROUTE == number(Route::None) && THRONG_ROW_GRID == number(Route::RowGrid) &&
              THRONG_LOOSE_GRID == number(Route::LooseGrid) && THRONG_QUADTREE == number(Route::Quadtree) &&
              THRONG_LOOSE_QUADTREE == number(Route::LooseQuadtree) && THRONG_STATIC_TREE == number(Route::StaticTree));
static_assert(THRONG_QUERY_OVERLAP == number(QueryKind::Overlap) && THRONG_QUERY_WITHIN == number(QueryKind::Within) &&
              THRONG_QUERY_NEAREST == number(QueryKind::Nearest) && THRONG_QUERY_CAST == number(QueryKind::Cast) &&
              THRONG_QUERY_CONE == number(QueryKind::Cone));

} // namespace
} // namespace throng
