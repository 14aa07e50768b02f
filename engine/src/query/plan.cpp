// SPDX-License-Identifier: MIT
#include "engine/src/query/plan.hpp"

#include "engine/src/base/access.hpp"
#include "engine/src/base/box_input.hpp"

#include <algorithm>
#include <utility>

namespace throng {
namespace {

// Options that every query shares.
bool take_options(kernels::Batch& batch, std::size_t rows, const QueryOptions& options, const Categories& categories) {
    const bool masked = options.mask != ~0u || !options.masks.empty();
    if (masked && !categories.known) return false;
    if (!is_known(options.order) || options.measure > Measure::Center) return false;
    if (!options.masks.empty() && options.masks.size() != rows) return false;
    batch.has_mask = masked || categories.by_slot;
    batch.categories = categories.by_slot;
    batch.mask = options.mask;
    batch.masks = options.masks.empty() ? nullptr : options.masks.data();
    if (!options.exclude.empty() && options.exclude.size() != rows) return false;
    batch.exclude = options.exclude.empty() ? nullptr : options.exclude.data();
    batch.limit = options.limit;
    batch.by_center = options.measure == Measure::Center;
    batch.keys_wanted = options.distances;
    const auto is_range = [](LayerRange range) { return range.first <= range.last; };
    const bool layered = options.layers != LayerRange{} || !options.layers_by_query.empty() || options.across_layers;
    if (layered && !categories.known) return false;
    if (!options.layers_by_query.empty() && options.layers_by_query.size() != rows) return false;
    if (!is_range(options.layers) ||
        !std::all_of(options.layers_by_query.begin(), options.layers_by_query.end(), is_range))
        return false;
    batch.layers = options.layers;
    batch.layers_of = options.layers_by_query.empty() ? nullptr : options.layers_by_query.data();
    batch.across_layers = options.across_layers;
    if (options.among) {
        batch.has_among = true;
        batch.among = Access::view(*options.among);
    }
    return true;
}

void take_points(kernels::Batch& batch, const PointView& points) {
    batch.a_x = points.x;
    batch.a_y = points.y;
    batch.a_stride = points.stride;
}

// Either one length for all, checked here, or one each, checked query by query.
bool take_reach(kernels::Batch& batch, std::size_t rows, float common, std::span<const float> each) {
    batch.reach = common;
    batch.reaches = each.empty() ? nullptr : each.data();
    return each.empty() ? common >= 0 : each.size() == rows;
}

// The batch that fill(batch) makes from a default one; null if it returns false. It is built in the caller's return
// value: copying a batch right after it was written waits until its parts are in the cache, for longer than a small
// world takes to answer it.
template <class Fill> std::optional<kernels::Batch> planned(Fill&& fill) {
    std::optional<kernels::Batch> batch(std::in_place);
    if (!fill(*batch)) batch.reset();
    return batch;
}

} // namespace

std::optional<kernels::Batch> plan_boxes(const BoxView& queries, const QueryOptions& options,
                                         Categories categories) noexcept {
    return planned([&](kernels::Batch& batch) {
        const auto source = box_source_of(queries, 0);
        if (!source || !take_options(batch, queries.size(), options, categories)) return false;
        take_points(batch, queries.a);
        batch.b_x = source->b_x;
        batch.b_y = source->b_y;
        batch.b_stride = source->b_stride;
        batch.form = source->form;
        batch.half_extent = source->half_extent;
        return true;
    });
}

std::optional<kernels::Batch> plan_discs(const DiscView& queries, const QueryOptions& options,
                                         Categories categories) noexcept {
    return planned([&](kernels::Batch& batch) {
        const std::size_t rows = queries.centers.size;
        if (!is_valid(queries.centers) || !take_options(batch, rows, options, categories)) return false;
        take_points(batch, queries.centers);
        return take_reach(batch, rows, queries.radius, queries.radii);
    });
}

std::optional<kernels::Batch> plan_points(const PointView& queries, std::uint32_t k, float max_distance,
                                          const QueryOptions& options, Categories categories) noexcept {
    return planned([&](kernels::Batch& batch) {
        if (!is_valid(queries) || !take_options(batch, queries.size, options, categories) || !(max_distance >= 0))
            return false;
        take_points(batch, queries);
        batch.reach = max_distance;
        batch.k = k;
        batch.keys_wanted = true;
        return true;
    });
}

std::optional<kernels::Batch> plan_rays(const RayView& queries, const QueryOptions& options,
                                        Categories categories) noexcept {
    return planned([&](kernels::Batch& batch) {
        const std::size_t rows = queries.origins.size;
        if (!is_valid(queries.origins) || !is_valid(queries.directions) || queries.directions.size != rows)
            return false;
        if (!take_options(batch, rows, options, categories) || !take_reach(batch, rows, queries.max_t, queries.max_ts))
            return false;
        if (!(queries.half_extent >= 0) || !(queries.half_extent < __builtin_inff())) return false;
        take_points(batch, queries.origins);
        batch.b_x = queries.directions.x;
        batch.b_y = queries.directions.y;
        batch.b_stride = queries.directions.stride;
        batch.half_extent = queries.half_extent;
        batch.keys_wanted = true;
        return true;
    });
}

std::optional<kernels::Batch> plan_neighbors(const Slot* of, std::size_t rows, float radius,
                                             const QueryOptions& options, Categories categories) noexcept {
    return planned([&](kernels::Batch& batch) {
        batch.of = of;
        batch.reach = radius;
        return take_options(batch, rows, options, categories) && radius >= 0;
    });
}

std::optional<kernels::Batch> plan_options(std::size_t rows, const QueryOptions& options,
                                           Categories categories) noexcept {
    return planned([&](kernels::Batch& batch) { return take_options(batch, rows, options, categories); });
}

} // namespace throng
