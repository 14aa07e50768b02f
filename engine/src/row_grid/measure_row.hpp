// SPDX-License-Identifier: MIT
// What searches need of the boxes of one row.
#pragma once

#include "engine/kernels/row_grid/grid_view.hpp"

namespace throng {

/// Sets the box around the elements of `row`, of which there is at least one, and its reaches. The columns are those of
/// the grid: elements with boxes.
void measure_row(kernels::GridRow& row, const kernels::BoxColumns& columns) noexcept;

} // namespace throng
