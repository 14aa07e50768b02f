// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/layer_neighbors.hpp"

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/world/queries/pair_segments.hpp"
#include "engine/src/world/queries/world_queries.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::Batch;
using kernels::HitSink;

// Discs around elements of one layer.
struct LayerDiscs : PacketColumns {
    const WorldView* view = nullptr;
    LayerRange range{};

    // False: the element's neighbours are in another layer.
    bool add(const InLayer& place, LayerRange of_place, Slot slot, const Batch& batch, std::uint32_t row) noexcept {
        if (count != 0 && (place.view != view || of_place != range)) return false;
        view = place.view;
        range = of_place;
        (void)center_of(*place.view, place.slot, numbers[Batch::at_x][count], numbers[Batch::at_y][count]);
        add_disc(batch, slot, row);
        return true;
    }
};

LayerRange layers_around(const WorldView& world, const Batch& batch, Slot slot, std::uint32_t row) {
    const LayerRange range = batch.layers_at(row);
    if (batch.across_layers) return range;
    return LayerRange::only(static_cast<std::uint16_t>(world.layer_of(slot)));
}

// Whether only the element's own layer counts, and is none of the query's.
bool has_no_layer(const WorldView& world, const Batch& batch, Slot slot, std::uint32_t row) {
    return !batch.across_layers && !batch.layers_at(row).contains(static_cast<std::uint16_t>(world.layer_of(slot)));
}

// Whether a layer is searched by slots of its own: nothing differs from row to row, or from layer to layer.
bool shares_rows(const Batch& batch) {
    return !batch.across_layers && !batch.layers_of && !batch.excludes() && !batch[Batch::masks] &&
           !batch[Batch::limits] && !batch[Batch::reaches];
}

} // namespace

std::uint32_t neighbors_in_layers(const WorldView& world, Search search, const Batch& batch, bool by_slot,
                                  std::uint32_t begin, std::uint32_t end, HitSink& sink) noexcept {
    LayerDiscs discs;
    PacketAnswer answer;
    for (std::uint32_t i = begin, stop; i < end; i = stop) {
        const std::uint32_t most = i + std::min(end - i, packet_queries - i % packet_queries);
        discs.count = 0;
        for (stop = i; stop < most; ++stop) {
            const Slot slot = batch.slot_around(stop);
            const std::uint32_t row = by_slot ? slot : stop;
            const InLayer place = place_of(world, slot);
            if (!place.view || !has_row(world, batch, slot) || has_no_layer(world, batch, slot, row)) {
                sink.counts[row] = 0;
                if (sink.found) sink.found[row] = 0;
                continue;
            }
            if (!discs.add(place, layers_around(world, batch, slot, row), slot, batch, row)) break;
        }
        Batch own = discs.discs(batch);
        own[Batch::around_slots] = nullptr;
        own.layers = discs.range;
        own.layers_of = {};
        if (discs.count != 0 && !answer_packet_in_layers(world, search, own, discs.count, sink, answer)) return i;
        discs.place(answer, sink);
    }
    return end;
}

std::uint32_t neighbors_in_layers(const WorldView& world, Search search, const Batch& batch, SearchView here,
                                  std::uint32_t begin, std::uint32_t end, HitSink& sink) noexcept {
    if (!shares_rows(batch)) return neighbors_in_layers(world, search, batch, false, begin, end, sink);
    constexpr std::uint32_t most = 16 * packet_queries;
    for (std::uint32_t i = begin, stop; i < end; i = stop) {
        std::uint32_t slots[most + packet_queries];
        const std::uint32_t lead = i % packet_queries, first = i - lead; // packets begin at multiples of their size
        const WorldView* layer = nullptr;
        const std::uint32_t limit = i + std::min(end - i, most - i % most);
        const auto searched_place = [&](std::uint32_t row) { // dead slots are absent from any layer
            const Slot slot = batch.slot_around(row);
            const InLayer place = place_of(world, slot);
            const bool searched = place.view && has_row(world, batch, slot) && !has_no_layer(world, batch, slot, row);
            return searched ? place : InLayer{};
        };
        for (stop = i; stop < limit; ++stop) {
            const InLayer place = searched_place(stop);
            if (place.view && layer && place.view != layer) break;
            if (place.view) layer = place.view;
            slots[stop - first] = place.view ? place.slot : no_slot;
        }
        // The rest of the first packet, which was answered before: what a packet shares does not depend on where a
        // kernel was resumed.
        for (std::uint32_t row = first; row < i; ++row) {
            const InLayer place = searched_place(row);
            slots[row - first] = place.view && place.view == layer ? place.slot : no_slot;
        }
        Batch all = batch;
        all[Batch::around_slots] = nullptr;
        const WorldView& view = layer ? *layer : world;
        const LayerBatch own(all, view, first, 0);
        Batch run = own.batch();
        run[Batch::around_slots] = slots;
        HitSink part = sink;
        part.counts += first;
        if (part.found) part.found += first;
        const std::uint32_t done = first + here(view, run, lead, stop - first, part);
        name_in_world(view, sink.slots + sink.size, part.size - sink.size);
        sink.size = part.size;
        sink.candidates = part.candidates;
        if (done != stop) return done;
    }
    return end;
}

