// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/answer_packet.hpp"

#include "engine/kernels/query/heap_rank.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/row_grid/row_grid_part.hpp"
#include "engine/src/world/queries/packet_merge.hpp"

#include <algorithm>
#include <cmath>
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

// Whether joined keys are squares that the answer returns as distances.
bool keys_need_roots(Search search, const Batch& batch) {
    return batch.keys_wanted && !batch.keys_stay_squared && has_squared_keys(search.kind) &&
           search.collect == Collect::Ranked;
}

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

// Whether a part has no element near any of the queries. Tested only if the queries lie together, by one search.
bool has_none_near(const Part& part, Search search, const Batch& batch, std::uint32_t count) {
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
    search_part(part, {SearchKind::Overlap, Collect::Count}, box, 0, 1, sink);
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

// The same queries, searched in one part after the other. Later parts need not be searched beyond the hits found so
// far: they may have an equally near hit with a smaller slot, but none beyond matters.
class PartByPart {
public:
    PartByPart(Search search, const Batch& batch, std::uint32_t count)
        : now_(search), kind_(search.kind), bounded_(is_bounded(search)), count_(count), asked_(batch), batch_(batch) {
        batch_.keys_stay_squared = true;
        if (!bounded_) return;
        for (std::uint32_t i = 0; i < count; ++i) reaches_[i] = batch.reach_of(i);
        batch_[Batch::reaches] = {reaches_};
    }
    PartByPart(const PartByPart&) = delete;
    PartByPart& operator=(const PartByPart&) = delete;

    /// Appends the rows of a part. `sparse`: all hits may well be in others. False: the sink is full.
    bool search(const Part& part, bool sparse, std::uint32_t* counts, std::uint32_t* found, HitSink& sink) {
        if (!can_find(asked_, count_, part.summary) ||
            (sparse && searched_any_ && has_none_near(part, now_, batch_, count_))) {
            std::fill_n(counts, count_, 0u);
            if (found) std::fill_n(found, count_, 0u);
            return true;
        }
        HitSink own = sink;
        own.counts = counts;
        own.found = found;
        own.faulty = {};
        const bool has_masks = asked_[Batch::masks] || asked_[Batch::also_masks];
        batch_.has_mask = asked_.has_mask && (has_masks || !part.summary.all_meet(asked_.mask));
        const bool done = with_slots_of(part, batch_, count_, [&](const Batch& batch) {
            return search_part(part, now_, batch, 0, count_, own) == count_;
        });
        if (!done) return false;
        if (own.slots) part.name_in_world(own.slots + sink.size, own.size - sink.size);
        if (!searched_any_) sink.faulty = own.faulty; // all parts would report the same
        searched_any_ = true;
        if (bounded_) tighten(counts, own.keys + sink.size);
        sink.size = own.size;
        sink.candidates = own.candidates;
        return true;
    }

    /// To be called at the end: where no part was searched, nothing has reported the faults.
    void report_faults(HitSink& sink) {
        std::uint32_t counts[packet_queries];
        HitSink own = sink;
        own.counts = counts;
        own.found = nullptr;
        if (searched_any_) return;
        search_part(empty_part, now_, batch_, 0, count_, own);
        sink.faulty = own.faulty;
    }

private:
    // After k hits have been found for every query, the further hits are those within the same distance, so the search
    // needs no order any more.
    void tighten(const std::uint32_t* counts, const float* keys) {
        for (std::uint32_t i = 0; i < count_; keys += counts[i++]) {
            if (counts[i] == 0 || (kind_ == SearchKind::Nearest && counts[i] < batch_.k_of(i))) continue;
            const float last = keys[counts[i] - 1];
            reaches_[i] = std::min(reaches_[i], kind_ == SearchKind::Cast ? last : reach_to(last));
            known_ |= 1u << i;
        }
        if (now_.kind != SearchKind::Nearest || known_ != (1u << count_) - 1) return;
        batch_.limit = batch_.k;
        batch_[Batch::limits] = batch_[Batch::ks];
        now_ = {batch_.by_center ? SearchKind::WithinCenter : SearchKind::WithinBox};
    }

    // The smallest reach whose rounded square is at least `squared`.
    static float reach_to(float squared) {
        float reach = std::sqrt(squared);
        while (reach * reach < squared) reach = std::nextafter(reach, std::numeric_limits<float>::infinity());
        return reach;
    }

    Search now_;
    const SearchKind kind_;
    const bool bounded_;
    const std::uint32_t count_;
    const Batch& asked_;
    Batch batch_;
    bool searched_any_ = false;
    std::uint32_t known_ = 0; // by query: whether its reach is the distance of a hit
    float reaches_[packet_queries];
};

// What a row of several parts has found; `sum` of what each part has.
std::uint32_t found_in_all(Search search, const Batch& batch, std::uint32_t i, std::uint64_t sum) {
    const std::uint64_t most = search.kind == SearchKind::Nearest ? batch.k_of(i) : sum;
    return static_cast<std::uint32_t>(std::min(sum, most));
}
bool finds_as_many_as_it_lists(Search search) {
    return search.kind == SearchKind::Cast || search.collect != Collect::Ranked;
}

// Distances of the hits from `begin` on, where the sink has squares.
void take_roots(Search search, const Batch& batch, const HitSink& sink, std::uint32_t begin) {
    if (!keys_need_roots(search, batch)) return;
    for (std::uint32_t i = begin; i < sink.size; ++i) sink.keys[i] = std::sqrt(sink.keys[i]);
}

// A packet in one part. The sink has the columns of its rows.
bool answer_in_one(const Part& part, Search search, const Batch& batch, std::uint32_t count, HitSink& sink) {
    const std::uint32_t begin = sink.size;
    const bool done = with_slots_of(
        part, batch, count, [&](const Batch& own) { return search_part(part, search, own, 0, count, sink) == count; });
    if (!done) return sink.size = begin, false;
    if (sink.slots) part.name_in_world(sink.slots + begin, sink.size - begin);
    if (sink.found && finds_as_many_as_it_lists(search)) std::copy_n(sink.counts, count, sink.found);
    return true;
}

// A packet in 2 to merged_parts parts.
bool answer_in_few(const Part** parts, std::uint32_t part_count, Search search, const Batch& batch, std::uint32_t count,
                   HitSink& sink) {
    const auto by_size = [](const Part* a, const Part* b) { return a->size() < b->size(); };
    const std::uint32_t largest = (*std::max_element(parts, parts + part_count, by_size))->size();
    if (is_bounded(search))
        std::sort(parts, parts + part_count, [](const Part* a, const Part* b) { return a->size() > b->size(); });
    PartByPart searched(search, batch, count);
    PartCounts results;
    HitSink all = sink;
    for (std::uint32_t p = 0; p < part_count; ++p) {
        const bool sparse = parts[p]->size() < largest / 16;
        std::uint32_t* const found = sink.found ? results.found[p] : nullptr;
        if (!searched.search(*parts[p], sparse, results.counts[p], found, all)) return false;
    }
    searched.report_faults(all);
    if (!PacketMerge(search, batch, part_count, count, results).run(sink, all.size, sink.counts)) return false;
    for (std::uint32_t i = 0; sink.found && i < count; ++i) {
        std::uint64_t sum = 0;
        for (std::uint32_t p = 0; p < part_count; ++p) sum += results.found[p][i];
        sink.found[i] = finds_as_many_as_it_lists(search) ? sink.counts[i] : found_in_all(search, batch, i, sum);
    }
    take_roots(search, batch, all, sink.size);
    all.counts = sink.counts, all.found = sink.found;
    sink = all;
    return true;
}

// The first query of a batch in any number of parts.
bool answer_alone(const SearchedParts& parts, Search search, const Batch& batch, HitSink& sink) {
    Batch one = batch;
    one.few = true;
    PartByPart searched(search, one, 1);
    HitSink all = sink;
    std::uint64_t counted = 0, found = 0;
    for (const Part& part : parts) {
        std::uint32_t count = 0, matches = 0;
        if (!searched.search(part, false, &count, sink.found ? &matches : nullptr, all)) return false;
        counted += count;
        found += matches;
    }
    searched.report_faults(all);
    const std::uint32_t limit = limit_of_row(search, batch, 0);
    if (limit != 0 && search.collect != Collect::Count) {
        const std::uint32_t hits = all.size - sink.size, kept = std::min(hits, limit);
        if (kept != 0) kernels::keep_by_heap(sink.slots + sink.size, sink.keys + sink.size, hits, kept);
        counted = kept;
        all.size = sink.size + kept;
    }
    sink.counts[0] = static_cast<std::uint32_t>(counted);
    if (sink.found)
        sink.found[0] = finds_as_many_as_it_lists(search) ? sink.counts[0] : found_in_all(search, batch, 0, found);
    take_roots(search, batch, all, sink.size);
    all.counts = sink.counts, all.found = sink.found;
    sink = all;
    return true;
}

// A packet in these parts. The sink has the columns of its rows, and no faults. False: it is full, and as it was.
bool answer_in(const SearchedParts& parts, Search search, const Batch& batch, std::uint32_t count, HitSink& sink) {
    const Part* few[merged_parts + 1] = {&empty_part};
    const std::uint32_t part_count = parts.list(few, merged_parts);
    if (part_count <= 1) return answer_in_one(*few[0], search, batch, count, sink);
    if (part_count <= merged_parts) return answer_in_few(few, part_count, search, batch, count, sink);
    HitSink all = sink;
    kernels::ItemFaults faulty;
    for (std::uint32_t i = 0; i < count; ++i) {
        all.counts = sink.counts + i;
        all.found = sink.found ? sink.found + i : nullptr;
        all.faulty = {};
        if (!answer_alone(parts, search, from_query(batch, i), all)) return false;
        merge(faulty, all.faulty, i);
    }
    all.counts = sink.counts, all.found = sink.found, all.faulty = faulty;
    sink = all;
    return true;
}

// The end of the queries from `begin` on that have its layers.
std::uint32_t end_of_range(const Batch& batch, std::uint32_t begin, std::uint32_t end) {
    if (!batch.layers_of) return end;
    const LayerRange range = batch.layers_of[begin];
    std::uint32_t stop = begin + 1;
    while (stop < end && batch.layers_of[stop] == range) ++stop;
    return stop;
}

} // namespace

