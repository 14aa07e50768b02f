// SPDX-License-Identifier: MIT
// The picture of an index: its rows, cells, nodes and boxes over its elements.
#pragma once

#include "apps/throng/draw/axes.hpp"
#include "apps/throng/draw/canvas.hpp"
#include "apps/throng/draw/layers.hpp"

#include <throng/spatial_index.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throng::app {

/// The nodes of one depth.
struct IndexLevel {
    std::uint32_t depth = 0;
    std::uint64_t nodes = 0, leaves = 0;
    std::uint64_t elements = 0; // listed in the leaves
};

/// From the root downwards, an entry for each depth down to the deepest.
std::vector<IndexLevel> levels_of(std::span<const Node> nodes);

/// The number and name of its nodes: "64 rows", "1 cell", "17 nodes".
std::string contents_of(const IndexLevel& level, Route structure);

struct IndexScene {
    std::span<const float> x, y, half_extents; // boxes by their centres and half widths, in metres; y is north
    std::span<const float> half_heights;       // of the boxes; empty: they are squares
    std::span<const float> values;             // colour the elements, from violet to yellow; empty: one colour
    std::string value_name;                    // of the column
    std::vector<std::string> value_names;      // of values 0, 1 and so on; empty: they are numbers of a column
    Aabb bounds{};                             // around all of them
    std::optional<Aabb> zoom;                  // the part to show; none: all
    std::span<const Node> nodes;
    Route structure = Route::RowGrid;
    std::string title;
    std::vector<std::string> lines;  // below the title
    std::optional<Coordinates> axes; // none: a scale bar
    Theme theme = dark_theme();
};

/// Two of each node, its tint and its line, and one of each element.
std::size_t shapes_in(const IndexScene& scene);

/// `width` pixels wide and as high as the elements need, at most half as much again for what they take up. Lines are
/// coloured by depth, deeper ones finer; leaves are tinted. The lines of nodes a few pixels small fade, so that very
/// many of them show no pattern that the index does not have.
/// `tell` is called with the progress, at last with shapes_in(scene).
Canvas index_picture(const IndexScene& scene, int width, const ShapesPainted& tell = {});

/// The colour of lines of that depth, if the deepest node is at `deepest`.
Colour depth_colour(std::uint32_t depth, std::uint32_t deepest, const Theme& theme = dark_theme());

} // namespace throng::app
