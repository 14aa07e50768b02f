// SPDX-License-Identifier: MIT
// The query kernels of a world: those of a structure if it holds all elements; otherwise packets over all structures.
#include "engine/src/world/queries/world_queries.hpp"

#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/world/queries/layer_neighbors.hpp"
#include "engine/src/world/queries/searched_layers.hpp"
#include "engine/src/world/queries/structure_packet.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::Batch;
using kernels::choose;
using kernels::Collect;
using kernels::HitSink;
using kernels::if_ranked;

// Packets begin at multiples of their size, so that answers do not depend on where a sink was full.
std::uint32_t packet_size(std::uint32_t begin, std::uint32_t end) {
    return std::min(end - begin, packet_queries - begin % packet_queries);
}

// In the structures of one view, whatever the layers of the batch.
template <SearchKind kind, Collect collect>
std::uint32_t search_here(const WorldView& world, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                          HitSink& sink) {
    constexpr Search search{kind, collect};
    const Structures structures(world, batch.only_dynamic);
    if (structures.count == 1) return search_structure(world, structures.in_order[0], search, batch, begin, end, sink);
    PacketAnswer answer;
    for (std::uint32_t i = begin, count; i < end; i += count) {
        count = packet_size(i, end);
        if (!answer_packet(world, structures, search, from_query(batch, i), count, sink, answer)) return i;
        std::copy_n(answer.counts, count, sink.counts + i);
        if (sink.found) std::copy_n(answer.found, count, sink.found + i);
        if (answer.faulty.count != 0) answer.faulty.first += i;
        merge(sink.faulty, answer.faulty);
    }
    return end;
}

bool by_layer(const WorldView& world, const Batch& batch) {
    return world.layer_by_slot != nullptr || !batch.all_layers();
}

template <SearchKind kind, Collect collect>
std::uint32_t search(const kernels::IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                     HitSink& sink) {
    const auto& world = static_cast<const WorldView&>(view);
    if (!by_layer(world, batch)) return search_here<kind, collect>(world, batch, begin, end, sink);
    const auto here = [](const WorldView& layer, const Batch& own, std::uint32_t from, std::uint32_t to,
                         HitSink& hits) { return search_here<kind, collect>(layer, own, from, to, hits); };
    return search_layers(world, {kind, collect}, batch, begin, end, true, here, sink);
}

// Whether the row of an item is its position or its slot.
enum class Rows : std::uint8_t { ByItem, BySlot };

// Discs around the centres of a packet's slots; dead slots have no disc.
template <Rows rows>
void lay_neighbors(const WorldView& world, const Batch& batch, std::uint32_t begin, std::uint32_t count,
                   PacketColumns& columns) {
    columns.count = 0;
    for (std::uint32_t item = begin; item < begin + count; ++item) {
        const Slot slot = batch.slot_around(item);
        const std::uint32_t n = columns.count;
        float &x = columns.numbers[Batch::at_x][n], &y = columns.numbers[Batch::at_y][n];
        if (!has_row(world, batch, slot) || !center_of(world, slot, x, y)) continue;
        columns.add_disc(batch, slot, rows == Rows::BySlot ? slot : item);
    }
}

template <Collect collect, Rows rows>
std::uint32_t neighbors_here(const WorldView& world, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                             HitSink& sink) {
    constexpr Search search{SearchKind::WithinCenter, collect};
    const Structures structures(world, batch.only_dynamic);
    if constexpr (rows == Rows::ByItem) {
        if (world.row_grid.size == world.size_here()) { // static slots have no place in this grid
            const kernels::HitKernel kernel = active_kernels().grid_of_boxes[{SearchKind::Neighbors, collect}];
            return kernel(world.row_grid, batch, begin, end, sink);
        }
    }
    PacketColumns columns;
    PacketAnswer answer;
    for (std::uint32_t i = begin, count; i < end; i += count) {
        count = packet_size(i, end);
        lay_neighbors<rows>(world, batch, i, count, columns);
        const Batch discs = columns.discs(batch);
        if (columns.count != 0 && !answer_packet(world, structures, search, discs, columns.count, sink, answer))
            return i;
        if constexpr (rows == Rows::ByItem) {
            std::fill_n(sink.counts + i, count, 0u);
            if (sink.found) std::fill_n(sink.found + i, count, 0u);
        }
        columns.place(answer, sink);
    }
    return end;
}

