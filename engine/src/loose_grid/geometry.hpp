// SPDX-License-Identifier: MIT
// The position and size of the cells of a loose grid, level by level. They never change an answer.
#pragma once

#include "engine/kernels/loose_grid/loose_grid_view.hpp"
#include "engine/src/base/grid_geometry.hpp"

#include <throng/loose_grid.hpp>

#include <array>
#include <span>

namespace throng {

struct LooseGeometry {
    float origin_x = 0, origin_y = 0;
    std::uint32_t shift = 0, cell_bits = kernels::lane_bits;
    std::uint32_t level_count = 0, tight_count = 0, row_count = 0;
    float long_side = __builtin_inff(); // as in LooseGridView
    bool by_kind() const noexcept { return long_side < __builtin_inff(); }
    std::array<kernels::LooseLevel, kernels::max_loose_levels> levels{}; // without elements

    std::uint32_t cell_count() const noexcept { return tight_count << cell_bits; }
    void show_in(kernels::LooseGridView& view) const noexcept;
};

/// What a grid is laid out for.
struct LooseExtent {
    Extent all;      // if wires are common, half_extent is that of the other elements
    float long_side; // that makes a wire; infinite if wires are few

    bool resembles(const LooseExtent& other) const noexcept {
        return (long_side < __builtin_inff()) == (other.long_side < __builtin_inff()) && all.resembles(other.all);
    }
};

/// `sample` is reordered. It represents `elements` elements, of which wires are kept apart now, or are not.
LooseExtent loose_extent(std::span<Aabb> sample, std::size_t elements, const LooseGridDesc& desc,
                         bool kept_apart) noexcept;

/// The geometry for elements of this extent. Cells are enlarged until there are at most 4,096 or one per element.
LooseGeometry choose_loose_geometry(const LooseExtent& extent, const LooseGridDesc& desc) noexcept;

/// Whether a grid with the layout `now` should get the layout `wanted`: its cells are far too large or too small, or
/// many elements are outside of it.
bool outgrown(const LooseGeometry& now, const LooseGeometry& wanted, const LooseExtent& extent,
              const LooseGridDesc& desc) noexcept;

} // namespace throng
