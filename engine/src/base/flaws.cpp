// SPDX-License-Identifier: MIT
#include "engine/src/base/flaws.hpp"

#include "engine/kernels/base/box_source.hpp"
#include "engine/src/base/box_input.hpp"

#include <algorithm>

namespace throng {
namespace {

Vec2 point_at(const PointView& points, std::size_t i) noexcept {
    const std::size_t at = i * (points.stride / sizeof(float));
    return {points.x[at], points.y[at]};
}

Reason flaw_of_point(Vec2 point) noexcept {
    return predicates::is_finite(point) ? Reason::None : Reason::PointNotFinite;
}

// `length`: why it has to be 0 or more.
Reason flaw_of_disc(Vec2 center, float reach, Reason length) noexcept {
    if (const Reason flaw = flaw_of_point(center); flaw != Reason::None) return flaw;
    return reach >= 0 ? Reason::None : length;
}

Reason flaw_of_direction(Vec2 direction) noexcept {
    if (!predicates::is_finite(direction)) return Reason::DirectionNotFinite;
    return direction.x == 0 && direction.y == 0 ? Reason::DirectionZero : Reason::None;
}

Reason flaw_of_ray(const Ray& ray) noexcept {
    if (const Reason flaw = flaw_of_disc(ray.origin, ray.max_t, Reason::MaxT); flaw != Reason::None) return flaw;
    return flaw_of_direction(ray.direction);
}

Reason flaw_of_cone(const Query& cone) noexcept {
    if (const Reason flaw = flaw_of_disc(cone.at, cone.reach, Reason::Range); flaw != Reason::None) return flaw;
    if (const Reason flaw = flaw_of_direction(cone.to); flaw != Reason::None) return flaw;
    return predicates::is_finite(cone.cos_half_angle) ? Reason::None : Reason::Cosine;
}

// Lengths that are one for all, or one each.
Reason flaw_of_lengths(const StridedFloats& each, std::size_t size, float common, Reason without_data, Reason lengths,
                       Reason length) noexcept {
    if (each.empty()) return common >= 0 ? Reason::None : length;
    if (!each.data() || each.stride() % sizeof(float) != 0) return without_data;
    return each.size() == size ? Reason::None : lengths;
}

} // namespace

Reason flaw_of(const BoxView& boxes) noexcept {
    if (const Reason flaw = flaw_of(boxes.a, Reason::BoxesWithoutData, Reason::BoxesStride); flaw != Reason::None)
        return flaw;
    if (boxes.around_centers && boxes.half_extent >= 0) return Reason::None;
    if (boxes.b.size != boxes.a.size) return boxes.around_centers ? Reason::HalfExtents : Reason::BoxesLengths;
    return flaw_of(boxes.b, Reason::BoxesWithoutData, Reason::BoxesStride);
}

Reason flaw_of(const DiscView& discs) noexcept {
    if (const Reason flaw = flaw_of(discs.centers, Reason::CentersWithoutData, Reason::CentersStride);
        flaw != Reason::None)
        return flaw;
    return flaw_of_lengths(discs.radii, discs.centers.size, discs.radius, Reason::RadiiWithoutData, Reason::RadiiLength,
                           Reason::Radius);
}

Reason flaw_of(const RayView& rays) noexcept {
    if (const Reason flaw = flaw_of(rays.origins, Reason::OriginsWithoutData, Reason::OriginsStride);
        flaw != Reason::None)
        return flaw;
    if (const Reason flaw = flaw_of(rays.directions, Reason::DirectionsWithoutData, Reason::DirectionsStride);
        flaw != Reason::None)
        return flaw;
    if (rays.directions.size != rays.origins.size) return Reason::DirectionsLength;
    if (!(rays.half_extent >= 0) || !predicates::is_finite(rays.half_extent)) return Reason::SweptHalfExtent;
    return flaw_of_lengths(rays.max_ts, rays.origins.size, rays.max_t, Reason::MaxTsWithoutData, Reason::MaxTsLength,
                           Reason::MaxT);
}

Reason flaw_of(const Aabb& box) noexcept {
    if (is_valid(box)) return Reason::None;
    return predicates::is_finite(box.min) && predicates::is_finite(box.max) ? Reason::BoxReversed
                                                                            : Reason::BoxNotFinite;
}

Reason flaw_of(const Aabb& box, float max_half_extent) noexcept {
    if (const Reason flaw = flaw_of(box); flaw != Reason::None) return flaw;
    const bool large = max_half_extent > 0 && predicates::is_finite(max_half_extent) &&
                       (kernels::is_too_long(box.min.x, box.max.x, max_half_extent) ||
                        kernels::is_too_long(box.min.y, box.max.y, max_half_extent));
    return large ? Reason::BoxTooLarge : Reason::None;
}

Reason flaw_at(const BoxView& boxes, std::size_t i) noexcept {
    const auto source = box_source_of(boxes, 0);
    return source ? flaw_of(box_at(*source, i)) : Reason::None;
}

Reason flaw_at(const PointView& points, std::size_t i) noexcept { return flaw_of_point(point_at(points, i)); }

Reason flaw_at(const DiscView& discs, std::size_t i) noexcept {
    return flaw_of_disc(point_at(discs.centers, i), discs.radii.empty() ? discs.radius : discs.radii[i],
                        Reason::Radius);
}

Reason flaw_at(const RayView& rays, std::size_t i) noexcept {
    return flaw_of_ray(
        {point_at(rays.origins, i), point_at(rays.directions, i), rays.max_ts.empty() ? rays.max_t : rays.max_ts[i]});
}

Reason flaw_of(const Query& query) noexcept {
    if (query.layers.first > query.layers.last) return Reason::LayersReversed;
    switch (query.kind) {
    case QueryKind::Overlap: return flaw_of(Aabb{query.at, query.to});
    case QueryKind::Within: return flaw_of_disc(query.at, query.reach, Reason::Radius);
    case QueryKind::Nearest: return flaw_of_disc(query.at, query.reach, Reason::MaxDistance);
    case QueryKind::Cast: return flaw_of_ray({query.at, query.to, query.reach});
    case QueryKind::Cone: return flaw_of_cone(query);
    }
    return Reason::UnknownKind;
}

Reason flaw_of_slot(std::span<const Slot> slots, std::size_t item) noexcept {
    if (slots[item] == no_slot) return Reason::NoSlot;
    const auto before = slots.first(item);
    return std::find(before.begin(), before.end(), slots[item]) != before.end() ? Reason::SlotRepeated : Reason::None;
}

} // namespace throng
