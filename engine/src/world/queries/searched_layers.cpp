// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/searched_layers.hpp"

#include "engine/kernels/query/heap_rank.hpp"
#include "engine/src/base/item_faults.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace throng {
namespace {

using kernels::Batch;
using kernels::Collect;
using kernels::HitSink;

// Queries [begin, end) in one layer; returns the query at which the sink was full, or `end`.
std::uint32_t search_layer(const WorldView& layer, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                           SearchView search_view, HitSink& sink) {
    const LayerBatch own(batch, layer, 0, end);
    const std::uint32_t before = sink.size;
    const std::uint32_t answered = search_view(layer, own.batch(), begin, end, sink);
    if (sink.slots) name_in_world(layer, sink.slots + before, sink.size - before);
    return answered;
}

// The first query in several layers. False: the sink is full, and has none of its hits.
bool search_several(const SearchedLayers& layers, Search search, const Batch& batch, SearchView search_view,
                    HitSink& sink) {
    Batch one = batch;
    one.few = true;
    one.keys_stay_squared = true;
    const std::uint32_t begin = sink.size;
    std::uint64_t counted = 0, found = 0;
    HitSink part = sink;
    std::uint32_t count = 0, matches = 0;
    part.counts = &count;
    part.found = sink.found ? &matches : nullptr;
    part.faulty = {};
    for (std::uint32_t i = 0; i < layers.count(); ++i) {
        if (search_layer(layers[i], one, 0, 1, search_view, part) != 1) return false;
        if (i == 0) merge(sink.faulty, part.faulty); // all would report the same
        counted += count;
        found += matches;
    }
    const std::uint32_t limit = limit_of_row(search, batch, 0);
    if (limit != 0 && search.collect != Collect::Count) {
        const std::uint32_t hits = part.size - begin, kept = std::min(hits, limit);
        if (kept != 0) kernels::keep_by_heap(sink.slots + begin, sink.keys + begin, hits, kept);
        counted = kept;
        part.size = begin + kept;
    }
    if (search.kind == SearchKind::Nearest) found = std::min<std::uint64_t>(found, batch.k_of(0));
    if (search.kind == SearchKind::Cast) found = counted;
    sink.counts[0] = static_cast<std::uint32_t>(counted);
    if (sink.found) sink.found[0] = static_cast<std::uint32_t>(found);
    if (keys_need_roots(search, batch))
        for (std::uint32_t i = begin; i < part.size; ++i) sink.keys[i] = std::sqrt(sink.keys[i]);
    sink.size = part.size;
    sink.candidates = part.candidates;
    return true;
}

} // namespace

SearchedLayers::SearchedLayers(const WorldView& world, LayerRange range) noexcept
    : world_(world), base_(range.first == 0 && world.size_here() != 0) {
    const auto from = [&](std::uint32_t layer) {
        return static_cast<std::uint32_t>(first_from(world.layers, world.layers + world.layer_count, layer) -
                                          world.layers);
    };
    first_ = range.first == 0 ? 0 : from(range.first);
    last_ = range.last == 0xFFFF ? world.layer_count : std::max(first_, from(range.last + 1u));
}

InLayer place_of(const WorldView& world, Slot slot) noexcept {
    if (slot >= world.slot_count || (world.flags[slot] & WorldView::alive) == 0) return {};
    const std::uint32_t layer = world.layer_of(slot);
    if (layer == 0) return {&world, slot};
    const WorldLayer* const at = first_from(world.layers, world.layers + world.layer_count, layer);
    return {at->view, slot_in(*at->view, slot)};
}

Slot slot_in(const WorldView& layer, Slot slot) noexcept {
    if (!layer.members || slot == no_slot) return slot;
    const Slot* const of = layer.members;
    const std::uint32_t count = layer.slot_count;
    if (count == 0 || slot < of[0] || slot > of[count - 1]) return no_slot;
    // Mostly the slots of a layer are spread evenly: the search begins where it would be then.
    std::uint32_t low = static_cast<std::uint32_t>(std::uint64_t{slot - of[0]} * (count - 1) /
                                                   std::max<std::uint64_t>(1, of[count - 1] - of[0]));
    std::uint32_t high = low + 1, step = 1; // of[low] <= slot < of[high], if there is one
    for (; of[low] > slot; step *= 2) {
        high = low;
        low -= std::min(low, step);
    }
    for (; high < count && of[high] <= slot; step *= 2) {
        low = high;
        high += std::min(count - high, step);
    }
    const Slot* const at = std::lower_bound(of + low, of + high, slot);
    return at != of + high && *at == slot ? static_cast<Slot>(at - of) : no_slot;
}

