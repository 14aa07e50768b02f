// SPDX-License-Identifier: MIT
// Where a row grid's cells lie, and how large they are chosen. None of it ever changes an answer.
#pragma once

#include "engine/kernels/change.hpp"

#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

struct GridGeometry {
    float origin_x = 0, origin_y = 0;
    float cell_size = 1, inverse_cell = 1;
    std::uint32_t rows = 1, columns = 1;
    // By choice, because elements are few: then nobody ever lies outside in y, or anywhere.
    bool one_row = false, one_cell = false;
    std::size_t least = 0, most = SIZE_MAX; // elements, as one shape is chosen for

    /// Whether there are not twice as many elements as such a shape is chosen for, or half as few.
    bool suits(std::size_t elements) const noexcept { return elements / 2 <= most && elements > least / 2; }
};

/// What elements are like, estimated from a sample of their boxes.
struct Extent {
    Aabb middle{};         // around the middle 96 % of the centres in x and in y: one far element is no reason to stretch the grid
    float half_extent = 0; // the median of half the boxes' longer sides
    std::size_t elements = 0;

    /// Elements per unit area, or 0 where the extent is degenerate.
    float density() const noexcept;
};

/// `sample` is reordered. `elements` is how many it stands for.
Extent estimate_extent(std::span<Aabb> sample, std::size_t elements) noexcept;

/// From at most 512 of `count` boxes, evenly taken; unsound ones are passed over.
Extent sample_extent(const kernels::BoxSource& source, std::size_t count) noexcept;

/// The geometry for elements of this extent. `bounds` empty: from the extent; `cell_size` 0: so that the mean cell of a uniform
/// world holds two elements (4 of fewer than 4096), but no smaller than the median element; up to 256 elements share one row, up to 64 one
/// cell. Rows number at most 2^16 or four per element, columns 2^24: cells are made larger until they do.
GridGeometry choose_geometry(const Extent& extent, const Aabb& bounds, float cell_size) noexcept;

} // namespace throng
