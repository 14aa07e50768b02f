// SPDX-License-Identifier: MIT
// The content that an index has to handle: from an even crowd to coincident points and the ends of the float range.
// Every scene is a function of its size only, made with integer randomness and + - * / sqrt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <throng/types.hpp>

namespace throng::scenes {

/// Elements with a rule of motion. Boxes are {center - half, center + half}, each rounded once, so that widths do not
/// drift however long the scene runs.
struct Scene {
    std::string name;
    std::vector<Vec2> centers;
    std::vector<Vec2> half_extents;    // finite, >= 0
    std::vector<Vec2> velocities;      // per step
    Aabb bounds{};                     // the bounds given to an index; empty: none
    float cell_size = 1;               // a size that suits the content
    float teleporting = 0;             // share of elements that change places with another at each step
    std::vector<std::uint16_t> layers; // of a building; empty: all are in layer 0
    Aabb stairs{};                     // centres within climb a layer at each step, or descend

    std::vector<Aabb> boxes() const;

    /// Half of the largest width or height of a box, rounded up: a valid bound for a grid.
    float largest_half_extent() const;

    /// Moves all elements once; `tick` seeds whatever is random in it.
    void step(std::uint64_t tick);
    /// Elements on the stairs change their layer; a part of step().
    void climb();

    void add(Vec2 center, Vec2 half_extent, Vec2 velocity = {0, 0});
};

/// Every scene at about `size` elements; those in which everything overlaps everything are kept below 400.
std::vector<Scene> all(std::size_t size);

/// Common crowds: uniform, clustered, hot spot, row, column, streams, teleporting, uneven, sizes by spacing, ...
std::vector<Scene> ordinary(std::size_t size);

/// Content that breaks arithmetic: cell borders, huge and tiny numbers, giants, coincident points, no elements, ...
std::vector<Scene> extreme(std::size_t size);

/// One per file of real trajectories in `folder`: the people of the frame with the most of them, with their places and
/// motion, repeated side by side until there are `size`. A folder that cannot be read gives none.
std::vector<Scene> trajectories(const std::string& folder, std::size_t size);

} // namespace throng::scenes