constexpr Part empty_part{.view = &no_elements<kernels::GridView>, .kind = &row_grid_part, .summary = {}};

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

std::uint32_t search_part(const Part& part, Search search, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                          HitSink& sink) noexcept {
    const kernels::HitKernel kernel = part.kind->table()[search];
    if (!part.kind->turned(*part.view)) return kernel(*part.view, batch, begin, end, sink); // no copy
    return kernel(*part.view, exchanged(batch), begin, end, sink);
}

bool answer_packet(const WorldView& world, Search search, const Batch& batch, std::uint32_t count, HitSink& sink,
                   PacketAnswer& answer) noexcept {
    answer.faulty = {};
    HitSink all = sink;
    for (std::uint32_t i = 0, stop; i < count; i = stop) {
        stop = end_of_range(batch, i, count);
        const SearchedParts parts(world, batch.layers_at(i), batch.only_dynamic);
        all.counts = answer.counts + i;
        all.found = sink.found ? answer.found + i : nullptr;
        all.faulty = {};
        const bool done = i == 0 ? answer_in(parts, search, batch, stop, all)
                                 : answer_in(parts, search, from_query(batch, i), stop - i, all);
        if (!done) return false;
        merge(answer.faulty, all.faulty, i);
    }
    sink.size = all.size;
    sink.candidates = all.candidates;
    return true;
}

