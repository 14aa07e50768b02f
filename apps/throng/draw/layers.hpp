// SPDX-License-Identifier: MIT
// Very many rectangles on each other, at the price of those that are seen.
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

/// Appends the layers of one shape, the lowest first. It is called more than once for each shape, and must always tell
/// the same.
using LayersOf = std::function<void(std::size_t shape, std::vector<Layer>& layers)>;

/// Called with how many shapes are painted.
using ShapesPainted = std::function<void(std::size_t)>;

/// Paints what Canvas::rectangle would of one shape after the other: the same to the last bit where fewer than `deep`
/// layers are on each other. Where they are more, those are left out that no light passes on its way from below, so
/// that the work follows the pixels and the number of shapes, whatever lies on one spot. Returns how often a pixel was
/// painted.
std::uint64_t paint_layers(Canvas& canvas, std::size_t shapes, const LayersOf& layers_of,
                           const ShapesPainted& tell = {});

inline constexpr int deep = 32;

} // namespace throng::app
