// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/structure_packet.hpp"

#include "engine/kernels/base/region.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/world/queries/packet_merge.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace throng {
namespace {

using kernels::Batch;
using kernels::Collect;
using kernels::HitSink;
using kernels::Region;

bool is_bounded(Search search) { return search.kind == SearchKind::Cast || search.kind == SearchKind::Nearest; }

// Keys are squares of distances, or the t of rays.
bool has_squared_keys(SearchKind kind) {
    switch (kind) {
    case SearchKind::Overlap:
    case SearchKind::WithinBox:
    case SearchKind::WithinCenter:
    case SearchKind::Neighbors:
    case SearchKind::Cone:
    case SearchKind::Nearest: return true;
    case SearchKind::Cast:
    case SearchKind::Along: break;
    }
    return false;
}

// Later structures need not be searched beyond the hits found so far: they may have an equally near hit with a smaller
// slot, but none beyond matters.
class Bounds {
public:
    Bounds(Search search, Batch& batch, std::uint32_t count) : search_(search), batch_(batch), count_(count) {
        if (!is_bounded(search)) return;
        for (std::uint32_t i = 0; i < count; ++i) reaches_[i] = batch.reach_of(i);
        batch[Batch::reaches] = {reaches_};
    }

    void tighten(const std::uint32_t* counts, const float* keys) {
        for (std::uint32_t i = 0; i < count_; keys += counts[i++]) {
            if (counts[i] == 0 || (search_.kind == SearchKind::Nearest && counts[i] < batch_.k_of(i))) continue;
            const float last = keys[counts[i] - 1];
            reaches_[i] = std::min(reaches_[i], search_.kind == SearchKind::Cast ? last : reach_to(last));
            known_ |= 1u << i;
        }
    }

    /// After k hits have been found for every query, the further hits are those within the same distance, so the search
    /// needs no order any more.
    Search next_search(Search now) {
        if (now.kind != SearchKind::Nearest || known_ != (1u << count_) - 1) return now;
        batch_.limit = batch_.k;
        batch_[Batch::limits] = batch_[Batch::ks];
        return {batch_.by_center ? SearchKind::WithinCenter : SearchKind::WithinBox};
    }

private:
    // The smallest reach whose rounded square is at least `squared`.
    static float reach_to(float squared) {
        float reach = std::sqrt(squared);
        while (reach * reach < squared) reach = std::nextafter(reach, std::numeric_limits<float>::infinity());
        return reach;
    }

    const Search search_;
    Batch& batch_;
    const std::uint32_t count_;
    std::uint32_t known_ = 0; // by query: whether its reach is the distance of a hit
    float reaches_[packet_queries];
};

// The region of a query's hits; false: the query is faulty, or its hits may be anywhere.
bool region_of(Search search, const Batch& batch, std::uint32_t i, Region& region) {
    const float x = batch[Batch::at_x][i], y = batch[Batch::at_y][i];
    switch (search.kind) {
    case SearchKind::Overlap: {
        const bool common = batch.form == kernels::BoxSource::Form::CommonCenters;
        const float bx = common ? batch.half_extent : batch[Batch::to_x][i];
        const float by = common ? batch.half_extent : batch[Batch::to_y][i];
        region = batch.form == kernels::BoxSource::Form::Corners ? Region{x, y, bx, by}
                                                                 : Region{x - bx, y - by, x + bx, y + by};
        break;
    }
    case SearchKind::Cast: {
        const double t = static_cast<double>(batch.reach_of(i));
        const double dx = static_cast<double>(batch[Batch::to_x][i]);
        const double dy = static_cast<double>(batch[Batch::to_y][i]);
        const double from_x = static_cast<double>(x), from_y = static_cast<double>(y);
        const double to_x = from_x + t * dx, to_y = from_y + t * dy;
        // The predicate rounds t in proportion to the coordinates, and to denormals.
        const double margin = static_cast<double>(batch.half_extent) + 1e-44 * (std::abs(dx) + std::abs(dy)) +
                              1e-5 * (std::abs(from_x) + std::abs(from_y) + std::abs(to_x) + std::abs(to_y));
        region = {
            static_cast<float>(std::min(from_x, to_x) - margin), static_cast<float>(std::min(from_y, to_y) - margin),
            static_cast<float>(std::max(from_x, to_x) + margin), static_cast<float>(std::max(from_y, to_y) + margin)};
        break;
    }
    case SearchKind::Neighbors:
    case SearchKind::Along: return false;
    case SearchKind::WithinBox:
    case SearchKind::WithinCenter:
    case SearchKind::Cone:
    case SearchKind::Nearest: region = kernels::around(x, y, kernels::widened_reach(batch.reach_of(i))); break;
    }
    return std::isfinite(region.min_x) && std::isfinite(region.min_y) && std::isfinite(region.max_x) &&
           std::isfinite(region.max_y);
}

// Whether a structure has no element near any of the queries. Tested only if the queries lie together, by one search.
bool has_none_near(const WorldView& world, std::uint32_t structure, Search search, const Batch& batch,
                   std::uint32_t count) {
    Region all{}, region{};
    float areas = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!region_of(search, batch, i, region)) return false;
        all = i == 0 ? region
                     : Region{std::min(all.min_x, region.min_x), std::min(all.min_y, region.min_y),
                              std::max(all.max_x, region.max_x), std::max(all.max_y, region.max_y)};
        areas += (region.max_x - region.min_x) * (region.max_y - region.min_y);
    }
    if (!((all.max_x - all.min_x) * (all.max_y - all.min_y) <= areas)) return false;
    Batch box;
    box.form = kernels::BoxSource::Form::Corners;
    box[Batch::at_x] = {&all.min_x}, box[Batch::at_y] = {&all.min_y};
    box[Batch::to_x] = {&all.max_x}, box[Batch::to_y] = {&all.max_y};
    std::uint32_t hits = 0;
    HitSink sink;
    sink.counts = &hits;
    search_structure(world, structure, {SearchKind::Overlap, Collect::Count}, box, 0, 1, sink);
    return hits == 0 && sink.faulty.count == 0;
}

