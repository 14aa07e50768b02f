// SPDX-License-Identifier: MIT
// A version of a layer with other slots. Their order stays, so that whatever is sorted by slot stays sorted.
#include "engine/src/world/world_version.hpp"

#include <algorithm>

namespace throng {
namespace {

// Moves the value of each slot to the slot's new place.
template <class T>
bool renumber_column(Column<T>& values, const Column<T>& from, const Column<Slot>& to, std::size_t count, T dead) {
    if (from.empty()) return values.resize(0), true;
    if (!values.resize_discard(count)) return false;
    values.fill(count, dead);
    for (std::size_t slot = 0; slot < from.size(); ++slot)
        if (to[slot] != no_slot) values[to[slot]] = from[slot];
    return true;
}

bool renumber_positions(Positions& positions, const Positions& from, const Column<Slot>& to, std::size_t count) {
    if (from.size() == 0) return true;
    if (!positions.reserve(count)) return false;
    positions.reset(count);
    for (Slot slot = 0; slot < from.size(); ++slot)
        if (to[slot] != no_slot && from[slot] != kernels::no_position) positions.set(to[slot], from[slot]);
    return true;
}

bool renumber_tree(TileTreeState& tree, const TileTreeState& from, const Column<Slot>& to, std::size_t count) {
    if (!tree.start_from(from, VersionedState::First::Nothing) ||
        !renumber_positions(tree.positions, from.positions, to, count))
        return false;
    tree.name_elements();
    return true;
}

bool renumber_row_grid(RowGridStore& grid, const RowGridStore& from, const Column<Slot>& to, std::size_t count) {
    if (!grid.assign(from)) return false;
    grid.keys_edition = grid.layout = 0;
    if (!renumber_column(grid.cell_keys, from.cell_keys, to, count, kernels::no_position) ||
        !grid.key_editions.grow(RowGridStore::chunks(grid.cell_keys.size())))
        return false;
    grid.key_editions.fill(RowGridStore::chunks(grid.cell_keys.size()), 0);
    Slot* const slots = grid.front.columns().slots;
    for (std::uint32_t at = 0; at < grid.extent; ++at)
        if (slots[at] != no_slot) slots[at] = to[slots[at]];
    return true;
}

} // namespace

bool WorldVersion::renumber(const WorldVersion& from, const Column<Slot>& to, std::size_t count,
                            std::uint64_t edition) noexcept {
    for (WorldPart part = 0; part < world_parts; ++part) begin_change(part);
    static_assert(world_structures == 4);
    if (!renumber_row_grid(row_grid, from.row_grid, to, count) || !renumber_tree(quadtree, from.quadtree, to, count) ||
        !renumber_row_grid(static_grid, from.static_grid, to, count) ||
        !renumber_tree(static_tree, from.static_tree, to, count))
        return false;
    const std::size_t chunks = (count + chunk_slots - 1) / chunk_slots;
    bool done = slot_editions.reserve(chunks);
    for_each_column([&](bool, auto dead, auto& column,
                        const auto& other) { done = done && renumber_column(column, other, to, count, dead); },
                    *this, from);
    if (!done) return false;
    slot_editions.fill(chunks, edition);
    static_cast<WorldFacts&>(*this) = from;
    editions.fill(edition);
    return true;
}

} // namespace throng