bool LayerNeighbors::list(const WorldView& world, const Batch& batch, HitsState& memory) noexcept {
    range_ = batch.across_layers || batch.layers_of ? LayerRange{} : batch.layers;
    const SearchedLayers layers(world, range_);
    std::size_t layer_slots = 0;
    for (std::uint32_t i = 0; i < layers.count(); ++i) {
        items_ += layers[i].size_here(batch.only_dynamic);
        layer_slots += layers[i].members ? layers[i].slot_count : 0;
    }
    // Never empty: a plan without a list has an item for each row.
    if (!memory.item_order.resize_discard(2 * std::size_t{items_} + 2 * layer_slots + 1)) return false;
    Slot* to = memory.item_order.data();
    slots_ = to;
    own_slots_ = to + items_;
    counts_ = to + 2 * std::size_t{items_};
    found_ = counts_ + layer_slots;
    for (std::uint32_t i = 0; i < layers.count(); ++i) {
        Slot* const begin = to;
        to = list_in_order(layers[i], to, batch.only_dynamic);
        const auto count = static_cast<std::uint32_t>(to - begin);
        std::copy_n(begin, count, begin + items_);
        name_in_world(layers[i], begin, count);
    }
    return true;
}

std::uint32_t LayerNeighbors::operator()(const kernels::IndexView& view, const Batch& batch, std::uint32_t begin,
                                         std::uint32_t end, HitSink& sink) const noexcept {
    const auto& world = static_cast<const WorldView&>(view);
    const Search search{SearchKind::WithinCenter, batch.general() ? kernels::Collect::Ranked : kernels::Collect::Slots};
    const SearchedLayers layers(world, range_);
    const bool streams = shares_rows(batch);
    std::uint32_t first_item = 0, first_slot = 0;
    for (std::uint32_t i = 0; i < layers.count() && begin < end; ++i) {
        const WorldView& layer = layers[i];
        const std::uint32_t items = layer.size_here(batch.only_dynamic), next = first_item + items;
        if (begin < next) {
            const std::uint32_t stop = std::min(end, next);
            const std::uint32_t done = streams && layer.row_grid.size == items
                                           ? stream(layer, batch, first_item, first_slot, begin, stop, sink)
                                           : neighbors_in_layers(world, search, batch, true, begin, stop, sink);
            if (done != stop) return done;
            begin = stop;
        }
        first_item = next;
        first_slot += layer.members ? layer.slot_count : 0;
    }
    return end;
}

// The kernel of a row grid answers its elements in the order of memory, in rows of the layer's slots.
std::uint32_t LayerNeighbors::stream(const WorldView& layer, const Batch& batch, std::uint32_t first_item,
                                     std::uint32_t first_slot, std::uint32_t begin, std::uint32_t end,
                                     HitSink& sink) const noexcept {
    const kernels::HitKernel kernel = active_kernels().grid_of_boxes.neighbors_in_order[batch.general() ? 1 : 0];
    const LayerBatch own(batch, layer, 0, 0);
    HitSink part = sink;
    if (layer.members) {
        part.counts = counts_ + first_slot;
        if (part.found) part.found = found_ + first_slot;
    }
    const std::uint32_t done =
        first_item + kernel(layer.row_grid, own.batch(), begin - first_item, end - first_item, part);
    if (layer.members) {
        name_in_world(layer, sink.slots + sink.size, part.size - sink.size);
        for (std::uint32_t i = begin; i < done; ++i) {
            sink.counts[slots_[i]] = part.counts[own_slots_[i]];
            if (sink.found) sink.found[slots_[i]] = part.found[own_slots_[i]];
        }
    }
    sink.size = part.size;
    sink.candidates = part.candidates;
    return done;
}

} // namespace throng