std::uint32_t search_world(const WorldView& world, Search search, const Batch& batch, std::uint32_t begin,
                           std::uint32_t end, HitSink& sink) noexcept {
    for (std::uint32_t i = begin, stop; i < end; i = stop) {
        stop = end_of_range(batch, i, end);
        const SearchedParts parts(world, batch.layers_at(i), batch.only_dynamic);
        const Part* first[2] = {&empty_part};
        const bool several = parts.list(first, 1) > 1;
        if (!several && !(first[0]->names && (batch[Batch::exclude] || batch[Batch::also_exclude]))) {
            const std::uint32_t before = sink.size;
            const std::uint32_t done = with_slots_of(*first[0], batch, 0, [&](const Batch& own) {
                return search_part(*first[0], search, own, i, stop, sink);
            });
            if (sink.slots) first[0]->name_in_world(sink.slots + before, sink.size - before);
            if (done != stop) return done;
            continue;
        }
        for (std::uint32_t at = i, count; at < stop; at += count) {
            count = packet_size(at, stop);
            HitSink packet = sink;
            packet.counts = sink.counts + at;
            packet.found = sink.found ? sink.found + at : nullptr;
            packet.faulty = {};
            if (!answer_in(parts, search, from_query(batch, at), count, packet)) return at;
            sink.size = packet.size;
            sink.candidates = packet.candidates;
            merge(sink.faulty, packet.faulty, at);
        }
    }
    return end;
}

Batch from_query(const Batch& batch, std::uint32_t first) noexcept {
    Batch rest = batch;
    for (kernels::NumberColumn& column : rest.numbers) column = column.from(first);
    for (kernels::WordColumn& column : rest.words) column = column.from(first);
    rest.layers_of = rest.layers_of.from(first);
    return rest;
}

} // namespace throng
