// SPDX-License-Identifier: MIT
// The number of elements to a cell around a point tells how far away the k-th nearest of them is likely to be.
#pragma once

#include "engine/kernels/row_grid/cells.hpp"

namespace throng::kernels {

/// Returns elements per cell in the columns [left, right] of rows [low, high] and the cells around; at least one
/// element.
static inline float elements_per_cell(const GridView& g, std::uint32_t left, std::uint32_t right, std::uint32_t low,
                                      std::uint32_t high) noexcept {
    left -= left > 0 ? 1 : 0, low -= low > 0 ? 1 : 0;
    right += right + 1 < g.column_count ? 1 : 0, high += high + 1 < g.row_count ? 1 : 0;
    std::uint32_t elements = 0;
    for (std::uint32_t r = low; r <= high; ++r) {
        if (g.rows[r].size == 0) continue;
        const Span span = elements_between(g, g.rows[r], left, right);
        elements += span.end - span.begin;
    }
    // A single row or column holds whatever lies beyond.
    const float wide = g.column_count > 1 ? static_cast<float>(right - left + 1) * (g.inverse_cell / g.inverse_column)
                                          : (g.max_x_all - g.min_x_all) * g.inverse_cell;
    const float tall =
        g.row_count > 1 ? static_cast<float>(high - low + 1) : (g.max_y_all - g.min_y_all) * g.inverse_cell;
    return static_cast<float>(elements > 0 ? elements : 1) / ((wide > 1.f ? wide : 1.f) * (tall > 1.f ? tall : 1.f));
}

static inline float elements_per_cell_at(const GridView& g, float x, float y) noexcept {
    const std::uint32_t column = column_of(g, x), row = row_of(g, y);
    return elements_per_cell(g, column, column, row, row);
}

/// Returns a radius within which there are likely k elements, and a few deviations more. Its square may overflow or
/// underflow.
static inline float likely_radius(const GridView& g, std::uint32_t k, float per_cell) noexcept {
    const float n = static_cast<float>(k), wanted = n + 2.f * __builtin_sqrtf(n);
    return __builtin_sqrtf(wanted / (3.1415927f * per_cell)) / g.inverse_cell;
}

/// Returns the distance of a point to the box around all elements; 0: it is inside.
static inline float distance_to_all(const GridView& g, float x, float y) noexcept {
    const float left = g.min_x_all - x, right = x - g.max_x_all, down = g.min_y_all - y, up = y - g.max_y_all;
    const float dx = left > right ? left : right, dy = down > up ? down : up;
    if (dx <= 0.f && dy <= 0.f) return 0;
    return __builtin_sqrtf((dx > 0.f ? dx * dx : 0.f) + (dy > 0.f ? dy * dy : 0.f));
}

/// Returns how much farther than `away`, the distance to the box around all elements, a disc has to reach for as many
/// elements as one of `radius` holds inside: its segment there, of the area 4/3 sqrt(2 away) depth^1.5, is about as
/// large then. A root of the fourth degree is cheaper than that of the third.
static inline float likely_depth(float radius, float away) noexcept {
    const float depth = 1.2f * radius * __builtin_sqrtf(__builtin_sqrtf(radius / (2.f * away)));
    const float least = 3e-7f * away, most = depth < radius ? depth : radius; // less than `least` is rounded away
    return most > least ? most : least;
}

/// Returns a larger radius for a disc that held only `got` of the `wanted` elements: one of wanted / got times the area
/// should do. It grows by at most a factor of 4.
static inline float wider_radius(float radius, std::uint32_t got, std::uint32_t wanted) noexcept {
    const float ratio = got == 0 ? 16.f : 1.5f * static_cast<float>(wanted) / static_cast<float>(got);
    return radius * __builtin_sqrtf(ratio < 16.f ? (ratio > 2.f ? ratio : 2.f) : 16.f);
}

} // namespace throng::kernels
