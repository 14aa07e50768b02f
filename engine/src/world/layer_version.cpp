// SPDX-License-Identifier: MIT
// A version of a layer with other slots. Their order stays, so that whatever is sorted by slot stays sorted.
#include "engine/src/world/copies.hpp"
#include "engine/src/world/world_version.hpp"

#include <algorithm>
#include <initializer_list>

namespace throng {
namespace {

// Moves the value of each slot to the slot's new place.
template <class T>
bool renumber_column(Column<T>& values, const Column<T>& from, const Column<Slot>& to, std::size_t count, T dead) {
    if (from.empty()) return values.resize(0), true;
    if (!values.resize_discard(count)) return false;
    std::fill(values.begin(), values.end(), dead);
    for (std::size_t slot = 0; slot < from.size(); ++slot)
        if (to[slot] != no_slot) values[to[slot]] = from[slot];
    return true;
}

void name_in_tile(Column<kernels::Tile>& tiles, std::uint32_t position, Slot slot) {
    tiles[position >> kernels::lane_bits].ids[position & 15] = slot;
}

bool renumber_positions(Positions& positions, Column<kernels::Tile>& tiles, const Positions& from,
                        const Column<Slot>& to, std::size_t count) {
    if (from.size() == 0) return true;
    if (!positions.reserve(count)) return false;
    positions.reset(count);
    for (Slot slot = 0; slot < from.size(); ++slot) {
        if (to[slot] == no_slot || from[slot] == kernels::no_position) continue;
        positions.set(to[slot], from[slot]);
        name_in_tile(tiles, from[slot], to[slot]);
    }
    return true;
}

bool renumber_row_grid(RowGridStore& grid, const RowGridStore& from, const Column<Slot>& to, std::size_t count) {
    if (!grid.assign(from)) return false;
    grid.keys_edition = grid.layout = 0;
    if (!renumber_column(grid.cell_keys, from.cell_keys, to, count, kernels::no_position) ||
        !grid.key_editions.grow(RowGridStore::chunks(grid.cell_keys.size())))
        return false;
    grid.key_editions.resize(RowGridStore::chunks(grid.cell_keys.size()));
    std::fill(grid.key_editions.begin(), grid.key_editions.end(), std::uint64_t{0});
    Slot* const slots = grid.front.columns().slots;
    for (std::uint32_t at = 0; at < grid.extent; ++at)
        if (slots[at] != no_slot) slots[at] = to[slots[at]];
    return true;
}

} // namespace

bool WorldVersion::renumber(const State& from, const Column<Slot>& to, std::size_t count,
                            std::uint64_t number) noexcept {
    for (std::uint8_t part = 0; part < static_cast<std::uint8_t>(WorldPart::Count); ++part)
        begin_change(static_cast<WorldPart>(part));
    if (!copy(loose_grid, from.loose_grid) || !copy(loose_quadtree, from.loose_quadtree) ||
        !copy(static_tree, from.static_tree) || !copy(recent_statics, from.recent_statics) ||
        !renumber_row_grid(row_grid, from.row_grid, to, count))
        return false;
    if (!renumber_positions(loose_grid.positions, loose_grid.columns.tiles, from.loose_grid.positions, to, count) ||
        !renumber_positions(loose_quadtree.positions, loose_quadtree.tiles, from.loose_quadtree.positions, to, count) ||
        !renumber_positions(recent_statics.positions, recent_statics.tiles, from.recent_statics.positions, to, count))
        return false;
    if (!renumber_column(static_tree.positions, from.static_tree.positions, to, count, kernels::no_position))
        return false;
    for (Slot slot = 0; slot < static_tree.positions.size(); ++slot)
        if (static_tree.positions[slot] != kernels::no_position)
            name_in_tile(static_tree.tiles, static_tree.positions[slot], slot);
    const std::size_t chunks = (count + chunk_slots - 1) / chunk_slots;
    if (!renumber_column(generations, from.generations, to, count, 0u) ||
        !renumber_column(routes, from.routes, to, count, std::uint8_t{0}) ||
        !renumber_column(flags, from.flags, to, count, std::uint8_t{0}) ||
        !renumber_column(categories, from.categories, to, count, ~0u) || !slot_editions.resize_discard(chunks))
        return false;
    std::fill(slot_editions.begin(), slot_editions.end(), number);
    category_bits = from.category_bits;
    size = from.size;
    statics = from.statics;
    statics_gone = from.statics_gone;
    looks = from.looks;
    stamps.fill(number);
    return true;
}

} // namespace throng
