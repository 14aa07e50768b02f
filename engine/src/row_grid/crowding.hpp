// SPDX-License-Identifier: MIT
// The cell size for elements that are placed unevenly.
#pragma once

#include "engine/src/base/grid_geometry.hpp"

#include <span>

namespace throng {

/// 0 if elements are even enough for `usual`, the cell size that suits their mean density. Otherwise the smaller cell
/// size for which rows and candidates together cost least, estimated from the elements' `sample`. A few microseconds.
///
/// The number of candidates follows from pairs of the sample that share a cell of a quadtree, for each of its levels:
/// an estimate of the correlation sum (Grassberger and Procaccia 1983) by counts in boxes.
float crowded_cell(std::span<const Aabb> sample, const Extent& extent, float usual) noexcept;

/// Whether cells for one estimate of the same grid are unsuitable for the other: they differ by more than a factor of
/// three, or only one of them is for elements that are placed unevenly.
bool differs_in_crowding(float crowded_a, float crowded_b, float usual) noexcept;

} // namespace throng