template <Collect collect, Rows rows>
std::uint32_t neighbors_of(const kernels::IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                           HitSink& sink) {
    const auto& world = static_cast<const WorldView&>(view);
    constexpr Search search{SearchKind::WithinCenter, collect};
    if (!by_layer(world, batch)) return neighbors_here<collect, rows>(world, batch, begin, end, sink);
    if constexpr (rows == Rows::BySlot) return neighbors_in_layers(world, search, batch, true, begin, end, sink);
    const auto here = [](const WorldView& layer, const Batch& own, std::uint32_t from, std::uint32_t to,
                         HitSink& hits) { return neighbors_here<collect, Rows::ByItem>(layer, own, from, to, hits); };
    return neighbors_in_layers(world, search, batch, SearchView(here), begin, end, sink);
}

template <SearchKind kind> constexpr kernels::HitKernel kernel_of(Collect collect) {
    return choose(collect, search<kind, Collect::Slots>, search<kind, Collect::Ranked>, search<kind, Collect::Count>);
}

template <Rows rows> constexpr kernels::HitKernel neighbor_kernel(Collect collect) {
    return choose(collect, neighbors_of<Collect::Slots, rows>, neighbors_of<Collect::Ranked, rows>, nullptr);
}

constexpr kernels::HitKernel world_kernel(SearchKind kind, Collect collect) {
    switch (kind) {
    case SearchKind::Overlap: return kernel_of<SearchKind::Overlap>(collect);
    case SearchKind::WithinBox: return kernel_of<SearchKind::WithinBox>(collect);
    case SearchKind::WithinCenter: return kernel_of<SearchKind::WithinCenter>(collect);
    case SearchKind::Neighbors: return neighbor_kernel<Rows::ByItem>(collect);
    case SearchKind::Cone: return if_ranked(search<SearchKind::Cone, Collect::Ranked>, collect);
    case SearchKind::Nearest: return if_ranked(search<SearchKind::Nearest, Collect::Ranked>, collect);
    case SearchKind::Cast: return if_ranked(search<SearchKind::Cast, Collect::Ranked>, collect);
    case SearchKind::Along: break;
    }
    return if_ranked(search<SearchKind::Along, Collect::Ranked>, collect);
}

constexpr kernels::QueryTable make_table() {
    kernels::QueryTable table = kernels::table_of_searches(world_kernel);
    table.neighbors_in_order[0] = neighbor_kernel<Rows::BySlot>(Collect::Slots);
    table.neighbors_in_order[1] = neighbor_kernel<Rows::BySlot>(Collect::Ranked);
    return table;
}

constexpr kernels::QueryTable table = make_table();

} // namespace

const kernels::QueryTable& world_query_table() noexcept { return table; }

bool center_of(const WorldView& world, Slot slot, float& x, float& y) noexcept {
    kernels::Region box{};
    if (!box_of(world, slot, box)) return false;
    x = 0.5f * box.min_x + 0.5f * box.max_x;
    y = 0.5f * box.min_y + 0.5f * box.max_y;
    return true;
}

bool box_of(const WorldView& world, Slot slot, kernels::Region& box) noexcept {
    if (slot >= world.slot_count) return false;
    const WorldStructure structure = structure_of(static_cast<Route>(world.routes[slot]), world.is_static(slot));
    switch (structure) {
    case in_row_grid:
    case in_static_grid: {
        const kernels::GridView& grid = structure == in_row_grid ? world.row_grid : world.static_grid;
        const std::uint32_t at = active_kernels().grid.find_slot(grid, slot);
        const kernels::ElementColumns c = exchanged(grid.columns(), grid.turned);
        box = {c.min_x[at], c.min_y[at], c.max_x[at], c.max_y[at]};
        return true;
    }
    case in_tree: return find_in_tiles(world.tree, slot, box);
    case in_static_tree: return find_in_tiles(world.static_tree, slot, box);
    case world_structures: break;
    }
    return false;
}

} // namespace throng
