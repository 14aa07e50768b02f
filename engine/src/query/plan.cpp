// SPDX-License-Identifier: MIT
#include "engine/src/query/plan.hpp"

#include "engine/src/base/access.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::Batch;

bool has_reversed(const Strided<LayerRange>& each, std::size_t rows) noexcept {
    for (std::size_t row = 0; row < std::min(rows, each.size()); ++row)
        if (each[row].first > each[row].last) return true;
    return false;
}

template <class T> kernels::Column<T> column_of(const Strided<T>& each) noexcept {
    return each.empty() ? kernels::Column<T>() : kernels::Column<T>(each.data(), each.stride());
}

// Why the options alone are refused.
Reason flaw_of(const QueryOptions& options, std::size_t rows, bool in_world) noexcept {
    const bool masked = options.mask != ~0u || !options.masks.empty();
    const bool layered = options.layers != LayerRange{} || !options.layers_by_query.empty() || options.across_layers;
    if (masked && !in_world) return Reason::MaskWithoutWorld;
    if (!is_known(options.order)) return Reason::UnknownOrder;
    if (options.measure > Measure::Center) return Reason::UnknownMeasure;
    if (!fits(options.masks, rows)) return Reason::MasksLength;
    if (!fits(options.limits, rows)) return Reason::LimitsLength;
    if (!fits(options.exclude.each(), rows)) return Reason::ExcludeLength;
    if (layered && !in_world) return Reason::LayersWithoutWorld;
    if (!fits(options.layers_by_query, rows)) return Reason::LayersByQueryLength;
    if (options.layers.first > options.layers.last || has_reversed(options.layers_by_query, rows))
        return Reason::LayersReversed;
    if (options.only_dynamic && !in_world) return Reason::StaticStaticWithoutWorld;
    return Reason::None;
}

// Options that every query shares.
Reason take_options(Batch& batch, std::size_t rows, const QueryOptions& options, const Categories& categories) {
    if (const Reason flaw = flaw_of(options, rows, categories.known); flaw != Reason::None) return flaw;
    batch.has_mask = !options.masks.empty() || !categories.all.all_meet(options.mask);
    batch.only_dynamic = options.only_dynamic;
    batch.categories = categories.by_slot;
    batch.mask = options.mask;
    batch[Batch::masks] = column_of(options.masks);
    if (options.exclude.for_all())
        batch.excluded = options.exclude[0];
    else
        batch[Batch::exclude] = column_of(options.exclude.each());
    batch.limit = options.limit;
    batch[Batch::limits] = column_of(options.limits);
    batch.by_center = options.measure == Measure::Center;
    batch.keys_wanted = options.distances;
    batch.count_found = options.count_found;
    batch.layers = options.layers;
    batch.layers_of = column_of(options.layers_by_query);
    batch.across_layers = options.across_layers;
    if (options.among) {
        batch.has_among = true;
        batch.among = Access::view(*options.among);
    }
    return Reason::None;
}

void take_points(Batch& batch, const PointView& points) {
    batch[Batch::at_x] = {points.x, points.stride};
    batch[Batch::at_y] = {points.y, points.stride};
}

// Either one length for all, checked with the view, or one each, checked query by query.
void take_reach(Batch& batch, float common, const StridedFloats& each) {
    batch.reach = common;
    batch[Batch::reaches] = column_of(each);
}

// The batch that fill(batch) makes from a default one, unless `flaw` or the options stand against it.
template <class Fill>
Planned planned(Reason flaw, std::size_t rows, const QueryOptions& options, const Categories& categories, Fill&& fill) {
    Planned planned;
    planned.reason = flaw != Reason::None ? flaw : take_options(planned.batch, rows, options, categories);
    planned.batch.few = rows <= kernels::few_queries;
    if (planned) fill(planned.batch);
    return planned;
}

} // namespace

Planned plan_boxes(const BoxView& queries, const QueryOptions& options, Categories categories) noexcept {
    return planned(flaw_of(queries), queries.size(), options, categories, [&](Batch& batch) {
        const kernels::BoxSource source = *box_source_of(queries, 0);
        take_points(batch, queries.a);
        batch[Batch::to_x] = {source.b_x, source.b_stride};
        batch[Batch::to_y] = {source.b_y, source.b_stride};
        batch.form = source.form;
        batch.half_extent = source.half_extent;
    });
}

Planned plan_discs(const DiscView& queries, const QueryOptions& options, Categories categories) noexcept {
    return planned(flaw_of(queries), queries.centers.size, options, categories, [&](Batch& batch) {
        take_points(batch, queries.centers);
        take_reach(batch, queries.radius, queries.radii);
    });
}

Planned plan_points(const PointView& queries, std::uint32_t k, float max_distance, const QueryOptions& options,
                    Categories categories) noexcept {
    Reason flaw = flaw_of(queries);
    if (flaw == Reason::None && !(max_distance >= 0)) flaw = Reason::MaxDistance;
    return planned(flaw, queries.size, options, categories, [&](Batch& batch) {
        take_points(batch, queries);
        batch.reach = max_distance;
        batch.k = k;
        batch.keys_wanted = true;
    });
}

Planned plan_rays(const RayView& queries, const QueryOptions& options, Categories categories) noexcept {
    return planned(flaw_of(queries), queries.origins.size, options, categories, [&](Batch& batch) {
        take_points(batch, queries.origins);
        take_reach(batch, queries.max_t, queries.max_ts);
        batch[Batch::to_x] = {queries.directions.x, queries.directions.stride};
        batch[Batch::to_y] = {queries.directions.y, queries.directions.stride};
        batch.half_extent = queries.half_extent;
        batch.keys_wanted = true;
    });
}

Planned plan_neighbors(const Slot* of, std::size_t rows, const NeighborRadii& radii, const QueryOptions& options,
                       Categories categories) noexcept {
    const std::span<const float> each = radii.each ? *radii.each : std::span(&radii.common, 1);
    const auto is_radius = [](float radius) { return radius >= 0; };
    Reason flaw = radii.each && each.size() != rows ? Reason::NeighborRadiiLength : Reason::None;
    const auto wrong = std::find_if_not(each.begin(), each.end(), is_radius);
    if (flaw == Reason::None && wrong != each.end()) flaw = Reason::NeighborRadius;
    Planned plan = planned(flaw, rows, options, categories, [&](Batch& batch) {
        batch[Batch::around_slots] = of;
        if (radii.each)
            batch[Batch::reaches] = {each.data()};
        else
            batch.reach = radii.common;
    });
    if (radii.each && flaw == Reason::NeighborRadius) plan.first = static_cast<Slot>(wrong - each.begin());
    return plan;
}

Planned plan_options(std::size_t rows, const QueryOptions& options, Categories categories) noexcept {
    return planned(Reason::None, rows, options, categories, [](Batch&) {});
}

} // namespace throng
