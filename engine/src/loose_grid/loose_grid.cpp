// SPDX-License-Identifier: MIT
#include "engine/src/loose_grid/loose_grid_state.hpp"

#include "engine/src/base/active_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace throng {

using kernels::LooseGridView;

bool LooseColumns::reserve(const LooseGeometry& geometry, std::size_t shared) noexcept {
    return tiles.resize_discard(geometry.cell_count() + shared) && next.resize_discard(shared) &&
           owners.resize_discard(shared) && cells.resize_discard(geometry.cell_count() / 16) &&
           tight_sizes.resize_discard(geometry.tight_count) && rows.resize_discard(geometry.row_count);
}

bool LooseColumns::reserve_shared(std::size_t cells_before, std::size_t shared) noexcept {
    if (shared <= owners.size()) return true;
    shared += shared / 2;
    if (!next.reserve(shared) || !owners.reserve(shared) || !tiles.reserve(cells_before + shared)) return false;
    next.resize(shared);
    owners.resize(shared);
    tiles.resize(cells_before + shared);
    return true;
}

void LooseColumns::swap(LooseColumns& other) noexcept {
    tiles.swap(other.tiles);
    next.swap(other.next);
    owners.swap(other.owners);
    cells.swap(other.cells);
    tight_sizes.swap(other.tight_sizes);
    rows.swap(other.rows);
}

std::size_t LooseColumns::bytes() const noexcept {
    return tiles.bytes() + next.bytes() + owners.bytes() + cells.bytes() + tight_sizes.bytes() + rows.bytes();
}

DescCheck LooseGrid::State::check(const LooseGridDesc& desc) noexcept {
    return DescCheck()
        .bounds(desc.bounds)
        .memory(desc.memory)
        .length(desc.loose_cell, Reason::LooseCell)
        .length(desc.tight_cell, Reason::TightCell);
}

LooseGridView LooseGrid::State::view() const noexcept {
    LooseGridView v;
    v.tiles = columns.tiles.data();
    v.next = columns.next.data();
    v.owners = columns.owners.data();
    v.cells = columns.cells.data();
    v.tight_sizes = columns.tight_sizes.data();
    v.rows = columns.rows.data();
    v.positions = positions.data();
    geometry.show_in(v);
    v.tile_count = v.cell_count + free.unused;
    v.size = size;
    v.slot_count = static_cast<std::uint32_t>(positions.size());
    v.around = around;
    return v;
}

kernels::LooseCells LooseGrid::State::writable() noexcept {
    return {.tiles = columns.tiles.data(),
            .next = columns.next.data(),
            .owners = columns.owners.data(),
            .cells = columns.cells.data(),
            .tight_sizes = columns.tight_sizes.data(),
            .positions = positions.writable()};
}

Shown LooseGrid::State::show(ViewRoom& room) const noexcept {
    return Shown::of(*::new (room.place<kernels::LooseGridView>()) kernels::LooseGridView(view()),
                     active_kernels().loose_grid);
}
PairSearch LooseGrid::State::pair_search(const kernels::IndexView& view) const noexcept {
    return {active_kernels().loose_grid.pairs, pair_items(static_cast<const kernels::LooseGridView&>(view))};
}
// Items are tiles; a block has as many as hold about 4096 elements.
PairItems LooseGrid::State::pair_items(const LooseGridView& view) noexcept {
    if (view.size == 0) return {.count = 0};
    const std::uint64_t block = 4096ull * view.tile_count / view.size;
    return {.count = view.tile_count,
            .block = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(block, 256, 1u << 31))};
}

std::size_t LooseGrid::State::bytes() const noexcept {
    return sizeof(State) + columns.bytes() + positions.bytes() + blocks.bytes() + leaving_slots.bytes() +
           leaving_cells.bytes() + chosen.bytes();
}

LooseGrid::LooseGrid() noexcept = default;
LooseGrid::LooseGrid(const LooseGridDesc& desc) { require_open(open(desc), State::check(desc)); }
Status LooseGrid::open(const LooseGridDesc& desc) noexcept { return life::open<State>(*this, desc); }

} // namespace throng
