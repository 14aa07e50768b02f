// SPDX-License-Identifier: MIT
// One query of a batch of several kinds, for worlds, in floats and in doubles.
#pragma once

#include <throng/double_views.hpp>
#include <throng/query_options.hpp>
#include <throng/types.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <throng/names_begin.hpp>

namespace throng {

/// What a Query searches for. Each kind is described at the function of Query with the same name.
enum class QueryKind : std::uint8_t { Overlap, Within, Nearest, Cast, Cone };

/// One query of a mixed batch, made by one of the functions below. A faulty query gets an empty row: InvalidBounds for
/// a coordinate that is not finite or a box with min > max, InvalidArgument for a reach that is negative or a NaN
/// (infinite: no limit), a direction that is zero or not finite, a cosine that is not finite, or an unknown kind.
struct Query {
    QueryKind kind = QueryKind::Overlap;
    Vec2 at{0, 0};            ///< Overlap: min corner; else centre, origin or apex
    Vec2 to{0, 0};            ///< Overlap: max corner; Cast, Cone: direction
    float reach = 0;          ///< Within: radius; Nearest: max distance; Cast: max_t; Cone: range
    float cos_half_angle = 0; ///< Cone
    std::uint32_t k = 0;      ///< Nearest: k (0: no element); others: limit (0: all)
    std::uint32_t mask = ~0u; ///< keeps elements whose category shares a bit with it
    Slot exclude = no_slot;   ///< an element that is left out, such as the one that the query belongs to
    LayerRange layers{};      ///< keeps elements of these layers; first > last: InvalidArgument

    /// The elements whose box overlaps `box`.
    static constexpr Query overlap(Aabb box) noexcept { return {.at = box.min, .to = box.max}; }
    /// The elements within `d`, by QueryOptions::measure.
    static constexpr Query within(Disc d) noexcept {
        return {.kind = QueryKind::Within, .at = d.center, .reach = d.radius};
    }
    /// The `k` elements nearest to `p`, by QueryOptions::measure, none farther than `max_distance`.
    static constexpr Query nearest(Vec2 p, std::uint32_t k, float max_distance = HUGE_VALF) noexcept {
        return {.kind = QueryKind::Nearest, .at = p, .reach = max_distance, .k = k};
    }
    /// The first box that the ray enters; no element if it enters none.
    static constexpr Query cast(Ray r) noexcept {
        return {.kind = QueryKind::Cast, .at = r.origin, .to = r.direction, .reach = r.max_t};
    }
    /// Centres no farther than `range` from the apex and within the half angle around `direction`, of any length but 0.
    /// With d = centre - apex and d2 its square:
    ///     d2 <= range*range && (d2 == 0 || dot(d, direction) >= cos_half_angle * sqrt(d2 * dot(direction, direction)))
    /// A direction much shorter or longer than 1 is multiplied by a power of two first: predicates::within_cone.
    /// `cos_half_angle` is any finite number: 1 is straight ahead, 0 half the plane, -1 or less all around, up to
    /// rounding.
    static constexpr Query cone(Vec2 apex, Vec2 direction, float cos_half_angle, float range) noexcept {
        return {.kind = QueryKind::Cone, .at = apex, .to = direction, .reach = range, .cos_half_angle = cos_half_angle};
    }
};

/// A Query with its place in doubles, of a mixed batch; see WorldSpace. Query::at is not read, nor Query::to of
/// Overlap. A mask, an excluded element and layers are set in `query`.
struct DoubleQuery {
    Query query{};
    DoubleVec2 place{0, 0};  ///< Overlap: min corner; else centre, origin or apex
    DoubleVec2 corner{0, 0}; ///< Overlap: max corner; else unused

    /// They make the same queries as the functions of Query with the same names.
    static constexpr DoubleQuery overlap(const DoubleAabb& box) noexcept {
        return {Query::overlap({}), box.min, box.max};
    }
    static constexpr DoubleQuery within(DoubleVec2 center, float radius) noexcept {
        return {Query::within({{}, radius}), center, {}};
    }
    static constexpr DoubleQuery nearest(DoubleVec2 p, std::uint32_t k, float max_distance = HUGE_VALF) noexcept {
        return {Query::nearest({}, k, max_distance), p, {}};
    }
    static constexpr DoubleQuery cast(DoubleVec2 origin, Vec2 direction, float max_t) noexcept {
        return {Query::cast({{}, direction, max_t}), origin, {}};
    }
    static constexpr DoubleQuery cone(DoubleVec2 apex, Vec2 direction, float cos_half_angle, float range) noexcept {
        return {Query::cone({}, direction, cos_half_angle, range), apex, {}};
    }
};

/// A vector, array or span of DoubleQuery. It points into the caller's memory.
struct DoubleQueryView {
    const DoubleQuery* data;
    std::size_t size;

    template <Contiguous R>
    requires std::same_as<ElementOf<R>, DoubleQuery>
    constexpr DoubleQueryView(const R& queries) noexcept : data(queries.data()), size(queries.size()) {}
};

} // namespace throng

#include <throng/names_end.hpp>