void name_in_world(const WorldView& layer, std::uint32_t* slots, std::uint32_t count) noexcept {
    if (!layer.members) return;
    for (std::uint32_t i = 0; i < count; ++i) slots[i] = layer.members[slots[i]];
}

Batch from_query(const Batch& batch, std::uint32_t first) noexcept {
    Batch rest = batch;
    for (kernels::NumberColumn& column : rest.numbers) column = column.from(first);
    for (kernels::WordColumn& column : rest.words) column = column.from(first);
    rest.layers_of = rest.layers_of.from(first);
    return rest;
}

LayerBatch::LayerBatch(const Batch& all, const WorldView& layer, std::uint32_t first, std::uint32_t count) noexcept
    : batch_(from_query(all, first)) {
    batch_.layers = {};
    batch_.layers_of = {};
    if (!layer.members) return;
    batch_.categories = layer.categories;
    batch_.among.names = layer.members;
    static_assert(Batch::word_columns == 7, "columns of slots are renamed here");
    if (batch_.excluded != no_slot) batch_.excluded = slot_in(layer, batch_.excluded);
    std::uint32_t* own = excluded_;
    for (const Batch::WordName name : {Batch::exclude, Batch::also_exclude}) {
        kernels::WordColumn& column = batch_[name];
        if (!column) continue;
        for (std::uint32_t i = 0; i < count; ++i) own[i] = slot_in(layer, column[i]);
        column = std::exchange(own, own + packet_queries);
    }
}

std::uint32_t search_layers(const WorldView& world, Search search, const Batch& batch, std::uint32_t begin,
                            std::uint32_t end, bool whole, SearchView search_view, HitSink& sink) noexcept {
    static const WorldView nothing;
    const bool in_packets = !whole || batch[Batch::exclude] || batch[Batch::also_exclude];
    for (std::uint32_t i = begin, stop; i < end; i = stop) {
        const LayerRange range = batch.layers_at(i);
        stop = in_packets ? i + std::min(end - i, packet_queries - i % packet_queries) : end;
        if (batch.layers_of) {
            const std::uint32_t most = stop;
            for (stop = i + 1; stop < most && batch.layers_of[stop] == range;) ++stop;
        }
        const SearchedLayers layers(world, range);
        const bool several = layers.count() > 1;
        if (several) stop = i + 1;
        const std::uint32_t lead = whole && !several ? i % packet_queries : 0, first = i - lead;
        const Batch rest = from_query(batch, first);
        HitSink part = sink;
        part.counts += first;
        if (part.found) part.found += first;
        part.faulty = {};
        const WorldView& layer = layers.count() == 0 ? nothing : layers[0];
        const std::uint32_t answered =
            first + (!several ? search_layer(layer, rest, lead, stop - first, search_view, part)
                              : (search_several(layers, search, rest, search_view, part) ? 1u : 0u));
        sink.size = part.size;
        sink.candidates = part.candidates;
        if (part.faulty.count != 0) part.faulty.first += first;
        merge(sink.faulty, part.faulty);
        if (answered != stop) return answered;
    }
    return end;
}

bool answer_packet_in_layers(const WorldView& world, Search search, const Batch& batch, std::uint32_t count,
                             HitSink& sink, PacketAnswer& answer) noexcept {
    const auto search_view = [&](const WorldView& layer, const Batch& own, std::uint32_t, std::uint32_t queries,
                                 HitSink& to) {
        PacketAnswer of_layer;
        const Structures structures(layer, batch.only_dynamic);
        if (!answer_packet(layer, structures, search, own, queries, to, of_layer)) return 0u;
        std::copy_n(of_layer.counts, queries, to.counts);
        if (to.found) std::copy_n(of_layer.found, queries, to.found);
        to.faulty = of_layer.faulty;
        return queries;
    };
    HitSink part = sink;
    part.counts = answer.counts;
    part.found = sink.found ? answer.found : nullptr;
    part.faulty = {};
    if (search_layers(world, search, batch, 0, count, false, search_view, part) != count) return false;
    sink.size = part.size;
    sink.candidates = part.candidates;
    answer.faulty = part.faulty;
    return true;
}

} // namespace throng
