// SPDX-License-Identifier: MIT
// The program's pictures: a crowd with a magnified part, and the density of people.
#pragma once

#include "apps/throng/clip/density.hpp"
#include "apps/throng/draw/axes.hpp"
#include "apps/throng/draw/canvas.hpp"

#include <throng/types.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throng::app {

/// Positions and velocities by slot, in metres and metres per second; y is north.
struct CrowdScene {
    std::span<const float> x, y, velocity_x, velocity_y;
    std::vector<Aabb> walls, trams;
    float body_radius = 0.25f;
    Aabb world{};
    Aabb zoom{}; // the part that is shown magnified beside the whole
    std::string title;
    std::vector<std::string> lines; // below the title
    Theme theme = dark_theme();
};

/// The whole world, the magnified part, a wheel of the headings' colours, scale bars, title. 2400 x 1640 pixels.
Canvas crowd_picture(const CrowdScene& scene);

/// Only the whole world, its longer side `pixels` long.
Canvas crowd_map(const CrowdScene& scene, int pixels);

struct DensityLook {
    std::string title;
    std::vector<std::string> lines;    // below the title
    float blur = 0.3f;                 // metres
    std::optional<Coordinates> axes{}; // none: a scale bar
    Theme theme = dark_theme();
};

/// A heat map with a bar of persons per square metre and axes or a scale bar. The colours end at a round number that at
/// most one cell in a thousand exceeds.
Canvas density_picture(const DensityField& field, const DensityLook& look);

/// Only the heat map, its longer side `pixels` long.
Canvas density_map(const DensityField& field, float blur, int pixels, const Theme& theme = dark_theme());

} // namespace throng::app
