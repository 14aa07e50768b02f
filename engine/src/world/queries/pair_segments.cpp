// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/pair_segments.hpp"

#include "engine/kernels/row_grid/candidate_rows.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/loose_grid/loose_grid_state.hpp"
#include "engine/src/loose_quadtree/loose_quadtree_state.hpp"
#include "engine/src/row_grid/row_grid_state.hpp"
#include "engine/src/static_tree/static_tree_state.hpp"

#include <algorithm>

namespace throng {

using kernels::PairSink;
using kernels::TileRef;

namespace {

using Elements = WorldMembers::Elements;

Elements elements_in(const kernels::GridView& grid, std::uint32_t begin, std::uint32_t end) noexcept {
    const std::uint32_t most = std::min(end - begin, packet_queries);
    const kernels::ElementColumns columns = exchanged(grid.columns(), grid.turned);
    if (!grid.has_room()) return {kernels::columns_from(columns, begin), most};
    const kernels::Span at = positions_in(grid.rows[row_holding(grid, begin)], begin, begin + most);
    return {kernels::columns_from(columns, at.begin), at.end - at.begin};
}

Elements elements_in(const kernels::LooseGridView& grid, std::uint32_t item) noexcept {
    const std::uint32_t cell = grid.cell_of_tile(item);
    const std::uint32_t last = cell == kernels::no_position ? kernels::no_tile : grid.last_tile(cell);
    if (last == kernels::no_tile) return {};
    return {columns_of(grid.tiles[item]), TileRef::index(last) == item ? TileRef::count(last) : packet_queries};
}

Elements elements_in(const kernels::TileTreeView& tree, std::uint32_t item) noexcept {
    const std::uint32_t ref = leaf_of(tree, item);
    if (ref == kernels::no_tile) return {};
    return {columns_of(tree.tiles[TileRef::index(ref)]), TileRef::count(ref)};
}

} // namespace

const kernels::TileTreeView& WorldMembers::tree() const noexcept {
    return static_cast<const kernels::TileTreeView&>(view_of(world_, structure_));
}

std::uint32_t WorldMembers::size() const noexcept { return view_of(world_, structure_).size; }

std::uint64_t WorldMembers::items() const noexcept {
    std::uint32_t tiles = 0;
    switch (static_cast<WorldStructure>(structure_)) {
    case in_row_grid: return world_.row_grid.size;
    case in_loose_grid: tiles = Access::LooseGridState::pair_items(world_.loose_grid).count; break;
    case in_static_tree: tiles = Access::StaticTreeState::pair_items(tree()).count; break;
    case in_loose_quadtree:
    case in_recent_statics: tiles = Access::LooseQuadtreeState::pair_items(tree()).count; break;
    case world_structures: break;
    }
    return std::uint64_t{tiles} * tile_items;
}

std::uint32_t WorldMembers::join(std::uint32_t begin, std::uint32_t end, const kernels::BitsetView* among,
                                 PairSink& sink) const noexcept {
    if (structure_ == in_row_grid)
        return Access::RowGridState::pair_kernel(world_.row_grid)(world_.row_grid, begin, end, among, sink);
    return tile_items *
           table_of(structure_).pairs(view_of(world_, structure_), begin / tile_items, end / tile_items, among, sink);
}

WorldMembers::Elements WorldMembers::elements(std::uint32_t begin, std::uint32_t end) const noexcept {
    const std::uint32_t item = begin / tile_items;
    switch (static_cast<WorldStructure>(structure_)) {
    case in_row_grid: return elements_in(world_.row_grid, begin, end);
    case in_loose_grid: return elements_in(world_.loose_grid, item);
    case in_loose_quadtree:
    case in_static_tree:
    case in_recent_statics: return elements_in(tree(), item);
    case world_structures: break;
    }
    return {};
}

bool WorldMembers::join_with(const Elements& others, const kernels::BitsetView* among, PairSink& sink) const noexcept {
    const bool turned = structure_ == in_row_grid && world_.row_grid.turned;
    return table_of(structure_)
        .cross_pairs(view_of(world_, structure_), exchanged(others.columns, turned), others.count, among, sink);
}

Slot* list_in_order(const WorldView& world, Slot* to, bool only_dynamic) noexcept {
    for (std::uint8_t s = 0; s < world_structures; ++s) {
        if (only_dynamic && holds_statics(s)) continue;
        const WorldMembers members(world, s);
        const auto end = members.size() == 0 ? 0 : static_cast<std::uint32_t>(members.items());
        for (std::uint32_t at = 0; at < end;) {
            const WorldMembers::Elements elements = members.elements(at, end);
            to = std::copy_n(elements.columns.slots, elements.count, to);
            at += members.items_of(elements);
        }
    }
    return to;
}

PairSegments::PairSegments(const WorldView& world, bool static_static) noexcept {
    const auto wanted = [&](std::uint8_t s, std::uint8_t t) {
        return static_static || !holds_statics(s) || !holds_statics(t);
    };
    const auto in_strips = [](std::uint8_t s) { return s == in_row_grid || s == in_loose_grid; };
    const bool strips = world.loose_grid.size != 0 && world.loose_grid.size <= world.row_grid.size &&
                        !world.row_grid.turned; // then rows of both grids cross each other
    if (strips) add_strips(world);
    for (std::uint8_t s = 0; s < Structures::most; ++s) {
        for (std::uint8_t t = s; t < Structures::most; ++t) {
            const WorldMembers a(world, s), b(world, t);
            if (!wanted(s, t) || a.size() == 0 || b.size() == 0 || (strips && s == in_row_grid && in_strips(t)))
                continue;
            const bool swap = b.size() < a.size(); // the smaller structure is joined with the larger one
            add(swap ? t : s, swap ? s : t, 0, static_cast<std::uint32_t>((swap ? b : a).items()));
        }
    }
}

void PairSegments::add(std::uint8_t structure, std::uint8_t other, std::uint32_t begin, std::uint32_t end) noexcept {
    if (begin >= end) return;
    segments_[count_++] = {items_, begin, end, structure, other};
    items_ += (std::uint64_t{end - begin} + block - 1) / block * block;
}

// The position of a strip's first element gives the first row of tight cells of each level.
void PairSegments::add_strips(const WorldView& world) noexcept {
    const kernels::GridView& grid = world.row_grid;
    const kernels::LooseGridView& loose = world.loose_grid;
    // Others are the pairs of structures, and the rest of the loose grid.
    constexpr std::uint32_t others = world_structures * (world_structures + 1) / 2 + 1;
    const std::uint32_t room = (most - others) / (loose.level_count + 1);
    const std::uint32_t size = std::max(strip, (grid.size / room / block + 1) * block);
    std::uint32_t row_done[kernels::max_loose_levels] = {};
    for (std::uint32_t begin = 0; begin < grid.size;) {
        const std::uint32_t end = grid.size - begin > size ? begin + size : grid.size;
        add(in_row_grid, in_row_grid, begin, end);
        for (std::uint32_t l = 0; l < loose.level_count; ++l) {
            const kernels::LooseLevel& level = loose.levels[l];
            if (level.size == 0) continue;
            std::uint32_t row = level.tight_rows;
            if (end != grid.size) {
                const std::uint32_t at = positions_in(grid.rows[row_holding(grid, end)], end, end + 1).begin;
                const float y = 0.5f * grid.min_y[at] + 0.5f * grid.max_y[at];
                row = std::max(row_done[l],
                               kernels::cell_index(y, loose.origin_y, level.inverse_cell, level.rows) >> loose.shift);
            }
            const auto first_tile = [&](std::uint32_t r) {
                return (level.first_tight + r * level.tight_columns) << loose.cell_bits;
            };
            add(in_loose_grid, in_row_grid, first_tile(row_done[l]) * WorldMembers::tile_items,
                first_tile(row) * WorldMembers::tile_items);
            row_done[l] = row;
        }
        begin = end;
    }
    add(in_loose_grid, in_row_grid, loose.cell_count * WorldMembers::tile_items,
        loose.tile_count * WorldMembers::tile_items);
}

const PairSegment& PairSegments::of(std::uint64_t item) const noexcept {
    const auto after = std::upper_bound(segments_, segments_ + count_, item,
                                        [](std::uint64_t i, const PairSegment& s) { return i < s.first; });
    return *(after - 1);
}

} // namespace throng
