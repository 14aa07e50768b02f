// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/world_neighbors.hpp"

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/world/queries/answer_packet.hpp"
#include "engine/src/world/queries/world_queries.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::Batch;
using kernels::Collect;
using kernels::HitSink;

enum class Rows : std::uint8_t { ByItem, BySlot };

// Discs around elements, all in the same layers.
struct Discs : PacketColumns {
    // False: this one is in other layers.
    bool add(const InLayer& place, LayerRange layers_around, Slot slot, const Batch& options, std::uint32_t row) {
        if (count != 0 && layers_around != range) return false;
        range = layers_around;
        const std::uint32_t n = count++;
        (void)center_of(*place.view, place.slot, numbers[Batch::at_x][n], numbers[Batch::at_y][n]);
        numbers[Batch::reaches][n] = options.reach_of(row);
        words[Batch::also_exclude][n] = slot;
        words[Batch::exclude][n] = options.excluded_by(row);
        words[Batch::masks][n] = options.mask_of(row);
        words[Batch::limits][n] = options.limit_of(row);
        rows[n] = row;
        return true;
    }

    Batch as_batch(const Batch& options) const {
        Batch discs = batch(options, Batch::to_x);
        discs[Batch::around_slots] = {};
        discs.layers = range;
        discs.layers_of = {};
        discs[Batch::also_exclude] = words[Batch::also_exclude];
        for (const Batch::WordName name : {Batch::exclude, Batch::masks, Batch::limits})
            if (options[name]) discs[name] = words[name];
        if (options[Batch::reaches]) discs[Batch::reaches] = {numbers[Batch::reaches]};
        return discs;
    }

    LayerRange range{};
};

LayerRange layers_around(const WorldView& world, const Batch& batch, Slot slot, std::uint32_t row) {
    const LayerRange range = batch.layers_at(row);
    if (batch.across_layers) return range;
    return LayerRange::only(static_cast<std::uint16_t>(world.layer_of(slot)));
}

// Where an element is whose neighbours are asked for. Without across_layers those are in its own layer, which may be
// none of the query's.
InLayer asked_place(const WorldView& world, const Batch& batch, Slot slot, std::uint32_t row) {
    const InLayer place = place_of(world, slot);
    if (!place.view || !has_row(world, batch, slot)) return {};
    const auto layer = static_cast<std::uint16_t>(world.layer_of(slot));
    return batch.across_layers || batch.layers_at(row).contains(layer) ? place : InLayer{};
}

std::uint32_t neighbors_in_packets(const WorldView& world, Collect collect, const Batch& batch, Rows rows,
                                   std::uint32_t begin, std::uint32_t end, HitSink& sink) {
    Discs discs;
    PacketAnswer answer;
    for (std::uint32_t i = begin, stop; i < end; i = stop) {
        const std::uint32_t most = i + packet_size(i, end);
        discs.count = 0;
        for (stop = i; stop < most; ++stop) {
            const Slot slot = batch.slot_around(stop);
            const std::uint32_t row = rows == Rows::BySlot ? slot : stop;
            const InLayer place = asked_place(world, batch, slot, row);
            if (!place.view) {
                sink.counts[row] = 0;
                if (sink.found) sink.found[row] = 0;
                continue;
            }
            if (!discs.add(place, layers_around(world, batch, slot, row), slot, batch, row)) break;
        }
        if (discs.count == 0) continue;
        const Search search{SearchKind::WithinCenter, collect};
        if (!answer_packet(world, search, discs.as_batch(batch), discs.count, sink, answer)) return i;
        discs.place(answer, sink);
    }
    return end;
}

// Whether a layer is searched by slots of its own: nothing differs from row to row, or from layer to layer.
bool shares_rows(const Batch& batch) {
    return !batch.across_layers && !batch.layers_of && !batch.excludes() && !batch[Batch::masks] &&
           !batch[Batch::limits] && !batch[Batch::reaches];
}

// Consecutive items whose elements are in one layer, with their slots there.
struct RunOfLayer {
    static constexpr std::uint32_t most = 16 * packet_queries;

    RunOfLayer(const WorldView& world, const Batch& batch, std::uint32_t begin, std::uint32_t end)
        : first(begin - begin % packet_queries), stop(begin) {
        // Elements without neighbours that count are absent from any layer.
        for (const std::uint32_t limit = begin + std::min(end - begin, most - begin % most); stop < limit; ++stop) {
            const InLayer place = asked_place(world, batch, batch.slot_around(stop), stop);
            if (place.view && layer && place.view != layer) break;
            if (place.view) layer = place.view;
            slots[stop - first] = place.view ? place.slot : no_slot;
        }
        // The rest of the first packet, which was answered before: what a packet shares does not depend on where a
        // kernel was resumed.
        for (std::uint32_t item = first; item < begin; ++item) {
            const InLayer place = asked_place(world, batch, batch.slot_around(item), item);
            slots[item - first] = place.view && place.view == layer ? place.slot : no_slot;
        }
    }

    const std::uint32_t first; // the item of slots[0], a multiple of the size of packets
    std::uint32_t stop;
    const WorldView* layer = nullptr;
    std::uint32_t slots[most + packet_queries];
};

// A batch for one layer, whose kernel has the layer's own slots.
template <class Run> auto in_layer(const WorldView& layer, const Batch& batch, Run&& run) {
    return with_slots_of(layer.parts[0], batch, 0, run);
}

} // namespace

