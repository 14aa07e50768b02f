// SPDX-License-Identifier: MIT
// The elements that throng draw shows: one frame of a file, or the demo's crowd at its start.
#pragma once

#include "apps/throng/cli/options.hpp"
#include "apps/throng/draw/axes.hpp"

#include <throng/types.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace throng::app {

struct DrawnCrowd {
    std::vector<float> x, y, half_extents;  // metres
    std::vector<float> half_heights;        // metres; as many as there are half_extents
    std::vector<float> values;              // of the column that colours them; empty: one colour
    Aabb bounds{};                          // around all
    std::array<double, 2> origin = {};      // of the places, in the file's coordinates, metres
    std::optional<Coordinates> coordinates; // of the file
    std::optional<Aabb> zoom;               // the part to show
    std::optional<std::int64_t> frame;      // of the file
    bool is_one_frame_of_many = false;
    std::string name; // for the title
};

/// Throws UsageError for a file that cannot be read, a frame that it does not have, a zoom without area, and places too
/// far apart for a picture.
DrawnCrowd crowd_to_draw(const DrawOptions& options);

} // namespace throng::app
