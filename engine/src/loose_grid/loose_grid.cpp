// SPDX-License-Identifier: MIT
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/loose_grid/loose_grid_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

DescCheck LooseGrid::State::check(const LooseGridDesc& desc) noexcept {
    return DescCheck(desc).length(desc.loose_cell, Reason::LooseCell).length(desc.tight_cell, Reason::TightCell);
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
    return Shown::in(room, view(), active_kernels().loose_grid);
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
    return sizeof(State) + bytes_of(columns, positions, blocks, leaving_slots, leaving_cells, chosen);
}

LooseGrid::LooseGrid() noexcept = default;
LooseGrid::LooseGrid(const LooseGridDesc& desc) { require_open(open(desc), State::check(desc)); }
Status LooseGrid::open(const LooseGridDesc& desc) noexcept { return life::open<State>(*this, desc); }

namespace {

// Measured: with fewer elements, tiles are emptier, and memory bounds a tick; with more, searches compare
// too many candidates.
constexpr double elements_per_cell = 10;
constexpr std::size_t min_cells = 4096, max_cells = std::size_t{1} << 25;
constexpr std::uint32_t level_bits = 2;    // a level's cells are four times as wide as those of the one below
constexpr std::uint32_t bits_of_wires = 1; // wires are half as dense: wide and tall ones
constexpr std::uint32_t usual_shift = 2, max_shift = 4;
constexpr float infinity = std::numeric_limits<float>::infinity();

double default_cell(const Extent& extent) {
    const double width = extent.width(), height = extent.height();
    const double elements = std::max<double>(static_cast<double>(extent.elements), 1);
    // One dimension may be degenerate: then elements line up along the other.
    const double cell =
        std::max({std::sqrt(elements_per_cell * width * height / elements),
                  elements_per_cell * std::max(width, height) / elements, 2 * static_cast<double>(extent.half_extent)});
    return cell > 0 ? cell : 1;
}

// The area around the middle of the elements, with a margin for elements outside the sample; farther elements are kept
// in the border cells.
Aabb area_of(const Extent& extent, const Aabb& bounds, double cell) {
    return has_area(bounds) ? bounds
                            : extent.area_beyond(extent.width() / 16 + cell / 2, extent.height() / 16 + cell / 2);
}

std::uint32_t choose_shift(double cell, double tight_cell) {
    if (tight_cell == 0) return usual_shift;
    std::uint32_t shift = 0;
    while (shift < max_shift && std::ldexp(cell, static_cast<int>(shift)) * std::sqrt(2.0) < tight_cell) ++shift;
    return shift;
}

// Sets the levels and returns the number of cells, including those that whole tiles add at borders.
std::uint64_t lay_levels(const GridGeometry& finest, LooseGeometry& out) {
    std::uint64_t tight = 0, rows = 0;
    out.level_count = 0;
    // Cells 2^bits times as wide as the finest.
    const auto add = [&](std::uint32_t bits) {
        kernels::LooseLevel& level = out.levels[out.level_count++] = {};
        level.columns = ((finest.columns - 1) >> bits) + 1;
        level.rows = ((finest.rows - 1) >> bits) + 1;
        level.cell = std::ldexp(finest.cell_size, static_cast<int>(bits));
        level.inverse_cell = 1.f / level.cell;
        level.tight_columns = ((level.columns - 1) >> out.shift) + 1;
        level.tight_rows = ((level.rows - 1) >> out.shift) + 1;
        level.first_tight = static_cast<std::uint32_t>(tight);
        level.first_row = static_cast<std::uint32_t>(rows);
        tight += std::uint64_t{level.tight_columns} * level.tight_rows;
        rows += level.tight_rows;
        return level.columns > 1 || level.rows > 1;
    };
    for (std::uint32_t l = 0; l < kernels::max_sized_levels && add(level_bits * l); ++l) {}
    if (out.by_kind()) {
        add(bits_of_wires);
        add(bits_of_wires);
    }
    out.tight_count = static_cast<std::uint32_t>(tight);
    out.row_count = static_cast<std::uint32_t>(rows);
    return tight << out.cell_bits;
}

} // namespace

LooseExtent loose_extent(std::span<Aabb> sample, std::size_t elements, const LooseGridDesc& desc,
                         bool kept_apart) noexcept {
    constexpr float cells = 2;
    LooseExtent result{estimate_extent(sample, elements), infinity};
    const float density = result.all.density();
    if (density <= 0) return result;
    const float usual = std::sqrt(static_cast<float>(elements_per_cell) / density);
    const float long_side = cells * (desc.loose_cell > 0 ? desc.loose_cell : usual);
    if (!wires_are_common(sample, long_side, kept_apart)) return result;
    result.long_side = long_side;
    const auto others =
        std::partition(sample.begin(), sample.end(), [&](const Aabb& box) { return !is_wire(box, long_side); });
    result.all.half_extent = estimate_extent({sample.begin(), others}, elements).half_extent;
    return result;
}

LooseGeometry choose_loose_geometry(const LooseExtent& wanted, const LooseGridDesc& desc) noexcept {
    const Extent& extent = wanted.all;
    constexpr double smallest = 1e-30, largest = 1e37;
    const auto most = static_cast<double>(std::clamp(extent.elements, min_cells, max_cells));
    double cell = desc.loose_cell > 0 ? static_cast<double>(desc.loose_cell) : default_cell(extent);
    while (true) {
        cell = std::clamp(cell, smallest, largest);
        const GridGeometry finest =
            choose_geometry(extent, area_of(extent, desc.bounds, cell), static_cast<float>(cell));
        LooseGeometry result;
        result.long_side = wanted.long_side;
        result.origin_x = finest.origin_x;
        result.origin_y = finest.origin_y;
        // The largest cells are few, however large the world is, unless each has a tight cell of its own.
        result.shift = cell < largest
                           ? choose_shift(static_cast<double>(finest.cell_size), static_cast<double>(desc.tight_cell))
                           : usual_shift;
        result.cell_bits = std::max(kernels::lane_bits, 2 * result.shift);
        const auto cells = static_cast<double>(lay_levels(finest, result));
        if (cells <= most || cell == largest) return result;
        cell = static_cast<double>(finest.cell_size) * std::max(1.1, std::sqrt(cells / most));
    }
}

bool outgrown(const LooseGeometry& now, const LooseGeometry& wanted, const LooseExtent& extent,
              const LooseGridDesc& desc) noexcept {
    if (now.by_kind() != wanted.by_kind()) return true;
    const kernels::LooseLevel& level = now.levels[0];
    const double ratio = static_cast<double>(level.cell) / static_cast<double>(wanted.levels[0].cell);
    if (ratio > 1.75 || ratio < 1 / 1.75) return true; // a factor of three in elements per cell
    if (has_area(desc.bounds)) return false;
    const auto juts = [&](float low, float high, float origin, std::uint32_t cells) {
        const double begin = static_cast<double>(origin);
        return juts_out(low, high, begin, begin + static_cast<double>(level.cell) * cells);
    };
    const Aabb& middle = extent.all.middle;
    return juts(middle.min.x, middle.max.x, now.origin_x, level.columns) ||
           juts(middle.min.y, middle.max.y, now.origin_y, level.rows);
}

void LooseGeometry::show_in(kernels::LooseGridView& view) const noexcept {
    view.levels = levels.data();
    view.level_count = level_count;
    view.shift = shift;
    view.cell_bits = cell_bits;
    view.cell_count = cell_count();
    view.origin_x = origin_x;
    view.origin_y = origin_y;
    view.long_side = long_side;
}

} // namespace throng
