// SPDX-License-Identifier: MIT
#include "engine/src/base/flaws.hpp"

#include "engine/kernels/base/box_source.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"

#include <throng/faulty.hpp>

#include <algorithm>
#include <initializer_list>

namespace throng {

namespace {

Vec2 point_at(const PointView& points, std::size_t i) noexcept {
    const std::size_t at = i * (points.stride / sizeof(float));
    return {points.x[at], points.y[at]};
}

Reason unless(bool valid, Reason flaw) noexcept { return valid ? Reason::None : flaw; }

Reason first_of(std::initializer_list<Reason> flaws) noexcept {
    const auto* const first =
        std::find_if(flaws.begin(), flaws.end(), [](Reason flaw) { return flaw != Reason::None; });
    return first == flaws.end() ? Reason::None : *first;
}

Reason flaw_of_point(Vec2 point) noexcept { return unless(predicates::is_finite(point), Reason::PointNotFinite); }

// `length`: why it has to be 0 or more.
Reason flaw_of_disc(Vec2 center, float reach, Reason length) noexcept {
    return first_of({flaw_of_point(center), unless(reach >= 0, length)});
}

Reason flaw_of_direction(Vec2 direction) noexcept {
    return first_of({unless(predicates::is_finite(direction), Reason::DirectionNotFinite),
                     unless(direction.x != 0 || direction.y != 0, Reason::DirectionZero)});
}

Reason flaw_of_ray(const Ray& ray) noexcept {
    return first_of({flaw_of_disc(ray.origin, ray.max_t, Reason::MaxT), flaw_of_direction(ray.direction)});
}

Reason flaw_of_cone(const Query& cone) noexcept {
    return first_of({flaw_of_disc(cone.at, cone.reach, Reason::Range), flaw_of_direction(cone.to),
                     unless(predicates::is_finite(cone.cos_half_angle), Reason::Cosine)});
}

// Lengths that are one for all, or one each.
Reason flaw_of_lengths(const StridedFloats& each, std::size_t size, float common, Reason without_data, Reason lengths,
                       Reason length) noexcept {
    if (each.empty()) return unless(common >= 0, length);
    return first_of({unless(each.data() && each.stride() % sizeof(float) == 0, without_data),
                     unless(each.size() == size, lengths)});
}

} // namespace

Reason flaw_of(const BoxView& boxes) noexcept {
    const Reason of_a = flaw_of(boxes.a, Reason::BoxesWithoutData, Reason::BoxesStride);
    if (boxes.around_centers && boxes.half_extent >= 0) return of_a;
    const Reason lengths = boxes.around_centers ? Reason::HalfExtents : Reason::BoxesLengths;
    return first_of({of_a, unless(boxes.b.size == boxes.a.size, lengths),
                     flaw_of(boxes.b, Reason::BoxesWithoutData, Reason::BoxesStride)});
}

Reason flaw_of(const DiscView& discs) noexcept {
    return first_of({flaw_of(discs.centers, Reason::CentersWithoutData, Reason::CentersStride),
                     flaw_of_lengths(discs.radii, discs.centers.size, discs.radius, Reason::RadiiWithoutData,
                                     Reason::RadiiLength, Reason::Radius)});
}

Reason flaw_of(const RayView& rays) noexcept {
    const bool swept = rays.half_extent >= 0 && predicates::is_finite(rays.half_extent);
    return first_of({flaw_of(rays.origins, Reason::OriginsWithoutData, Reason::OriginsStride),
                     flaw_of(rays.directions, Reason::DirectionsWithoutData, Reason::DirectionsStride),
                     unless(rays.directions.size == rays.origins.size, Reason::DirectionsLength),
                     unless(swept, Reason::SweptHalfExtent),
                     flaw_of_lengths(rays.max_ts, rays.origins.size, rays.max_t, Reason::MaxTsWithoutData,
                                     Reason::MaxTsLength, Reason::MaxT)});
}

Reason flaw_of(const Aabb& box) noexcept {
    const bool finite = predicates::is_finite(box.min) && predicates::is_finite(box.max);
    return unless(is_valid(box), finite ? Reason::BoxReversed : Reason::BoxNotFinite);
}

Reason flaw_of(const Aabb& box, float max_half_extent) noexcept {
    const bool large = max_half_extent > 0 && predicates::is_finite(max_half_extent) &&
                       (kernels::is_too_long(box.min.x, box.max.x, max_half_extent) ||
                        kernels::is_too_long(box.min.y, box.max.y, max_half_extent));
    return first_of({flaw_of(box), unless(!large, Reason::BoxTooLarge)});
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

namespace {

// The items of a view that can be read.
template <class View> std::size_t list(const View& view, std::size_t size, std::span<Slot> out) noexcept {
    if (flaw_of(view) != Reason::None) return 0;
    return list_faulty(size, out, [&](std::size_t i) { return flaw_at(view, i) != Reason::None; });
}

} // namespace

std::size_t faulty_positions(const BoxView& boxes, std::span<Slot> out, float max_half_extent) noexcept {
    const auto source = box_source_of(boxes, 0);
    if (!source) return 0;
    return list_faulty(boxes.size(), out,
                       [&](std::size_t i) { return flaw_of(box_at(*source, i), max_half_extent) != Reason::None; });
}

std::size_t faulty_positions(const PointView& points, std::span<Slot> out, float half_extent) noexcept {
    const auto source = box_source_of(points, 0);
    if (!source) return 0;
    return list_faulty(points.size, out, [&](std::size_t i) {
        return !is_valid(predicates::box_around(box_at(*source, i).min, half_extent));
    });
}

std::size_t faulty_positions(const DiscView& discs, std::span<Slot> out) noexcept {
    return list(discs, discs.centers.size, out);
}

std::size_t faulty_positions(const RayView& rays, std::span<Slot> out) noexcept {
    return list(rays, rays.origins.size, out);
}

std::size_t faulty_positions(std::span<const Query> queries, std::span<Slot> out) noexcept {
    if (!queries.data()) return 0;
    return list_faulty(queries.size(), out, [&](std::size_t i) { return flaw_of(queries[i]) != Reason::None; });
}

} // namespace throng