std::uint32_t neighbors_of_items(const WorldView& world, Collect collect, const Batch& batch, std::uint32_t begin,
                                 std::uint32_t end, HitSink& sink) noexcept {
    const auto kernel = active_kernels().grid_of_boxes[{SearchKind::Neighbors, collect}];
    if (!world.layer_by_slot && batch.all_layers()) {
        if (const kernels::GridView* const grid = world.only_row_grid()) return kernel(*grid, batch, begin, end, sink);
        return neighbors_in_packets(world, collect, batch, Rows::ByItem, begin, end, sink);
    }
    if (!shares_rows(batch)) return neighbors_in_packets(world, collect, batch, Rows::ByItem, begin, end, sink);
    for (std::uint32_t i = begin; i < end;) {
        const RunOfLayer run(world, batch, i, end);
        const kernels::GridView* const grid = run.layer ? run.layer->only_row_grid() : nullptr;
        std::uint32_t done = 0;
        if (grid) {
            HitSink part = sink;
            part.counts += run.first;
            if (part.found) part.found += run.first;
            done = in_layer(*run.layer, batch, [&](const Batch& all) {
                Batch own = all;
                own[Batch::around_slots] = run.slots;
                return run.first + kernel(*grid, own, i - run.first, run.stop - run.first, part);
            });
            run.layer->parts[0].name_in_world(sink.slots + sink.size, part.size - sink.size);
            sink.size = part.size;
            sink.candidates = part.candidates;
        } else {
            done = neighbors_in_packets(world, collect, batch, Rows::ByItem, i, run.stop, sink);
        }
        if (done != run.stop) return done;
        i = run.stop;
    }
    return end;
}

bool NeighborsInOrder::list(const WorldView& world, const Batch& batch, HitsState& memory) noexcept {
    range_ = batch.across_layers || batch.layers_of ? LayerRange{} : batch.layers;
    const SearchedLayers layers(world, range_);
    std::size_t layer_slots = 0;
    for (std::uint32_t i = 0; i < layers.count(); ++i) {
        items_ += layers[i].size_here(batch.only_dynamic);
        layer_slots += layers[i].members ? layers[i].slot_count : 0;
    }
    const kernels::GridView* const grid = layers.count() == 1 ? layers[0].only_row_grid(batch.only_dynamic) : nullptr;
    if (grid && !layers[0].members && !grid->has_room()) {
        slots_ = own_slots_ = grid->slots;
        return true;
    }
    // Never empty: a plan without a list has an item for each row.
    if (!memory.item_order.resize_discard(2 * std::size_t{items_} + 2 * layer_slots + 1)) return false;
    Slot* to = memory.item_order.data();
    slots_ = to;
    own_slots_ = to + items_;
    counts_ = to + 2 * std::size_t{items_};
    found_ = counts_ + layer_slots;
    for (std::uint32_t i = 0; i < layers.count(); ++i)
        to = list_in_order(layers[i], to, batch.only_dynamic, to + items_);
    return true;
}

std::uint32_t NeighborsInOrder::operator()(const kernels::IndexView& view, const Batch& batch, std::uint32_t begin,
                                           std::uint32_t end, HitSink& sink) const noexcept {
    const auto& world = static_cast<const WorldView&>(view);
    const Collect collect = batch.general() ? Collect::Ranked : Collect::Slots;
    const SearchedLayers layers(world, range_);
    const bool streams = (!world.layer_by_slot && batch.all_layers()) || shares_rows(batch);
    std::uint32_t first_item = 0, first_slot = 0;
    for (std::uint32_t i = 0; i < layers.count() && begin < end; ++i) {
        const WorldView& layer = layers[i];
        const std::uint32_t next = first_item + layer.size_here(batch.only_dynamic);
        if (begin < next) {
            const std::uint32_t stop = std::min(end, next);
            const kernels::GridView* const grid = streams ? layer.only_row_grid(batch.only_dynamic) : nullptr;
            const std::uint32_t done =
                grid ? stream(layer, *grid, batch, first_item, first_slot, begin, stop, sink)
                     : neighbors_in_packets(world, collect, batch, Rows::BySlot, begin, stop, sink);
            if (done != stop) return done;
            begin = stop;
        }
        first_item = next;
        first_slot += layer.members ? layer.slot_count : 0;
    }
    return end;
}

// The kernel of a row grid answers its elements in the order of memory, in rows of the layer's slots.
std::uint32_t NeighborsInOrder::stream(const WorldView& layer, const kernels::GridView& grid, const Batch& batch,
                                       std::uint32_t first_item, std::uint32_t first_slot, std::uint32_t begin,
                                       std::uint32_t end, HitSink& sink) const noexcept {
    const kernels::HitKernel kernel = active_kernels().grid_of_boxes.neighbors_in_order[batch.general() ? 1 : 0];
    HitSink part = sink;
    if (layer.members) {
        part.counts = counts_ + first_slot;
        if (part.found) part.found = found_ + first_slot;
    }
    const std::uint32_t done = in_layer(layer, batch, [&](const Batch& own) {
        return first_item + kernel(grid, own, begin - first_item, end - first_item, part);
    });
    if (layer.members) {
        layer.parts[0].name_in_world(sink.slots + sink.size, part.size - sink.size);
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
