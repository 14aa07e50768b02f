// SPDX-License-Identifier: MIT
// Very many rectangles on each other, at the cost of the visible ones.
#pragma once

#include "apps/throng/draw/canvas.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace throng::app {

struct Layer {
    Rectangle area;
    Colour colour;
    float opacity;
};

/// Appends the layers of one shape, the lowest first. It is called more than once for each shape, and must always
/// append the same.
using LayersOf = std::function<void(std::size_t shape, std::vector<Layer>& layers)>;

/// Called with the number of painted shapes.
using ShapesPainted = std::function<void(std::size_t)>;

/// Paints one shape after the other as Canvas::rectangle does: exactly the same if fewer than `deep` layers are on each
/// other. If there are more, layers from which no light reaches the top are left out, so that the work depends on the
/// number of pixels and shapes, however many are on one spot. Returns how often a pixel was painted.
std::uint64_t paint_layers(Canvas& canvas, std::size_t shapes, const LayersOf& layers_of,
                           const ShapesPainted& tell = {});

inline constexpr int deep = 32;

} // namespace throng::app