// Whether any of the queries can find an element of these categories.
bool can_find(const Batch& batch, std::uint32_t count, const CategorySummary& kinds) {
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t also = batch[Batch::also_masks] ? batch[Batch::also_masks][i] : ~0u;
        if (kinds.may_meet(batch.mask_of(i)) && kinds.may_meet(also)) return true;
    }
    return !batch.has_mask;
}

void set_found(Search search, const Batch& batch, const Structures& structures, std::uint32_t count,
               const PartCounts& parts, PacketAnswer& answer) {
    if (search.kind == SearchKind::Cast || search.collect != Collect::Ranked) {
        std::copy_n(answer.counts, count, answer.found);
        return;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t found = 0;
        for (std::uint32_t s = 0; s < structures.count; ++s) found += parts.found[s][i];
        answer.found[i] = search.kind == SearchKind::Nearest ? std::min(found, batch.k_of(i)) : found;
    }
}

} // namespace

std::uint32_t limit_of_row(Search search, const Batch& batch, std::uint32_t i) noexcept {
    const std::uint32_t limit = batch.limit_of(i), all = ~0u;
    switch (search.kind) {
    case SearchKind::Cast: return 1;
    case SearchKind::Nearest: return std::min(batch.k_of(i), limit != 0 ? limit : all);
    case SearchKind::Along: return limit != 0 ? limit : all;
    case SearchKind::Overlap:
    case SearchKind::WithinBox:
    case SearchKind::WithinCenter:
    case SearchKind::Neighbors:
    case SearchKind::Cone: break;
    }
    return limit;
}

bool keys_need_roots(Search search, const Batch& batch) noexcept {
    return batch.keys_wanted && !batch.keys_stay_squared && has_squared_keys(search.kind) &&
           search.collect == Collect::Ranked;
}

Structures::Structures(const WorldView& world, bool only_dynamic) noexcept {
    std::uint32_t sizes[most];
    for (std::uint32_t s = 0; s < most; ++s) sizes[s] = view_of(world, s).size;
    for (std::uint32_t s = 0; s < most; ++s)
        if (sizes[s] != 0 && !(only_dynamic && holds_statics(s))) in_order[count++] = static_cast<std::uint8_t>(s);
    if (count == 0) in_order[count++] = 0;
    std::copy_n(in_order, count, largest_first);
    std::sort(largest_first, largest_first + count,
              [&](std::uint8_t a, std::uint8_t b) { return sizes[a] > sizes[b]; });
    for (std::uint32_t s = 0; s < most; ++s) sparse[s] = sizes[s] < sizes[largest_first[0]] / 16;
}

std::uint32_t search_structure(const WorldView& world, std::uint32_t structure, Search search, const Batch& batch,
                               std::uint32_t begin, std::uint32_t end, HitSink& sink) noexcept {
    const kernels::HitKernel kernel = table_of(structure)[search];
    const kernels::IndexView& view = view_of(world, structure);
    const bool turned = is_row_grid(structure) && static_cast<const kernels::GridView&>(view).turned;
    if (!turned) return kernel(view, batch, begin, end, sink); // no copy
    return kernel(view, exchanged(batch), begin, end, sink);
}

const kernels::IndexView& view_of(const WorldView& world, std::uint32_t structure) noexcept {
    const kernels::IndexView* const views[] = {&world.row_grid, &world.tree, &world.static_grid, &world.static_tree};
    static_assert(std::size(views) == world_structures);
    return *views[structure];
}

const kernels::QueryTable& table_of(std::uint32_t structure) noexcept {
    return is_row_grid(structure) ? active_kernels().grid_of_boxes : active_kernels().static_tree;
}

bool answer_packet(const WorldView& world, const Structures& structures, Search search, const Batch& batch,
                   std::uint32_t count, HitSink& sink, PacketAnswer& answer) noexcept {
    Batch squared = batch;
    squared.keys_stay_squared = true;
    Bounds bounds(search, squared, count);
    Search now = search;
    PartCounts parts;
    HitSink part = sink;
    answer.faulty = {};
    const bool has_masks = batch[Batch::masks] || batch[Batch::also_masks];
    bool searched_any = false; // the first structure searched reports the faulty queries; all would report the same
    for (std::uint32_t s = 0; s < structures.count; ++s) {
        const std::uint32_t begin = part.size;
        part.counts = parts.counts[s];
        part.found = sink.found ? parts.found[s] : nullptr;
        part.faulty = {};
        const std::uint32_t structure = is_bounded(search) ? structures.largest_first[s] : structures.in_order[s];
        const CategorySummary& kinds = world.kinds[structure];
        squared.has_mask = batch.has_mask && (has_masks || !kinds.all_meet(batch.mask));
        const bool must_search = !searched_any && s + 1 == structures.count;
        if (!must_search &&
            (!can_find(batch, count, kinds) ||
             (searched_any && structures.sparse[structure] && has_none_near(world, structure, now, squared, count)))) {
            std::fill_n(parts.counts[s], count, 0u);
            std::fill_n(parts.found[s], count, 0u);
            continue;
        }
        if (search_structure(world, structure, now, squared, 0, count, part) != count) return false;
        if (!searched_any) answer.faulty = part.faulty;
        searched_any = true;
        if (is_bounded(search)) bounds.tighten(parts.counts[s], part.keys + begin);
        now = bounds.next_search(now);
    }
    std::uint32_t end = part.size;
    if (!PacketMerge(search, batch, structures, count, parts).run(sink, end, answer)) return false;
    if (sink.found) set_found(search, batch, structures, count, parts, answer);
    if (keys_need_roots(search, batch))
        for (std::uint32_t i = sink.size; i < end; ++i) sink.keys[i] = std::sqrt(sink.keys[i]);
    sink.size = end;
    sink.candidates = part.candidates;
    return true;
}

Batch PacketColumns::batch(const Batch& options, Batch::NumberName end) const noexcept {
    Batch batch = options;
    batch.few = count <= kernels::few_queries;
    for (std::uint32_t name = 0; name < end; ++name) batch.numbers[name] = {numbers[name]};
    return batch;
}

void PacketColumns::add_disc(const Batch& options, Slot around, std::uint32_t row) noexcept {
    words[Batch::also_exclude][count] = around;
    words[Batch::exclude][count] = options.excluded_by(row);
    words[Batch::masks][count] = options.mask_of(row);
    words[Batch::limits][count] = options.limit_of(row);
    numbers[Batch::reaches][count] = options.reach_of(row);
    rows[count++] = row;
}

Batch PacketColumns::discs(const Batch& options) const noexcept {
    Batch discs = batch(options, Batch::to_x);
    discs[Batch::also_exclude] = words[Batch::also_exclude];
    if (options[Batch::exclude]) discs[Batch::exclude] = words[Batch::exclude];
    if (options[Batch::masks]) discs[Batch::masks] = words[Batch::masks];
    if (options[Batch::limits]) discs[Batch::limits] = words[Batch::limits];
    if (options[Batch::reaches]) discs[Batch::reaches] = {numbers[Batch::reaches]};
    return discs;
}

void PacketColumns::place(const PacketAnswer& answer, HitSink& sink) const noexcept {
    for (std::uint32_t i = 0; i < count; ++i) {
        sink.counts[rows[i]] = answer.counts[i];
        if (sink.found) sink.found[rows[i]] = answer.found[i];
    }
}

} // namespace throng
